"""Release a week: the notebook without its solutions and hidden tests, and the lesson beside it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import nbformat

from autograder.course import Course, CourseError

#: What must never be found in a released notebook.
SECRETS = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "check_hidden(")


@dataclass(frozen=True)
class Release:
    """A released week: its folder, and whether it took the place of an earlier one."""

    assignment: str
    folder: Path
    replaced: bool


def release(course: Course, assignment: str) -> Release:
    """Make the students' version of a week and enter the week into the gradebook.

    Raises
    ------
    CourseError
        If nbgrader refuses the notebook, or a solution or hidden test would have been released.
    """
    folder = course.folder("release", ".", assignment)
    replaced = folder.exists()
    result = course.nbgrader.generate_assignment(assignment, force=True)
    if not result["success"]:
        raise CourseError(f"{assignment} was not released. nbgrader says:\n{_last_words(result)}")
    _refuse_leaks(folder)
    for lesson in sorted(course.folder("source", ".", assignment).glob("*_lesson.ipynb")):
        shutil.copy(lesson, folder / lesson.name)
    return Release(assignment, folder, replaced)


def _refuse_leaks(folder: Path) -> None:
    for path in sorted(folder.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            leaked = [secret for secret in SECRETS if secret in cell.source]
            if leaked:
                shutil.rmtree(folder)
                raise CourseError(
                    f"Nothing was released: cell {cell.id!r} of {path.name} would show {leaked[0]!r}. "
                    "Look at the cell's BEGIN and END markers and its nbgrader metadata in the source."
                )


def _last_words(result: dict) -> str:
    lines = (result.get("error") or result.get("log") or "nothing").strip().splitlines()
    return "\n".join(lines[-3:])
