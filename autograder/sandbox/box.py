"""Bubblewrap around a zygote: a process that holds the imports and no secrets, and forks once per submission.

The box sees the system and the Python packages, read-only, and no network. In place of `dtlib` and
`autograder` it sees stand-ins with the data and the drawings. The course, its secret, the submissions and
the gradebook are not mounted at all.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from autograder.sandbox.channel import Channel
from autograder.sandbox.inside import HOME, OUT_OF_MEMORY
from autograder.sandbox.inside.standins.dtlib import OFFERED
from autograder.sandbox.limits import Limits

#: Seconds in which the zygote must have imported everything.
_START_SECONDS = 120
#: Seconds in which the guard says how a submission ended.
_FATE_SECONDS = 2
_OUR_CODE = "/box"
_STANDINS = "/box/standins"

#: Folders of the system that Python and its packages may need; those that exist are mounted.
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime")

_ENVIRONMENT = {
    "HOME": HOME,
    "LANG": "C.UTF-8",
    "MPLBACKEND": "module://inside.figures",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "IPYTHONDIR": "/tmp/ipython",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": "/usr/bin:/bin",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": f"{_OUR_CODE}:{_STANDINS}",
    "TZ": "UTC",
    "USER": "student",
}


class NoSandboxError(Exception):
    """The sandbox does not work here; the message says why and what to do."""


class Visit:
    """One submission's stay in the box."""

    def __init__(self, channel: Channel, guard: int) -> None:
        self.channel = channel
        self._guard = guard

    def ran_out_of_memory(self) -> bool:
        """Whether the guard ended the submission for its memory; ask when the channel has gone silent."""
        heard, _, _ = select.select([self._guard], [], [], _FATE_SECONDS)
        return bool(heard) and os.read(self._guard, 1) == bytes([OUT_OF_MEMORY])

    def end(self) -> None:
        """End every process of the submission: the guard sees that nobody listens any more."""
        self.channel.close()
        os.close(self._guard)


class Box:
    """A running zygote behind its walls. Use it in a ``with`` statement.

    Raises
    ------
    NoSandboxError
        If bubblewrap is missing or may not make namespaces here.
    """

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(_START_SECONDS)
        self._is_ready = False
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the box
        with theirs:
            self._process = subprocess.Popen(
                _command(theirs.fileno()),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._complaints,
            )

    def wait_until_ready(self) -> None:
        """Wait until the zygote has imported everything.

        Raises
        ------
        NoSandboxError
            If it did not get so far.
        """
        if self._is_ready:
            return
        with contextlib.suppress(OSError):
            self._is_ready = self._control.recv(64) == b"ready"
        if not self._is_ready:
            advice = _advice(self.complaints())
            self.close()
            raise NoSandboxError(advice)

    def complaints(self) -> str:
        """What the zygote and the processes behind it say of themselves: nothing when all is well."""
        return os.pread(self._complaints.fileno(), 65536, 0).decode("utf-8", "replace")

    def __enter__(self) -> Box:
        self.wait_until_ready()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the zygote and everything behind its walls."""
        self._control.close()
        self._process.kill()
        self._process.wait()
        self._complaints.close()

    @contextlib.contextmanager
    def visit(self, limits: Limits) -> Iterator[Visit]:
        """A fresh process for one submission."""
        if self._process.poll() is not None:  # the system was short of memory, say
            self.close()
            self._start()
        self.wait_until_ready()
        ours, theirs = socket.socketpair()
        said, saying = os.pipe()
        try:
            socket.send_fds(self._control, [json.dumps(asdict(limits)).encode()], [theirs.fileno(), saying])
        finally:
            theirs.close()
            os.close(saying)
        visit = Visit(Channel(ours), said)
        try:
            yield visit
        finally:
            visit.end()


def _command(control: int) -> list[str]:
    bubblewrap = shutil.which("bwrap")
    if bubblewrap is None:
        raise NoSandboxError(
            "Untrusted code is graded inside bubblewrap, which is not installed. "
            "On Debian: apt install bubblewrap."
        )
    command = [bubblewrap, "--die-with-parent", "--new-session", "--clearenv"]
    command += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--hostname", "box"]
    # Root needs no user namespace to build the walls and leaves its powers behind them at once.
    as_root = os.geteuid() == 0
    command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if as_root else ["--unshare-user"]
    for name, value in _ENVIRONMENT.items():
        command += ["--setenv", name, value]
    for folder in map(Path, _SYSTEM):
        if folder.is_symlink():
            command += ["--symlink", os.readlink(folder), str(folder)]
        else:
            command += ["--ro-bind-try", str(folder), str(folder)]
    shown = [(prefix, _seen_as(prefix)) for prefix in _python()] + list(_offered())
    command += _passable(Path(target) for target in [*_SETTINGS, *(target for _, target in shown)])
    for path in _SETTINGS:
        command += ["--ro-bind-try", path, path]
    for source, target in shown:
        command += ["--ro-bind", str(source), target]
    for package in _hidden_packages():
        command += ["--tmpfs", _seen_as(package), "--remount-ro", _seen_as(package)]
    command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]
    return [*command, _seen_as(Path(sys.executable)), "-m", "inside.zygote", str(control)]


def _passable(targets: Iterable[Path]) -> Iterator[str]:
    """The folders above what is mounted, made so that others than their owner may pass through them."""
    above = {parent for target in targets for parent in target.parents if not parent.is_relative_to("/usr")}
    for folder in sorted(above - {Path("/")}):
        yield from ("--dir", str(folder))


#: Where an environment that lives below /tmp is shown.
_ENVIRONMENT_FROM_TMP = Path("/environment")


def _python() -> list[Path]:
    """The folders of this Python that the system's own do not cover."""
    prefixes = {Path(prefix).resolve() for prefix in (sys.base_prefix, sys.exec_prefix, sys.prefix)}
    return sorted(prefix for prefix in prefixes if not prefix.is_relative_to("/usr"))


