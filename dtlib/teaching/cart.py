"""CART on a blackboard: one split, one stand-in, one pruning step at a time.

Rows are positions in plain lists. A tree to be pruned is a dictionary: every node has a "name" and a "risk",
which is R(t), what it would cost if it were a leaf; an inner node has a "left" and a "right" too. The risk
may be a number of errors, a share of them, or an impurity: pruning is the same.

Source: Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees: splits in chapters 2
and 4, surrogates in section 5.3, pruning in chapter 3, regression in chapter 8.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from dtlib.measures import gini
from dtlib.teaching.thresholds import DUST

Tree = dict[str, Any]


# ---- Splits


def gini_split(left: Sequence[Any], right: Sequence[Any]) -> float:
    """Gini impurity after a split: that of each side, weighted by its share of the rows.

    Parameters
    ----------
    left, right : sequences of labels

    Returns
    -------
    float
        0.0 if there are no rows at all.

    Examples
    --------
    >>> gini_split(["no", "no"], ["yes", "no"])
    0.25
    """
    n = len(left) + len(right)
    return (len(left) * gini(left) + len(right) * gini(right)) / n if n else 0.0


def best_binary_split(values: Sequence[float], labels: Sequence[Any]) -> list[float] | None:
    """The cut of a numeric column after which the Gini impurity is smallest.

    Parameters
    ----------
    values : sequence of n numbers
    labels : sequence of n labels

    Returns
    -------
    [threshold, impurity] or None
        None if there are no two different values. Rows with ``value <= threshold`` go left; the threshold is
        halfway between two neighbouring values; of equally good ones the lowest.

    Examples
    --------
    >>> best_binary_split([1, 2, 3, 4], ["no", "no", "yes", "yes"])
    [2.5, 0.0]
    """
    best = None
    for low, high in pairwise(sorted(set(values))):
        left = [label for value, label in zip(values, labels, strict=True) if value <= low]
        right = [label for value, label in zip(values, labels, strict=True) if value > low]
        impurity = gini_split(left, right)
        if best is None or impurity < best[1] - DUST:
            best = [(low + high) / 2, impurity]
    return best


def best_subset_split(values: Sequence[Any], labels: Sequence[Any]) -> list[Any] | None:
    """The division of a category's values into two groups after which the Gini impurity is smallest.

    All 2^(k - 1) - 1 groupings of k values are tried.

    Parameters
    ----------
    values : sequence of n values that can be sorted
    labels : sequence of n labels

    Returns
    -------
    [left, right, impurity] or None
        Two sorted lists of values, `left` holding the first of all. None if there are no two different
        values.

    Examples
    --------
    >>> best_subset_split(["sun", "rain", "snow", "sun"], ["yes", "no", "no", "yes"])
    [['rain', 'snow'], ['sun'], 0.0]
    """
    best: list[Any] | None = None
    for left, right in groupings(sorted(set(values))):
        impurity = gini_split(
            [label for value, label in zip(values, labels, strict=True) if value in left],
            [label for value, label in zip(values, labels, strict=True) if value in right],
        )
        if best is None or impurity < best[2] - DUST:
            best = [left, right, impurity]
    return best


def groupings(values: Sequence[Any]) -> Iterator[tuple[list[Any], list[Any]]]:
    """Every way to divide values into two groups; the first value is always in the first group.

    Examples
    --------
    >>> list(groupings("abc"))
    [(['a'], ['b', 'c']), (['a', 'b'], ['c']), (['a', 'c'], ['b'])]
    """
    others = values[1:]
    for size in range(len(others)):
        for companions in combinations(others, size):
            yield [values[0], *companions], [value for value in others if value not in companions]


def best_regression_split(values: Sequence[float], targets: Sequence[float]) -> list[float] | None:
    """The cut of a numeric column after which the sum of squared errors is smallest.

    Each side predicts the mean of its targets.

    Parameters
    ----------
    values : sequence of n numbers
    targets : sequence of n numbers

    Returns
    -------
    [threshold, sum of squares] or None
        As in `best_binary_split`; the sum is in the unit of the targets, squared.

    Examples
    --------
    >>> best_regression_split([1, 2, 3, 4], [10, 10, 20, 22])
    [2.5, 2.0]
    """
    best = None
    tolerance = DUST * squared_error(targets)
    for low, high in pairwise(sorted(set(values))):
        left = [target for value, target in zip(values, targets, strict=True) if value <= low]
        right = [target for value, target in zip(values, targets, strict=True) if value > low]
        squares = squared_error(left) + squared_error(right)
        if best is None or squares < best[1] - tolerance:
            best = [(low + high) / 2, squares]
    return best


def squared_error(targets: Sequence[float]) -> float:
    """Sum of the squared distances from the mean, which is the best single prediction.

    Examples
    --------
    >>> squared_error([20, 22])
    2.0
    """
    if not targets:
        return 0.0
    mean = sum(targets) / len(targets)
    return float(sum((target - mean) ** 2 for target in targets))


# ---- Stand-ins


def surrogate_agreement(primary: Sequence[str | None], surrogate: Sequence[str | None]) -> list[float]:
    """How well one split stands in for another.

    Parameters
    ----------
    primary, surrogate : sequences of "left", "right" or None
        Where each split sends each row; None where the row lacks the value.

    Returns
    -------
    [agreement, adjusted]
        The share of the rows with a known primary side that the surrogate sends the same way (a row whose
        value it lacks, it sends nowhere); and how much of what the majority rule gets wrong it puts right.
        The second is 0.0 where the majority rule gets nothing wrong, and negative for a surrogate that is
        worse than it. No rows with a known side: both are 0.0.

    Examples
    --------
    The majority rule is right about three rows of five, the surrogate about four: half of what was left.

    >>> surrogate_agreement(["left"] * 3 + ["right"] * 2, ["left"] * 3 + ["right", "left"])
    [0.8, 0.5]
    """
    known = [(one, other) for one, other in zip(primary, surrogate, strict=True) if one is not None]
    if not known:
        return [0.0, 0.0]
    sides = [one for one, _ in known]
    majority = max(sides.count("left"), sides.count("right"))
    agreeing = sum(one == other for one, other in known)
    wrong = len(known) - majority
    return [agreeing / len(known), (agreeing - majority) / wrong if wrong else 0.0]


# ---- Pruning


def weakest_link(tree: Tree) -> list[Any] | None:
    """The inner node whose split saves least risk for each leaf that it adds, and how much it saves.

    Parameters
    ----------
    tree : dict
        See the head of this module.

    Returns
    -------
    [name, alpha] or None
        Of equally weak links the first, from the root down and from left to right. None for a lone leaf.

    Examples
    --------
    >>> b1, b2 = {"name": "b1", "risk": 1}, {"name": "b2", "risk": 1}
    >>> right = {"name": "B", "risk": 4, "left": b1, "right": b2}
    >>> weakest_link({"name": "A", "risk": 10, "left": {"name": "a1", "risk": 1}, "right": right})
    ['B', 2.0]
    """
    weakest = None
    for node in inner_nodes(tree):
        risks = leaf_risks(node)
        link = (node["risk"] - sum(risks)) / (len(risks) - 1)
        if weakest is None or link < weakest[1] - DUST:
            weakest = [node["name"], link]
    return weakest


def prune_sequence(tree: Tree) -> list[list[float]]:
    """The nested trees of cost-complexity pruning, from the whole tree to the root.

    Equally weak links are cut together, and so are splits that save nothing, at alpha 0.

    Parameters
    ----------
    tree : dict
        See the head of this module. It is left as it is.

    Returns
    -------
    list of [alpha, leaves, risk]
        For each tree the price of a leaf from which on it is the best, its number of leaves and its risk. The
        first alpha is 0.0; each is larger than the one before.

    Examples
    --------
    >>> b1, b2 = {"name": "b1", "risk": 1}, {"name": "b2", "risk": 1}
    >>> right = {"name": "B", "risk": 4, "left": b1, "right": b2}
    >>> prune_sequence({"name": "A", "risk": 10, "left": {"name": "a1", "risk": 1}, "right": right})
    [[0.0, 3, 3], [2.0, 2, 5], [5.0, 1, 10]]
    """
    alpha = 0.0
    sequence = []
    while True:
        weakest = weakest_link(tree)
        while weakest is not None and weakest[1] <= alpha + DUST:
            tree = without_split(tree, weakest[0])
            weakest = weakest_link(tree)
        risks = leaf_risks(tree)
        sequence.append([alpha, len(risks), sum(risks)])
        if weakest is None:
            return sequence
        alpha = weakest[1]


def inner_nodes(tree: Tree) -> Iterator[Tree]:
    """Every node that is split, from the root down and from left to right."""
    if "left" in tree:
        yield tree
        yield from inner_nodes(tree["left"])
        yield from inner_nodes(tree["right"])


def leaf_risks(tree: Tree) -> list[float]:
    """The risk of every leaf, from left to right.

    Examples
    --------
    >>> left, right = {"name": "a", "risk": 2}, {"name": "b", "risk": 1}
    >>> leaf_risks({"name": "A", "risk": 5, "left": left, "right": right})
    [2, 1]
    """
    return leaf_risks(tree["left"]) + leaf_risks(tree["right"]) if "left" in tree else [tree["risk"]]


def without_split(tree: Tree, name: str) -> Tree:
    """A copy of the tree in which the node of that name is a leaf."""
    if tree["name"] == name or "left" not in tree:
        return {"name": tree["name"], "risk": tree["risk"]}
    return tree | {side: without_split(tree[side], name) for side in ("left", "right")}
