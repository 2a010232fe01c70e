"""Rounds: what was wrong comes back sooner, a round can be resumed, and the file survives."""

from datetime import UTC, datetime, timedelta

import pytest

from autograder.interview.deck import chosen
from autograder.interview.progress import Progress, ProgressError
from autograder.interview.round import Round

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def progress(tmp_path):
    return Progress(tmp_path / "deep" / "progress.json")


def test_what_was_wrong_is_due_before_what_was_right(progress):
    wrong, half, right = chosen(["calculate"])[:3]
    for subject, score in ((wrong, 0.0), (half, 0.5), (right, 1.0)):
        progress.record(subject, score, when=NOON)
    assert progress.due(wrong) < progress.due(half) < progress.due(right)


def test_intervals_grow_with_right_answers(progress):
    subject = chosen(["calculate"])[0]
    when, waits = NOON, []
    for _ in range(5):
        progress.record(subject, 1.0, when=when)
        waits.append(progress.due(subject) - when)
        when = progress.due(subject)
    assert waits == sorted(waits)
    assert waits[-1] > timedelta(days=2)


def test_due_subjects_come_first_the_longest_due_before_the_rest(progress):
    pool = chosen(["calculate"])
    progress.record(pool[4], 0.0, when=NOON)
    progress.record(pool[2], 0.0, when=NOON - timedelta(hours=1))
    assert Round(progress, pool, seconds=60).next().id.startswith(pool[2].id)


def test_levels_follow_the_answers(progress):
    subject = chosen(["calculate"])[0]
    levels = []
    for score in (1, 1, 1, 0, 0, 0):
        progress.record(subject, score, when=NOON)
        levels.append(progress.level(subject))
    assert levels == [2, 3, 3, 2, 1, 1]


def test_a_round_ends_with_its_time(progress):
    now = 0.0
    round_ = Round(progress, chosen(["explain"]), seconds=60, seed=1, clock=lambda: now)
    assert round_.next() is not None
    now = 59.0
    round_.record(1.0)
    assert round_.next() is not None
    now = 61.0  # a question begun in time may be finished
    round_.record(0.0)
    assert round_.next() is None
    assert (round_.right, len(round_.scores)) == (1, 2)


def test_a_broken_off_round_goes_on_with_the_same_question(progress):
    now = 0.0
    round_ = Round(progress, chosen(["calculate"]), seconds=100, seed=3, clock=lambda: now)
    round_.next()
    round_.record(1.0)
    question = round_.next()
    now = 40.0
    round_.next()
    later = Round.resumed(Progress(progress.path))
    assert later.next() == question
    assert later.seconds_left == pytest.approx(60, abs=5)
    assert later.right == 1


def test_a_closed_round_leaves_nothing_to_resume(progress):
    round_ = Round(progress, chosen(["explain"]), seconds=60)
    round_.next()
    round_.close()
    assert Progress(progress.path).unfinished is None


def test_progress_is_the_same_after_reading_it_again(progress):
    subject = chosen(["compare"])[0]
    progress.record(subject, 1.0, when=NOON)
    again = Progress(progress.path)
    assert again.due(subject) == progress.due(subject)
    assert again.by_family([subject]) == {subject.family: (1, 1)}


def test_weakest_topic_comes_first(progress):
    pool = chosen(["calculate"])
    progress.record(pool[0], 1.0)
    progress.record(pool[-1], 0.0)
    assert list(progress.by_family(pool)) == ["evaluation", "impurity"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 99}', '{"version": 1, "subjects": 3}'])
def test_a_strange_file_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "progress.json"
    path.write_text(text)
    with pytest.raises(ProgressError, match="--progress"):
        Progress(path)
    assert path.read_text() == text


def test_a_mixed_round_has_all_kinds(progress):
    round_ = Round(progress, chosen(), seconds=1e9, seed=0)
    kinds = set()
    for _ in range(60):
        kinds.add(round_.next().kind)
        round_.record(1.0)
    assert kinds == {"calculate", "explain", "compare", "debug", "memory"}
