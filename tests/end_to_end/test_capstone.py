"""A machine marks nothing of the capstone: what was handed in waits for a person, all 100 points."""

from autograder.course import Course
from autograder.demo import fresh_course
from autograder.grading import grade
from autograder.marks import marks
from autograder.release import release
from autograder.simulate import simulate

from .conftest import ROOT


def test_every_point_waits_for_a_person(tmp_path):
    course, _ = fresh_course(Course.at(ROOT), tmp_path / "course")
    release(course, "capstone")
    list(simulate(course, "capstone"))
    graded = {verdict.student: verdict.graded for verdict in grade(course, "capstone", ["perfect", "broken"])}
    assert graded == {"perfect": True, "broken": False}
    found = {mark.student: (mark.score, mark.to_mark, mark.max_score) for mark in marks(course)}
    assert found == {"perfect": (0, 100, 100), "broken": (0, 0, 100)}
