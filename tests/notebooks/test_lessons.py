"""Every lesson runs from top to bottom in a real kernel, untouched."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").rglob("*_lesson.ipynb"))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_lesson_runs_from_top_to_bottom(lesson, tmp_path):
    notebook = nbformat.read(lesson, as_version=4)
    NotebookClient(
        notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in outputs), "a lesson without a picture"
    warned = [output.text for output in outputs if output.get("name") == "stderr"]
    assert not warned, "a student should meet no warnings"
