"""From the bytes of a notebook to a judgement.

The student's code runs in a `Box`. Declared functions are called from here, over the channel; what comes
back is a claim, and is compared here with what the reference computes. Nothing that code can print, patch,
raise or write is a mark.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from autograder import exercises
from autograder.answers import Answer, Lost, Raised, alike
from autograder.examination import judged, not_a_function, without_values
from autograder.exercise import Exercise
from autograder.outcome import Outcome
from autograder.report import Failure, Report
from autograder.sandbox import submission as submissions
from autograder.sandbox.box import Box
from autograder.sandbox.judgement import Judgement, Part
from autograder.sandbox.limits import Limits
from autograder.sandbox.marked import marked
from autograder.sandbox.plan import Ask, Run, Test, defining, steps, written
from autograder.sandbox.sitting import Sitting, questions, raised
from autograder.sandbox.submission import Submission, Unreadable

#: The stubs that nbgrader leaves where a written answer goes.
_STUBS = ("", "YOUR ANSWER HERE", "# YOUR CODE HERE")


def judge(
    submitted: bytes,
    source: bytes,
    seed: str,
    box: Box,
    limits: Limits | None = None,
    load: Callable[[str], Exercise] = exercises.load,
) -> Judgement:
    """Judge one submission.

    Parameters
    ----------
    submitted : the notebook as handed in, in whatever state.
    source : the course's own notebook, from which ids, points and tests are taken.
    seed : the student's seed, for the hidden cases and the order of the calls.
    box : where the student's code runs.
    limits : what the submission may use; the defaults of `Limits` if None.
    load : finds an exercise by its id.
    """
    course = submissions.read(source)
    try:
        handed_in = submissions.read(submitted)
    except Unreadable as why:
        return ungradable(source, str(why))
    plan = steps(handed_in, course)
    asked = {
        step.cell.grade_id: questions(load(step.exercise), step, seed)
        for step in plan
        if isinstance(step, Ask)
    }
    sitting = Sitting(plan, asked, limits or Limits())
    sitting.hold(box)
    tested = {step.cell.grade_id: step for step in plan if not isinstance(step, Run)}
    parts = [
        _part(step, sitting, handed_in, course, load)
        if (step := tested.get(cell.grade_id))
        else _written(cell, handed_in)
        for cell in course.cells
        if cell.grade_id in tested or cell in written(course)
    ]
    judgement = Judgement(tuple(parts), "", handed_in.remarks, sitting.outputs, seconds=sitting.seconds)
    return replace(judgement, notebook=marked(handed_in, source, course, judgement))


def ungradable(source: bytes, reason: str) -> Judgement:
    """The judgement on a submission of which nothing can be graded, and why."""
    course = submissions.read(source)
    parts = [
        Part(cell.grade_id, cell.points, 0.0, Outcome.UNGRADABLE) for cell in course.cells if cell.graded
    ]
    return Judgement(tuple(parts), reason)


def _part(
    step: Ask | Test,
    sitting: Sitting,
    handed_in: Submission,
    course: Submission,
    load: Callable[[str], Exercise],
) -> Part:
    if isinstance(step, Test):
        return _tested(step, sitting)
    try:
        report = _report(load(step.exercise), step, sitting, handed_in, course)
    except (
        Exception
    ) as problem:  # a value that our own comparison cannot take: nothing earned, and somebody told
        sentence = f"The answers could not be compared ({type(problem).__name__}). Please tell your lecturer."
        return Part(step.cell.grade_id, step.cell.points, 0.0, Outcome.UNGRADABLE, sentence=sentence)
    score = step.cell.points if report.outcome is Outcome.CORRECT else 0.0
    why = report.failure.why if report.failure else ""
    return Part(step.cell.grade_id, step.cell.points, score, report.outcome, report, why)


def _report(
    exercise: Exercise, step: Ask, sitting: Sitting, handed_in: Submission, course: Submission
) -> Report:
    name = step.cell.grade_id
    if name not in sitting.answers:
        if name in sitting.strange:
            return not_a_function(exercise, sitting.strange[name])
        return _no_function(exercise, step, sitting, handed_in, course)
    cases = sitting.questions[name].cases
    end = sitting.trouble.get(name)
    lost = end if isinstance(end, Lost) else _last_lost(sitting.answers[name])
    given = [[*answers, lost, lost][:2] if lost else answers for answers in sitting.answers[name]]
    first, again = ([answers[turn] for answers in given] for turn in (0, 1))
    report = judged(exercise, cases, first)
    if not _all_alike(exercise, first, again):
        report = report if report.failure else judged(exercise, cases, again)
        report = report if lost else _unsteady(report)
    report = without_values(report) if step.hidden else report
    return _of_readable_length(report)


def _last_lost(given: list[list[Answer]]) -> Lost | None:
    return next((answer for answers in given for answer in answers if isinstance(answer, Lost)), None)


def _all_alike(exercise: Exercise, first: list[Answer], again: list[Answer]) -> bool:
    pairs = zip(first, again, strict=True)
    return all(alike(one, other, exercise.tolerance, exercise.canonical) for one, other in pairs)


def _unsteady(report: Report) -> Report:
    """The report on answers to calls that had been made before, with other results."""
    if report.failure is None:
        return report
    why = (
        "The same call gave different results the first time and the second. Your function remembers "
        "something between calls: a global list, or a default argument that it changes?"
    )
    return replace(report, failure=replace(report.failure, why=why), misconception=None)


def _no_function(
    exercise: Exercise, step: Ask, sitting: Sitting, handed_in: Submission, course: Submission
) -> Report:
    """The report where no function of that name was there at the end."""
    home = defining(step.function, course)
    trouble = sitting.trouble.get(home)
    outcome, why = Outcome.MISSING, f"After all cells had run there was no function called `{step.function}`."
    if isinstance(trouble, Lost):
        outcome, why = trouble.outcome, f"The cell that defines `{step.function}`: {trouble.sentence}"
    elif isinstance(trouble, Raised):
        at = f" at `{trouble.line}`" if trouble.line else ""
        outcome = Outcome.ERROR
        why = f"The cell that defines `{step.function}` stopped with {trouble.kind}{at}: {trouble.message}"
    elif time.monotonic() >= sitting.deadline:
        outcome, why = Outcome.TIMEOUT, "The notebook as a whole took longer than it may."
    elif home not in {cell.grade_id for cell in handed_in.cells}:
        why += " The cell that should define it is not in the notebook."
    next_step = "Restart the kernel, run all cells from the top, and look at the first one that fails."
    failure = Failure(
        call="", got="", expected=f"a function {exercise.signature}", why=why, next_step=next_step
    )
    return _of_readable_length(Report(exercise.id, outcome, failure=failure))


def _tested(step: Test, sitting: Sitting) -> Part:
    """The part of a test that ran inside: an exception costs all, a number is partial credit."""
    most = step.cell.points
    said = sitting.tests.get(
        step.cell.grade_id, Lost(Outcome.TIMEOUT, "The notebook took longer than it may.")
    )
    if isinstance(said, Lost):
        return Part(step.cell.grade_id, most, 0.0, said.outcome, sentence=said.sentence, inside=True)
    if said.get("passed") is not True:
        problem = raised(said)
        late = bool(said.get("late"))
        outcome = (
            Outcome.TIMEOUT
            if late
            else Outcome.INCORRECT
            if problem.kind == "AssertionError"
            else Outcome.ERROR
        )
        sentence = (
            f"The test stopped with {problem.kind}: {problem.message}"
            if not late
            else "The test took too long."
        )
        return Part(step.cell.grade_id, most, 0.0, outcome, sentence=sentence, inside=True)
    value = said.get("value")
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else most
    score = min(most, number) if number > 0 else 0.0
    outcome = Outcome.CORRECT if score == most else Outcome.PARTIAL if score > 0 else Outcome.INCORRECT
    return Part(step.cell.grade_id, most, score, outcome, inside=True)


def _written(cell: submissions.Cell, handed_in: Submission) -> Part:
    """A part that a person marks, unless nothing is there to be marked."""
    answers = [other.text.strip() for other in handed_in.cells if other.grade_id == cell.grade_id]
    if any(answer not in _STUBS for answer in answers):
        return Part(cell.grade_id, cell.points, None, None)
    outcome = Outcome.NOT_ATTEMPTED if answers else Outcome.MISSING
    return Part(cell.grade_id, cell.points, 0.0, outcome, sentence="There is no answer here.")


def _of_readable_length(report: Report) -> Report:
    if report.failure is None:
        return report
    parts = {name: _cut(getattr(report.failure, name)) for name in ("call", "got", "expected", "why")}
    return replace(report, failure=replace(report.failure, **parts))


def _cut(text: str) -> str:
    return text if len(text) <= 1000 else text[:999] + "…"
