"""C4.5 against the trees that the original program, Release 8, grew and pruned on eight generated tables.

The recordings are in ``tests/reference/c45``. Each is compared node by node: attribute, threshold, weighted
cases, class distribution, class, errors; and so are the figures of the line that the program prints about the
whole tree.
"""

import csv
import json
import re
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtlib import C45Classifier
from dtlib.pruning import expected_errors
from dtlib.pruning.error_based import sum_over_leaves
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


# --- The estimator on the growth engine -----------------------------------------------------------


def as_frame(rows, domains):
    """Numbers as floats, lists of values as categories in their declared order."""
    columns = {}
    for name, values in domains.items():
        given = [row[name] for row in rows]
        columns[name] = (
            pd.Series(given, dtype=float) if values is None else pd.Series(pd.Categorical(given, values))
        )
    return pd.DataFrame(columns)


def estimator_as_dict(estimator, errors, domains, node=0, value=None):
    tree = estimator.tree_
    written = {
        "n": tree.weight[node],
        "errors": errors[node],
        "cls": estimator.classes_[tree.value[node].argmax()],
        "dist": tree.value[node].tolist(),
    }
    if value is not None:
        written["value"] = value
    if not tree.is_leaf[node]:
        name = list(domains)[tree.feature[node]]
        names = domains[name] or ["<=", ">"]
        written["attribute"] = name
        if domains[name] is None:
            written["threshold"] = tree.threshold[node]
        written["branches"] = [
            estimator_as_dict(estimator, errors, domains, child, value)
            for child, value in zip(tree.children(node), names, strict=True)
        ]
    return written


def grown_as_dict(estimator, domains):
    seen = estimator.tree_.weight - estimator.tree_.value.max(axis=1)
    return estimator_as_dict(estimator, sum_over_leaves(estimator.tree_, seen.clip(0)), domains)


def pruned_as_dict(estimator, domains):
    return estimator_as_dict(estimator, expected_errors(estimator, estimator.confidence), domains)


@pytest.mark.parametrize("name", TABLES)
def test_estimator_grows_the_recorded_tree(name):
    recording = Recording(name)
    X, y = as_frame(recording.rows, recording.domains), recording.labels
    tree = C45Classifier(pruning=None, **recording.options).fit(X, y)
    assert differences(grown_as_dict(tree, recording.domains), recording.unpruned) == []
    assert tree.tree_.n_nodes == recording.printed["size"]
    assert (tree.predict(X) != y).sum() == recording.printed["errors"]


@pytest.mark.parametrize("name", TABLES)
def test_estimator_prunes_to_the_recorded_tree(name):
    recording = Recording(name)
    X, y = as_frame(recording.rows, recording.domains), recording.labels
    tree = C45Classifier(**recording.options).fit(X, y)
    assert differences(pruned_as_dict(tree, recording.domains), recording.pruned) == []
    assert tree.tree_.n_nodes == recording.printed["pruned_size"]
    assert (tree.predict(X) != y).sum() == recording.printed["pruned_errors"]
    estimate = expected_errors(tree, tree.confidence)[0] / len(y)
    assert round(100 * estimate, 1) == recording.printed["estimate"]


# Where two attributes of the recorded trees have gain ratios within 1e-6, they split the cases into the same
# numbers: chosen attribute, runner-up, their gain ratios. No rounding, of 32 bits or 64, can part them, and
# the first attribute is taken.
TIES = {
    "synthetic2": [("c1", "c2", 1.0, 1.0)],
    "synthetic5": [
        ("c0", "c3", 0.0881, 0.0881),
        ("c1", "c2", 0.195, 0.195),
        ("c1", "c2", 0.2266, 0.2266),
        ("c1", "c3", 0.0581, 0.0581),
        ("c1", "c3", 0.794, 0.794),
        ("c1", "c4", 0.0581, 0.0581),
        ("c1", "c4", 0.2266, 0.2266),
        ("c2", "c4", 0.794, 0.794),
        ("c2", "c5", 0.0998, 0.0998),
        ("c2", "c5", 0.7123, 0.7123),
    ],
    "synthetic7": [("c0", "c1", 1.0, 1.0)],
}


