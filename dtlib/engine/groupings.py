"""How to group the values of a categorical column: the best division into two, in all nodes of a level.

k values can be divided in 2^(k - 1) - 1 ways. With two classes, or a number to predict, Breiman's theorem
leaves k - 1 of them: sort the values by their mean, and cut. With more classes all ways are tried up to ten
values; beyond that they are sorted along the first principal component of their class shares, and cut.

Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, theorem 4.5 and section 8.8;
Coppersmith, Hong and Hosking (1999), Partitioning Nominal Attributes in Decision Trees, Data Mining and
Knowledge Discovery 3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtlib.criteria import EXACT_UP_TO, main_axis
from dtlib.engine.cuts import NOT_A_CUT, Segments, Smallest
from dtlib.engine.level import Cells, Level
from dtlib.engine.scoring import DUST, Criterion, Sides

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

AT_A_TIME = 1 << 20  # groupings times values to hold in memory at once


class Groupings(NamedTuple):
    """The best grouping of one column in each node.

    Attributes
    ----------
    gain : ndarray of shape (n_nodes,)
        As a share of the node's impurity; -1.0 if there is none.
    cells : Cells
    is_left : ndarray of bool, shape (n_cells,)
        Whether a cell's value is in the first group, which holds the first value that occurs in the node.
    """

    gain: Floats
    cells: Cells
    is_left: NDArray[np.bool_]


def best_groupings(level: Level, feature: int, criterion: Criterion, smallest: Smallest) -> Groupings:
    """Group the values of one column.

    Parameters
    ----------
    level : Level
    feature : int
        A categorical column.
    criterion : Criterion
    smallest : Smallest
        What a group must hold.

    Returns
    -------
    Groupings
    """
    cells = level.cells(feature)
    found = Groupings(np.full(level.n_nodes, NOT_A_CUT), cells, np.zeros(len(cells.node), dtype=bool))
    n_values = np.bincount(cells.node, minlength=level.n_nodes)
    n_lines = len(level.lines)
    if n_lines == 1:
        means = level.target.means(cells.target_value)[0]
        _cut_along(level, criterion, smallest, found, np.flatnonzero(n_values[cells.node] > 1), means)
    else:
        for k in np.unique(n_values[(n_values > 1) & (n_values <= EXACT_UP_TO)]).tolist():
            _try_all(level, criterion, smallest, found, np.flatnonzero(n_values == k), k)
        many = np.flatnonzero(n_values[cells.node] > EXACT_UP_TO)
        positions = np.zeros(len(cells.node))
        for node in np.unique(cells.node[many]).tolist():
            mine = cells.node == node
            positions[mine] = main_axis(cells.target_value[mine])
        _cut_along(level, criterion, smallest, found, many, positions)
    starts = np.flatnonzero(np.append(True, cells.node[1:] != cells.node[:-1])[: len(cells.node)])
    first = np.repeat(found.is_left[starts], np.diff(starts, append=len(cells.node)))
    return found._replace(is_left=found.is_left == first)


def _lines(level: Level, target_value: Floats) -> list[Floats]:
    """The sums of each of the target's lines, last axis of `target_value` to a list."""
    flat = target_value.reshape(-1, target_value.shape[-1])
    weight = level.target.weight_of(flat)
    means = level.target.means(flat)
    return [(mean * weight).reshape(target_value.shape[:-1]) for mean in means]


def _cut_along(
    level: Level,
    criterion: Criterion,
    smallest: Smallest,
    found: Groupings,
    cells: Integers,
    position: Floats,
) -> None:
    """Sort the cells of each node by position, and cut where most is gained."""
    if not cells.size:
        return
    cells = cells[np.lexsort((position[cells], found.cells.node[cells]))]
    segments, lines, weight = _summed_by_node(level, criterion, found.cells, cells)
    left = segments.up_to(weight[None])
    right = segments.weight.take(segments.which) - left
    sides = segments.sides(left, right)
    scores = criterion.share_removed((segments.up_to(line[None]) for line in lines), sides)[0]
    n_rows = found.cells.n_rows[cells]
    rows_left = segments.up_to(n_rows[None])[0]
    rows_right = np.add.reduceat(n_rows, segments.starts).take(segments.which) - rows_left
    scores[smallest.forbids(rows_left, rows_right, left[0], right[0])] = NOT_A_CUT
    scores[segments.starts + segments.sizes - 1] = NOT_A_CUT
    last = segments.first_best(scores)
    found.gain[segments.nodes] = _of_whole_node(level, segments, scores[last])
    found.is_left[cells] = np.arange(len(cells)) <= last.take(segments.which)


def _try_all(
    level: Level, criterion: Criterion, smallest: Smallest, found: Groupings, nodes: Integers, k: int
) -> None:
    """Score every grouping of k values, in nodes where k values occur."""
    masks = (np.arange(1, 2 ** (k - 1))[:, None] >> np.arange(k) & 1).astype(
        bool
    )  # the last is never on the left
    n_at_a_time = max(1, AT_A_TIME // masks.size)
    for i in range(0, len(nodes), n_at_a_time):
        some = nodes[i : i + n_at_a_time]
        cells = np.flatnonzero(np.isin(found.cells.node, some))
        segments, lines, weight = _summed_by_node(level, criterion, found.cells, cells)
        shape = (len(some), k)
        which = np.repeat(np.arange(len(some)), len(masks))
        left = (weight.reshape(shape) @ masks.T).ravel()
        right = segments.weight.take(which) - left
        sides = Sides(which, segments.means, segments.impurity, left, right)
        summed = ((line.reshape(shape) @ masks.T).reshape(1, -1) for line in lines)
        scores = criterion.share_removed(summed, sides).reshape(len(some), -1)
        n_rows = found.cells.n_rows[cells].reshape(shape)
        rows_left = n_rows @ masks.T
        rows_right = n_rows.sum(axis=1, keepdims=True) - rows_left
        too_small = smallest.forbids(
            rows_left, rows_right, left.reshape(scores.shape), right.reshape(scores.shape)
        )
        scores[too_small] = NOT_A_CUT
        best = (scores >= scores.max(axis=1, keepdims=True) - DUST).argmax(axis=1)
        found.gain[some] = _of_whole_node(level, segments, scores[np.arange(len(some)), best])
        found.is_left[cells] = masks[best].ravel()


def _summed_by_node(
    level: Level, criterion: Criterion, cells: Cells, chosen: Integers
) -> tuple[Segments, list[Floats], Floats]:
    """The nodes of some cells, sorted by node, and the lines and weights of the cells."""
    value = cells.target_value[chosen]
    lines, weight = _lines(level, value), level.target.weight_of(value)
    node = cells.node[chosen]
    starts = np.flatnonzero(np.append(True, node[1:] != node[:-1]))
    sizes = np.diff(starts, append=len(node))
    nodes = node[starts]
    of_node = level.target.pooled(value, starts)
    segments = Segments(
        nodes,
        starts,
        sizes,
        np.repeat(np.arange(len(starts)), sizes),
        level.target.means(of_node),
        criterion.impurity(of_node),
        level.target.weight_of(of_node),
    )
    return segments, lines, weight


def _of_whole_node(level: Level, segments: Segments, share: Floats) -> Floats:
    """A share of the impurity of the cases with a value, as a share of the impurity of the node."""
    held = segments.weight * segments.impurity
    held /= level.node_weight[segments.nodes] * level.node_impurity[segments.nodes]
    return np.where(share >= 0, share * held, NOT_A_CUT)
