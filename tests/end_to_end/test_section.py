"""A whole section through real nbgrader and real kernels: every mark is what the handed-in work deserves."""

import ast
import csv
import json
import shutil

import nbformat
import pytest

from autograder import seeding
from autograder.examination import examine
from autograder.exercises import ids, load
from autograder.feedback import write_feedback
from autograder.grading import grade, verdicts
from autograder.marks import marks, write_csv
from autograder.outcome import Outcome
from autograder.section_report import section_report
from autograder.simulate import CLASS, HOURS_LATE, simulate, slipped

from .conftest import WEEKS

pytestmark = pytest.mark.parametrize("week", WEEKS)


def exercises_of(week):
    return [
        load(exercise_id) for exercise_id in ids() if exercise_id.startswith(week.partition("_")[0] + "/")
    ]


def hidden_cases(course, student, exercise, monkeypatch):
    monkeypatch.setenv(seeding.VARIABLE, seeding.student_seed(course.secret(), student))
    return tuple(exercise.draw(seeding.generator(exercise.id)))


def imported(cells):
    """What the notebook's own ungraded cells import."""
    namespace = {}
    for cell in cells:
        if cell.cell_type == "code" and "nbgrader" not in cell.metadata:
            for statement in ast.parse(cell.source).body:
                if isinstance(statement, ast.Import | ast.ImportFrom):
                    exec(ast.unparse(statement), namespace)
    return namespace


def deserved(course, student, week, monkeypatch):
    """The automatic marks of a simulated student, from what their functions answer."""
    cells = nbformat.read(
        course.folder("submitted", student, week) / course.notebook(week), as_version=4
    ).cells
    total = 0
    for exercise in exercises_of(week):
        source = next(
            c.source for c in cells if c.metadata.get("nbgrader", {}).get("grade_id") == exercise.name
        )
        namespace = imported(cells)
        exec(source, namespace)
        function = namespace[exercise.name]
        if examine(exercise, function, exercise.cases).outcome is Outcome.CORRECT:
            total += exercise.points
        hidden = hidden_cases(course, student, exercise, monkeypatch)
        if examine(exercise, function, hidden).outcome is Outcome.CORRECT:
            total += exercise.hidden_points
    return total


@pytest.fixture(scope="module")
def graded(course):
    """The course after the simulated class of every week has been graded."""
    for week in WEEKS:
        list(simulate(course, week))
        list(grade(course, week, course.submitters(week)))
        list(write_feedback(course, week, course.submitters(week)))
    return course


def mark_of(course, student, week):
    return next(mark for mark in marks(course) if (mark.student, mark.assignment) == (student, week))


def test_marks_are_what_the_work_deserves(graded, week, monkeypatch):
    for student in CLASS:
        mark = mark_of(graded, student.id, week)
        assert mark.max_score == 100
        expected = 0 if student.breaks_file else deserved(graded, student.id, week, monkeypatch)
        assert mark.score == expected, student.id
    assert mark_of(graded, "perfect", week).score == mark_of(graded, "alternative", week).score == 90
    assert mark_of(graded, "empty", week).score == 0
    assert 0 < mark_of(graded, "partial", week).score < 90
    assert all(0 < mark_of(graded, f"slip-{number}", week).score < 90 for number in range(1, 7))


def test_manual_points_wait_for_a_person_where_something_was_written(graded, week):
    assert mark_of(graded, "perfect", week).to_mark == 10
    assert mark_of(graded, "empty", week).to_mark == 0
    assert mark_of(graded, "broken", week).to_mark == 0


def test_lateness_is_seen(graded, week):
    assert mark_of(graded, "late", week).hours_late == HOURS_LATE
    assert mark_of(graded, "perfect", week).hours_late == 0


def test_a_broken_notebook_is_listed_with_a_reason_and_stops_nobody(graded, week):
    verdict = verdicts(graded)["broken", week]
    assert not verdict.graded
    assert "not a complete notebook file" in verdict.reason
    assert all(verdicts(graded)[student.id, week].graded for student in CLASS if not student.breaks_file)


