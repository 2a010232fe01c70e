"""What a split is worth: the formulas of the three books, each written once, for arrays of any shape.

A criterion knows how impure a set of cases is, and how much of a node's impurity each cut of a sorted list
takes away. Gini impurity is the variance of the class labels, if each class is a column of zeros and ones;
so classification by Gini and regression by squared error are one formula. With W the weight of a node, L
and R that of its two sides, S the sum of a column over the node and S_L that over the left side,

    decrease of the sum of squares  =  W / (L R) * (S_L - S L / W)^2 .

Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, sections 4.3 and 8.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dtlib.measures import entropy_of, gini_of

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

DUST = 1e-12  # as a share of the node's impurity: a smaller gain, or difference between gains, is rounding


class Sides:
    """The weights on both sides of many cuts.

    Parameters
    ----------
    node : ndarray of shape (n,)
        The node that each cut is in: an index into the next two.
    means : list of ndarray of shape (n_nodes,)
        The mean of each of the target's `lines` over the node.
    impurity : ndarray of shape (n_nodes,)
    left, right : ndarray of shape (n,) or (b, n)
        Weight. A cut with an empty side is worth nothing.
    """

    def __init__(
        self, node: Integers, means: list[Floats], impurity: Floats, left: Floats, right: Floats
    ) -> None:
        self.node, self.means, self.impurity = node, means, impurity
        self.left, self.right = left, right

    def expected(self, mean: Floats) -> Floats:
        """What the left side would hold of a line with this mean if it were like the whole node."""
        return mean.take(self.node) * self.left

    @cached_property
    def scale(self) -> Floats:
        """``1 / (L R impurity)``, which turns squared deviations into a share of the node's impurity."""
        product = self.left * self.right
        product *= self.impurity.take(self.node)
        scale = np.zeros_like(product)
        return np.divide(1.0, product, out=scale, where=product > 0)


class Criterion(Protocol):
    """How impure a node is, and what its cuts are worth."""

    def impurity(self, value: Floats) -> Floats:
        """Of nodes with these values (see `Tree`), shape (n, k) to (n,)."""
        ...

    def share_removed(self, lines: Iterable[Floats], sides: Sides) -> Floats:
        """The share of a node's impurity that each cut takes away, between 0 and 1.

        Parameters
        ----------
        lines : iterable of ndarray of shape (b, n)
            Sums over the left side, one for each of the target's `lines`. May be overwritten.
        sides : Sides

        Returns
        -------
        ndarray of shape (b, n)
        """
        ...


def deviations(lines: Iterable[Floats], sides: Sides) -> Iterator[Floats]:
    """How far the sums on the left are from what they would be if the side were like the node."""
    for line, mean in zip(lines, sides.means, strict=True):
        yield line - sides.expected(mean)


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


def shares_of(value: Floats) -> NDArray[np.float64]:
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

    def share_removed(self, lines: Iterable[Floats], sides: Sides) -> Floats:
        """The formula above, summed over the classes; the first class makes up for all the others.

        Examples
        --------
        Two cases of either class, and a cut between the first and the second case:

        >>> one = np.ones(1)
        >>> sides = Sides(np.zeros(1, dtype=int), [0.5 * one], 0.5 * one, left=one, right=3 * one)
        >>> Gini().share_removed([np.array([[0.0]])], sides).round(3)
        array([[0.333]])
        """
        classes = deviations(lines, sides)
        first = next(classes)
        squares = first * first
        if len(sides.means) == 1:
            squares += squares
            squares *= sides.scale
            return squares
        for deviation in classes:
            first += deviation
            squares += deviation * deviation
        first *= first
        squares += first
        squares *= sides.scale
        return squares


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

    def share_removed(self, lines: Iterable[Floats], sides: Sides) -> Floats:
        """Bits before less bits after, by their share of the bits before.

        Examples
        --------
        >>> one = np.ones(1)
        >>> sides = Sides(np.zeros(1, dtype=int), [0.5 * one], one, left=one, right=3 * one)
        >>> Entropy().share_removed([np.array([[0.0]])], sides).round(3)
        array([[0.311]])
        """
        weight = sides.left + sides.right
        first_left, first_right = sides.left, sides.right
        bits = xlog2x(sides.left) + xlog2x(sides.right)
        for line, mean in zip(lines, sides.means, strict=True):
            rest = mean.take(sides.node) * weight - line
            first_left, first_right = first_left - line, first_right - rest
            bits = bits - xlog2x(line) - xlog2x(rest)
        bits = bits - xlog2x(first_left) - xlog2x(first_right)
        before = weight * sides.impurity.take(sides.node)
        share = np.divide(before - bits, before, out=np.zeros_like(bits), where=before > 0)
        return np.maximum(share, 0.0, out=share)


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

    def share_removed(self, lines: Iterable[Floats], sides: Sides) -> Floats:
        """The formula above.

        Examples
        --------
        The numbers 0, 0, 1, 1, cut in the middle:

        >>> one = np.ones(1)
        >>> sides = Sides(np.zeros(1, dtype=int), [0.5 * one], 0.25 * one, left=2 * one, right=2 * one)
        >>> SquaredError().share_removed([np.array([[0.0]])], sides)
        array([[1.]])
        """
        (squares,) = deviations(lines, sides)
        squares *= squares
        squares *= sides.scale
        return squares
