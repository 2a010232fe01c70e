# Writes the data sets of R's rpart package to data/: Rscript tests/reference/record_tables.R
# An empty field is a missing value; factors are written as their labels.

library(rpart)

write_table <- function(table, name) {
  write.csv(table, file.path("data", paste0(name, ".csv")), row.names = FALSE, na = "", quote = FALSE,
            eol = "\n")
}

write_table(kyphosis, "kyphosis")
write_table(transform(stagec, pgstat = c("no", "progressed")[pgstat + 1]), "stagec")
write_table(car.test.frame, "car_test_frame")
write_table(cu.summary, "cu_summary")
