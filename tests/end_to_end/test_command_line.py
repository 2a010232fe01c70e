"""The console script as a lecturer types it: what it prints, what it leaves, how it exits."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autograder.course import Course
from autograder.demo import fresh_course
from autograder.marks import marks

from .conftest import ROOT, WEEKS


def autograder(*arguments, cwd, env=None):
    return subprocess.run(
        [sys.executable, "-m", "autograder.cli", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env=env,
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


def test_doctor_says_what_grading_needs_where_there_is_no_bubblewrap(folder):
    without = dict(os.environ, PATH=str(Path(sys.executable).parent))
    run = autograder("doctor", cwd=folder, env=without)
    assert run.returncode == 0, run.stdout  # a student's machine needs no sandbox
    assert "does not work" in run.stdout
    assert "apt install bubblewrap" in " ".join(run.stdout.replace("│", " ").split())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("c.Limits.cel_seconds = 5", "there is no such limit. There are: cell_seconds"),
        ("c.Limits.memory = '1G'", "it must be a positive number"),
    ],
)
def test_a_limit_that_cannot_be_is_refused(tmp_path, line, says):
    course, _ = fresh_course(Course.at(ROOT), tmp_path / "course")
    with open(course.root / "nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write(f"\n{line}\n")
    run = autograder("grade", WEEKS[0], cwd=course.root)
    assert run.returncode == 2
    assert says in run.stderr


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_a_released_week_is_graded_within_the_limits_of_the_configuration(tmp_path):
    course, _ = fresh_course(Course.at(ROOT), tmp_path / "course")
    with open(course.root / "nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write("\nc.Limits.cell_seconds = 1\n")
    source = course.folder("source", ".", WEEKS[0]) / course.notebook(WEEKS[0])
    notebook = nbformat.read(source, as_version=4)
    slow = next(cell for cell in notebook.cells if "def entropy" in cell.source)
    slow.source = "import time\ntime.sleep(3)\n" + slow.source
    folder = course.folder("submitted", "ada", WEEKS[0])
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / source.name)
    unreleased = autograder("grade", WEEKS[0], cwd=course.root)
    assert unreleased.returncode == 2
    assert f"autograder release {WEEKS[0]}" in unreleased.stderr
    assert autograder("release", WEEKS[0], cwd=course.root).returncode == 0
    assert autograder("grade", WEEKS[0], cwd=course.root).returncode == 0
    assert marks(course)[0].score < marks(course)[0].max_score - marks(course)[0].to_mark


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
