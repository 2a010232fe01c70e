"""A drawing and its prose make a calculation question; a wrong number is told which slip it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import isfinite

from autograder.interview.calculations import FAMILIES, LEVELS, Draft, Generator
from autograder.interview.prose import prose
from autograder.interview.reading import read_number
from autograder.seeding import generator
from dtlib.explain import Explanation

#: A number this close to the key is right: logarithms from a table of three decimals stay within it.
TOLERANCE = 0.003
#: The key and the slips stand further apart than two readings that are both within the tolerance.
APART = 0.008
_DRAWS = 2000


@dataclass(frozen=True)
class Slip:
    """A usual mistake: the number that it gives, and what a tutor says to it."""

    name: str
    value: float
    why: str


@dataclass(frozen=True)
class Verdict:
    """What became of an answer. `slip` is the name of the mistake, where it is a usual one."""

    right: bool
    sentence: str
    slip: str | None = None


@dataclass(frozen=True)
class Calculation:
    """A question whose answer is a number.

    Parameters
    ----------
    id : ``"calculate/entropy/2"``: the quantity and the level; the seed is not part of it.
    family : what the quantity belongs to, ``"impurity"``.
    title, prompt : for the candidate.
    answer : the key, by `dtlib`.
    slips : the usual mistakes.
    written_solution : the worked solution in a line or two; empty where `dtlib.explain` works it out.
    """

    id: str
    family: str
    title: str
    level: int
    prompt: str
    answer: float
    slips: tuple[Slip, ...]
    written_solution: str
    lang: str = "en"
    explain: Callable[[], Explanation] | None = field(default=None, compare=False)

    kind = "calculate"

    @property
    def key(self) -> str:
        """The answer as the key prints it."""
        return f"{self.answer:.4f}".rstrip("0").rstrip(".")

    @property
    def solution(self) -> str:
        """The worked solution, as plain text."""
        return str(self.explain()) if self.explain else self.written_solution

    def judge(self, given: str) -> Verdict:
        """Whether what the candidate typed is right, and if it is not, why.

        Raises
        ------
        ValueError
            If it is no number.

        Examples
        --------
        >>> question = calculation("entropy", 1, seed=1)
        >>> question.judge(question.key).right
        True
        >>> question.judge(str(question.slips[0].value)).slip
        'natural_logarithm'
        """
        say = prose("calculate", self.lang)["verdicts"]
        number = read_number(given)
        if number is None:
            raise ValueError(say["no_number"].format(given=given))
        if abs(number - self.answer) <= TOLERANCE:
            return Verdict(True, say["right"].format(key=self.key))
        for slip in self.slips:
            if abs(number - slip.value) <= TOLERANCE:
                return Verdict(False, say["slip"].format(key=self.key, why=slip.why), slip.name)
        return Verdict(False, say["wrong"].format(key=self.key))


def topics() -> list[str]:
    """The quantities that can be asked for."""
    return [topic for family in FAMILIES.values() for topic in family]


def calculation(topic: str, level: int, seed: int | str, lang: str = "en") -> Calculation:
    """The question that a seed draws: the same seed, the same question.

    Parameters
    ----------
    topic : one of `topics()`.
    level : 1, 2 or 3.
    seed : int or str
    lang : a language of the trainer.

    Raises
    ------
    LookupError
        If there is no such topic, level or language.

    Examples
    --------
    >>> print(calculation("gini", 1, seed=3).prompt)
    A node holds ... What is its Gini impurity?
    """
    family, draw = _found(topic)
    if level not in LEVELS:
        raise LookupError(f"There is no level {level}. There are: {', '.join(map(str, LEVELS))}.")
    rng = generator(f"interview/{topic}/{level}", str(seed))
    for _ in range(_DRAWS):
        draft = draw(rng, level)
        if is_clear(draft):
            return _worded(topic, family, level, draft, lang)
    raise AssertionError(f"{topic}, level {level}: no clear question in {_DRAWS} drawings")


def is_clear(draft: Draft) -> bool:
    """Whether no number can be read two ways: key and slips all stand apart, beyond any rounding.

    Examples
    --------
    >>> is_clear(Draft({}, 0.5, {"a": 0.7, "b": 0.3}))
    True
    >>> is_clear(Draft({}, 0.5, {"a": 0.503}))
    False
    """
    numbers = [draft.answer, *draft.slips.values()]
    return all(map(isfinite, numbers)) and all(
        abs(one - other) >= APART for one, other in combinations(numbers, 2)
    )


def all_kinds() -> Iterator[tuple[str, int]]:
    """Every topic at every level."""
    return ((topic, level) for topic in topics() for level in LEVELS)


def family_of(topic: str) -> str:
    """The family that a quantity belongs to."""
    return _found(topic)[0]


def _found(topic: str) -> tuple[str, Generator]:
    for family, generators in FAMILIES.items():
        if topic in generators:
            return family, generators[topic]
    raise LookupError(f"There is no topic {topic!r}. There are: {', '.join(topics())}.")


def _worded(topic: str, family: str, level: int, draft: Draft, lang: str) -> Calculation:
    chapter = prose("calculate", lang)
    words = chapter[topic]
    slips = tuple(
        Slip(name, value, words.get("slips", {}).get(name) or chapter["slips"][name])
        for name, value in draft.slips.items()
    )
    written = ""
    if draft.explain is None:
        steps = words["solution"].format(**draft.givens)
        written = f"{steps}\n    {draft.givens['terms']} = {draft.answer:.4f}"
    return Calculation(
        id=f"calculate/{topic}/{level}",
        family=family,
        title=words["title"],
        level=level,
        prompt=words["prompt"].format(**draft.givens).strip(),
        answer=draft.answer,
        slips=slips,
        written_solution=written,
        lang=lang,
        explain=draft.explain,
    )
