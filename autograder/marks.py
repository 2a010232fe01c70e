"""The marks of the course, read from the gradebook once, for the table on the screen and for the file."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Course


@dataclass(frozen=True)
class Mark:
    """One student's mark for one assignment. `to_mark` points still wait for a person."""

    student: str
    first_name: str
    last_name: str
    email: str
    assignment: str
    score: float
    max_score: float
    to_mark: float
    hours_late: float
    ungradable: str
    misconceptions: tuple[str, ...]

    @property
    def remarks(self) -> list[str]:
        """Everything worth knowing about the mark, each in a phrase."""
        late = [f"late by {self.hours_late:.0f} h"] if self.hours_late else []
        refused = [f"could not be graded: {self.ungradable}"] if self.ungradable else []
        return [*late, *refused, *self.misconceptions]


def summary(of_student: list[Mark]) -> list[str]:
    """The remarks on one student, short enough for a table: one misconception is named, all are counted."""
    late = [f"late by {mark.hours_late:.0f} h" for mark in of_student if mark.hours_late]
    refused = ["could not be graded, see above"] if any(mark.ungradable for mark in of_student) else []
    named = [idea for mark in of_student for idea in mark.misconceptions]
    more = f" and {len(named) - 1} more" if len(named) > 1 else ""
    return [*dict.fromkeys(late), *refused, *(first + more for first in named[:1])]


def marks(course: Course) -> list[Mark]:
    """Every mark in the gradebook, by student and week."""
    from nbgrader.api import SubmittedAssignment

    from autograder.grading import verdicts

    known = verdicts(course)
    found = []
    with course.gradebook() as gradebook:
        for submission in gradebook.db.query(SubmittedAssignment).all():
            student, assignment = submission.student, submission.assignment.name
            entries = [entry for notebook in submission.notebooks for entry in notebook.grades]
            verdict = known.get((student.id, assignment))
            found.append(
                Mark(
                    student=student.id,
                    first_name=student.first_name or "",
                    last_name=student.last_name or "",
                    email=student.email or "",
                    assignment=assignment,
                    score=round(max(0.0, submission.score - (submission.late_submission_penalty or 0.0)), 6),
                    max_score=submission.max_score,
                    to_mark=sum(entry.max_score for entry in entries if entry.needs_manual_grade),
                    hours_late=round(submission.total_seconds_late / 3600, 1),
                    ungradable=verdict.reason if verdict else "",
                    misconceptions=verdict.misconceptions if verdict else (),
                )
            )
    return sorted(found, key=lambda mark: (mark.student, mark.assignment))


COLUMNS = (
    "student", "first_name", "last_name", "email", "assignment",
    "score", "max_score", "to_mark", "hours_late", "remarks",
)  # fmt: skip


def write_csv(found: Iterable[Mark], path: Path) -> None:
    """Write marks as quoted UTF-8 CSV that a spreadsheet opens without running anything."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow(COLUMNS)
        for mark in found:
            names = [mark.student, mark.first_name, mark.last_name, mark.email, mark.assignment]
            numbers = [mark.score, mark.max_score, mark.to_mark, mark.hours_late]
            writer.writerow([*map(inert, names), *numbers, inert("; ".join(mark.remarks))])


def inert(text: str) -> str:
    """`text` so that a spreadsheet shows it and does not run it as a formula.

    Examples
    --------
    >>> inert("=1+1"), inert("Ada")
    ("'=1+1", 'Ada')
    """
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
