"""C4.5: gain ratio among splits of at least average gain, cuts of numbers, divided cases, pruning by errors.

J. R. Quinlan, *C4.5: Programs for Machine Learning*, 1993; *Improved Use of Continuous Attributes in C4.5*,
Journal of Artificial Intelligence Research 4, 1996. The details are those of the program's Release 8.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.c45_cases import children_of
from dtlib.engine.c45_grouping import group_values
from dtlib.engine.c45_scores import (
    EPSILON,
    ROUNDING,
    Worth,
    choose_attribute,
    worth_of_cuts,
    worth_of_values,
)
from dtlib.engine.columns import Column
from dtlib.engine.growth import Nodes, Splits
from dtlib.engine.level import Cells, Fragments, Level
from dtlib.engine.routing import parts_of
from dtlib.engine.scoring import Entropy
from dtlib.engine.targets import Classes, Target
from dtlib.engine.tree import Tree
from dtlib.estimators import TreeClassifier, check_choice, check_number
from dtlib.pruning.error_based import pruned_by_errors, training_errors
from dtlib.pruning.pessimistic import pruned_pessimistically

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]


class C45:
    """The three choices.

    Candidates: for a categorical column a branch for every value it has, or for C4.5's groups of them; for a
    number every cut. Score: gain ratio, among the splits of at least average gain. A missing value: the case
    is divided among the branches.
    """

    def __init__(
        self,
        columns: list[Column],
        n_classes: int,
        *,
        min_instances: float,
        gain_filter: bool,
        mdl_penalty: bool,
        subset: bool,
        max_depth: int | None,
    ) -> None:
        self.n_values = np.array([len(column.categories or ()) for column in columns])
        self.n_classes = n_classes
        self.min_instances = min_instances
        self.gain_filter = gain_filter
        self.mdl_penalty = mdl_penalty
        self.subset = subset
        self.max_depth = np.inf if max_depth is None else max_depth
        self.impurity = Entropy().impurity

    def opens(self, nodes: Nodes) -> NDArray[np.bool_]:
        """Mixed nodes with cases enough for two branches."""
        mixed = nodes.weight - nodes.value.max(axis=1) > ROUNDING
        big_enough = nodes.weight >= 2 * self.min_instances - ROUNDING
        return mixed & big_enough & (nodes.depth < self.max_depth)

    def best_splits(self, level: Level) -> Splits:
        """The split with the greatest gain ratio of those with enough gain."""
        if level.depth == 0:
            self._look_at_training_table(level)
        candidates = [self._candidate(level, feature) for feature in range(level.n_features)]
        gain = np.column_stack([candidate.worth.gain for candidate in candidates])
        information = np.column_stack([candidate.worth.split_information for candidate in candidates])
        chosen = choose_attribute(gain, information, self.counts_for_mean, gain_filter=self.gain_filter)
        splits = Splits.none(level.n_nodes)
        for feature in np.unique(chosen[chosen >= 0]).tolist():
            candidates[feature].make(splits, np.flatnonzero(chosen == feature))
        return splits

    def _look_at_training_table(self, level: Level) -> None:
        self.numbers = {
            feature: np.unique(level.values[feature])
            for feature in np.flatnonzero(~level.is_categorical).tolist()
        }
        # Attributes with very many values do not raise the average gain, unless there are no others.
        many = self.n_values >= 0.3 * level.node_weight.sum()
        self.counts_for_mean = ~many if not many.all() and not self.subset else np.ones_like(many)

    def _candidate(self, level: Level, feature: int) -> _Cuts | _Branches | _Groups:
        if not level.is_categorical[feature]:
            return _Cuts(self, level, feature)
        if self.subset and self.n_values[feature] > 2:
            return _Groups(self, level, feature)
        return _Branches(self, level, feature)

    def place(self, level: Level, splits: Splits, branch: Integers) -> tuple[Level, Integers]:
        """Divide a case among the branches, by their shares of the cases whose value is known."""
        node, weight = level.node_of, level.weight.take(level.entries)
        first = np.cumsum(splits.n_branches) - splits.n_branches
        known = branch >= 0
        into = np.bincount(
            first[node[known]] + branch[known], weight[known], minlength=int(splits.n_branches.sum())
        )
        known_weight = np.bincount(node[known], weight[known], minlength=level.n_nodes)

        torn = np.flatnonzero(~known & (splits.n_branches[node] > 0))
        torn = torn[np.argsort(level.entries[torn])]
        n_parts = splits.n_branches[node[torn]]
        part_of = np.repeat(torn, n_parts)
        to_branch = np.arange(len(part_of)) - np.repeat(np.cumsum(n_parts) - n_parts, n_parts)
        share = into[first[node[part_of]] + to_branch] / known_weight[node[part_of]]
        entered = share > 0
        parts = part_of[entered]
        return level.fragmented(
            Fragments(level.entries[parts], to_branch[entered], weight[parts] * share[entered]), branch
        )


class _Cuts:
    """A numeric column, to be cut at the best place."""

    def __init__(self, algorithm: C45, level: Level, feature: int) -> None:
        self.feature, self.numbers = feature, algorithm.numbers[feature]
        assert isinstance(level.target, Classes)
        order, node = level.sorted_by(feature)
        self.value = level.values[feature].take(order)
        self.worth, self.last_below = worth_of_cuts(
            node,
            self.value,
            level.target.codes.take(order),
            level.weight.take(order),
            level.node_weight,
            algorithm.n_classes,
            min_instances=algorithm.min_instances,
            mdl_penalty=algorithm.mdl_penalty,
        )

    def make(self, splits: Splits, nodes: Integers) -> None:
        """The threshold is a number of the training table: the greatest that the midpoint is not below."""
        last = self.last_below[nodes]
        low, high = self.value[last], self.value[last + 1]
        midpoint = low + (high - low) / 2
        midpoint = np.where(midpoint < high, midpoint, low)  # neighbours in floating point have no midpoint
        place = np.searchsorted(self.numbers, midpoint, side="right") - 1
        splits.cut(nodes, np.full(len(nodes), self.feature), self.numbers[place])


class _Branches:
    """A categorical column, with a branch for every value."""

    def __init__(self, algorithm: C45, level: Level, feature: int) -> None:
        self.feature, self.n_values = feature, int(algorithm.n_values[feature])
        cells = level.cells(feature)
        self.worth = worth_of_values(
            cells.node, cells.target_value, missing_weight(level, cells), algorithm.min_instances
        )

    def make(self, splits: Splits, nodes: Integers) -> None:
        n_codes = np.full(len(nodes), self.n_values)
        start = splits.group(nodes, np.full(len(nodes), self.feature), n_codes, n_codes)
        codes = np.arange(self.n_values)
        splits.branch_of_code[start[:, None] + codes] = codes


class _Groups:
    """A categorical column, with a branch for every group of values, node by node."""

    def __init__(self, algorithm: C45, level: Level, feature: int) -> None:
        self.feature, self.n_values = feature, int(algorithm.n_values[feature])
        cells = level.cells(feature)
        missing = missing_weight(level, cells)
        starts = np.searchsorted(cells.node, np.arange(level.n_nodes + 1))
        self.groupings = []
        for node in range(level.n_nodes):
            mine = slice(starts[node], starts[node + 1])
            counts = np.zeros((self.n_values, algorithm.n_classes))
            counts[cells.value[mine].astype(np.intp)] = cells.target_value[mine]
            self.groupings.append(group_values(counts, float(missing[node]), algorithm.min_instances))
        self.worth = Worth(
            np.array([-np.inf if g is None else g.gain for g in self.groupings]),
            np.array([0.0 if g is None else g.split_information for g in self.groupings]),
        )

    def make(self, splits: Splits, nodes: Integers) -> None:
        groups = [self.groupings[node].groups for node in nodes.tolist()]  # type: ignore[union-attr]
        n_branches = np.array([len(of_node) for of_node in groups])
        feature, n_codes = np.full(len(nodes), self.feature), np.full(len(nodes), self.n_values)
        start = splits.group(nodes, feature, n_branches, n_codes)
        for begin, of_node in zip(start.tolist(), groups, strict=True):
            for branch, codes in enumerate(of_node):
                splits.branch_of_code[begin + np.array(codes)] = branch


def missing_weight(level: Level, cells: Cells) -> Floats:
    """The weight of the cases in each node whose value is missing."""
    known = np.bincount(cells.node, cells.target_value.sum(axis=1), minlength=level.n_nodes)
    return np.maximum(level.node_weight - known, 0.0)


class C45Classifier(TreeClassifier):
    """Quinlan's C4.5, Release 8.

    Parameters
    ----------
    min_instances : float, default=2
        A split needs two branches with as many cases, by weight.
    confidence : float, default=0.25
        The chance, in error-based pruning, that a leaf's true rate of error is above its estimate; between 0
        and 1. Smaller prunes more.
    gain_filter : bool, default=True
        Whether only splits of at least average gain compete. False is the bare gain ratio of many textbooks.
    mdl_penalty : bool, default=True
        Whether a cut pays log2(number of cuts tried) / (number of cases) for having had the choice. False is
        the C4.5 of the 1993 book.
    subset : bool, default=False
        Whether the values of a categorical column are gathered into groups, one branch for each. Values that
        no case at the node has share a branch of their own, even if the questions above rule them out.
    pruning : {"error_based", "pessimistic"} or None, default="error_based"
        C4.5's own rule, Quinlan's of 1987, or none.
    subtree_raising : bool, default=True
        Whether error-based pruning may put a node's largest branch into its place.
    max_depth : int, optional
        The most questions on the way to a leaf. C4.5 has no such limit.
    class_weight : dict, "balanced" or None
        Weight of each class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        In sorted order.
    tree_ : Tree
        The pruned tree; see `dtlib.export` for ways to look at it.
    columns_ : list of Column
        Name, and values if it is categorical, of every column.
    n_features_in_ : int
    feature_names_in_ : ndarray
        Only if X had column names that are all text.
    feature_importances_ : ndarray of shape (n_features,)

    Notes
    -----
    A split on a categorical column has a branch for every value that the column has in the training table
    or, if its type is a pandas category, for every value that is declared. A branch that no case enters is a
    leaf of its parent's majority.

    A case with a missing value, or one that was not seen in training, goes down every branch in part, by the
    branch's share of the node's training weight, and is predicted by the sum of what it meets. `apply` and
    `decision_path`, which can name one way only, follow the largest branch.

    Even without pruning, a subtree that is no better on the training cases than a leaf is not grown.

    Ties: of attributes whose gain ratios are within 1e-6 the first wins, since the original computes in 32
    bits; of cuts that gain the same, the lowest; of classes that are equally frequent, the first in sorted
    order.

    References
    ----------
    J. R. Quinlan, *C4.5: Programs for Machine Learning*, 1993.

    J. R. Quinlan, *Improved Use of Continuous Attributes in C4.5*, Journal of Artificial Intelligence
    Research 4, 1996.

    Examples
    --------
    >>> import dtlib
    >>> golf = dtlib.datasets.load_play_golf()
    >>> tree = dtlib.C45Classifier().fit(golf.X, golf.y)
    >>> print(dtlib.export.export_text(tree))
    outlook = overcast: Play (4)
    outlook = rain
    |   windy = false: Play (3)
    |   windy = true: Don't Play (2)
    outlook = sunny
    |   humidity <= 75: Play (2)
    |   humidity > 75: Don't Play (3)
    """

    def __init__(
        self,
        *,
        min_instances: float = 2,
        confidence: float = 0.25,
        gain_filter: bool = True,
        mdl_penalty: bool = True,
        subset: bool = False,
        pruning: str | None = "error_based",
        subtree_raising: bool = True,
        max_depth: int | None = None,
        class_weight: Any = None,
    ) -> None:
        self.min_instances = min_instances
        self.confidence = confidence
        self.gain_filter = gain_filter
        self.mdl_penalty = mdl_penalty
        self.subset = subset
        self.pruning = pruning
        self.subtree_raising = subtree_raising
        self.max_depth = max_depth
        self.class_weight = class_weight

    def _algorithm(self) -> C45:
        return C45(
            self.columns_,
            len(self.classes_),
            min_instances=self.min_instances,
            gain_filter=self.gain_filter,
            mdl_penalty=self.mdl_penalty,
            subset=self.subset,
            max_depth=self.max_depth,
        )

    def _check_params(self) -> None:
        check_number("min_instances", self.min_instances, at_least=0)
        check_number("confidence", self.confidence, at_least=0)
        if not 0 < self.confidence <= 1:
            raise ValueError(f"confidence must be above 0 and at most 1; got {self.confidence!r}.")
        if self.min_instances == 0:
            raise ValueError("min_instances must be above 0: a branch without cases is no branch.")
        check_choice("pruning", self.pruning, ("error_based", "pessimistic", None))
        check_number("max_depth", self.max_depth, at_least=0, whole=True, or_none=True)

    def _finished(self, tree: Tree, values: Floats, target: Target, weight: Floats) -> Tree:
        assert isinstance(target, Classes)
        tree = filled(collapsed(tree))
        if self.pruning == "error_based":
            tree = pruned_by_errors(
                tree,
                values,
                target,
                weight,
                confidence=self.confidence,
                subtree_raising=self.subtree_raising,
            )
        elif self.pruning == "pessimistic":
            tree = pruned_pessimistically(tree)
        return following_the_largest(tree)

    def predict_proba(self, X: Any) -> Floats:
        """The weight of each class where the row ends, whole or in parts, shape (n, n_classes)."""
        values = self._encoded(X)
        parts = parts_of(self.tree_, values)
        share = leaf_shares(self.tree_)[parts.node] * parts.weight[:, None]
        first = np.flatnonzero(np.diff(parts.row, prepend=-1))
        return np.add.reduceat(share, first, axis=0)

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the most weight, shape (n,); of equals the first in sorted order."""
        proba = self.predict_proba(X)
        return self.classes_.take((proba >= proba.max(axis=1, keepdims=True) - ROUNDING).argmax(axis=1))


