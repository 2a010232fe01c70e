"""All sentences of the trainer, one folder for each language, so that another edition needs no code."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


def languages() -> list[str]:
    """The languages that the trainer speaks.

    Examples
    --------
    >>> "en" in languages()
    True
    """
    return sorted(path.name for path in Path(__file__).parent.iterdir() if any(path.glob("*.toml")))


@cache
def prose(chapter: str, lang: str = "en") -> dict[str, Any]:
    """One chapter, as the TOML file says it.

    Raises
    ------
    LookupError
        If the trainer does not speak the language.

    Examples
    --------
    >>> prose("calculate")["entropy"]["title"]
    'entropy'
    """
    if lang not in languages():
        raise LookupError(f"The trainer does not speak {lang!r}. It speaks {', '.join(languages())}.")
    path = Path(__file__).parent / lang / f"{chapter}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
