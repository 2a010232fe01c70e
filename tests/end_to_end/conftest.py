"""A course of its own for the tests: the repository's notebooks, released through real nbgrader."""

from pathlib import Path

import pytest

from autograder.course import Course
from autograder.demo import fresh_course
from autograder.release import release

ROOT = Path(__file__).parents[2]
WEEKS = Course.at(ROOT).assignments


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    opened, _ = fresh_course(Course.at(ROOT), tmp_path_factory.mktemp("course") / "demo")
    for week in WEEKS:
        release(opened, week)
    return opened
