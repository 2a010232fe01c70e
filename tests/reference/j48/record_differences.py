"""Record J48 on four small tables, each made so that it grows, prunes or predicts otherwise than Release 8.

Run it on a machine with Debian's ``weka`` package::

    python tests/reference/j48/record_differences.py

``NAME.asked.csv``, where there is one, holds further rows whose predictions are wanted.
"""

import json
import tempfile
from pathlib import Path

from record_j48 import HERE, as_arff, declared_values, read_predictions, read_table, read_tree, run_j48

FOLDER = HERE / "differences"


def record(path):
    header, rows = read_table(path)
    columns = declared_values(path.stem, header, rows)
    asked = path.with_suffix(".asked.csv")
    asked_rows = read_table(asked)[1] if asked.exists() else rows
    answer = {"table": path.stem, "weka": "3.6.14", "columns": columns, "trees": {}}
    with tempfile.TemporaryDirectory() as scratch:
        training, questions = Path(scratch) / "training.arff", Path(scratch) / "questions.arff"
        training.write_text(as_arff(path.stem, columns, header, rows), encoding="utf-8")
        questions.write_text(as_arff(path.stem, columns, header, asked_rows), encoding="utf-8")
        for setting, options in {"pruned": [], "unpruned": ["-U"]}.items():
            predicted = run_j48(training, ["-T", questions, "-p", "0", "-distribution", *options])
            answer["trees"][setting] = {
                "tree": read_tree(run_j48(training, [*options, "-no-cv"])),
                "predictions": read_predictions(predicted),
            }
    path.with_suffix(".json").write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.csv")):
        if not path.name.endswith(".asked.csv"):
            record(path)
