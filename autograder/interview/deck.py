"""Everything that can be asked, as one deck: a subject is what is learnt, a question is one asking of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from autograder.exercises import ids, load
from autograder.interview import bank, calculations
from autograder.interview.bank import Spoken
from autograder.interview.calculate import Calculation, calculation, family_of, topics
from autograder.interview.code import Broken, FromMemory, all_broken, broken, from_memory
from autograder.interview.code import family_of as family_of_exercise
from autograder.seeding import generator

Question = Calculation | Spoken | Broken | FromMemory

KINDS = ("calculate", "explain", "compare", "debug", "memory")
FAMILIES = (*calculations.FAMILIES, "algorithms")


@dataclass(frozen=True)
class Subject:
    """What a candidate knows or does not: ``calculate/entropy``, ``debug/week1/gini``."""

    id: str
    kind: str
    family: str

    @property
    def name(self) -> str:
        """The id without the kind."""
        return self.id.partition("/")[2]


@cache
def subjects() -> tuple[Subject, ...]:
    """All subjects.

    Examples
    --------
    >>> subjects()[0]
    Subject(id='calculate/entropy', kind='calculate', family='impurity')
    """
    return (
        *(Subject(f"calculate/{topic}", "calculate", family_of(topic)) for topic in topics()),
        *(Subject(name, name.partition("/")[0], family) for name, family in bank.catalogue().items()),
        *(Subject(f"debug/{one}", "debug", family_of_exercise(one)) for one in ids()),
        *(Subject(f"memory/{one}", "memory", family_of_exercise(one)) for one in ids()),
    )


def chosen(kinds: list[str] | None = None, families: list[str] | None = None) -> list[Subject]:
    """The subjects of some kinds and topics; of all, where none is named.

    Raises
    ------
    LookupError
        If there is no such kind or topic, or no question of these kinds on these topics.

    Examples
    --------
    >>> [subject.name for subject in chosen(["calculate"], ["pruning"])]
    ['error_limit', 'pessimistic_error', 'weakest_link']
    """
    for named, known, what in ((kinds, KINDS, "kind"), (families, FAMILIES, "topic")):
        for name in named or ():
            if name not in known:
                raise LookupError(f"There is no {what} {name!r}. There are: {', '.join(known)}.")
    found = [
        subject
        for subject in subjects()
        if subject.kind in (kinds or KINDS) and subject.family in (families or FAMILIES)
    ]
    if not found:
        raise LookupError(f"There is no question of these kinds on {', '.join(families or ())}.")
    return found


def question_on(subject: Subject, level: int, seed: int | str, lang: str = "en") -> Question:
    """One question on a subject. The level matters for calculations only; other questions have their own.

    Examples
    --------
    >>> question_on(chosen(["calculate"])[0], level=2, seed=1).id
    'calculate/entropy/2'
    """
    if subject.kind == "calculate":
        return calculation(subject.name, level, seed, lang)
    if subject.kind == "debug":
        names = [one.name for one in load(subject.name).misconceptions]
        name = str(generator(f"interview/{subject.id}", str(seed)).choice(names))
        return broken(subject.name, name, seed, lang)
    if subject.kind == "memory":
        return from_memory(subject.name, lang)
    return bank.question(subject.id, lang)


def question_ids() -> list[str]:
    """The ids of all distinct questions; every level of a calculation is one, however many seeds it has."""
    return [
        *(f"calculate/{topic}/{level}" for topic in topics() for level in calculations.LEVELS),
        *bank.catalogue(),
        *all_broken(),
        *(f"memory/{one}" for one in ids()),
    ]
