"""From a function and some cases to a report. Nothing here prints or raises at the student."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from autograder.answers import (
    Answer,
    Lost,
    Raised,
    Returned,
    ReturnedStranger,
    alike,
    answer,
    answers,
    shaped,
)
from autograder.comparison import Difference, first_difference
from autograder.exercise import Case, Exercise, Misconception
from autograder.outcome import Outcome
from autograder.report import Failure, Report


def examine(exercise: Exercise, function: Callable[..., Any], cases: Sequence[Case]) -> Report:
    """Run `function` on `cases` and compare every answer with the reference.

    Examples
    --------
    >>> from autograder.exercises import load
    >>> entropy = load("week1/entropy")
    >>> print(examine(entropy, lambda labels: 1.0, entropy.cases[:1]))
    week1/entropy: correct
      worked example: passed
    """
    if not callable(function):
        return not_a_function(exercise, _abbreviated(function))
    return judged(exercise, cases, answers(function, cases))


def judged(exercise: Exercise, cases: Sequence[Case], given: Sequence[Answer]) -> Report:
    """Compare answers to `cases`, wherever the student's function gave them, with the reference."""
    expected = answers(exercise.reference, cases)
    if all(_is_untouched(one) for one in given):
        return _not_attempted(exercise)
    faults = [_fault(exercise, one, other) for one, other in zip(given, expected, strict=True)]
    groups = _tallies(cases, faults)
    wrong = [position for position, fault in enumerate(faults) if fault is not None]
    if not wrong:
        return Report(exercise.id, Outcome.CORRECT, groups)
    held = diagnose(exercise, cases, given)
    position = wrong[0]
    outcome, why = _explained(given[position], faults[position])
    failure = Failure(
        call=_shown_call(exercise, cases[position]),
        got=_shown(given[position]),
        expected=_shown(expected[position]),
        why=held.why if held else why,
        next_step=held.next_step if held else f'hint("{exercise.id}") goes one step further.',
    )
    return Report(exercise.id, outcome, groups, failure, held.name if held else None)


def without_values(report: Report) -> Report:
    """A report on hidden cases that names the idea and shows no case."""
    if report.failure is None or report.outcome is Outcome.NOT_ATTEMPTED:
        return report
    why = report.failure.why
    if report.misconception is None and report.outcome in (Outcome.INCORRECT, Outcome.WRONG_TYPE):
        why = "On a case that the visible check does not show, the answer is not the expected one."
    hidden = Failure(call="", got="", expected="", why=why, next_step=report.failure.next_step)
    return replace(report, failure=hidden)


def diagnose(exercise: Exercise, cases: Sequence[Case], given: Sequence[Answer]) -> Misconception | None:
    """The misconception that answers every case as the student's function did, if there is exactly one."""
    held = [
        misconception
        for misconception in exercise.misconceptions
        if all(
            alike(one, answer(misconception.implementation, case), exercise.tolerance, exercise.canonical)
            for one, case in zip(given, cases, strict=True)
        )
    ]
    return held[0] if len(held) == 1 else None


def _is_untouched(given: Answer) -> bool:
    return isinstance(given, Raised) and given.kind == "NotImplementedError"


def _fault(exercise: Exercise, given: Answer, expected: Answer) -> Difference | None:
    """What is wrong with one answer, or None."""
    if not isinstance(expected, Returned):
        # A case may ask for an exception: an impossible call must be refused, not answered.
        if isinstance(given, Raised) and isinstance(expected, Raised) and given.kind == expected.kind:
            return None
        return Difference("the call should have been refused with an exception")
    if isinstance(given, Lost):
        return Difference(given.sentence)
    if isinstance(given, Raised):
        return Difference("the call raised an exception")
    if isinstance(given, ReturnedStranger):
        return Difference(f"got {given.description}, expected {exercise.returns}", of_type=True)
    if given.changed_input:
        return Difference("the function changed its arguments")
    return first_difference(
        shaped(given.value, exercise.canonical),
        shaped(expected.value, exercise.canonical),
        exercise.tolerance,
    )


