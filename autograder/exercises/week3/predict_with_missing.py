"""Predicting a case with a missing value: all branches answer, each by its share."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.missing import predict_with_missing

#: Attributes and their values, from which random trees are made.
ATTRIBUTES = {
    "sky": ["blue", "grey", "black"],
    "wind": ["low", "high"],
    "season": ["spring", "summer", "autumn"],
}


def node(attribute: str, **branches: dict[str, Any]) -> dict[str, Any]:
    """An inner node; what its training cases were, its branches know."""
    counts: dict[str, float] = {}
    for branch in branches.values():
        for label, count in branch["counts"].items():
            counts[label] = counts.get(label, 0) + count
    return {"attribute": attribute, "counts": counts, "branches": branches}


def leaf(**counts: float) -> dict[str, Any]:
    """A leaf with the training weight of each class."""
    return {"counts": counts}


def random_tree(rng: np.random.Generator, attributes: list[str]) -> dict[str, Any]:
    """A tree that asks the attributes in this order, with some branches that end early."""
    if not attributes:
        counts = rng.choice([0.4, 1, 1.5, 2, 3, 5, 8], 2).tolist()
        return leaf(**dict(zip(("no", "yes"), counts, strict=True)))
    first, *others = attributes
    below = {
        value: random_tree(rng, others if place else []) for place, value in enumerate(ATTRIBUTES[first])
    }
    return node(first, **below)


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Random trees of two and three questions; rows with one gap, several, none, and unseen values."""
    for width in (2, 3):
        attributes = rng.permutation(list(ATTRIBUTES))[:width].tolist()
        tree = random_tree(rng, attributes)
        known = {name: ATTRIBUTES[name][-1] for name in attributes}
        yield Case(tree, known, group="nothing missing")
        yield Case(tree, {**known, attributes[0]: None}, group="missing values", note="at the root")
        yield Case(tree, {**known, attributes[-1]: None}, group="missing values", note="further down")
        yield Case(tree, dict.fromkeys(attributes), group="missing values", note="nothing known")
        yield Case(tree, {**known, attributes[0]: "unheard of"}, group="unseen value")
    yield Case(leaf(no=int(rng.integers(1, 9)), yes=3), {"sky": None}, group="ends", note="a lone leaf")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def no_way_out(tree, row):
    while "attribute" in tree:
        tree = tree["branches"][row[tree["attribute"]]]
    total = sum(tree["counts"].values())
    return {label: count / total for label, count in tree["counts"].items()}


def stops_at_the_node(tree, row):
    while "attribute" in tree and row[tree["attribute"]] in tree["branches"]:
        tree = tree["branches"][row[tree["attribute"]]]
    total = sum(tree["counts"].values())
    return {label: count / total for label, count in tree["counts"].items()}


def equal_voices(tree, row):
    def walk(node):
        if "attribute" not in node:
            total = sum(node["counts"].values())
            return {label: count / total for label, count in node["counts"].items()}
        value = row[node["attribute"]]
        if value in node["branches"]:
            return walk(node["branches"][value])
        merged: dict = {}
        for branch in node["branches"].values():
            for label, share in walk(branch).items():
                merged[label] = merged.get(label, 0) + share / len(node["branches"])
        return merged

    return walk(tree)


def largest_branch_only(tree, row):
    while "attribute" in tree:
        branches = tree["branches"]
        largest = max(branches, key=lambda value: sum(branches[value]["counts"].values()))
        value = row[tree["attribute"]]
        tree = branches[value if value in branches else largest]
    total = sum(tree["counts"].values())
    return {label: count / total for label, count in tree["counts"].items()}


def first_branch(tree, row):
    while "attribute" in tree:
        branches = tree["branches"]
        value = row[tree["attribute"]]
        tree = branches[value if value in branches else next(iter(branches))]
    total = sum(tree["counts"].values())
    return {label: count / total for label, count in tree["counts"].items()}


def leaves_added_up(tree, row):
    def reached(node):
        if "attribute" not in node:
            return [node["counts"]]
        value, branches = row[node["attribute"]], node["branches"]
        if value in branches:
            return reached(branches[value])
        return [counts for branch in branches.values() for counts in reached(branch)]

    merged: dict = {}
    for counts in reached(tree):
        for label, count in counts.items():
            merged[label] = merged.get(label, 0) + count
    return {label: count / sum(merged.values()) for label, count in merged.items()}


def counts_instead_of_shares(tree, row):
    def walk(node):
        if "attribute" not in node:
            return dict(node["counts"])
        value, branches = row[node["attribute"]], node["branches"]
        if value in branches:
            return walk(branches[value])
        merged: dict = {}
        for branch in branches.values():
            for label, count in walk(branch).items():
                merged[label] = merged.get(label, 0) + count
        return merged

    return walk(tree)


