"""The tree as parallel arrays: one entry per node, parents before children, siblings side by side.

Arrays say at a glance what a linked structure has to be walked for, and whole levels of cases can be sent
through them with one expression.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

NO_BRANCH = -1


@dataclass(frozen=True)
class Surrogates:
    """Splits on other columns that stand in for a split whose value is missing.

    Parallel arrays, sorted by node and, within a node, in the order in which they are asked.

    Attributes
    ----------
    node : ndarray of int, shape (n_surrogates,)
        The node they belong to.
    feature : ndarray of int, shape (n_surrogates,)
    threshold : ndarray of float, shape (n_surrogates,)
        NaN if the column is categorical.
    low_branch : ndarray of int, shape (n_surrogates,)
        The branch of the values up to the threshold; the others go to the other one.
    groups : list of (ndarray or None)
        The branch of each code of a categorical column, -1 for none.
    agreement, adjusted : ndarray of float, shape (n_surrogates,)
        The share of cases that it sends where the split does; and how far that is above the majority rule, as
        a share of what there is to be gained.
    """

    node: Integers
    feature: Integers
    threshold: Floats
    low_branch: Integers
    groups: list[Integers | None]
    agreement: Floats
    adjusted: Floats

    @classmethod
    @cache
    def none(cls) -> Surrogates:
        """A tree without surrogates."""
        numbers, integers = np.empty(0), np.empty(0, dtype=np.intp)
        return cls(integers, integers, numbers, integers, [], numbers, numbers)

    def of_node(self, node: int) -> range:
        """The positions of a node's surrogates."""
        return range(*np.searchsorted(self.node, [node, node + 1]).tolist())


