"""Minimal cost-complexity pruning: what must a leaf cost before a split is no longer worth it?

R(T) is the risk of a tree on its training cases, |T| its number of leaves, and a tree is charged
R(T) + alpha |T|. A split that saves g(t) of risk for each leaf it adds,

    g(t) = (R(t) - R(T_t)) / (|T_t| - 1),

is worth having while alpha < g(t). As alpha grows, the *weakest link*, the inner node with the smallest
g(t), is cut first; its ancestors have then lost leaves and their g changes; and so on up to the root. The
trees on the way are nested, and each of them is the cheapest of all pruned trees for its range of alpha.

Two risks are in use. scikit-learn prunes by total leaf impurity; the book, and rpart, by the misclassified
share of the cases. They agree for regression trees, where both are the mean squared error; for classification
trees they cut different branches.

To the algorithm a tree is two arrays: ``parent`` (each node comes after its parent; the root's is -1) and
``risk``, what each node would contribute if it were a leaf.

Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees*, 1984, chapter 3.
"""

from __future__ import annotations

from copy import copy
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from dtlib.estimators import TreeEstimator

Floats = NDArray[np.float64]

ROUNDING = 1e-10  # relative to the root's risk; differences up to here are none
Risk = Literal["impurity", "error"]
Fitted = TypeVar("Fitted", bound="TreeEstimator")


def cost_complexity_path(tree: TreeEstimator, risk: Risk = "impurity") -> CostComplexityPath:
    """The weakest links of a fitted tree, in the order in which they are cut.

    Parameters
    ----------
    tree : fitted estimator of this package
    risk : {"impurity", "error"}
        What a leaf contributes: its share of the cases times its impurity (scikit-learn), or the
        misclassified share of the cases (Breiman's book). For a regression tree both are its part of the
        mean squared error.

    Returns
    -------
    CostComplexityPath

    Raises
    ------
    ValueError
        If there is no such risk.

    References
    ----------
    Breiman et al. (1984), section 3.3.

    Examples
    --------
    Two questions about the wind: one of them makes no error less, so that it goes for nothing when errors are
    counted; the impurity that it takes away has a price.

    >>> import dtlib
    >>> weather = dtlib.datasets.load_weather_wind()
    >>> tree = dtlib.ID3Classifier().fit(weather.X, weather.y)
    >>> path = cost_complexity_path(tree)
    >>> path.alphas.round(3).tolist(), path.n_leaves.tolist()
    ([0.0, 0.125, 0.225], [5, 4, 1])
    >>> path = cost_complexity_path(tree, risk="error")
    >>> path.alphas.round(3).tolist(), path.n_leaves.tolist()
    ([0.0, 0.0, 0.1, 0.15], [5, 4, 3, 1])
    """
    return weakest_links(tree.tree_.parent, node_risk(tree, risk))[0]


def prune_to_alpha(tree: Fitted, alpha: float, risk: Risk = "impurity") -> Fitted:
    """The smallest pruned tree with the least R(T) + alpha |T|.

    Parameters
    ----------
    tree : fitted estimator of this package
        Not changed.
    alpha : float
        The price of a leaf; at least 0.
    risk : {"impurity", "error"}
        See :func:`cost_complexity_path`.

    Returns
    -------
    fitted estimator
        A copy that predicts with the pruned tree.

    Raises
    ------
    ValueError
        If `alpha` is negative or not a number, or there is no such risk.

    References
    ----------
    Breiman et al. (1984), section 3.3.

    Examples
    --------
    >>> import dtlib
    >>> weather = dtlib.datasets.load_weather_wind()
    >>> tree = dtlib.ID3Classifier().fit(weather.X, weather.y)
    >>> [prune_to_alpha(tree, alpha).get_n_leaves() for alpha in (0, 0.2, 0.3)]
    [5, 4, 1]
    """
    if not alpha >= 0:
        raise ValueError(f"alpha is the price of a leaf and can't be below 0; got {alpha}.")
    _, collapse_alpha = weakest_links(tree.tree_.parent, node_risk(tree, risk))
    pruned = copy(tree)
    pruned.tree_ = tree.tree_.cut(collapse_alpha <= alpha)
    return pruned


