"""A paper and its key for a lecturer: another seed, another paper, and the same demands.

Every place on the paper has a kind, a family and a level that do not depend on the seed. The seed chooses
within them. So papers of one length ask for the same work and carry the same marks.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

from autograder.exercises import load
from autograder.interview import bank
from autograder.interview.calculate import Calculation, calculation
from autograder.interview.calculations import FAMILIES
from autograder.interview.code import broken, family_of, level_of
from autograder.interview.prose import prose
from autograder.interview.sheet import page
from autograder.seeding import generator

#: One cycle of places: kind and level. The families take turns within each kind.
CYCLE = (
    ("calculate", 1),
    ("explain", 1),
    ("calculate", 2),
    ("explain", 2),
    ("calculate", 3),
    ("compare", 2),
    ("debug", 1),
)
#: Marks by kind, for level 1; each further level is worth one more.
MARKS = {"calculate": 4, "explain": 4, "compare": 4, "debug": 5}

_STYLE = """
@page { size: A4; margin: 18mm }
body { font: 11pt/1.4 Georgia, serif; max-width: 42em; margin: 2em auto }
h1 { font-size: 16pt } h2 { font-size: 12pt; margin-top: 1.6em }
pre { font: 9.5pt/1.3 monospace; white-space: pre-wrap }
section { break-inside: avoid } .marks { float: right; font-weight: normal }
.key { break-before: page } .space { height: 28mm }
@media screen { .space { border-bottom: 1px dotted #aaa } }
"""


@dataclass(frozen=True)
class Place:
    """A place on the paper: what is asked there, whatever the seed."""

    kind: str
    family: str
    level: int

    @property
    def marks(self) -> int:
        return MARKS[self.kind] + self.level - 1


@dataclass(frozen=True)
class Item:
    """One question of the paper, with what the key says to it; both are plain text."""

    place: Place
    id: str
    title: str
    question: str
    key: str


@dataclass(frozen=True)
class Paper:
    """A paper and its key."""

    seed: str
    items: tuple[Item, ...]
    lang: str = "en"

    @property
    def marks(self) -> int:
        return sum(item.place.marks for item in self.items)

    def markdown(self) -> str:
        """The paper, then the key."""
        return self._markdown("paper") + "\n---\n\n" + self._markdown("key")

    def html(self) -> str:
        """The paper, then the key on a page of its own; made for a browser's "print to PDF"."""
        words = prose("exam", self.lang)
        body = self._html("paper") + '\n<div class="key">' + self._html("key") + "</div>"
        return page(words["paper"].format(seed=self.seed), body, _STYLE, self.lang)

    def _markdown(self, side: str) -> str:
        words = prose("exam", self.lang)
        lines = [f"# {words[side].format(seed=self.seed)}", "", words["total"].format(marks=self.marks), ""]
        for number, item in enumerate(self.items, start=1):
            lines += [
                f"## {self._heading(number, item)} ({words['marks'].format(marks=item.place.marks)})",
                "",
            ]
            lines += ["```text", item.question if side == "paper" else item.key, "```", ""]
        return "\n".join(lines)

    def _html(self, side: str) -> str:
        words = prose("exam", self.lang)
        parts = [
            f"<h1>{html.escape(words[side].format(seed=self.seed))}</h1>",
            f"<p>{html.escape(words['total'].format(marks=self.marks))}</p>",
        ]
        for number, item in enumerate(self.items, start=1):
            marks = html.escape(words["marks"].format(marks=item.place.marks))
            text = html.escape(item.question if side == "paper" else item.key)
            space = '<div class="space"></div>' if side == "paper" else ""
            heading = html.escape(self._heading(number, item))
            parts.append(
                f'<section><h2>{heading} <span class="marks">{marks}</span></h2>'
                f"<pre>{text}</pre>{space}</section>"
            )
        return "\n".join(parts)

    def _heading(self, number: int, item: Item) -> str:
        return f"{number}. {prose('drill', self.lang)['kinds'][item.place.kind].capitalize()}: {item.title}"


def blueprint(questions: int) -> list[Place]:
    """The places of a paper of so many questions; they don't depend on any seed.

    Raises
    ------
    ValueError
        If there are none, or more than the bank can fill without repeating itself.

    Examples
    --------
    >>> [place.kind for place in blueprint(3)]
    ['calculate', 'explain', 'calculate']
    """
    if not 1 <= questions <= LONGEST:
        raise ValueError(f"A paper has from 1 to {LONGEST} questions; {questions} were asked for.")
    turns = dict.fromkeys(MARKS, 0)
    places = []
    for position in range(questions):
        kind, level = CYCLE[position % len(CYCLE)]
        able = [family for family in _FAMILIES if len(_candidates(kind, family, level)) > 1]
        # Each kind begins with another family, so that short papers are mixed.
        family = able[(turns[kind] + list(MARKS).index(kind)) % len(able)]
        turns[kind] += 1
        places.append(Place(kind, family, level))
    return places


def paper(seed: int | str, questions: int = 10, lang: str = "en") -> Paper:
    """The paper that a seed draws, without a question asked twice.

    Raises
    ------
    ValueError, LookupError
        If the number of questions, or the language, is out of range.

    Examples
    --------
    >>> paper(seed=1, questions=7).marks == paper(seed=2, questions=7).marks
    True
    """
    rng = generator(f"interview/exam/{questions}", str(seed))
    used: set[str] = set()
    items = []
    for number, place in enumerate(blueprint(questions)):
        names = _candidates(place.kind, place.family, place.level)
        fresh = [name for name in names if name not in used] or names
        name = str(rng.choice(fresh))
        used.add(name)
        items.append(_item(place, name, f"{seed}/{number}", lang))
    return Paper(str(seed), tuple(items), lang)


#: Longer papers would ask the same question of the bank twice.
LONGEST = 28
_FAMILIES = (*FAMILIES, "algorithms")


def _candidates(kind: str, family: str, level: int) -> list[str]:
    """The names of what can be asked at a place."""
    if kind == "calculate":
        return list(FAMILIES.get(family, {}))
    if kind == "debug":
        from autograder.exercises import ids

        return [one for one in ids() if family_of(one) == family and level_of(one) == level]
    return [
        name
        for name, of_family in bank.catalogue().items()
        if name.startswith(kind) and of_family == family and bank.level_of(name) == level
    ]


def _item(place: Place, name: str, seed: str, lang: str) -> Item:
    say = prose("exam", lang)
    if place.kind == "calculate":
        asked = calculation(name, place.level, seed, lang)
        return Item(place, asked.id, asked.title, asked.prompt, _key_of_calculation(asked, say))
    if place.kind == "debug":
        held = generator(f"interview/exam/{name}", seed).choice(
            [one.name for one in load(name).misconceptions]
        )
        mend = broken(name, str(held), seed, lang)
        return Item(
            place,
            mend.id,
            mend.title,
            f"{say['debug']}\n\n{mend.source}",
            f"{mend.held.name}\n\n{mend.solution}",
        )
    spoken = bank.question(name, lang)
    points = "\n".join(f"  {number}. {point}" for number, point in enumerate(spoken.rubric, start=1))
    common = say["common"].format(wrong=spoken.wrong, why=spoken.why_wrong)
    key = f"{spoken.answer}\n\n{say['rubric']}\n{points}\n\n{common}"
    return Item(place, spoken.id, spoken.title, spoken.prompt, key)


def _key_of_calculation(asked: Calculation, say: dict[str, str]) -> str:
    slips = "\n".join(f"  {slip.value:.4f}  {slip.why}" for slip in asked.slips)
    return f"{say['answer'].format(key=asked.key)}\n\n{asked.solution}\n\n{say['slips']}\n{slips}"
