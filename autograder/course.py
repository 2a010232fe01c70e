"""A course on disk: its folder, its nbgrader configuration and its gradebook.

This is where nbgrader's own objects are made; the other modules ask for them here. nbgrader takes seconds to
import, so it is imported when the first of them is made.
"""

from __future__ import annotations

import os
import secrets
import sys
from copy import deepcopy
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from traitlets.config import Config, PyFileConfigLoader

from autograder.sandbox.limits import Limits

if TYPE_CHECKING:
    from nbgrader.api import Gradebook
    from nbgrader.apps.api import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory

CONFIG_FILE = "nbgrader_config.py"
SECRET_FILE = ".course_secret"


class CourseError(Exception):
    """Something about the course folder is not as it should be; the message says what and what to do."""


@dataclass(frozen=True)
class Course:
    """A course folder. Make one with `Course.at`."""

    root: Path

    @classmethod
    def at(cls, root: Path) -> Course:
        """Open the course in `root`.

        Raises
        ------
        CourseError
            If the folder holds no nbgrader configuration.
        """
        root = root.resolve()
        if not (root / CONFIG_FILE).is_file():
            raise CourseError(
                f"{root} is not a course: there is no {CONFIG_FILE} in it. Run the command in the folder "
                "of the course, or name that folder with --course."
            )
        _put_environment_on_path()
        return cls(root)

    @cached_property
    def config(self) -> Config:
        """nbgrader's configuration, as its own applications would read it in this folder."""
        config = PyFileConfigLoader(CONFIG_FILE, path=str(self.root)).load_config()
        config.CourseDirectory.root = str(self.root)
        return config

    @cached_property
    def limits(self) -> Limits:
        """What a submission may use: the defaults of `Limits`, and what the configuration sets.

        Raises
        ------
        CourseError
            If the configuration sets a limit that does not exist, or one that is not a positive number.
        """
        chosen = dict(self.config.get("Limits", {}))
        known = [limit.name for limit in fields(Limits)]
        for name, value in chosen.items():
            if name not in known:
                raise CourseError(
                    f"{CONFIG_FILE} sets c.Limits.{name}, and there is no such limit. "
                    f"There are: {', '.join(known)}."
                )
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise CourseError(
                    f"{CONFIG_FILE} sets c.Limits.{name} to {value!r}: it must be a positive number."
                )
        return Limits(**chosen)

    @cached_property
    def directory(self) -> CourseDirectory:
        from nbgrader.coursedir import CourseDirectory

        return CourseDirectory(config=self.config)

    @cached_property
    def nbgrader(self) -> NbGraderAPI:
        from nbgrader.apps.api import NbGraderAPI

        return NbGraderAPI(self.directory, config=self.config)

    @cached_property
    def nbgrader_unsandboxed(self) -> NbGraderAPI:
        """nbgrader with its own execution of notebooks, in place of ours."""
        from nbgrader.apps.api import NbGraderAPI

        from autograder.nbgrader_engine import UNSANDBOXED

        config = deepcopy(self.config)
        config.Autograde.autograde_preprocessors = UNSANDBOXED
        return NbGraderAPI(self.directory, config=config)

    def gradebook(self) -> Gradebook:
        """Open the gradebook; use it in a ``with`` statement."""
        from nbgrader.api import Gradebook

        return Gradebook(self.directory.db_url, self.directory.course_id)

    def folder(self, step: str, student: str, assignment: str) -> Path:
        """The folder of an assignment at a step: source, release, submitted, autograded or feedback."""
        name = getattr(self.directory, f"{step}_directory")
        return Path(self.directory.format_path(name, student, assignment))

    @property
    def assignments(self) -> list[str]:
        """The weeks of the course: the folders of the source directory that hold an assignment notebook."""
        source = self.folder("source", ".", "*").parent
        return sorted({found.parent.name for found in source.glob(f"*/{self.directory.notebook_id}.ipynb")})

    def assignment(self, name: str) -> str:
        """The full name of a week: ``week1`` finds ``week1_entropy``.

        Raises
        ------
        CourseError
            If no week, or more than one, is called so.
        """
        found = [known for known in self.assignments if known == name] or [
            known for known in self.assignments if known.startswith(name)
        ]
        if len(found) != 1:
            raise CourseError(
                f"{name!r} is {'not a week' if not found else 'more than one week'} of this course. "
                f"There are: {', '.join(self.assignments) or 'none'}."
            )
        return found[0]

    def notebook(self, assignment: str) -> str:
        """The file name of an assignment's notebook.

        Raises
        ------
        CourseError
            If the week has more than one graded notebook.
        """
        found = sorted(self.folder("source", ".", assignment).glob(f"{self.directory.notebook_id}.ipynb"))
        if len(found) != 1:
            raise CourseError(f"{assignment} must have exactly one assignment notebook and has {len(found)}.")
        return found[0].name

    def submitters(self, assignment: str) -> list[str]:
        """The ids of the students whose folder holds this assignment, in alphabetical order."""
        return sorted(
            path.parent.name
            for path in self.folder("submitted", "*", assignment).parent.parent.glob(f"*/{assignment}")
            if path.is_dir()
        )

    def secret(self) -> str:
        """The course secret from which students' hidden cases are seeded; made on first use."""
        path = self.root / SECRET_FILE
        if not path.exists():
            path.write_text(secrets.token_hex(16) + "\n", encoding="utf-8")
            path.chmod(0o600)
        return path.read_text(encoding="utf-8").strip()


def _put_environment_on_path() -> None:
    """nbgrader calls ``alembic`` by its bare name, which is found only in an activated environment."""
    here = str(Path(sys.executable).parent)
    path = os.environ.get("PATH", "")
    if here not in path.split(os.pathsep):
        os.environ["PATH"] = here + os.pathsep + path
