"""Where to cut a number: two ways to search one node, and the trees that they grow.

They find the same cuts and differ in how often they look at a row. By brute force every candidate counts the
rows afresh: about n^2 looks for n rows. Incrementally, the rows are sorted, and the counts follow the cut by
one row at a time: n log n, for the sorting. `dtlib.teaching.levels` is the next step.

Source: Breiman, Friedman, Olshen and Stone (1984), Classification and Regression Trees, sections 2.4 and 4.3.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from dtlib.splits import midpoint
from dtlib.teaching.id3 import majority_label

Tree = Any  # a label, or the dict of an inner node

DUST = 1e-12  # a smaller difference between two gains is rounding


class Cut(NamedTuple):
    """A threshold and the Gini impurity that it removes; rows with ``x <= value`` go left."""

    value: float
    gain: float


def decrease(left: Any, left_squares: Any, right: Any, right_squares: Any, squares: Any) -> Any:
    """Gini decrease of a cut from numbers of rows and sums of squared class counts (numbers or arrays).

    Gini is 1 - sum n_k^2 / n^2, so what is left of it after the cut depends on the squares alone.

    Examples
    --------
    >>> decrease(2, 4, 2, 4, squares=8)  # two "no" on the left, two "yes" on the right
    0.5
    """
    n = left + right
    return (left_squares / left + right_squares / right - squares / n) / n


def sum_of_squares(counts: Counter[Any]) -> int:
    return sum(count * count for count in counts.values())


# ---- One column, one node


def brute_force(x: Sequence[float], y: Sequence[Any]) -> Cut | None:
    """The best cut, each candidate counted from the beginning.

    Parameters
    ----------
    x : sequence of n numbers
    y : sequence of n labels

    Returns
    -------
    Cut or None
        None if no cut gains anything; of equal gains the lowest cut.

    Examples
    --------
    >>> brute_force([1, 2, 3, 4], ["no", "no", "yes", "yes"])
    Cut(value=2.5, gain=0.5)
    """
    best = None
    squares = sum_of_squares(Counter(y))
    for low, high in pairwise(sorted(set(x))):
        left = [label for number, label in zip(x, y, strict=True) if number <= low]
        right = [label for number, label in zip(x, y, strict=True) if number >= high]
        gain = decrease(
            len(left), sum_of_squares(Counter(left)), len(right), sum_of_squares(Counter(right)), squares
        )
        if gain > (best.gain if best else 0.0) + DUST:
            best = Cut(midpoint(low, high), gain)
    return best


def incremental(x: Sequence[float], y: Sequence[Any]) -> Cut | None:
    """The best cut, found by sorting the rows and moving them to the left one by one.

    Parameters and result are those of `brute_force`.

    Examples
    --------
    >>> incremental([1, 2, 3, 4], ["no", "no", "yes", "yes"])
    Cut(value=2.5, gain=0.5)
    """
    order = sorted(range(len(x)), key=x.__getitem__)
    best = None
    on_the_left: Counter[Any] = Counter()
    on_the_right = Counter(y[row] for row in order)
    squares = right_squares = sum_of_squares(on_the_right)
    left_squares = 0
    for left, (row, next_row) in enumerate(pairwise(order), start=1):
        # (k + 1)^2 = k^2 + 2k + 1 on the side that the row joins; k^2 - 2k + 1 on the side that it leaves.
        left_squares += 2 * on_the_left[y[row]] + 1
        right_squares -= 2 * on_the_right[y[row]] - 1
        on_the_left[y[row]] += 1
        on_the_right[y[row]] -= 1
        if x[row] == x[next_row]:
            continue
        gain = decrease(left, left_squares, len(order) - left, right_squares, squares)
        if gain > (best.gain if best else 0.0) + DUST:
            best = Cut(midpoint(x[row], x[next_row]), gain)
    return best


# ---- A whole tree


def build_cart(
    columns: Sequence[Sequence[float]],
    labels: Sequence[Any],
    search: Callable[[Sequence[float], Sequence[Any]], Cut | None] = incremental,
    max_depth: float = float("inf"),
) -> Tree:
    """Grow a binary tree by recursion, searching every column of every node anew.

    Parameters
    ----------
    columns : sequence of d sequences of n numbers
    labels : sequence of n labels
    search : callable
        `brute_force` or `incremental`.
    max_depth : number
        How many questions a path may ask.

    Returns
    -------
    label or dict
        A leaf, or a node with the keys "column", "threshold", "majority", "left" and "right". Of equal gains
        the first column wins, then the lowest cut.

    Examples
    --------
    >>> build_cart([[1, 2, 3, 4]], ["no", "no", "yes", "yes"])
    {'column': 0, 'threshold': 2.5, 'majority': 'no', 'left': 'no', 'right': 'yes'}
    """
    majority = majority_label(labels)
    cuts = [search(column, labels) for column in columns] if max_depth > 0 and len(set(labels)) > 1 else []
    question = best_question(cuts)
    if question is None:
        return majority
    column, (threshold, _) = question
    sides = [
        [row for row, number in enumerate(columns[column]) if number <= threshold],
        [row for row, number in enumerate(columns[column]) if number > threshold],
    ]
    left, right = (
        build_cart(
            [[c[row] for row in rows] for c in columns], [labels[row] for row in rows], search, max_depth - 1
        )
        for rows in sides
    )
    return {"column": column, "threshold": threshold, "majority": majority, "left": left, "right": right}


def best_question(cuts: Sequence[Cut | None]) -> tuple[int, Cut] | None:
    """The number and cut of the column that gains most, the first of equals; None if no column has a cut.

    Examples
    --------
    >>> best_question([None, Cut(2.5, 0.1), Cut(7.0, 0.1)])
    (1, Cut(value=2.5, gain=0.1))
    """
    best = None
    for column, cut in enumerate(cuts):
        if cut is not None and (best is None or cut.gain > best[1].gain + DUST):
            best = column, cut
    return best


def predict_one(tree: Tree, row: Sequence[float]) -> Any:
    """The label that a tree of this module gives to one row of d numbers.

    Examples
    --------
    >>> predict_one(build_cart([[1, 2, 3, 4]], ["no", "no", "yes", "yes"]), [2.5])
    'no'
    """
    while isinstance(tree, dict):
        tree = tree["left" if row[tree["column"]] <= tree["threshold"] else "right"]
    return tree