def node_risk(tree: TreeEstimator, risk: Risk) -> Floats:
    """What each node of a fitted tree would contribute to the risk if it were a leaf, shape (n_nodes,).

    Examples
    --------
    >>> import dtlib
    >>> weather = dtlib.datasets.load_play_tennis()
    >>> tree = dtlib.ID3Classifier().fit(weather.X, weather.y)
    >>> (14 * node_risk(tree, "error")).round().tolist()
    [5.0, 0.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0]
    """
    if risk not in ("impurity", "error"):
        raise ValueError(f"risk must be 'impurity' or 'error'; got {risk!r}.")
    return tree.tree_.risk(risk)


class CostComplexityPath(NamedTuple):
    """The weakest links in the order in which they are cut, one at a time.

    Attributes
    ----------
    alphas : ndarray of shape (n_steps,)
        The price of a leaf at which each step is taken; starts with 0.0 for the tree as it is.
    risks : ndarray of shape (n_steps,)
        R(T) after the step.
    n_leaves : ndarray of shape (n_steps,)
        |T| after the step.
    """

    alphas: Floats
    risks: Floats
    n_leaves: NDArray[np.intp]


def weakest_links(parent: ArrayLike, risk: ArrayLike) -> tuple[CostComplexityPath, Floats]:
    """Cut the weakest link until only the root is left.

    Equal links are cut in preorder, as scikit-learn does.

    Parameters
    ----------
    parent : array-like of shape (n_nodes,)
        The number of each node's parent, smaller than its own; -1 for the root.
    risk : array-like of shape (n_nodes,)
        R(t), the node's share in the risk of the tree if it is a leaf.

    Returns
    -------
    path : CostComplexityPath
    collapse_alpha : ndarray of shape (n_nodes,)
        The alpha from which on each node isn't split; 0.0 for a leaf. It never grows from a node to its
        child.

    References
    ----------
    Breiman et al. (1984), section 3.3.

    Examples
    --------
    A root with 10 errors; its right child, with 4, splits into two leaves with 1 error each:

    >>> path, collapse_alpha = weakest_links(parent=[-1, 0, 0, 2, 2], risk=[10, 1, 4, 1, 1])
    >>> path.alphas.tolist(), path.risks.tolist(), path.n_leaves.tolist()
    ([0.0, 2.0, 5.0], [3.0, 5.0, 10.0], [3, 2, 1])
    >>> collapse_alpha.tolist()
    [5.0, 0.0, 2.0, 0.0, 0.0]
    """
    up = np.asarray(parent).tolist()
    own = np.asarray(risk, dtype=np.float64).tolist()
    children = children_of(up)
    preorder = _preorder(children)

    leaves = [0 if below else 1 for below in children]
    branch = [0.0 if below else own[node] for node, below in enumerate(children)]
    for node in range(len(up) - 1, 0, -1):
        leaves[up[node]] += leaves[node]
        branch[up[node]] += branch[node]

    def link(node: int) -> float:
        return (own[node] - branch[node]) / (leaves[node] - 1)

    collapse_alpha = np.zeros(len(up))
    queue = [(link(node), preorder[node], node) for node, below in enumerate(children) if below]
    heapify(queue)
    alpha = 0.0
    steps = [(alpha, branch[0], leaves[0])]
    while queue:
        strength, _, node = heappop(queue)
        if leaves[node] == 1:
            continue  # gone already, with an ancestor
        if strength != link(node):
            # Something below it was cut since, which can only have made the link stronger.
            heappush(queue, (link(node), preorder[node], node))
            continue
        alpha = max(alpha, strength)
        lost_leaves, added_risk = leaves[node] - 1, own[node] - branch[node]
        _close(node, children, leaves, collapse_alpha, alpha)
        branch[node] = own[node]
        while (node := up[node]) >= 0:
            leaves[node] -= lost_leaves
            branch[node] += added_risk
        steps.append((alpha, branch[0], leaves[0]))
    alphas, risks, n_leaves = (np.array(column) for column in zip(*steps, strict=True))
    return CostComplexityPath(alphas, risks, n_leaves), collapse_alpha


