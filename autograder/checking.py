"""`check`: what a student runs under a function, and what the hidden test cells run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NoReturn

from autograder import seeding
from autograder.examination import examine, without_values
from autograder.exercises import load
from autograder.outcome import Outcome
from autograder.report import Report
from autograder.showing import in_notebook, show


class CheckFailed(AssertionError):  # noqa: N818 - it reads as a sentence, and it is an assertion that failed
    """The function is not right yet. The report has said why; a traceback would only point at our code."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.headline)
        self.report = report

    def _render_traceback_(self) -> list[str]:
        return [f"Not yet: {self.report.headline}"]


def check(exercise_id: str, function: Callable[..., Any]) -> None:
    """Check a function on the visible cases and say what was misunderstood.

    Parameters
    ----------
    exercise_id : for example ``"week1/entropy"``.
    function : the student's function.

    Raises
    ------
    CheckFailed
        If any answer is wrong; the report is shown first.
    LookupError
        If there is no such exercise.

    Examples
    --------
    >>> from autograder import check
    >>> import dtlib
    >>> check("week1/entropy", dtlib.entropy)
    week1/entropy: correct
    ...
    """
    exercise = load(exercise_id)
    _pronounce(examine(exercise, function, exercise.cases))


def check_hidden(exercise_id: str, function: Callable[..., Any]) -> None:
    """Check a function on cases drawn for one student. The report names the idea but not the cases.

    Parameters and exceptions are those of `check`.
    """
    exercise = load(exercise_id)
    cases = tuple(exercise.draw(seeding.generator(exercise_id)))
    _pronounce(without_values(examine(exercise, function, cases)))


def _pronounce(report: Report) -> None:
    show(report)
    if report.outcome is not Outcome.CORRECT:
        _fail(report)


def _fail(report: Report) -> NoReturn:
    if not in_notebook():
        _print_headline_only()
    raise CheckFailed(report)


def _print_headline_only() -> None:
    """Let a plain interpreter end with the headline instead of a traceback into this file."""
    usual = sys.excepthook
    if getattr(usual, "shows_headlines", False):
        return

    def hook(kind: type[BaseException], problem: BaseException, trace: Any) -> None:
        if isinstance(problem, CheckFailed):
            print(*problem._render_traceback_(), file=sys.stderr)
        else:
            usual(kind, problem, trace)

    hook.shows_headlines = True  # type: ignore[attr-defined]
    sys.excepthook = hook
