"""Call a function on cases and keep what came of each call, whatever it was."""

from __future__ import annotations

import copy
import linecache
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.comparison import first_difference
from autograder.exercise import Case
from autograder.outcome import Outcome
from autograder.values import NotPlainError, plain

_OUR_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Returned:
    """The call returned a value of a known kind."""

    value: Any
    changed_input: bool = False


@dataclass(frozen=True)
class ReturnedStranger:
    """The call returned something no exercise asks for."""

    description: str


@dataclass(frozen=True)
class Raised:
    """The call raised; `line` is the student's own line, where there is one."""

    kind: str
    message: str
    line: str = ""


@dataclass(frozen=True)
class Lost:
    """The call did not come back, or was never made because an earlier one had ended the process."""

    outcome: Outcome
    sentence: str


Answer = Returned | ReturnedStranger | Raised | Lost


def answers(function: Callable[..., Any], cases: Iterable[Case]) -> list[Answer]:
    """Call `function` once for each case, on copies of the arguments."""
    return [answer(function, case) for case in cases]


def answer(function: Callable[..., Any], case: Case) -> Answer:
    """Call `function` on a copy of the arguments of `case`.

    Examples
    --------
    >>> answer(max, Case([3, 5]))
    Returned(value=5, changed_input=False)
    >>> answer(max, Case([])).kind
    'ValueError'
    """
    arguments = copy.deepcopy(case.args)
    try:
        value = function(*arguments)
    except Exception as problem:  # whatever a student's function raises is an answer too
        return Raised(type(problem).__name__, str(problem), _students_line(problem))
    try:
        return Returned(plain(value), changed(arguments, case))
    except NotPlainError as problem:
        return ReturnedStranger(str(problem))


def alike(one: Answer, other: Answer, tolerance: float, canonical: Callable[[Any], Any]) -> bool:
    """Whether two functions gave the same answer to one case: equal values, or the same kind of exception."""
    if isinstance(one, Returned) and isinstance(other, Returned):
        return (
            one.changed_input == other.changed_input
            and first_difference(shaped(one.value, canonical), shaped(other.value, canonical), tolerance)
            is None
        )
    if isinstance(one, Raised) and isinstance(other, Raised):
        return one.kind == other.kind
    return type(one) is type(other) and one == other


def shaped(value: Any, canonical: Callable[[Any], Any]) -> Any:
    """`value` in canonical form; as it is where a wrong answer has no such form."""
    try:
        return canonical(value)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return value


def changed(arguments: Any, case: Case) -> bool:
    """Whether `arguments`, as a call has left them, differ from those of `case`."""
    try:
        return first_difference(plain(arguments), plain(case.args), tolerance=0.0) is not None
    except NotPlainError:  # the call put something strange into its input
        return True


def _students_line(problem: BaseException) -> str:
    """The last line of the traceback that is not in this package or in a library."""
    for frame in reversed(traceback.extract_tb(problem.__traceback__, limit=-20)):
        path = Path(frame.filename)
        if "site-packages" in path.parts or path.is_relative_to(_OUR_FOLDER / "checking.py"):
            continue
        if path == Path(__file__):
            break
        return (frame.line or linecache.getline(frame.filename, frame.lineno or 0)).strip()
    return ""
