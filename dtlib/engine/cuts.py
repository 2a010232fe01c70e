"""Where to cut a numeric column: all cuts of all columns in all nodes of a level, scored together.

Each column's list is read once. Running sums, less what they were where the node begins, tell what is on the
left of every position, and the criterion turns them into scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.level import Level
from dtlib.engine.scoring import DUST, Criterion, Sides

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

NOT_A_CUT = -1.0
CLOSEST_VALUES = np.float32(1e-7)  # numbers that are no further apart are not cut apart, as in scikit-learn
BLOCK = 1 << 17  # numbers to work on at a time, so that they stay in the processor's cache


class Smallest(NamedTuple):
    """What a branch must hold.

    Attributes
    ----------
    rows : int
        Entries, counted.
    weight : float
    """

    rows: int
    weight: float

    def forbids(self, rows_left: Integers, rows_right: Integers, left: Floats, right: Floats) -> Any:
        """Whether a branch holds too little; arrays of any one shape."""
        forbidden = (rows_left < self.rows) | (rows_right < self.rows)
        if self.weight > 0:
            forbidden = forbidden | (left < self.weight) | (right < self.weight)
        return forbidden


@dataclass
class Segments:
    """A list of entries, node by node.

    Attributes
    ----------
    nodes : ndarray of shape (n_segments,)
        The nodes that occur, counted within the level.
    starts, sizes : ndarray of shape (n_segments,)
    which : ndarray of shape (n,)
        The segment of each position.
    means : list of ndarray of shape (n_segments,)
    impurity, weight : ndarray of shape (n_segments,)
    """

    nodes: Integers
    starts: Integers
    sizes: Integers
    which: Integers
    means: list[Floats]
    impurity: Floats
    weight: Floats

    @classmethod
    def of_level(cls, level: Level) -> Segments:
        """The lists of a column without missing values."""
        return cls(
            np.arange(level.n_nodes),
            level.starts[:-1],
            level.sizes,
            level.node_of,
            level.target.means(level.node_value),
            level.node_impurity,
            level.node_weight,
        )

    @classmethod
    def of_entries(cls, level: Level, order: Integers, node: Integers, criterion: Criterion) -> Segments:
        """The list of some entries, sorted by node."""
        begins = np.append(True, node[1:] != node[:-1])[: len(node)]
        starts = np.flatnonzero(begins)
        which = np.cumsum(begins) - 1
        value = level.target.take(order).value(which, level.weight.take(order), len(starts))
        return cls(
            node.take(starts),
            starts,
            np.diff(starts, append=len(node)),
            which,
            level.target.means(value),
            criterion.impurity(value),
            level.target.weight_of(value),
        )

    def counts(self) -> tuple[Integers, Integers]:
        """Entries of the segment up to each position, and after it."""
        n_left = np.arange(1, len(self.which) + 1)
        n_left -= self.starts.take(self.which)
        return n_left, self.sizes.take(self.which) - n_left

    def sides(self, left: Floats, right: Floats) -> Sides:
        """The sides of the cuts behind each position, with these weights."""
        return Sides(self.which, self.means, self.impurity, left, right)

    def up_to(self, terms: NDArray) -> Floats:
        """Sums over the segment up to each position, along the last of two axes.

        Whole numbers are summed without rounding. So the sum over earlier segments is the same in every list,
        and is only taken from the first.
        """
        is_whole = terms.dtype.kind == "i"
        sums = terms.cumsum(axis=1, dtype=np.int32 if is_whole else np.float64)
        if len(self.starts) > 1:
            before = (sums[:1] if is_whole else sums).take(self.starts - 1, axis=1)
            before[:, 0] = 0
            sums -= before.take(self.which, axis=1)
        return sums

    def first_best(self, scores: Floats) -> Integers:
        """The first position in each segment whose score is the greatest but for rounding."""
        return first_best(scores, self.starts, self.which)


def first_best(scores: Floats, starts: Integers, which: Integers) -> Integers:
    """The first position in each segment whose score is the greatest but for rounding.

    Parameters
    ----------
    scores : ndarray of shape (n,)
    starts : ndarray of shape (n_segments,)
    which : ndarray of shape (n,)
        The segment of each position.

    Examples
    --------
    >>> first_best(np.array([0.1, 0.3, 0.3, 0.2]), np.array([0, 3]), np.array([0, 0, 0, 1]))
    array([1, 3])
    """
    best = np.maximum.reduceat(scores, starts) - DUST
    (hits,) = (scores >= best.take(which)).nonzero()
    segment = which.take(hits)
    is_first = np.ones(len(hits), dtype=bool)
    np.not_equal(segment[1:], segment[:-1], out=is_first[1:])
    return hits.compress(is_first)


def score_columns(level: Level, features: Integers, criterion: Criterion, smallest: Smallest) -> Floats:
    """Score all cuts of some columns.

    Parameters
    ----------
    level : Level
    features : ndarray of shape (n_numeric,)
    criterion : Criterion
    smallest : Smallest
        What a cut needs on either side.

    Returns
    -------
    ndarray of shape (n_numeric, m)
        What a cut behind each position of `orders` takes away, as a share of the node's impurity; -1.0
        where no cut may be made: between equal values, behind the last one, or too near to either end.
    """
    if level.is_complete:
        return _score_complete(level, features, criterion, smallest)
    is_complete = np.array([feature not in level.columns_with_gaps for feature in features.tolist()])
    scores = np.full((len(features), len(level.entries)), NOT_A_CUT)
    if is_complete.any():
        scores[is_complete] = _score_complete(level, features[is_complete], criterion, smallest)
    for i in np.flatnonzero(~is_complete).tolist():
        order, node = level.sorted_by(int(features[i]))
        if order.size:
            segments = Segments.of_entries(level, order, node, criterion)
            values = level.values[features[i]].take(order)
            share = _Scorer(level, segments, criterion, smallest)(order[None], values[None])[0]
            held = segments.weight * segments.impurity
            held /= (level.node_weight * level.node_impurity).take(segments.nodes)
            known = ~np.isnan(level.values[features[i]].take(level.orders[features[i]]))
            scores[i, known] = np.where(share >= 0, share * held.take(segments.which), NOT_A_CUT)
    return scores


def best_thresholds(level: Level, scores: Floats, row: Integers, feature: Integers) -> Floats:
    """Where each node is cut, if it is cut in one column.

    Parameters
    ----------
    level : Level
    scores : ndarray of shape (n_numeric, m)
        From `score_columns`.
    row : ndarray of shape (n_nodes,)
        The row of `scores` to look at in each node.
    feature : ndarray of shape (n_nodes,)
        The column that it belongs to.

    Returns
    -------
    ndarray of shape (n_nodes,)
        Halfway between two neighbouring values; of equally good cuts the lowest.
    """
    picked = scores[row.take(level.node_of), np.arange(scores.shape[1])]
    last = first_best(picked, level.starts[:-1], level.node_of)
    low, high = level.orders[feature, last], level.orders[feature, last + 1]
    return midpoints(
        level.values[feature, low].astype(np.float64), level.values[feature, high].astype(np.float64)
    )


def midpoints(low: Floats, high: Floats) -> Floats:
    """Halfway between two numbers, but always below the higher, so that ``x <= midpoint`` separates them.

    Examples
    --------
    >>> midpoints(np.array([1.0, 1.0]), np.array([2.0, np.nextafter(1.0, 2.0)]))
    array([1.5, 1. ])
    """
    middle = low / 2 + high / 2
    return np.where((low <= middle) & (middle < high), middle, low)


def _score_complete(level: Level, features: Integers, criterion: Criterion, smallest: Smallest) -> Floats:
    """The scores of columns without missing values, as many at a time as the cache holds."""
    segments = Segments.of_level(level)
    score = _Scorer(level, segments, criterion, smallest)
    shape = (len(features), len(segments.which))
    n_lists = max(1, BLOCK // shape[1])
    scores = np.empty(shape)
    for i in range(0, len(features), n_lists):
        block = features[i : i + n_lists]
        orders = level.orders if len(block) == level.n_features else level.orders[block]
        values = level.values.take(orders + block[:, np.newaxis] * level.values.shape[1])
        scores[i : i + n_lists] = score(orders, values)
    return scores


class _Scorer:
    """Scores the cuts of lists that are all divided into the same segments."""

    def __init__(self, level: Level, segments: Segments, criterion: Criterion, smallest: Smallest) -> None:
        self.level, self.segments, self.criterion = level, segments, criterion
        self.smallest = smallest
        self.counts = segments.counts()
        self.counted_sides = segments.sides(*(count.astype(np.float64) for count in self.counts))

    def __call__(self, orders: Integers, values: Floats) -> Floats:
        """The share of the segment's impurity that a cut behind each position takes away, shape (b, n)."""
        level, segments = self.level, self.segments
        sides = self.counted_sides
        if not level.is_unweighted:
            left = segments.up_to(level.weight.take(orders))
            sides = segments.sides(left, segments.weight.take(segments.which) - left)
        lines = (segments.up_to(line.take(orders)) for line in level.lines)
        scores = self.criterion.share_removed(lines, sides)
        is_tied = values[:, 1:] <= values[:, :-1] + CLOSEST_VALUES
        scores[:, :-1][is_tied] = NOT_A_CUT
        too_small = self.smallest.forbids(*self.counts, sides.left, sides.right)
        scores[..., too_small] = NOT_A_CUT
        return scores
