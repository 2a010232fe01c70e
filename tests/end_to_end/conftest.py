"""A course of its own for the tests: the repository's notebooks, released through real nbgrader."""

from pathlib import Path

import pytest

from autograder.course import Course
from autograder.demo import fresh_course
from autograder.release import release

ROOT = Path(__file__).parents[2]
#: The weeks; the capstone has nothing that a machine marks and is tested by itself.
WEEKS = [name for name in Course.at(ROOT).assignments if name.startswith("week")]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    opened, _ = fresh_course(Course.at(ROOT), tmp_path_factory.mktemp("course") / "demo")
    for week in WEEKS:
        release(opened, week)
    return opened
