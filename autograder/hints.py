"""`hint`: one step further each time it is asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from autograder.exercises import load
from autograder.showing import show

_asked: Counter[str] = Counter()


@dataclass(frozen=True)
class Hint:
    """One staged hint."""

    text: str
    step: int
    steps: int

    def __str__(self) -> str:
        return f"Hint {self.step} of {self.steps}. {self.text}"

    def _repr_markdown_(self) -> str:
        return f"**Hint {self.step} of {self.steps}.** {self.text}"


def hint(exercise_id: str) -> None:
    """Show the next hint for an exercise; after the last one, the last one again.

    Raises
    ------
    LookupError
        If there is no such exercise.

    Examples
    --------
    >>> from autograder import hint
    >>> hint("week1/entropy")
    Hint 1 of ...
    """
    steps = load(exercise_id).hints
    step = min(_asked[exercise_id], len(steps) - 1)
    _asked[exercise_id] += 1
    show(Hint(steps[step], step + 1, len(steps)))
