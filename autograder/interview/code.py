"""Code questions: mend a broken implementation, or write one from memory. Both are graded by running them."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from functools import partial
from typing import Any

from autograder.examination import examine
from autograder.exercise import Exercise, Misconception
from autograder.exercises import load
from autograder.interview.calculate import Verdict
from autograder.interview.prose import prose
from autograder.outcome import Outcome
from autograder.seeding import generator

#: How many ideas a broken function is offered to have in it.
IDEAS = 4

_FAMILY_OF_WEEK = {"week1": "impurity", "week2": "algorithms", "week3": "splitting", "week4": "splitting"}
_FAMILY = {
    "week3/gain_with_missing": "missing values",
    "week3/predict_with_missing": "missing values",
    "week3/split_with_weights": "missing values",
    "week4/surrogate_agreement": "missing values",
    "week3/pessimistic_error": "pruning",
    "week4/prune_sequence": "pruning",
    "week4/weakest_link": "pruning",
}
_LEVEL = {"week1": 1, "week2": 2, "week3": 2, "week4": 3, "week5": 2}


@dataclass(frozen=True)
class Broken:
    """An implementation with a wrong idea in it: name the idea, then mend it.

    Parameters
    ----------
    id : ``"debug/week1/entropy/natural logarithm"``.
    exercise : the exercise that the function was written for.
    family, level, title, prompt : as in the other kinds.
    source : the broken function; it bears the exercise's name.
    ideas : names of wrong ideas, one of which is in the source.
    held : the one that is.
    """

    id: str
    exercise: str
    family: str
    level: int
    title: str
    prompt: str
    source: str
    ideas: tuple[str, ...]
    held: Misconception
    lang: str = "en"

    kind = "debug"

    @property
    def number(self) -> int:
        """The number of the right idea, from 1 on."""
        return self.ideas.index(self.held.name) + 1

    @property
    def solution(self) -> str:
        """What is wrong, and where to go from there."""
        return f"{self.held.why} {self.held.next_step}"

    def judge(self, given: str) -> Verdict:
        """Whether the number typed is that of the idea in the source.

        Raises
        ------
        ValueError
            If it is none of the numbers offered.
        """
        say = prose("drill", self.lang)["debug"]
        if given.strip() not in map(str, range(1, len(self.ideas) + 1)):
            raise ValueError(say["no_choice"].format(last=len(self.ideas)))
        right = int(given) == self.number
        key = "right_idea" if right else "wrong_idea"
        return Verdict(right, say[key].format(idea=self.held.name, why=self.held.why))


@dataclass(frozen=True)
class FromMemory:
    """A function to be written with nothing but its signature, against the clock.

    Parameters
    ----------
    id : ``"memory/week1/entropy"``.
    exercise : whose checks will grade it.
    family, level, title, prompt : as in the other kinds.
    source : what the file holds at the start.
    minutes : the time allowed.
    """

    id: str
    exercise: str
    family: str
    level: int
    title: str
    prompt: str
    source: str
    minutes: int

    kind = "memory"


@dataclass(frozen=True)
class Grade:
    """What running a source came to; `sentence` is for the person who wrote it."""

    right: bool
    sentence: str


def broken(exercise_id: str, misconception: str, seed: int | str = 0, lang: str = "en") -> Broken:
    """A debugging question; the seed chooses and orders the other ideas that are offered.

    Raises
    ------
    LookupError
        If there is no such exercise, or no such misconception in it.

    Examples
    --------
    >>> question = broken("week1/entropy", "natural logarithm")
    >>> question.judge(str(question.number)).right
    True
    """
    exercise = load(exercise_id)
    held = next((one for one in exercise.misconceptions if one.name == misconception), None)
    if held is None:
        names = ", ".join(one.name for one in exercise.misconceptions)
        raise LookupError(f"{exercise_id} knows no misconception {misconception!r}. It knows: {names}.")
    rng = generator(f"interview/{exercise_id}/{misconception}", str(seed))
    others = [one.name for one in exercise.misconceptions if one is not held]
    ideas = [held.name, *rng.choice(others, size=min(IDEAS - 1, len(others)), replace=False).tolist()]
    rng.shuffle(ideas)
    say = prose("drill", lang)["debug"]
    return Broken(
        id=f"debug/{exercise_id}/{misconception}",
        exercise=exercise_id,
        family=family_of(exercise_id),
        level=level_of(exercise_id),
        title=exercise.name,
        prompt=say["prompt"].format(signature=exercise.signature, returns=exercise.returns),
        source=nameless(exercise, held),
        ideas=tuple(ideas),
        held=held,
        lang=lang,
    )


def from_memory(exercise_id: str, lang: str = "en") -> FromMemory:
    """A question to write a function from memory. Minutes allowed: as many as its marks, and at least five.

    Raises
    ------
    LookupError
        If there is no such exercise.

    Examples
    --------
    >>> from_memory("week1/entropy").minutes
    8
    """
    exercise = load(exercise_id)
    say = prose("drill", lang)["memory"]
    minutes = max(5, exercise.points)
    return FromMemory(
        id=f"memory/{exercise_id}",
        exercise=exercise_id,
        family=family_of(exercise_id),
        level=level_of(exercise_id),
        title=exercise.name,
        prompt=say["prompt"].format(signature=exercise.signature, returns=exercise.returns, minutes=minutes),
        source=f"def {exercise.signature}:\n    raise NotImplementedError\n",
        minutes=minutes,
    )


def family_of(exercise_id: str) -> str:
    """The topic that an exercise belongs to."""
    return _FAMILY.get(exercise_id, _FAMILY_OF_WEEK.get(exercise_id.partition("/")[0], "evaluation"))


def level_of(exercise_id: str) -> int:
    """The level of an exercise's week."""
    return _LEVEL.get(exercise_id.partition("/")[0], 2)


