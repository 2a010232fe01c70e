"""One submission's time in the box: its cells are run, its functions called, its end noted."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder import seeding
from autograder.answers import Answer, Lost, Raised, Returned, ReturnedStranger, changed
from autograder.exercise import Case, Exercise
from autograder.outcome import Outcome
from autograder.sandbox.box import Box, Visit
from autograder.sandbox.channel import Ended, Late, Silence
from autograder.sandbox.inside.codec import Garbled, decode, encode
from autograder.sandbox.limits import Limits
from autograder.sandbox.outputs import inert
from autograder.sandbox.plan import Ask, Run, Step, Test
from autograder.values import NotPlainError, plain

#: Seconds that the student's process gets to stop by itself before it is stopped.
_GRACE = 1.0


@dataclass(frozen=True)
class Questions:
    """The cases of one check, and the order in which they are asked: each twice, shuffled."""

    cases: tuple[Case, ...]
    order: tuple[int, ...]


def questions(exercise: Exercise, step: Ask, seed: str) -> Questions:
    """The questions of one check to one student."""
    cases = tuple(exercise.draw(seeding.generator(exercise.id, seed))) if step.hidden else exercise.cases
    order = [number for number in range(len(cases)) for _ in range(2)]
    random.Random(f"{seed}\n{step.cell.grade_id}").shuffle(order)
    return Questions(cases, tuple(order))


@dataclass
class Sitting:
    """One submission's time in the box.

    A step that ends the process is not taken again: a fresh process runs the student's other cells and goes
    on with what is still open.
    """

    plan: Sequence[Step]
    questions: Mapping[str, Questions]
    limits: Limits
    outputs: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    trouble: dict[str, Lost | Raised] = field(default_factory=dict)
    answers: dict[str, list[list[Answer]]] = field(default_factory=dict)
    strange: dict[str, str] = field(default_factory=dict)
    tests: dict[str, dict[str, Any] | Lost] = field(default_factory=dict)
    fatal: set[int] = field(default_factory=set)

    def hold(self, box: Box) -> None:
        self.deadline = time.monotonic() + self.limits.notebook_seconds
        while self._anything_open() and time.monotonic() < self.deadline:
            if self._taken_to_the_end(box):
                return

    def _anything_open(self) -> bool:
        return any(
            not self._settled(step) for number, step in enumerate(self.plan) if number not in self.fatal
        )

    def _taken_to_the_end(self, box: Box) -> bool:
        with box.visit(self.limits) as visit:
            for number, step in enumerate(self.plan):
                if number in self.fatal or (not isinstance(step, Run) and self._settled(step)):
                    continue
                started = time.monotonic()
                try:
                    self._take(visit, step)
                except Silence as silence:
                    self.fatal.add(number)
                    self._note_end(step, self._fate(visit, silence))
                    return False
                finally:
                    name = step.cell.grade_id or (
                        f"cell {step.position + 1}" if isinstance(step, Run) else ""
                    )
                    self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - started
        return True

    def _settled(self, step: Step) -> bool:
        if isinstance(step, Run):
            return step.position in self.outputs
        if isinstance(step, Ask):
            return step.cell.grade_id in self.answers
        said = self.tests.get(step.cell.grade_id)
        # One that failed where it stands has another turn at the end: it may stand above what it tests.
        return isinstance(said, Lost) or (said is not None and said.get("passed") is True)

    def _take(self, visit: Visit, step: Step) -> None:
        if isinstance(step, Run):
            self._run(visit, step)
        elif isinstance(step, Test):
            seconds = self._at_most(self.limits.cell_seconds)
            request = {"do": "test", "source": step.source, "seconds": seconds}
            self.tests[step.cell.grade_id] = visit.channel.ask(request, seconds + _GRACE)
        else:
            self._ask(visit, step)

    def _run(self, visit: Visit, step: Run) -> None:
        seconds = self._at_most(self.limits.cell_seconds)
        request = {
            "do": "run",
            "source": step.cell.text,
            "seconds": seconds,
            "output_bytes": self.limits.output_bytes,
            "pictures": step.pictures,
        }
        said = visit.channel.ask(request, seconds + _GRACE)
        self.outputs[step.position] = inert(said.get("outputs"))
        if said.get("late"):
            self.trouble[step.cell.grade_id] = self._too_late(self.limits.cell_seconds)
        elif "raised" in said:
            self.trouble[step.cell.grade_id] = raised(said)

    def _ask(self, visit: Visit, step: Ask) -> None:
        name = step.cell.grade_id
        questions = self.questions[name]
        given: list[list[Answer]] = [[] for _ in questions.cases]
        calls = [encode(questions.cases[number].args) for number in questions.order]
        seconds = self._at_most(self.limits.call_seconds)
        request = {"do": "call", "name": step.function, "calls": calls, "seconds": seconds}
        end = time.monotonic() + self.limits.cell_seconds
        heard = visit.channel.answers(request, len(calls), seconds + _GRACE)
        try:
            for number, said in zip(questions.order, heard, strict=False):
                if "unbound" in said:
                    return
                if "no_function" in said:
                    self.strange[name] = _text(said["no_function"])
                    return
                given[number].append(self._answer(said, questions.cases[number]))
                if said.get("late"):
                    break
                if time.monotonic() > end:
                    raise Late("all calls together took too long")
        except Silence:
            self.answers[name] = given
            raise
        self.answers[name] = given

    def _at_most(self, seconds: float) -> float:
        return max(0.01, min(seconds, self.deadline - time.monotonic()))

    def _answer(self, said: dict[str, Any], case: Case) -> Answer:
        if said.get("late"):
            return self._too_late(self.limits.call_seconds)
        if said.get("raised") == "MemoryError":
            return self._too_much()
        if "raised" in said:
            return raised(said)
        if "stranger" in said:
            return ReturnedStranger(_text(said["stranger"]))
        try:
            value, arguments = plain(decode(said["returned"])), decode(said["arguments"])
        except (KeyError, Garbled, NotPlainError):
            return ReturnedStranger("something that is no value")
        return Returned(value, changed(arguments, case))

    def _fate(self, visit: Visit, silence: Silence) -> Lost:
        if isinstance(silence, Late):
            return self._too_late(None)
        if isinstance(silence, Ended) and visit.ran_out_of_memory():
            return self._too_much()
        return Lost(
            Outcome.CRASHED, "Your code ended the whole Python process instead of returning or raising."
        )

    def _note_end(self, step: Step, end: Lost) -> None:
        if isinstance(step, Run):
            self.outputs[step.position] = [
                {"output_type": "stream", "name": "stderr", "text": end.sentence + "\n"}
            ]
            self.trouble[step.cell.grade_id] = end
        elif isinstance(step, Test):
            self.tests[step.cell.grade_id] = end
        else:
            self.trouble[step.cell.grade_id] = end

    def _too_late(self, seconds: float | None) -> Lost:
        within = f" within {seconds:g} seconds" if seconds else " in time"
        return Lost(
            Outcome.TIMEOUT, f"Your code did not come to an end{within}. Is there a loop that never ends?"
        )

    def _too_much(self) -> Lost:
        most = self.limits.memory // 2**20
        return Lost(Outcome.OUT_OF_MEMORY, f"Your code needed more memory than the {most} MB it may use.")


def raised(said: dict[str, Any]) -> Raised:
    """The exception that the student's process says there was."""
    return Raised(*(_text(said.get(key)) for key in ("raised", "message", "line")))


def _text(claimed: Any) -> str:
    """A short text that can be written down, whatever came."""
    text = claimed if isinstance(claimed, str) else ""
    return text[:500].encode("utf-8", "replace").decode("utf-8")
