"""The notebooks are what their text sources and the exercises' declarations say."""

from pathlib import Path

import nbformat
import pytest

from autograder.exercises import ids, load
from autograder.sources import build, built, sources

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOURCES = sources(NOTEBOOKS)
ASSIGNMENTS = [path for path in SOURCES if path.stem.endswith("_assignment")]
WEEKS = sorted({exercise_id.partition("/")[0] for exercise_id in ids()})


def graded_cells(source):
    notebook = nbformat.reads(built(source), as_version=4)
    return {
        cell.metadata["nbgrader"]["grade_id"]: cell for cell in notebook.cells if "nbgrader" in cell.metadata
    }


def week_of(source):
    return source.stem.partition("_")[0]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_notebook_is_in_step_with_its_source(source):
    notebook = source.with_suffix(".ipynb")
    assert notebook.read_text(encoding="utf-8") == built(source), "run: autograder build"


def test_every_week_has_a_lesson_and_an_assignment():
    stems = {path.stem for path in SOURCES}
    assert {f"{week}_{kind}" for week in WEEKS for kind in ("lesson", "assignment")} <= stems


@pytest.mark.parametrize("source", ASSIGNMENTS, ids=lambda path: path.stem)
def test_assignment_has_the_cells_and_points_that_the_exercises_declare(source):
    cells = graded_cells(source)
    for exercise_id in ids():
        if not exercise_id.startswith(week_of(source) + "/"):
            continue
        exercise = load(exercise_id)
        solution, check, hidden = (cells[exercise.name + suffix] for suffix in ("", "-check", "-hidden"))
        assert solution.metadata["nbgrader"]["solution"]
        assert f"def {exercise.name}(" in solution.source
        assert check.metadata["nbgrader"]["points"] == exercise.points
        assert check.source == f'check("{exercise.id}", {exercise.name})'
        assert hidden.metadata["nbgrader"]["points"] == exercise.hidden_points
        assert f'check_hidden("{exercise.id}", {exercise.name})' in hidden.source
        assert (
            hidden.source.count("### BEGIN HIDDEN TESTS") == hidden.source.count("### END HIDDEN TESTS") == 1
        )


@pytest.mark.parametrize("source", ASSIGNMENTS, ids=lambda path: path.stem)
def test_a_week_is_out_of_100_and_has_something_to_mark_by_hand(source):
    marks = [cell.metadata["nbgrader"] for cell in graded_cells(source).values()]
    assert all(mark["schema_version"] == 3 for mark in marks)
    assert sum(mark.get("points", 0) for mark in marks if mark["grade"] or mark["task"]) == 100
    assert any((mark["grade"] and mark["solution"]) or mark["task"] for mark in marks)


def test_building_changes_nothing_the_second_time(tmp_path):
    copied = tmp_path / "week" / "week1_assignment.py"
    copied.parent.mkdir()
    copied.write_text(ASSIGNMENTS[0].read_text(encoding="utf-8"), encoding="utf-8")
    assert [path.name for path in build(tmp_path)] == ["week1_assignment.ipynb"]
    assert list(build(tmp_path)) == []
