"""The console script ``autograder``: each command calls one module and shows what came of it."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from autograder.course import Course, CourseError
from autograder.interview import commands as interview
from autograder.marks import Mark, marks, summary, write_csv
from autograder.roster import ROSTER_FILE, enter, read_roster
from autograder.sandbox.box import NoSandboxError

app = typer.Typer(
    help="Release, grade and give back the weeks of the decision-tree course.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console()
T = TypeVar("T")

#: Which of the students who have handed in are graded now, and what grades them.
Chooser = Callable[[Course, str, list[str]], list[str]]
Engine = Callable[[Course, str, list[str]], Iterator[object]]

CourseFolder = Annotated[
    Path, typer.Option("--course", help="The folder of the course.", show_default="this folder")
]
HERE = Path()
Weeks = Annotated[list[str] | None, typer.Argument(help="Weeks, as in week1. All of them if none is named.")]
Students = Annotated[list[str] | None, typer.Option("--only", help="Only this student; may be repeated.")]


@app.command()
def build(course: CourseFolder = HERE) -> None:
    """Build the notebooks from their text sources."""
    from autograder import sources

    opened = Course.at(course)
    written = list(sources.build(opened.folder("source", ".", "*").parent))
    for path in written:
        console.print(f"Built {path.relative_to(opened.root)}", highlight=False)
    if not written:
        console.print("Every notebook is in step with its source.")


@app.command()
def release(weeks: Weeks = None, course: CourseFolder = HERE) -> None:
    """Make the students' version of weeks."""
    _release(Course.at(course), weeks)


@app.command()
def simulate(weeks: Weeks = None, course: CourseFolder = HERE) -> None:
    """Hand in weeks for a class of simulated students."""
    _simulate(Course.at(course), weeks)


@app.command()
def collect(
    week: Annotated[str, typer.Argument(help="The week, as in week1.")],
    archive: Annotated[
        Path, typer.Argument(help="The zip file downloaded from Canvas, Moodle or Gradescope.")
    ],
    course: CourseFolder = HERE,
) -> None:
    """Take submissions from an LMS's archive. Exit code 3: some notebooks belong to nobody on the roster."""
    from autograder.collect import collect as collect_archive

    opened = Course.at(course)
    found = collect_archive(opened, opened.assignment(week), archive, read_roster(opened))
    console.print(f"Collected {len(found.students)} submissions.")
    for sentence in found.left_out:
        console.print(f"Left out: {sentence}", markup=False, highlight=False)
    if found.left_out:
        raise typer.Exit(3)


@app.command()
def grade(
    weeks: Weeks = None,
    only: Students = None,
    regrade: Annotated[
        bool, typer.Option("--regrade", help="Also what has been graded and has not changed since.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say whose submissions would be graded.")
    ] = False,
    unsafe: Annotated[
        bool,
        typer.Option(
            "--unsafe-no-sandbox",
            help="Run students' code as yourself, by nbgrader's own means. Only for code that you trust.",
        ),
    ] = False,
    course: CourseFolder = HERE,
) -> None:
    """Grade what has been submitted. Exit code 3: some submissions could not be graded (they are listed)."""
    from autograder import grading

    opened = Course.at(course)
    choose = _all_of if regrade else grading.waiting
    if dry_run:
        for assignment in _named(opened, weeks):
            names = choose(opened, assignment, _chosen(opened, assignment, only))
            console.print(
                f"{assignment}: {len(names)} to grade. {', '.join(names)}", markup=False, highlight=False
            )
        return
    engine = grading.grade_unsafely if unsafe else grading.grade
    if not _grade(opened, weeks, only, choose, engine):
        raise typer.Exit(3)


@app.command()
def feedback(weeks: Weeks = None, only: Students = None, course: CourseFolder = HERE) -> None:
    """Write a feedback page for each graded submission."""
    _feedback(Course.at(course), weeks, only)


@app.command()
def export(
    to: Annotated[Path, typer.Option("--to", help="The file to write.")] = Path("marks.csv"),
    course: CourseFolder = HERE,
) -> None:
    """Write the marks as CSV and show them."""
    _export(Course.at(course), to)


@app.command()
def report(
    week: Annotated[str, typer.Argument(help="The week, as in week1.")],
    section: Annotated[str | None, typer.Option("--section", help="Only this section of the roster.")] = None,
    to: Annotated[Path, typer.Option("--to", help="The file to write.")] = Path("report.html"),
    course: CourseFolder = HERE,
) -> None:
    """Write a page for the lecturer: spread of marks, success per exercise, misconceptions by name."""
    from autograder.section_report import section_report

    opened = Course.at(course)
    students = [one.id for one in read_roster(opened) if one.section == section] if section else None
    if section and not students:
        raise CourseError(f"Nobody on {ROSTER_FILE} is in section {section!r}.")
    _write(to, section_report(opened, opened.assignment(week), students))


