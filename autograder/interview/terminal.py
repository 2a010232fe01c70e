"""The drill in a terminal: plain lines and `input`, no colours, nothing that a slow SSH session can spoil."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from autograder.interview.bank import Spoken
from autograder.interview.calculate import Calculation
from autograder.interview.code import Broken, FromMemory, Grade, grade
from autograder.interview.deck import Question
from autograder.interview.prose import prose
from autograder.interview.round import Round

Ask = Callable[[str], str]
Say = Callable[[str], None]
T = TypeVar("T")


class _Stop(Exception):  # noqa: N818 - not an error: the candidate has had enough
    """Leave the round; it can be resumed."""


class _Skip(Exception):  # noqa: N818 - not an error either
    """Leave the question out."""


def run(round_: Round, workspace: Path, ask: Ask = input, say: Say = print) -> None:
    """Ask until the time is up, or until the candidate stops.

    Parameters
    ----------
    round_ : what to ask, and where the answers go.
    workspace : the folder for the files of code questions.
    ask, say : read a line after a prompt; show a line.
    """
    conversation = _Conversation(round_, workspace, ask, say)
    try:
        while (question := round_.next()) is not None:
            try:
                conversation.put(question)
            except _Skip:
                round_.skip()
    except (_Stop, EOFError, KeyboardInterrupt):
        say("\n" + conversation.words["round"]["broken_off"])
    else:
        round_.close()
        say("\n" + conversation.line["over"])
    conversation.sum_up()


class _Conversation:
    """One question at a time: put it, judge the answer, enter the score."""

    def __init__(self, round_: Round, workspace: Path, ask: Ask, say: Say) -> None:
        self.round = round_
        self.workspace = workspace
        self._ask = ask
        self.say = say
        self.words = prose("drill", round_.lang)
        self.line: dict[str, str] = self.words["round"]

    def put(self, question: Question) -> None:
        self.say(
            "\n"
            + self.line["question"].format(
                number=len(self.round.scores) + 1,
                kind=self.words["kinds"][question.kind],
                title=question.title,
                level=question.level,
                minutes=self.round.seconds_left / 60,
            )
        )
        self.say(question.prompt)
        match question:
            case Calculation():
                score = self._calculate(question)
            case Spoken():
                score = self._spoken(question)
            case Broken():
                score = self._debug(question)
            case FromMemory():
                score = self._memory(question)
        self.round.record(score)

    def sum_up(self) -> None:
        self.say(self.line["sum"].format(right=self.round.right, all=len(self.round.scores)))
        topics = self.round.progress.by_family(self.round.pool)
        if topics:
            self.say(self.line["topics"])
        for family, (right, asked) in topics.items():
            self.say(self.line["topic"].format(family=family, right=right, asked=asked))

    def _calculate(self, question: Calculation) -> float:
        verdict = self._until_judged(lambda: question.judge(self.ask(self.line["number"])))
        self.say(verdict.sentence)
        if not verdict.right:
            self.say(self.line["solution"])
            self.say(question.solution)
        return float(verdict.right)

    def _spoken(self, question: Spoken) -> float:
        self.ask(self.line["spoken"])
        self.say(f"{self.line['model']}\n{question.answer}")
        self.say(self.line["common"].format(wrong=question.wrong, why=question.why_wrong))
        self.say(self.line["rubric"])
        for number, point in enumerate(question.rubric, start=1):
            self.say(f"    {number}. {point}")
        points = self._until_judged(lambda: self._points(len(question.rubric)))
        self.say(self.line["marked"].format(made=len(points), all=len(question.rubric)))
        return len(points) / len(question.rubric)

    def _points(self, last: int) -> set[int]:
        typed = [part for part in re.split(r"[\s,;]+", self.ask(self.line["points"])) if part]
        if not all(part in map(str, range(1, last + 1)) for part in typed):
            raise ValueError(self.line["no_points"].format(last=last))
        return {int(part) for part in typed}

    def _debug(self, question: Broken) -> float:
        self.say("\n" + question.source)
        for number, idea in enumerate(question.ideas, start=1):
            self.say(f"    {number}. {idea}")
        verdict = self._until_judged(lambda: question.judge(self.ask(self.line["idea"])))
        self.say(verdict.sentence)
        mended = self._code(question.exercise, question.source)
        if not mended:
            self.say(self.line["given_up"].format(solution=question.solution))
        return (verdict.right + mended) / 2

    def _memory(self, question: FromMemory) -> float:
        begun = time.monotonic()
        right = self._code(question.exercise, question.source)
        over = time.monotonic() - begun - 60 * question.minutes
        if right and over > 0:
            self.say(self.line["too_late"].format(seconds=over))
            return 0.5
        return float(right)

    def _code(self, exercise_id: str, source: str) -> bool:
        """Let the candidate change a file until it is right, or given up."""
        self.workspace.mkdir(parents=True, exist_ok=True)
        path = self.workspace / f"{exercise_id.partition('/')[2]}.py"
        path.write_text(source, encoding="utf-8")
        prompt = self.line["edit"].format(path=path)
        while (typed := self.ask(prompt).strip().lower()) != "g":
            if typed == "e":
                import click

                click.edit(filename=str(path))
            graded = self._graded(exercise_id, path)
            if graded.right:
                self.say(self.line["run_right"])
                return True
            self.say(graded.sentence)
            prompt = self.line["run_wrong"]
        return False

    def _graded(self, exercise_id: str, path: Path) -> Grade:
        try:
            return grade(exercise_id, path.read_text(encoding="utf-8"), lang=self.round.lang)
        except KeyboardInterrupt:  # the way out of an endless loop
            return Grade(False, self.line["interrupted"])

    def ask(self, prompt: str) -> str:
        answer = self._ask(prompt)
        if answer.strip().lower() == "q":
            raise _Stop
        if answer.strip().lower() == "s":
            raise _Skip
        return answer

    def _until_judged(self, judge: Callable[[], T]) -> T:
        while True:
            try:
                return judge()
            except ValueError as problem:
                self.say(str(problem))
