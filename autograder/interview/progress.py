"""What a candidate has answered, kept in one JSON file; `fsrs` says when each subject is due again."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fsrs import Card, Rating, Scheduler

from autograder.interview.deck import Subject

VERSION = 1
#: A score from here on counts as known.
KNOWN = 0.99


class ProgressError(Exception):
    """A file is not one of ours. The message says which, and what to do."""


@dataclass
class Record:
    """What is known of one subject. `level` is that of the next calculation."""

    card: Card = field(default_factory=Card)
    asked: int = 0
    right: int = 0
    level: int = 1


class Progress:
    """The records of one candidate.

    Parameters
    ----------
    path : Path
        The file; it need not exist yet.

    Raises
    ------
    ProgressError
        If it exists and is not a progress file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records: defaultdict[str, Record] = defaultdict(Record)
        self.unfinished: dict[str, Any] | None = None
        self._scheduler = Scheduler(enable_fuzzing=False)
        if path.exists():
            self._read()

    def record(self, subject: Subject, score: float, when: datetime | None = None) -> None:
        """Enter a score between 0 and 1, and write the file."""
        when = when or datetime.now(UTC)
        kept = self.records[subject.id]
        known = score >= KNOWN
        rating = Rating.Good if known else Rating.Hard if score >= 0.5 else Rating.Again
        kept.card, _ = self._scheduler.review_card(kept.card, rating, review_datetime=when)
        kept.asked += 1
        kept.right += known
        kept.level = min(3, kept.level + 1) if known else max(1, kept.level - 1)
        self.save()

    def due(self, subject: Subject) -> datetime | None:
        """When the subject should come again; None if it has never been asked."""
        return self.records[subject.id].card.due if subject.id in self.records else None

    def level(self, subject: Subject) -> int:
        """The level of the next calculation: up after a right answer, down after a wrong one."""
        return self.records[subject.id].level if subject.id in self.records else 1

    def by_family(self, subjects: list[Subject]) -> dict[str, tuple[int, int]]:
        """For each topic that has been asked: answers right, and answers in all; the weakest first."""
        tallies: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        for subject in subjects:
            if subject.id in self.records:
                tallies[subject.family][0] += self.records[subject.id].right
                tallies[subject.family][1] += self.records[subject.id].asked
        weakest_first = sorted(tallies.items(), key=lambda item: item[1][0] / item[1][1])
        return {family: (right, asked) for family, (right, asked) in weakest_first}

    def save(self) -> None:
        """Write the file, whole or not at all."""
        data = {
            "version": VERSION,
            "unfinished": self.unfinished,
            "subjects": {
                name: {
                    "card": kept.card.to_dict(),
                    "asked": kept.asked,
                    "right": kept.right,
                    "level": kept.level,
                }
                for name, kept in self.records.items()
            },
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_name(self.path.name + ".part")
        beside.write_text(json.dumps(data, indent=1), encoding="utf-8")
        beside.replace(self.path)

    def _read(self) -> None:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data["version"] != VERSION:
                raise ValueError(f"version {data['version']}")
            self.unfinished = data["unfinished"]
            for name, kept in data["subjects"].items():
                self.records[name] = Record(
                    Card.from_dict(kept["card"]), int(kept["asked"]), int(kept["right"]), int(kept["level"])
                )
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise ProgressError(
                f"{self.path} is not a progress file of this version ({problem}). "
                "Move it away, or name another with --progress."
            ) from None


def usual_place() -> Path:
    """The progress file in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("decision-tree-course") / "interview.json"
