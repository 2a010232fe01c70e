"""The loop that grows every tree: search all open nodes, split them, hand their cases down.

An algorithm is what it answers to `Algorithm`'s questions, and nothing else.

- Which splits are candidates, and what is each worth? `best_splits` sees a level with its cases sorted by
  every column, and names one split for each node, or none.
- How does a case travel whose value is missing? `place` is asked for the cases that a split says nothing
  about, and may send them one way, or take them apart (`Level.fragmented`).
- `impurity` and `opens` say what a node is worth by itself, and whether it is worth searching at all.

Source for level-wise growth from presorted columns: Mehta, Agrawal and Rissanen (1996), SLIQ: a fast scalable
classifier for data mining, section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.level import FEW_BRANCHES, Level, presort
from dtlib.engine.routing import branches
from dtlib.engine.targets import Numbers, Target, weighted_lines
from dtlib.engine.tree import Surrogates, Tree

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]


@dataclass
class Splits:
    """One split for each node of a level; parallel arrays of shape (n_nodes,), with the meanings of `Tree`.

    Attributes
    ----------
    feature : ndarray of int
        -1 for a node that becomes a leaf.
    threshold : ndarray of float
        NaN where the column is categorical.
    n_branches : ndarray of int
        0 for a node that becomes a leaf.
    default_branch : ndarray of int
        -1 for none.
    groups_start : ndarray of int
        -1 where the column is numeric.
    branch_of_code : ndarray of int
    surrogates : Surrogates
        `node` counts within the level.
    """

    feature: Integers
    threshold: Floats
    n_branches: Integers
    default_branch: Integers
    groups_start: Integers
    branch_of_code: Integers = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    surrogates: Surrogates = field(default_factory=Surrogates.none)

    @classmethod
    def none(cls, n_nodes: int) -> Splits:
        """No split anywhere, to begin with."""
        no_branch = np.full((3, n_nodes), -1, dtype=np.intp)
        n_branches = np.zeros(n_nodes, dtype=np.intp)
        return cls(no_branch[0], np.full(n_nodes, np.nan), n_branches, no_branch[1], no_branch[2])

    def cut(self, nodes: Integers, feature: Integers, threshold: Floats) -> None:
        """Split some nodes at a threshold."""
        self.feature[nodes] = feature
        self.threshold[nodes] = threshold
        self.n_branches[nodes] = 2

    def group(self, nodes: Integers, feature: Integers, n_branches: Integers, n_codes: Integers) -> Integers:
        """Split some nodes by category, and get the place of each in `branch_of_code`, which is to be filled.

        Parameters
        ----------
        nodes, feature, n_branches, n_codes : ndarray of shape (n,)
            The last is the number of categories of the column.

        Returns
        -------
        ndarray of shape (n,)
            Code c of the i-th node belongs at ``branch_of_code[start[i] + c]``, which is -1 at first.
        """
        start = len(self.branch_of_code) + np.cumsum(n_codes) - n_codes
        self.branch_of_code = np.append(self.branch_of_code, np.full(int(n_codes.sum()), -1, dtype=np.intp))
        self.feature[nodes] = feature
        self.n_branches[nodes] = n_branches
        self.groups_start[nodes] = start
        return start


class Nodes(NamedTuple):
    """What is known of some nodes before they are searched.

    Attributes
    ----------
    value, impurity, weight, n_rows : ndarray
        As in `Tree`.
    depth : int
    """

    value: Floats
    impurity: Floats
    weight: Floats
    n_rows: Integers
    depth: int


class Algorithm(Protocol):
    """The choices that tell one algorithm from another."""

    def impurity(self, value: Floats) -> Floats:
        """The impurity of nodes with these values, shape (n_nodes,)."""
        ...

    def opens(self, nodes: Nodes) -> NDArray[np.bool_]:
        """Which nodes are to be searched for a split; the others are leaves."""
        ...

    def best_splits(self, level: Level) -> Splits:
        """A split for each node of the level, or none."""
        ...

    def place(self, level: Level, splits: Splits, branch: Integers) -> tuple[Level, Integers]:
        """Send the cases that a split says nothing about.

        Parameters
        ----------
        level : Level
        splits : Splits
        branch : ndarray of shape (m,)
            The branch of each position of ``level.entries``; -1 where the value is missing, and in nodes
            without a split.

        Returns
        -------
        level : Level
            The same, or `Level.fragmented`.
        branch : ndarray of shape (m,)
        """
        ...


def grow(
    values: Floats, is_categorical: NDArray[np.bool_], target: Target, weight: Floats, algorithm: Algorithm
) -> Tree:
    """Grow a tree.

    Parameters
    ----------
    values : ndarray of shape (n_features, n)
        Encoded by `columns.encode_columns`.
    is_categorical : ndarray of bool, shape (n_features,)
    target : Classes or Numbers
    weight : ndarray of shape (n,)
        Positive.
    algorithm : Algorithm

    Returns
    -------
    Tree
    """
    values = np.ascontiguousarray(values)  # each column in one stretch of memory
    sprout = _Sprout(algorithm, is_regression=isinstance(target, Numbers))
    n = values.shape[1]
    root = sprout.add(target, np.zeros(n, dtype=np.intp), weight, np.full(1, -1), depth=0)
    opened = np.flatnonzero(algorithm.opens(root))
    if not opened.size:
        return sprout.tree()
    level = Level(
        values=values,
        is_categorical=is_categorical,
        columns_with_gaps=frozenset(np.flatnonzero(np.isnan(values.min(axis=1))).tolist()),
        target=target,
        weight=weight,
        row=np.arange(n),
        lines=weighted_lines(target, weight),
        is_unweighted=bool((weight == 1).all()),
        orders=presort(values),
        sizes=np.array([n]),
        nodes=opened,
        node_value=root.value,
        node_impurity=root.impurity,
        node_weight=root.weight,
        depth=0,
    )
    return _grown(sprout, level)


def grow_together(
    values: Floats,
    is_categorical: NDArray[np.bool_],
    target: Target,
    weight: Floats,
    samples: Sequence[Integers],
    algorithm: Algorithm,
) -> list[Tree]:
    """Grow a tree from each of several samples of the rows, as for cross-validation.

    A level then holds nodes of all the trees. Most of the cost of a small level is in asking for it, so that
    ten trees of some thousand rows take little longer than one.

    Parameters
    ----------
    values, is_categorical, target, weight, algorithm
        As for `grow`.
    samples : sequence of ndarray of int
        Rows, in increasing order.

    Returns
    -------
    list of Tree
    """
    sprout = _Sprout(algorithm, is_regression=isinstance(target, Numbers))
    row = np.concatenate(samples)
    values, target, weight = np.ascontiguousarray(values[:, row]), target.take(row), weight[row]
    sizes = np.array([len(sample) for sample in samples])
    starts = np.cumsum(sizes) - sizes
    no_parent = np.full(len(samples), -1)
    roots = sprout.add(target, np.repeat(np.arange(len(samples)), sizes), weight, no_parent, depth=0)
    opened = np.flatnonzero(algorithm.opens(roots))
    if opened.size:
        orders = [presort(values[:, starts[k] : starts[k] + sizes[k]]) + starts[k] for k in opened.tolist()]
        level = Level(
            values=values,
            is_categorical=is_categorical,
            columns_with_gaps=frozenset(np.flatnonzero(np.isnan(values.min(axis=1))).tolist()),
            target=target,
            weight=weight,
            row=row,
            lines=weighted_lines(target, weight),
            is_unweighted=bool((weight == 1).all()),
            orders=np.concatenate(orders, axis=1),
            sizes=sizes[opened],
            nodes=opened,
            node_value=roots.value[opened],
            node_impurity=roots.impurity[opened],
            node_weight=roots.weight[opened],
            depth=0,
        )
        return _grown(sprout, level).trees()
    return sprout.tree().trees()


def _grown(sprout: _Sprout, level: Level) -> Tree:
    algorithm = sprout.algorithm
    while level.n_nodes:
        splits = algorithm.best_splits(level)
        if not splits.n_branches.any():
            break
        level, branch = _send(level, splits, algorithm)
        level = sprout.split(level, splits, branch)
    return sprout.tree()


def _send(level: Level, splits: Splits, algorithm: Algorithm) -> tuple[Level, Integers]:
    node, entries = level.node_of, level.entries
    value = level.values[splits.feature.take(node), entries]
    branch = branches(value, node, splits.threshold, splits.groups_start, splits.branch_of_code)
    is_split = splits.n_branches > 0
    if not is_split.all():
        branch[~is_split.take(node)] = -1
    if not level.is_complete and ((branch < 0) & is_split.take(node)).any():
        return algorithm.place(level, splits, branch)
    return level, branch


class _Sprout:
    """A tree that is still growing: its arrays, in a piece for each level."""

    def __init__(self, algorithm: Algorithm, *, is_regression: bool) -> None:
        self.algorithm = algorithm
        self.is_regression = is_regression
        self.nodes: list[Nodes] = []
        self.parents: list[Integers] = []
        self.splits: list[tuple[Integers, Splits, Integers]] = []
        self.n_nodes = 0

    def add(self, target: Target, group: Integers, weight: Floats, parent: Integers, depth: int) -> Nodes:
        """Add a level of nodes, each from a group of cases."""
        n_nodes = len(parent)
        value = target.value(group, weight, n_nodes)
        nodes = Nodes(
            value=value,
            impurity=self.algorithm.impurity(value),
            weight=target.weight_of(value),
            n_rows=np.bincount(group, minlength=n_nodes),
            depth=depth,
        )
        self.nodes.append(nodes)
        self.parents.append(parent)
        self.n_nodes += n_nodes
        return nodes

    def split(self, level: Level, splits: Splits, branch: Integers) -> Level:
        """Split the nodes of a level, and get the level below."""
        n_branches = splits.n_branches
        child_start = n_branches.cumsum() - n_branches
        self.splits.append((level.nodes, splits, np.where(n_branches > 0, self.n_nodes + child_start, -1)))

        entries, node, taken = level.entries, level.node_of, branch
        goes_on = branch >= 0
        if not goes_on.all():
            entries, node, taken = entries.compress(goes_on), node.compress(goes_on), branch.compress(goes_on)
        child = child_start.take(node) + taken
        first_number = self.n_nodes
        nodes = self.add(
            level.target.take(entries),
            child,
            level.weight.take(entries),
            level.nodes.repeat(n_branches),
            level.depth + 1,
        )
        opens = self.algorithm.opens(nodes)
        branch_of_child = np.arange(len(opens)) - child_start.repeat(n_branches)
        (opened,) = opens.nonzero()
        opened = opened.take(branch_of_child.take(opened).argsort(kind="stable"))
        stays_open = goes_on.copy()
        stays_open[goes_on] = opens.take(child)
        if n_branches.max(initial=0) <= FEW_BRANCHES:
            orders = level.dealt_to_few(np.where(stays_open, branch, -1))
        else:
            number = np.full(len(opens), -1)
            number[opened] = np.arange(len(opened))
            number_of_entry = np.full(len(branch), -1)
            number_of_entry[goes_on] = number.take(child)
            orders = level.dealt_to_many(number_of_entry)
        return level.below(
            orders=orders,
            sizes=nodes.n_rows.take(opened),
            nodes=first_number + opened,
            node_value=nodes.value.take(opened, axis=0),
            node_impurity=nodes.impurity.take(opened),
            node_weight=nodes.weight.take(opened),
        )

    def tree(self) -> Tree:
        """The tree as it is now."""
        n = self.n_nodes
        feature, first_child, default_branch, groups_start = (np.full(n, -1, dtype=np.intp) for _ in range(4))
        n_children = np.zeros(n, dtype=np.intp)
        threshold = np.full(n, np.nan)
        n_codes = 0
        for nodes, splits, first in self.splits:
            feature[nodes] = splits.feature
            threshold[nodes] = splits.threshold
            first_child[nodes] = first
            n_children[nodes] = splits.n_branches
            default_branch[nodes] = splits.default_branch
            groups_start[nodes] = np.where(splits.groups_start >= 0, splits.groups_start + n_codes, -1)
            n_codes += len(splits.branch_of_code)
        no_codes = np.empty(0, dtype=np.intp)
        return Tree(
            parent=np.concatenate(self.parents),
            feature=feature,
            threshold=threshold,
            groups_start=groups_start,
            branch_of_code=np.concatenate([no_codes, *(s.branch_of_code for _, s, _ in self.splits)]),
            first_child=first_child,
            n_children=n_children,
            default_branch=default_branch,
            value=np.concatenate([nodes.value for nodes in self.nodes]),
            weight=np.concatenate([nodes.weight for nodes in self.nodes]),
            n_rows=np.concatenate([nodes.n_rows for nodes in self.nodes]),
            impurity=np.concatenate([nodes.impurity for nodes in self.nodes]),
            surrogates=self._surrogates(),
            is_regression=self.is_regression,
        )

    def _surrogates(self) -> Surrogates:
        pieces = [(nodes, s.surrogates) for nodes, s, _ in self.splits if len(s.surrogates.node)]
        none = Surrogates.none()
        if not pieces:
            return none
        node = np.concatenate([none.node, *(nodes[s.node] for nodes, s in pieces)])
        order = np.argsort(node, kind="stable")
        groups = [group for _, s in pieces for group in s.groups]

        def column(name: str) -> NDArray:
            return np.concatenate([getattr(none, name), *(getattr(s, name) for _, s in pieces)])[order]

        return Surrogates(
            node[order],
            column("feature"),
            column("threshold"),
            column("low_branch"),
            [groups[i] for i in order.tolist()],
            column("agreement"),
            column("adjusted"),
        )