def test_every_page_of_feedback_helps(graded, week):
    for number in range(6):
        student = f"slip-{number + 1}"
        page = (graded.folder("feedback", student, week) / graded.notebook(week)).with_suffix(".html")
        text = page.read_text(encoding="utf-8")
        for exercise in exercises_of(week):
            held = slipped(exercise, number)
            said = f"({held.name})" if held else f"{exercise.id}: correct"
            assert said in text, (student, exercise.id)
    empty = (graded.folder("feedback", "empty", week) / graded.notebook(week)).with_suffix(".html")
    assert "not attempted" in empty.read_text(encoding="utf-8")
    broken = (graded.folder("feedback", "broken", week) / graded.notebook(week)).with_suffix(".html")
    assert "not a complete notebook file" in broken.read_text(encoding="utf-8")


def test_the_log_names_what_each_student_misunderstood(graded, week):
    named = verdicts(graded)["slip-1", week].misconceptions
    assert named == tuple(dict.fromkeys(named))
    held = {exercise.name: slipped(exercise, 0) for exercise in exercises_of(week)}
    assert set(named) == {f"{name}: {one.name}" for name, one in held.items() if one}


def test_marks_are_exported_for_every_student(graded, week, tmp_path):
    target = tmp_path / "marks.csv"
    write_csv(marks(graded), target)
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = {(row["student"], row["assignment"]): row for row in csv.DictReader(file)}
    assert len(rows) == len(CLASS) * len(WEEKS)
    assert float(rows["perfect", week]["score"]) == 90
    assert float(rows["perfect", week]["to_mark"]) == 10
    assert rows["perfect", week]["email"] == "perfect@example.org"


def test_instructor_version_earns_everything_and_released_version_nothing(course, week):
    for student, step in (("instructor", "source"), ("untouched", "release")):
        folder = course.folder("submitted", student, week)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(course.folder(step, ".", week) / course.notebook(week), folder)
    assert all(verdict.graded for verdict in grade(course, week, ["instructor", "untouched"]))
    waiting = mark_of(course, "instructor", week)
    assert (waiting.score, waiting.to_mark) == (90, 10)
    with course.gradebook() as gradebook:  # a person marks the explanation
        submission = gradebook.find_submission(week, "instructor")
        for notebook in submission.notebooks:
            for entry in notebook.grades:
                if entry.needs_manual_grade:
                    entry.manual_score = entry.max_score
                    entry.needs_manual_grade = False
        gradebook.db.commit()
    assert mark_of(course, "instructor", week).score == mark_of(course, "instructor", week).max_score == 100
    # Grading again keeps the mark that was given by hand.
    assert all(verdict.graded for verdict in grade(course, week, ["instructor"]))
    assert mark_of(course, "instructor", week).score == 100
    untouched = mark_of(course, "untouched", week)
    assert (untouched.score, untouched.to_mark) == (0, 0)


def test_nothing_secret_is_released(course, week):
    for path in course.folder("release", ".", week).rglob("*"):
        assert path.suffix == ".ipynb", path
        text = path.read_text(encoding="utf-8")
        assert "BEGIN SOLUTION" not in text
        assert "check_hidden" not in text
        assert "MARK SCHEME" not in text.upper()
    released = json.loads(
        (course.folder("release", ".", week) / course.notebook(week)).read_text(encoding="utf-8")
    )
    assert not any(cell.get("outputs") for cell in released["cells"])


def test_the_lecturers_page_names_ideas_and_pictures_them(graded, week):
    page = section_report(graded, week, students=[student.id for student in CLASS])
    assert f"{len(CLASS)} submissions" in page
    assert "could not be graded: broken" in page
    assert page.count("data:image/png;base64") == 3
    assert "Nothing has been graded" in section_report(graded, week, students=["nobody"])
