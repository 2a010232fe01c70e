"""A small class of simulated students, made from the exercises' own declarations.

What each of them deserves is known beforehand, so the class shows a newcomer what the grader does and proves
to us that it does it.
"""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat

from autograder.course import Course, CourseError
from autograder.exercise import Exercise, Misconception
from autograder.exercises import ids, load

#: The simulated deadline, and the hours after it at which the late student hands in.
DEADLINE = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)
HOURS_LATE = 26

#: What a student who answers the questions in words writes there.
WORDS = "Because the gain is the part of the uncertainty about the label that the attribute takes away."


@dataclass(frozen=True)
class SimulatedStudent:
    """A student by what they hand in.

    `code` gives the source of one exercise's cell, or None where the student leaves the cell as released.
    """

    id: str
    name: str
    code: Callable[[Exercise, str], str | None]
    hours_late: float = 0.0
    breaks_file: bool = False
    writes_words: bool = True


def _model_solution(exercise: Exercise, solution: str) -> str:
    return solution


def _alternative(exercise: Exercise, solution: str) -> str:
    return exercise.standing_alone(next(iter(exercise.alternatives.values())))


def _only_the_first_two(exercise: Exercise, solution: str) -> str | None:
    week = exercise.id.partition("/")[0]
    of_week = [one for one in ids() if one.startswith(f"{week}/")]
    return solution if exercise.id in of_week[:2] else None


def _nothing(exercise: Exercise, solution: str) -> None:
    return None


def slip(number: int) -> Callable[[Exercise, str], str]:
    """The code of a student who holds the `number`-th misconception of every other exercise."""

    def code(exercise: Exercise, solution: str) -> str:
        held = slipped(exercise, number)
        return exercise.standing_alone(held.implementation) if held else solution

    return code


def slipped(exercise: Exercise, number: int) -> Misconception | None:
    """What the `number`-th slipping student misunderstands in `exercise`; None where all is right."""
    if (ids().index(exercise.id) + number) % 2:
        return None
    return exercise.misconceptions[number % len(exercise.misconceptions)]


CLASS = (
    SimulatedStudent("perfect", "Ada Perfect", _model_solution),
    SimulatedStudent("alternative", "Blaise Alternative", _alternative),
    SimulatedStudent("partial", "Carl Partial", _only_the_first_two),
    SimulatedStudent("slip-1", "Dana Slip", slip(0)),
    SimulatedStudent("slip-2", "Emil Slip", slip(1)),
    SimulatedStudent("slip-3", "Fay Slip", slip(2)),
    SimulatedStudent("slip-4", "Gus Slip", slip(3)),
    SimulatedStudent("slip-5", "Hana Slip", slip(4)),
    SimulatedStudent("slip-6", "Ivo Slip", slip(5)),
    SimulatedStudent("empty", "Jo Empty", _nothing, writes_words=False),
    SimulatedStudent("late", "Kim Late", _model_solution, hours_late=HOURS_LATE),
    SimulatedStudent("broken", "Lea Broken", _model_solution, breaks_file=True),
)


def simulate(course: Course, assignment: str) -> Iterator[Path]:
    """Hand in one assignment for every simulated student; yield the notebooks.

    Raises
    ------
    CourseError
        If the assignment has not been released.
    """
    released = course.folder("release", ".", assignment) / course.notebook(assignment)
    if not released.exists():
        raise CourseError(f"{assignment} has not been released. First: autograder release {assignment}")
    source = course.folder("source", ".", assignment) / released.name
    solutions = _solutions(nbformat.read(source, as_version=4))
    blank = nbformat.read(released, as_version=4)
    week = assignment.partition("_")[0]
    _enter(course, assignment)
    for student in CLASS:
        folder = course.folder("submitted", student.id, assignment)
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        text = nbformat.writes(_written_by(student, copy.deepcopy(blank), week, solutions))
        path = folder / released.name
        path.write_text(text[: len(text) // 2] if student.breaks_file else text, encoding="utf-8")
        handed_in = DEADLINE + timedelta(hours=student.hours_late or -2)
        (folder / "timestamp.txt").write_text(handed_in.strftime("%Y-%m-%d %H:%M:%S UTC"), encoding="utf-8")
        yield path


def _enter(course: Course, assignment: str) -> None:
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment(assignment, duedate=DEADLINE.replace(tzinfo=None))
        for student in CLASS:
            first, last = student.name.split()
            gradebook.update_or_create_student(
                student.id, first_name=first, last_name=last, email=f"{student.id}@example.org"
            )


def _written_by(
    student: SimulatedStudent, notebook: nbformat.NotebookNode, week: str, solutions: dict[str, str]
) -> nbformat.NotebookNode:
    for cell in notebook.cells:
        graded = cell.metadata.get("nbgrader", {})
        if not graded.get("solution"):
            continue
        if cell.cell_type == "markdown":
            cell.source = WORDS if student.writes_words else cell.source
        else:
            name = graded["grade_id"]
            code = student.code(load(f"{week}/{name}"), solutions[name])
            cell.source = cell.source if code is None else code
    return notebook


def _solutions(source: nbformat.NotebookNode) -> dict[str, str]:
    """The model solution of each solution cell, without the markers around it."""
    found = {}
    for cell in source.cells:
        graded = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and graded.get("solution"):
            lines = [
                line for line in cell.source.splitlines() if "### BEGIN" not in line and "### END" not in line
            ]
            found[graded["grade_id"]] = "\n".join(lines)
    return found
