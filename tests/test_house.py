"""The house itself: its packages point one way, its files agree with each other."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def requirement(text):
    name, bound = re.fullmatch(r"([A-Za-z0-9_.-]+?)(?:-base)?((?:[<>=!]=?|~=).*)?", text).groups()
    return name.lower().replace("_", "-"), bound


def test_environment_yml_asks_for_what_pyproject_asks_for():
    dependencies = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    conda = dict(requirement(text) for text in dependencies if isinstance(text, str))
    (by_pip,) = (entry["pip"] for entry in dependencies if isinstance(entry, dict))
    conda |= dict(requirement(text) for text in by_pip if text != "-e .")
    assert conda.pop("python") == PROJECT["requires-python"]
    conda.pop("pip")
    assert conda == dict(map(requirement, PROJECT["dependencies"]))


def test_lock_file_pins_names_and_versions_only():
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.+!-]+", line) for line in lines)
    locked = {requirement(line)[0] for line in lines}
    asked = {requirement(text)[0] for text in PROJECT["dependencies"]}
    assert asked <= locked


@pytest.mark.parametrize(("package", "forbidden"), [("dtlib", {"autograder"}), ("autograder", {"tests"})])
def test_arrows_run_one_way(package, forbidden):
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            assert not forbidden & {name.partition(".")[0] for name in names}, path


def test_only_the_door_opens_to_nbgrader():
    """nbgrader is imported by the modules that are its door and by nothing a student's notebook imports."""
    import subprocess
    import sys

    code = "import autograder, sys; autograder.check; autograder.hint; print('nbgrader' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "False\n"
    )
