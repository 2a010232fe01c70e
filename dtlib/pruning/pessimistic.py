"""Pessimistic pruning: half an error for every leaf, and the benefit of the doubt for the smaller tree.

This is Quinlan's rule of 1987, which many articles describe under the name of C4.5. C4.5 has another one
(:mod:`dtlib.pruning.error_based`).
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from dtlib.engine.tree import Tree
from dtlib.pruning.error_based import sum_over_leaves, training_errors
from dtlib.pruning.estimates import pessimistic_errors

if TYPE_CHECKING:
    from dtlib.estimators import TreeClassifier

Fitted = TypeVar("Fitted", bound="TreeClassifier")


def pessimistic_prune(tree: Fitted) -> Fitted:
    """Put leaves in place of subtrees that do not make clearly fewer errors on the training cases.

    A leaf's errors plus 1/2 are compared with the subtree's errors plus 1/2 for each of its leaves, plus one
    standard error of that. Each subtree is looked at once, from the root down.

    Parameters
    ----------
    tree : fitted classifier of this package
        Not changed.

    Returns
    -------
    fitted classifier
        A copy that predicts with the pruned tree.

    References
    ----------
    J. R. Quinlan, *Simplifying Decision Trees*, International Journal of Man-Machine Studies 27, 1987.

    Examples
    --------
    >>> import dtlib
    >>> weather = dtlib.datasets.load_play_tennis()
    >>> tree = dtlib.ID3Classifier().fit(weather.X, weather.y)
    >>> pessimistic_prune(tree).get_n_leaves()
    5
    """
    pruned = copy(tree)
    pruned.tree_ = pruned_pessimistically(tree.tree_)
    return pruned


def pruned_pessimistically(tree: Tree) -> Tree:
    """The tree after pessimistic pruning."""
    as_leaf = training_errors(tree)
    as_subtree = sum_over_leaves(tree, as_leaf)
    n_leaves = sum_over_leaves(tree, np.ones(tree.n_nodes))
    corrected, standard_error = pessimistic_errors(tree.weight, as_subtree, n_leaves)
    return tree.cut(as_leaf + 0.5 <= corrected + standard_error)
