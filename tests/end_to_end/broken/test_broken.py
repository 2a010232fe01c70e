"""Files as they really arrive: each gets the credit that can be shown and a sentence that helps."""

import copy
import json
import shutil

import nbformat
import pytest

from autograder.outcome import Outcome
from autograder.sandbox.box import Box
from autograder.sandbox.engine import judge
from autograder.sandbox.folder import contents, find
from autograder.sandbox.limits import Limits
from autograder.sandbox.submission import Unreadable

from ..small_course import ENTROPY, POINTS, SOURCE, as_bytes, honest_notebook

pytestmark = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")

LIMITS = Limits(cell_seconds=5, call_seconds=2, notebook_seconds=60)
FULL = sum(POINTS.values()) - POINTS["essay"]
ENTROPY_POINTS = POINTS["entropy-check"] + POINTS["entropy-hidden"]


@pytest.fixture(scope="module")
def box():
    with Box() as box:
        yield box


def judged(box, data):
    judgement = judge(data, SOURCE, "a seed", box, LIMITS)
    assert [part.grade_id for part in judgement.parts] == list(POINTS)
    assert [part.max_score for part in judgement.parts] == list(POINTS.values())
    return judgement


def outcomes(judgement):
    return {part.grade_id: part.outcome for part in judgement.parts}


def spoiled(spoil):
    """The honest notebook as a plain tree, after `spoil` has changed it."""
    tree = json.loads(as_bytes(honest_notebook()))
    return json.dumps(spoil(tree) or tree).encode("utf-8")


def in_lines(tree):
    for one in tree["cells"]:
        one["source"] = one["source"].splitlines(True)


def cell(tree, grade_id):
    return next(one for one in tree["cells"] if one["metadata"]["nbgrader"]["grade_id"] == grade_id)


HONEST = as_bytes(honest_notebook())
PLAIN = json.dumps(honest_notebook(), ensure_ascii=False, indent=1)
CHINESE = PLAIN.replace("Entropy measures", "信息熵 measures")
SCRIPT = "#!/usr/bin/env python\n# coding: utf-8\n\n# In[1]:\n\n" + "\n# In[ ]:\n".join(
    one.source for one in honest_notebook().cells if one.cell_type == "code"
)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"\x00" * 5000, "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not a complete notebook"),
        (HONEST[: len(HONEST) // 2], "breaks off"),
        (b"<!DOCTYPE html><html><body>week1</body></html>", "web page"),
        (PLAIN.replace('"cells"', '\n<<<<<<< HEAD\n "cells"').encode(), "merge conflict"),
        (b"[]", "no cells"),
        (b'{"a": 1}', "no cells"),
        (b"3", "no cells"),
        (b'{"cells": 3}', "no cells"),
        (b"[" * 100_000, "not a complete notebook"),
        (b"Dear professor, my laptop broke.", "not a complete notebook"),
    ],
    ids=lambda value: None if isinstance(value, bytes) else value,
)
def test_a_hopeless_file_is_named_for_what_it_is(box, data, words):
    judgement = judged(box, data)
    assert words in judgement.reason
    assert judgement.score == 0
    assert {part.outcome for part in judgement.parts} == {Outcome.UNGRADABLE}
    assert all(part.score == 0 for part in judgement.parts), "nothing waits for a mark by hand"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (HONEST, ""),
        (b"\xef\xbb\xbf" + HONEST, ""),
        (PLAIN.replace("\n", "\r\n").encode(), ""),
        (PLAIN.encode("utf-16"), "UTF-16"),
        (CHINESE.encode("gbk"), "GBK"),
        (HONEST + b"\x00\x00\x00", "NUL"),
        (spoiled(lambda tree: tree.update(nbformat=5, nbformat_minor=9)), "newer format"),
        (spoiled(lambda tree: tree.update(metadata={"kernelspec": {"name": "my-env"}})), ""),
        (spoiled(lambda tree: tree.update(metadata={"kernelspec": {"language": "R"}})), "written in R"),
        (spoiled(lambda tree: tree.pop("metadata") and None), ""),
        (spoiled(lambda tree: [one.update(id="same") for one in tree["cells"]] and None), ""),
        (spoiled(lambda tree: [one.pop("id") for one in tree["cells"]] and None), ""),
        (spoiled(lambda tree: tree["cells"].append(3)), "damaged"),
        (spoiled(lambda tree: tree["cells"].append({"cell_type": "code", "source": 5})), "damaged"),
        (spoiled(in_lines), ""),
        (spoiled(lambda tree: [one.pop("metadata") for one in tree["cells"]] and None), ""),
    ],
    ids=[
        "as it is", "byte order mark", "CRLF", "UTF-16", "GBK", "NUL bytes", "too new", "unknown kernel",
        "R kernel", "no metadata", "duplicate ids", "no ids", "a cell that is none", "a source that is none",
        "lines", "stripped",
    ],
)  # fmt: skip
def test_a_file_that_can_be_read_gets_full_credit(box, data, words):
    judgement = judged(box, data)
    assert judgement.reason == ""
    assert judgement.score == FULL
    assert words in " ".join(judgement.remarks)
    assert bool(words) == bool(judgement.remarks)


