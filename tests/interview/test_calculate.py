"""Generated questions agree with themselves: the key passes, every named slip is recognised."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.interview.calculate import APART, TOLERANCE, all_kinds, calculation, topics
from autograder.interview.reading import read_number

KINDS = list(all_kinds())


@pytest.mark.parametrize(("topic", "level"), KINDS, ids=lambda part: str(part))
def test_key_passes_its_own_check_and_each_slip_is_named(topic, level):
    prompts = set()
    for seed in range(60):
        question = calculation(topic, level, seed)
        prompts.add(question.prompt)
        assert question.judge(question.key).right
        assert question.judge(f"{question.answer:.3f}").right
        assert len(question.slips) >= 2
        for slip in question.slips:
            for shown in (f"{slip.value:.3f}", f"{slip.value:.4f}", repr(slip.value)):
                verdict = question.judge(shown)
                assert not verdict.right
                assert verdict.slip == slip.name
                assert slip.why in verdict.sentence
        numbers = [question.answer, *(slip.value for slip in question.slips)]
        assert all(abs(one - other) >= APART for one, other in combinations(numbers, 2))
        assert "{" not in question.prompt
    assert len(prompts) >= 8, "another seed must draw another question"


@pytest.mark.parametrize(("topic", "level"), KINDS, ids=lambda part: str(part))
def test_the_worked_solution_arrives_at_the_key(topic, level):
    for seed in range(3):
        question = calculation(topic, level, seed)
        if topic in ("best_threshold", "conditional_entropy"):
            values = question.explain().values
            assert question.answer == pytest.approx(values["threshold" if "threshold" in values else "after"])
        else:
            assert f"{question.answer:.4f}" in question.solution
        assert "{" not in question.solution


def test_a_reading_can_not_fall_between_the_key_and_a_slip():
    assert APART > 2 * TOLERANCE


@given(st.sampled_from(KINDS), st.integers(0, 10**9))
def test_same_seed_same_question(kind, seed):
    assert calculation(*kind, seed) == calculation(*kind, seed)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.940", 0.94), ("0,94", 0.94), ("47/50", 0.94), ("94%", 0.94), (" = .94", 0.94), ("−1", -1.0)],
)
def test_a_number_may_be_typed_in_many_ways(text, number):
    assert read_number(text) == pytest.approx(number)


@pytest.mark.parametrize("text", ["", "a half", "1/2/3", "nan", "inf", "1e999", "0x10", "1/0"])
def test_what_is_no_number(text):
    assert read_number(text) is None


def test_what_is_no_number_is_not_judged():
    with pytest.raises(ValueError, match="not a number"):
        calculation("entropy", 1, 0).judge("no idea")


def test_unknown_topic_names_those_there_are():
    with pytest.raises(LookupError, match="entropy"):
        calculation("entrpy", 1, 0)


def test_every_quantity_of_the_course_is_asked_for():
    assert len(topics()) == len(set(topics())) >= 20
