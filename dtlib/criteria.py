"""What a two-way split is worth, computed from sums over its rows.

A criterion turns every row into a short line of numbers (one per class, or count, sum and squares). A set of
rows is then described by the sum of its lines, so that a search only has to add lines up, and can score all
its candidates in one expression. The criterion also knows which groupings of a category are worth trying.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtlib.measures import entropy_of, gini_of
from dtlib.validation import Floats, check_numbers, encode

DUST = 1e-12  # relative to the impurity before the split; a smaller gain, or difference, is rounding
EXACT_UP_TO = 10  # values; they can be grouped in 511 ways


@dataclass(frozen=True)
class Criterion:
    """A way to score two-way splits from sums over rows.

    Attributes
    ----------
    lines : callable
        Turns the column y into one line of numbers per row, shape (n, s).
    weight : callable
        Sums of lines, shape (..., s), to the weight of the rows, shape (...).
    impurity : callable
        Sums of lines, shape (..., s), to the impurity of the rows, shape (...).
    score : callable
        Sums of the left and of the right sides, each of shape (m, s), to what each split gains, shape (m,).
    groupings : callable
        Sums of each value of a category, shape (k, s), to the groupings to try, a mask of shape (m, k).
    """

    lines: Callable[[Iterable[Any]], Floats]
    weight: Callable[[Floats], Floats]
    impurity: Callable[[Floats], Floats]
    score: Callable[[Floats, Floats], Floats]
    groupings: Callable[[Floats], NDArray[np.bool_]]


def criterion_named(name: str) -> Criterion:
    """The criterion of that name.

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> gini = criterion_named("gini")
    >>> gini.score(np.array([[2.0, 0.0]]), np.array([[0.0, 2.0]]))
    array([0.5])
    """
    if name not in CRITERIA:
        raise ValueError(f"There is no criterion {name!r}. Use one of {', '.join(map(repr, CRITERIA))}.")
    return CRITERIA[name]


# ---- Lines and their sums


def _one_number_per_class(y: Iterable[Any]) -> Floats:
    codes, classes = encode(y, "y")
    lines = np.zeros((len(codes), len(classes)))
    lines[np.arange(len(codes)), codes] = 1.0
    return lines


def _count_sum_and_squares(y: Iterable[Any]) -> Floats:
    numbers = check_numbers(y, "y")  # type: ignore[arg-type]
    centred = numbers - numbers.mean() if numbers.size else numbers  # so that the squares stay small
    return np.column_stack([np.ones_like(numbers), centred, centred**2])


def _class_weight(sums: Floats) -> Floats:
    return sums.sum(axis=-1)


def _count(sums: Floats) -> Floats:
    return sums[..., 0]


def _entropy(sums: Floats) -> Floats:
    return entropy_of(sums / sums.sum(axis=-1, keepdims=True))


def _gini(sums: Floats) -> Floats:
    return gini_of(sums / sums.sum(axis=-1, keepdims=True))


def _variance(sums: Floats) -> Floats:
    mean, mean_of_squares = sums[..., 1] / sums[..., 0], sums[..., 2] / sums[..., 0]
    return np.maximum(mean_of_squares - mean**2, 0.0)


# ---- Scores


def _decrease(
    impurity: Callable[[Floats], Floats], weight: Callable[[Floats], Floats]
) -> Callable[[Floats, Floats], Floats]:
    """Impurity before the split minus that of the two sides, each weighted by its share."""

    def score(left: Floats, right: Floats) -> Floats:
        before = impurity(left + right)
        after = (weight(left) * impurity(left) + weight(right) * impurity(right)) / weight(left + right)
        return np.where(before - after > DUST * before, before - after, 0.0)

    return score


def _gain_ratio(left: Floats, right: Floats) -> Floats:
    sides = np.stack([_class_weight(left), _class_weight(right)], axis=-1)
    return _decrease(_entropy, _class_weight)(left, right) / _entropy(sides)


# ---- The groupings of a category that are worth trying


def _cuts_by_class_share(of_value: Floats) -> NDArray[np.bool_]:
    """Breiman's k - 1 groupings, which hold the best one if there are only two classes."""
    if of_value.shape[1] > 2:
        return _all_groupings_of_a_few(of_value)
    return _cuts_along(of_value[:, 0] / of_value.sum(axis=1))


def _cuts_by_mean(of_value: Floats) -> NDArray[np.bool_]:
    return _cuts_along(of_value[:, 1] / of_value[:, 0])


def _all_groupings_of_a_few(of_value: Floats) -> NDArray[np.bool_]:
    if len(of_value) > EXACT_UP_TO:
        return _cuts_along(main_axis(of_value))
    # The last value stays on the right: swapping the sides would give the same grouping.
    numbers = np.arange(1, 2 ** (len(of_value) - 1))
    return (numbers[:, np.newaxis] >> np.arange(len(of_value)) & 1).astype(bool)


def _cuts_along(positions: Floats) -> NDArray[np.bool_]:
    rank = np.empty(len(positions), dtype=np.intp)
    rank[np.argsort(positions, kind="stable")] = np.arange(len(positions))
    return rank < np.arange(1, len(positions))[:, np.newaxis]


def main_axis(of_value: Floats) -> Floats:
    """Where each value lies along the first principal component of the class shares."""
    weight = of_value.sum(axis=1)
    shares = of_value / weight[:, np.newaxis]
    centred = shares - np.average(shares, axis=0, weights=weight)
    _, axes = np.linalg.eigh((centred * weight[:, np.newaxis]).T @ centred)
    return centred @ axes[:, -1]


_entropy_decrease = _decrease(_entropy, _class_weight)
_gini_decrease = _decrease(_gini, _class_weight)
_variance_decrease = _decrease(_variance, _count)

CRITERIA = {
    "gini": Criterion(_one_number_per_class, _class_weight, _gini, _gini_decrease, _cuts_by_class_share),
    "entropy": Criterion(
        _one_number_per_class, _class_weight, _entropy, _entropy_decrease, _cuts_by_class_share
    ),
    "gain_ratio": Criterion(
        _one_number_per_class, _class_weight, _entropy, _gain_ratio, _all_groupings_of_a_few
    ),
    "squared_error": Criterion(_count_sum_and_squares, _count, _variance, _variance_decrease, _cuts_by_mean),
}
