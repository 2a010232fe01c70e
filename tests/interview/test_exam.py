"""Papers: another seed asks other questions and makes the same demands; the key answers every one of them."""

import html
import subprocess
import sys

import pytest

from autograder.interview import sheet
from autograder.interview.bank import rows
from autograder.interview.exam import LONGEST, blueprint, paper


@pytest.mark.parametrize("questions", [1, 7, 10, LONGEST])
def test_papers_of_one_length_are_equal_in_difficulty(questions):
    papers = [paper(seed, questions) for seed in range(4)]
    demands = [[item.place for item in one.items] for one in papers]
    assert all(one == blueprint(questions) for one in demands)
    assert len({one.marks for one in papers}) == 1
    assert len({tuple(item.question for item in one.items) for one in papers}) == len(papers)


def test_same_seed_same_paper():
    assert paper(5, 10).html() == paper("5", 10).html()


@pytest.mark.parametrize("seed", range(3))
def test_no_question_comes_twice(seed):
    asked = [item.question for item in paper(seed, LONGEST).items]
    assert len(set(asked)) == LONGEST


def test_paper_and_key_hold_every_question_and_answer():
    drawn = paper(3, 14)
    for text in (drawn.markdown(), html.unescape(drawn.html())):
        for item in drawn.items:
            assert item.question in text
            assert item.key in text
        assert text.index(drawn.items[-1].question) < text.index(drawn.items[0].key)


def test_a_paper_mixes_kinds_and_topics():
    places = blueprint(10)
    assert {place.kind for place in places} == {"calculate", "explain", "compare", "debug"}
    assert len({place.family for place in places}) >= 5


@pytest.mark.parametrize("questions", [0, LONGEST + 1])
def test_lengths_out_of_range_are_refused(questions):
    with pytest.raises(ValueError, match=f"from 1 to {LONGEST}"):
        blueprint(questions)


def test_the_sheet_holds_every_cell_and_reason():
    for text in (sheet.as_markdown(), html.unescape(sheet.as_html())):
        for row in rows():
            assert row.aspect in text
            assert row.articles in text
            for cell in row.cells.values():
                assert cell.what in text
                assert cell.why in text


def test_the_command_writes_paper_and_sheet(tmp_path):
    command = [sys.executable, "-m", "autograder.cli", "exam", "--seed", "7", "--questions", "7"]
    subprocess.run([*command, "--to", str(tmp_path)], check=True, capture_output=True)
    assert (tmp_path / "paper.html").read_text(encoding="utf-8") == paper(7, 7).html()
    assert (tmp_path / "cheat_sheet.md").read_text(encoding="utf-8") == sheet.as_markdown()
