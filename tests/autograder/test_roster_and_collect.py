"""The roster, and what is taken from the archives of three learning platforms."""

import io
import zipfile
from pathlib import Path

import pytest

from autograder.collect import collect
from autograder.course import Course, CourseError
from autograder.demo import fresh_course
from autograder.roster import Student, read_roster

ROOT = Path(__file__).parents[2]
WEEK = "week1_entropy"
ROSTER = [
    Student("ada", "Ada", "Lovelace", "ada@example.org", "A", "101"),
    Student("li.na", "Na", "Li", "li.na@example.org", "B", "102"),
]


@pytest.fixture
def course(tmp_path):
    return fresh_course(Course.at(ROOT), tmp_path / "course")[0]


def archive(tmp_path, entries):
    path = tmp_path / "download.zip"
    with zipfile.ZipFile(path, "w") as zipped:
        for name, data in entries.items():
            zipped.writestr(zipfile.ZipInfo(name, date_time=(2026, 9, 14, 10, 30, 0)), data)
    return path


def kept(course, student):
    return (course.folder("submitted", student, WEEK) / "week1_assignment.ipynb").read_text(encoding="utf-8")


OURS = '{"grade_id": "entropy", "x": "gini"}'


def test_canvas(course, tmp_path):
    path = archive(
        tmp_path,
        {
            "lovelaceada_101_5001_week1_assignment.ipynb": OURS,
            "lina_LATE_102_5002_week1_assignment-1.ipynb": OURS + " ",
            "ghost_999_5003_week1_assignment.ipynb": OURS,
            "notes.txt": "no notebook",
        },
    )
    found = collect(course, WEEK, path, ROSTER)
    assert found.students == ["ada", "li.na"]
    assert len(found.left_out) == 1
    assert "999" in found.left_out[0]
    assert kept(course, "ada") == OURS
    stamp = course.folder("submitted", "ada", WEEK) / "timestamp.txt"
    assert stamp.read_text(encoding="utf-8") == "2026-09-14 10:30:00 UTC"


def test_moodle_by_participant_number_or_by_full_name(course, tmp_path):
    path = archive(
        tmp_path,
        {
            "Ada Lovelace_7_assignsubmission_file/week1_assignment.ipynb": OURS,
            "Somebody Else_102_assignsubmission_file/sub/week1_assignment (1).ipynb": OURS,
        },
    )
    assert collect(course, WEEK, path, ROSTER).students == ["ada", "li.na"]


def test_gradescope(course, tmp_path):
    metadata = """
submission_11:
  :submitters:
  - :name: Ada Lovelace
    :sid: '101'
    :email: ada@example.org
  :created_at: 2026-09-14 09:00:00.000000000 Z
"""
    path = archive(
        tmp_path,
        {
            "assignment_1_export/submission_metadata.yml": metadata,
            "assignment_1_export/submission_11/w.ipynb": OURS,
        },
    )
    assert collect(course, WEEK, path, ROSTER).students == ["ada"]
    stamp = course.folder("submitted", "ada", WEEK) / "timestamp.txt"
    assert stamp.read_text(encoding="utf-8") == "2026-09-14 09:00:00 UTC"


def test_of_two_notebooks_the_one_with_this_weeks_cells_counts(course, tmp_path):
    path = archive(
        tmp_path,
        {
            "lovelaceada_101_5001_week1_assignment.ipynb": '{"grade_id": "best_feature"}',
            "lovelaceada_101_5002_homework.ipynb": OURS,
            "__MACOSX/lovelaceada_101_5003_week1_assignment.ipynb": "resource fork",
        },
    )
    collect(course, WEEK, path, ROSTER)
    assert kept(course, "ada") == OURS


def test_an_entry_that_climbs_out_of_its_folder_goes_nowhere(course, tmp_path):
    before = {path for path in tmp_path.rglob("*") if course.root not in path.parents}
    path = archive(tmp_path, {"../../lovelaceada_101_5001_week1_assignment.ipynb": OURS})
    collect(course, WEEK, path, ROSTER)
    after = {found for found in tmp_path.rglob("*") if course.root not in found.parents}
    assert after - before == {path}
    assert kept(course, "ada") == OURS


@pytest.mark.parametrize("data", [b"not a zip", None])
def test_what_is_not_an_archive_of_submissions_is_refused(course, tmp_path, data):
    path = tmp_path / "download.zip"
    if data is None:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as zipped:
            zipped.writestr("readme.txt", "nothing here")
        data = buffer.getvalue()
    path.write_bytes(data)
    with pytest.raises(CourseError, match=r"zip"):
        collect(course, WEEK, path, ROSTER)


def test_the_roster_is_read(course):
    text = "id,first_name,last_name,extension\nada,Ada,Lovelace,48\nli.na,娜,李,\n"
    (course.root / "students.csv").write_text(text, encoding="utf-8-sig")
    ada, li = read_roster(course)
    assert (ada.id, ada.extension, li.first_name, li.extension) == ("ada", 48, "娜", 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name\nada\n", "name"),
        ("id,grade\nada,1\n", "grade"),
        ("id\nada\nAda\n", "too alike"),
        ("id,extension\nada,two days\n", "line 2"),
        ("id,email\n,x@example.org\n", "line 2"),
    ],
)
def test_a_fault_in_the_roster_is_told_with_its_place(course, text, says):
    (course.root / "students.csv").write_text(text, encoding="utf-8")
    with pytest.raises(CourseError, match=says):
        read_roster(course)


def test_without_a_roster_nobody_is_expected(course):
    assert read_roster(course) == []
