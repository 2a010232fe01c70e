"""Put a judgement into nbgrader's gradebook: all of it or nothing, and the same however often it is done."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator

from nbgrader.api import Gradebook, InvalidEntry
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import parse_utc
from sqlalchemy.exc import OperationalError

from autograder.course import Course
from autograder.sandbox.judgement import Judgement

#: How often an entry is tried while another grader holds the gradebook.
_ATTEMPTS = 10


def enter(
    gradebook: Gradebook, course: Course, assignment: str, student: str, judgement: Judgement, fresh: bool
) -> None:
    """Enter the scores of one submission, in one transaction.

    Marks that a person gave stay. Where the submission is another one than they were given for (`fresh`), the
    cell is put up for a second look, as nbgrader does.

    Raises
    ------
    nbgrader.api.MissingEntry
        If the assignment has not been released.
    """
    for attempt in range(_ATTEMPTS):
        try:
            return _enter(gradebook, course, assignment, student, judgement, fresh)
        except (OperationalError, InvalidEntry):  # another grader was writing; its transaction is short
            if attempt == _ATTEMPTS - 1:
                raise
            time.sleep(random.uniform(0.05, 0.5))


def _enter(
    gradebook: Gradebook, course: Course, assignment: str, student: str, judgement: Judgement, fresh: bool
) -> None:
    scores = {part.grade_id: part.score for part in judgement.parts}
    with _one_transaction(gradebook):
        gradebook.update_or_create_student(student)
        submission = gradebook.update_or_create_submission(
            assignment, student, **_time(course, assignment, student)
        )
        for notebook in submission.notebooks:
            for entry in notebook.grades:
                score = scores.get(entry.name, 0.0)
                by_hand = entry.manual_score is not None
                entry.auto_score = score
                entry.needs_manual_grade = fresh if by_hand else score is None
            gradebook.db.flush()
            gradebook.db.refresh(notebook)  # its score is a sum that the database makes
            notebook.late_submission_penalty = _penalty(course, student, notebook.score, submission)


@contextlib.contextmanager
def _one_transaction(gradebook: Gradebook) -> Iterator[None]:
    """Hold back the commits that nbgrader's methods make one by one."""
    session = gradebook.db
    commit = session.commit
    session.commit = session.flush
    autoflush = session.registry().no_autoflush
    try:
        with autoflush:  # nbgrader builds a submission of many rows, which go in together
            yield
        commit()
    except BaseException:
        session.rollback()
        raise
    finally:
        del session.commit


def _time(course: Course, assignment: str, student: str) -> dict[str, object]:
    folder = str(course.folder("submitted", student, assignment))
    handed_in = course.directory.get_existing_timestamp(folder)
    return {"timestamp": parse_utc(handed_in)} if handed_in else {}


def _penalty(course: Course, student: str, score: float, submission: object) -> float | None:
    """What lateness costs by nbgrader's plug-in, which the course's configuration names."""
    late = submission.total_seconds_late  # type: ignore[attr-defined]
    if late <= 0:
        return None
    assigner = AssignLatePenalties(config=course.config)
    assigner.init_plugin()
    penalty = assigner.plugin_inst.late_submission_penalty(student, score, late)
    return None if penalty is None else min(max(penalty, 0.0), score)
