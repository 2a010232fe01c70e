"""The measures a tree is grown by: how mixed a set of labels is, and how much a split would sort it out.

Each function takes raw columns, counts, and applies one formula, so that a lesson can show the two side by
side. Entropies are in bits. An empty set is pure: every measure of it is 0.0.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dtlib.validation import Floats, check_numbers, check_same_length, check_weights, encode

# ---- One set of labels


def entropy(y: Iterable[Any], sample_weight: ArrayLike | None = None) -> float:
    """Shannon entropy of the labels: the average surprise, in bits.

    ``H(y) = -sum_k p_k log2 p_k`` over the classes that occur (0 log 0 = 0). It is 0 for one class and at
    most log2 K for K classes.

    Parameters
    ----------
    y : array-like of shape (n,)
        Labels of any type.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    float
        Bits. 0.0 if there are no rows.

    Raises
    ------
    ValueError
        If a label is missing, or a weight is negative or not finite.

    References
    ----------
    Shannon (1948), A Mathematical Theory of Communication, section 6.

    Examples
    --------
    >>> entropy(["yes"] * 9 + ["no"] * 5)
    0.940285...
    >>> entropy([])
    0.0
    """
    return float(entropy_of(class_shares(y, sample_weight)))


def gini(y: Iterable[Any], sample_weight: ArrayLike | None = None) -> float:
    """Gini impurity: the chance that two draws with replacement carry different labels.

    ``sum_k p_k (1 - p_k) = 1 - sum_k p_k^2``; at most 1 - 1/K for K classes.

    Parameters
    ----------
    y : array-like of shape (n,)
        Labels of any type.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    float
        A probability. 0.0 if there are no rows.

    Raises
    ------
    ValueError
        If a label is missing, or a weight is negative or not finite.

    References
    ----------
    Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, section 4.3.

    Examples
    --------
    >>> gini(["yes", "yes", "no", "no"])
    0.5
    """
    return float(gini_of(class_shares(y, sample_weight)))


def misclassification(y: Iterable[Any], sample_weight: ArrayLike | None = None) -> float:
    """Error rate of always guessing the commonest label: ``1 - max_k p_k``.

    Parameters
    ----------
    y : array-like of shape (n,)
        Labels of any type.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    float
        A share of the rows. 0.0 if there are no rows.

    Raises
    ------
    ValueError
        If a label is missing, or a weight is negative or not finite.

    References
    ----------
    Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, section 4.1.

    Examples
    --------
    >>> misclassification(["yes", "yes", "yes", "no"])
    0.25
    """
    shares = class_shares(y, sample_weight)
    return float(1.0 - shares.max()) if shares.size else 0.0


def variance(y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
    """Mean squared distance from the mean: the impurity of a regression tree.

    The mean is taken over the rows (not n - 1), so that n times the variance is the sum of squares.

    Parameters
    ----------
    y : array-like of shape (n,)
        Numbers.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    float
        In the unit of y, squared. 0.0 if there are no rows.

    Raises
    ------
    TypeError
        If y holds something that is not a number.
    ValueError
        If a number is missing or infinite, or a weight is negative or not finite.

    References
    ----------
    Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, section 8.3.

    Examples
    --------
    >>> variance([1.0, 3.0])
    1.0
    """
    numbers = check_numbers(y, "y")
    weight = check_weights(sample_weight, len(numbers))
    if not weight.any():
        return 0.0
    mean = np.average(numbers, weights=weight)
    return float(np.average((numbers - mean) ** 2, weights=weight))


# ---- A column x that splits the labels y, one branch for each of its values


def conditional_entropy(x: Iterable[Any], y: Iterable[Any], sample_weight: ArrayLike | None = None) -> float:
    """Entropy of the labels that is left once x is known, in bits.

    ``H(y | x) = sum over x, y of p(x, y) log2 (p(x) / p(x, y))``, which is the average of the branches'
    entropies, each weighted by its share of the rows.

    Parameters
    ----------
    x : array-like of shape (n,)
        The attribute's value in each row, of any type; every distinct value is a branch.
    y : array-like of shape (n,)
        Labels of any type.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    float
        Bits, between 0 and H(y).

    Raises
    ------
    ValueError
        If a value or label is missing, the lengths differ, or a weight is negative or not finite.

    References
    ----------
    Shannon (1948), A Mathematical Theory of Communication, section 6.

    Examples
    --------
    >>> conditional_entropy(["a", "a", "b", "b"], ["yes", "no", "yes", "yes"])
    0.5
    """
    cells = joint_shares(x, y, sample_weight)
    return float((cells.joint * np.log2(cells.branch / cells.joint)).sum())


def information_gain(x: Iterable[Any], y: Iterable[Any], sample_weight: ArrayLike | None = None) -> float:
    """Entropy that knowing x removes: ``H(y) - H(y | x)``, in bits. The choice of ID3.

    Parameters
    ----------
    x : array-like of shape (n,)
        The attribute's value in each row, of any type; every distinct value is a branch.
    y : array-like of shape (n,)
        Labels of any type.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    float
        Bits, between 0 and H(y). Rounding can leave a useless column a gain of about 1e-16: compare with a
        tolerance, not with 0.

    Raises
    ------
    ValueError
        If a value or label is missing, the lengths differ, or a weight is negative or not finite.

    References
    ----------
    Quinlan (1986), Induction of Decision Trees, Machine Learning 1, section 4.

    Examples
    --------
    >>> information_gain(["a", "a", "b", "b"], ["yes", "yes", "no", "no"])
    1.0
    """
    return max(0.0, entropy(y, sample_weight) - conditional_entropy(x, y, sample_weight))


def split_information(x: Iterable[Any], sample_weight: ArrayLike | None = None) -> float:
    """Entropy of the branches themselves, in bits: what a split costs before it says anything about y.

    Parameters
    ----------
    x : array-like of shape (n,)
        The attribute's value in each row, of any type; every distinct value is a branch.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    float
        Bits: log2 n for a key of n rows, near 0 for a column that is nearly constant.

    Raises
    ------
    ValueError
        If a value is missing, or a weight is negative or not finite.

    References
    ----------
    Quinlan (1993), C4.5: Programs for Machine Learning, section 2.2.

    Examples
    --------
    >>> split_information(["a", "b", "c", "d"])
    2.0
    """
    return float(entropy_of(class_shares(x, sample_weight, name="x")))


def gain_ratio(x: Iterable[Any], y: Iterable[Any], sample_weight: ArrayLike | None = None) -> float:
    """Information gain per bit of split information.

    Parameters
    ----------
    x : array-like of shape (n,)
        The attribute's value in each row, of any type; every distinct value is a branch.
    y : array-like of shape (n,)
        Labels of any type.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    float
        A pure number between 0 and 1. 0.0 if x has a single value, where there is no split to speak of.

    Raises
    ------
    ValueError
        If a value or label is missing, the lengths differ, or a weight is negative or not finite.

    References
    ----------
    Quinlan (1993), C4.5: Programs for Machine Learning, section 2.2.

    Examples
    --------
    >>> gain_ratio(["a", "b", "c", "d"], ["yes", "yes", "no", "no"])
    0.5
    """
    cost = split_information(x, sample_weight)
    return information_gain(x, y, sample_weight) / cost if cost > 0 else 0.0


class GiniIndex(float):
    """A weighted Gini impurity that remembers what the split gained.

    It is a float in every respect; `gini_gain` is the impurity that the split removed.
    """

    gini_gain: float

    def __new__(cls, after: float, before: float) -> "GiniIndex":
        index = super().__new__(cls, after)
        index.gini_gain = max(0.0, before - after)
        return index

    def __getnewargs__(self) -> tuple[float, float]:  # type: ignore[override]
        return float(self), float(self) + self.gini_gain


def gini_index(x: Iterable[Any], y: Iterable[Any], sample_weight: ArrayLike | None = None) -> GiniIndex:
    """Gini impurity after x has split the rows, each branch weighted by its share of them.

    Parameters
    ----------
    x : array-like of shape (n,)
        The attribute's value in each row, of any type; every distinct value is a branch.
    y : array-like of shape (n,)
        Labels of any type.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    GiniIndex
        A float, the smaller the better, between 0 and the Gini impurity of y. Its attribute `gini_gain` is
        the difference to the latter, the larger the better.

    Raises
    ------
    ValueError
        If a value or label is missing, the lengths differ, or a weight is negative or not finite.

    References
    ----------
    Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, section 4.3, for two
    branches; Zhou (2016), Machine Learning, section 4.2.3, for one branch per value.

    Examples
    --------
    >>> after = gini_index(["a", "a", "b", "b"], ["yes", "no", "yes", "yes"])
    >>> after, after.gini_gain
    (0.25, 0.125)
    """
    cells = joint_shares(x, y, sample_weight)
    after = float((cells.joint * (1.0 - cells.joint / cells.branch)).sum())
    return GiniIndex(after, before=gini(y, sample_weight))


def gini_gain(x: Iterable[Any], y: Iterable[Any], sample_weight: ArrayLike | None = None) -> float:
    """Gini impurity that x removes: `gini_index(x, y).gini_gain`, for use where a plain function is wanted.

    Parameters, errors and sources are those of `gini_index`.

    Examples
    --------
    >>> gini_gain(["a", "a", "b", "b"], ["yes", "yes", "no", "no"])
    0.5
    """
    return gini_index(x, y, sample_weight).gini_gain


# ---- The formulas on shares, and the counting behind them


def entropy_of(shares: Floats) -> Floats:
    """Entropy of each row of shares, in bits.

    Parameters
    ----------
    shares : ndarray of shape (..., K)
        Shares of K classes; 0 is allowed, since 0 log 0 = 0.

    Returns
    -------
    ndarray of shape (...)

    Examples
    --------
    >>> entropy_of(np.array([[0.5, 0.5], [1.0, 0.0]]))
    array([1., 0.])
    """
    logarithms = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return -(shares * logarithms).sum(axis=-1) + 0.0  # a sum of 0.0 would be printed as -0.0


def gini_of(shares: Floats) -> Floats:
    """Gini impurity of each row of shares.

    Parameters
    ----------
    shares : ndarray of shape (..., K)
        Shares of K classes.

    Returns
    -------
    ndarray of shape (...)

    Examples
    --------
    >>> gini_of(np.array([[0.5, 0.5], [1.0, 0.0]]))
    array([0.5, 0. ])
    """
    return (shares * (1.0 - shares)).sum(axis=-1)


def class_shares(y: Iterable[Any], sample_weight: ArrayLike | None = None, *, name: str = "y") -> Floats:
    """Share of the weight that each class holds, for the classes that hold any.

    Examples
    --------
    >>> class_shares(["no", "yes", "yes", "yes"])
    array([0.25, 0.75])
    """
    codes, _ = encode(y, name)
    return _shares(np.bincount(codes, check_weights(sample_weight, len(codes))))


class JointShares(NamedTuple):
    """The non-empty cells of the table of x against y, and for each of them the share of its whole branch."""

    joint: Floats
    branch: Floats


def joint_shares(x: Iterable[Any], y: Iterable[Any], sample_weight: ArrayLike | None = None) -> JointShares:
    """Count x against y, keeping only the cells that occur: a key against a key stays small.

    Examples
    --------
    >>> joint_shares(["a", "a", "b", "b"], ["yes", "no", "yes", "yes"])
    JointShares(joint=array([0.25, 0.25, 0.5 ]), branch=array([0.5, 0.5, 0.5]))
    """
    branch_of_row, _ = encode(x, "x")
    class_of_row, classes = encode(y, "y")
    check_same_length(branch_of_row, class_of_row)
    weight = check_weights(sample_weight, len(class_of_row))
    present = weight > 0
    branch_of_row, class_of_row, weight = branch_of_row[present], class_of_row[present], weight[present]

    cells, cell_of_row = np.unique(branch_of_row * len(classes) + class_of_row, return_inverse=True)
    if not present.any():
        return JointShares(np.empty(0), np.empty(0))
    joint = np.bincount(cell_of_row, weight) / weight.sum()
    branch = np.bincount(branch_of_row, weight)[cells // len(classes)] / weight.sum()
    counted = joint > 0  # a weight can be so small that its share is 0
    return JointShares(joint[counted], branch[counted])


def _shares(weights: NDArray[Any]) -> Floats:
    held = weights[weights > 0]
    return held / held.sum()
