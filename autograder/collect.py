"""Collect what students handed in from the archive an LMS lets a lecturer download.

An archive is only ever read: no path in it is used as a path here, so an entry that climbs out of its folder
has nowhere to go. What is kept is the notebook, under its proper name, in the student's own folder.
"""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import yaml

from autograder.course import Course, CourseError
from autograder.roster import Student

#: A notebook larger than this is not read (the outputs of a runaway loop).
LARGEST = 100_000_000


@dataclass(frozen=True)
class Handed:
    """One notebook in an archive: whom the LMS says it is from, its name, its bytes, and when it came."""

    owner: tuple[str, ...]
    name: str
    data: bytes
    when: datetime | None = None


@dataclass(frozen=True)
class Collected:
    """What became of an archive: whose notebooks were kept, and a sentence for each that was not."""

    students: list[str]
    left_out: list[str]


def collect(course: Course, assignment: str, archive: Path, roster: list[Student]) -> Collected:
    """Put the notebooks of an LMS's archive into the students' folders; each student's latest counts.

    Raises
    ------
    CourseError
        If the file is not a zip archive, or holds no notebook where Canvas, Moodle or Gradescope put one.
    """
    by_name = {name: student for student in roster for name in student.names}
    of_student: dict[str, list[Handed]] = defaultdict(list)
    left_out = []
    for handed in _read(archive):
        found = [by_name[name.lower()].id for name in handed.owner if name.lower() in by_name]
        if found:
            of_student[found[0]].append(handed)
        else:
            left_out.append(f"{handed.name}: nobody on the roster is called {' or '.join(handed.owner)}.")
    if not of_student and not left_out:
        raise CourseError(
            f"{archive.name} holds no notebook that Canvas, Moodle or Gradescope has put there."
        )
    for student, notebooks in sorted(of_student.items()):
        chosen = max(notebooks, key=lambda handed: _fitness(course, assignment, handed))
        _keep(course, assignment, student, chosen)
    return Collected(sorted(of_student), left_out)


def _read(archive: Path) -> Iterator[Handed]:
    if not zipfile.is_zipfile(archive):
        raise CourseError(
            f"{archive} is not a zip archive. Download the submissions from the LMS as one zip file."
        )
    with zipfile.ZipFile(archive) as opened:
        paths = [PurePosixPath(info.filename) for info in opened.infolist()]
        if any(path.name == "submission_metadata.yml" for path in paths):
            yield from _gradescope(opened)
        elif any("_assignsubmission_" in part for path in paths for part in path.parts):
            yield from _moodle(opened)
        else:
            yield from _canvas(opened)


def _notebooks(opened: zipfile.ZipFile) -> Iterator[tuple[zipfile.ZipInfo, PurePosixPath]]:
    for info in opened.infolist():
        path = PurePosixPath(info.filename)
        hidden = {"__MACOSX", ".ipynb_checkpoints"} & set(path.parts) or path.name.startswith("._")
        if path.suffix == ".ipynb" and not hidden and not info.is_dir() and info.file_size <= LARGEST:
            yield info, path


#: doejane_LATE_12345_67890_week1_assignment-2.ipynb
_CANVAS = re.compile(r"(?P<login>[^_]+)_(?:LATE_)?(?P<user>\d+)_(?P<submission>\d+)_(?P<name>.+)")
#: Jane Doe_123456_assignsubmission_file
_MOODLE = re.compile(r"(?P<name>.+)_(?P<participant>\d+)_assignsubmission_.*")


def _canvas(opened: zipfile.ZipFile) -> Iterator[Handed]:
    for info, path in _notebooks(opened):
        match = _CANVAS.fullmatch(path.name)
        if match:
            yield Handed((match["user"], match["login"]), match["name"], opened.read(info), _entered(info))


def _moodle(opened: zipfile.ZipFile) -> Iterator[Handed]:
    for info, path in _notebooks(opened):
        for part in path.parts:
            match = _MOODLE.fullmatch(part)
            if match:
                yield Handed(
                    (match["participant"], match["name"]), path.name, opened.read(info), _entered(info)
                )


def _gradescope(opened: zipfile.ZipFile) -> Iterator[Handed]:
    metadata: dict[str, dict] = {}
    for info in opened.infolist():
        if PurePosixPath(info.filename).name == "submission_metadata.yml":
            metadata |= yaml.load(opened.read(info), Loader=_RubySymbols) or {}
    for info, path in _notebooks(opened):
        for part in path.parts:
            about = metadata.get(part)
            if about:
                owners = tuple(
                    str(one[key])
                    for one in about.get(":submitters", [])
                    for key in (":sid", ":email", ":name")
                    if one.get(key)
                )
                when = about.get(":created_at")
                yield Handed(
                    owners, path.name, opened.read(info), when if isinstance(when, datetime) else None
                )


class _RubySymbols(yaml.SafeLoader):
    """Safe YAML in which Gradescope's keys (``:sid:``) stay the text they are."""


def _entered(info: zipfile.ZipInfo) -> datetime:
    return datetime(*info.date_time, tzinfo=UTC)


def _fitness(course: Course, assignment: str, handed: Handed) -> tuple[int, datetime, str]:
    """Which of a student's notebooks counts: the one with most of this week's cells, then the latest."""
    text = handed.data.decode("utf-8", errors="replace")
    mine = sum(f'"{grade_id}"' in text for grade_id in _grade_ids(course, assignment))
    return mine, handed.when or datetime.min.replace(tzinfo=UTC), handed.name


def _grade_ids(course: Course, assignment: str) -> Iterable[str]:
    source = course.folder("source", ".", assignment) / course.notebook(assignment)
    for cell in json.loads(source.read_text(encoding="utf-8"))["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id:
            yield grade_id


def _keep(course: Course, assignment: str, student: str, handed: Handed) -> None:
    folder = course.folder("submitted", student, assignment)
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    (folder / course.notebook(assignment)).write_bytes(handed.data)
    if handed.when:
        stamp = handed.when.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        (folder / "timestamp.txt").write_text(stamp, encoding="utf-8")
