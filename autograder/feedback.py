"""Feedback pages: one per submission, readable in any browser."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder.course import Course, CourseError
from autograder.grading import verdicts


def write_feedback(course: Course, assignment: str, students: Iterable[str]) -> Iterator[Path]:
    """Write the page of each student; one who could not be graded gets a page that says why.

    Raises
    ------
    CourseError
        If nbgrader cannot make a page for a graded submission.
    """
    known = verdicts(course)
    for student in students:
        verdict = known.get((student, assignment))
        if verdict is None:
            continue
        page = course.folder("feedback", student, assignment) / Path(course.notebook(assignment)).with_suffix(
            ".html"
        )
        if verdict.graded:
            result = course.nbgrader.generate_feedback(assignment, student, force=True)
            if not result["success"]:
                raise CourseError(
                    f"No feedback for {student}, {assignment}: {result.get('error') or result.get('log')}"
                )
        else:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(_refusal(student, assignment, verdict.reason), encoding="utf-8")
        yield page


def _refusal(student: str, assignment: str, reason: str) -> str:
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{html.escape(assignment)}</title>"
        '<body style="font-family: sans-serif; max-width: 40em; margin: 3em auto">'
        f"<h1>{html.escape(assignment)}</h1><p>{html.escape(student)}</p>"
        f"<p>Your submission could not be graded.</p><p>{html.escape(reason)}</p></body></html>\n"
    )
