"""A round: which question comes next, and what its answer does to the progress. Prints and reads nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

import numpy as np

from autograder.interview.deck import Question, Subject, question_on, subjects
from autograder.interview.progress import KNOWN, Progress

#: How often new subjects of each kind come in a mixed round. Code takes longest, so it comes least.
WEIGHTS = {"calculate": 5, "explain": 3, "compare": 2, "debug": 2, "memory": 1}


class Round:
    """So many minutes of questions on some subjects.

    Parameters
    ----------
    progress : where the answers go.
    pool : the subjects to ask about.
    seconds : how long; a question begun in time may be finished.
    seed : the same seed, the same new questions. None: any.
    lang : the language of the questions.
    clock : seconds, as `time.monotonic` counts them.
    """

    def __init__(
        self,
        progress: Progress,
        pool: list[Subject],
        seconds: float,
        seed: int | None = None,
        lang: str = "en",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.progress = progress
        self.pool = pool
        self.lang = lang
        self.scores: list[tuple[Subject, float]] = []
        self._rng = np.random.default_rng(seed)
        self._clock = clock
        self._end = clock() + seconds
        self._waiting: tuple[Subject, int, int] | None = None

    @classmethod
    def resumed(cls, progress: Progress, clock: Callable[[], float] = time.monotonic) -> Round:
        """The round that was broken off: the same question, the time that was left, the score so far."""
        kept = progress.unfinished
        assert kept is not None
        by_id = {subject.id: subject for subject in subjects()}
        pool = [by_id[name] for name in kept["pool"] if name in by_id]
        round_ = cls(progress, pool or list(subjects()), kept["seconds"], lang=kept["lang"], clock=clock)
        round_.scores = [(by_id[name], score) for name, score in kept["scores"] if name in by_id]
        name, level, seed = kept["waiting"]
        if name in by_id:
            round_._waiting = (by_id[name], level, seed)
        return round_

    @property
    def seconds_left(self) -> float:
        """Never below 0."""
        return max(0.0, self._end - self._clock())

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(score >= KNOWN for _, score in self.scores)

    def next(self) -> Question | None:
        """The next question, or None if the time is up."""
        if self._waiting is None:
            if self.seconds_left <= 0:
                return None
            subject = self._next_subject()
            seed = int(self._rng.integers(2**31))
            self._waiting = (subject, self.progress.level(subject), seed)
        self._keep()
        subject, level, seed = self._waiting
        return question_on(subject, level, seed, self.lang)

    def record(self, score: float) -> None:
        """The score of the question that `next` gave, between 0 and 1."""
        assert self._waiting is not None
        subject, _, _ = self._waiting
        self.scores.append((subject, score))
        self._waiting = None
        self.progress.unfinished = None
        self.progress.record(subject, score)

    def skip(self) -> None:
        """Leave the question out; nothing is entered."""
        self._waiting = None

    def close(self) -> None:
        """The round is over: there is nothing to resume."""
        self._waiting = None
        self.progress.unfinished = None
        self.progress.save()

    def _next_subject(self) -> Subject:
        """Of what is due, the longest due; else something new; else what is due soonest."""
        last = self.scores[-1][0] if self.scores else None
        pool = [subject for subject in self.pool if subject != last] or self.pool
        due = {subject: self.progress.due(subject) for subject in pool}
        now = datetime.now(UTC)
        overdue = {subject: when for subject, when in due.items() if when is not None and when <= now}
        if overdue:
            return min(overdue, key=lambda subject: overdue[subject])
        new = [subject for subject, when in due.items() if when is None]
        if new:
            weights = np.array([self._weight(subject, new) for subject in new])
            return new[int(self._rng.choice(len(new), p=weights / weights.sum()))]
        return min(pool, key=lambda subject: due[subject] or now)

    @staticmethod
    def _weight(subject: Subject, among: list[Subject]) -> float:
        return WEIGHTS[subject.kind] / sum(other.kind == subject.kind for other in among)

    def _keep(self) -> None:
        assert self._waiting is not None
        subject, level, seed = self._waiting
        self.progress.unfinished = {
            "seconds": self.seconds_left,
            "lang": self.lang,
            "pool": [one.id for one in self.pool],
            "scores": [(one.id, score) for one, score in self.scores],
            "waiting": (subject.id, level, seed),
        }
        self.progress.save()
