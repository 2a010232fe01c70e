"""Grade submissions, one at a time, and keep a log of what came of each.

The engine below this seam is nbgrader's own; whatever replaces it gives the same `Verdict` and fills the same
gradebook.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import nbformat

from autograder.course import Course
from autograder.report import MIME

LOG_FILE = "grading.jsonl"


@dataclass(frozen=True)
class Verdict:
    """What came of one submission.

    `reason` is empty when the submission was graded, and otherwise a sentence for student and lecturer.
    `misconceptions` are the ideas that the checks named, each as "exercise: idea".
    """

    student: str
    assignment: str
    graded: bool
    reason: str = ""
    misconceptions: tuple[str, ...] = ()


def grade(course: Course, assignment: str, students: Iterable[str]) -> Iterator[Verdict]:
    """Grade one assignment of each student; a fault in one submission never stops the run.

    Yields
    ------
    Verdict
        One for each student, as soon as it is known and logged.
    """
    for student in students:
        verdict = _grade_one(course, assignment, student)
        _log(course, verdict)
        yield verdict


def verdicts(course: Course) -> dict[tuple[str, str], Verdict]:
    """The latest verdict on every (student, assignment), read from the log."""
    path = course.root / LOG_FILE
    latest = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            entry.pop("time")
            verdict = Verdict(**{**entry, "misconceptions": tuple(entry["misconceptions"])})
            latest[verdict.student, verdict.assignment] = verdict
    return latest


def _grade_one(course: Course, assignment: str, student: str) -> Verdict:
    submitted = course.folder("submitted", student, assignment) / course.notebook(assignment)
    reason = _unreadable(submitted)
    if not reason:
        result = course.nbgrader.autograde(assignment, student, force=True, create=True)
        if not result["success"]:
            reason = f"The notebook could not be graded: {_cause(result)}"
    if reason:
        _enter_zero(course, assignment, student)
        return Verdict(student, assignment, graded=False, reason=reason)
    graded = course.folder("autograded", student, assignment) / submitted.name
    return Verdict(student, assignment, graded=True, misconceptions=_named_misconceptions(graded))


def _unreadable(path: Path) -> str:
    """Why the notebook cannot be read, in a sentence, or nothing."""
    if not path.exists():
        others = sorted(other.name for other in path.parent.glob("*") if other.suffix == ".ipynb")
        found = f"found {', '.join(others)}" if others else "there is no notebook in the folder"
        return f"{path.name} was not handed in: {found}. Hand in the file under its own name."
    try:
        nbformat.read(path, as_version=4)
    except UnicodeDecodeError:
        return f"{path.name} is not saved as UTF-8 text. Save it again from JupyterLab and hand that in."
    except (nbformat.reader.NotJSONError, json.JSONDecodeError):
        return (
            f"{path.name} is not a complete notebook file: it breaks off or was saved as something else. "
            "Open it in JupyterLab, save it, and hand that file in."
        )
    except (nbformat.ValidationError, AttributeError, KeyError, TypeError) as problem:
        return f"{path.name} is not a valid notebook: {str(problem).splitlines()[0]}"
    return ""


def _cause(result: dict) -> str:
    """The last line that says something in nbgrader's own words."""
    lines = [line.strip() for line in (result.get("error") or result.get("log") or "").splitlines()]
    return next((line for line in reversed(lines) if line), "nbgrader gave no reason")


def _enter_zero(course: Course, assignment: str, student: str) -> None:
    """A submission that cannot be graded stands in the gradebook with nothing earned and nothing to mark."""
    with course.gradebook() as gradebook:
        gradebook.update_or_create_student(student)
        submission = gradebook.update_or_create_submission(assignment, student)
        for notebook in submission.notebooks:
            for entry in notebook.grades:
                entry.auto_score = 0
                entry.needs_manual_grade = False
        gradebook.db.commit()


def _named_misconceptions(path: Path) -> tuple[str, ...]:
    named: dict[str, None] = {}
    for cell in nbformat.read(path, as_version=4).cells:
        for output in cell.get("outputs", []):
            report = output.get("data", {}).get(MIME)
            if isinstance(report, dict) and report.get("misconception"):
                named[f"{report['exercise'].partition('/')[2]}: {report['misconception']}"] = None
    return tuple(named)


def _log(course: Course, verdict: Verdict) -> None:
    entry = {"time": datetime.now(UTC).isoformat(timespec="seconds"), **asdict(verdict)}
    with (course.root / LOG_FILE).open("a", encoding="utf-8") as log:
        log.write(json.dumps(entry, ensure_ascii=False) + "\n")
