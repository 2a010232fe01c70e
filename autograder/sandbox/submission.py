"""Read what was handed in, whatever state it is in, as a list of cells.

A student's file has been through browsers, mail, Colab and git. As much is read as can be; what was wrong is
said in a sentence the student understands.
"""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from typing import Any

#: A larger file is not parsed. Fifty megabytes of saved output are still read.
MOST_BYTES = 200 * 2**20

_CONFLICT = re.compile(r"^(<{7} |={7}$|>{7} )", re.MULTILINE)
_PERCENT = re.compile(r"^# (?:%%|In ?\[[ \d]*\]:?)[^\n]*\n?", re.MULTILINE)


class Unreadable(Exception):  # noqa: N818 - it says what the file is
    """Nothing can be read from the file; the message tells its author why and what to do."""


@dataclass(frozen=True)
class Cell:
    """One cell. `grade_id` is what its nbgrader metadata say, or its own id where those are gone."""

    kind: str
    text: str
    grade_id: str = ""
    graded: bool = False
    solution: bool = False
    points: float = 0.0


@dataclass(frozen=True)
class Submission:
    """The cells of a notebook, and sentences about what was odd in the file."""

    cells: tuple[Cell, ...]
    remarks: tuple[str, ...] = ()


def read(data: bytes) -> Submission:
    """Read a notebook file.

    Raises
    ------
    Unreadable
        If no cell can be read from it.

    Examples
    --------
    >>> read(b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": "1 + 1"}]}').cells[0].text
    '1 + 1'
    >>> read(b"")
    Traceback (most recent call last):
    ...
    autograder.sandbox.submission.Unreadable: The file is empty. Save the notebook again and hand that in.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(
            f"The file has {len(data) // 2**20} MB. Clear the outputs (Kernel, Restart and Clear), save, "
            "and hand that in."
        )
    remarks: list[str] = []
    text = _text(data, remarks)
    if not text.strip():
        raise Unreadable("The file is empty. Save the notebook again and hand that in.")
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        return _script(text, remarks)
    return Submission(tuple(_cells(tree, remarks)), tuple(remarks))


def _text(data: bytes, remarks: list[str]) -> str:
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            if encoding == "utf-16":
                remarks.append("The file was saved as UTF-16 and was read as that; notebooks are UTF-8.")
            text = data.decode(encoding, "replace")
            break
    else:
        text = _without_mark(data, remarks)
    if "\0" in text:
        remarks.append("The file held NUL bytes, which were left out. Was it damaged on its way?")
        text = text.replace("\0", "")
    return text


def _without_mark(data: bytes, remarks: list[str]) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        remarks.append("The file is not UTF-8 text. What could not be read was replaced by a mark.")
        return data.decode("utf-8", "replace")
    remarks.append("The file was saved as GBK and was read as that; notebooks are UTF-8.")
    return text


def _script(text: str, remarks: list[str]) -> Submission:
    """The cells of a Python script that took the notebook's name."""
    if _CONFLICT.search(text):
        raise Unreadable(
            "The file holds the marks of a merge conflict (<<<<<<<, >>>>>>>). Choose one of the two "
            "versions, check that the notebook opens, and hand that in."
        )
    if re.match(r"\s*<", text):
        raise Unreadable(
            "The file is a web page, not a notebook: the browser saved what it showed. In JupyterLab choose "
            "File, Download, and hand that file in."
        )
    broken_off = Unreadable(
        "This is not a complete notebook file: it breaks off or was saved as something else. Open it in "
        "JupyterLab, save it, and hand that file in."
    )
    if text.lstrip().startswith(("{", "[")):
        raise broken_off
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise broken_off from None
    remarks.append(
        "The file is a Python script, not a notebook. Its code was graded; written answers were not found."
    )
    return Submission(
        tuple(Cell("code", part) for part in _PERCENT.split(text) if part.strip()), tuple(remarks)
    )


def _cells(tree: Any, remarks: list[str]) -> list[Cell]:
    found = tree.get("cells") if isinstance(tree, dict) else None
    if found is None and isinstance(tree, dict) and isinstance(tree.get("worksheets"), list):
        remarks.append("The notebook is in the format of 2013 (nbformat 3) and was read as that.")
        sheets = [sheet for sheet in tree["worksheets"] if isinstance(sheet, dict)]
        found = [cell for sheet in sheets for cell in _a_list(sheet.get("cells"))]
    if not isinstance(found, list):
        raise Unreadable(
            "The file is JSON but not a notebook: it has no cells. Hand in the .ipynb file itself, "
            "not an export of it."
        )
    if isinstance(tree.get("nbformat"), int) and tree["nbformat"] > 4:
        remarks.append(
            "The notebook is in a newer format than this grader knows; its cells were read all the same."
        )
    language = _a_dict(_a_dict(tree.get("metadata")).get("kernelspec")).get("language", "python")
    if isinstance(language, str) and language.lower() != "python":
        remarks.append(f"The notebook says that it is written in {language[:20]}; it was run as Python.")
    cells = [cell for cell in map(_cell, found) if cell is not None]
    if len(cells) < len(found):
        remarks.append(f"{len(found) - len(cells)} damaged cells could not be read and were left out.")
    if not cells:
        remarks.append("The notebook has no cells.")
    return cells


def _cell(tree: Any) -> Cell | None:
    if not isinstance(tree, dict) or not isinstance(tree.get("cell_type"), str):
        return None
    text = tree.get("source", tree.get("input", ""))
    if isinstance(text, list):
        text = "".join(part for part in text if isinstance(part, str))
    if not isinstance(text, str):
        return None
    metadata = _a_dict(tree.get("metadata"))
    marks = _a_dict(metadata.get("nbgrader"))
    names = (marks.get("grade_id"), tree.get("id"), metadata.get("id"))
    return Cell(
        kind=tree["cell_type"],
        # Half a surrogate pair could not be written down again.
        text=text.encode("utf-8", "replace").decode("utf-8").replace("\r\n", "\n"),
        grade_id=next((name for name in names if isinstance(name, str) and name), ""),
        graded=marks.get("grade") is True or marks.get("task") is True,
        solution=marks.get("solution") is True,
        points=_points(marks.get("points")),
    )


def _points(found: Any) -> float:
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else 0.0


def _a_dict(found: Any) -> dict:
    return found if isinstance(found, dict) else {}


def _a_list(found: Any) -> list:
    return found if isinstance(found, list) else []