Template = Annotated[Path, typer.Argument(help="The table as downloaded from the platform.")]
Filled = Annotated[Path, typer.Option("--to", help="The file to write.")]


@app.command()
def export_canvas(
    week: Annotated[str, typer.Argument(help="The week, as in week1.")],
    template: Template,
    column: Annotated[str, typer.Option("--column", help="The assignment's heading in Canvas.")],
    to: Filled = Path("canvas.csv"),
    course: CourseFolder = HERE,
) -> None:
    """Fill a gradebook exported from Canvas with the marks of a week."""
    from autograder.lms import fill_canvas

    opened = Course.at(course)
    _write(to, fill_canvas(template, column, _marks_of(opened, week), read_roster(opened)))


@app.command()
def export_moodle(
    week: Annotated[str, typer.Argument(help="The week, as in week1.")],
    template: Template,
    to: Filled = Path("moodle.csv"),
    course: CourseFolder = HERE,
) -> None:
    """Fill Moodle's grading worksheet with the marks of a week."""
    from autograder.lms import fill_moodle

    opened = Course.at(course)
    _write(to, fill_moodle(template, _marks_of(opened, week), read_roster(opened)))


@app.command()
def export_gradescope(
    week: Annotated[str, typer.Argument(help="The week, as in week1.")],
    to: Annotated[Path, typer.Option("--to", help="The folder to write into.")] = Path("gradescope"),
    course: CourseFolder = HERE,
) -> None:
    """Write a results.json for each student of a week."""
    from autograder.lms import gradescope_results

    for mark in _marks_of(Course.at(course), week):
        folder = to / mark.student
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / "results.json", gradescope_results(mark))


@app.command()
def doctor(course: CourseFolder = HERE) -> None:
    """Say whether everything the course needs is here. Exit code 1: something that everyone needs is not."""
    from autograder.doctor import examine_installation

    table = Table("", "what", "found", "what to do")
    well = True
    for finding in examine_installation(course):
        well &= finding.well or finding.for_grading
        lacking = "to grade" if finding.for_grading else "[red]no[/red]"
        table.add_row("ok" if finding.well else lacking, finding.subject, finding.state, finding.advice)
    console.print(table)
    if not well:
        raise typer.Exit(1)


@app.command()
def demo(
    into: Annotated[Path, typer.Option("--into", help="The folder to make.")] = Path("demo"),
    course: CourseFolder = HERE,
) -> None:
    """Release, simulate a class, grade, give feedback and export, in a folder of its own."""
    from autograder.demo import fresh_course

    opened, replaced = fresh_course(Course.at(course), into)
    if replaced:
        console.print(replaced, highlight=False)
    _release(opened, None)
    _simulate(opened, None)
    _grade(opened, None, None, _all_of, _engine_for_harmless_code())
    pages = _feedback(opened, None, None)
    _export(opened, opened.root / "marks.csv")
    console.print("\nWhere to look:")
    console.print(f"  gradebook  {opened.root / 'gradebook.db'}", soft_wrap=True, highlight=False)
    console.print(f"  feedback   {pages}", soft_wrap=True, highlight=False)
    console.print(f"  marks      {opened.root / 'marks.csv'}", soft_wrap=True, highlight=False)


interview.add_to(app)


def _release(course: Course, weeks: list[str] | None) -> None:
    from autograder.release import release as release_week

    for assignment in _named(course, weeks):
        with console.status(f"Releasing {assignment}"):
            released = release_week(course, assignment)
        again = " (replaced the earlier release)" if released.replaced else ""
        where = released.folder.relative_to(course.root)
        console.print(f"Released {assignment} into {where}{again}", highlight=False)


def _simulate(course: Course, weeks: list[str] | None) -> None:
    from autograder.simulate import CLASS
    from autograder.simulate import simulate as simulate_week

    for assignment in _named(course, weeks):
        for _ in _tracked(simulate_week(course, assignment), f"Simulating {assignment}", len(CLASS)):
            pass


