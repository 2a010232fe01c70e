"""Numbers turned into categories once and for all, which is what ID3 needs before it can use them."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from dtlib.validation import Floats, check_numbers, is_missing

if TYPE_CHECKING:
    import pandas as pd


def discretize(
    x: ArrayLike,
    bins: int | Sequence[float] = 4,
    *,
    strategy: Literal["width", "quantile"] = "width",
) -> "pd.Categorical[Any]":
    """Turn numbers into intervals with readable names, in their natural order.

    Parameters
    ----------
    x : array-like of shape (n,)
        Numbers; missing ones stay missing.
    bins : int or sequence of float
        How many intervals, or the edges between them. An edge belongs to the interval below it.
    strategy : {"width", "quantile"}
        How to place the edges of `bins` intervals: equally wide, or so that about equally many rows fall into
        each. These edges are rounded to what the names can print. Where many rows share one value, there can
        be fewer intervals than asked for.

    Returns
    -------
    pandas.Categorical of shape (n,)
        Ordered; the categories are named like "<= 70", "(70, 80]", "> 80".

    Raises
    ------
    TypeError
        If x holds something that is not a number.
    ValueError
        If a number is infinite, there are fewer than two bins, the edges don't increase, or the strategy is
        unknown.

    Examples
    --------
    >>> list(discretize([64, 70, 75, 85], [70, 80]))
    ['<= 70', '<= 70', '(70, 80]', '> 80']
    """
    import pandas as pd  # only here: whoever measures or splits doesn't pay for it

    column = np.asarray(x, dtype=object)
    missing = np.array([is_missing(value) for value in column.tolist()], dtype=bool)
    numbers = check_numbers(np.where(missing, 0.0, column), "x")
    edges = (
        _given_edges(bins) if isinstance(bins, Iterable) else _placed_edges(numbers[~missing], bins, strategy)
    )
    codes = np.where(missing, -1, np.searchsorted(edges, numbers, side="left"))
    return pd.Categorical.from_codes(
        codes.tolist(), categories=pd.Index(_interval_names(edges)), ordered=True
    )


def _given_edges(edges: Iterable[float]) -> Floats:
    numbers = check_numbers(list(edges), "bins")
    if not numbers.size or (np.diff(numbers) <= 0).any():
        raise ValueError(f"bins must be edges that increase, at least one; got {numbers.tolist()}.")
    return numbers


def _placed_edges(numbers: Floats, bins: int, strategy: str) -> Floats:
    if bins < 2:
        raise ValueError(f"bins must be 2 or more, or a list of edges; got {bins}.")
    if strategy not in ("width", "quantile"):
        raise ValueError(f"There is no strategy {strategy!r}. Use 'width' or 'quantile'.")
    if not numbers.size or numbers.min() == numbers.max():
        return np.empty(0)
    low, high = numbers.min(), numbers.max()
    if strategy == "width":
        edges = np.linspace(low, high, bins + 1)[1:-1]
    else:
        edges = np.quantile(numbers, np.arange(1, bins) / bins)
    edges = _rounded(edges, tolerance=0.01 * (high - low) / bins)
    return np.unique(edges[(edges >= low) & (edges < high)])


def _rounded(edges: Floats, tolerance: float) -> Floats:
    """The edges with the fewest significant digits (at least 3) that move none of them too far."""
    for digits in range(3, 17):
        rounded = np.array([float(f"{edge:.{digits}g}") for edge in edges])
        if (np.abs(rounded - edges) <= tolerance).all():
            return rounded
    return edges


def _interval_names(edges: Floats) -> list[str]:
    if not edges.size:
        return ["all"]
    texts = [
        str(int(edge)) if edge.is_integer() and abs(edge) < 1e15 else repr(edge) for edge in edges.tolist()
    ]
    between = [f"({low}, {high}]" for low, high in pairwise(texts)]
    return [f"<= {texts[0]}", *between, f"> {texts[-1]}"]