def label_instead_of_shares(tree, row):
    def weight(node):
        return sum(node["counts"].values())

    def walk(node):
        if "attribute" not in node:
            return {label: count / weight(node) for label, count in node["counts"].items()}
        value, branches = row[node["attribute"]], node["branches"]
        if value in branches:
            return walk(branches[value])
        merged: dict = {}
        for branch in branches.values():
            for label, share in walk(branch).items():
                merged[label] = merged.get(label, 0) + share * weight(branch) / weight(node)
        return merged

    shares = walk(tree)
    return min(shares, key=lambda label: (-shares[label], label))


def leaves_vote(tree, row):
    def weight(node):
        return sum(node["counts"].values())

    def walk(node):
        if "attribute" not in node:
            return {min(node["counts"], key=lambda label: (-node["counts"][label], label)): 1.0}
        value, branches = row[node["attribute"]], node["branches"]
        if value in branches:
            return walk(branches[value])
        merged: dict = {}
        for branch in branches.values():
            for label, share in walk(branch).items():
                merged[label] = merged.get(label, 0) + share * weight(branch) / weight(node)
        return merged

    return walk(tree)


def unseen_not_merged(tree, row):
    def weight(node):
        return sum(node["counts"].values())

    def walk(node):
        if "attribute" not in node:
            return {label: count / weight(node) for label, count in node["counts"].items()}
        value, branches = row[node["attribute"]], node["branches"]
        if value is not None:
            return walk(branches[value])
        merged: dict = {}
        for branch in branches.values():
            for label, share in walk(branch).items():
                merged[label] = merged.get(label, 0) + share * weight(branch) / weight(node)
        return merged

    return walk(tree)


# Correct solutions in other styles.


def by_recursion(tree, row):
    def weight(node):
        return sum(node["counts"].values())

    def walk(node):
        if "attribute" not in node:
            return {label: count / weight(node) for label, count in node["counts"].items()}
        chosen = node["branches"].get(row[node["attribute"]])
        branches = [chosen] if chosen else list(node["branches"].values())
        total = sum(map(weight, branches))
        merged: dict = {}
        for branch in branches:
            for label, share in walk(branch).items():
                merged[label] = merged.get(label, 0.0) + weight(branch) / total * share
        return merged

    return walk(tree)


def with_a_list_of_parts(tree, row):
    result: dict = {}
    parts = [(tree, 1.0)]
    while parts:
        node, part = parts.pop()
        total = sum(node["counts"].values())
        if "branches" not in node:
            for label, count in node["counts"].items():
                result[label] = result.get(label, 0.0) + part * count / total
            continue
        value = row[node["attribute"]]
        if value in node["branches"]:
            parts.append((node["branches"][value], part))
        else:
            for branch in node["branches"].values():
                parts.append((branch, part * sum(branch["counts"].values()) / total))
    return result


def with_counters(tree, row):
    from collections import Counter

    def walk(node, part):
        found: Counter = Counter()
        size = sum(node["counts"].values())
        if "attribute" not in node:
            for label in node["counts"]:
                found[label] += part * node["counts"][label] / size
        elif row[node["attribute"]] in node["branches"]:
            found += walk(node["branches"][row[node["attribute"]]], part)
        else:
            for branch in node["branches"].values():
                found += walk(branch, part * sum(branch["counts"].values()) / size)
        return found

    return dict(walk(tree, 1.0))


def with_pandas(tree, row):
    import pandas as pd

    def walk(node):
        counts = pd.Series(node["counts"], dtype=float)
        if "attribute" not in node:
            return counts / counts.sum()
        value = row[node["attribute"]]
        if value in node["branches"]:
            return walk(node["branches"][value])
        sizes = {v: sum(branch["counts"].values()) for v, branch in node["branches"].items()}
        below = pd.DataFrame({v: walk(branch) for v, branch in node["branches"].items()}).fillna(0.0)
        return below.mul(pd.Series(sizes)).sum(axis=1) / sum(sizes.values())

    return walk(tree).to_dict()


def without_zeros(answer: Any) -> Any:
    """An answer in which a class without a chance is left out, so that saying 0 is saying nothing."""
    if not isinstance(answer, dict):
        return answer
    return {label: share for label, share in answer.items() if share != 0}


# Quinlan's golf tree, grown from a table in which day 6 has lost its outlook.
_lost = 5 / 13
_golf = {
    "attribute": "outlook",
    "counts": {"Play": 9, "Don't Play": 5},
    "branches": {
        "sunny": {
            "attribute": "humidity",
            "counts": {"Play": 2 + _lost, "Don't Play": 3},
            "branches": {
                "<= 75": {"counts": {"Play": 2}},
                "> 75": {"counts": {"Play": _lost, "Don't Play": 3}},
            },
        },
        "overcast": {"counts": {"Play": 3 + 3 / 13}},
        "rain": {
            "attribute": "windy",
            "counts": {"Play": 3 + _lost, "Don't Play": 2},
            "branches": {
                "true": {"counts": {"Play": _lost, "Don't Play": 2}},
                "false": {"counts": {"Play": 3}},
            },
        },
    },
}

