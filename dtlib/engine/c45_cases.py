"""C4.5's cases: a row may stand in several nodes at once, in each with a part of its weight.

A case whose value is missing goes down every branch, with the share that the branch has of the cases whose
value is known. Growing and pruning both send cases down this way, all the nodes of a level together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.targets import Classes

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


class Cases(NamedTuple):
    """Rows, each at a node and with a weight; all three arrays have the shape (n_cases,)."""

    row: Integers
    node: Integers
    weight: Floats

    def only(self, which: NDArray[np.bool_] | Integers) -> Cases:
        return Cases(self.row[which], self.node[which], self.weight[which])

    def class_weights(self, classes: Classes) -> tuple[Integers, NDArray[np.floating]]:
        """The nodes that hold a case, in order, and each one's weight by class.

        Parameters
        ----------
        classes : Classes
            Of the rows of the table.

        Returns
        -------
        nodes : ndarray of shape (n,)
        weights : ndarray of shape (n, n_classes)
        """
        nodes, place = compact(self.node)
        return nodes, classes.take(self.row).value(place[self.node], self.weight, len(nodes))


def compact(numbers: Integers) -> tuple[Integers, Integers]:
    """The distinct numbers in order, and a table from a number to its place among them."""
    present = np.zeros(numbers.max(initial=-1) + 1, dtype=bool)
    present[numbers] = True
    return np.flatnonzero(present), np.cumsum(present) - 1


def children_of(nodes: Integers, first_child: Integers, n_children: Integers) -> tuple[Integers, Integers]:
    """The children of each of the nodes, one after the other.

    Returns
    -------
    parent : ndarray of shape (n,)
        The place of each child's parent in `nodes`.
    child : ndarray of shape (n,)

    Examples
    --------
    >>> first_child, n_children = np.array([1, 3, 0, 0, 0, 0]), np.array([2, 3, 0, 0, 0, 0])
    >>> parent, child = children_of(np.array([1, 0]), first_child, n_children)
    >>> parent.tolist(), child.tolist()
    ([0, 0, 0, 1, 1], [3, 4, 5, 1, 2])
    """
    repeats = n_children[nodes]
    parent = np.repeat(np.arange(len(nodes)), repeats)
    nth = np.arange(len(parent)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    return parent, first_child[nodes][parent] + nth


def send_down(cases: Cases, branch: Integers, first_child: Integers, n_children: Integers) -> Cases:
    """Move every case to the next level.

    Parameters
    ----------
    cases : Cases
        At inner nodes.
    branch : ndarray of shape (n_cases,)
        Which child of its node each case goes to, from 0; -1 if that is not known.
    first_child, n_children : ndarray of shape (n_nodes,)
        The tree: the children of a node have consecutive numbers.

    Returns
    -------
    Cases
        Those with a known branch first, in their order; then the parts of the others. Nothing enters a branch
        that no case with a known value enters.
    """
    child = first_child[cases.node] + branch
    known = branch >= 0
    if known.all():
        return Cases(cases.row, child, cases.weight)
    placed = Cases(cases.row[known], child[known], cases.weight[known])
    parted = cases.only(~known)
    part_of, target = children_of(parted.node, first_child, n_children)
    parts = parted.only(part_of)

    into = np.bincount(placed.node, placed.weight, minlength=target.max() + 1)
    known_weight = np.bincount(cases.node[known], placed.weight, minlength=parts.node.max() + 1)
    entered = np.flatnonzero(into[target] > 0)
    share = into[target[entered]] / known_weight[parts.node[entered]]
    return Cases(
        np.concatenate([placed.row, parts.row[entered]]),
        np.concatenate([placed.node, target[entered]]),
        np.concatenate([placed.weight, parts.weight[entered] * share]),
    )
