"""What we add to nbgrader's autograding: before a notebook runs, its hidden cases get the student's seed."""

from __future__ import annotations

import os
from pathlib import Path

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbformat import NotebookNode
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


class SeedHiddenCases(NbGraderPreprocessor):
    """Set the seed of the student whose notebook is about to run, for the kernel that will be started."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        course = Course.at(Path(CourseDirectory(config=self.config).root))
        os.environ[seeding.VARIABLE] = seeding.student_seed(course.secret(), resources["nbgrader"]["student"])
        return nb, resources


#: nbgrader's own list, with ours in front.
PREPROCESSORS = [
    SeedHiddenCases,
    Execute,
    IgnorePattern,
    ClearMetadataPreprocessor,
    LimitOutput,
    SaveAutoGrades,
    AssignLatePenalties,
    CheckCellMetadata,
]
