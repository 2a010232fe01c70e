"""A table, as students and scientists have it, becomes one matrix of numbers.

Numeric columns keep their numbers. Categorical columns get the number of each value, so that both kinds can
be sorted, compared and handed down in the same way. NaN stands for a value that is missing, and also for a
category that was never seen in training: the tree knows no way for either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Number
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dtlib.validation import is_missing

Floats = NDArray[np.floating]


@dataclass(frozen=True)
class Column:
    """One column as it was in training.

    Attributes
    ----------
    name : str
        Its name in the DataFrame, or "column 3".
    categories : tuple or None
        The values of a categorical column, each at the position of its code. None if it is numeric.
    """

    name: str
    categories: tuple[Any, ...] | None = None

    @property
    def is_categorical(self) -> bool:
        return self.categories is not None


def describe_columns(X: Any, *, all_categorical: bool = False) -> list[Column]:
    """Name every column of a table, and list the values of the categorical ones.

    Text, bools and pandas categories are categorical. A column of objects is numeric if everything in it
    that is not missing is a number.

    Parameters
    ----------
    X : DataFrame or ndarray of shape (n, p)
    all_categorical : bool
        Take numbers for categories too, as ID3 does.

    Returns
    -------
    list of Column

    Examples
    --------
    >>> describe_columns(np.array([["red", 1], ["green", 2]], dtype=object))
    [Column(name='column 0', categories=('green', 'red')), Column(name='column 1', categories=None)]
    """
    if is_number_matrix(X) and not all_categorical:
        return [Column(f"column {j}") for j in range(X.shape[1])]
    return [Column(name, _categories(values, all_categorical)) for name, values in columns_of(X)]


def encode_columns(X: Any, columns: list[Column], dtype: DTypeLike) -> Floats:
    """One row of numbers for each column: the values, or the codes, NaN where there is none.

    Parameters
    ----------
    X : DataFrame or ndarray of shape (n, p)
    columns : list of Column
        From `describe_columns`, in the order of X.
    dtype : floating dtype
        float32 keeps 7 digits, float64 keeps 16.

    Returns
    -------
    ndarray of shape (p, n)
        In whatever order of memory costs least.

    Raises
    ------
    ValueError
        If a numeric column holds infinity, or something that is not a number, with column and row.

    Examples
    --------
    >>> X = np.array([["red", 1], [None, 2]], dtype=object)
    >>> encode_columns(X, describe_columns(X), np.float32)
    array([[ 0., nan],
           [ 1.,  2.]], dtype=float32)
    """
    if is_number_matrix(X) and not any(column.is_categorical for column in columns):
        if X.dtype.kind in "iu":
            for column, given in zip(columns, X.T, strict=True):
                _refuse_too_large_to_tell_apart(given, column)
        values = np.asarray(X, dtype=dtype).T
        _refuse_infinity(values, columns)
        return values
    n_rows = X.shape[0]
    values = np.empty((len(columns), n_rows), dtype=dtype)
    for out, column, (_, given) in zip(values, columns, columns_of(X), strict=True):
        out[:] = _numbers(given, column) if column.categories is None else _codes(given, column.categories)
    _refuse_infinity(values, columns)
    return values


def is_number_matrix(X: Any) -> bool:
    """Whether X is a NumPy array of numbers, which needs no look at single columns.

    Examples
    --------
    >>> is_number_matrix(np.zeros((2, 2))), is_number_matrix(np.array([[True]]))
    (True, False)
    """
    return isinstance(X, np.ndarray) and X.dtype.kind in "iuf"


def columns_of(X: Any) -> Iterable[tuple[str, Any]]:
    """Name and values of every column of a DataFrame or an array.

    Examples
    --------
    >>> [(name, values.tolist()) for name, values in columns_of(np.array([[1, 2]]))]
    [('column 0', [1]), ('column 1', [2])]
    """
    if hasattr(X, "columns"):
        return ((str(name), X.iloc[:, j]) for j, name in enumerate(X.columns))
    return ((f"column {j}", X[:, j]) for j in range(X.shape[1]))


def _categories(values: Any, all_categorical: bool) -> tuple[Any, ...] | None:
    declared = getattr(values.dtype, "categories", None)
    if declared is not None:
        return tuple(declared.tolist())
    kind = getattr(values.dtype, "kind", "O")
    if kind in "iuf":
        if not all_categorical:
            return None
        numbers = np.asarray(values)
        return tuple(np.unique(numbers[numbers == numbers]).tolist())
    seen = dict.fromkeys(_listed(values))
    known = [value for value in seen if not is_missing(value)]
    is_numeric = bool(known) and all(
        isinstance(v, Number) and not isinstance(v, bool | np.bool_) for v in known
    )
    if (is_numeric or not seen or (not known and kind == "O")) and not all_categorical:
        return None
    return tuple(sorted_values(known))


def sorted_values(values: Iterable[Any]) -> list[Any]:
    """Values in their own order; values that can't be compared are sorted by type and text.

    Examples
    --------
    >>> sorted_values(["b", "a"]), sorted_values(["b", 1])
    (['a', 'b'], [1, 'b'])
    """
    values = list(values)
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=lambda value: (type(value).__name__, str(value)))


def _listed(values: Any) -> list[Any]:
    listed = values.tolist() if isinstance(values, np.ndarray) else list(values)
    for row, value in enumerate(listed):
        if getattr(value, "__hash__", None) is None:
            raise TypeError(f"X holds {value!r} at row {row}: a value must be a text, a number or a bool.")
    return listed


def _codes(values: Any, categories: tuple[Any, ...]) -> Floats:
    kind = getattr(values.dtype, "kind", "O")
    if kind in "iuf" and len(categories):
        known = np.asarray(values)
        sorted_categories = np.asarray(categories)
        if sorted_categories.dtype.kind in "iuf":
            code = np.minimum(np.searchsorted(sorted_categories, known), len(categories) - 1)
            return np.where(sorted_categories[code] == known, code, np.nan)
    code_of = {category: code for code, category in enumerate(categories)}
    declared = getattr(values.dtype, "categories", None)
    if (
        declared is not None
    ):  # pandas has numbered the values already; -1, a missing one, finds the last entry
        code_of_its_number = np.array([*(code_of.get(value, np.nan) for value in declared), np.nan])
        return code_of_its_number[np.asarray(values.cat.codes)]
    return np.array([code_of.get(value, np.nan) for value in _listed(values)], dtype=np.float64)


def _numbers(values: Any, column: Column) -> Floats:
    kind = getattr(values.dtype, "kind", "O")
    if kind in "iu":
        _refuse_too_large_to_tell_apart(values, column)
    if kind in "iufb":
        if hasattr(values, "to_numpy"):  # pandas' own number types hold pd.NA
            return values.to_numpy(dtype=np.float64, na_value=np.nan)
        return np.asarray(values, dtype=np.float64)
    numbers = np.empty(len(values), dtype=np.float64)
    for row, value in enumerate(_listed(values)):
        try:
            numbers[row] = np.nan if is_missing(value) else value
        except (TypeError, ValueError):
            raise ValueError(
                f"{column.name} was numeric when the tree was fitted, and holds {value!r} at row {row}."
            ) from None
    return numbers


def _refuse_too_large_to_tell_apart(values: Any, column: Column) -> None:
    """Whole numbers beyond 2^53 would be rounded, and different ones become equal."""
    if values.dtype.itemsize < 8 or not len(values):
        return
    if max(abs(int(values.min())), abs(int(values.max()))) > 2**53:
        raise ValueError(
            f"{column.name} holds whole numbers beyond 2**53, where neighbours can't be told apart. "
            "Subtract a constant first, or divide (nanoseconds by 10**9, say)."
        )


def _refuse_infinity(values: Floats, columns: list[Column]) -> None:
    # A sum is finite unless something in it is not, and costs less than looking at every value.
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(values.sum()):
            return
    infinite = np.isinf(values)
    if infinite.any():
        j, row = (int(i) for i in np.argwhere(infinite)[0])
        raise ValueError(
            f"X holds infinity in {columns[j].name} at row {row}, or a number too large for {values.dtype}. "
            "Replace it by a finite number, or by NaN if it is missing."
        )
