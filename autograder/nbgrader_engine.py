"""Our engine in nbgrader's autograding: formgrader's button and ``nbgrader autograde`` are hardened too."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbformat import NotebookNode, from_dict, writes
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    Execute,
    IgnorePattern,
    LimitOutput,
    NbGraderPreprocessor,
    SaveAutoGrades,
)

from autograder import seeding
from autograder.course import Course
from autograder.sandbox.box import Box
from autograder.sandbox.engine import judge
from autograder.sandbox.marked import outputs_of


class JudgeInSandbox(NbGraderPreprocessor):
    """Takes the place of ``Execute``: judges the notebook, and shows in each graded cell what it earned.

    nbgrader reads the mark from what the cell shows, and here that is written by the grader, not by the
    student.
    """

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        course = Course.at(Path(CourseDirectory(config=self.config).root))
        about = resources["nbgrader"]
        source = course.folder("source", ".", about["assignment"]) / f"{about['notebook']}.ipynb"
        seed = seeding.student_seed(course.secret(), about["student"])
        judgement = judge(writes(nb).encode("utf-8"), source.read_bytes(), seed, _box(), course.limits)
        shown = {part.grade_id: outputs_of(part) for part in judgement.parts if part.score is not None}
        for position, cell in enumerate(nb.cells):
            if cell.cell_type == "code":
                marks = cell.metadata.get("nbgrader", {})
                outputs = judgement.outputs.get(position, [])
                if marks.get("grade") and not marks.get("solution"):
                    outputs = shown.get(marks["grade_id"], [_NOT_OURS])
                cell.outputs = [from_dict(output) for output in outputs]
        return nb, resources


@cache
def _box() -> Box:
    """The box of this process; it ends with it."""
    return Box()


#: What is shown in a test cell that the course's notebook does not have: nothing is earned by it.
_NOT_OURS = {
    "output_type": "error",
    "ename": "CheckFailed",
    "evalue": "not a cell of the course",
    "traceback": ["The course's notebook has no such cell."],
}


class SeedHiddenCases(NbGraderPreprocessor):
    """Set the seed of the student whose notebook is about to run, for the kernel that will be started."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        course = Course.at(Path(CourseDirectory(config=self.config).root))
        os.environ[seeding.VARIABLE] = seeding.student_seed(course.secret(), resources["nbgrader"]["student"])
        return nb, resources


_AFTER = [
    IgnorePattern,
    ClearMetadataPreprocessor,
    LimitOutput,
    SaveAutoGrades,
    AssignLatePenalties,
    CheckCellMetadata,
]

#: nbgrader's own list, with the sandbox in the place of its execution.
PREPROCESSORS = [JudgeInSandbox, *_AFTER]

#: nbgrader's own list as it is, after hidden cases have been seeded. It trusts the student's kernel.
UNSANDBOXED = [SeedHiddenCases, Execute, *_AFTER]
