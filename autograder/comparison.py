"""Say where two plain values differ, in a sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """The first place where an answer departs from the expected one.

    `sentence` is for the student; `of_type` says that the kind of value is wrong, not just its content.
    """

    sentence: str
    of_type: bool = False


def first_difference(got: Any, expected: Any, tolerance: float, where: str = "") -> Difference | None:
    """Return the first difference between two plain values, or None.

    Numbers are compared with `tolerance`, all else exactly; the order of a dict's keys does not matter.

    Examples
    --------
    >>> first_difference(0.94029, 0.9402859, tolerance=1e-4) is None
    True
    >>> first_difference({"a": [1, 2]}, {"a": [1, 3]}, tolerance=1e-9).sentence
    "at ['a'][1]: got 2, expected 3"
    >>> first_difference("0.94", 0.94, tolerance=1e-9)
    Difference(sentence="got the text '0.94', expected a number", of_type=True)
    """
    at = f"at {where}: " if where else ""
    if _kind(got) != _kind(expected):
        return Difference(f"{at}got {_described(got)}, expected {_kind(expected)}", of_type=True)
    if isinstance(expected, dict):
        for key, value in expected.items():
            if key not in got:
                return Difference(f"{at}{key!r} is missing")
            found = first_difference(got[key], value, tolerance, f"{where}[{key!r}]")
            if found:
                return found
        for key in got:
            if key not in expected:
                return Difference(f"{at}{key!r} should not be there")
        return None
    if isinstance(expected, list):
        for position, (one, other) in enumerate(zip(got, expected, strict=False)):
            found = first_difference(one, other, tolerance, f"{where}[{position}]")
            if found:
                return found
        if len(got) != len(expected):
            return Difference(f"{at}got {len(got)} items, expected {len(expected)}")
        return None
    same = _close(got, expected, tolerance) if _kind(expected) == "a number" else got == expected
    return None if same else Difference(f"{at}got {got!r}, expected {expected!r}")


def _close(got: float, expected: float, tolerance: float) -> bool:
    if math.isnan(got) or math.isnan(expected):
        return math.isnan(got) and math.isnan(expected)
    return got == expected or math.isclose(got, expected, rel_tol=tolerance, abs_tol=tolerance)


def _kind(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "True or False"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, dict):
        return "a dictionary"
    return "a list"


def _described(value: Any) -> str:
    kind = _kind(value)
    if kind in ("None", "a list", "a dictionary"):
        return kind
    return f"the {kind.removeprefix('a ')} {value!r}" if kind != "True or False" else repr(value)