def nameless(exercise: Exercise, misconception: Misconception) -> str:
    """The source of a misconception under the exercise's name, because its own would tell what is wrong.

    Examples
    --------
    >>> exercise = load("week1/entropy")
    >>> print(nameless(exercise, exercise.misconceptions[0]).splitlines()[0])
    def entropy(labels):
    """
    own = misconception.implementation.__name__
    source = exercise.standing_alone(misconception.implementation)
    source = source.removesuffix(f"\n\n\n{exercise.name} = {own}")
    return re.sub(rf"\b{re.escape(own)}\b", exercise.name, source) + "\n"


def grade(exercise_id: str, source: str, seed: int | str = 0, lang: str = "en") -> Grade:
    """Run a source and examine the function in it, on the visible cases and on some that a seed draws.

    The code runs in this process, with all its rights: it is for the candidate's own code.

    Examples
    --------
    >>> grade("week1/entropy", "def entropy(labels):\\n    return 1.0\\n").right
    False
    """
    exercise = load(exercise_id)
    say = prose("drill", lang)["code"]
    names: dict[str, Any] = {"__name__": "candidate"}
    try:
        exec(compile(source, f"{exercise.name}.py", "exec"), names)
    except Exception:
        return Grade(False, say["does_not_run"].format(problem=traceback.format_exc(limit=0).strip()))
    function = names.get(exercise.name)
    if function is None:
        return Grade(False, say["no_function"].format(name=exercise.name))
    drawn = tuple(exercise.draw(generator(exercise_id, str(seed))))
    report = examine(exercise, function, exercise.cases + drawn)
    return Grade(report.outcome is Outcome.CORRECT, str(report))


def all_broken() -> dict[str, partial[Broken]]:
    """Every debugging question by its id, to be made when wanted."""
    from autograder.exercises import ids

    return {
        f"debug/{exercise_id}/{one.name}": partial(broken, exercise_id, one.name)
        for exercise_id in ids()
        for one in load(exercise_id).misconceptions
    }
