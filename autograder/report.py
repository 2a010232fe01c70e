"""What a check found, with two faces: plain text for a terminal, Markdown for a notebook."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from autograder.outcome import Outcome

#: Under this type a notebook's output carries the report as data, for whoever collects outcomes later.
MIME = "application/vnd.autograder.report+json"


@dataclass(frozen=True)
class Failure:
    """One call that went wrong: what was called, what came back, what should have, why, and what to do next.

    For a hidden case `call`, `got` and `expected` are empty.
    """

    call: str
    got: str
    expected: str
    why: str
    next_step: str


@dataclass(frozen=True)
class Report:
    """The result of checking one function.

    `groups` holds a line for each group of cases: its name, how many passed, how many there are.
    """

    exercise: str
    outcome: Outcome
    groups: tuple[tuple[str, int, int], ...] = ()
    failure: Failure | None = None
    misconception: str | None = None
    also: str = field(default="", compare=False)

    @property
    def headline(self) -> str:
        """One line: the exercise and its outcome."""
        name = f" ({self.misconception})" if self.misconception else ""
        return f"{self.exercise}: {self.outcome.phrase}{name}"

    def __str__(self) -> str:
        lines = [self.headline]
        lines += [f"  {_tally(*group)}" for group in self.groups]
        if self.failure:
            lines.append("")
            lines += [f"  {label:<10}{_indented(text)}" for label, text in _facts(self.failure)]
        return "\n".join(lines)

    def _repr_markdown_(self) -> str:
        lines = [f"**{self.headline}**", ""]
        lines += [f"- {_tally(*group)}" for group in self.groups]
        if self.failure:
            lines.append("")
            for label, text in _facts(self.failure):
                shown = _code(text) if label in ("call", "got", "expected") else text
                lines.append(f"**{label}:** {shown}  ")
        return "\n".join(lines)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        data = {"exercise": self.exercise, "outcome": self.outcome.value, "misconception": self.misconception}
        return {"text/plain": str(self), "text/markdown": self._repr_markdown_(), MIME: data}


def _tally(name: str, passed: int, total: int) -> str:
    if passed == total:
        return f"{name}: all {total} passed" if total > 1 else f"{name}: passed"
    return f"{name}: {passed} of {total} passed"


def _facts(failure: Failure) -> list[tuple[str, str]]:
    labelled = [
        ("call", failure.call),
        ("got", failure.got),
        ("expected", failure.expected),
        ("why", failure.why),
        ("next", failure.next_step),
    ]
    return [(label, text) for label, text in labelled if text]


def _indented(text: str) -> str:
    return text.replace("\n", "\n" + " " * 12)


def _code(text: str) -> str:
    """`text` as inline code, or as a block when it has several lines; backticks in it stay harmless."""
    longest = max((len(run) for run in text.replace("`", "` ").split() if set(run) == {"`"}), default=0)
    fence = "`" * (longest + text.count("`") + 1)
    if "\n" in text:
        fence = "`" * max(3, len(fence))
        return f"\n{fence}text\n{text}\n{fence}\n"
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}"
