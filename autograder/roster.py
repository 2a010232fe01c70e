"""The roster: who is in the course, in which section, with which extension.

It is a CSV file that a lecturer keeps by hand or exports from the LMS: ``students.csv`` in the folder of the
course, with a heading line. Only ``id`` must be there; ``first_name``, ``last_name``, ``email``, ``section``,
``lms_id`` (the LMS's own number for the student) and ``extension`` (hours added to every deadline) may be.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, fields

from autograder.course import Course, CourseError

ROSTER_FILE = "students.csv"


@dataclass(frozen=True)
class Student:
    """One line of the roster."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    section: str = ""
    lms_id: str = ""
    extension: float = 0.0

    @property
    def names(self) -> set[str]:
        """Everything an LMS may call this student, in lower case."""
        whole = [self.id, self.email, self.lms_id, f"{self.first_name} {self.last_name}".strip()]
        return {name.lower() for name in whole if name}


def read_roster(course: Course) -> list[Student]:
    """The students of the course in the order of the file; none where there is no file.

    Raises
    ------
    CourseError
        If the file has no ``id`` column, a column it does not know, a repeated or empty id, or an extension
        that is not a number; the message names the line.
    """
    path = course.root / ROSTER_FILE
    if not path.exists():
        return []
    known = {field.name for field in fields(Student)}
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        columns = reader.fieldnames or []
        if "id" not in columns or set(columns) - known:
            strange = ", ".join(sorted(set(columns) - known)) or "no column id"
            raise CourseError(f"{path.name}: {strange}. The columns may be: {', '.join(sorted(known))}.")
        students = [_student(row, path.name, reader.line_num) for row in reader]
    _refuse_repeats(students, path.name)
    return students


def enter(course: Course, roster: Iterable[Student], assignment: str) -> None:
    """Bring names, addresses and extensions into the gradebook before an assignment is graded."""
    from nbgrader.api import MissingEntry

    with course.gradebook() as gradebook:
        for student in roster:
            gradebook.update_or_create_student(
                student.id,
                first_name=student.first_name,
                last_name=student.last_name,
                email=student.email,
                lms_user_id=student.lms_id,
            )
            if student.extension:
                try:
                    gradebook.find_submission(assignment, student.id)
                except MissingEntry:
                    gradebook.add_submission(assignment, student.id)
                gradebook.grant_extension(assignment, student.id, hours=student.extension)


def _student(row: dict[str, str | None], file: str, line: int) -> Student:
    values = {name: (value or "").strip() for name, value in row.items() if name}
    if not values["id"]:
        raise CourseError(f"{file}, line {line}: the id is empty.")
    extension = values.pop("extension", "") or "0"
    try:
        return Student(**values, extension=float(extension))
    except ValueError:
        raise CourseError(
            f"{file}, line {line}: the extension {extension!r} is not a number of hours."
        ) from None


def _refuse_repeats(students: list[Student], file: str) -> None:
    seen: dict[str, str] = {}
    for student in students:
        # Folders that differ only in case are one folder on some file systems.
        twin = seen.setdefault(student.id.lower(), student.id)
        if twin is not student.id:
            raise CourseError(
                f"{file}: the ids {twin!r} and {student.id!r} are too alike; every id must be its own."
            )
