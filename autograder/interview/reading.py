"""What a candidate types as a number: 0.35, 0,35, 7/20 and 35% all say the same."""

from __future__ import annotations

import math
import re

_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)")


def read_number(text: str) -> float | None:
    """The number that `text` says, or None if it says none.

    Parameters
    ----------
    text : str
        A decimal (with a point or a comma), a fraction, or a percentage.

    Examples
    --------
    >>> read_number(" 7/20 "), read_number("0,35"), read_number("35 %")
    (0.35, 0.35, 0.35)
    >>> read_number("about a third") is None, read_number("1/0") is None
    (True, True)
    """
    text = text.strip().removeprefix("=").strip().replace("−", "-")
    percent = text.endswith("%")
    parts = [part.strip() for part in text.removesuffix("%").split("/")]
    if len(parts) > 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    numbers = [float(part.replace(",", ".")) for part in parts]
    if len(numbers) == 2:
        if numbers[1] == 0:
            return None
        numbers = [numbers[0] / numbers[1]]
    value = numbers[0] / 100 if percent else numbers[0]
    return value if math.isfinite(value) else None
