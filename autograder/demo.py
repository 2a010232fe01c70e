"""The whole path once, from the notebooks to the grade table, in a course folder of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

from autograder.course import CONFIG_FILE, Course


def fresh_course(course: Course, folder: Path) -> tuple[Course, str]:
    """Copy the course's notebooks and configuration into `folder`; return it and what it replaced.

    A folder that was not made here is left alone.

    Raises
    ------
    FileExistsError
        If `folder` holds something else than an earlier demo.
    """
    replaced = ""
    mark = folder / ".demo"
    if folder.exists():
        if not mark.exists() and any(folder.iterdir()):
            raise FileExistsError(
                f"{folder} exists and is not an earlier demo. Name another folder with --into."
            )
        submissions = sum(1 for _ in folder.glob("submitted/*/*"))
        replaced = f"Replaced the earlier demo in {folder}: {submissions} submissions and their gradebook."
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    mark.touch()
    shutil.copy(course.root / CONFIG_FILE, folder / CONFIG_FILE)
    shutil.copytree(
        course.folder("source", ".", "*").parent,
        folder / course.directory.source_directory,
        ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__"),
    )
    return Course.at(folder), replaced
