"""How much to prune: the cp table, which asks new cases what a leaf is worth.

Cost-complexity pruning leaves one question open, the price alpha of a leaf. Each tree of the nested sequence
is the right one for a range of prices, so it is enough to try one price per range: the geometric mean of its
two ends. Trees are grown on all folds but one, pruned at each of these prices, and asked for the fold that
was left out.

Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees*, 1984, section 3.4; the columns are
those of R's rpart.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dtlib.pruning.cost_complexity import (
    ROUNDING,
    cost_complexity_path,
    node_risk,
    one_pass_complexity,
    weakest_links,
)
from dtlib.pruning.reduced_error import errors_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from matplotlib.axes import Axes
    from pandas import DataFrame

    from dtlib.estimators import TreeEstimator

Floats = NDArray[np.float64]
Integers = NDArray[np.integer]


class CPRow(NamedTuple):
    """One tree of the nested sequence.

    Attributes
    ----------
    alpha : float
        The lowest price of a leaf at which this is the tree: the ``ccp_alpha`` to fit it with. (But
        ``ccp_alpha=0.0`` means that nothing is pruned, not even a split that saves nothing. For the last row
        of a table that ends at 0.0, use :func:`dtlib.pruning.prune_to_alpha`.)
    cp : float
        `alpha` in units of the root's risk, which is how rpart states it.
    n_leaves : int
    relative_error : float
        Error on the training cases, the root's being 1.
    xerror : float
        Cross-validated error in the same unit.
    xstd : float
        Standard error of `xerror`.
    """

    alpha: float
    cp: float
    n_leaves: int
    relative_error: float
    xerror: float
    xstd: float


@dataclass(frozen=True)
class CPTable:
    """The nested sequence of pruned trees, from the root alone to the largest, with their errors.

    Attributes
    ----------
    rows : tuple of CPRow
    """

    rows: tuple[CPRow, ...]

    @property
    def best(self) -> CPRow:
        """The row with the smallest cross-validated error; of equal ones the smallest tree."""
        return min(self.rows, key=lambda row: row.xerror)

    @property
    def one_se(self) -> CPRow:
        """The smallest tree whose cross-validated error is within one standard error of the best.

        The minimum is a guess with an error of its own, and the curve is flat around it: the smaller tree is
        as good, as far as the data can tell.

        References
        ----------
        Breiman et al. (1984), section 3.4.3.
        """
        limit = self.best.xerror + self.best.xstd
        return next(row for row in self.rows if row.xerror <= limit)

    def to_frame(self) -> DataFrame:
        """The table as a pandas DataFrame, one row per tree."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=CPRow._fields)

    def __str__(self) -> str:
        lines = [" ".join(f"{name:>14}" for name in CPRow._fields)]
        for row in self.rows:
            note = " ".join(name for name, choice in self._choices() if choice is row)
            lines.append((" ".join(f"{value:14.6g}" for value in row) + "  " + note).rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.to_frame().to_html(index=False, float_format="{:.4g}".format)

    def _choices(self) -> list[tuple[str, CPRow]]:
        return [("minimum", self.best), ("1-SE", self.one_se)]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the cross-validated error over the size of the tree, with the two choices marked.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.

        Returns
        -------
        matplotlib Axes
        """
        import matplotlib.pyplot as plt

        if ax is None:
            _, ax = plt.subplots(figsize=(7, 4), layout="constrained")
        _, _, n_leaves, relative_error, xerror, xstd = (
            np.array(column) for column in zip(*self.rows, strict=True)
        )
        place = np.arange(len(self.rows))
        ax.errorbar(place, xerror, yerr=xstd, fmt="o-", color="0.25", ecolor="0.7", label="cross-validated")
        ax.plot(place, relative_error, "s--", color="#56B4E9", markersize=4, label="training")
        ax.axhline(self.best.xerror + self.best.xstd, color="0.5", linestyle=":", label="minimum + 1 SE")
        for (name, row), style, color in zip(self._choices(), "vD", ["#D55E00", "#009E73"], strict=True):
            label = f"{name}: {row.n_leaves} leaves"
            place_of = self.rows.index(row)
            ax.plot(place_of, row.xerror, style, color=color, markersize=10, zorder=3, label=label)
        labelled = place[:: -(-len(place) // 12)]
        ax.set_xticks(labelled, n_leaves[labelled].astype(str))
        ax.set(xlabel="leaves", ylabel="error, in units of the root's")
        ax.legend()
        return ax


def cp_table(
    estimator: Any, X: Any, y: ArrayLike, cv: Any = 10, sample_weight: ArrayLike | None = None
) -> CPTable:
    """Cross-validate every tree of the nested sequence.

    Parameters
    ----------
    estimator : CARTClassifier or CARTRegressor
        Not changed. Its ``ccp_risk`` says by which risk trees are pruned, and its ``ccp_alpha`` where the
        sequence ends.
    X : DataFrame or array-like of shape (n, n_features)
    y : array-like of shape (n,)
    cv : int, array-like of shape (n,), splitter or iterable, default=10
        The number of folds; or the fold of each row, as rpart's `xval` takes it; or anything else that
        scikit-learn takes for `cv`.
    sample_weight : array-like of shape (n,), optional

    Returns
    -------
    CPTable
        From the root alone to the largest tree. Errors are misclassified weight, or squared error, in units
        of the root's.

    Raises
    ------
    ValueError
        If the root makes no error, so that there is no unit to measure in.

    Notes
    -----
    With ``ccp_risk="impurity"`` the sequence is that of the weakest links, as in scikit-learn. With
    ``ccp_risk="error"`` the table is rpart's, short cut included: in some tables a tree is listed at a price
    below the one at which the weakest link gives way (see
    :func:`dtlib.pruning.cost_complexity.one_pass_complexity`). `cp` is then the number that rpart prints, and
    `alpha` the price at which pruning arrives at a tree of that size, or the next smaller one.

    References
    ----------
    Breiman et al. (1984), section 3.4. Therneau and Atkinson, *An Introduction to Recursive Partitioning
    Using the RPART Routines*, on cost-complexity and cross-validation.

    Examples
    --------
    >>> import dtlib
    >>> kyphosis = dtlib.datasets.load_kyphosis()
    >>> cart = dtlib.CARTClassifier(min_samples_split=20, min_samples_leaf=7, ccp_risk="error")
    >>> print(cp_table(cart, kyphosis.X, kyphosis.y, cv=[3, 1, 4, 2, 5] * 16 + [3]))
             alpha             cp       n_leaves relative_error         xerror           xstd
          0.037037       0.176471              1              1              1       0.215587  1-SE
        0.00411523      0.0196078              2       0.823529       0.882353       0.205649  minimum
                 0              0              5       0.764706       0.882353       0.205649
    """
    from sklearn.base import clone

    y = np.asarray(y)
    weight = _weight_of_errors(estimator, y, sample_weight)
    whole = clone(estimator).set_params(ccp_alpha=0.0).fit(X, y, sample_weight=sample_weight)
    price, n_leaves, error = _nested_trees(whole, estimator.ccp_alpha)
    if error[0] <= 0:
        raise ValueError(
            "The root alone makes no error on these cases, so that there is nothing to prune and no unit to "
            "measure errors in. Does y hold a single value?"
        )

    loss, squared_loss = np.zeros(len(price)), np.zeros(len(price))
    between = np.sqrt(price * np.append(np.inf, price[:-1]))
    for model, rows, stops in _left_out(whole, X, y, sample_weight, _folds(cv, y, estimator)):
        for row, node in _climbing(model, stops, between, estimator.ccp_alpha):
            errors = errors_at(model, node, y[rows])
            loss[row] += weight[rows] @ errors
            squared_loss[row] += weight[rows] @ errors**2
    std = np.sqrt(np.maximum(squared_loss - loss**2 / weight.sum(), 0.0))

    unit = weight.sum() * error[0]
    columns = [
        np.maximum(_weakest_link_alphas(whole, n_leaves), estimator.ccp_alpha),
        price / node_risk(whole, estimator.ccp_risk)[0],
        n_leaves,
        error / error[0],
        loss / unit,
        std / unit,
    ]
    return CPTable(tuple(map(CPRow, *(column.tolist() for column in columns))))


def _weight_of_errors(estimator: Any, y: NDArray, sample_weight: ArrayLike | None) -> Floats:
    from sklearn.base import is_classifier
    from sklearn.utils.class_weight import compute_sample_weight

    weight = np.ones(len(y)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    return weight * compute_sample_weight(estimator.class_weight, y) if is_classifier(estimator) else weight


def _folds(cv: Any, y: NDArray, estimator: Any) -> Iterable[tuple[Integers, Integers]]:
    """Pairs of training rows and left-out rows."""
    from sklearn.base import is_classifier
    from sklearn.model_selection import PredefinedSplit, check_cv

    if hasattr(cv, "__len__") and len(cv) == len(y) and all(map(np.isscalar, cv)):
        cv = PredefinedSplit(np.unique(np.asarray(cv), return_inverse=True)[1])
    return check_cv(cv, y, classifier=is_classifier(estimator)).split(np.zeros(len(y)), y)


def _complexity(tree: TreeEstimator, lowest_price: float) -> Floats:
    """The price from which on each node isn't split."""
    risk = node_risk(tree, tree.ccp_risk)
    if tree.ccp_risk == "error":
        return one_pass_complexity(tree.tree_.parent, risk, lowest_price)
    return weakest_links(tree.tree_.parent, risk)[1]


def _nested_trees(tree: TreeEstimator, lowest_price: float) -> tuple[Floats, Integers, Floats]:
    """The price of each tree of the sequence, its leaves, and its error on the training cases."""
    complexity = _complexity(tree, lowest_price)
    price = np.unique(complexity[complexity > lowest_price])
    is_last_of_its_kind = np.append(np.diff(price) > ROUNDING * complexity[0], True)[: len(price)]
    price = np.append(lowest_price, price[is_last_of_its_kind])

    # A node is a leaf from its own price up to that of its parent.
    becomes_leaf = np.searchsorted(price, complexity)
    vanishes = np.searchsorted(price, np.append(complexity, np.inf)[tree.tree_.parent])

    def added_up(values: Floats) -> NDArray:
        changes = np.bincount(becomes_leaf, values, len(price) + 1)
        changes -= np.bincount(vanishes, values, len(price) + 1)
        return np.cumsum(changes)[-2::-1]

    n_leaves = added_up(np.ones(len(complexity))).round().astype(np.intp)
    return price[::-1], n_leaves, added_up(node_risk(tree, "error"))


def _left_out(
    whole: TreeEstimator,
    X: Any,
    y: NDArray,
    sample_weight: ArrayLike | None,
    folds: Iterable[tuple[Integers, Integers]],
) -> Iterator[tuple[TreeEstimator, Integers, Integers]]:
    """For each fold a tree grown without it, the rows that were left out, and the nodes where they end."""
    from dtlib.engine.growth import grow_together
    from dtlib.engine.routing import leaves_of
    from dtlib.estimators import checked_weight

    values = whole._encoded(X)
    target, weight = whole._target(y, checked_weight(sample_weight, len(y)))
    is_categorical = np.array([column.is_categorical for column in whole.columns_])
    given, left_out = zip(*folds, strict=True)
    samples = [rows[weight[rows] > 0] for rows in given]
    # A limit that is a share of the weight means that of one tree, so then each tree is grown by itself.
    has_share = any(
        getattr(whole, limit, 0.0) > 0 for limit in ("min_impurity_decrease", "min_weight_fraction_leaf")
    )
    batches = [[sample] for sample in samples] if has_share else [samples]
    trees = [
        tree
        for batch in batches
        for tree in grow_together(values, is_categorical, target, weight, batch, whole._algorithm())
    ]
    for tree, rows in zip(trees, left_out, strict=True):
        model = copy(whole)
        model.tree_ = whole._finished(tree, values, target, weight)
        yield model, rows, leaves_of(model.tree_, values[:, rows])


def _climbing(
    tree: TreeEstimator, node: Integers, prices: Floats, lowest_price: float
) -> Iterator[tuple[int, Integers]]:
    """For each price, from the lowest on, the node of the pruned tree where each row ends."""
    complexity, parent = _complexity(tree, lowest_price), tree.tree_.parent
    of_parent = np.append(complexity, np.nan)[parent]  # the root has none, whatever the price
    for position in range(len(prices) - 1, -1, -1):
        while (climbs := of_parent[node] <= prices[position]).any():
            node = np.where(climbs, parent[node], node)
        yield position, node


def _weakest_link_alphas(tree: TreeEstimator, n_leaves: Integers) -> Floats:
    """The lowest price at which weakest-link pruning leaves no more than so many leaves."""
    path = cost_complexity_path(tree, tree.ccp_risk)
    alpha = path.alphas[np.searchsorted(-path.n_leaves, -n_leaves)]
    as_good_as_equal = alpha + ROUNDING * path.alphas[-1]
    return path.alphas[np.searchsorted(path.alphas, as_good_as_equal, side="right") - 1]
