"""One page for the lecturer: the spread of marks, the exercises that went wrong, the ideas behind that."""

from __future__ import annotations

import base64
import html
import io
from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import median

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from autograder.course import Course
from autograder.grading import verdicts
from autograder.marks import Mark, marks
from dtlib.style import BLUE, VERMILLION


def section_report(course: Course, assignment: str, students: Iterable[str] | None = None) -> str:
    """The page for one assignment as HTML that needs nothing beside it; of some students, or of all."""
    chosen = set(students) if students is not None else None
    found = [
        mark
        for mark in marks(course)
        if mark.assignment == assignment and (chosen is None or mark.student in chosen)
    ]
    names = {mark.student for mark in found}
    named = Counter(
        idea
        for (student, week), verdict in verdicts(course).items()
        if week == assignment and student in names
        for idea in verdict.misconceptions
    )
    parts = [f"<h1>{html.escape(assignment)}</h1>", _summary(found)]
    if found:
        parts.append(_picture(_spread(found), "How the marks are spread."))
        parts.append(_picture(_success(course, assignment, names), "Points earned in each graded cell."))
    if named:
        parts.append(_picture(_ideas(named), "Ideas that the checks named, and how many students held them."))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(assignment)}</title>'
        '<body style="font-family: sans-serif; max-width: 60em; margin: 2em auto">'
        + "".join(parts)
        + "</body></html>\n"
    )


def _summary(found: list[Mark]) -> str:
    if not found:
        return "<p>Nothing has been graded.</p>"
    scores = [mark.score for mark in found]
    refused = [mark for mark in found if mark.ungradable]
    waiting = sum(mark.to_mark > 0 for mark in found)
    sentences = [
        f"{len(found)} submissions; median {median(scores):g} of {found[0].max_score:g}.",
        f"{waiting} have answers to mark by hand." if waiting else "",
        f"{len(refused)} could not be graded: " + ", ".join(mark.student for mark in refused) + "."
        if refused
        else "",
    ]
    return f"<p>{html.escape(' '.join(filter(None, sentences)))}</p>"


def _spread(found: list[Mark]) -> Figure:
    figure, axes = _figure(rows=4)
    axes.hist(
        [mark.score for mark in found], bins=20, range=(0, found[0].max_score), color=BLUE, edgecolor="white"
    )
    axes.set(xlabel="score (points)", ylabel="students")
    return figure


def _success(course: Course, assignment: str, names: set[str]) -> Figure:
    earned: dict[str, list[float]] = defaultdict(list)
    with course.gradebook() as gradebook:
        for submission in gradebook.assignment_submissions(assignment):
            if submission.student.id in names:
                for notebook in submission.notebooks:
                    for entry in notebook.grades:
                        if not entry.needs_manual_grade:
                            earned[entry.name].append(
                                entry.score / entry.max_score if entry.max_score else 0.0
                            )
    shares = {name: 100 * sum(shares) / len(shares) for name, shares in earned.items()}
    figure = _bars(shares, "points earned (% of those to be had)", BLUE)
    figure.axes[0].set_xlim(0, 100)
    return figure


def _ideas(named: Counter[str]) -> Figure:
    figure = _bars({idea: float(count) for idea, count in named.most_common(25)}, "students", VERMILLION)
    figure.axes[0].xaxis.set_major_locator(MaxNLocator(integer=True))
    return figure


def _bars(values: dict[str, float], xlabel: str, colour: str) -> Figure:
    figure, axes = _figure(rows=len(values))
    # A dollar sign would begin a formula.
    labels = [name.replace("$", r"\$") for name in values]
    axes.barh(labels, list(values.values()), color=colour)
    axes.invert_yaxis()
    axes.set_xlabel(xlabel)
    return figure


def _figure(rows: int) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(9, 1.2 + 0.32 * max(rows, 4)), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _picture(figure: Figure, caption: str) -> str:
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=110)
    encoded = base64.b64encode(data.getvalue()).decode()
    caption = html.escape(caption)
    return (
        f'<figure><img alt="{caption}" src="data:image/png;base64,{encoded}" style="max-width: 100%">'
        f"<figcaption>{caption}</figcaption></figure>"
    )
