"""A tree grown a level at a time, from columns that are sorted once.

Where `dtlib.teaching.thresholds` sorts every column anew in every node, here a column is sorted once for the
whole tree: taking rows out of a sorted list leaves a sorted list. All nodes of a level are searched together,
so that the loop over the rows is NumPy's. This is how `dtlib.CARTClassifier` works, without its finer points.

Source: Mehta, Agrawal and Rissanen (1996), SLIQ: a fast scalable classifier for data mining.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtlib.splits import midpoint
from dtlib.teaching.thresholds import DUST, Cut, Tree, best_question, decrease


def build_cart_by_levels(
    columns: Sequence[Sequence[float]], labels: Sequence[Any], max_depth: float = float("inf")
) -> Tree:
    """The same tree as `build_cart`, grown a level at a time from columns that are sorted once.

    Parameters and result are those of `build_cart`.

    Examples
    --------
    >>> build_cart_by_levels([[1, 2, 3, 4]], ["no", "no", "yes", "yes"])
    {'column': 0, 'threshold': 2.5, 'majority': 'no', 'left': 'no', 'right': 'yes'}
    """
    classes = sorted(set(labels))
    one_hot = np.array([[label == name for name in classes] for label in labels], dtype=np.int64)
    x = np.array(columns, dtype=np.float64)
    orders = np.argsort(x, axis=1, kind="stable")
    node_of_row = np.zeros(len(labels), dtype=np.intp)  # within the level; -1 for a row that is in a leaf
    trunk: dict[str, Tree] = {}
    places: list[tuple[dict[str, Tree], str]] = [(trunk, "root")]  # where the nodes of the level will hang
    depth = 0
    while places:
        rows, node = orders[0], node_of_row[orders[0]]
        counts = np.add.reduceat(one_hot[rows], np.flatnonzero(np.diff(node, prepend=-1)))
        searched = [cuts_of_level(x[c], one_hot, order, node, counts) for c, order in enumerate(orders)]
        best = [best_question(cuts) if depth < max_depth else None for cuts in zip(*searched, strict=True)]

        asks = np.array([question is not None for question in best])
        column = np.array([question[0] if question else 0 for question in best])
        threshold = np.array([question[1].value if question else 0.0 for question in best])
        left_child = 2 * (np.cumsum(asks) - 1)
        goes_right = x[column[node], rows] > threshold[node]
        node_of_row[rows] = np.where(asks[node], left_child[node] + goes_right, -1)
        orders = in_order_of_nodes(orders, node_of_row)

        majority = [classes[most] for most in counts.argmax(axis=1)]
        children = []
        for (parent, side), question, label in zip(places, best, majority, strict=True):
            if question is None:
                parent[side] = label
            else:
                parent[side] = inner = {
                    "column": question[0],
                    "threshold": question[1].value,
                    "majority": label,
                }
                children += [(inner, "left"), (inner, "right")]
        places, depth = children, depth + 1
    return trunk["root"]


def in_order_of_nodes(orders: NDArray[np.intp], node_of_row: NDArray[np.intp]) -> NDArray[np.intp]:
    """Group every column's rows by node, and drop those in leaves; within a node they stay sorted.

    Examples
    --------
    >>> in_order_of_nodes(np.array([[3, 0, 2, 1]]), np.array([1, -1, 0, 1]))
    array([[2, 3, 0]])
    """
    open_rows = [order[node_of_row[order] >= 0] for order in orders]
    return np.array([order[np.argsort(node_of_row[order], kind="stable")] for order in open_rows])


def cuts_of_level(
    x: NDArray[np.float64],
    one_hot: NDArray[np.int64],
    order: NDArray[np.intp],
    node: NDArray[np.intp],
    counts: NDArray[np.int64],
) -> list[Cut | None]:
    """The best cut of one column in every node of a level.

    Parameters
    ----------
    x : ndarray of shape (n,)
        The column.
    one_hot : ndarray of shape (n, K)
        A 1 for the class of each row.
    order : ndarray of shape (m,)
        The rows of the level, node by node, by increasing x within a node.
    node : ndarray of shape (m,)
        The node of each of these rows.
    counts : ndarray of shape (nodes, K)
        The class counts of each node.

    Returns
    -------
    list of (Cut or None)
        One for each node.

    Examples
    --------
    >>> one_hot = np.array([[1, 0], [0, 1], [1, 0], [0, 1]])
    >>> order, node = np.array([0, 1, 2, 3]), np.array([0, 0, 1, 1])
    >>> cuts_of_level(np.array([1.0, 2.0, 8.0, 9.0]), one_hot, order, node, np.array([[1, 1], [1, 1]]))
    [Cut(value=1.5, gain=0.5), Cut(value=8.5, gain=0.5)]
    """
    before_the_node = np.cumsum(counts, axis=0) - counts
    left = np.cumsum(one_hot[order], axis=0) - before_the_node[node]
    right = counts[node] - left
    candidate = np.flatnonzero((node[1:] == node[:-1]) & (x[order[1:]] > x[order[:-1]]))
    left, right, node = left[candidate], right[candidate], node[candidate]
    gain = decrease(
        left.sum(axis=1),
        (left**2).sum(axis=1),
        right.sum(axis=1),
        (right**2).sum(axis=1),
        (counts[node] ** 2).sum(axis=1),
    )
    cuts: list[Cut | None] = [None] * len(counts)
    first_of_node = np.flatnonzero(np.diff(node, prepend=-1))
    best_gain = np.maximum.reduceat(gain, first_of_node) if gain.size else gain
    end_of_node = np.append(first_of_node, gain.size)[1:]
    for start, end, most in zip(first_of_node, end_of_node, best_gain, strict=True):
        if most > DUST:
            best = start + int(np.argmax(gain[start:end] >= most - DUST))
            low, high = x[order[candidate[best]]], x[order[candidate[best] + 1]]
            cuts[node[start]] = Cut(midpoint(low, high), float(gain[best]))
    return cuts
