"""Reduced-error pruning: cases that the tree has not seen decide which of its branches stay.

J. R. Quinlan, *Simplifying decision trees*, International Journal of Man-Machine Studies 27, 1987.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from dtlib.estimators import TreeEstimator

Fitted = TypeVar("Fitted", bound="TreeEstimator")
Integers = NDArray[np.integer]

ROUNDING = 1e-12  # relative, of sums of squared errors


def reduced_error_prune(tree: Fitted, X_val: Any, y_val: ArrayLike) -> Fitted:
    """Cut every branch without which the tree makes no more errors on other cases.

    From the leaves up, a node becomes a leaf if that costs no error on the validation cases; so does a node
    that none of them reaches. The result is the smallest of the pruned trees with the fewest errors on these
    cases.

    Parameters
    ----------
    tree : fitted estimator of this package
        Not changed.
    X_val : DataFrame or array-like of shape (n, n_features)
        Cases that were not used to grow the tree.
    y_val : array-like of shape (n,)
        Errors are wrong classes, or squared errors of a regression tree.

    Returns
    -------
    fitted estimator
        A copy that predicts with the pruned tree.

    Raises
    ------
    ValueError
        If there are no cases, or not one value of `y_val` for each of them.

    References
    ----------
    Quinlan (1987), on reduced error pruning.

    Examples
    --------
    Zhou's watermelons (2016, section 4.3), with seven of them put aside. The unpruned tree is right about
    three:

    >>> import dtlib
    >>> melons = dtlib.datasets.load_watermelon20()
    >>> X, y = melons.X[["umbilicus", "color", "root", "sound", "texture", "surface"]], melons.y
    >>> aside = [3, 4, 7, 8, 10, 11, 12]
    >>> tree = dtlib.ID3Classifier().fit(X.drop(aside), y.drop(aside))
    >>> pruned = reduced_error_prune(tree, X.loc[aside], y.loc[aside])
    >>> [round(100 * t.score(X.loc[aside], y.loc[aside]), 1) for t in (tree, pruned)]
    [42.9, 71.4]
    """
    y_val = np.asarray(y_val)
    if len(y_val) == 0:
        raise ValueError("There are no validation cases, and without any a tree would be pruned to its root.")
    stops = tree.apply(X_val)
    if len(stops) != len(y_val):
        raise ValueError(
            f"X_val has {len(stops)} rows and y_val has {len(y_val)}: give one label for each row."
        )

    parent, as_leaf = tree.tree_.parent.tolist(), np.zeros(tree.tree_.n_nodes)
    wrong = errors_at(tree, stops, y_val)
    as_tree = np.bincount(stops, wrong, minlength=len(parent))  # complete at the leaves
    node, y = stops, y_val
    while node.size:
        as_leaf += np.bincount(node, errors_at(tree, node, y), minlength=len(parent))
        node = tree.tree_.parent[node]
        node, y = node[node >= 0], y[node >= 0]

    becomes_leaf = tree.tree_.is_leaf.copy()
    for k in range(len(parent) - 1, -1, -1):
        if as_leaf[k] <= as_tree[k] * (1 + ROUNDING):
            becomes_leaf[k] = True
            as_tree[k] = as_leaf[k]
        if k > 0:
            as_tree[parent[k]] += as_tree[k]
    pruned = copy(tree)
    pruned.tree_ = tree.tree_.cut(becomes_leaf)
    return pruned


def errors_at(tree: TreeEstimator, node: Integers, y: NDArray) -> NDArray[np.float64]:
    """The error of predicting each case by one of the nodes: 0 or 1 for a class, squared for a number.

    Parameters
    ----------
    tree : fitted estimator of this package
    node : ndarray of shape (n,)
    y : ndarray of shape (n,)

    Returns
    -------
    ndarray of shape (n,)

    Examples
    --------
    >>> import dtlib
    >>> weather = dtlib.datasets.load_play_tennis()
    >>> tree = dtlib.ID3Classifier().fit(weather.X, weather.y)
    >>> float(errors_at(tree, np.zeros(14, dtype=int), weather.y.to_numpy()).sum())
    5.0
    """
    from sklearn.base import is_classifier

    if is_classifier(tree):
        return (tree.classes_[tree.tree_.majority[node]] != y).astype(np.float64)
    return (tree.tree_.value[node, 1] - y) ** 2