def test_fifty_megabytes_of_saved_output_are_left_out(box):
    def spoil(tree):
        output = {"output_type": "stream", "name": "stdout", "text": "x" * (50 * 2**20)}
        cell(tree, "entropy")["outputs"] = [output]

    assert judged(box, spoiled(spoil)).score == FULL


def test_nbformat_3_is_read(box):
    cells = [
        {
            "cell_type": "code",
            "input": one.source,
            "language": "python",
            "metadata": one.metadata,
            "outputs": [],
        }
        for one in honest_notebook().cells
        if one.cell_type == "code"
    ]
    judgement = judged(box, json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]}).encode())
    assert judgement.score == FULL
    assert "nbformat 3" in judgement.remarks[0]


def test_a_notebook_without_cells_has_nothing_to_show(box):
    judgement = judged(box, spoiled(lambda tree: tree.update(cells=[])))
    assert judgement.score == 0
    assert "no cells" in judgement.remarks[0]
    assert outcomes(judgement)["entropy-check"] is Outcome.MISSING
    assert outcomes(judgement)["essay"] is Outcome.MISSING
    assert all(part.score == 0 for part in judgement.parts), "nothing waits for a mark by hand"


def test_an_exported_script_is_graded_as_far_as_it_goes(box):
    judgement = judged(box, SCRIPT.encode())
    assert judgement.score == FULL
    assert "Python script" in judgement.remarks[0]
    assert outcomes(judgement)["essay"] is Outcome.MISSING


@pytest.mark.parametrize("ids", [True, False], ids=["ids kept", "ids gone"])
def test_metadata_stripped_by_another_editor(box, ids):
    def spoil(tree):
        for one in tree["cells"]:
            del one["metadata"]["nbgrader"]
            if not ids:
                del one["id"]

    judgement = judged(box, spoiled(spoil))
    assert judgement.score == FULL
    assert outcomes(judgement)["essay"] is (None if ids else Outcome.MISSING)


def test_ids_kept_in_metadata_only(box):
    """Colab writes a cell's id into its metadata."""

    def spoil(tree):
        for one in tree["cells"]:
            one["metadata"] = {"id": one.pop("id")}

    judgement = judged(box, spoiled(spoil))
    assert judgement.score == FULL
    assert outcomes(judgement)["essay"] is None


def without(grade_id):
    return lambda tree: tree["cells"].remove(cell(tree, grade_id))


def moved_to_the_front(grade_id):
    def spoil(tree):
        one = cell(tree, grade_id)
        tree["cells"].remove(one)
        tree["cells"].insert(0, one)

    return spoil


def doubled(grade_id):
    return lambda tree: tree["cells"].insert(3, copy.deepcopy(cell(tree, grade_id)))


def edited(grade_id, **changes):
    return lambda tree: cell(tree, grade_id).update(changes)


def relabelled(grade_id, /, **marks):
    return lambda tree: cell(tree, grade_id)["metadata"]["nbgrader"].update(marks)


@pytest.mark.parametrize(
    "spoil",
    [
        *(without(name) for name in POINTS if name != "essay"),
        *(moved_to_the_front(name) for name in POINTS),
        *(doubled(name) for name in POINTS),
        doubled("entropy"),
        edited("entropy-check", source="pass"),
        edited("double-test", source="raise SystemExit"),
        edited("entropy-check", cell_type="markdown"),
        edited("double-test", cell_type="raw"),
        edited("entropy", cell_type="markdown"),
        relabelled("entropy-check", points=0),
        relabelled("entropy-check", points=1000),
        relabelled("double-test", points="many"),
        relabelled("entropy-check", grade=False, solution=True),
        relabelled("entropy-check", grade_id="Entropy-Check"),
        relabelled("entropy", grade_id="ENTROPY"),
        relabelled("gini-hidden", grade_id="entropy-hidden"),
        relabelled("entropy-check", grade_id=None),
        relabelled("entropy-check", grade_id=["a"]),
        without("imports"),
    ],
)
def test_what_happened_to_a_graded_cell_costs_nothing(box, spoil):
    judgement = judged(box, spoiled(spoil))
    assert judgement.score == FULL
    assert outcomes(judgement)["essay"] is None


