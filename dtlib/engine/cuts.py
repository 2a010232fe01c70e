"""Where to cut a numeric column: all cuts of all columns in all nodes of a level, scored together.

Each column's list is read once. Running sums, less what they were where the node begins, tell what is on the
left of every position; the criterion turns them into scores; and the best score of each node and column is
kept. The position itself is only looked for in the column that wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.level import Level
from dtlib.engine.scoring import DUST, Criterion, Sides

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

NOT_A_CUT = -1.0
CLOSEST_VALUES = np.float32(1e-7)  # numbers that are no further apart are not cut apart, as in scikit-learn
BLOCK = 1 << 17  # numbers to work on at a time, so that they stay in the processor's cache


@dataclass(frozen=True)
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

    @cached_property
    def n_left(self) -> Integers:
        """Entries of the segment up to each position."""
        return np.arange(1, len(self.which) + 1) - np.repeat(self.starts, self.sizes)

    @cached_property
    def n_right(self) -> Integers:
        """Entries of the segment after each position."""
        return np.repeat(self.starts + self.sizes, self.sizes) - np.arange(1, len(self.which) + 1)

    @cached_property
    def counted_sides(self) -> Sides:
        """The sides of the cuts behind each position, if every entry weighs 1."""
        return Sides(
            self.which, self.means, self.impurity, self.n_left.astype(float), self.n_right.astype(float)
        )

    def up_to(self, terms: NDArray) -> Floats:
        """Sums over the segment up to each position, along the last axis.

        Whole numbers are summed without rounding. So the sum over earlier segments is the same in every list, and
        is only taken from the first.
        """
        is_whole = terms.dtype.kind == "i"
        sums = np.cumsum(terms, axis=-1, dtype=np.int32 if is_whole else np.float64)
        before = (sums[:1] if is_whole else sums).take(self.starts[1:] - 1, axis=-1)
        before = np.concatenate([np.zeros((len(before), 1), before.dtype), before], axis=-1)
        sums -= np.repeat(before, self.sizes, axis=-1)
        return sums

    def best(self, scores: Floats) -> Floats:
        """The greatest score in each segment, along the last axis."""
        return np.maximum.reduceat(scores, self.starts, axis=-1)

    def first_best(self, scores: Floats) -> Integers:
        """The first position in each segment whose score is the greatest but for rounding."""
        hits = np.flatnonzero(scores >= np.repeat(self.best(scores) - DUST, self.sizes))
        segment = self.which.take(hits)
        return hits.compress(np.append(True, segment[1:] != segment[:-1]))


def gains_of_cuts(level: Level, features: Integers, criterion: Criterion, min_rows: int) -> Floats:
    """What the best cut of each column is worth in each node.

    Parameters
    ----------
    level : Level
    features : ndarray of shape (n_numeric,)
    criterion : Criterion
    min_rows : int
        A cut needs as many entries on either side.

    Returns
    -------
    ndarray of shape (n_numeric, n_nodes)
        As a share of the node's impurity; -1.0 if there is no cut.
    """
    gains = np.full((len(features), level.n_nodes), NOT_A_CUT)
    is_complete = ~level.has_missing[features]
    complete = np.flatnonzero(is_complete)
    if complete.size:
        segments = Segments.of_level(level)
        n_lists = max(1, BLOCK // len(segments.which))
        for i in range(0, len(complete), n_lists):
            block = complete[i : i + n_lists]
            orders = level.orders[features[block]]
            values = np.stack([level.values[f].take(o) for f, o in zip(features[block], orders, strict=True)])
            gains[block] = segments.best(score_cuts(level, segments, orders, values, criterion, min_rows))
    for i in np.flatnonzero(~is_complete).tolist():
        order, node = level.sorted_by(features[i])
        if order.size:
            segments = Segments.of_entries(level, order, node, criterion)
            values = level.values[features[i]].take(order)
            best = segments.best(score_cuts(level, segments, order[None], values[None], criterion, min_rows))
            held = segments.weight * segments.impurity
            held /= level.node_weight[segments.nodes] * level.node_impurity[segments.nodes]
            gains[i, segments.nodes] = np.where(best[0] >= 0, best[0] * held, NOT_A_CUT)
    return gains


def best_thresholds(
    level: Level, nodes: Integers, features: Integers, criterion: Criterion, min_rows: int
) -> Floats:
    """The best cut of one column in each of some nodes; of equals the lowest.

    Parameters
    ----------
    level : Level
    nodes, features : ndarray of shape (n,)
        In increasing order of node; the columns have a cut there.
    criterion : Criterion
    min_rows : int

    Returns
    -------
    ndarray of shape (n,)
        Halfway between two neighbouring values.
    """
    feature_of = np.full(level.n_nodes, -1)
    feature_of[nodes] = features
    position = np.arange(len(level.node_of))
    node, feature = level.node_of, feature_of.take(level.node_of)
    if len(nodes) < level.n_nodes:
        asks = feature >= 0
        position, node, feature = position.compress(asks), node.compress(asks), feature.compress(asks)
    order = level.orders[feature, position]
    values = level.values[feature, order]
    if level.has_missing[features].any():
        known = ~np.isnan(values)
        order, node, values = order.compress(known), node.compress(known), values.compress(known)
    segments = Segments.of_entries(level, order, node, criterion)
    scores = score_cuts(level, segments, order[None], values[None], criterion, min_rows)
    last = segments.first_best(scores[0])
    return midpoints(values[last].astype(np.float64), values[last + 1].astype(np.float64))


def midpoints(low: Floats, high: Floats) -> Floats:
    """Halfway between two numbers, but always below the higher, so that ``x <= midpoint`` separates them.

    Examples
    --------
    >>> midpoints(np.array([1.0, 1.0]), np.array([2.0, np.nextafter(1.0, 2.0)]))
    array([1.5, 1. ])
    """
    middle = low / 2 + high / 2
    return np.where((low <= middle) & (middle < high), middle, low)


def score_cuts(
    level: Level, segments: Segments, orders: Integers, values: Floats, criterion: Criterion, min_rows: int
) -> Floats:
    """The share of the node's impurity that is taken away by a cut behind each position.

    Parameters
    ----------
    level : Level
    segments : Segments
    orders : ndarray of shape (b, n)
        Entries, sorted by value within each node.
    values : ndarray of shape (b, n)
    criterion : Criterion
    min_rows : int

    Returns
    -------
    ndarray of shape (b, n)
        -1.0 where no cut may be made: between equal values, behind the last one, or too near to either end.
    """
    if level.is_unweighted:
        sides = segments.counted_sides
    else:
        left = segments.up_to(level.weight.take(orders))
        right = segments.weight.take(segments.which) - left
        sides = Sides(segments.which, segments.means, segments.impurity, left, right)
    lines = (segments.up_to(line.take(orders)) for line in level.lines)
    scores = criterion.share_removed(lines, sides)
    is_tied = np.zeros(values.shape, dtype=bool)
    np.less_equal(values[:, 1:], values[:, :-1] + CLOSEST_VALUES, out=is_tied[:, :-1])
    np.putmask(scores, is_tied, NOT_A_CUT)
    if min_rows == 1:
        scores[:, segments.starts + segments.sizes - 1] = NOT_A_CUT
    else:
        scores[:, (segments.n_left < min_rows) | (segments.n_right < min_rows)] = NOT_A_CUT
    return scores
