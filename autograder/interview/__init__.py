"""The interview trainer: questions in five kinds, a drill for a candidate, a paper for a lecturer.

================  ==========================================================================
`reading`         what a candidate typed, as a number
`calculations`    the numbers of a question: drawn from a seed, answered by `dtlib`
`calculate`       a drawing and its prose make a question; a wrong number is told its slip
`facts`           every number that the written answers quote, computed
`bank`            the written questions: explain, and compare
`code`            broken implementations to mend, functions to write from memory
`deck`            all that can be asked
`progress`        what a candidate has answered, and when each subject is due again
`round`           which question comes next
`terminal`        the drill in a terminal
`widgets`         the drill in a notebook
`exam`, `sheet`   a paper with its key; the comparison on one page
`commands`        the commands of the console script
`prose/en`        all sentences; another language stands beside it
================  ==========================================================================
"""
