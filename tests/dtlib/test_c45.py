"""C4.5 against the trees that the original program, Release 8, grew and pruned on eight generated tables.

The recordings are in ``tests/reference/c45``. Each is compared node by node: attribute, threshold, weighted
cases, class distribution, class, errors; and so are the figures of the line that the program prints about the
whole tree.
"""

import csv
import json
import re
from pathlib import Path

import pytest

from dtlib.teaching import c45 as teaching

REFERENCE = Path(__file__).parents[1] / "reference" / "c45"
TABLES = sorted(path.stem for path in REFERENCE.glob("synthetic*.json"))


class Recording:
    """One table with the trees and the line printed by the original program."""

    def __init__(self, name):
        recorded = json.loads((REFERENCE / f"{name}.json").read_text())
        with open(REFERENCE / f"{name}.csv", newline="") as file:
            table = list(csv.DictReader(file))
        self.labels = [row.pop("class") for row in table]
        self.domains = {
            name: None if values == "continuous" else values for name, values in recorded["columns"].items()
        }
        self.rows = [{name: self._read(name, text) for name, text in row.items()} for row in table]
        self.unpruned, self.pruned = recorded["unpruned"], recorded["pruned"]
        numbers = [float(number) for number in re.findall(r"[\d.]+", recorded["summary"])]
        names = (
            "size",
            "errors",
            "error_rate",
            "pruned_size",
            "pruned_errors",
            "pruned_error_rate",
            "estimate",
        )
        self.printed = dict(zip(names, numbers, strict=True))
        given = re.match(r"-m (\d+) -c (\d+)", recorded["options"])
        self.options = {"min_instances": int(given[1]), "confidence": int(given[2]) / 100} if given else {}

    def _read(self, name, text):
        if text == "":
            return None
        return float(text) if self.domains[name] is None else text


def differences(node, recorded, where="root"):
    """Every place where a tree, written as nested dicts, is not the recorded one."""
    if node.get("attribute") != recorded.get("attribute"):
        return [f"{where}: tests {node.get('attribute')}, recorded {recorded.get('attribute')}"]
    found = []
    if node["n"] != pytest.approx(recorded["n"], abs=1e-3):
        found.append(f"{where}: {node['n']} cases, recorded {recorded['n']}")
    if node["dist"] != pytest.approx(recorded["dist"], abs=1e-3):
        found.append(f"{where}: distribution {node['dist']}, recorded {recorded['dist']}")
    if node["cls"] != recorded["cls"]:
        found.append(f"{where}: class {node['cls']}, recorded {recorded['cls']}")
    if node["errors"] != pytest.approx(recorded["errors"], abs=1e-2):
        found.append(f"{where}: {node['errors']} errors, recorded {recorded['errors']}")
    if "threshold" in recorded and node["threshold"] != pytest.approx(recorded["threshold"], rel=1e-6):
        found.append(f"{where}: cut at {node['threshold']}, recorded {recorded['threshold']}")
    branches, recorded_branches = node.get("branches", []), recorded.get("branches", [])
    if [branch["value"] for branch in branches] != [branch["value"] for branch in recorded_branches]:
        return [*found, f"{where}: branches {branches}, recorded {recorded_branches}"]
    for branch, other in zip(branches, recorded_branches, strict=True):
        found += differences(branch, other, f"{where}/{node['attribute']} {branch['value']}")
    return found


def size(node):
    return 1 + sum(size(branch) for branch in node.get("branches", []))


# --- The teaching version -------------------------------------------------------------------------


def as_dict(node, value=None):
    tree = {"n": node.cases, "errors": node.errors, "cls": node.label, "dist": [*node.distribution.values()]}
    if value is not None:
        tree["value"] = value
    if node.attribute is not None:
        tree["attribute"] = node.attribute
        tree["branches"] = [as_dict(branch, value) for value, branch in node.branches.items()]
        if node.threshold is not None:
            tree["threshold"] = node.threshold
    return tree


def training_errors(tree, recording):
    pairs = zip(recording.rows, recording.labels, strict=True)
    return sum(teaching.predict_with_missing(tree, row) != label for row, label in pairs)


@pytest.mark.parametrize("name", TABLES)
def test_teaching_version_grows_the_recorded_tree(name):
    recording = Recording(name)
    tree = teaching.build_c45(
        recording.rows, recording.labels, recording.domains, pruning=None, **recording.options
    )
    assert differences(as_dict(tree), recording.unpruned) == []
    assert size(as_dict(tree)) == recording.printed["size"]
    assert training_errors(tree, recording) == recording.printed["errors"]


@pytest.mark.parametrize("name", TABLES)
def test_teaching_version_prunes_to_the_recorded_tree(name):
    recording = Recording(name)
    tree = teaching.build_c45(recording.rows, recording.labels, recording.domains, **recording.options)
    assert differences(as_dict(tree), recording.pruned) == []
    assert size(as_dict(tree)) == recording.printed["pruned_size"]
    assert training_errors(tree, recording) == recording.printed["pruned_errors"]
    assert round(100 * tree.errors / len(recording.rows), 1) == recording.printed["estimate"]


def test_comparison_sees_each_kind_of_difference():
    recorded = Recording("synthetic1").pruned
    for change in (
        {"attribute": "c0"},
        {"threshold": recorded["threshold"] + 0.01},
        {"n": recorded["n"] + 0.01},
        {"errors": recorded["errors"] + 0.02},
        {"cls": "k0"},
        {"dist": [19.0, 41.0]},
        {"branches": recorded["branches"][:1]},
    ):
        assert differences({**recorded, **change}, recorded), change
