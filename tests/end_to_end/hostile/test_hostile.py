"""Every scenario here gets the marks that the honest work in it deserves, and changes nothing outside.

A scenario is a TOML file: the cells that take the place of honest ones, the outcomes of the graded cells that
are not full marks because of it, and the seconds a call may take where that matters.
"""

import hashlib
import os
import shutil
import time
import tomllib
from pathlib import Path

import nbformat
import pytest

from autograder.outcome import Outcome
from autograder.sandbox.box import Box
from autograder.sandbox.engine import judge
from autograder.sandbox.limits import Limits

from ..small_course import POINTS, SOURCE, as_bytes, honest_notebook

pytestmark = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")

SCENARIOS = sorted(Path(__file__).parent.glob("*.toml"))
#: Seconds for a call where a scenario is not about time, so that a busy machine changes no outcome.
PLENTY = 20


def limits(scenario):
    seconds = scenario.get("seconds", PLENTY)
    return Limits(
        cell_seconds=2 * seconds,
        call_seconds=seconds,
        notebook_seconds=300,
        memory=256 * 2**20,
        processes=24,
        file_bytes=8 * 2**20,
    )


@pytest.fixture(scope="module")
def box():
    with Box() as box:
        yield box
        assert "Traceback" not in box.complaints()


def handed_in(scenario):
    notebook = honest_notebook()
    for cell in notebook.cells:
        name = cell.metadata.nbgrader.grade_id
        cell.source = scenario.get("cells", {}).get(name, cell.source)
    if "before" in scenario:
        notebook.cells.insert(0, nbformat.v4.new_code_cell(scenario["before"]))
    return as_bytes(notebook)


def expected(scenario, name, found):
    """The outcome of one cell; where a scenario may end in several ways, the one found if among them."""
    stated = scenario.get("outcomes", {}).get(name, "correct")
    among = [stated] if isinstance(stated, str) else stated
    return found if found in among else Outcome(among[0])


def processes():
    """The sleepers that a scenario leaves behind."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"765.43210" in (process / "cmdline").read_bytes():
                found.add(process.name)
        except OSError:
            continue
    return found


@pytest.fixture(scope="module")
def course_folder(tmp_path_factory):
    """A folder that looks like what a submission would like to find, where anybody may write."""
    folder = tmp_path_factory.mktemp("course")
    for name in (
        "gradebook.db",
        "notebooks/week1.ipynb",
        "submitted/ada/week1/week1.ipynb",
        ".course_secret",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("def entropy(labels): # worked example", encoding="utf-8")
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o777)
    return folder


def outside(folder):
    """What a submission must not change, and where left-overs would lie."""
    watched = [Path("/etc/passwd"), *sorted(path for path in folder.rglob("*") if path.is_file())]
    digests = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in watched}
    strays = [name for place in ("/tmp", "/dev/shm", os.getcwd()) for name in os.listdir(place)]
    return digests, [name for name in strays if name in ("left-behind", "pwned", "student", "math.py")]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_mark_is_what_honest_work_deserves(box, course_folder, path):
    scenario = tomllib.loads(path.read_text(encoding="utf-8"))
    before = outside(course_folder)
    judgement = judge(handed_in(scenario), SOURCE, "a seed", box, limits(scenario))
    found = {part.grade_id: part for part in judgement.parts}
    assert found.pop("essay").score is None
    outcomes = {name: part.outcome for name, part in found.items()}
    assert outcomes == {name: expected(scenario, name, outcomes[name]) for name in POINTS if name != "essay"}
    for name, outcome in outcomes.items():
        part = found[name]
        assert part.max_score == POINTS[name]
        if outcome is Outcome.CORRECT:
            assert part.score == part.max_score
        elif outcome is Outcome.PARTIAL:
            assert 0 < part.score < part.max_score
        else:
            assert part.score == 0
            assert part.sentence
            assert len(part.sentence) < 1100
    assert outside(course_folder) == before
    assert judge(as_bytes(honest_notebook()), SOURCE, "another", box).score == sum(POINTS.values()) - 5
    deadline = time.monotonic() + 5
    while processes() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not processes()


def test_outputs_that_are_kept_are_inert(box):
    scenario = tomllib.loads(
        (Path(__file__).parent / "script_in_the_output.toml").read_text(encoding="utf-8")
    )
    judgement = judge(handed_in(scenario), SOURCE, "a seed", box, limits(scenario))
    shown = [output for outputs in judgement.outputs.values() for output in outputs]
    assert any(output["output_type"] == "display_data" for output in shown)
    for output in shown:
        assert set(output.get("data", {})) <= {"text/plain", "image/png"}
