"""Stand-ins: which other column would have sent the cases the same way?

A case whose value is missing where a node asks for it can still be sent on, if another column tells nearly
the same story. For each split, every other column is asked for the split of its own that agrees best with
the primary one, over the cases in which both values are known. That is a search for a split again, with
"went left" and "went right" in the place of the classes, so it is done like one: for all nodes of a level at
once.

A stand-in has to beat the blind rule that sends everybody where the majority goes. Its *agreement* is the
share of the cases, among those with a known primary value, that it sends the same way; the *adjusted*
agreement says how much of what the blind rule gets wrong it puts right.

Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees*, 1984, section 5.3; the details
are those of rpart, and differ from the book in one point: a case whose stand-in is missing as well counts
against it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

LEFT, UNKNOWN, RIGHT = -1, 0, 1  # the sides of a split
FEWEST = 2  # cases on either side of a cut, so that no single lucky one can make a stand-in
USEFUL = 1e-10  # the adjusted agreement from which on a stand-in is better than none


class Cut(NamedTuple):
    """The best stand-in of one numeric column at each node.

    Attributes
    ----------
    agreement : ndarray of shape (n_nodes,)
        Weight of the cases sent the same way; 0.0 if no cut beats sending all of them one way.
    threshold : ndarray of shape (n_nodes,)
    below : ndarray of shape (n_nodes,)
        The side of the cases with ``x <= threshold``.
    """

    agreement: Floats
    threshold: Floats
    below: NDArray[np.int8]


class Grouping(NamedTuple):
    """The best stand-in of one categorical column at each node.

    Attributes
    ----------
    agreement : ndarray of shape (n_nodes,)
        Weight of the cases sent the same way; 0.0 if no grouping is accepted.
    side : ndarray of shape (n_nodes, n_categories)
        Where each category goes; `UNKNOWN` if no case tells.
    """

    agreement: Floats
    side: NDArray[np.int8]


def best_cuts(x: Floats, node: Integers, side: NDArray[np.int8], weight: Floats, n_nodes: int) -> Cut:
    """For each node, the cut of a numeric column that agrees best with the primary split.

    Parameters
    ----------
    x : ndarray of shape (n,)
        Known values, ascending within each node.
    node : ndarray of shape (n,)
        Ascending, from 0 to ``n_nodes - 1``.
    side : ndarray of shape (n,)
        Where the primary split sends the case, `UNKNOWN` if its value is missing there. Such a case still
        has a say in where the midpoints lie.
    weight : ndarray of shape (n,)
        Positive.

    Examples
    --------
    >>> x, side = np.array([1.0, 2, 3, 4, 5]), np.array([LEFT, LEFT, RIGHT, RIGHT, LEFT], dtype=np.int8)
    >>> cut = best_cuts(x, np.zeros(5, dtype=int), side, np.ones(5), n_nodes=1)
    >>> cut.agreement.tolist(), cut.threshold.tolist(), cut.below.tolist()
    ([4.0], [2.5], [-1])
    """
    told = side != UNKNOWN
    start = np.searchsorted(node, np.arange(n_nodes + 1))
    left, left_below = _totals_and_running_sums(weight * (side == LEFT), start)
    right, right_below = _totals_and_running_sums(weight * (side == RIGHT), start)
    n_told, told_below = _totals_and_running_sums(told.astype(np.float64), start)

    straight = left_below + (right[node] - right_below)
    crossed = (left + right)[node] - straight
    agreement = np.maximum(straight, crossed)
    cut_here = np.append((node[1:] == node[:-1]) & (x[1:] != x[:-1]), False)
    cut_here &= (told_below >= FEWEST) & (n_told[node] - told_below >= FEWEST)
    cut_here &= agreement > np.maximum(left, right)[node]

    cuts = np.flatnonzero(cut_here)
    best = np.zeros(n_nodes)
    np.maximum.at(best, node[cuts], agreement[cuts])
    cuts = cuts[agreement[cuts] == best[node[cuts]]]
    where, first = np.unique(node[cuts], return_index=True)
    cuts = cuts[first]
    threshold, below = np.full(n_nodes, np.nan), np.zeros(n_nodes, dtype=np.int8)
    threshold[where] = (x[cuts] + x[cuts + 1]) / 2
    below[where] = np.where(straight[cuts] > crossed[cuts], LEFT, RIGHT)
    return Cut(best, threshold, below)


def _totals_and_running_sums(values: Floats, start: Integers) -> tuple[Floats, Floats]:
    """The sum over each node, and the sum over the cases of a node up to and with each case."""
    sums = np.append(0.0, np.cumsum(values))
    return np.diff(sums[start]), sums[1:] - np.repeat(sums[start[:-1]], np.diff(start))


def best_groupings(
    codes: Integers,
    node: Integers,
    side: NDArray[np.int8],
    weight: Floats,
    tie: NDArray[np.int8],
    n_categories: int,
) -> Grouping:
    """For each node, the grouping of a categorical column that agrees best with the primary split.

    Each category goes where most of its cases go; one that is divided evenly goes where most cases of the
    node go.

    Parameters
    ----------
    codes : ndarray of shape (n,)
        Known categories, from 0 to ``n_categories - 1``.
    node : ndarray of shape (n,)
        From 0 to ``n_nodes - 1``.
    side : ndarray of shape (n,)
        Where the primary split sends the case, `UNKNOWN` if its value is missing there.
    weight : ndarray of shape (n,)
        Positive.
    tie : ndarray of shape (n_nodes,)
        The side for an evenly divided category in an evenly divided node.
    n_categories : int

    Notes
    -----
    A grouping is accepted only if two cases at least disagree with it. There is no reason for that: it means
    that a categorical column that tells exactly the same story is no stand-in. But it is what rpart 4.1.19
    does (see ``tests/reference/rpart``), and being comparable with it is worth more than being right alone.

    Examples
    --------
    >>> codes, side = np.array([0, 0, 0, 1, 1, 1, 2]), np.array([-1, -1, 1, 1, 1, -1, 0], dtype=np.int8)
    >>> tie = np.array([RIGHT], dtype=np.int8)
    >>> grouping = best_groupings(codes, np.zeros(7, dtype=int), side, np.ones(7), tie, n_categories=3)
    >>> grouping.agreement.tolist(), grouping.side.tolist()
    ([4.0], [[-1, 1, 0]])
    """
    shape = (len(tie), n_categories)

    def table(values: Floats) -> Floats:
        return np.bincount(node * n_categories + codes, values, len(tie) * n_categories).reshape(shape)

    to_left, to_right = side == LEFT, side == RIGHT
    left, right = table(weight * to_left), table(weight * to_right)
    majority = np.sign(right.sum(axis=1) - left.sum(axis=1)).astype(np.int8)
    majority = np.where(majority == 0, tie, majority)
    goes = np.sign(right - left).astype(np.int8)
    goes = np.where((goes == 0) & (left + right > 0), majority[:, np.newaxis], goes)

    disagreeing = np.where(goes == LEFT, table(to_right), table(to_left)).sum(axis=1)
    agreement = np.where(goes == LEFT, left, right).sum(axis=1)
    return Grouping(np.where(disagreeing >= FEWEST, agreement, 0.0), goes)
