"""Every exercise of the course: one package per week, one module per exercise."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from autograder.exercise import Exercise


@cache
def ids() -> tuple[str, ...]:
    """The ids of all exercises, in the order of the weeks, then of the alphabet.

    Examples
    --------
    >>> "week1/entropy" in ids()
    True
    """
    found = []
    for week in sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg):
        package = importlib.import_module(f"{__name__}.{week}")
        found += [f"{week}/{module.name}" for module in pkgutil.iter_modules(package.__path__)]
    return tuple(found)


def load(exercise_id: str) -> Exercise:
    """Return one exercise.

    Raises
    ------
    LookupError
        If there is no such exercise; the message lists those that there are.

    Examples
    --------
    >>> load("week1/entropy").name
    'entropy'
    >>> load("week1/entrpy")
    Traceback (most recent call last):
    ...
    LookupError: There is no exercise 'week1/entrpy'. Did you mean 'week1/entropy'?
    """
    if exercise_id not in ids():
        from difflib import get_close_matches

        close = get_close_matches(str(exercise_id), ids(), n=1)
        advice = f"Did you mean {close[0]!r}?" if close else "Those of the course: " + ", ".join(ids()) + "."
        raise LookupError(f"There is no exercise {exercise_id!r}. {advice}")
    week, name = exercise_id.split("/")
    exercise: Exercise = importlib.import_module(f"{__name__}.{week}.{name}").exercise
    return exercise
