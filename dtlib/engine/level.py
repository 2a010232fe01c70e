"""The open nodes of one depth, with their cases sorted by every column.

Sorting happens once, for the root. To hand cases down, each column's list is read from left to right and
dealt out to the children: a sorted list that is dealt out gives sorted lists. A categorical column is
sorted by code, so that cases with the same value stand side by side.

A case in a node is an *entry*. As a rule an entry is a row of the table, but C4.5 lets a row with a missing
value stand in several nodes at once, as several entries, with a part of its weight in each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.targets import Target, weighted_lines

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

FEW_BRANCHES = 4  # up to here it is quicker to read a list once for each branch than to sort it by child


class Fragments(NamedTuple):
    """Parts of cases that a node sends down more than one branch.

    Attributes
    ----------
    entry : ndarray of shape (n,)
        Which entry each part is taken from, in increasing order.
    branch : ndarray of shape (n,)
        Where it goes.
    weight : ndarray of shape (n,)
        What it weighs.
    """

    entry: Integers
    branch: Integers
    weight: Floats


class Cells(NamedTuple):
    """The values of one column that occur in each node; parallel arrays, by node and increasing value.

    Attributes
    ----------
    node : ndarray of shape (n_cells,)
        Counted within the level.
    value : ndarray of shape (n_cells,)
        The number or code.
    target_value : ndarray of shape (n_cells, k)
        What is in the cell, in the form of the tree's `value`.
    n_rows : ndarray of shape (n_cells,)
    """

    node: Integers
    value: Floats
    target_value: Floats
    n_rows: Integers


@dataclass
class Level:
    """The open nodes of one depth.

    Attributes
    ----------
    values : ndarray of shape (n_features, n_entries)
        The encoded table; NaN is missing.
    is_categorical : ndarray of bool, shape (n_features,)
    columns_with_gaps : frozenset of int
        The columns that have a missing value somewhere.
    target : Classes or Numbers
    weight : ndarray of shape (n_entries,)
    row : ndarray of shape (n_entries,)
        The row of the training table that each entry is, or is a part of.
    lines : list of ndarray of shape (n_entries,)
        The target's `lines`, times the weights.
    is_unweighted : bool
        Whether every entry weighs 1, so that weights need not be added up.
    orders : ndarray of shape (n_features, m)
        The entries of the open nodes, node by node, and within a node by the column; missing ones last.
    sizes : ndarray of shape (n_nodes,)
        Entries in each node.
    nodes : ndarray of shape (n_nodes,)
        Their numbers in the tree.
    node_value, node_impurity, node_weight : ndarray
        What the tree stores for them.
    depth : int
    starts : ndarray of shape (n_nodes + 1,)
        Where each node begins in `orders`.
    node_of : ndarray of shape (m,)
        The node, counted within the level, of each position in `orders`.
    """

    values: Floats
    is_categorical: NDArray[np.bool_]
    columns_with_gaps: frozenset[int]
    target: Target
    weight: Floats
    row: Integers
    lines: list[NDArray]
    is_unweighted: bool
    orders: Integers
    sizes: Integers
    nodes: Integers
    node_value: Floats
    node_impurity: Floats
    node_weight: Floats
    depth: int

    def __post_init__(self) -> None:
        self.starts = np.zeros(len(self.sizes) + 1, dtype=np.intp)
        self.sizes.cumsum(out=self.starts[1:])
        self.node_of = np.arange(len(self.sizes)).repeat(self.sizes)

    @property
    def is_complete(self) -> bool:
        """Whether no column has a missing value anywhere."""
        return not self.columns_with_gaps

    def below(
        self,
        orders: Integers,
        sizes: Integers,
        nodes: Integers,
        node_value: Floats,
        node_impurity: Floats,
        node_weight: Floats,
    ) -> Level:
        """The next level of the same tree."""
        return Level(
            self.values,
            self.is_categorical,
            self.columns_with_gaps,
            self.target,
            self.weight,
            self.row,
            self.lines,
            self.is_unweighted,
            orders,
            sizes,
            nodes,
            node_value,
            node_impurity,
            node_weight,
            self.depth + 1,
        )

    @property
    def n_nodes(self) -> int:
        return len(self.nodes)

    @property
    def n_features(self) -> int:
        return len(self.values)

    @property
    def entries(self) -> Integers:
        """All entries, node by node."""
        return self.orders[0]

    def sorted_by(self, feature: int) -> tuple[Integers, Integers]:
        """The entries that have a value, node by node and sorted by it, and the node of each."""
        order, node = self.orders[feature], self.node_of
        if feature in self.columns_with_gaps:
            known = ~np.isnan(self.values[feature].take(order))
            order, node = order.compress(known), node.compress(known)
        return order, node

    def cells(self, feature: int) -> Cells:
        """The cases of each node, told apart by one column; missing ones left out."""
        order, node = self.sorted_by(feature)
        value = self.values[feature].take(order)
        begins = np.append(True, (node[1:] != node[:-1]) | (value[1:] != value[:-1]))[: len(order)]
        cell = np.cumsum(begins) - 1
        n_cells = int(begins.sum())
        return Cells(
            node.compress(begins),
            value.compress(begins),
            self.target.take(order).value(cell, self.weight.take(order), n_cells),
            np.bincount(cell, minlength=n_cells),
        )

    def fragmented(self, fragments: Fragments, branch: Integers) -> tuple[Level, Integers]:
        """The level with some entries taken apart, and the branch of every position of its `entries`.

        Parameters
        ----------
        fragments : Fragments
            At least one part for each entry that has no branch yet.
        branch : ndarray of shape (m,)
            The branch of each position of `entries`; -1 for those that are taken apart.
        """
        n_entries = self.weight.size
        is_first = np.append(True, fragments.entry[1:] != fragments.entry[:-1])
        n_more = np.bincount(fragments.entry, minlength=n_entries)
        n_more[fragments.entry[is_first]] -= 1
        more_start = n_entries + np.cumsum(n_more) - n_more
        more = fragments.entry[~is_first]

        weight = np.append(self.weight, fragments.weight[~is_first])
        weight[fragments.entry[is_first]] = fragments.weight[is_first]
        branch_of = np.full(len(weight), -1, dtype=np.intp)
        branch_of[self.entries] = branch
        branch_of[fragments.entry[is_first]] = fragments.branch[is_first]
        branch_of[n_entries:] = fragments.branch[~is_first]

        copies = 1 + n_more[self.orders]
        orders = np.repeat(self.orders.ravel(), copies.ravel())
        nth_copy = np.arange(orders.size) - np.repeat(np.cumsum(copies) - copies.ravel(), copies.ravel())
        orders = np.where(nth_copy == 0, orders, more_start[orders] + nth_copy - 1)
        sizes = np.add.reduceat(copies[0], self.starts[:-1])
        target = self.target.take(np.append(np.arange(n_entries), more))
        level = replace(
            self,
            values=np.concatenate([self.values, self.values[:, more]], axis=1),
            target=target,
            lines=weighted_lines(target, weight),
            weight=weight,
            row=np.append(self.row, self.row[more]),
            orders=orders.reshape(self.n_features, -1),
            sizes=sizes,
            is_unweighted=False,
        )
        return level, branch_of[level.entries]

    def dealt_to_few(self, branch: Integers) -> Integers:
        """The entries of the open children, sorted by every column, if no node has many branches.

        Parameters
        ----------
        branch : ndarray of shape (m,)
            The branch of each position of `entries`; -1 if it leads to a leaf.

        Returns
        -------
        ndarray of shape (n_features, m_open)
            Child by child, in order of branch, then node.
        """
        branch_of = np.empty(self.weight.size, dtype=np.int8)
        branch_of[self.entries] = branch
        orders = self.orders.ravel()
        branch_in_order = branch_of.take(orders)
        n_branches = int(branch.max(initial=0)) + 1
        dealt = [
            orders.compress(branch_in_order == b).reshape(self.n_features, -1) for b in range(n_branches)
        ]
        return np.concatenate(dealt, axis=1)

    def dealt_to_many(self, child: Integers) -> Integers:
        """The entries of the open children, sorted by every column.

        Parameters
        ----------
        child : ndarray of shape (m,)
            The number of the child that each position of `entries` goes to; -1 if it is a leaf.

        Returns
        -------
        ndarray of shape (n_features, m_open)
            Child by child.
        """
        child_of = np.full(self.weight.size, -1, dtype=np.intp)
        child_of[self.entries] = child
        n_open = int((child >= 0).sum())
        dealt = np.empty((self.n_features, n_open), dtype=self.orders.dtype)
        for order, out in zip(self.orders, dealt, strict=True):
            by_child = child_of.take(order).argsort(kind="stable")
            out[:] = order.take(by_child[len(order) - n_open :])
        return dealt


def presort(values: Floats) -> Integers:
    """For each column, the rows in increasing order of its values, the missing ones last.

    Examples
    --------
    >>> presort(np.array([[3.0, np.nan, 1.0, 2.0]]))
    array([[2, 3, 0, 1]])
    """
    return np.argsort(values, axis=1)
