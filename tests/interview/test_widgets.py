"""The drill in a notebook, pressed button by button."""

import html
import re

import pytest

from autograder.exercises import load
from autograder.interview.widgets import Drill


@pytest.fixture
def drill(tmp_path):
    return Drill(tmp_path / "p.json", seed=1)


def begin(drill, kind, topic="impurity"):
    drill.kinds.value = (kind,)
    drill.topics.value = (topic,)
    drill.start.click()
    return drill.question


def said(drill):
    return html.unescape(re.sub("<[^>]*>", "", drill.verdict.value))


def test_a_right_and_a_wrong_number(drill):
    question = begin(drill, "calculate")
    drill.answer.value = "no idea"
    drill.check.click()
    assert "is not a number" in said(drill)
    assert drill.go_on.disabled
    drill.answer.value = question.key
    drill.check.click()
    assert said(drill).startswith("Right")
    drill.go_on.click()
    slip = drill.question.slips[0]
    drill.answer.value = f"{slip.value:.3f}"
    drill.check.click()
    assert slip.why in said(drill)
    assert "Worked solution" in said(drill)
    assert [score for _, score in drill.round.scores] == [1.0, 0.0]


def test_a_spoken_answer_is_marked_by_its_rubric(drill):
    question = begin(drill, "explain", "pruning")
    drill.check.click()
    for point in drill.points[1:]:
        point.value = True
    drill.mark.click()
    assert f"{len(question.rubric) - 1} of {len(question.rubric)}" in said(drill)


def test_a_broken_function_is_named_and_mended(drill):
    question = begin(drill, "debug")
    drill.idea.index = question.number - 1
    drill.check.click()
    assert said(drill).startswith("Right")
    drill.run.click()
    assert not drill.round.scores
    exercise = load(question.exercise)
    drill.code.value = exercise.standing_alone(next(iter(exercise.alternatives.values())))
    drill.run.click()
    assert [score for _, score in drill.round.scores] == [1.0]


def test_giving_up_counts_as_wrong(drill):
    begin(drill, "memory")
    drill.give_up.click()
    assert [score for _, score in drill.round.scores] == [0.0]


def test_a_round_goes_on_in_another_notebook(drill, tmp_path):
    question = begin(drill, "calculate")
    later = Drill(tmp_path / "p.json")
    later.resume.click()
    assert later.question == question


def test_a_choice_without_questions_is_said(drill):
    begin(drill, "calculate", "algorithms")
    assert "no question" in drill.notice.value
