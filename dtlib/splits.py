"""The best single split of one column: where to cut a number, how to group the values of a category.

This is one step of a tree, taken on its own so that it can be looked at. Both searches line the candidates
up, add the rows up on either side, and score all candidates in one expression.
"""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dtlib.criteria import DUST, Criterion, criterion_named
from dtlib.validation import Floats, check_numbers, check_same_length, check_weights, encode

CriterionName = Literal["gini", "entropy", "gain_ratio", "squared_error"]


class Threshold(NamedTuple):
    """A cut of a numeric column: rows with ``x <= value`` go left.

    Attributes
    ----------
    value : float
        Halfway between two neighbouring values of x.
    score : float
        What the cut gains; see `best_threshold` for the unit.
    n_left, n_right : int
        Rows on each side.
    """

    value: float
    score: float
    n_left: int
    n_right: int


class SubsetSplit(NamedTuple):
    """Two groups of the values of a category.

    Attributes
    ----------
    left, right : tuple
        The values on each side, sorted; `left` holds the first of all.
    score : float
        What the grouping gains; see `best_subset` for the unit.
    """

    left: tuple[Any, ...]
    right: tuple[Any, ...]
    score: float


def best_threshold(
    x: ArrayLike,
    y: Iterable[Any],
    criterion: CriterionName = "gini",
    sample_weight: ArrayLike | None = None,
) -> Threshold | None:
    """The cut of a numeric column that gains most.

    Candidates are the midpoints between neighbouring distinct values; of tied cuts the lowest wins.

    Parameters
    ----------
    x : array-like of shape (n,)
        Finite numbers.
    y : array-like of shape (n,)
        Labels of any type; numbers for "squared_error".
    criterion : {"gini", "entropy", "gain_ratio", "squared_error"}
        What `score` is: the decrease of the Gini impurity, the information gain in bits, that gain per bit of
        split information, or the decrease of the variance. C4.5 itself cuts by "entropy" and uses the ratio
        only to compare attributes.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    Threshold or None
        None if x has a single value, or no rows. A score of 0 means that no cut helps.

    Raises
    ------
    TypeError
        If x, or y with "squared_error", holds something that is not a number.
    ValueError
        If a value is missing or infinite, the lengths differ, or there is no such criterion.

    References
    ----------
    Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, section 2.4; Quinlan
    (1993), C4.5: Programs for Machine Learning, section 2.4, for "entropy" and "gain_ratio".

    Examples
    --------
    >>> best_threshold([1, 2, 3, 4], ["no", "no", "yes", "yes"])
    Threshold(value=2.5, score=0.5, n_left=2, n_right=2)
    """
    rule = criterion_named(criterion)
    numbers, lines = check_numbers(x, "x"), rule.lines(y)
    check_same_length(numbers, lines)
    weight = check_weights(sample_weight, len(numbers))

    order = np.argsort(numbers, kind="stable")
    order = order[weight[order] > 0]
    numbers, lines = numbers[order], lines[order] * weight[order, np.newaxis]
    last_on_the_left = np.flatnonzero(numbers[1:] > numbers[:-1])
    if not last_on_the_left.size:
        return None
    left = np.cumsum(lines, axis=0)[last_on_the_left]
    right = np.cumsum(lines[::-1], axis=0)[::-1][last_on_the_left + 1]
    best, score = _first_best(rule, left, right)
    cut = int(last_on_the_left[best])
    return Threshold(midpoint(numbers[cut], numbers[cut + 1]), score, cut + 1, len(numbers) - cut - 1)


def best_subset(
    x: Iterable[Any],
    y: Iterable[Any],
    criterion: CriterionName = "gini",
    sample_weight: ArrayLike | None = None,
) -> SubsetSplit | None:
    """The division of a category's values into two groups that gains most.

    k values can be grouped in 2^(k - 1) - 1 ways. With two classes, or with "squared_error", the best one is
    among k - 1: sort the values by the share of one class (by their mean), and cut. This theorem of Breiman's
    needs a concave impurity, so it says nothing about "gain_ratio", nor about three classes. There all
    groupings are tried for up to 10 values; for more, the values are sorted along the first principal
    component of their class shares and cut, which is quick, but not certain to find the best.

    Parameters
    ----------
    x : array-like of shape (n,)
        Values of any type.
    y : array-like of shape (n,)
        Labels of any type; numbers for "squared_error".
    criterion : {"gini", "entropy", "gain_ratio", "squared_error"}
        What `score` is: the decrease of the Gini impurity, the information gain in bits, that gain per bit of
        split information, or the decrease of the variance.
    sample_weight : array-like of shape (n,), optional
        Weight of each row; a weight of 0 leaves the row out.

    Returns
    -------
    SubsetSplit or None
        None if x has a single value, or no rows.

    Raises
    ------
    TypeError
        If y holds something that is not a number, with "squared_error".
    ValueError
        If a value is missing, the lengths differ, or there is no such criterion.

    References
    ----------
    Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, theorem 4.5 and section
    8.8; Coppersmith, Hong and Hosking (1999), Partitioning Nominal Attributes in Decision Trees, Data Mining
    and Knowledge Discovery 3, for the principal component.

    Examples
    --------
    >>> best_subset(["sun", "rain", "snow", "sun"], ["yes", "no", "no", "yes"])
    SubsetSplit(left=('rain', 'snow'), right=('sun',), score=0.5)
    """
    rule = criterion_named(criterion)
    codes, values = encode(x, "x")
    lines = rule.lines(y)
    check_same_length(codes, lines)
    weight = check_weights(sample_weight, len(codes))

    of_value = np.zeros((len(values), lines.shape[1]))
    np.add.at(of_value, codes, lines * weight[:, np.newaxis])
    present = [code for code in _sorted_codes(values) if rule.weight(of_value[code]) > 0]
    of_value, values = of_value[present], [values[code] for code in present]
    if len(values) < 2:
        return None
    groupings = rule.groupings(of_value)
    best, score = _first_best(rule, groupings @ of_value, ~groupings @ of_value)
    beside_the_first = groupings[best] == groupings[best, 0]
    left = tuple(value for value, beside in zip(values, beside_the_first, strict=True) if beside)
    right = tuple(value for value, beside in zip(values, beside_the_first, strict=True) if not beside)
    return SubsetSplit(left, right, score)


def midpoint(low: float, high: float) -> float:
    """Halfway between two numbers, but always below the higher, so that ``x <= midpoint`` separates them.

    Examples
    --------
    >>> midpoint(1.0, 2.0)
    1.5
    >>> midpoint(1.0, np.nextafter(1.0, 2.0))
    1.0
    """
    middle = float(low) / 2 + float(high) / 2
    return middle if low <= middle < high else float(low)


def _first_best(rule: Criterion, left: Floats, right: Floats) -> tuple[int, float]:
    scores = rule.score(left, right)
    tolerance = DUST * rule.impurity(left[0] + right[0])
    best = int(np.argmax(scores >= scores.max() - tolerance))
    return best, float(scores[best])


def _sorted_codes(values: list[Any]) -> list[int]:
    try:
        return sorted(range(len(values)), key=values.__getitem__)
    except TypeError:  # values that can't be compared keep the order of first appearance
        return list(range(len(values)))
