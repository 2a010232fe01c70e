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
    >>> len(spoken()) >= 40
    True
    """
    return [question(name, lang) for name in catalogue()]


def catalogue() -> dict[str, str]:
    """The family of every question by its id, without computing any of the numbers that it quotes.

    Examples
    --------
    >>> catalogue()["explain/id_column"]
    'splitting'
    """
    return {
        f"{'compare' if chapter == 'table' else chapter}/{key}": entry["family"]
        for chapter in ("explain", "compare", "table")
        for key, entry in prose(chapter).items()
        if key != "words"
    }


def level_of(question_id: str) -> int:
    """The level of a question, without computing its numbers.

    Examples
    --------
    >>> level_of("explain/id_column")
    1
    """
    kind, _, key = question_id.partition("/")
    chapter = prose(kind) if key in prose(kind) else prose("table")
    level: int = chapter[key]["level"]
    return level


def question(question_id: str, lang: str = "en") -> Spoken:
    """One question.

    Raises
    ------
    LookupError
        If there is none of that id.

    Examples
    --------
    >>> question("explain/id_column").title
    'An ID column'
    """
    kind, _, key = question_id.partition("/")
    if kind in ("explain", "compare") and key in prose(kind, lang):
        return _written(kind, key, lang)
    table = prose("table", lang)
    if kind == "compare" and key in table:
        return _of_row(_row(key, lang), table["words"])
    raise LookupError(f"The bank holds no question {question_id!r}.")


def rows(lang: str = "en") -> list[Row]:
    """The comparison of ID3, C4.5 and CART.

    Examples
    --------
    >>> rows()[0].cells["CART"].what
    'Breiman, Friedman, Olshen and Stone, 1984'
    """
    return [_row(key, lang) for key in prose("table", lang) if key != "words"]


def _row(key: str, lang: str) -> Row:
    row, facts = prose("table", lang)[key], Facts()
    return Row(
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


def _written(kind: str, key: str, lang: str) -> Spoken:
    entry, facts = prose(kind, lang)[key], Facts()
    text = {
        name: entry[name].strip().format_map(facts)
        for name in ("title", "question", "answer", "wrong", "why_wrong")
    }
    return Spoken(
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
