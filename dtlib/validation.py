"""The door to the measures: what columns may come in, and what is said to those that may not.

Labels of any kind become whole numbers here, so that everything behind can count them the same way. A label
is whatever a table holds: text, a number, a bool, a category, or a mixture; two labels are the same when
Python says that they are equal. Columns of numbers and of weights are checked row by row, so that an error
can name the row.
"""

from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def encode(labels: Any, name: str) -> tuple[NDArray[np.intp], list[Any]]:
    """Number the distinct labels.

    Parameters
    ----------
    labels : iterable of shape (n,)
        A list, a NumPy array, a pandas Series or Categorical; any mixture of hashable values.
    name : str
        What the caller calls this argument, for the error messages.

    Returns
    -------
    codes : ndarray of shape (n,)
        The number of each row's label.
    distinct : list
        ``distinct[code]`` is the label itself; sorted if `labels` is a NumPy array of a plain type, otherwise
        in the order of first appearance.

    Raises
    ------
    TypeError
        If `labels` is a single value, or holds a value that can't be a label (a list, say).
    ValueError
        If a label is missing (None, NaN, NaT or pandas.NA), or there is more than one column.

    Examples
    --------
    >>> codes, distinct = encode(["no", "yes", "no"], "y")
    >>> codes.tolist(), distinct
    ([0, 1, 0], ['no', 'yes'])
    """
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise TypeError(f"{name} must be a column of labels, one per row; got the single value {labels!r}.")
    if not hasattr(labels, "ndim"):
        return _encode_objects(list(labels), name)
    column = np.asarray(labels)
    if column.ndim != 1:
        raise ValueError(f"{name} must be one column of labels; got the shape {column.shape}.")
    return _encode_objects(column.tolist(), name) if column.dtype == object else _encode_plain(column, name)


def _encode_plain(labels: NDArray[Any], name: str) -> tuple[NDArray[np.intp], list[Any]]:
    if labels.dtype.kind in "fcmM":
        missing = np.isnan(labels)
        if missing.any():
            raise ValueError(_missing_message(name, int(missing.argmax())))
    distinct, codes = np.unique(labels, return_inverse=True)
    return codes, distinct.tolist()


def _encode_objects(labels: list[Any], name: str) -> tuple[NDArray[np.intp], list[Any]]:
    # A list is never handed to np.array: that would turn [1, "1"] into two equal strings.
    numbers: dict[Any, int] = {}
    codes = np.empty(len(labels), dtype=np.intp)
    for row, label in enumerate(labels):
        try:
            codes[row] = numbers.setdefault(label, len(numbers))
        except TypeError:
            raise TypeError(
                f"{name} holds {label!r} at row {row}, and a {type(label).__name__} can't be a label. "
                "Give one text, number or bool per row."
            ) from None
    for label, code in numbers.items():
        if is_missing(label):
            raise ValueError(_missing_message(name, int((codes == code).argmax())))
    return codes, list(numbers)


def _missing_message(name: str, row: int) -> str:
    return (
        f"{name} is missing at row {row}. Drop the rows without a value, or fill them in, before measuring "
        '(for example with the text "unknown").'
    )


def is_missing(value: Any) -> bool:
    """Whether a single value is None, NaN, NaT or pandas.NA.

    Examples
    --------
    >>> is_missing(float("nan")), is_missing(None), is_missing("nan")
    (True, True, False)
    """
    if value is None:
        return True
    try:
        return bool(value != value)
    except TypeError:  # pandas.NA won't say whether it differs from itself
        return True


def check_numbers(values: ArrayLike, name: str) -> Floats:
    """A column of finite numbers, or an error that says which row is none.

    Parameters
    ----------
    values : array-like of shape (n,)
    name : str
        What the caller calls this argument, for the error messages.

    Returns
    -------
    ndarray of shape (n,)

    Raises
    ------
    TypeError
        If a value is not a number; text that looks like one isn't.
    ValueError
        If a number is missing or infinite, or there is more than one column.

    Examples
    --------
    >>> check_numbers([1, 2.5], "y")
    array([1. , 2.5])
    """
    column = np.asarray(values, dtype=None if hasattr(values, "dtype") else object)
    if column.ndim != 1:
        raise ValueError(f"{name} must be one column of numbers; got the shape {column.shape}.")
    if column.dtype.kind not in "biuf":
        for row, value in enumerate(column.tolist()):
            if not (isinstance(value, Real) or is_missing(value)):
                raise TypeError(f"{name} must hold numbers; it holds {value!r} at row {row}.")
        column = np.array([np.nan if is_missing(value) else value for value in column.tolist()])
    numbers = column.astype(np.float64)
    refused = ~np.isfinite(numbers)
    if refused.any():
        row = int(refused.argmax())
        what = "missing" if np.isnan(numbers[row]) else numbers[row]
        raise ValueError(f"{name} is {what} at row {row}: every row needs a finite number.")
    return numbers


def check_weights(sample_weight: ArrayLike | None, n_rows: int) -> Floats:
    """Weights as floats, scaled so that the largest is 1.

    Only the proportions of weights matter to a measure; scaling keeps the sum of very large ones finite.

    Parameters
    ----------
    sample_weight : array-like of shape (n_rows,), or None
        None gives every row the weight 1.
    n_rows : int

    Returns
    -------
    ndarray of shape (n_rows,)

    Raises
    ------
    TypeError
        If a weight is not a number.
    ValueError
        If the number of weights is wrong, or a weight is negative, missing or infinite.

    Examples
    --------
    >>> check_weights([2, 0, 4], 3)
    array([0.5, 0. , 1. ])
    """
    if sample_weight is None:
        return np.ones(n_rows)
    weight = check_numbers(sample_weight, "sample_weight")
    if len(weight) != n_rows:
        raise ValueError(f"sample_weight must hold {n_rows} weights, one per row; it holds {len(weight)}.")
    if (weight < 0).any():
        row = int((weight < 0).argmax())
        raise ValueError(
            f"sample_weight is {weight[row]} at row {row}, and a weight can't be negative. "
            "Use 0 to leave a row out."
        )
    largest = weight.max(initial=0.0)
    return weight / largest if largest > 0 else weight


def check_same_length(x: NDArray[Any], y: NDArray[Any]) -> None:
    """Refuse two columns that can't belong to the same table.

    Raises
    ------
    ValueError
        If the lengths differ.

    Examples
    --------
    >>> check_same_length(np.zeros(3), np.zeros(2))
    Traceback (most recent call last):
        ...
    ValueError: x has 3 rows and y has 2: they must describe the same rows.
    """
    if len(x) != len(y):
        raise ValueError(f"x has {len(x)} rows and y has {len(y)}: they must describe the same rows.")