def _explained(given: Answer, fault: Difference | None) -> tuple[Outcome, str]:
    """The outcome and the plain reason for one faulty answer, when no misconception explains it."""
    assert fault is not None
    if isinstance(given, Lost):
        return given.outcome, given.sentence
    if isinstance(given, Raised):
        at = f", at your line `{given.line}`" if given.line else ""
        return Outcome.ERROR, f"Your function raised {given.kind}{at}."
    if isinstance(given, Returned) and given.changed_input:
        return Outcome.INCORRECT, "Your function changed the list or dictionary it was given. Work on a copy."
    if isinstance(given, Returned) and given.value is None and fault.of_type:
        return Outcome.WRONG_TYPE, "Your function returned None. Is there a `return` on every path?"
    if fault.of_type:
        return Outcome.WRONG_TYPE, f"The kind of value is wrong: {fault.sentence}."
    return Outcome.INCORRECT, f"The value is wrong: {fault.sentence}."


def _tallies(cases: Sequence[Case], faults: Sequence[Difference | None]) -> tuple[tuple[str, int, int], ...]:
    counts: dict[str, list[int]] = {}
    for case, fault in zip(cases, faults, strict=True):
        tally = counts.setdefault(case.group, [0, 0])
        tally[0] += fault is None
        tally[1] += 1
    return tuple((group, passed, total) for group, (passed, total) in counts.items())


def _not_attempted(exercise: Exercise) -> Report:
    failure = Failure(
        call="",
        got="",
        expected="",
        why=f"`{exercise.name}` still holds the line that says it is not written yet.",
        next_step=f'Replace that line, then run this cell again. hint("{exercise.id}") helps you start.',
    )
    return Report(exercise.id, Outcome.NOT_ATTEMPTED, failure=failure)


def not_a_function(exercise: Exercise, found: str) -> Report:
    """The report on a name that holds something else, described by `found`."""
    failure = Failure(
        call="",
        got=found,
        expected=f"a function {exercise.signature}",
        why=f"`{exercise.name}` is not a function any more: perhaps a variable took its name.",
        next_step="Rename the variable, restart the kernel and run the cells from the top.",
    )
    return Report(exercise.id, Outcome.WRONG_TYPE, failure=failure)


def _shown_call(exercise: Exercise, case: Case) -> str:
    shown = f"{exercise.name}({', '.join(_abbreviated(argument) for argument in case.args)})"
    return f"{shown}    # {case.note}" if case.note else shown


def _shown(answer: Answer) -> str:
    match answer:
        case Returned(value):
            return _abbreviated(value)
        case ReturnedStranger(description):
            return description
        case Raised(kind, message):
            return f"{kind}: {message}" if message else kind
        case Lost(_, sentence):
            return f"nothing. {sentence}"


class _Abbreviation(reprlib.Repr):
    """`repr`, cut where nobody reads on: long collections, deep nesting, digits beyond the ninth."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlist = self.maxtuple = self.maxdict = 14
        self.maxlevel = 8
        self.maxstring = self.maxother = 80

    def repr_dict(self, value: dict[Any, Any], level: int) -> str:
        """In the order of the keys, since a tree reads from its attribute down; `reprlib` would sort them."""
        if not value:
            return "{}"
        if level <= 0:
            return "{...}"
        items = list(value.items())
        pairs = [f"{self.repr1(key, level - 1)}: {self.repr1(one, level - 1)}" for key, one in items]
        shown = pairs if len(pairs) <= self.maxdict else [*pairs[: self.maxdict], "..."]
        return "{" + ", ".join(shown) + "}"

    def repr_float(self, value: float, level: int) -> str:
        return repr(float(f"{value:.9g}"))


_abbreviation = _Abbreviation()
_LONGEST = 400


def _abbreviated(value: Any) -> str:
    shown = _abbreviation.repr(value)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 2] + " …"