def _seen_as(path: Path) -> str:
    """Where the box shows a path: in its own place, unless the private /tmp would cover the environment."""
    environment = Path(sys.prefix).resolve()
    if environment.is_relative_to("/tmp"):
        for prefix in (Path(sys.prefix), environment):
            if path.is_relative_to(prefix):
                return str(_ENVIRONMENT_FROM_TMP / path.relative_to(prefix))
    return str(path)


def _hidden_packages() -> list[Path]:
    """The installed `dtlib` and `autograder`, where a mounted folder would show them."""
    shown = [*_python(), Path("/usr")]
    return [
        folder for folder in map(_folder, ("dtlib", "autograder")) if any(map(folder.is_relative_to, shown))
    ]


def _offered() -> Iterator[tuple[Path, str]]:
    """What the box sees of ours: the code beside the student, the stand-ins, the data and the drawings."""
    inside = Path(__file__).with_name("inside")
    yield inside, f"{_OUR_CODE}/inside"
    for name in ("dtlib", "autograder"):
        yield inside / "standins" / f"{name}.py", f"{_STANDINS}/{name}/__init__.py"
    library = _folder("dtlib")
    for name in OFFERED:
        if (library / f"{name}.py").exists():
            yield library / f"{name}.py", f"{_STANDINS}/dtlib/{name}.py"
    data = next(folder for folder in (library / "data", library.parent / "data") if folder.is_dir())
    # The published results of the worked examples stand in the same folder and stay outside.
    for path in [*sorted(data.glob("*.csv")), data / "provenance.toml"]:
        yield path, f"{_STANDINS}/dtlib/data/{path.name}"


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).resolve().parent


def _advice(complaint: str) -> str:
    last = complaint.strip().splitlines()[-1:] or ["it did not say why"]
    return (
        f"The sandbox did not start: {last[0]} If bubblewrap may not make namespaces here, a system "
        "administrator can allow it: sysctl -w kernel.unprivileged_userns_clone=1 (Debian), or an AppArmor "
        "profile for bwrap (Ubuntu). In a container, allow user namespaces or grade outside it."
    )
