"""Marks for learning platforms: what is uploaded differs from what was downloaded in the grade alone."""

import csv
import json

import pytest

from autograder.course import CourseError
from autograder.lms import fill_canvas, fill_moodle, gradescope_results
from autograder.marks import Mark, inert, write_csv
from autograder.roster import Student

ROSTER = [
    Student("ada", "Ada", "Lovelace", "ada@example.org", "A", "101"),
    Student("li.na", "Na", "Li", "li.na@example.org", "B", "102"),
]


def mark(student, score, **changes):
    values = {
        "first_name": "", "last_name": "", "email": "", "assignment": "week1_entropy", "max_score": 100.0,
        "to_mark": 0.0, "hours_late": 0.0, "ungradable": "", "misconceptions": (),
    }  # fmt: skip
    return Mark(student=student, score=score, **{**values, **changes})


MARKS = [mark("ada", 87.5), mark("li.na", 90.0)]

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (4711),Week 10 (4712)\r\n"
    "    Points Possible,,,,,100.0,100.0\r\n"
    '"Lovelace, Ada",101,S1,ada,A,,12\r\n'
    '"Li, Na",102,S2,li.na,B,3,\r\n'
    '"Student, Test",999,,,,,\r\n'
)
MOODLE = (
    '"Identifier","Full name","Email address","Status","Grade","Maximum Grade"\n'
    '"Participant 101","Ada Lovelace","ada@example.org","Submitted","","100.00"\n'
    '"Participant 55","Na Li","li.na@example.org","Submitted","","100.00"\n'
)


def changed(before, after):
    old, new = (list(csv.reader(text.splitlines())) for text in (before, after))
    return {
        (line, column): new[line][column]
        for line in range(len(old))
        for column in range(len(old[line]))
        if old[line][column] != new[line][column]
    }


def test_canvas_round_trip_changes_the_one_column(tmp_path):
    template = tmp_path / "canvas.csv"
    template.write_text(CANVAS, encoding="utf-8", newline="")
    filled = fill_canvas(template, "Week 1", MARKS, ROSTER)
    assert changed(CANVAS, filled) == {(2, 5): "87.5", (3, 5): "90"}
    assert filled.count("\r\n") == CANVAS.count("\r\n")


def test_moodle_round_trip_changes_the_grades_and_keeps_every_byte_else(tmp_path):
    template = tmp_path / "moodle.csv"
    template.write_text(MOODLE, encoding="utf-8", newline="")
    filled = fill_moodle(template, MARKS, ROSTER)
    assert filled == MOODLE.replace('Submitted","","100', 'Submitted","87.5","100', 1).replace(
        'Submitted","","100', 'Submitted","90","100', 1
    )


@pytest.mark.parametrize(
    ("fill", "text", "says"),
    [
        (lambda path: fill_canvas(path, "Week 3", MARKS, ROSTER), CANVAS, "0 columns 'Week 3'"),
        (lambda path: fill_canvas(path, "Week 1", MARKS, ROSTER), "a,b\n", "no column ID"),
        (lambda path: fill_moodle(path, MARKS, ROSTER), CANVAS, "no column Identifier"),
        (lambda path: fill_moodle(path, MARKS, ROSTER), "", "is empty"),
    ],
)
def test_another_table_is_refused(tmp_path, fill, text, says):
    template = tmp_path / "table.csv"
    template.write_text(text, encoding="utf-8", newline="")
    with pytest.raises(CourseError, match=says):
        fill(template)


def test_gradescope_results_hold_score_and_remarks():
    result = json.loads(gradescope_results(mark("ada", 80.0, to_mark=10.0, misconceptions=("gini: x",))))
    assert result["score"] == 80.0
    assert result["tests"][0]["max_score"] == 100.0
    assert "gini: x" in result["tests"][0]["output"]
    assert "10 points" in result["output"]


@pytest.mark.parametrize("name", ["=cmd()", "+1", "-1", "@x", "\tx"])
def test_a_formula_in_a_name_is_only_text_in_the_marks(tmp_path, name):
    target = tmp_path / "marks.csv"
    write_csv([mark("ada", 1.0, first_name=name, last_name='a "quoted", name\nin two lines')], target)
    with target.open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["first_name"] == inert(name) == "'" + name
    assert row["last_name"] == 'a "quoted", name\nin two lines'
