"""Marks in the shapes that learning platforms take back.

Canvas and Moodle each let a lecturer download a table and upload it again. We fill the one column that holds
the mark and leave everything else as it came.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from autograder.course import CourseError
from autograder.marks import Mark
from autograder.roster import Student


def fill_canvas(template: Path, column: str, marks: Iterable[Mark], roster: Iterable[Student]) -> str:
    """Canvas's exported gradebook with the marks in the column whose heading begins with `column`.

    Raises
    ------
    CourseError
        If the file has no such column, or none of Canvas's own.
    """
    rows = _rows(template)
    heading = rows[0]
    if "ID" not in heading:
        raise CourseError(f"{template.name} has no column ID: it is not a gradebook exported from Canvas.")
    places = [place for place, text in enumerate(heading) if text == column or text.startswith(f"{column} (")]
    if len(places) != 1:
        raise CourseError(
            f"{template.name} has {len(places)} columns {column!r}. It has: {', '.join(heading)}."
        )
    keys = [
        place
        for place, text in enumerate(heading)
        if text in ("ID", "SIS User ID", "SIS Login ID", "Student")
    ]
    return _filled(template, rows, keys, places[0], _scores(marks, roster), lambda text: text)


def fill_moodle(template: Path, marks: Iterable[Mark], roster: Iterable[Student]) -> str:
    """Moodle's grading worksheet with the marks in its column Grade.

    Raises
    ------
    CourseError
        If the file is not a grading worksheet.
    """
    rows = _rows(template)
    heading = rows[0]
    missing = [text for text in ("Identifier", "Grade") if text not in heading]
    if missing:
        raise CourseError(
            f"{template.name} has no column {missing[0]}: it is not a grading worksheet from Moodle."
        )
    keys = [
        place
        for place, text in enumerate(heading)
        if text in ("Identifier", "Full name", "Email address", "ID number")
    ]
    return _filled(
        template,
        rows,
        keys,
        heading.index("Grade"),
        _scores(marks, roster),
        lambda text: text.removeprefix("Participant "),
    )


def gradescope_results(mark: Mark) -> str:
    """One student's mark as Gradescope's ``results.json``.

    Examples
    --------
    >>> mark = Mark("ada", "Ada", "L", "", "week1_entropy", 80.0, 100.0, 10.0, 0.0, "", ())
    >>> json.loads(gradescope_results(mark))["score"]
    80.0
    """
    named = "\n".join(mark.remarks)
    return json.dumps(
        {
            "score": mark.score,
            "output": f"{mark.to_mark:g} points are still to be marked by hand." if mark.to_mark else "",
            "tests": [
                {"name": mark.assignment, "score": mark.score, "max_score": mark.max_score, "output": named}
            ],
        },
        indent=2,
        ensure_ascii=False,
    )


def _scores(marks: Iterable[Mark], roster: Iterable[Student]) -> Mapping[str, float]:
    """Scores by every name a platform may call a student."""
    names = {student.id: student.names for student in roster}
    return {
        name: mark.score
        for mark in marks
        for name in names.get(mark.student, {mark.student.lower(), mark.email.lower()}) - {""}
    }


def _rows(template: Path) -> list[list[str]]:
    with template.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    if not rows:
        raise CourseError(f"{template.name} is empty.")
    return rows


def _filled(
    template: Path,
    rows: list[list[str]],
    keys: list[int],
    column: int,
    scores: Mapping[str, float],
    key: Callable[[str], str],
) -> str:
    text = io.StringIO()
    raw = template.read_bytes()
    ending = "\r\n" if b"\r\n" in raw else "\n"
    everything_quoted = raw.removeprefix(b"\xef\xbb\xbf").startswith(b'"')
    writer = csv.writer(
        text, lineterminator=ending, quoting=csv.QUOTE_ALL if everything_quoted else csv.QUOTE_MINIMAL
    )
    for number, row in enumerate(rows):
        found = [
            scores[name] for place in keys if place < len(row) and (name := key(row[place]).lower()) in scores
        ]
        if number and found:
            row = [*row[:column], f"{found[0]:g}", *row[column + 1 :]]
        writer.writerow(row)
    return text.getvalue()
