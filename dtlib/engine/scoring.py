"""What a split is worth: the formulas of the three books, each written once, for arrays of any shape.

A criterion knows how impure a set of cases is, and how much of a node's impurity each cut of a sorted list takes
away. Gini impurity is the variance of the class labels, if each class is a column of zeros and ones; so
classification by Gini and regression by squared error are one formula. With W the weight of a node, L and R that
of its two sides, S the sum of a column over the node and S_L that over the left side,

    decrease of the sum of squares  =  W / (L R) * (S_L - S L / W)^2 .

Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, sections 4.3 and 8.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dtlib.measures import entropy_of, gini_of

Floats = NDArray[np.floating]

DUST = 1e-12  # as a share of the node's impurity: a smaller gain, or difference between gains, is rounding


class Criterion(Protocol):
    """How impure a node is, and what its cuts are worth."""

    def impurity(self, value: Floats) -> Floats:
        """Of nodes with these values (see `Tree`), shape (n, k) to (n,)."""
        ...

    def share_removed(
        self, lines: Sequence[Floats], left: Floats, right: Floats, value: Floats, impurity: Floats
    ) -> Floats:
        """The share of a node's impurity that each cut takes away, between 0 and 1.

        Parameters
        ----------
        lines : sequence of ndarray of shape (b, n)
            Sums over the left side, one for each of the target's `lines`.
        left, right : ndarray of shape (n,) or (b, n)
            Weight of the two sides.
        value : ndarray of shape (n, k)
            Of the node that each cut is in.
        impurity : ndarray of shape (n,)
            Of the node that each cut is in.
        """
        ...


def xlog2x(weight: Floats) -> Floats:
    """``w log2 w``, with 0 log 0 = 0.

    Examples
    --------
    >>> xlog2x(np.array([0.0, 1.0, 2.0, 4.0]))
    array([0., 0., 2., 8.])
    """
    out = np.zeros_like(weight, dtype=np.float64)
    np.log2(weight, out=out, where=weight > 0)
    out *= weight
    return out


def shares_of(value: Floats) -> Floats:
    """Class weights as shares; of an empty node all are zero.

    Examples
    --------
    >>> shares_of(np.array([[3.0, 1.0], [0.0, 0.0]]))
    array([[0.75, 0.25],
           [0.  , 0.  ]])
    """
    weight = value.sum(axis=1, keepdims=True)
    return value / np.where(weight > 0, weight, 1.0)


class Gini:
    """The chance that two draws from a node carry different classes (Breiman et al. 1984, section 4.3)."""

    def impurity(self, value: Floats) -> Floats:
        """``1 - sum_k p_k^2``; of class weights, shape (n, K) to (n,).

        Examples
        --------
        >>> Gini().impurity(np.array([[2.0, 2.0], [4.0, 0.0]]))
        array([0.5, 0. ])
        """
        return gini_of(shares_of(value))


class Entropy:
    """Bits needed to name the class of a case (Quinlan 1986, section 4)."""

    def impurity(self, value: Floats) -> Floats:
        """``-sum_k p_k log2 p_k``; of class weights, shape (n, K) to (n,).

        Examples
        --------
        >>> Entropy().impurity(np.array([[2.0, 2.0], [4.0, 0.0]]))
        array([1., 0.])
        """
        return entropy_of(shares_of(value))


class SquaredError:
    """The variance within a node (Breiman et al. 1984, section 8.3)."""

    def impurity(self, value: Floats) -> Floats:
        """The third column of weight, mean and variance, shape (n, 3) to (n,).

        Examples
        --------
        >>> SquaredError().impurity(np.array([[10.0, 3.0, 0.25]]))
        array([0.25])
        """
        return value[:, 2]
