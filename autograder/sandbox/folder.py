"""Find the notebook in what was handed in: renamed, put into a folder, or beside copies of itself."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.sandbox.submission import MOST_BYTES, Unreadable

#: What operating systems and Jupyter leave in a folder.
_LITTER = ("__MACOSX", ".ipynb_checkpoints")
#: What browsers, JupyterLab and mail programs make of a name: "week1 (1)", "week1-Copy2", "week1_ada".
_ADDED = re.compile(r"(?:[ _-]*\(\d+\)|[ _-]*copy ?\d*|[ _-]+\d)+$", re.IGNORECASE)


def find(folder: Path, name: str) -> tuple[Path, tuple[str, ...]]:
    """The notebook in `folder` that should be called `name`, and remarks for the student.

    Links are not followed: what they lead to is not what was handed in.

    Raises
    ------
    Unreadable
        If there is none, or more than one that it could be.
    """
    notebooks = [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() == ".ipynb"
        and not path.name.startswith("._")
        and not any(part in _LITTER for part in path.relative_to(folder).parts)
        and path.is_file()
        and not any(
            step.is_symlink() for step in (path, *path.parents) if step != folder and folder in step.parents
        )
    ]
    if not notebooks:
        found = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
        there = f"The folder holds {', '.join(found[:8])}." if found else "The folder is empty."
        raise Unreadable(
            f"{name} was not handed in. {there} Hand in the notebook itself, under its own name."
        )
    exact = [path for path in notebooks if path == folder / name]
    alike = [path for path in notebooks if _core(path.name) == _core(name)]
    for candidates in (exact, [path for path in alike if path.name == name], alike, notebooks):
        if len(candidates) == 1:
            return candidates[0], _remarks(candidates[0].relative_to(folder), name)
        if candidates:
            break
    names = ", ".join(str(path.relative_to(folder)) for path in (alike or notebooks)[:8])
    raise Unreadable(
        f"Which of these is {name}? There are {names}. Hand in one notebook, under its own name."
    )


def contents(path: Path) -> bytes:
    """The bytes of a notebook file, of a hopeless one only as many as show that it is."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _core(name: str) -> str:
    """What is left of a name without what programs add to it."""
    return _ADDED.sub("", name.lower().removesuffix(".ipynb")).strip()


def _remarks(path: Path, name: str) -> tuple[str, ...]:
    if str(path) == name:
        return ()
    return (f"The notebook was found as {path} and should be called {name}.",)