def _close(
    top: int, children: list[list[int]], leaves: list[int], collapse_alpha: Floats, alpha: float
) -> None:
    """Make a leaf of the node, and of every node below it that is still split."""
    pending = [top]
    while pending:
        node = pending.pop()
        if leaves[node] > 1:
            leaves[node] = 1
            collapse_alpha[node] = alpha
            pending.extend(children[node])


def one_pass_complexity(parent: ArrayLike, risk: ArrayLike, alpha: float = 0.0) -> Floats:
    """The complexity that rpart prints for each node, which may be a little less than its weakest link.

    rpart computes it in one pass from the leaves to the root, remembering for each child only the subtree
    that is left when the child itself is about to be cut. If the parent is cut before that child, some of
    the child's branches are taken as gone that are still there. A table that this happens to contradicts
    itself: CP times the root's risk is not what a split saves between that row and the next.

    Parameters
    ----------
    parent : array-like of shape (n_nodes,)
        The number of each node's parent, smaller than its own; -1 for the root.
    risk : array-like of shape (n_nodes,)
        R(t), the node's share in the risk of the tree if it is a leaf.
    alpha : float, default=0.0
        The price of a leaf from the start: splits that are not worth it are taken back on the way.

    Returns
    -------
    collapse_alpha : ndarray of shape (n_nodes,)
        The alpha from which on rpart doesn't split each node; 0.0 for a leaf.

    References
    ----------
    Behaviour of rpart 4.1.19, recorded in ``tests/reference/rpart``.

    Examples
    --------
    The whole tree saves 11 errors with three splits, and its weakest link is the root, at 11/3. But the
    right child would be cut at 6, after its own right child, at 4: rpart counts 7 errors and two splits.

    >>> parent, risk = [-1, 0, 0, 2, 2, 4, 4], [15, 1, 13, 1, 6, 1, 1]
    >>> one_pass_complexity(parent, risk).round(2).tolist()
    [3.5, 0.0, 3.5, 0.0, 3.5, 0.0, 0.0]
    >>> weakest_links(parent, risk)[1].round(2).tolist()
    [3.67, 0.0, 3.67, 0.0, 3.67, 0.0, 0.0]
    """
    up = np.asarray(parent).tolist()
    own = np.asarray(risk, dtype=np.float64).tolist()
    children = children_of(up)
    complexity = [0.0] * len(up)
    kept_risk, kept_splits = list(own), [0] * len(up)
    dust = ROUNDING * own[0]
    for node in range(len(up) - 1, -1, -1):
        below = sorted(children[node], key=complexity.__getitem__)
        if not below:
            continue
        branch_risk = sum(kept_risk[child] for child in below)
        splits = sum(kept_splits[child] for child in below) + len(below) - 1
        for child in below:
            if (own[node] - branch_risk) / splits <= complexity[child] + dust:
                break
            branch_risk += own[child] - kept_risk[child]
            splits -= kept_splits[child]
        complexity[node] = (own[node] - branch_risk) / splits
        if complexity[node] > alpha + dust:
            kept_risk[node], kept_splits[node] = branch_risk, splits
    for node in range(1, len(up)):
        complexity[node] = min(complexity[node], complexity[up[node]])
    return np.maximum(complexity, 0.0)


def children_of(parent: list[int]) -> list[list[int]]:
    """The children of every node, in order.

    Examples
    --------
    >>> children_of([-1, 0, 0, 2, 2])
    [[1, 2], [], [3, 4], [], []]
    """
    children: list[list[int]] = [[] for _ in parent]
    for node, above in enumerate(parent):
        if above >= 0:
            children[above].append(node)
    return children


def _preorder(children: list[list[int]]) -> list[int]:
    """Each node's place when a node is visited before its children, and those from left to right."""
    place = [0] * len(children)
    pending, visited = [0], 0
    while pending:
        node = pending.pop()
        place[node] = visited
        visited += 1
        pending.extend(reversed(children[node]))
    return place
