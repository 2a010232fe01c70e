"""A whole round as a candidate has it: in a terminal, typing right and wrong answers."""

import json
import re
import sys

import pytest

from autograder.exercises import load
from autograder.interview.bank import spoken
from autograder.interview.calculate import calculation
from autograder.interview.code import broken

pexpect = pytest.importorskip("pexpect")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is a Unix thing")


@pytest.fixture
def drill(tmp_path):
    """Start the drill; its progress file lies in a folder of the test."""
    started = []

    def start(*options):
        arguments = ["-m", "autograder.cli", "drill", "--progress", str(tmp_path / "p.json"), *options]
        terminal = pexpect.spawn(
            sys.executable, arguments, encoding="utf-8", timeout=60, dimensions=(50, 200), env=plain()
        )
        started.append(terminal)
        return terminal

    yield start
    for terminal in started:
        terminal.close(force=True)


def plain():
    import os

    return os.environ | {"TERM": "dumb", "PYTHONUNBUFFERED": "1"}


def kept(tmp_path):
    return json.loads((tmp_path / "p.json").read_text())


def question_now(tmp_path):
    """The question on the screen, from the progress file."""
    name, level, seed = kept(tmp_path)["unfinished"]["waiting"]
    return calculation(name.partition("/")[2], level, seed)


def test_right_wrong_and_strange_answers(drill, tmp_path):
    terminal = drill("--kind", "calculate", "--minutes", "5", "--seed", "1")
    terminal.expect("Your answer: ")
    right = question_now(tmp_path)
    terminal.sendline(right.key)
    terminal.expect(re.escape(f"Right: {right.key}."))

    terminal.expect("Your answer: ")
    wrong = question_now(tmp_path)
    terminal.sendline("no idea")
    terminal.expect("is not a number")
    terminal.expect("Your answer: ")
    slip = wrong.slips[0]
    terminal.sendline(f"{slip.value:.3f}")
    terminal.expect(re.escape(f"Not quite; the answer is {wrong.key}."))
    terminal.expect("Worked solution:")

    terminal.expect("Your answer: ")
    terminal.sendline("s")
    terminal.expect("Your answer: ")
    terminal.sendline("q")
    terminal.expect("1 of 2 right")
    terminal.expect(pexpect.EOF)
    assert "\x1b[" not in terminal.before
    answered = kept(tmp_path)["subjects"]
    assert sum(one["asked"] for one in answered.values()) == 2
    assert sum(one["right"] for one in answered.values()) == 1


def test_a_round_broken_off_goes_on(drill, tmp_path):
    terminal = drill("--kind", "calculate", "--minutes", "5", "--seed", "2")
    terminal.expect("Your answer: ")
    question = question_now(tmp_path)
    terminal.sendintr()
    terminal.expect("goes on with this round")
    terminal.expect(pexpect.EOF)
    again = drill("--kind", "calculate")
    again.expect("Go on with it")
    again.sendline("")
    again.expect("Your answer: ")
    assert question_now(tmp_path) == question
    again.sendline(question.key)
    again.expect("Right:")


def test_a_spoken_question_is_marked_by_its_rubric(drill, tmp_path):
    terminal = drill("--kind", "explain", "--topic", "pruning", "--seed", "0")
    terminal.expect("Say your answer")
    name, _, _ = kept(tmp_path)["unfinished"]["waiting"]
    question = next(one for one in spoken() if one.id == name)
    terminal.sendline("It prunes.")
    terminal.expect("Model answer:")
    terminal.expect("Common wrong answer:")
    terminal.expect("Their numbers")
    terminal.sendline("1 9")
    terminal.expect("Type numbers from 1 to")
    terminal.sendline(" ".join(str(number) for number in range(1, len(question.rubric) + 1)))
    terminal.expect(f"{len(question.rubric)} of {len(question.rubric)} points")
    terminal.sendline("q")
    terminal.expect("1 of 1 right")


def test_a_broken_function_is_named_and_mended(drill, tmp_path):
    terminal = drill("--kind", "debug", "--topic", "impurity", "--seed", "4")
    terminal.expect("Its number: ")
    name, _, seed = kept(tmp_path)["unfinished"]["waiting"]
    exercise = load(name.partition("/")[2])
    shown = next(
        question
        for question in (broken(exercise.id, held.name, seed) for held in exercise.misconceptions)
        if question.source.splitlines()[-1].strip() in terminal.before
        and all(f"{number}. {idea}" in terminal.before for number, idea in enumerate(question.ideas, 1))
    )
    terminal.sendline(str(shown.number))
    terminal.expect(f"Right: {re.escape(shown.held.name)}")
    terminal.expect("Press|press Enter to run it")
    terminal.sendline("")
    terminal.expect("Not yet")
    path = tmp_path / "drill" / f"{exercise.name}.py"
    path.write_text(exercise.standing_alone(next(iter(exercise.alternatives.values()))))
    terminal.sendline("")
    terminal.expect("Right.")
    terminal.expect("Question 2")
    terminal.sendline("q")
    terminal.expect("1 of 1 right")


def test_an_endless_loop_is_left_with_control_c(drill, tmp_path):
    terminal = drill("--kind", "memory", "--topic", "impurity", "--seed", "1")
    terminal.expect("open it in your editor: ")
    name, _, _ = kept(tmp_path)["unfinished"]["waiting"]
    exercise = load(name.partition("/")[2])
    path = tmp_path / "drill" / f"{exercise.name}.py"
    path.write_text(f"def {exercise.signature}:\n    print('looping')\n    while True:\n        pass\n")
    terminal.sendline("")
    terminal.expect("looping")
    terminal.sendintr()
    terminal.expect("pressed Ctrl-C")
    terminal.sendline("g")
    terminal.expect("Question 2")


def test_what_is_misspelt_is_said(drill):
    terminal = drill("--topic", "prunning")
    terminal.expect("There is no topic 'prunning'. There are: impurity")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 2
