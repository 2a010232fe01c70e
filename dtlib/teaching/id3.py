"""ID3 in the words of the paper: pick the attribute that tells most, split, and do the same in every branch.

A tree is a label (a leaf) or a dict with the attribute asked, the majority label of the node, and one subtree
for each value seen there::

    {"attribute": "wind", "majority": "yes", "branches": {"high": "no", "low": "yes"}}

Source: Quinlan (1986), Induction of Decision Trees, Machine Learning 1, sections 3 and 4.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from dtlib.measures import information_gain

Row = dict[str, Any]
Tree = Any  # a label, or the dict of an inner node

DUST = 1e-12  # bits; a smaller difference between two gains is rounding, not information


def majority_label(labels: Sequence[Any]) -> Any:
    """The commonest label; of equally common ones the first in sorted order.

    Examples
    --------
    >>> majority_label(["yes", "no", "no", "yes"])
    'no'
    """
    counts = Counter(labels)
    return min(counts, key=lambda label: (-counts[label], label))


def best_feature(rows: Sequence[Row], labels: Sequence[Any], attributes: Sequence[str]) -> str | None:
    """The attribute with the largest information gain.

    Parameters
    ----------
    rows : sequence of n dicts
        Each maps the attribute's name to its value.
    labels : sequence of n labels
    attributes : sequence of str
        The attributes to choose from; of equal gains the first in this order wins.

    Returns
    -------
    str or None
        None if no attribute has a gain, which includes having no attribute at all.

    Examples
    --------
    >>> rows = [{"sky": "blue", "wind": "low"}, {"sky": "blue", "wind": "high"}]
    >>> best_feature(rows, ["yes", "no"], ["sky", "wind"])
    'wind'
    """
    best, best_gain = None, 0.0
    for attribute in attributes:
        gain = information_gain([row[attribute] for row in rows], labels)
        if gain > best_gain + DUST:
            best, best_gain = attribute, gain
    return best


def build_id3(rows: Sequence[Row], labels: Sequence[Any], attributes: Sequence[str]) -> Tree:
    """Grow an ID3 tree by recursion.

    Parameters
    ----------
    rows : sequence of n dicts
        Each maps the attribute's name to its value.
    labels : sequence of n labels
    attributes : sequence of str
        The attributes that may be asked, each at most once on a path.

    Returns
    -------
    label or dict
        A leaf, or an inner node as the module describes it; branches are in the order of the sorted values.

    Raises
    ------
    ValueError
        If there are no rows.

    Examples
    --------
    >>> rows = [{"sky": "blue", "wind": "low"}, {"sky": "blue", "wind": "high"}]
    >>> build_id3(rows, ["yes", "no"], ["sky", "wind"])
    {'attribute': 'wind', 'majority': 'no', 'branches': {'high': 'no', 'low': 'yes'}}
    """
    if not rows:
        raise ValueError("There are no rows to grow a tree from.")
    majority = majority_label(labels)
    if len(set(labels)) == 1:
        return majority
    attribute = best_feature(rows, labels, attributes)
    if attribute is None:
        return majority
    others = [other for other in attributes if other != attribute]
    branches = {
        value: build_id3(*rows_with(attribute, value, rows, labels), others)
        for value in sorted({row[attribute] for row in rows})
    }
    return {"attribute": attribute, "majority": majority, "branches": branches}


def rows_with(
    attribute: str, value: Any, rows: Sequence[Row], labels: Sequence[Any]
) -> tuple[list[Row], list[Any]]:
    """The rows whose attribute has the value, with their labels.

    Examples
    --------
    >>> rows_with("wind", "low", [{"wind": "low"}, {"wind": "high"}], ["yes", "no"])
    ([{'wind': 'low'}], ['yes'])
    """
    chosen = [number for number, row in enumerate(rows) if row[attribute] == value]
    return [rows[number] for number in chosen], [labels[number] for number in chosen]


def build_id3_with_stack(rows: Sequence[Row], labels: Sequence[Any], attributes: Sequence[str]) -> Tree:
    """The same tree as `build_id3`, with the unfinished nodes on a list instead of Python's call stack.

    Every entry carries its own list of attributes, and the place where the finished node is to be hung.
    Parameters, result and errors are those of `build_id3`.

    Examples
    --------
    >>> rows = [{"sky": "blue", "wind": "low"}, {"sky": "blue", "wind": "high"}]
    >>> build_id3_with_stack(rows, ["yes", "no"], ["sky", "wind"])
    {'attribute': 'wind', 'majority': 'no', 'branches': {'high': 'no', 'low': 'yes'}}
    """
    if not rows:
        raise ValueError("There are no rows to grow a tree from.")
    trunk: dict[Any, Tree] = {"root": None}
    unfinished = [(rows, labels, attributes, trunk, "root")]
    while unfinished:
        rows, labels, attributes, parent, branch = unfinished.pop()
        majority = majority_label(labels)
        attribute = best_feature(rows, labels, attributes) if len(set(labels)) > 1 else None
        if attribute is None:
            parent[branch] = majority
            continue
        others = [other for other in attributes if other != attribute]
        branches = dict.fromkeys(sorted({row[attribute] for row in rows}))
        parent[branch] = {"attribute": attribute, "majority": majority, "branches": branches}
        for value in branches:
            unfinished.append((*rows_with(attribute, value, rows, labels), others, branches, value))
    return trunk["root"]


def predict_one(tree: Tree, row: Row) -> Any:
    """The label that the tree gives to one row.

    Parameters
    ----------
    tree : label or dict
        What `build_id3` returns.
    row : dict
        Maps the attribute's name to its value. A value for which the node has no branch gets the node's
        majority label.

    Returns
    -------
    label

    Examples
    --------
    >>> tree = {"attribute": "wind", "majority": "no", "branches": {"high": "no", "low": "yes"}}
    >>> predict_one(tree, {"wind": "low"}), predict_one(tree, {"wind": "storm"})
    ('yes', 'no')
    """
    while isinstance(tree, dict):
        tree = tree["branches"].get(row[tree["attribute"]], tree["majority"])
    return tree


def tree_to_rules(tree: Tree) -> list[tuple[dict[str, Any], Any]]:
    """One rule for each leaf, from the first branch to the last.

    Parameters
    ----------
    tree : label or dict
        What `build_id3` returns.

    Returns
    -------
    list of (conditions, label)
        `conditions` maps each attribute on the path to its value; it is empty for a tree that is a leaf.

    Examples
    --------
    >>> tree_to_rules({"attribute": "wind", "majority": "no", "branches": {"high": "no", "low": "yes"}})
    [({'wind': 'high'}, 'no'), ({'wind': 'low'}, 'yes')]
    """
    if not isinstance(tree, dict):
        return [({}, tree)]
    return [
        ({tree["attribute"]: value, **conditions}, label)
        for value, subtree in tree["branches"].items()
        for conditions, label in tree_to_rules(subtree)
    ]


def count_leaves_depth(tree: Tree) -> tuple[int, int]:
    """How many leaves the tree has, and how many questions its longest path asks.

    Parameters
    ----------
    tree : label or dict
        What `build_id3` returns.

    Returns
    -------
    (leaves, depth)
        A lone leaf is (1, 0).

    Examples
    --------
    >>> count_leaves_depth({"attribute": "wind", "majority": "no", "branches": {"high": "no", "low": "yes"}})
    (2, 1)
    """
    if not isinstance(tree, dict):
        return 1, 0
    sizes = [count_leaves_depth(subtree) for subtree in tree["branches"].values()]
    return sum(leaves for leaves, _ in sizes), 1 + max(depth for _, depth in sizes)