exercise = Exercise(
    id="week3/predict_with_missing",
    signature="predict_with_missing(tree, row)",
    returns="a dictionary from class to share",
    points=6,
    hidden_points=6,
    reference=predict_with_missing,
    cases=(
        Case(
            _golf,
            {"outlook": "sunny", "humidity": None, "windy": "false"},
            note="Quinlan's example: Play 44 %, Don't Play 56 %",
        ),
        Case(_golf, {"outlook": "rain", "humidity": "> 75", "windy": "true"}, note="nothing missing"),
        Case(_golf, {"outlook": "overcast", "humidity": None, "windy": None}, note="missing, but not asked"),
        Case(
            _golf,
            {"outlook": None, "humidity": "> 75", "windy": "true"},
            group="missing values",
            note="no outlook: three branches, two of which go on asking",
        ),
        Case(
            _golf,
            {"outlook": None, "humidity": None, "windy": "false"},
            group="missing values",
            note="two questions without an answer",
        ),
        Case(
            _golf,
            {"outlook": None, "humidity": None, "windy": None},
            group="missing values",
            note="nothing known: the shares of the whole table",
        ),
        Case(
            _golf,
            {"outlook": "fog", "humidity": "<= 75", "windy": "true"},
            group="unseen value",
            note="no branch for fog: treated as missing",
        ),
        Case({"counts": {"no": 1, "yes": 3}}, {"sky": None}, group="edge case", note="the tree is a leaf"),
    ),
    draw=draw,
    hints=(
        "Begin with a leaf: divide its counts by their sum, and you have the shares of the classes.",
        "At an inner node whose value is known, go down that branch. Otherwise ask *all* branches, and give "
        "each a weight: its training cases divided by those of all branches together.",
        "Let the function call itself on each branch, and add weight * share to merged.get(label, 0). A "
        "branch's training cases are the sum of its own counts, even if it goes on asking.",
    ),
    misconceptions=(
        Misconception(
            "no way out for missing values",
            "A missing value ends in a KeyError. This function exists for the cases that have one.",
            "If the value is not among the branches, ask them all.",
            no_way_out,
        ),
        Misconception(
            "stops at the node",
            "Where the value is missing you answer with the shares of the node itself. But the questions "
            "further down may have answers, and you never ask them.",
            "Go down every branch, and merge what comes back.",
            stops_at_the_node,
        ),
        Misconception(
            "equal voices",
            "You take the plain average over the branches. A branch in which one training case stood then "
            "says as much as one with a hundred.",
            "Weight each branch by its share of the training cases.",
            equal_voices,
        ),
        Misconception(
            "largest branch only",
            "You follow the largest branch. It is the likeliest one, but the others are possible, and "
            "their answers are lost.",
            "Merge the answers of all branches, each with its share.",
            largest_branch_only,
        ),
        Misconception(
            "first branch",
            "You walk into the first branch when the value is missing. Which one is first is an accident.",
            "Merge the answers of all branches, each with its share.",
            first_branch,
        ),
        Misconception(
            "leaves added up",
            "You add up the counts of all leaves that you reach. Then a branch that goes on asking counts "
            "only with the one leaf at its end, although all of its cases came that way.",
            "A branch's voice is the sum of *its own* counts. Turn each leaf into shares first.",
            leaves_added_up,
        ),
        Misconception(
            "counts instead of shares",
            "You return training counts. What is asked for is the share of each class; the shares "
            "add up to 1.",
            "At a leaf, divide each count by the sum of the counts.",
            counts_instead_of_shares,
        ),
        Misconception(
            "label instead of shares",
            "You return the likeliest class alone. How sure the tree is matters too, most of all when a "
            "value is missing.",
            "Return the whole dictionary of shares.",
            label_instead_of_shares,
        ),
        Misconception(
            "leaves vote",
            "You let each leaf answer with its majority class alone. A leaf of three against two then sounds "
            "as sure as one of five to nothing.",
            "A leaf answers with the shares of all its classes.",
            leaves_vote,
        ),
        Misconception(
            "unseen values not merged",
            "None is treated well, but a value for which the node has no branch ends in a KeyError. To the "
            "node it is all the same: it can't say where to go.",
            "Ask whether the value is among the branches, rather than whether it is None.",
            unseen_not_merged,
        ),
    ),
    alternatives={
        "recursion": by_recursion,
        "a list of parts": with_a_list_of_parts,
        "Counter": with_counters,
        "pandas": with_pandas,
    },
    canonical=without_zeros,
)
