"""Is everything here that the course needs? Each finding says what to do."""

from __future__ import annotations

import importlib.metadata
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement


@dataclass(frozen=True)
class Finding:
    """One thing looked at; `advice` is empty where all is well, and `for_grading` what no student needs."""

    subject: str
    state: str
    advice: str = ""
    for_grading: bool = False

    @property
    def well(self) -> bool:
        return not self.advice


def examine_installation(root: Path) -> Iterator[Finding]:
    """Look at Python, the packages, Jupyter, the sandbox, and the course in `root`."""
    yield _python()
    yield from _packages()
    yield _alembic()
    yield _kernel()
    yield from _extensions()
    yield _sandbox()
    yield _course(root)


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    advice = "" if sys.version_info >= (3, 11) else "The course needs Python 3.11 or newer."
    return Finding("Python", version, advice)


def _packages() -> Iterator[Finding]:
    for text in importlib.metadata.requires("decision-tree-course") or []:
        requirement = Requirement(text)
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        try:
            version = importlib.metadata.version(requirement.name)
        except importlib.metadata.PackageNotFoundError:
            yield Finding(requirement.name, "missing", f"pip install '{requirement}'")
            continue
        fits = requirement.specifier.contains(version, prereleases=True)
        yield Finding(requirement.name, version, "" if fits else f"pip install '{requirement}'")


def _alembic() -> Finding:
    beside = shutil.which("alembic", path=str(Path(sys.executable).parent)) or shutil.which("alembic")
    return Finding("alembic", beside or "missing", "" if beside else "pip install alembic")


def _kernel() -> Finding:
    from jupyter_client.kernelspec import KernelSpecManager

    kernels = KernelSpecManager().find_kernel_specs()
    advice = "" if "python3" in kernels else "python -m ipykernel install --sys-prefix"
    return Finding("kernel python3", kernels.get("python3", "missing"), advice)


def _extensions() -> Iterator[Finding]:
    from jupyter_core.paths import jupyter_config_path
    from jupyter_server.extension.config import ExtensionConfigManager

    enabled = ExtensionConfigManager(read_config_path=jupyter_config_path()).get_jpserver_extensions()
    for name in ("nbgrader.server_extensions.formgrader", "nbgrader.server_extensions.validate_assignment"):
        on = enabled.get(name) or enabled.get("nbgrader")
        advice = "" if on else "jupyter server extension enable --sys-prefix nbgrader"
        yield Finding(name, "enabled" if on else "not enabled", advice)


def _sandbox() -> Finding:
    from autograder.sandbox.box import Box, NoSandboxError

    try:
        with Box():
            return Finding("sandbox", "works here", for_grading=True)
    except NoSandboxError as why:
        return Finding("sandbox", "does not work", str(why), for_grading=True)


def _course(root: Path) -> Finding:
    from autograder.course import Course, CourseError

    try:
        weeks = Course.at(root).assignments
    except CourseError as problem:
        return Finding("course", "not here", str(problem))
    if not weeks:
        return Finding("course", "no weeks", "Build the notebooks: autograder build")
    return Finding("course", ", ".join(weeks))