@pytest.mark.parametrize("name", TABLES)
def test_ties_between_attributes_are_exact_in_the_recorded_trees(name):
    found = closest_choices(Recording(name))
    for chosen, runner_up in found:
        assert chosen.gain_ratio == pytest.approx(runner_up.gain_ratio, abs=1e-12)
    scores = [(a.attribute, b.attribute, round(a.gain_ratio, 4), round(b.gain_ratio, 4)) for a, b in found]
    assert sorted(scores) == TIES.get(name, [])


def closest_choices(recording):
    """Pairs of splits, of different attributes, that a node of the grown tree could not tell apart."""
    cases = [teaching.Case(row, label) for row, label in zip(recording.rows, recording.labels, strict=True)]
    whole = teaching.Settings(recording.domains, sorted(set(recording.labels)), cases, **recording.options)
    pairs = []
    pending = [(teaching.grow(cases, list(recording.domains), whole), cases, list(recording.domains))]
    while pending:
        node, cases, attributes = pending.pop()
        if node.attribute is None:
            continue
        splits = [s for s in (teaching.score(cases, a, whole) for a in attributes) if s is not None]
        chosen = teaching.choose_attribute_c45(splits, whole)
        others = [s for s in splits if s.attribute != chosen.attribute and s.split_information > 1e-3]
        pairs += [(chosen, s) for s in others if abs(s.gain_ratio - chosen.gain_ratio) <= teaching.TIE]
        left = [a for a in attributes if a != chosen.attribute or node.threshold is not None]
        parts = teaching.split_with_weights(cases, node.attribute, node.threshold, list(node.branches))
        pending += [(node.branches[branch], part, left) for branch, part in parts if part]
    return pairs


# --- Any table: the level-wise tree is the recursive one ------------------------------------------


@st.composite
def tables(draw):
    """Columns of numbers and of declared values, with gaps; two or three classes; rows to be predicted."""
    domains = {}
    for j in range(draw(st.integers(1, 4))):
        n_values = draw(st.sampled_from([None, None, 2, 3, 4]))
        domains[f"x{j}"] = None if n_values is None else [f"v{i}" for i in range(n_values)]
    may_miss = draw(st.booleans())

    def cell(values):
        known = st.integers(0, 7).map(float) if values is None else st.sampled_from(values)
        return st.one_of(known, known, known, st.none()) if may_miss else known

    row = st.fixed_dictionaries({name: cell(values) for name, values in domains.items()})
    rows = draw(st.lists(row, min_size=4, max_size=40))
    labels = draw(
        st.lists(st.sampled_from("abc"[: draw(st.integers(2, 3))]), min_size=len(rows), max_size=len(rows))
    )
    return domains, rows, labels, draw(st.lists(row, min_size=1, max_size=5))


options = st.fixed_dictionaries(
    {
        "min_instances": st.sampled_from([1, 2, 3, 1.5]),
        "confidence": st.sampled_from([0.05, 0.25, 0.5, 1.0]),
        "gain_filter": st.booleans(),
        "mdl_penalty": st.booleans(),
        "subtree_raising": st.booleans(),
        "pruning": st.sampled_from(["error_based", "pessimistic", None]),
    }
)


@settings(max_examples=150, deadline=None)
@given(tables(), options)
def test_estimator_and_teaching_version_agree(table, options):
    domains, rows, labels, asked = table
    recursive = teaching.build_c45(rows, labels, domains, **options)
    by_level = C45Classifier(**options).fit(as_frame(rows, domains), labels)
    as_written = pruned_as_dict if options["pruning"] == "error_based" else grown_as_dict
    assert differences(as_written(by_level, domains), as_dict(recursive)) == []
    proba = by_level.predict_proba(as_frame(asked, domains))
    for row, shares in zip(asked, proba, strict=True):
        assert shares == pytest.approx([*teaching.class_weights(recursive, row).values()], abs=1e-9)
    assert by_level.predict(as_frame(asked, domains)).tolist() == [
        teaching.predict_with_missing(recursive, row) for row in asked
    ]
