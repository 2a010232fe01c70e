"""Rebuild what a student's function returned as plain Python, by exact type.

An answer may be a ``numpy.float64``, a Series or an object that claims to equal everything. Only what is
rebuilt here is ever compared, and only from a closed table of types, so an answer cannot bring its own
``__eq__``.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import Any

import numpy as np

#: An answer nested deeper than this is not one that any exercise asks for.
DEEPEST = 200


class NotPlainError(TypeError):
    """A returned value is of a type that no exercise asks for."""


def plain(value: Any, depth: int = 0) -> Any:
    """Return `value` rebuilt from ``None``, ``bool``, ``int``, ``float``, ``str``, ``list`` and ``dict``.

    Tuples and arrays become lists; NumPy scalars become Python scalars; a pandas Series becomes a list.

    Raises
    ------
    NotPlainError
        For any other type, subclasses included, and for nesting deeper than `DEEPEST`.

    Examples
    --------
    >>> import numpy as np
    >>> plain({"gain": np.float64(0.25), "branches": (1, 2)})
    {'gain': 0.25, 'branches': [1, 2]}
    >>> plain({1, 2})
    Traceback (most recent call last):
    ...
    autograder.values.NotPlainError: a set
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind in _NUMPY_SCALARS:
        return value.item()
    if depth >= DEEPEST:
        raise NotPlainError(f"a value nested more than {DEEPEST} deep")
    if kind in (list, tuple):
        return [plain(item, depth + 1) for item in list(value)]
    if kind in _DICTIONARIES:
        # At the deepest level only scalars pass, which is what a key must be.
        return {plain(key, DEEPEST): plain(item, depth + 1) for key, item in list(dict.items(value))}
    if kind is np.ndarray and value.dtype.kind in "biufUO":
        return plain(value.tolist(), depth + 1)
    if kind.__module__.partition(".")[0] == "pandas" and kind.__name__ in ("Series", "Index"):
        return plain(value.tolist(), depth + 1)
    article = "an" if kind.__name__[0].lower() in "aeiou" else "a"
    raise NotPlainError(f"{article} {kind.__name__}")


#: A dictionary, and what the standard library offers for counting and grouping.
_DICTIONARIES = frozenset({dict, Counter, OrderedDict, defaultdict})

_NUMPY_SCALARS = frozenset(
    {np.bool_, np.str_, np.float16, np.float32, np.float64}
    | {np.dtype(code).type for code in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")}
)
