"""What to do with a submission: its own cells in its own order, the course's cells as the course has them.

Ids, points and the text of test cells come from the course's source notebook. What the submission says of
them is used for one thing only: where in its order a test cell stands.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.sandbox.submission import Cell, Submission

_HIDDEN = re.compile(r"^\s*### BEGIN HIDDEN TESTS\n.*?^\s*### END HIDDEN TESTS\n?", re.MULTILINE | re.DOTALL)
_MARKERS = re.compile(r"^\s*### (?:BEGIN|END) (?:HIDDEN TESTS|SOLUTION)\n?", re.MULTILINE)
_CHECKS = {"check": False, "check_hidden": True}


@dataclass(frozen=True)
class Run:
    """Run a cell of the student's, with pictures of its figures if a person marks it."""

    position: int
    cell: Cell
    pictures: bool


@dataclass(frozen=True)
class Test:
    """Run a test cell of the course beside the student's code."""

    cell: Cell
    source: str


@dataclass(frozen=True)
class Ask:
    """Call a declared function from outside."""

    cell: Cell
    exercise: str
    function: str
    hidden: bool


Step = Run | Test | Ask


def steps(submission: Submission, course: Submission) -> list[Step]:
    """The steps of grading `submission`.

    A test cell has its turn where it stands in the submission, and once more at the end: for one that was
    deleted, or moved above the function it tests.
    """
    tests = {step.cell.grade_id: step for step in _tests(course)}
    by_hand = {cell.grade_id for cell in written(course)}
    found: list[Step] = []
    for position, cell in enumerate(submission.cells):
        if cell.grade_id in tests:
            found.append(tests[cell.grade_id])
        elif cell.kind == "code" or _was_code(cell, course):
            found.append(Run(position, cell, pictures=cell.grade_id in by_hand))
    return found + list(tests.values())


def tested(course: Submission) -> list[Cell]:
    """The cells of the course that test something."""
    return [cell for cell in course.cells if cell.graded and not cell.solution and cell.kind == "code"]


def written(course: Submission) -> list[Cell]:
    """The cells of the course that a person marks."""
    return [cell for cell in course.cells if cell.graded and cell not in tested(course)]


def defining(name: str, course: Submission) -> str:
    """The id of the solution cell in which the course defines a function, or the function's own name."""
    definition = re.compile(rf"^\s*(?:async )?def {re.escape(name)}\b", re.MULTILINE)
    holders = [cell.grade_id for cell in course.cells if cell.solution and definition.search(cell.text)]
    return holders[0] if holders else name


def shown(cell: Cell) -> str:
    """The text of a course cell without its hidden tests."""
    return _MARKERS.sub("", _HIDDEN.sub("", cell.text)).strip()


def _tests(course: Submission) -> Iterator[Test | Ask]:
    for cell in tested(course):
        source = _MARKERS.sub("", cell.text)
        yield _declared(cell, source) or Test(cell, source)


def _declared(cell: Cell, source: str) -> Ask | None:
    """The exercise that a test cell checks, if checking it is all that the cell does."""
    try:
        statements = ast.parse(source).body
    except SyntaxError:
        return None
    calls = [statement for statement in statements if not isinstance(statement, ast.Import | ast.ImportFrom)]
    match calls:
        case [
            ast.Expr(
                value=ast.Call(
                    func=ast.Name(id=kind),
                    args=[ast.Constant(value=str(exercise)), ast.Name(id=function)],
                    keywords=[],
                )
            )
        ] if kind in _CHECKS:
            return Ask(cell, exercise, function, hidden=_CHECKS[kind])
    return None


def _was_code(cell: Cell, course: Submission) -> bool:
    """Whether a cell that is not code any more holds code in the course."""
    return any(
        original.kind == "code" and original.solution and original.grade_id == cell.grade_id
        for original in course.cells
    )
