"""The capstone: a rubric of 100 points, and an example submission that answers every part of it."""

import re
from pathlib import Path

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient
from nbgrader.preprocessors import ClearMarkScheme

CAPSTONE = Path(__file__).parents[2] / "notebooks" / "capstone"


def tasks(notebook):
    """The task cells by their grade id."""
    cells = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("task")]
    return {cell.metadata["nbgrader"]["grade_id"]: cell for cell in cells}


@pytest.fixture(scope="module")
def assignment():
    return jupytext.read(CAPSTONE / "capstone_assignment.py")


@pytest.fixture(scope="module")
def example():
    return jupytext.read(CAPSTONE / "capstone_example.py")


def test_the_points_in_the_headings_are_those_of_the_cells_and_make_100(assignment):
    points = {name: cell.metadata["nbgrader"]["points"] for name, cell in tasks(assignment).items()}
    stated = {
        name: int(re.search(r"\((\d+) points\)", cell.source)[1]) for name, cell in tasks(assignment).items()
    }
    assert stated == points
    assert sum(points.values()) == 100


def test_a_mark_scheme_gives_away_all_the_points_of_its_cell(assignment):
    for name, cell in tasks(assignment).items():
        scheme = cell.source.partition("### BEGIN MARK SCHEME")[2]
        earned = sum(int(found) for found in re.findall(r"^- (\d+) points?:", scheme, flags=re.MULTILINE))
        assert earned == cell.metadata["nbgrader"]["points"], name


def test_the_example_answers_what_students_are_given(assignment, example):
    released, _ = ClearMarkScheme().preprocess(assignment.copy(), {})
    assert {name: cell.source.strip() for name, cell in tasks(released).items()} == {
        name: cell.source.strip() for name, cell in tasks(example).items()
    }


def test_the_example_runs_and_its_page_says_what_its_cells_compute(example, tmp_path):
    executed = NotebookClient(
        nbformat.v4.new_notebook(cells=example.cells),
        timeout=300,
        kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}},
    ).execute()
    page = executed.cells[-1].source
    assert len(re.findall(r"\w+", page.replace("|", " "))) <= 400
    computed = "\n".join(
        output.get("text", "") + output.get("data", {}).get("text/plain", "")
        for cell in executed.cells
        for output in cell.get("outputs", [])
    )
    assert "error on the hundred test birds 0.02" in computed
    assert "wrong twice" in page
    for rule in ("flipper_length_mm <= 206", "bill_length_mm <= 42.3", "bill_length_mm <= 46.55"):
        assert rule in computed
