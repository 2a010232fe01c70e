"""Every exercise: its wrong ideas are rejected and named as themselves, its other right solutions pass."""

import numpy as np
import pytest

from autograder.answers import Returned, answers
from autograder.examination import examine
from autograder.exercises import ids, load
from autograder.outcome import Outcome

EXERCISES = [load(exercise_id) for exercise_id in ids()]
SEEDS = range(5)


def hidden(exercise, seed):
    return tuple(exercise.draw(np.random.default_rng(seed)))


def both(kind):
    return [
        pytest.param(exercise, item, id=f"{exercise.id}-{getattr(item, 'name', item)}")
        for exercise in EXERCISES
        for item in getattr(exercise, kind)
    ]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_declaration_is_complete(exercise):
    assert len(exercise.misconceptions) >= 5
    assert len(exercise.alternatives) >= 3
    assert len(exercise.hints) >= 2
    assert len({misconception.name for misconception in exercise.misconceptions}) == len(
        exercise.misconceptions
    )
    assert exercise.signature.startswith(exercise.name + "(")
    assert exercise.points > 0
    assert exercise.hidden_points > 0


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_reference_passes_its_own_cases(exercise):
    for cases in (exercise.cases, *(hidden(exercise, seed) for seed in SEEDS)):
        assert examine(exercise, exercise.reference, cases).outcome is Outcome.CORRECT


@pytest.mark.parametrize(("exercise", "misconception"), both("misconceptions"))
def test_misconception_is_rejected_and_named(exercise, misconception):
    visible = examine(exercise, misconception.implementation, exercise.cases)
    concealed = [examine(exercise, misconception.implementation, hidden(exercise, seed)) for seed in SEEDS]
    for report in (visible, *concealed):
        # Whoever reports this misconception's answers as wrong calls them by this name or by none.
        assert report.misconception in (None, misconception.name)
    caught = [report for report in (visible, *concealed) if report.outcome is not Outcome.CORRECT]
    named = [report for report in caught if report.misconception == misconception.name]
    assert visible in named or len([r for r in concealed if r in named]) == len(concealed), (
        "neither the visible cases nor every draw of hidden ones names it"
    )


@pytest.mark.parametrize(("exercise", "alternative"), both("alternatives"))
def test_correct_alternative_passes(exercise, alternative):
    function = exercise.alternatives[alternative]
    for cases in (exercise.cases, *(hidden(exercise, seed) for seed in SEEDS)):
        report = examine(exercise, function, cases)
        assert report.outcome is Outcome.CORRECT, str(report)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_every_implementation_stands_alone(exercise):
    functions = [m.implementation for m in exercise.misconceptions] + list(exercise.alternatives.values())
    for function in functions:
        namespace = {}
        exec(exercise.standing_alone(function), namespace)
        pasted = answers(namespace[exercise.name], exercise.cases)
        at_home = answers(function, exercise.cases)
        assert [type(one) for one in pasted] == [type(one) for one in at_home]
        # NaN is not equal to itself, so compare what is shown.
        assert [repr(one.value) for one in pasted if isinstance(one, Returned)] == [
            repr(one.value) for one in at_home if isinstance(one, Returned)
        ]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_hidden_cases_differ_between_students_and_repeat_for_one(exercise):
    first, again, other = (hidden(exercise, seed) for seed in (1, 1, 2))
    assert [case.args for case in first] == [case.args for case in again]
    assert [case.args for case in first] != [case.args for case in other]
