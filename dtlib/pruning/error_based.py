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

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dtlib.engine.c45_cases import Cases, Floats, Integers, children_of, send_down
from dtlib.pruning.estimates import added_errors

MARGIN = 0.1  # of an error: so much worse the smaller tree may be
ROUNDING = 1e-9


@dataclass
class Pruning:
    """A tree while it is being pruned: arrays over its nodes, changed in place.

    Attributes
    ----------
    test : ndarray of shape (n_nodes,)
        Whose test each node makes: its own at first, that of its largest branch if that has been raised.
    first_child, n_children : ndarray of shape (n_nodes,)
        A leaf has no children.
    label, class_weights, errors : ndarray with n_nodes rows
        What each node is as a leaf, and the errors to expect of the subtree that hangs on it.
    """

    test: Integers
    first_child: Integers
    n_children: Integers
    label: Integers
    class_weights: Floats
    errors: Floats
    row_label: Integers
    branch_of: Callable[[Integers, Integers], Integers]
    confidence: float
    subtree_raising: bool

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
            nodes, weights = cases.class_weights(self.row_label, self.class_weights.shape[1])
            self.class_weights[nodes] = weights
            self.label[nodes], self.errors[nodes] = self._as_leaves(nodes, weights)
            cases = cases.only(self.n_children[cases.node] > 0)
            levels.append(cases)
            cases = self._step(cases)
        return levels

    def _as_leaves(self, nodes: Integers, weights: Floats) -> tuple[Integers, Floats]:
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
        branch = self.branch_of(cases.row, self.test[cases.node])
        return send_down(cases, branch, self.first_child, self.n_children)

    def _settle(self, cases: Cases) -> Cases:
        """Decide about the nodes of one level, whose branches have been settled.

        Returns
        -------
        Cases
            Those of the nodes in whose place a branch was raised.
        """
        nodes = np.unique(cases.node)
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
            leaves, weights = cases.only(at_leaf).class_weights(self.row_label, self.class_weights.shape[1])
            _, errors = self._as_leaves(leaves, weights)
            total += np.bincount(owner[leaves], errors, minlength=len(nodes))
            cases = cases.only(~at_leaf)
            inner = np.unique(cases.node)
            parent, child = children_of(inner, self.first_child, self.n_children)
            owner[child] = owner[inner[parent]]
            cases = self._step(cases)
        return total
