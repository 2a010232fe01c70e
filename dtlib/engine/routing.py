"""How cases walk down a tree: all of them together, one level at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.tree import NO_BRANCH, Tree

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

BLOCK = 1 << 15  # cases to walk at a time, so that their values stay in the processor's cache
STEPS = 4  # between two looks at who has arrived


class Parts(NamedTuple):
    """Where the cases ended up, whole or in parts.

    Attributes
    ----------
    row : ndarray of shape (n_parts,)
    node : ndarray of shape (n_parts,)
    weight : ndarray of shape (n_parts,)
        The parts of a case add up to 1.
    """

    row: Integers
    node: Integers
    weight: Floats


def branches(
    value: Floats,
    split: Integers,
    threshold: Floats,
    groups_start: Integers,
    branch_of_code: Integers,
) -> Integers:
    """The branch that each case takes at a split.

    Parameters
    ----------
    value : ndarray of shape (n,)
        The case's number, or code, in the column that its split asks for.
    split : ndarray of shape (n,)
        Which split that is: an index into the next two.
    threshold, groups_start : ndarray of shape (n_splits,)
        As in `Tree`.
    branch_of_code : ndarray
        As in `Tree`.

    Returns
    -------
    ndarray of shape (n,)
        -1 if the value is missing, or the split has no branch for it.
    """
    branch = (value > threshold.take(split)).astype(np.intp)
    if branch_of_code.size:
        start = groups_start.take(split)
        (by_group,) = (start >= 0).nonzero()
        code = value[by_group]
        known = ~np.isnan(code)
        by_group, code = by_group[known], code[known].astype(np.intp)
        branch[by_group] = branch_of_code[start[by_group] + code]
    branch[np.isnan(value)] = NO_BRANCH
    return branch


def leaves_of(tree: Tree, values: Floats) -> Integers:
    """The node where each case ends, if every case takes one way.

    A case whose value is missing asks the surrogates, then takes the default branch; without one it stays.

    Parameters
    ----------
    tree : Tree
    values : ndarray of shape (n_features, n)
        Encoded by `columns.encode_columns`.

    Returns
    -------
    ndarray of shape (n,)
    """
    if not tree.branch_of_code.size and not np.isnan(values.sum()):
        return _leaves_by_number(tree, values)
    node = np.zeros(values.shape[1], dtype=np.intp)
    walking = np.flatnonzero(tree.feature.take(node) >= 0)
    while walking.size:
        at = node.take(walking)
        branch = branches_at(tree, values, walking, at)
        moves = branch >= 0
        walking, at, branch = walking.compress(moves), at.compress(moves), branch.compress(moves)
        below = tree.first_child.take(at) + branch
        node[walking] = below
        walking = walking.compress(tree.feature.take(below) >= 0)
    return node


def _leaves_by_number(tree: Tree, values: Floats) -> Integers:
    """The same for a table of numbers without gaps, where a step is one comparison.

    Every leaf leads to itself, so that cases may go on walking when they have arrived; who has is only
    looked up every few steps.
    """
    own_number = np.arange(tree.n_nodes)
    first_child = np.where(tree.is_leaf, own_number, tree.first_child)
    threshold = np.where(tree.is_leaf, np.inf, tree.threshold)
    column_step, row_step = (step // values.itemsize for step in values.strides)
    column = np.where(tree.is_leaf, 0, tree.feature) * column_step
    flat = values.ravel(order="K")
    node = np.zeros(values.shape[1], dtype=np.intp)
    for start in range(0, len(node), BLOCK):
        block = node[start : start + BLOCK]
        walking = np.arange(len(block))
        at, row = block, (start + walking) * row_step
        while walking.size:
            for _ in range(STEPS):
                goes_second = flat.take(column.take(at) + row) > threshold.take(at)
                at = first_child.take(at) + goes_second
            block[walking] = at
            moves = ~tree.is_leaf.take(at)
            walking, at, row = walking.compress(moves), at.compress(moves), row.compress(moves)
    return node


def branches_at(tree: Tree, values: Floats, row: Integers, node: Integers) -> Integers:
    """The branch of each case at its node, -1 for those that stay."""
    value = values[tree.feature.take(node), row]
    branch = branches(value, node, tree.threshold, tree.groups_start, tree.branch_of_code)
    undecided = np.flatnonzero(branch < 0)
    if undecided.size:
        at = node[undecided]
        branch[undecided] = by_surrogate(tree, values, row[undecided], at)
        undecided = undecided[branch[undecided] < 0]
        branch[undecided] = tree.default_branch[node[undecided]]
    return branch


def by_surrogate(tree: Tree, values: Floats, row: Integers, node: Integers) -> Integers:
    """The branch that the first surrogate with a value names, -1 if there is none."""
    branch = np.full(len(row), NO_BRANCH, dtype=np.intp)
    surrogates = tree.surrogates
    asked, last = (np.searchsorted(surrogates.node, node, side=side) for side in ("left", "right"))
    waiting = np.flatnonzero(asked < last)
    while waiting.size:
        s = asked[waiting]
        value = values[surrogates.feature[s], row[waiting]]
        low = surrogates.low_branch[s]
        named = np.where(value <= surrogates.threshold[s], low, 1 - low)
        for i in np.flatnonzero([surrogates.groups[k] is not None for k in s.tolist()]).tolist():
            groups = surrogates.groups[s[i]]
            named[i] = NO_BRANCH if np.isnan(value[i]) else groups[int(value[i])]  # type: ignore[index]
        named[np.isnan(value)] = NO_BRANCH
        branch[waiting] = named
        asked[waiting] += 1
        waiting = waiting[(named < 0) & (asked[waiting] < last[waiting])]
    return branch


def parts_of(tree: Tree, values: Floats) -> Parts:
    """Where each case ends, if a case without a value goes down every branch in part.

    Each branch gets the share of it that the branch has in the training weight of all branches.

    Parameters
    ----------
    tree : Tree
    values : ndarray of shape (n_features, n)

    Returns
    -------
    Parts
        Sorted by row.
    """
    n = values.shape[1]
    row, node, weight = np.arange(n), np.zeros(n, dtype=np.intp), np.ones(n)
    finished = []
    while row.size:
        in_leaf = tree.feature[node] < 0
        finished.append(Parts(row[in_leaf], node[in_leaf], weight[in_leaf]))
        row, node, weight = row[~in_leaf], node[~in_leaf], weight[~in_leaf]
        value = values[tree.feature[node], row]
        branch = branches(value, node, tree.threshold, tree.groups_start, tree.branch_of_code)
        whole = branch >= 0
        torn = np.flatnonzero(~whole)
        n_parts = tree.n_children[node[torn]]
        part = np.repeat(torn, n_parts)
        nth = np.arange(part.size) - np.repeat(np.cumsum(n_parts) - n_parts, n_parts)
        child = tree.first_child[node[part]] + nth
        all_children = np.bincount(part, tree.weight[child], minlength=len(row))
        share = tree.weight[child] / all_children[part]
        row = np.append(row[whole], row[part])
        weight = np.append(weight[whole], weight[part] * share)
        node = np.append(tree.first_child[node[whole]] + branch[whole], child)
    row, node, weight = (np.concatenate(column) for column in zip(*finished, strict=True))
    order = np.argsort(row, kind="stable")
    return Parts(row[order], node[order], weight[order])
