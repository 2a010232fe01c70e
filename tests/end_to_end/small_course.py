"""A small assignment with every kind of graded cell, and honest work in it, for the scenarios to spoil."""

from __future__ import annotations

import json

import nbformat

ENTROPY = """
from math import log2

def entropy(labels):
    n = len(labels)
    return -sum(labels.count(c) / n * log2(labels.count(c) / n) for c in set(labels)) + 0.0
"""
GINI = """
def gini(labels):
    n = len(labels)
    return 1 - sum((labels.count(c) / n) ** 2 for c in set(labels)) if n else 0.0
"""
DOUBLE = """
def double(xs):
    return [2 * x for x in xs]
"""
DOUBLE_TEST = "import math\nassert double([1, 2]) == [2, 4]\nassert double([]) == []"
SHARE_TEST = """
earned = 0
for xs in ([1], [2, 3], [], [5, 5]):
    earned += double(xs) == [2 * x for x in xs]
earned
"""
ESSAY = "Entropy measures how uncertain the label is."

#: Points of each graded cell.
POINTS = {
    "entropy-check": 8,
    "entropy-hidden": 8,
    "gini-check": 6,
    "gini-hidden": 6,
    "double-test": 2,
    "share-test": 4,
    "essay": 5,
}
#: The exercise that each check belongs to has its function in the solution cell of the same name.
FUNCTIONS = {"entropy": ENTROPY, "gini": GINI, "double": DOUBLE}


def _cell(kind: str, text: str, grade_id: str, **flags: object) -> nbformat.NotebookNode:
    marks = {"grade": False, "solution": False, "locked": False, "schema_version": 3, "task": False, **flags}
    cell = nbformat.v4.new_code_cell(text) if kind == "code" else nbformat.v4.new_markdown_cell(text)
    cell.id = grade_id
    cell.metadata["nbgrader"] = {"grade_id": grade_id, **marks}
    return cell


def _test(grade_id: str, text: str) -> nbformat.NotebookNode:
    return _cell("code", text.strip(), grade_id, grade=True, locked=True, points=POINTS[grade_id])


def _solution(name: str, code: str) -> nbformat.NotebookNode:
    return _cell("code", f"### BEGIN SOLUTION\n{code.strip()}\n### END SOLUTION", name, solution=True)


def _hidden(text: str) -> str:
    return f"### BEGIN HIDDEN TESTS\n{text}\n### END HIDDEN TESTS"


def course_notebook() -> nbformat.NotebookNode:
    """The course's own notebook."""
    cells = [
        _cell("code", "from autograder import check, hint", "imports", locked=True),
        _solution("entropy", ENTROPY),
        _test("entropy-check", 'check("week1/entropy", entropy)'),
        _test(
            "entropy-hidden",
            _hidden('from autograder import check_hidden\ncheck_hidden("week1/entropy", entropy)'),
        ),
        _solution("gini", GINI),
        _test("gini-check", 'check("week1/gini", gini)'),
        _test(
            "gini-hidden", _hidden('from autograder import check_hidden\ncheck_hidden("week1/gini", gini)')
        ),
        _solution("double", DOUBLE),
        _test("double-test", DOUBLE_TEST),
        _test("share-test", SHARE_TEST),
        _cell(
            "markdown",
            "What does entropy measure?",
            "essay",
            grade=True,
            solution=True,
            points=POINTS["essay"],
        ),
    ]
    return nbformat.v4.new_notebook(cells=cells, metadata={"language_info": {"name": "python"}})


def honest_notebook() -> nbformat.NotebookNode:
    """What a student hands in who has done everything right."""
    notebook = course_notebook()
    for cell in notebook.cells:
        name = cell.metadata.nbgrader.grade_id
        if name in FUNCTIONS:
            cell.source = FUNCTIONS[name].strip()
        elif name.endswith("-hidden"):
            cell.source = ""
        elif name == "essay":
            cell.source = ESSAY
    return notebook


def as_bytes(notebook: nbformat.NotebookNode) -> bytes:
    return json.dumps(notebook).encode("utf-8")


SOURCE = as_bytes(course_notebook())
