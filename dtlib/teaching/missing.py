"""Missing values the way C4.5 treats them, one plain function for each station on a case's way.

A value that is not known is ``None``. The attribute is judged by the cases where it is known, and pays for
the others (`gain_with_missing`, `split_information`). Growing, a case without the value goes down every
branch, in parts (`split_with_weights`). Predicting, it does the same, and what the leaves say is put together
on the way back (`predict_with_missing`).

A tree is a dict. Every node holds ``counts``, the weight of each class among its training cases, and an inner
node also the attribute that it asks, and a subtree for each value::

    {"attribute": "wind", "counts": {"no": 2, "yes": 3}, "branches": {"high": {"counts": {"no": 2}},
                                                                       "low": {"counts": {"yes": 3}}}}

Source: Quinlan (1993), C4.5: Programs for Machine Learning, chapter 3.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from dtlib.measures import entropy, information_gain

Tree = Mapping[str, Any]


def gain_with_missing(values: Sequence[Any], labels: Sequence[Any]) -> float:
    """Information gain on the cases whose value is known, times their share of all cases.

    Parameters
    ----------
    values : sequence of n values
        ``None`` where the value is missing.
    labels : sequence of n labels

    Returns
    -------
    float
        Bits. 0.0 if no value is known.

    Examples
    --------
    Fourteen days, on one of which nobody noted the sky (Quinlan 1993, section 3.1):

    >>> sky = ["sunny"] * 5 + [None] + ["overcast"] * 3 + ["rain"] * 5
    >>> play = ["yes", "yes", "no", "no", "no", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "no", "no"]
    >>> round(gain_with_missing(sky, play), 3)
    0.199
    """
    known = [(value, label) for value, label in zip(values, labels, strict=True) if value is not None]
    if not known:
        return 0.0
    known_values, known_labels = zip(*known, strict=True)
    return len(known) / len(values) * information_gain(known_values, known_labels)


def split_information(values: Sequence[Any]) -> float:
    """Entropy of the split itself; the cases with a missing value count as one more branch.

    Parameters
    ----------
    values : sequence of n values
        ``None`` where the value is missing.

    Returns
    -------
    float
        Bits. 0.0 if there are no cases.

    Examples
    --------
    >>> round(split_information(["sunny"] * 5 + [None] + ["overcast"] * 3 + ["rain"] * 5), 3)
    1.809
    """
    counts = Counter(values)
    return entropy(range(len(counts)), sample_weight=list(counts.values()))


def split_with_weights(values: Sequence[Any], weights: Sequence[float]) -> dict[Any, list[float]]:
    """The weight with which each case enters each branch.

    A case whose value is known enters its branch whole. The others enter every branch with a part of their
    weight: the branch's share of the weight of the known cases. No weight is lost on the way.

    Parameters
    ----------
    values : sequence of n values
        ``None`` where the value is missing.
    weights : sequence of n positive numbers

    Returns
    -------
    dict
        For each known value, in the order of appearance, a list of n weights. Empty if no value is known.

    Examples
    --------
    >>> split_with_weights(["low", "high", "low", None], [1, 2, 1, 1])
    {'low': [1.0, 0.0, 1.0, 0.5], 'high': [0.0, 2.0, 0.0, 0.5]}
    """
    into: dict[Any, float] = {}
    for value, weight in zip(values, weights, strict=True):
        if value is not None:
            into[value] = into.get(value, 0.0) + weight
    known = sum(into.values())
    return {
        branch: [
            weight * into[branch] / known if value is None else float(weight * (value == branch))
            for value, weight in zip(values, weights, strict=True)
        ]
        for branch in into
    }


def predict_with_missing(tree: Tree, row: Mapping[str, Any]) -> dict[Hashable, float]:
    """The share of each class in what the tree says about one case.

    A leaf answers with the shares of its counts. Where the value is missing, or has no branch, all branches
    answer, and each counts by its share of the training weight.

    Parameters
    ----------
    tree : dict
        As the module describes it; every node has a training weight above 0.
    row : dict
        Maps the attribute's name to its value, ``None`` where it is missing.

    Returns
    -------
    dict
        Maps the classes to numbers that add up to 1. A class that no leaf on the way has seen is left out.

    Examples
    --------
    >>> tree = {"attribute": "wind", "counts": {"no": 2, "yes": 6}, "branches": {
    ...     "high": {"counts": {"no": 2, "yes": 2}}, "low": {"counts": {"yes": 4}}}}
    >>> predict_with_missing(tree, {"wind": "high"})
    {'no': 0.5, 'yes': 0.5}
    >>> predict_with_missing(tree, {"wind": None})
    {'no': 0.25, 'yes': 0.75}
    """
    if "attribute" not in tree:
        return {label: count / weight_of(tree) for label, count in tree["counts"].items()}
    value, branches = row[tree["attribute"]], tree["branches"]
    if value in branches:
        return predict_with_missing(branches[value], row)
    total = sum(weight_of(branch) for branch in branches.values())
    merged: dict[Hashable, float] = {}
    for branch in branches.values():
        for label, share in predict_with_missing(branch, row).items():
            merged[label] = merged.get(label, 0.0) + share * weight_of(branch) / total
    return merged


def weight_of(tree: Tree) -> float:
    """The weight of the training cases that came to a node.

    Examples
    --------
    >>> weight_of({"counts": {"no": 0.4, "yes": 3}})
    3.4
    """
    return sum(tree["counts"].values())
