"""The drill in a notebook: the same round as in the terminal, with buttons."""

from __future__ import annotations

import contextlib
import html
import io
from pathlib import Path

import ipywidgets as ipw

from autograder.interview.bank import Spoken
from autograder.interview.calculate import Calculation
from autograder.interview.code import Broken, FromMemory, grade
from autograder.interview.deck import FAMILIES, KINDS, Question, chosen
from autograder.interview.progress import Progress, usual_place
from autograder.interview.prose import prose
from autograder.interview.round import Round


class Drill(ipw.VBox):
    """Choose a round, then answer its questions.

    Parameters
    ----------
    progress : the progress file; by default the one in your data folder, which the terminal uses too.
    lang : the language of the questions.
    seed : the same seed asks the same questions. None: any.
    """

    def __init__(self, progress: Path | str | None = None, lang: str = "en", seed: int | None = None) -> None:
        super().__init__()
        self.progress = Progress(Path(progress) if progress else usual_place())
        self.lang = lang
        self.seed = seed
        self.words = prose("drill", lang)
        self.round: Round | None = None
        self.question: Question | None = None
        self._offer()

    def _offer(self) -> None:
        """The choice of a round."""
        say = self.words["widgets"]
        self.minutes = ipw.BoundedFloatText(value=20, min=1, max=240, description=say["minutes"])
        self.kinds = ipw.SelectMultiple(options=KINDS, description=say["kinds"])
        self.topics = ipw.SelectMultiple(options=FAMILIES, description=say["topics"])
        self.notice = ipw.HTML()
        self.start = self._button(say["start"], self._begin)
        buttons = [self.start]
        if self.progress.unfinished is not None:
            self.resume = self._button(say["resume"], lambda: self._enter(Round.resumed(self.progress)))
            buttons.append(self.resume)
        self.children = [self.minutes, ipw.HBox([self.kinds, self.topics]), ipw.HBox(buttons), self.notice]

    def _begin(self) -> None:
        try:
            pool = chosen(list(self.kinds.value), list(self.topics.value))
        except LookupError as problem:
            self.notice.value = str(problem.args[0])
            return
        self._enter(Round(self.progress, pool, 60 * self.minutes.value, self.seed, self.lang))

    def _enter(self, round_: Round) -> None:
        self.round = round_
        self._next()

    def _next(self) -> None:
        assert self.round is not None
        self.question = self.round.next()
        if self.question is None:
            self.round.close()
            self._sum_up()
            return
        say = self.words["widgets"]
        heading = self.words["round"]["question"].format(
            number=len(self.round.scores) + 1,
            kind=self.words["kinds"][self.question.kind],
            title=self.question.title,
            level=self.question.level,
            minutes=self.round.seconds_left / 60,
        )
        self.verdict = _text("")
        self.go_on = self._button(say["next"], self._next)
        self.go_on.disabled = True
        self.skip = self._button(say["skip"], self._leave_out)
        self.children = [
            ipw.Label(heading),
            _text(self.question.prompt),
            *self._answering(self.question),
            self.verdict,
            ipw.HBox([self.go_on, self.skip]),
        ]

    def _leave_out(self) -> None:
        assert self.round is not None
        self.round.skip()
        self._next()

    def _answering(self, question: Question) -> list[ipw.Widget]:
        """The widgets with which a question of its kind is answered."""
        say = self.words["widgets"]
        match question:
            case Calculation():
                self.answer = ipw.Text(placeholder="0.940")
                self.check = self._button(say["check"], lambda: self._calculate(question))
                return [ipw.HBox([self.answer, self.check])]
            case Spoken():
                self.answer = ipw.Textarea(layout=ipw.Layout(width="100%"))
                self.check = self._button(say["show"], lambda: self._show_model(question))
                self.points = [
                    ipw.Checkbox(description=point, indent=False, layout=ipw.Layout(width="100%"))
                    for point in question.rubric
                ]
                self.mark = self._button(say["mark"], self._mark)
                self.model = ipw.VBox()
                return [self.answer, self.check, self.model]
            case Broken():
                self.idea = ipw.RadioButtons(
                    options=question.ideas, index=None, layout=ipw.Layout(width="100%")
                )
                self.check = self._button(say["check"], lambda: self._name(question))
                return [_text(question.source), self.idea, self.check, *self._coding(question)]
            case FromMemory():
                return self._coding(question)

    def _coding(self, question: Broken | FromMemory) -> list[ipw.Widget]:
        say = self.words["widgets"]
        self.named = 0.0
        self.code = ipw.Textarea(value=question.source, layout=ipw.Layout(width="100%", height="22em"))
        self.run = self._button(say["run"], lambda: self._run(question))
        self.give_up = self._button(say["give_up"], lambda: self._close_code(question, 0.0))
        return [self.code, ipw.HBox([self.run, self.give_up])]

    def _calculate(self, question: Calculation) -> None:
        try:
            verdict = question.judge(self.answer.value)
        except ValueError as problem:
            self._say(str(problem))
            return
        line = self.words["round"]["solution"]
        self._say(verdict.sentence if verdict.right else f"{verdict.sentence}\n\n{line}\n{question.solution}")
        self._score(float(verdict.right))

    def _show_model(self, question: Spoken) -> None:
        line = self.words["round"]
        common = line["common"].format(wrong=question.wrong, why=question.why_wrong)
        self.model.children = [
            _text(f"{line['model']}\n{question.answer}\n\n{common}\n\n{line['rubric']}"),
            *self.points,
            self.mark,
        ]
        self.check.disabled = True

    def _mark(self) -> None:
        made = sum(point.value for point in self.points)
        self._say(self.words["round"]["marked"].format(made=made, all=len(self.points)))
        self.mark.disabled = True
        self._score(made / len(self.points))

    def _name(self, question: Broken) -> None:
        if self.idea.index is None:
            self._say(self.words["debug"]["no_choice"].format(last=len(question.ideas)))
            return
        verdict = question.judge(str(self.idea.index + 1))
        self.named = float(verdict.right)
        self.check.disabled = True
        self._say(verdict.sentence)

    def _run(self, question: Broken | FromMemory) -> None:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            graded = grade(question.exercise, self.code.value, lang=self.lang)
        if graded.right:
            self._close_code(question, 1.0)
        else:
            self._say(printed.getvalue() + graded.sentence)

    def _close_code(self, question: Broken | FromMemory, mended: float) -> None:
        line = self.words["round"]
        self.run.disabled = self.give_up.disabled = True
        if isinstance(question, Broken):
            self._say(line["run_right"] if mended else line["given_up"].format(solution=question.solution))
            self._score((self.named + mended) / 2)
        else:
            self._say(line["run_right"] if mended else line["given_up"].format(solution="-"))
            self._score(mended)

    def _score(self, score: float) -> None:
        assert self.round is not None
        self.round.record(score)
        self.skip.disabled = True
        self.go_on.disabled = False
        if hasattr(self, "check"):
            self.check.disabled = True

    def _sum_up(self) -> None:
        assert self.round is not None
        line = self.words["round"]
        lines = [line["over"], line["sum"].format(right=self.round.right, all=len(self.round.scores))]
        for family, (right, asked) in self.progress.by_family(self.round.pool).items():
            lines.append(line["topic"].format(family=family, right=right, asked=asked))
        self.children = [_text("\n".join(lines)), self._button(self.words["widgets"]["again"], self._offer)]

    def _say(self, sentence: str) -> None:
        self.verdict.value = _text(sentence).value

    @staticmethod
    def _button(label: str, action: object) -> ipw.Button:
        button = ipw.Button(description=label)
        button.on_click(lambda _: action())  # type: ignore[operator]
        return button


def _text(content: str) -> ipw.HTML:
    style = "white-space: pre-wrap; line-height: 1.35; font-family: monospace"
    return ipw.HTML(f'<div style="{style}">{html.escape(content)}</div>')