def collapsed(tree: Tree) -> Tree:
    """The tree without the subtrees that are no better on the training cases than a leaf."""
    as_leaf = training_errors(tree)
    errors = np.where(tree.is_leaf, as_leaf, 0.0).tolist()
    collapses = np.zeros(tree.n_nodes, dtype=bool)
    parent, is_leaf = tree.parent.tolist(), tree.is_leaf.tolist()
    for node in range(tree.n_nodes - 1, -1, -1):
        if not is_leaf[node] and errors[node] >= as_leaf[node] - EPSILON:
            collapses[node] = True
            errors[node] = as_leaf[node]
        if node:
            errors[parent[node]] += errors[node]
    return tree.cut(collapses)


def filled(tree: Tree) -> Tree:
    """The tree with something in branches that no case entered: what their parent holds, at no weight."""
    empty = tree.weight == 0
    return replace(tree, value=np.where(empty[:, None], tree.value[tree.parent], tree.value))


def following_the_largest(tree: Tree) -> Tree:
    """The tree with the branch that has the most cases as the default of every node; of equals the first."""
    inner = np.flatnonzero(~tree.is_leaf)
    parent, child = children_of(inner, tree.first_child, tree.n_children)
    lightest_first = np.lexsort([-child, tree.weight[child], parent])
    default = tree.default_branch.copy()
    default[inner[parent[lightest_first]]] = (child - tree.first_child[inner][parent])[lightest_first]
    return replace(tree, default_branch=default)


def leaf_shares(tree: Tree) -> Floats:
    """The share of each class in each node; a node without cases gives everything to the first majority."""
    share = tree.value / tree.value.sum(axis=1, keepdims=True)
    empty = np.flatnonzero(tree.weight == 0)
    share[empty] = np.eye(share.shape[1])[tree.value[empty].argmax(axis=1)]
    return share
