"""`check` and `hint` from outside: in this process, in a plain interpreter and in a real kernel."""

import subprocess
import sys
import textwrap

import nbformat
import pytest
from nbclient import NotebookClient

from autograder import check, check_hidden, hint
from autograder.checking import CheckFailed
from autograder.exercises import load
from autograder.outcome import Outcome
from autograder.report import MIME


def outcome_of(function, exercise="week1/entropy"):
    with pytest.raises(CheckFailed) as failed:
        check(exercise, function)
    return failed.value.report


def not_written(labels):
    raise NotImplementedError


def no_return(labels):
    sum(labels.count(label) for label in labels)


def as_text(labels):
    return str(load("week1/entropy").reference(labels))


def divides_by_zero(labels):
    return 1 / len(labels) / 0


def empties_its_input(labels):
    answer = load("week1/entropy").reference(labels)
    labels.clear()
    return answer


def always_one(labels):
    return 1.0


@pytest.mark.parametrize(
    ("function", "outcome", "why"),
    [
        (not_written, Outcome.NOT_ATTEMPTED, "not written yet"),
        (no_return, Outcome.WRONG_TYPE, "`return` on every path"),
        (as_text, Outcome.WRONG_TYPE, "text"),
        (divides_by_zero, Outcome.ERROR, "ZeroDivisionError, at your line `return 1 / len(labels) / 0`"),
        (empties_its_input, Outcome.INCORRECT, "Work on a copy"),
        (always_one, Outcome.INCORRECT, "The value is wrong"),
        (0.94, Outcome.WRONG_TYPE, "not a function any more"),
    ],
)
def test_each_outcome_says_why_and_what_next(function, outcome, why):
    report = outcome_of(function)
    assert report.outcome is outcome
    assert why in report.failure.why
    assert report.failure.next_step
    for face in (str(report), report._repr_markdown_()):
        assert why in face


def test_a_named_misconception_shows_the_call_and_both_values(capsys):
    natural = load("week1/entropy").misconceptions[0]
    report = outcome_of(natural.implementation)
    shown = capsys.readouterr().out
    assert report.misconception == "natural logarithm"
    for part in ("call", "got", "expected", "why", "next", "0.693", natural.why[:40]):
        assert part in shown


def test_success_prints_a_line_for_each_group(capsys):
    check("week1/entropy", load("week1/entropy").reference)
    assert capsys.readouterr().out == (
        "week1/entropy: correct\n  worked example: all 5 passed\n  edge case: all 3 passed\n"
    )


def test_a_hidden_check_names_the_idea_and_shows_no_case(capsys):
    natural = load("week1/entropy").misconceptions[0]
    with pytest.raises(CheckFailed):
        check_hidden("week1/entropy", natural.implementation)
    shown = capsys.readouterr().out
    assert natural.why in shown
    assert "call" not in shown
    assert "expected" not in shown


def test_hints_go_one_step_further_each_time(capsys):
    steps = load("week1/gini").hints
    for _ in range(len(steps) + 1):
        hint("week1/gini")
    shown = capsys.readouterr().out
    assert [shown.index(step) for step in steps] == sorted(shown.index(step) for step in steps)
    assert shown.rstrip().endswith(steps[-1])


def test_an_unknown_exercise_is_corrected():
    with pytest.raises(LookupError, match="Did you mean 'week1/entropy'"):
        check("week1/entropie", always_one)


def test_a_plain_interpreter_ends_with_the_headline_and_no_traceback():
    code = "from autograder import check\ncheck('week1/entropy', lambda labels: None)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "Is there a `return` on every path?" in run.stdout
    assert run.stderr == "Not yet: week1/entropy: wrong type\n"


@pytest.fixture(scope="module")
def notebook_outputs():
    """The outputs of a failing and a passing check in a real kernel."""
    cells = [
        "from autograder import check",
        """
        import math
        def entropy(labels):
            n = len(labels)
            return -sum(labels.count(c) / n * math.log(labels.count(c) / n) for c in set(labels))
        check("week1/entropy", entropy)
        """,
        """
        def entropy(labels):
            n = len(labels)
            return -sum(labels.count(c) / n * math.log2(labels.count(c) / n) for c in set(labels))
        check("week1/entropy", entropy)
        """,
    ]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(textwrap.dedent(cell)) for cell in cells]
    )
    NotebookClient(notebook, kernel_name="python3", allow_errors=True).execute()
    return [cell.outputs for cell in notebook.cells]


def test_in_a_notebook_the_report_is_markdown_and_the_error_is_one_line(notebook_outputs):
    _, failing, passing = notebook_outputs
    shown, error = failing
    assert "**week1/entropy: incorrect (natural logarithm)**" in shown.data["text/markdown"]
    assert shown.data[MIME]["misconception"] == "natural logarithm"
    assert error.output_type == "error"
    assert error.traceback == ["Not yet: week1/entropy: incorrect (natural logarithm)"]
    assert [output.output_type for output in passing] == ["display_data"]
    assert "**week1/entropy: correct**" in passing[0].data["text/markdown"]
