"""How many errors to expect of a leaf or a subtree on new cases, judged by its training cases alone.

Quinlan answered the question twice, and the two answers are often mixed up. In 1987 he added half an
error for each leaf and allowed one standard error (:func:`pessimistic_errors`); C4.5 takes an upper
confidence limit of the binomial distribution at every leaf (:func:`added_errors`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Release 8 does not compute the normal distribution, it reads a table of nine points: the deviation that is
# exceeded with each chance. Between two points it draws a straight line.
_CHANCES = np.array([0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00])
_DEVIATIONS = np.array([4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00])


def added_errors(n_cases: ArrayLike, n_errors: ArrayLike, confidence: float = 0.25) -> NDArray[np.float64]:
    """Errors to expect beyond those seen, among as many new cases.

    Parameters
    ----------
    n_cases : array-like of shape (n,)
        Weighted training cases at each leaf; positive.
    n_errors : array-like of shape (n,)
        How many of them the leaf gets wrong.
    confidence : float
        The chance that the true rate of error is above the limit; smaller prunes more.

    Returns
    -------
    ndarray of shape (n,)
        ``n_cases`` times the upper limit of the rate of error, less ``n_errors``. Without errors the limit is
        exact, 1 - confidence^(1/n); between none and one it lies on a straight line; from one on it is the
        normal approximation with a continuity correction.

    References
    ----------
    J. R. Quinlan, *C4.5: Programs for Machine Learning*, 1993, section 4.2; the program's Release 8.

    Examples
    --------
    The leaves of the book's example, with 6, 9 and 16 cases:

    >>> (added_errors([6, 9], [0, 0]) / [6, 9]).round(4)
    array([0.2063, 0.1428])
    >>> float(((1 + added_errors(16, 1)) / 16).round(4))
    0.1567
    """
    n, errors = np.broadcast_arrays(np.asarray(n_cases, dtype=float), np.asarray(n_errors, dtype=float))
    z2 = np.interp(confidence, _CHANCES, _DEVIATIONS) ** 2
    without_errors = n * (1 - confidence ** (1 / n))
    at_least_one = np.where(errors < 0.9999, 1.0, errors)
    with_one_or_more = np.where(
        at_least_one + 0.5 >= n, 0.67 * (n - at_least_one), _normal_limit(n, at_least_one, z2)
    )
    along = np.where(errors < 1e-6, 0.0, np.where(errors < 0.9999, errors, 1.0))
    return without_errors + along * (with_one_or_more - without_errors)


def _normal_limit(n: NDArray[np.float64], errors: NDArray[np.float64], z2: float) -> NDArray[np.float64]:
    corrected = np.minimum(errors + 0.5, n)  # where the limit applies, the minimum changes nothing
    root = np.sqrt(z2 * (corrected * (1 - corrected / n) + z2 / 4))
    return n * (corrected + z2 / 2 + root) / (n + z2) - errors


def pessimistic_errors(
    n_cases: ArrayLike, n_errors: ArrayLike, n_leaves: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Errors of a subtree with half an error added for each leaf, and their standard error.

    Parameters
    ----------
    n_cases, n_errors, n_leaves : array-like of shape (n,)
        Weighted training cases that reach each subtree, how many its leaves get wrong, and its leaves.

    Returns
    -------
    corrected : ndarray of shape (n,)
        ``n_errors + n_leaves / 2``.
    standard_error : ndarray of shape (n,)
        The square root of corrected x (n_cases - corrected) / n_cases; 0 where more than all are wrong.

    References
    ----------
    J. R. Quinlan, *Simplifying Decision Trees*, International Journal of Man-Machine Studies 27, 1987.

    Examples
    --------
    >>> corrected, standard_error = pessimistic_errors(n_cases=100, n_errors=8, n_leaves=4)
    >>> float(corrected), float(standard_error)
    (10.0, 3.0)
    """
    n = np.asarray(n_cases, dtype=float)
    corrected = np.asarray(n_errors, dtype=float) + np.asarray(n_leaves, dtype=float) / 2
    share = np.clip(corrected / np.where(n > 0, n, 1.0), 0.0, 1.0)
    return corrected, np.sqrt(n * share * (1 - share))