def _grade(
    course: Course, weeks: list[str] | None, only: list[str] | None, choose: Chooser, engine: Engine
) -> bool:
    """Grade and return whether every submission could be graded, now or earlier."""
    from autograder.grading import verdicts

    handed_in = []
    roster = read_roster(course)
    for assignment in _named(course, weeks):
        students = _chosen(course, assignment, only)
        enter(course, roster, assignment)
        absent = sorted({student.id for student in roster} - set(students)) if not only else []
        if absent:
            console.print(
                f"{assignment}: on {ROSTER_FILE} but not handed in: {', '.join(absent)}",
                markup=False,
                highlight=False,
            )
        if not students:
            console.print(f"{assignment}: nothing has been submitted, so nothing was graded.")
        waiting = choose(course, assignment, students)
        if len(waiting) < len(students):
            console.print(
                f"{assignment}: {len(students) - len(waiting)} are graded and have not changed since."
            )
        for _ in _tracked(engine(course, assignment, waiting), f"Grading {assignment}", len(waiting)):
            pass
        handed_in += [(student, assignment) for student in students]
    known = verdicts(course)
    refused = [known[key] for key in handed_in if not known[key].graded]
    for verdict in refused:
        console.print(
            f"Not graded: {verdict.student}, {verdict.assignment}. {verdict.reason}",
            markup=False,
            highlight=False,
        )
    return not refused


def _engine_for_harmless_code() -> Engine:
    """The sandbox where it works; where it does not, simulated students may be graded without it."""
    from autograder import grading
    from autograder.sandbox.box import Box

    try:
        with Box():
            return grading.grade
    except NoSandboxError as why:
        console.print(
            f"{why} The simulated class is harmless: it is graded without a sandbox.", highlight=False
        )
        return grading.grade_unsafely


def _all_of(course: Course, assignment: str, students: list[str]) -> list[str]:
    return students


def _feedback(course: Course, weeks: list[str] | None, only: list[str] | None) -> Path:
    from autograder.feedback import write_feedback

    for assignment in _named(course, weeks):
        students = _chosen(course, assignment, only)
        for _ in _tracked(
            write_feedback(course, assignment, students), f"Feedback {assignment}", len(students)
        ):
            pass
    return course.folder("feedback", "*", "*").parent.parent


def _marks_of(course: Course, week: str) -> list[Mark]:
    assignment = course.assignment(week)
    return [mark for mark in marks(course) if mark.assignment == assignment]


def _write(to: Path, text: str) -> None:
    to.write_text(text, encoding="utf-8", newline="")
    console.print(f"Wrote {to}", soft_wrap=True, highlight=False)


def _export(course: Course, to: Path) -> None:
    found = marks(course)
    write_csv(found, to)
    console.print(_table(found))
    console.print(f"Wrote {len(found)} marks to {to}", soft_wrap=True, highlight=False)


def _table(found: list[Mark]) -> Table:
    """One row per student, one column per week."""
    out_of = {mark.assignment: mark.max_score for mark in found}
    headings = [f"{week.partition('_')[0]}\n/ {points:g}" for week, points in sorted(out_of.items())]
    table = Table(
        "student",
        *headings,
        title="Marks",
        box=box.SIMPLE,
        padding=(0, 1, 0, 0),
        caption="(+10): ten points wait for a person to mark them",
    )
    table.add_column("remarks", overflow="fold")
    for student, of_student in groupby(found, key=lambda mark: mark.student):
        by_week = {mark.assignment: mark for mark in of_student}
        cells = [_cell(by_week[week]) if week in by_week else "-" for week in sorted(out_of)]
        table.add_row(escape(student), *cells, escape(", ".join(summary(list(by_week.values())))))
    return table


def _cell(mark: Mark) -> str:
    waiting = f" (+{mark.to_mark:g})" if mark.to_mark else ""
    return f"{mark.score:g}{waiting}"


def _named(course: Course, weeks: list[str] | None) -> list[str]:
    return [course.assignment(week) for week in weeks] if weeks else course.assignments


def _chosen(course: Course, assignment: str, only: list[str] | None) -> list[str]:
    there = course.submitters(assignment)
    unknown = sorted(set(only or []) - set(there))
    if unknown:
        raise CourseError(
            f"{', '.join(unknown)} has not submitted {assignment}. Who has: {', '.join(there) or 'nobody'}."
        )
    return [student for student in there if not only or student in only]


def _tracked(things: Iterable[T], label: str, total: int) -> Iterator[T]:
    """`things`, with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(label, total=total)
        for thing in things:
            progress.advance(task)
            yield thing


def main() -> None:
    """Run the command line; a fault of the course folder ends with its sentence and exit code 2."""
    _quieten_nbgrader()
    try:
        app()
    except (CourseError, FileExistsError, NoSandboxError) as problem:
        Console(stderr=True).print(str(problem), style="red", markup=False, highlight=False, soft_wrap=True)
        raise SystemExit(2) from None


def _quieten_nbgrader() -> None:
    """nbgrader narrates what it does; what a lecturer must know is said by the commands above."""
    logging.getLogger("nbgrader").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module=r"nbgrader\.", category=Warning)


if __name__ == "__main__":
    main()
