"""What a submission came to: one part for each graded cell, and what the file itself needs said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from autograder.outcome import Outcome
from autograder.report import Report


@dataclass(frozen=True)
class Part:
    """What one graded cell came to.

    Attributes
    ----------
    score : None where a person has to mark.
    inside : the verdict came from a test beside the student's code, which could have made it pass.
    """

    grade_id: str
    max_score: float
    score: float | None
    outcome: Outcome | None
    report: Report | None = None
    sentence: str = ""
    inside: bool = False


@dataclass(frozen=True)
class Judgement:
    """What one submission came to.

    Attributes
    ----------
    reason : why nothing could be graded; empty when something could.
    remarks : sentences for the student about the file.
    outputs : what the submission's cells showed, by their position.
    notebook : the marked notebook, as the text of an ``.ipynb`` file; empty where nothing could be graded.
    seconds : wall-clock time of each step, by what it was.
    """

    parts: tuple[Part, ...]
    reason: str = ""
    remarks: tuple[str, ...] = ()
    outputs: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    notebook: str = ""
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def misconceptions(self) -> tuple[str, ...]:
        """The ideas that the reports name, each once, as "exercise: idea"."""
        reports = [part.report for part in self.parts if part.report and part.report.misconception]
        named = [f"{report.exercise.partition('/')[2]}: {report.misconception}" for report in reports]
        return tuple(dict.fromkeys(named))

    @property
    def score(self) -> float:
        """The points earned so far."""
        return sum(part.score or 0.0 for part in self.parts)

    @property
    def max_score(self) -> float:
        return sum(part.max_score for part in self.parts)
