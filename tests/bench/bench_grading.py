"""How long a section takes: the sandboxed grader against stock ``nbgrader autograde``, same submissions.

    python tests/bench/bench_grading.py --students 300 --stock 20

The stock grader is timed on the first ``--stock`` students and its time extended to all, because the whole
section takes it a quarter of an hour. Both fill a gradebook; the marks of the students that both graded are
compared.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import tempfile
import time
from pathlib import Path

import nbformat

from autograder.course import Course
from autograder.demo import fresh_course
from autograder.grading import grade, grade_unsafely
from autograder.marks import marks
from autograder.release import release
from autograder.simulate import CLASS, simulate

ROOT = Path(__file__).parents[2]


def section(folder: Path, week: str, students: int) -> Course:
    """A course in which as many students have handed in a week, with the simulated class's work in turn."""
    course, _ = fresh_course(Course.at(ROOT), folder)
    name = course.assignment(week)
    release(course, name)
    list(simulate(course, name))
    models = [student.id for student in CLASS if not student.breaks_file]
    for number in range(students):
        model = course.folder("submitted", models[number % len(models)], name)
        target = course.folder("submitted", f"student-{number:03}", name)
        shutil.copytree(model, target)
        mark_as_own(target / course.notebook(name), number)
    for student in CLASS:
        shutil.rmtree(course.folder("submitted", student.id, name).parent)
    return course


def mark_as_own(path: Path, number: int) -> None:
    """Make a copied notebook a submission of its own."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_markdown_cell(f"Student {number}"))
    nbformat.write(notebook, path)


def timed(run) -> float:
    started = time.perf_counter()
    refused = [verdict for verdict in run if not verdict.graded]
    assert not refused, refused
    return time.perf_counter() - started


def scores(course: Course) -> dict[str, float]:
    return {mark.student: mark.score for mark in marks(course)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--week", default="week1")
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--stock", type=int, default=20, help="students whom the stock grader is timed on")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sandboxed = section(Path(folder) / "sandboxed", options.week, options.students)
        name = sandboxed.assignment(options.week)
        students = sandboxed.submitters(name)
        stock = Course.at(shutil.copytree(sandboxed.root, Path(folder) / "stock"))
        some = students[: options.stock]
        slow = timed(grade_unsafely(stock, name, some)) / len(some) * len(students)
        fast = timed(grade(sandboxed, name, students))
        ours, theirs = scores(sandboxed), scores(stock)
        differing = [student for student in some if ours[student] != theirs[student]]
        print(f"stock nbgrader   {slow:8.1f} s for {len(students)} submissions (timed on {len(some)})")
        print(f"sandboxed        {fast:8.1f} s for {len(students)} submissions")
        print(f"ratio            {slow / fast:8.1f}")
        print(f"differing marks  {len(differing)} of {len(some)} {differing}")
        print(f"peak memory      {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
