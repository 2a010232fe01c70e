"""Error-based pruning, C4.5's own: a subtree gives way to a leaf, or to its largest branch.

It does where no more errors are expected of them on new cases. What is expected is an upper limit
(:func:`dtlib.pruning.added_errors`), so that a subtree with many small leaves loses much of what it seems to
gain. From the bottom up, each inner node is compared

* with a leaf for all its cases, and
* with its largest branch, raised into its place and given *all* its cases (subtree raising).

A branch that is raised is pruned anew, with its new cases.

J. R. Quinlan, *C4.5: Programs for Machine Learning*, 1993, chapter 4; the order of the comparisons and their
margin of a tenth of an error are those of Release 8.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dtlib.engine.c45_cases import Cases, children_of, compact, send_down
from dtlib.engine.routing import branches
from dtlib.engine.scoring import Entropy
from dtlib.engine.targets import Classes
from dtlib.engine.tree import Tree
from dtlib.pruning.estimates import added_errors

if TYPE_CHECKING:
    from dtlib.estimators import TreeClassifier

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]
Fitted = TypeVar("Fitted", bound="TreeClassifier")

MARGIN = 0.1  # of an error: so much worse the smaller tree may be
ROUNDING = 1e-9  # what adding up fractions of cases in another order may change


def error_based_prune(
    tree: Fitted,
    X: Any,
    y: Any,
    *,
    sample_weight: ArrayLike | None = None,
    confidence: float = 0.25,
    subtree_raising: bool = True,
) -> Fitted:
    """Prune a fitted classification tree as C4.5 does.

    Parameters
    ----------
    tree : fitted classifier of this package
        Not changed.
    X, y, sample_weight
        The training cases: a raised branch is judged, and pruned, with the cases of its new place.
    confidence : float
        The chance that a leaf's true rate of error is above its estimate; smaller prunes more.
    subtree_raising : bool
        Whether the largest branch may take the place of its parent.

    Returns
    -------
    fitted classifier
        A copy that predicts with the pruned tree.

    Raises
    ------
    ValueError
        If X, y or the weights are not fit for training.

    References
    ----------
    J. R. Quinlan, *C4.5: Programs for Machine Learning*, 1993, chapter 4.

    Examples
    --------
    >>> import dtlib
    >>> golf = dtlib.datasets.load_play_tennis()
    >>> tree = dtlib.ID3Classifier().fit(golf.X, golf.y)
    >>> error_based_prune(tree, golf.X, golf.y).get_n_leaves(), tree.get_n_leaves()
    (5, 5)
    >>> error_based_prune(tree, golf.X, golf.y, confidence=0.001).get_n_leaves()
    1
    """
    values, classes, weight = _training_cases(tree, X, y, sample_weight)
    pruned = copy(tree)
    pruned.tree_ = pruned_by_errors(
        tree.tree_, values, classes, weight, confidence=confidence, subtree_raising=subtree_raising
    )
    return pruned


def _training_cases(
    tree: TreeClassifier, X: Any, y: Any, sample_weight: ArrayLike | None
) -> tuple[NDArray[np.floating], Classes, NDArray[np.floating]]:
    from sklearn.utils.class_weight import compute_sample_weight

    from dtlib.estimators import checked_weight

    values = tree._encoded(X)
    y = tree._checked_y(y, values.shape[1])
    codes = np.searchsorted(tree.classes_, y).clip(max=len(tree.classes_) - 1)
    unknown = tree.classes_[codes] != y
    if unknown.any():
        row = int(unknown.argmax())
        raise ValueError(
            f"y holds {y[[row]].tolist()[0]!r} at row {row}, a label that the tree was not trained with."
        )
    weight = checked_weight(sample_weight, len(y)) * compute_sample_weight(tree.class_weight, y)
    present = np.flatnonzero(weight)
    return values[:, present], Classes(codes[present], len(tree.classes_)), weight[present]


def pruned_by_errors(
    tree: Tree,
    values: NDArray[np.floating],
    classes: Classes,
    weight: NDArray[np.floating],
    *,
    confidence: float,
    subtree_raising: bool,
) -> Tree:
    """The tree after error-based pruning with its training cases, encoded as for growing."""
    pruning = Pruning(tree, values, classes, confidence, subtree_raising)
    n = values.shape[1]
    pruning.run(Cases(np.arange(n), np.zeros(n, dtype=np.intp), weight.astype(np.float64, copy=False)))
    return pruning.pruned()


def expected_errors(tree: TreeClassifier, confidence: float = 0.25) -> Floats:
    """The errors that C4.5 expects of each node's subtree, among as many new cases as it was trained with.

    Parameters
    ----------
    tree : fitted classifier of this package
    confidence : float
        That of the pruning.

    Returns
    -------
    ndarray of shape (n_nodes,)
        The root's, divided by the number of cases, is the rate of error that C4.5 prints for the whole tree.

    Examples
    --------
    >>> import dtlib
    >>> golf = dtlib.datasets.load_play_golf()
    >>> tree = dtlib.C45Classifier().fit(golf.X, golf.y)
    >>> float((expected_errors(tree)[0] / len(golf.y)).round(3))
    0.385
    """
    nodes = tree.tree_
    seen = training_errors(nodes)
    size = np.where(nodes.weight > 0, nodes.weight, 1.0)
    added = np.where(nodes.weight > 0, added_errors(size, seen, confidence), 0.0)
    return sum_over_leaves(nodes, seen + added)


def training_errors(tree: Tree) -> Floats:
    """The weighted cases that each node, taken as a leaf, gets wrong; an empty leaf gets none wrong."""
    return np.maximum(tree.weight - tree.value.max(axis=1), 0.0)


def sum_over_leaves(tree: Tree, at_leaf: Floats) -> Floats:
    """For each node, the sum of a number over the leaves below it."""
    total = np.where(tree.is_leaf, at_leaf, 0.0).tolist()
    parent = tree.parent.tolist()
    for node in range(tree.n_nodes - 1, 0, -1):
        total[parent[node]] += total[node]
    return np.array(total)


@dataclass
class Pruning:
    """A tree while it is being pruned: arrays over its nodes, changed in place.

    Attributes
    ----------
    tree : Tree
        As it was grown.
    values : ndarray of shape (n_features, n)
    classes : Classes
    test : ndarray of shape (n_nodes,)
        Whose test each node makes: its own at first, that of its largest branch if that has been raised.
    first_child, n_children : ndarray of shape (n_nodes,)
        A leaf has no children.
    label, class_weights, n_rows, errors : ndarray with n_nodes rows
        What each node is as a leaf, and the errors to expect of the subtree that hangs on it.
    """

    tree: Tree
    values: NDArray[np.floating]
    classes: Classes
    confidence: float
    subtree_raising: bool
    test: Integers = field(init=False)
    first_child: Integers = field(init=False)
    n_children: Integers = field(init=False)
    label: Integers = field(init=False)
    class_weights: Floats = field(init=False)
    n_rows: Integers = field(init=False)
    errors: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.test = np.arange(self.tree.n_nodes)
        self.first_child = self.tree.first_child.copy()
        self.n_children = self.tree.n_children.copy()
        self.label = self.tree.value.argmax(axis=1)
        self.class_weights = np.where(self.tree.weight[:, None] > 0, self.tree.value, 0.0)
        self.n_rows = self.tree.n_rows.copy()
        self.errors = np.zeros(self.tree.n_nodes)

    def run(self, cases: Cases) -> None:
        """Prune everything below the nodes at which the cases stand."""
        # Levels still to be settled, the deepest last; on top, those of branches just raised.
        pending = [self._let_down(cases)]
        while pending:
            if not pending[-1]:
                pending.pop()
                continue
            raised = self._settle(pending[-1].pop())
            if len(raised.row):
                pending.append(self._let_down(raised))

    def _let_down(self, cases: Cases) -> list[Cases]:
        """Take each node on the way for a leaf, and return the cases at inner nodes, level by level."""
        levels = []
        while len(cases.row):
            nodes, weights = cases.class_weights(self.classes)
            self.class_weights[nodes] = weights
            self.n_rows[nodes] = np.bincount(cases.node)[nodes]
            self.label[nodes], self.errors[nodes] = self._as_leaves(nodes, weights)
            cases = cases.only(self.n_children[cases.node] > 0)
            levels.append(cases)
            cases = self._step(cases)
        return levels

    def _as_leaves(self, nodes: Integers, weights: NDArray[np.floating]) -> tuple[Integers, Floats]:
        """The class of leaves for these cases, between equals their own, and the errors to expect."""
        everyone = np.arange(len(nodes))
        most = weights.max(axis=1)
        first = (weights >= most[:, None] - ROUNDING).argmax(axis=1)
        kept = weights[everyone, self.label[nodes]] >= most - ROUNDING
        label = np.where(kept, self.label[nodes], first)
        size = weights.sum(axis=1)
        seen = size - weights[everyone, label]
        return label, seen + added_errors(size, seen, self.confidence)

    def _step(self, cases: Cases) -> Cases:
        tree, test = self.tree, self.test[cases.node]
        value = self.values[tree.feature[test], cases.row]
        branch = branches(value, test, tree.threshold, tree.groups_start, tree.branch_of_code)
        return send_down(cases, branch.astype(np.intp, copy=False), self.first_child, self.n_children)

    def _settle(self, cases: Cases) -> Cases:
        """Decide about the nodes of one level, whose branches have been settled.

        Returns
        -------
        Cases
            Those of the nodes in whose place a branch was raised.
        """
        nodes, _ = compact(cases.node)
        parent, child = children_of(nodes, self.first_child, self.n_children)
        size = self.class_weights[child].sum(axis=1)
        as_subtree = np.bincount(parent, np.where(size > 0, self.errors[child], 0.0))
        largest = nodes.copy()
        most = np.maximum.reduceat(size, np.flatnonzero(np.diff(parent, prepend=-1)))
        is_largest = size >= most[parent] - ROUNDING
        largest[parent[is_largest]] = child[is_largest]  # of equals the last is written last
        raised = np.full(len(nodes), np.inf)
        if self.subtree_raising:
            raised = self._if_raised(cases, nodes, largest)

        as_leaf = self.errors[nodes]
        becomes_leaf = (as_leaf <= raised + MARGIN) & (as_leaf <= as_subtree + MARGIN)
        becomes_branch = ~becomes_leaf & (raised <= as_subtree + MARGIN)
        self.n_children[nodes[becomes_leaf]] = 0
        self.errors[nodes[~becomes_leaf]] = as_subtree[~becomes_leaf]
        place, branch = nodes[becomes_branch], largest[becomes_branch]
        for column in (self.test, self.first_child, self.n_children, self.label):
            column[place] = column[branch]
        return cases.only(np.isin(cases.node, place))

    def _if_raised(self, cases: Cases, nodes: Integers, largest: Integers) -> Floats:
        """The errors to expect of each node's largest branch, given all the cases of the node."""
        owner = np.zeros(len(self.test), dtype=np.intp)  # which of the nodes a part of the tree is tried for
        owner[largest] = np.arange(len(nodes))
        total = np.zeros(len(nodes))
        cases = Cases(cases.row, largest[np.searchsorted(nodes, cases.node)], cases.weight)
        while len(cases.row):
            at_leaf = self.n_children[cases.node] == 0
            leaves, weights = cases.only(at_leaf).class_weights(self.classes)
            _, errors = self._as_leaves(leaves, weights)
            total += np.bincount(owner[leaves], errors, minlength=len(nodes))
            cases = cases.only(~at_leaf)
            inner, _ = compact(cases.node)
            parent, child = children_of(inner, self.first_child, self.n_children)
            owner[child] = owner[inner[parent]]
            cases = self._step(cases)
        return total

    def pruned(self) -> Tree:
        """The tree that is left, its nodes numbered anew."""
        parents, kept = [np.full(1, -1)], [np.zeros(1, dtype=np.intp)]
        n_above = 0
        while len(kept[-1]):
            parent, child = children_of(kept[-1], self.first_child, self.n_children)
            parents.append(n_above + parent)
            n_above += len(kept[-1])
            kept.append(child)
        node, parent = np.concatenate(kept), np.concatenate(parents)
        test = self.test[node]
        n_children = self.n_children[node]
        first_child = 1 + np.cumsum(n_children) - n_children
        is_leaf = n_children == 0
        was_empty = self.class_weights[node].sum(axis=1) == 0
        value = np.where(was_empty[:, None], self.tree.value[node], self.class_weights[node])
        return replace(
            self.tree,
            parent=parent,
            feature=np.where(is_leaf, -1, self.tree.feature[test]),
            threshold=np.where(is_leaf, np.nan, self.tree.threshold[test]),
            groups_start=np.where(is_leaf, -1, self.tree.groups_start[test]),
            first_child=np.where(is_leaf, -1, first_child),
            n_children=n_children,
            default_branch=np.where(is_leaf, -1, self.tree.default_branch[test]),
            value=value,
            weight=self.class_weights[node].sum(axis=1),
            n_rows=self.n_rows[node],
            impurity=Entropy().impurity(value).astype(np.float64, copy=False),
        )
