"""`import dtlib` is light, and its table of contents keeps its promises."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dtlib

HEAVY = ["sklearn", "pandas", "matplotlib", "scipy", "IPython", "numpy"]


@pytest.mark.parametrize("package", HEAVY)
def test_importing_dtlib_loads_nothing_heavy(package: str) -> None:
    code = f"import sys, dtlib; sys.exit({package!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("package", ["sklearn", "pandas", "matplotlib", "scipy"])
def test_measuring_needs_numpy_only(package: str) -> None:
    code = f"import sys, dtlib; dtlib.gain_ratio([*'aab'], [*'aab']); sys.exit({package!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("name", dtlib.__all__)
def test_every_name_in_the_table_of_contents_exists_and_is_documented(name: str) -> None:
    assert getattr(dtlib, name).__doc__


def test_the_table_of_contents_lists_what_it_imports() -> None:
    contents = ast.parse((Path(dtlib.__file__).parent / "__init__.pyi").read_text("utf-8"))
    imported = {
        alias.name for node in contents.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    listed = next(node.value for node in contents.body if isinstance(node, ast.Assign))
    assert imported == set(ast.literal_eval(listed)) == set(dtlib.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_measure"):
        dtlib.no_such_measure  # noqa: B018
