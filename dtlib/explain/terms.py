"""One impurity with all its terms written out, fractions exact where the counts are whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dtlib import measures

#: Decimals shown; calculations are never rounded.
DECIMALS = 4


def number(value: float) -> str:
    """A count or a value of a column, with no more decimals than it needs and at most four.

    Examples
    --------
    >>> number(5.0), number(82.5), number(1 / 3)
    ('5', '82.5', '0.3333')
    """
    return f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")


def decimal(value: float) -> str:
    """A result, always with four decimals, and never as -0.0000.

    Examples
    --------
    >>> decimal(1), decimal(-1e-17)
    ('1.0000', '0.0000')
    """
    return f"{value if abs(value) >= 0.5 * 10**-DECIMALS else 0.0:.{DECIMALS}f}"


def share(part: float, whole: float) -> Written:
    """The fraction ``part/whole``, typed and typeset.

    Examples
    --------
    >>> share(5, 14)
    ('5/14', '\\\\tfrac{5}{14}')
    """
    return f"{number(part)}/{number(whole)}", rf"\tfrac{{{number(part)}}}{{{number(whole)}}}"


Written = tuple[str, str]  # typed, and typeset in LaTeX


@dataclass(frozen=True)
class Impurity:
    """How one impurity is computed and shown.

    Attributes
    ----------
    key : the name of the criterion in `words`.
    symbol : the letter for it in a formula.
    unit : "bits", or nothing.
    of : from labels and weights to the value, by `dtlib.measures`.
    written : from labels and weights to the formula with all its terms, typed and typeset.
    """

    key: str
    symbol: str
    unit: str
    of: Callable[[Sequence[Any], Sequence[float]], float]
    written: Callable[[Sequence[Any], Sequence[float]], Written]


def _entropy_written(labels: Sequence[Any], weights: Sequence[float]) -> Written:
    shares = _shares(labels, weights)
    text = " ".join(f"- {typed} log2 {typed}" for typed, _ in shares)
    latex = " ".join(rf"- {typeset}\log_2 {typeset}" for _, typeset in shares)
    return text or "0", latex or "0"


def _gini_written(labels: Sequence[Any], weights: Sequence[float]) -> Written:
    shares = _shares(labels, weights)
    text = " ".join(["1", *(f"- ({typed})^2" for typed, _ in shares)])
    latex = " ".join(["1", *(rf"- \left({typeset}\right)^2" for _, typeset in shares)])
    return text, latex


def _misclassification_written(labels: Sequence[Any], weights: Sequence[float]) -> Written:
    by_class = weights_by_class(labels, weights)
    typed, typeset = share(max(by_class.values(), default=0.0), sum(by_class.values()))
    return f"1 - {typed}", f"1 - {typeset}"


def _variance_written(labels: Sequence[Any], weights: Sequence[float]) -> Written:
    mean = decimal(float(np.average(np.asarray(labels, dtype=float), weights=weights)))
    count = number(float(np.sum(weights)))
    return f"sum of (y - {mean})^2 / {count}", rf"\tfrac{{1}}{{{count}}} \sum (y - {mean})^2"


def _shares(labels: Sequence[Any], weights: Sequence[float]) -> list[Written]:
    by_class = weights_by_class(labels, weights)
    whole = sum(by_class.values())
    return [share(part, whole) for part in by_class.values() if part > 0]


ENTROPY = Impurity("information gain", "H", "bits", measures.entropy, _entropy_written)
GINI = Impurity("Gini", "G", "", measures.gini, _gini_written)
MISCLASSIFICATION = Impurity(
    "misclassification", "E", "", measures.misclassification, _misclassification_written
)
VARIANCE = Impurity("squared error", "V", "", measures.variance, _variance_written)

#: The impurity behind each criterion.
IMPURITIES = {
    "entropy": ENTROPY,
    "gain_ratio": ENTROPY,
    "gini": GINI,
    "misclassification": MISCLASSIFICATION,
    "squared_error": VARIANCE,
}


def weights_by_class(labels: Sequence[Any], weights: Sequence[float]) -> dict[Any, float]:
    """The weight of each class that occurs, in sorted order of the classes.

    Examples
    --------
    >>> weights_by_class(["yes", "no", "yes"], [1, 1, 0.5])
    {'no': 1.0, 'yes': 1.5}
    """
    found: dict[Any, float] = {}
    for label, weight in zip(labels, np.asarray(weights, dtype=float), strict=True):
        found[label] = found.get(label, 0.0) + float(weight)
    try:
        return dict(sorted(found.items()))
    except TypeError:  # labels of different kinds
        return dict(sorted(found.items(), key=lambda item: str(item[0])))
