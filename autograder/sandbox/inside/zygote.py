"""A process that has everything imported and forks one child for each submission.

Three processes stand behind a submission. The *guard* stays outside the child's process namespace, watches
its memory and says how it ended; the *first* process of the namespace only adopts orphans, and takes
everything with it when it goes; the *student's* process runs the notebook, without any capability and under
limits.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from . import HOME, OUT_OF_MEMORY, session, shell, walls

PRELOADED = ("numpy", "pandas", "matplotlib.pyplot", "tomllib")
_POLL_MS = 50
_BROKEN_WALL = 250


def main() -> None:
    """Serve the control socket whose number is the first argument until the grader closes it."""
    control = socket.socket(fileno=int(sys.argv[1]))
    control.set_inheritable(False)
    os.chmod("/tmp", 0o1777)
    walls.drop_root()
    for name in PRELOADED:
        importlib.import_module(name)
    ready = shell.warmed_up()
    control.send(b"ready")
    while True:
        request, descriptors, _, _ = socket.recv_fds(control, 65536, 2)
        if not request:
            return
        _reap()
        _forked(_guard, json.loads(request), *descriptors, ready)
        for descriptor in descriptors:
            os.close(descriptor)


def _forked(work: Callable[..., int], *arguments: Any) -> int:
    """Do `work` in a forked process, whose exit code is what `work` returns; return its process id."""
    process = os.fork()
    if process:
        return process
    code = _BROKEN_WALL
    try:
        code = work(*arguments)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _guard(limits: dict[str, Any], channel: int, status: int, ready: shell.Shell) -> int:
    walls.die_with_parent()
    walls.own_users_and_processes()
    first = _forked(_first, limits, channel, status, ready)
    os.close(channel)
    code = _watch(first, status, limits["memory"])
    with contextlib.suppress(BrokenPipeError):  # nobody wants to know any more
        os.write(status, bytes([code]))
    return 0


def _first(limits: dict[str, Any], channel: int, status: int, ready: shell.Shell) -> int:
    """The first process of the namespace: when it ends, the kernel ends all others in it."""
    walls.die_with_parent()
    os.close(status)
    student = _forked(_student, limits, channel, ready)
    os.close(channel)
    walls.be_untraceable()
    while True:
        ended, how = os.waitpid(-1, 0)
        if ended == student:
            return min(os.waitstatus_to_exitcode(how) % 256, _BROKEN_WALL)


def _student(limits: dict[str, Any], channel: int, ready: shell.Shell) -> int:
    os.setsid()
    names = ("processes", "memory", "cpu_seconds", "open_files", "file_bytes")
    walls.limit(**{name: limits[name] for name in names})
    walls.own_everything_else(dict.fromkeys(("/tmp", "/dev/shm"), limits["file_bytes"]))
    walls.drop_capabilities()
    os.mkdir(HOME)
    os.chdir(HOME)
    session.serve(socket.socket(fileno=channel), ready)
    return 0


def _watch(first: int, status: int, memory: int) -> int:
    """Wait for the end of the namespace, or bring it about: too much memory, or nobody listens."""
    end = os.pidfd_open(first)
    poll = select.poll()
    poll.register(end, select.POLLIN)
    poll.register(status, 0)  # a closed other end is always reported
    allowed = None
    while True:
        events = dict(poll.poll(_POLL_MS))
        if end in events:
            return os.waitstatus_to_exitcode(os.waitpid(first, 0)[1]) % 256
        used = sum(map(_in_use, _family(first)))
        allowed = memory + used if allowed is None else allowed
        if status in events or used > allowed:
            os.kill(first, 9)
            os.waitpid(first, 0)
            return OUT_OF_MEMORY


def _family(first: int) -> Iterator[int]:
    """`first` and every process descended from it."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except OSError:  # it has just ended
                continue
            children.setdefault(parent, []).append(int(name))
    waiting = [first]
    while waiting:
        process = waiting.pop()
        yield process
        waiting += children.get(process, [])


def _in_use(process: int) -> int:
    """Bytes that a process holds, shared pages in part; all that is resident if it hides."""
    try:
        with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
            lines = dict(line.split(":", 1) for line in file.readlines()[1:])
        return 1024 * sum(
            int(lines[key].split()[0]) for key in ("Pss_Anon", "Pss_Shmem", "SwapPss") if key in lines
        )
    except OSError:
        pass
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


if __name__ == "__main__":
    main()
