"""The notebook that goes back: the student's cells, the course's graded cells, and what each came to.

nbgrader's formgrader and feedback read it; the marks are in the gradebook. The report on a check is an
output of its cell, so that nbgrader's own rule (an error costs the points) reads the same mark from it.
"""

from __future__ import annotations

import json
from typing import Any

from autograder.sandbox.judgement import Judgement, Part
from autograder.sandbox.plan import shown, tested
from autograder.sandbox.submission import Submission


def marked(handed_in: Submission, source: bytes, course: Submission, judgement: Judgement) -> str:
    """The notebook of a judged submission, as the text of an ``.ipynb`` file.

    Hidden tests are left out of it. A graded cell that the submission has lost stands at the end.
    """
    marks = {
        cell["metadata"]["nbgrader"]["grade_id"]: cell["metadata"]["nbgrader"] for cell in _graded(source)
    }
    originals = {cell.grade_id: cell for cell in course.cells if cell.grade_id in marks}
    parts = {part.grade_id: part for part in judgement.parts}
    machine = {cell.grade_id for cell in tested(course)}
    cells = [_remarks(judgement)] if judgement.remarks else []
    waiting = dict(originals)
    for position, cell in enumerate(handed_in.cells):
        original = waiting.pop(cell.grade_id, None)
        if original is None and cell.grade_id in machine:
            continue  # a second copy of a test cell
        text = cell.text
        if original is not None and (cell.grade_id in machine or marks[cell.grade_id].get("locked")):
            text = shown(original)
        kind = original.kind if original else cell.kind
        outputs = judgement.outputs.get(position, [])
        if cell.grade_id in machine:
            outputs = outputs_of(parts[cell.grade_id])
        cells.append(_cell(kind, text, outputs, marks.get(cell.grade_id) if original else None))
    for name, original in waiting.items():
        if original.graded:
            outputs = outputs_of(parts[name]) if name in machine else []
            cells.append(
                _cell(original.kind, shown(original) if name in machine else "", outputs, marks[name])
            )
    for number, made in enumerate(cells):
        made["id"] = f"cell-{number}"
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def outputs_of(part: Part) -> list[dict[str, Any]]:
    """What a graded cell shows: its report, an error where nothing was earned, a number for a part."""
    outputs: list[dict[str, Any]] = []
    if part.report is not None:
        faces = part.report._repr_mimebundle_()
        outputs.append({"output_type": "display_data", "data": faces, "metadata": {}})
    headline = part.report.headline if part.report else part.sentence
    if part.score == 0 and part.max_score > 0:
        error = {"ename": "CheckFailed", "evalue": headline, "traceback": [f"Not yet: {headline}"]}
        outputs.append({"output_type": "error", **error})
    elif part.score is not None and part.score < part.max_score:
        data = {"text/plain": f"{part.score:g}"}
        outputs.append(
            {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None}
        )
    return outputs


def _graded(source: bytes) -> list[dict[str, Any]]:
    cells = json.loads(source)["cells"]
    return [cell for cell in cells if cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")]


def _remarks(judgement: Judgement) -> dict[str, Any]:
    lines = "\n".join(f"- {_plain(remark)}" for remark in judgement.remarks)
    return _cell("markdown", f"**About the file that was handed in**\n\n{lines}", [], None)


def _plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    return "".join(f"&#{ord(sign)};" if sign in "<>&*_`[]\\$" else sign for sign in text)


def _cell(
    kind: str, text: str, outputs: list[dict[str, Any]], marks: dict[str, Any] | None
) -> dict[str, Any]:
    kind = kind if kind in ("code", "markdown") else "raw"
    cell: dict[str, Any] = {
        "cell_type": kind,
        "metadata": {"nbgrader": marks} if marks else {},
        "source": text,
    }
    if kind == "code":
        cell |= {"outputs": outputs, "execution_count": None}
    return cell
