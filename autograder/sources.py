"""Notebooks are built from text: ``week1_lesson.py`` makes ``week1_lesson.ipynb``, always the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import jupytext
import nbformat


def sources(folder: Path) -> list[Path]:
    """The text sources below `folder`."""
    return sorted(
        path for path in folder.rglob("*.py") if path.read_text(encoding="utf-8").startswith("# ---\n")
    )


def built(source: Path) -> str:
    """The notebook that `source` describes, as the text of an ``.ipynb`` file.

    A graded cell's id is its grade id; any other cell's is made from its text, so that an unchanged cell
    keeps its id and a reviewer sees only what changed.
    """
    notebook = jupytext.read(source, fmt="py:percent")
    notebook.metadata.pop("jupytext", None)
    notebook.metadata["language_info"] = {"name": "python"}
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    taken: set[str] = set()
    for cell in notebook.cells:
        cell.id = _cell_id(cell, taken)
        taken.add(cell.id)
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def build(folder: Path) -> Iterator[Path]:
    """Write the notebooks whose text has changed; yield those."""
    for source in sources(folder):
        target = source.with_suffix(".ipynb")
        text = built(source)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
            yield target


def _cell_id(cell: nbformat.NotebookNode, taken: set[str]) -> str:
    graded = cell.metadata.get("nbgrader", {}).get("grade_id")
    if graded:
        return str(graded)
    digest = hashlib.sha256(f"{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:8]
    repeats = sum(other == digest or other.startswith(digest + "-") for other in taken)
    return f"{digest}-{repeats}" if repeats else digest
