"""A run that is killed loses nothing, one that is repeated changes nothing, two at a time do no harm."""

import os
import random
import shutil
import signal
import time

import pytest

from autograder.course import CONFIG_FILE, Course
from autograder.demo import fresh_course
from autograder.grading import LOG_FILE, grade, grade_unsafely, verdicts, waiting
from autograder.release import release
from autograder.sandbox.limits import Limits
from autograder.simulate import simulate

from .conftest import ROOT, WEEKS

pytestmark = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")

WEEK = WEEKS[0]
STUDENTS = ["alternative", "broken", "empty", "late", "perfect", "slip-1"]
KILLS = 20


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    course, _ = fresh_course(Course.at(ROOT), tmp_path_factory.mktemp("killed") / "course")
    release(course, WEEK)
    list(simulate(course, WEEK))
    course.secret()
    return course


@pytest.fixture
def course(handed_in, tmp_path):
    return Course.at(shutil.copytree(handed_in.root, tmp_path / "course"))


def entries(course):
    """Everything that grading writes into the gradebook."""
    with course.gradebook() as gradebook:
        submissions = gradebook.assignment_submissions(WEEK)
        return sorted(
            (
                one.student.id,
                str(one.timestamp),
                notebook.late_submission_penalty,
                entry.name,
                entry.auto_score,
                entry.manual_score,
                entry.needs_manual_grade,
            )
            for one in submissions
            for notebook in one.notebooks
            for entry in notebook.grades
        )


def kept(course):
    """The notebooks that grading leaves."""
    folder = course.folder("autograded", "*", WEEK).parent.parent
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def in_another_process(course, students):
    process = os.fork()
    if process == 0:
        code = 1
        try:
            list(grade(course, WEEK, students))
            code = 0
        finally:
            os._exit(code)
    return process


def test_killed_at_twenty_moments_and_resumed_the_gradebook_is_that_of_an_undisturbed_run(
    course, handed_in, tmp_path
):
    undisturbed = Course.at(shutil.copytree(handed_in.root, tmp_path / "undisturbed"))
    started = time.monotonic()
    list(grade(undisturbed, WEEK, STUDENTS))
    lasted = time.monotonic() - started
    moments = random.Random(5)
    for _ in range(KILLS):
        left = waiting(course, WEEK, STUDENTS) or STUDENTS
        process = in_another_process(course, left)
        time.sleep(moments.uniform(0.3, 1.1) * lasted)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    list(grade(course, WEEK, waiting(course, WEEK, STUDENTS)))
    assert waiting(course, WEEK, STUDENTS) == []
    assert entries(course) == entries(undisturbed)
    assert kept(course) == kept(undisturbed)
    assert {key: verdict.graded for key, verdict in verdicts(course).items()} == {
        key: verdict.graded for key, verdict in verdicts(undisturbed).items()
    }


def test_a_line_of_the_log_that_was_cut_off_is_not_read_and_not_built_upon(course):
    list(grade(course, WEEK, ["perfect"]))
    log = course.root / LOG_FILE
    log.write_bytes(log.read_bytes() + log.read_bytes()[:40])
    assert waiting(course, WEEK, ["perfect", "empty"]) == ["empty"]
    list(grade(course, WEEK, ["empty"]))
    assert set(verdicts(course)) == {("perfect", WEEK), ("empty", WEEK)}


def test_grading_again_changes_nothing_and_marks_given_by_hand_stay(course):
    list(grade(course, WEEK, STUDENTS))
    with course.gradebook() as gradebook:
        for notebook in gradebook.find_submission(WEEK, "perfect").notebooks:
            for entry in notebook.grades:
                if entry.needs_manual_grade:
                    entry.manual_score, entry.needs_manual_grade = 7, False
        gradebook.db.commit()
    before = entries(course), kept(course)
    list(grade(course, WEEK, STUDENTS))
    assert (entries(course), kept(course)) == before
    path = course.folder("submitted", "perfect", WEEK) / course.notebook(WEEK)
    path.write_bytes(path.read_bytes() + b"\n")
    assert waiting(course, WEEK, STUDENTS) == ["perfect"]
    list(grade(course, WEEK, ["perfect"]))
    by_hand = [entry for entry in entries(course) if entry[0] == "perfect" and entry[5] is not None]
    assert [(entry[5], entry[6]) for entry in by_hand] == [(7, True)], "another submission gets a second look"


def test_two_runs_on_one_gradebook_do_no_harm(course, handed_in, tmp_path):
    alone = Course.at(shutil.copytree(handed_in.root, tmp_path / "alone"))
    list(grade(alone, WEEK, STUDENTS))
    processes = [in_another_process(course, students) for students in (STUDENTS, STUDENTS[::-1])]
    for process in processes:
        assert os.waitpid(process, 0)[1] == 0
    assert entries(course) == entries(alone)


def test_both_engines_give_the_same_marks(course, handed_in, tmp_path):
    """The same entries, lateness included, for everything that nbgrader can read."""
    readable = [student for student in STUDENTS if student != "broken"]
    stock = Course.at(shutil.copytree(handed_in.root, tmp_path / "stock"))
    for opened in (course, stock):
        with (opened.root / CONFIG_FILE).open("a", encoding="utf-8") as config:
            config.write("\nc.LatePenalty.share_per_day = 0.1\n")
    list(grade_unsafely(stock, WEEK, readable))
    list(grade(course, WEEK, readable, Limits()))
    assert entries(course) == entries(stock)
    assert any(penalty for _, _, penalty, *_ in entries(course))


def test_nbgrader_s_own_command_is_hardened(course):
    """What the formgrader's button runs: our engine in the place of nbgrader's execution."""
    list(grade(course, WEEK, STUDENTS))
    ours = [entry for entry in entries(course) if entry[0] != "broken"]
    for student in STUDENTS:
        if student != "broken":
            result = course.nbgrader.autograde(WEEK, student, force=True, create=True)
            assert result["success"], result
    assert [entry for entry in entries(course) if entry[0] != "broken"] == ours