def test_a_solution_cell_that_was_split_is_run_in_both_halves(box):
    def spoil(tree):
        whole = cell(tree, "entropy")
        half = copy.deepcopy(whole)
        lines = ENTROPY.strip().splitlines(keepends=True)
        whole["source"], half["source"] = lines[0], "".join(lines[1:])
        tree["cells"].insert(tree["cells"].index(whole) + 1, half)

    assert judged(box, spoiled(spoil)).score == FULL


def test_a_deleted_essay_keeps_its_points_and_waits_for_nobody(box):
    judgement = judged(box, spoiled(without("essay")))
    essay = judgement.parts[-1]
    assert (essay.score, essay.max_score, essay.outcome) == (0, POINTS["essay"], Outcome.MISSING)
    blank = judged(box, spoiled(edited("essay", source="YOUR ANSWER HERE"))).parts[-1]
    assert (blank.score, blank.outcome) == (0, Outcome.NOT_ATTEMPTED)


def test_a_deleted_solution_cell_costs_its_own_points_only(box):
    judgement = judged(box, spoiled(without("entropy")))
    assert judgement.score == FULL - ENTROPY_POINTS
    part = judgement.parts[0]
    assert part.outcome is Outcome.MISSING
    assert "is not in the notebook" in part.sentence


def test_a_solution_cell_with_conflict_marks_is_an_error_of_that_cell(box):
    conflict = f"<<<<<<< HEAD\n{ENTROPY}=======\nentropy = 3\n>>>>>>> other"
    judgement = judged(box, spoiled(edited("entropy", source=conflict)))
    assert judgement.score == FULL - ENTROPY_POINTS
    assert judgement.parts[0].outcome is Outcome.ERROR
    assert "SyntaxError" in judgement.parts[0].sentence


NAME = "week1_assignment.ipynb"


def lay(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(HONEST)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ([NAME], NAME),
        (["week1_assignment (1).ipynb"], "week1_assignment (1).ipynb"),
        (["week1_assignment-Copy1.ipynb"], "week1_assignment-Copy1.ipynb"),
        (["WEEK1_ASSIGNMENT.IPYNB"], "WEEK1_ASSIGNMENT.IPYNB"),
        (["my work/week1_assignment.ipynb"], "my work/week1_assignment.ipynb"),
        (["Übung [1] + ß.ipynb"], "Übung [1] + ß.ipynb"),
        ([NAME, "week1_assignment (1).ipynb"], NAME),
        ([NAME, "old/week1_assignment.ipynb"], NAME),
        (["week1_assignment (1).ipynb", "scratch.ipynb"], "week1_assignment (1).ipynb"),
        ([NAME, "__MACOSX/week1_assignment.ipynb", "__MACOSX/._week1_assignment.ipynb"], NAME),
        ([NAME, ".ipynb_checkpoints/week1_assignment-checkpoint.ipynb", "._week1_assignment.ipynb"], NAME),
    ],
)
def test_the_notebook_is_found(tmp_path, names, found):
    lay(tmp_path, *names)
    path, remarks = find(tmp_path, NAME)
    assert path == tmp_path / found
    assert contents(path) == HONEST
    assert bool(remarks) == (found != NAME)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], "empty"),
        (["report.pdf"], "report.pdf"),
        (["a.ipynb", "b.ipynb"], "a.ipynb, b.ipynb"),
        (["week1_assignment (1).ipynb", "week1_assignment (2).ipynb"], "Which of these"),
    ],
)
def test_no_notebook_or_too_many_is_said(tmp_path, names, words):
    lay(tmp_path, *names)
    with pytest.raises(Unreadable, match=words.replace("(", r"\(")):
        find(tmp_path, NAME)


def test_a_link_is_not_a_submission(tmp_path):
    secret = tmp_path / "secret"
    lay(secret, NAME)
    folder = tmp_path / "submitted"
    folder.mkdir()
    (folder / NAME).symlink_to(secret / NAME)
    (folder / "linked").symlink_to(secret)
    with pytest.raises(Unreadable):
        find(folder, NAME)


def test_the_honest_notebook_is_a_valid_one():
    nbformat.validate(honest_notebook())