@dataclass(frozen=True)
class Tree:
    """A grown tree.

    Attributes
    ----------
    parent : ndarray of int, shape (n_nodes,)
        -1 for the root, which is node 0.
    feature : ndarray of int, shape (n_nodes,)
        The column asked for; -1 in a leaf.
    threshold : ndarray of float, shape (n_nodes,)
        Values up to it go to the first child, greater ones to the second; NaN if the column is categorical.
    groups_start : ndarray of int, shape (n_nodes,)
        Where in `branch_of_code` a categorical node's codes begin; -1 in other nodes.
    branch_of_code : ndarray of int
        The branch of each code at each categorical node; -1 for a value that the node has no branch for.
    first_child, n_children : ndarray of int, shape (n_nodes,)
        Child b of a node is node ``first_child + b``; -1 and 0 in a leaf.
    default_branch : ndarray of int, shape (n_nodes,)
        Where a case goes if nothing else decides; -1 to let it stay at the node.
    value : ndarray of float, shape (n_nodes, k)
        Weight of each class; in a regression tree weight, mean and variance. A branch that no case entered
        holds what its parent holds.
    weight : ndarray of float, shape (n_nodes,)
        Weighted training cases.
    n_rows : ndarray of int, shape (n_nodes,)
        Training cases, counted.
    impurity : ndarray of float, shape (n_nodes,)
    surrogates : Surrogates
    is_regression : bool
    """

    parent: Integers
    feature: Integers
    threshold: Floats
    groups_start: Integers
    branch_of_code: Integers
    first_child: Integers
    n_children: Integers
    default_branch: Integers
    value: Floats
    weight: Floats
    n_rows: Integers
    impurity: Floats
    surrogates: Surrogates = field(default_factory=Surrogates.none)
    is_regression: bool = False

    @property
    def n_nodes(self) -> int:
        return len(self.parent)

    node_count = n_nodes

    @property
    def is_leaf(self) -> NDArray[np.bool_]:
        return self.n_children == 0

    @property
    def n_leaves(self) -> int:
        return int(self.is_leaf.sum())

    @property
    def depth(self) -> Integers:
        """The number of splits above each node."""
        depth = np.zeros(self.n_nodes, dtype=np.intp)
        for node, parent in enumerate(self.parent.tolist()[1:], start=1):
            depth[node] = depth[parent] + 1
        return depth

    @property
    def max_depth(self) -> int:
        return int(self.depth.max())

    @property
    def majority(self) -> Integers:
        """The number of the most frequent class at each node; of equals the first.

        A node that no training case reached (C4.5 has such branches) is of the class of its parent.
        """
        majority = self.value.argmax(axis=1)
        for node in np.flatnonzero(self.weight == 0).tolist():
            majority[node] = majority[self.parent[node]]
        return majority

    def children(self, node: int) -> range:
        """The numbers of a node's children."""
        first = int(self.first_child[node])
        return range(first, first + int(self.n_children[node]))

    def groups(self, node: int, n_codes: int) -> list[list[int]]:
        """The codes that go to each branch of a categorical node."""
        start = int(self.groups_start[node])
        branch_of = self.branch_of_code[start : start + n_codes]
        return [np.flatnonzero(branch_of == b).tolist() for b in range(int(self.n_children[node]))]

    def risk(self, of: str) -> Floats:
        """What each node would cost as a leaf, as a share of all cases, shape (n_nodes,).

        Parameters
        ----------
        of : {"impurity", "error"}
            Weighted impurity; or the weight of the cases that are not of the majority class (in a regression
            tree the squared error, which is the same as impurity).
        """
        if of == "impurity" or self.is_regression:
            return self.weight / self.weight[0] * self.impurity
        # Counts are exact, shares are not: subtract first. A branch of C4.5 that no case entered holds what
        # its parent holds, at no weight.
        return np.maximum(self.weight - self.value.max(axis=1), 0.0) / self.weight[0]

    def with_default_branches(self) -> Tree:
        """The tree, which is binary, with a default where there is none: the branch with more cases."""
        first = self.first_child
        second_is_heavier = self.weight.take(first + 1, mode="clip") > self.weight.take(first, mode="clip")
        undecided = ~self.is_leaf & (self.default_branch == NO_BRANCH)
        return replace(self, default_branch=np.where(undecided, second_is_heavier, self.default_branch))

    def preorder(self) -> list[int]:
        """All nodes, each before its children, those from first to last."""
        order, pending = [], [0]
        while pending:
            node = pending.pop()
            order.append(node)
            pending.extend(reversed(self.children(node)))
        return order

    def cut(self, leaves: Integers | NDArray[np.bool_]) -> Tree:
        """The tree with everything below some nodes taken away.

        Parameters
        ----------
        leaves : ndarray of bool, shape (n_nodes,), or of node numbers
            The nodes that become leaves.

        Returns
        -------
        Tree
            Its nodes keep their order.
        """
        becomes_leaf = np.zeros(self.n_nodes, dtype=bool)
        becomes_leaf[leaves] = True
        becomes_leaf |= self.is_leaf
        kept = np.ones(self.n_nodes, dtype=bool)
        gone = becomes_leaf.tolist()
        for node, parent in enumerate(self.parent.tolist()[1:], start=1):
            kept[node] = kept[parent] and not gone[parent]
        return self._without(becomes_leaf, kept)

    def trees(self) -> list[Tree]:
        """The single trees, if this is several of them side by side: each node without a parent is a root."""
        root = np.arange(self.n_nodes)
        for node, parent in enumerate(self.parent.tolist()):
            if parent >= 0:
                root[node] = root[parent]
        return [self._without(self.is_leaf, root == k) for k in np.flatnonzero(self.parent < 0)]

    def _without(self, becomes_leaf: NDArray[np.bool_], kept: NDArray[np.bool_]) -> Tree:
        number = np.append(np.cumsum(kept) - 1, -1)  # the last entry keeps -1 as -1
        of_kept = {
            f.name: getattr(self, f.name)[kept]
            for f in fields(self)
            if f.name not in ("branch_of_code", "surrogates", "is_regression")
        }
        leaf = becomes_leaf[kept]
        tree = Tree(branch_of_code=self.branch_of_code, is_regression=self.is_regression, **of_kept)
        s = self.surrogates
        stays = (kept & ~becomes_leaf)[s.node]
        return replace(
            tree,
            parent=number[tree.parent],
            feature=np.where(leaf, -1, tree.feature),
            threshold=np.where(leaf, np.nan, tree.threshold),
            groups_start=np.where(leaf, -1, tree.groups_start),
            first_child=np.where(leaf, -1, number[tree.first_child]),
            n_children=np.where(leaf, 0, tree.n_children),
            default_branch=np.where(leaf, NO_BRANCH, tree.default_branch),
            surrogates=Surrogates(
                number[s.node[stays]],
                s.feature[stays],
                s.threshold[stays],
                s.low_branch[stays],
                [group for group, stay in zip(s.groups, stays, strict=True) if stay],
                s.agreement[stays],
                s.adjusted[stays],
            ),
        )
