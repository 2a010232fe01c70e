"""JupyterLab on the course, as `make lab` starts it: nbgrader's extensions see the weeks."""

import json
import os
import subprocess
import sys
import time
import urllib.parse
import urllib.request

import pytest

from autograder.course import Course
from autograder.demo import fresh_course

from .conftest import ROOT, WEEKS

TOKEN = "a-token-for-this-test"


def request(base, path, data=None):
    headers = {"Authorization": f"token {TOKEN}"}
    body = urllib.parse.urlencode(data).encode() if data else None
    with urllib.request.urlopen(
        urllib.request.Request(base + path, data=body, headers=headers), timeout=60
    ) as reply:
        return json.load(reply)


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab server started in a fresh copy of the course."""
    course, _ = fresh_course(Course.at(ROOT), tmp_path_factory.mktemp("lab") / "demo")
    runtime = tmp_path_factory.mktemp("runtime")
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root", "--port=0"),
            *(f"--IdentityProvider.token={TOKEN}", "--ServerApp.disable_check_xsrf=True"),
        ],
        cwd=course.root,
        env={**os.environ, "JUPYTER_RUNTIME_DIR": str(runtime)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(600):
            described = list(runtime.glob("jpserver-*.json"))
            if described and described[0].read_text():
                break
            assert server.poll() is None, "JupyterLab stopped"
            time.sleep(0.1)
        yield json.loads(described[0].read_text())["url"]
    finally:
        server.terminate()
        server.wait(timeout=30)


def test_formgrader_lists_the_weeks(lab):
    listed = request(lab, "formgrader/api/assignments")
    assert {entry["name"] for entry in listed} >= set(WEEKS)


@pytest.mark.parametrize("week", WEEKS)
def test_the_instructors_notebook_validates(lab, week):
    notebook = Course.at(ROOT).notebook(week)
    reply = request(lab, "assignments/validate", {"path": f"notebooks/{week}/{notebook}"})
    assert reply["success"], reply
    found = reply["value"]
    assert not {key for key in found if key in ("failed", "changed", "passed", "error")}, found
