"""Record what Weka's J48 makes of eight tables: grown and pruned trees, and predictions for every row.

Run it on a machine with Debian's ``weka`` package (Weka 3.6.14 and Java)::

    python tests/reference/j48/record_j48.py

J48 is asked in batch mode and its printed tree is read back into nested dictionaries. What it prints is
rounded: weights to two decimals, probabilities to three, thresholds to six.

This release has no option that switches off collapsing (``-O`` came with Weka 3.7), so the unpruned trees
here are collapsed ones, as Release 8's are.
"""

import csv
import json
import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
C45 = HERE.parent / "c45"
WEKA = "/usr/share/java/weka.jar"

SETTINGS = {
    "pruned": ["-C", "0.25", "-M", "2"],
    "unraised": ["-C", "0.25", "-M", "2", "-S"],
    "unpruned": ["-U", "-M", "2"],
    "strict": ["-C", "0.1", "-M", "5"],
}


def read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return header, rows


def declared_values(name, header, rows):
    """Each column's values in the order in which they are declared, or "continuous"; the class comes last."""
    recorded = C45 / f"{name}.json"
    if recorded.exists():
        answer = json.loads(recorded.read_text(encoding="utf-8"))
        return {**answer["columns"], header[-1]: answer["classes"]}
    columns = {}
    for j, column in enumerate(header):
        present = {row[j] for row in rows if row[j]}
        numeric = all(re.fullmatch(r"-?\d+(\.\d+)?", value) for value in present)
        columns[column] = "continuous" if numeric else sorted(present)
    return columns


def as_arff(name, columns, header, rows):
    lines = [f"@relation {name}"]
    for column in header:
        kind = "numeric" if columns[column] == "continuous" else "{" + ",".join(columns[column]) + "}"
        lines.append(f"@attribute {column} {kind}")
    lines.append("@data")
    lines += [",".join(value or "?" for value in row) for row in rows]
    return "\n".join(lines) + "\n"


def run_j48(arff, options):
    command = ["java", "-cp", WEKA, "weka.classifiers.trees.J48", "-t", arff, *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


LEAF = re.compile(r"(?P<test>.*?): (?P<cls>\S+) \((?P<n>[\d.]+)(?:/(?P<errors>[\d.]+))?\)$")
TEST = re.compile(r"(?P<attribute>\S+) (?P<sign><=|>|=) (?P<value>\S+)$")


def read_tree(text):
    """The printed tree as nested dictionaries: one line a branch, one ``|   `` for each level of depth."""
    body = text.split("------------------\n", 1)[1].split("Number of Leaves", 1)[0]
    lines = [line for line in body.splitlines() if line.strip()]
    root = {}
    open_nodes = [root]
    for line in lines:
        depth = line.count("|   ")
        content = line.replace("|   ", "")
        leaf = LEAF.match(content)
        test = TEST.match(leaf["test"] if leaf else content)
        if test is None:  # the whole tree is one leaf
            child = root
        else:
            parent = open_nodes[depth]
            child = {}
            parent["attribute"] = test["attribute"]
            if test["sign"] == "=":
                parent.setdefault("groups", []).append([test["value"]])
            else:
                parent["threshold"] = float(test["value"])
            parent.setdefault("branches", []).append(child)
        if leaf:
            child |= {"n": float(leaf["n"]), "errors": float(leaf["errors"] or 0), "class": leaf["cls"]}
        open_nodes[depth + 1 :] = [child]
    return root


def read_predictions(text):
    """(predicted class, distribution) of every row, from the table that ``-p 0 -distribution`` prints."""
    rows = re.findall(r"^\s*\d+\s+\S+\s+\d+:(\S+)\s+\+?\s*([\d.,*]+)\s*$", text, flags=re.MULTILINE)
    return [{"class": cls, "proba": [float(p.lstrip("*")) for p in proba.split(",")]} for cls, proba in rows]


def record(name, path):
    header, rows = read_table(path)
    columns = declared_values(name, header, rows)
    answer = {"table": name, "weka": "3.6.14", "columns": columns, "trees": {}}
    with tempfile.TemporaryDirectory() as scratch:
        arff = str(Path(scratch) / "table.arff")
        Path(arff).write_text(as_arff(name, columns, header, rows), encoding="utf-8")
        for setting, options in SETTINGS.items():
            printed = run_j48(arff, [*options, "-no-cv"])
            predicted = read_predictions(run_j48(arff, ["-T", arff, "-p", "0", "-distribution", *options]))
            if len(predicted) != len(rows):
                raise ValueError(f"{name}: {len(rows)} rows, but {len(predicted)} predictions could be read")
            answer["trees"][setting] = {
                "options": " ".join(options),
                "leaves": int(re.search(r"Number of Leaves\s*:\s*(\d+)", printed)[1]),
                "size": int(re.search(r"Size of the tree\s*:\s*(\d+)", printed)[1]),
                "tree": read_tree(printed),
                "predictions": predicted,
            }
    with open(HERE / f"{name}.json", "w", encoding="utf-8") as file:
        json.dump(answer, file, separators=(",", ":"))
        file.write("\n")


def main():
    record("picnic", HERE / "tables" / "picnic.csv")
    for k in range(1, 8):
        record(f"synthetic{k}", C45 / f"synthetic{k}.csv")


if __name__ == "__main__":
    main()
