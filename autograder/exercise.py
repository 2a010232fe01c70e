"""An exercise is data.

One declaration per graded function. The notebooks, the checks, the hidden tests, the feedback, the simulated
class and our own tests all read this one declaration, so they cannot drift apart.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Case:
    """One call of the student's function.

    Parameters
    ----------
    *args : positional arguments, plain Python or NumPy values.
    group : the heading under which the case is reported ("worked example", "edge case", "random table").
    note : where the case comes from, for the person who reads the message ("play_tennis, the whole table").

    Examples
    --------
    >>> Case(["yes", "no"], group="worked example", note="one of each").call("entropy")
    "entropy(['yes', 'no'])"
    """

    args: tuple[Any, ...]
    group: str
    note: str

    def __init__(self, *args: Any, group: str = "worked example", note: str = "") -> None:
        object.__setattr__(self, "args", args)
        object.__setattr__(self, "group", group)
        object.__setattr__(self, "note", note)

    def call(self, name: str) -> str:
        """The call as the student would type it."""
        return f"{name}({', '.join(map(repr, self.args))})"


@dataclass(frozen=True)
class Misconception:
    """A wrong idea, as code, with what a good tutor says to someone who holds it.

    Parameters
    ----------
    name : short and readable ("natural logarithm").
    why : the sentence that names the idea and says why it is wrong. Speaks to the student.
    next_step : what to look at or try now. Never the finished code.
    implementation : a function that stands alone (its imports and helpers inside it), because simulated
        students hand in its source.
    """

    name: str
    why: str
    next_step: str
    implementation: Callable[..., Any]


def _no_canonical_form(value: Any) -> Any:
    return value


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One graded function.

    Parameters
    ----------
    id : ``"week1/entropy"``; the part after the slash is the name of the student's function.
    signature : the function as asked for, ``"entropy(labels)"``.
    returns : what it returns, in words, with the unit: "a number, in bits".
    points, hidden_points : the marks for the visible check and for the hidden cases.
    reference : the right answer for any case, computed by `dtlib`.
    cases : the visible cases; the published worked examples come first.
    draw : hidden cases from a random generator; a student's generator is seeded by the course.
    hints : each goes one step further than the one before; the last stops short of the finished code.
    misconceptions : wrong implementations that must be rejected and named.
    alternatives : correct solutions in other styles, all of which must pass.
    tolerance : two numbers this close (absolutely, or relative to the expected one) are the same.
    canonical : brings an answer to the form in which equal answers are equal (sorted rules, say).
    """

    id: str
    signature: str
    returns: str
    points: int
    hidden_points: int
    reference: Callable[..., Any]
    cases: tuple[Case, ...]
    draw: Callable[[np.random.Generator], Iterable[Case]]
    hints: tuple[str, ...]
    misconceptions: tuple[Misconception, ...]
    alternatives: Mapping[str, Callable[..., Any]]
    tolerance: float = 1e-6
    canonical: Callable[[Any], Any] = field(default=_no_canonical_form)

    @property
    def name(self) -> str:
        """The name of the student's function."""
        return self.id.partition("/")[2]

    def standing_alone(self, implementation: Callable[..., Any]) -> str:
        """Source that a notebook cell can hold: the implementation, then its name bound to the exercise's."""
        source = inspect.cleandoc("\n" + inspect.getsource(implementation))
        if implementation.__name__ == self.name:
            return source
        return f"{source}\n\n\n{self.name} = {implementation.__name__}"
