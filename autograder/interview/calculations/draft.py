"""What a generator hands over, and the small tables that most of them draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pandas as pd

from dtlib.explain import Explanation

CLASSES = ("yes", "no", "maybe")
VALUES = ("low", "mid", "high")


@dataclass(frozen=True)
class Draft:
    """The numbers of one question, before there is any prose.

    Parameters
    ----------
    givens : what fills the gaps of the prompt and of the written solution.
    answer : by `dtlib`.
    slips : the values that the usual mistakes give, by the name of the mistake.
    explain : makes the worked solution, where `dtlib.explain` has one.
    """

    givens: Mapping[str, object]
    answer: float
    slips: Mapping[str, float]
    explain: Callable[[], Explanation] | None = field(default=None, compare=False)


class Cases(NamedTuple):
    """A small table: one attribute and the class of every case."""

    values: list[str | None]
    labels: list[str]

    @property
    def frame(self) -> pd.DataFrame:
        return pd.DataFrame({"attribute": pd.Series(self.values, dtype=object)})

    def branches(self) -> list[list[str]]:
        """The labels in each branch; cases without a value are in none."""
        return [
            [label for value, label in zip(self.values, self.labels, strict=True) if value == branch]
            for branch in dict.fromkeys(value for value in self.values if value is not None)
        ]

    def known(self) -> Cases:
        """The cases whose value is known."""
        pairs = [pair for pair in zip(self.values, self.labels, strict=True) if pair[0] is not None]
        return Cases([value for value, _ in pairs], [label for _, label in pairs])


def labels_of(counts: np.ndarray) -> list[str]:
    """So many labels of each class.

    Examples
    --------
    >>> labels_of(np.array([2, 1]))
    ['yes', 'yes', 'no']
    """
    return np.repeat(CLASSES[: len(counts)], counts).tolist()


def cases_of(counts: np.ndarray) -> Cases:
    """The cases that a table of counts, (branches, classes), stands for.

    Examples
    --------
    >>> cases_of(np.array([[1, 1], [0, 1]]))
    Cases(values=['low', 'low', 'high'], labels=['yes', 'no', 'no'])
    """
    names = VALUES if len(counts) == 3 else (VALUES[0], VALUES[2])
    values: list[str | None] = []
    labels: list[str] = []
    for name, row in zip(names, counts, strict=True):
        values += [name] * int(row.sum())
        labels += labels_of(row)
    return Cases(values, labels)


def shown_counts(labels: list[str]) -> str:
    """The classes with their counts.

    Examples
    --------
    >>> shown_counts(["yes", "no", "yes"])
    '2 yes, 1 no'
    """
    return ", ".join(f"{labels.count(name)} {name}" for name in CLASSES if name in labels)


def shown_table(cases: Cases) -> str:
    """One line for each value, with the counts of the classes."""
    lines = [
        f"    {name:<6} {shown_counts([b for a, b in zip(*cases, strict=True) if a == name])}"
        for name in dict.fromkeys(value for value in cases.values if value is not None)
    ]
    without = [label for value, label in zip(*cases, strict=True) if value is None]
    return "\n".join([*lines, f"    ?      {shown_counts(without)}"] if without else lines)


def draw_counts(rng: np.random.Generator, branches: int, classes: int, largest: int) -> np.ndarray:
    """A table of counts in which every branch and every class has a case."""
    while True:
        counts = rng.integers(0, largest + 1, size=(branches, classes))
        if counts.sum(axis=0).all() and counts.sum(axis=1).all():
            return counts


def draw_table(rng: np.random.Generator, level: int) -> Cases:
    """Two branches and two classes; three branches at level 2; three classes, too, at level 3."""
    return cases_of(draw_counts(rng, 2 if level == 1 else 3, 3 if level == 3 else 2, 4))
