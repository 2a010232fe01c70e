"""The written questions: explain a thing, or compare two. Their prose is data; their numbers are facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from autograder.interview.facts import Facts
from autograder.interview.prose import prose

ALGORITHMS = ("ID3", "C4.5", "CART")


@dataclass(frozen=True)
class Spoken:
    """A question that is answered in words, and marked by the points of a rubric.

    Parameters
    ----------
    id : ``"explain/id_column"``.
    kind : what the candidate does.
    family : the topic it belongs to.
    level : 1, 2 or 3.
    title, prompt : for the candidate.
    answer : a model answer.
    rubric : what a complete answer says, point by point.
    wrong, why_wrong : the common wrong answer, and what is wrong with it.
    """

    id: str
    kind: Literal["explain", "compare"]
    family: str
    level: int
    title: str
    prompt: str
    answer: str
    rubric: tuple[str, ...]
    wrong: str
    why_wrong: str


@dataclass(frozen=True)
class Cell:
    """What one algorithm does about one thing, and why."""

    what: str
    why: str


@dataclass(frozen=True)
class Row:
    """One thing that the three algorithms do differently; `articles` corrects what is said of it."""

    id: str
    aspect: str
    family: str
    level: int
    cells: dict[str, Cell]
    articles: str


def spoken(lang: str = "en") -> list[Spoken]:
    """All questions to be answered in words: those of the bank, then one for each row of the table.

    Examples
    --------
    >>> next(question.title for question in spoken() if question.id == "explain/id_column")
    'An ID column'
    """
    words = prose("table", lang)["words"]
    return [*_written(lang), *(_of_row(row, words) for row in rows(lang))]


def rows(lang: str = "en") -> list[Row]:
    """The comparison of ID3, C4.5 and CART.

    Examples
    --------
    >>> rows()[0].cells["CART"].what
    'Breiman, Friedman, Olshen and Stone, 1984'
    """
    facts = Facts()
    return [
        Row(
            id=key,
            aspect=row["aspect"],
            family=row["family"],
            level=row["level"],
            cells={
                name: Cell(*(text.format_map(facts) for text in row[name.lower().replace(".", "")]))
                for name in ALGORITHMS
            },
            articles=row["articles"].format_map(facts),
        )
        for key, row in prose("table", lang).items()
        if key != "words"
    ]


def _written(lang: str) -> list[Spoken]:
    facts = Facts()
    found = []
    for kind in ("explain", "compare"):
        for key, entry in prose(kind, lang).items():
            text = {
                name: entry[name].strip().format_map(facts)
                for name in ("title", "question", "answer", "wrong", "why_wrong")
            }
            found.append(
                Spoken(
                    id=f"{kind}/{key}",
                    kind=kind,  # type: ignore[arg-type]
                    family=entry["family"],
                    level=entry["level"],
                    title=text["title"],
                    prompt=text["question"],
                    answer=text["answer"],
                    rubric=tuple(point.format_map(facts) for point in entry["rubric"]),
                    wrong=text["wrong"],
                    why_wrong=text["why_wrong"],
                )
            )
    return found


def _of_row(row: Row, words: dict[str, str]) -> Spoken:
    points = tuple(f"{name}: {cell.what}. {cell.why}" for name, cell in row.cells.items())
    return Spoken(
        id=f"compare/{row.id}",
        kind="compare",
        family=row.family,
        level=row.level,
        title=row.aspect,
        prompt=words["question"].format(aspect=row.aspect[0].lower() + row.aspect[1:]),
        answer="\n".join(points),
        rubric=points,
        wrong=words["wrong"],
        why_wrong=row.articles,
    )
