"""Grade submissions and keep a log of what came of each.

`grade` runs students' code in the sandbox and judges its answers outside. `grade_unsafely` leaves both to
nbgrader and a kernel of the student's own, for work whose authors are trusted. Both give the same `Verdict`
and fill the same gradebook.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import nbformat

from autograder import seeding
from autograder.course import Course, CourseError
from autograder.report import MIME
from autograder.sandbox.box import Box
from autograder.sandbox.engine import judge, ungradable
from autograder.sandbox.folder import contents, find
from autograder.sandbox.judgement import Judgement
from autograder.sandbox.limits import Limits
from autograder.sandbox.pool import each
from autograder.sandbox.submission import Unreadable

LOG_FILE = "grading.jsonl"


@dataclass(frozen=True)
class Verdict:
    """What came of one submission.

    `reason` is empty when the submission was graded, and otherwise a sentence for student and lecturer.
    `misconceptions` are the ideas that the checks named, each as "exercise: idea". `submitted` tells one
    submission of a student from the next; `seconds` holds the time that each cell took.
    """

    student: str
    assignment: str
    graded: bool
    reason: str = ""
    misconceptions: tuple[str, ...] = ()
    submitted: str = ""
    seconds: dict[str, float] = field(default_factory=dict)


def grade(
    course: Course, assignment: str, students: Iterable[str], limits: Limits | None = None
) -> Iterator[Verdict]:
    """Grade one assignment of each student in the sandbox; a fault in one submission never stops the run.

    Yields
    ------
    Verdict
        One for each student, as soon as it stands in the gradebook and in the log.

    Raises
    ------
    NoSandboxError
        If the sandbox does not work here.
    CourseError
        If the assignment was never released, or a limit in the configuration can't be.
    """
    source = (course.folder("source", ".", assignment) / course.notebook(assignment)).read_bytes()
    earlier = verdicts(course)
    secret = course.secret()
    limits = limits or course.limits

    def work(student: str, box: Box) -> tuple[str, Judgement]:
        digest = ""
        try:
            path, remarks = find(course.folder("submitted", student, assignment), course.notebook(assignment))
            data = contents(path)
            digest = sha256(data).hexdigest()
        except Unreadable as why:
            return digest, ungradable(source, str(why))
        judgement = judge(data, source, seeding.student_seed(secret, student), box, limits)
        return digest, replace(judgement, remarks=(*remarks, *judgement.remarks))

    from nbgrader.api import MissingEntry

    from autograder.gradebook import enter

    # One gradebook for the whole run: SQLAlchemy then prepares each statement once.
    with course.gradebook() as gradebook:
        try:
            gradebook.find_assignment(assignment)
        except MissingEntry:
            raise CourseError(
                f"The gradebook does not know {assignment}: it was never released. "
                f"Run: autograder release {assignment}"
            ) from None
        for student, (digest, judgement) in each(students, work):
            before = earlier.get((student, assignment))
            fresh = before is None or before.submitted != digest
            enter(gradebook, course, assignment, student, judgement, fresh)
            _keep_notebook(course, assignment, student, judgement)
            verdict = Verdict(
                student,
                assignment,
                graded=not judgement.reason,
                reason=judgement.reason,
                misconceptions=judgement.misconceptions,
                submitted=digest,
                seconds={name: round(seconds, 4) for name, seconds in judgement.seconds.items()},
            )
            _log(course, verdict)
            yield verdict


def grade_unsafely(course: Course, assignment: str, students: Iterable[str]) -> Iterator[Verdict]:
    """Grade with nbgrader's own autograder, which trusts what the student's kernel says.

    Yields
    ------
    Verdict
        One for each student, as soon as it is known and logged.
    """
    for student in students:
        verdict = _grade_one(course, assignment, student)
        _log(course, verdict)
        yield verdict


def waiting(course: Course, assignment: str, students: Iterable[str]) -> list[str]:
    """Those of `students` whose submission, as it is now, has not been graded yet."""
    known = verdicts(course)
    found = []
    for student in students:
        verdict = known.get((student, assignment))
        if verdict is None or verdict.submitted != _digest(course, assignment, student):
            found.append(student)
    return found


def verdicts(course: Course) -> dict[tuple[str, str], Verdict]:
    """The latest verdict on every (student, assignment), read from the log."""
    path = course.root / LOG_FILE
    latest = {}
    known = {one.name for one in fields(Verdict)}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:  # the run was killed while it wrote this line
            continue
        entry = {name: value for name, value in entry.items() if name in known}
        verdict = Verdict(**{**entry, "misconceptions": tuple(entry["misconceptions"])})
        latest[verdict.student, verdict.assignment] = verdict
    return latest


def _digest(course: Course, assignment: str, student: str) -> str:
    try:
        path, _ = find(course.folder("submitted", student, assignment), course.notebook(assignment))
        return sha256(contents(path)).hexdigest()
    except Unreadable:
        return ""


def _keep_notebook(course: Course, assignment: str, student: str, judgement: Judgement) -> None:
    """Put the marked notebook where formgrader and feedback look for it, whole or not at all."""
    folder = course.folder("autograded", student, assignment)
    if not judgement.notebook:
        shutil.rmtree(folder, ignore_errors=True)
        return
    folder.mkdir(parents=True, exist_ok=True)
    handed_in = course.folder("submitted", student, assignment) / "timestamp.txt"
    if handed_in.is_file() and not handed_in.is_symlink():
        shutil.copy(handed_in, folder / handed_in.name)
    target = folder / course.notebook(assignment)
    half = target.with_suffix(".part")
    half.write_text(judgement.notebook, encoding="utf-8")
    half.replace(target)


def _grade_one(course: Course, assignment: str, student: str) -> Verdict:
    submitted = course.folder("submitted", student, assignment) / course.notebook(assignment)
    digest = _digest(course, assignment, student)
    reason = _unreadable(submitted)
    if not reason:
        result = course.nbgrader_unsandboxed.autograde(assignment, student, force=True, create=True)
        if not result["success"]:
            reason = f"The notebook could not be graded: {_cause(result)}"
    if reason:
        _enter_zero(course, assignment, student)
        return Verdict(student, assignment, graded=False, reason=reason, submitted=digest)
    graded = course.folder("autograded", student, assignment) / submitted.name
    misconceptions = _named_misconceptions(graded)
    return Verdict(student, assignment, graded=True, misconceptions=misconceptions, submitted=digest)


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
    """Add a line to the log, and have it on the disk before the next submission is begun."""
    entry = {"time": datetime.now(UTC).isoformat(timespec="seconds"), **asdict(verdict)}
    path = course.root / LOG_FILE
    torn = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as log:
        log.write("\n" * torn + json.dumps(entry, ensure_ascii=False) + "\n")
        log.flush()
        os.fsync(log.fileno())
