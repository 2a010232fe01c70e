"""The console script as a lecturer types it: what it prints, what it leaves, how it exits."""

import subprocess
import sys

import pytest

from autograder.course import Course
from autograder.demo import fresh_course

from .conftest import ROOT, WEEKS


def autograder(*arguments, cwd):
    return subprocess.run(
        [sys.executable, "-m", "autograder.cli", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env=None,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    course, _ = fresh_course(Course.at(ROOT), tmp_path_factory.mktemp("line") / "course")
    return course.root


def test_the_path_of_one_student_from_release_to_marks(folder):
    week = WEEKS[0].partition("_")[0]
    released = autograder("release", week, cwd=folder)
    assert released.returncode == 0, released.stderr
    assert f"Released {WEEKS[0]}" in released.stdout
    assert "replaced the earlier release" in autograder("release", week, cwd=folder).stdout
    assert autograder("simulate", week, cwd=folder).returncode == 0

    graded = autograder("grade", week, "--only", "slip-1", cwd=folder)
    assert graded.returncode == 0, graded.stderr
    refused = autograder("grade", week, "--only", "broken", cwd=folder)
    assert refused.returncode == 3
    assert "Not graded: broken" in refused.stdout

    assert autograder("feedback", week, "--only", "slip-1", "--only", "broken", cwd=folder).returncode == 0
    assert len(list(folder.glob("feedback/*/*/*.html"))) == 2
    exported = autograder("export", "--to", "marks.csv", cwd=folder)
    assert exported.returncode == 0
    assert (folder / "marks.csv").read_text(encoding="utf-8-sig").count("\n") >= 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("grade", "week99"), "'week99' is not a week of this course"),
        (("grade", WEEKS[0], "--only", "nobody"), "nobody has not submitted"),
        (("release", "--course", ".."), "is not a course"),
        (("demo", "--into", "notebooks"), "is not an earlier demo"),
    ],
)
def test_a_mistake_on_the_command_line_ends_with_a_sentence(folder, arguments, says):
    run = autograder(*arguments, cwd=folder)
    assert run.returncode == 2
    assert says in run.stderr
    assert "Traceback" not in run.stderr


def test_simulating_before_releasing_says_what_to_do_first(tmp_path):
    course, _ = fresh_course(Course.at(ROOT), tmp_path / "course")
    run = autograder("simulate", cwd=course.root)
    assert run.returncode == 2
    assert "First: autograder release" in run.stderr


def test_doctor_finds_this_installation_well(folder):
    run = autograder("doctor", cwd=folder)
    assert run.returncode == 0, run.stdout
    assert "nbgrader" in run.stdout


def test_doctor_says_what_to_do_where_there_is_no_course(tmp_path):
    run = autograder("doctor", cwd=tmp_path)
    assert run.returncode == 1
    assert "--course" in run.stdout


def test_a_leaking_release_is_refused(tmp_path):
    course, _ = fresh_course(Course.at(ROOT), tmp_path / "course")
    source = course.folder("source", ".", WEEKS[0]) / course.notebook(WEEKS[0])
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace('"# # ', '"# BEGIN SOLUTION ', 1).replace('"# ', '"# BEGIN SOLUTION ', 1))
    run = autograder("release", WEEKS[0], cwd=course.root)
    assert run.returncode == 2
    assert "Nothing was released" in run.stderr or "was not released" in run.stderr
    assert not course.folder("release", ".", WEEKS[0]).exists()
