"""Code questions are graded by running: every broken function fails, and is named; correct ones pass."""

import pytest

from autograder.exercises import ids, load
from autograder.interview.code import all_broken, broken, from_memory, grade
from autograder.interview.deck import KINDS, chosen, question_ids, question_on, subjects

# A broken function of each exercise; test_exercises.py holds every misconception against its cases.
SOME = [(one, load(one).misconceptions[position % 5].name) for position, one in enumerate(ids())]


@pytest.mark.parametrize(("exercise_id", "misconception"), SOME)
def test_a_broken_function_fails_and_its_idea_is_among_those_offered(exercise_id, misconception):
    question = broken(exercise_id, misconception)
    graded = grade(exercise_id, question.source)
    assert not graded.right
    assert question.judge(str(question.number)).right
    for number, idea in enumerate(question.ideas, start=1):
        assert question.judge(f" {number} ").right == (idea == misconception)
    assert len(set(question.ideas)) == 4


def test_no_source_names_its_idea():
    for exercise_id in ids():
        exercise = load(exercise_id)
        for held in exercise.misconceptions:
            source = broken(exercise_id, held.name).source
            assert f"def {exercise.name}(" in source
            if held.implementation.__name__ != exercise.name:
                assert f"def {held.implementation.__name__}(" not in source
            compile(source, "broken.py", "exec")


@pytest.mark.parametrize("exercise_id", ["week1/entropy", "week2/build_id3", "week3/gain_ratio"])
def test_a_correct_function_passes(exercise_id):
    exercise = load(exercise_id)
    solution = next(iter(exercise.alternatives.values()))
    assert grade(exercise_id, exercise.standing_alone(solution)).right


def test_code_that_does_not_run_is_answered_with_the_reason():
    assert "SyntaxError" in grade("week1/entropy", "def entropy(labels)\n").sentence
    assert "no function called entropy" in grade("week1/entropy", "x = 1\n").sentence
    untouched = grade("week1/entropy", from_memory("week1/entropy").source)
    assert not untouched.right


def test_an_answer_that_was_not_offered_is_not_judged():
    with pytest.raises(ValueError, match="from 1 to 4"):
        broken("week1/entropy", "natural logarithm").judge("7")


def test_at_least_120_distinct_questions_in_five_kinds():
    found = question_ids()
    assert len(set(found)) == len(found) >= 120
    assert {name.partition("/")[0] for name in found} == set(KINDS)
    assert len(all_broken()) >= 100


def test_every_subject_has_a_question():
    for subject in subjects():
        question = question_on(subject, level=1, seed=0)
        assert question.kind == subject.kind
        assert question.family == subject.family
        assert question.id.startswith(subject.id)


def test_unknown_kinds_and_topics_name_those_there_are():
    with pytest.raises(LookupError, match="calculate, explain"):
        chosen(["sing"])
    with pytest.raises(LookupError, match="pruning"):
        chosen(None, ["prunning"])
    with pytest.raises(LookupError, match="no question"):
        chosen(["calculate"], ["algorithms"])
