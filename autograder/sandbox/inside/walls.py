"""Namespaces, mounts, capabilities and limits, by the system calls that Python 3.11 does not offer itself.

Numbers and structures are those of Linux's ``sched.h``, ``mount.h``, ``prctl.h`` and ``capability.h``.
"""

from __future__ import annotations

import ctypes
import os
import resource
from collections.abc import Mapping

_libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x0002_0000, 0x0400_0000, 0x0800_0000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x1000_0000, 0x2000_0000, 0x4000_0000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV = 1, 2, 4
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE = 1, 4
_SIGKILL = 9
_NOBODY = 65534


def drop_root() -> None:
    """Become nobody, for good, where we are root: limits on processes do not bind root."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)


def own_users_and_processes() -> None:
    """Move into a user namespace in which no further one can be made; children get own process ids.

    A change of user had made this process undumpable, and its ``/proc`` files with that not its own.
    """
    user, group = os.geteuid(), os.getegid()
    _prctl(_PR_SET_DUMPABLE, 1)
    _check(_libc.unshare(CLONE_NEWUSER | CLONE_NEWPID), "unshare")
    for name, text in (
        ("self/setgroups", "deny"),
        ("self/uid_map", f"{user} {user} 1"),
        ("self/gid_map", f"{group} {group} 1"),
        ("sys/user/max_user_namespaces", "0"),
    ):
        with open(f"/proc/{name}", "w", encoding="ascii") as file:
            file.write(text)


def own_everything_else(scratch: Mapping[str, int]) -> None:
    """Own mounts, network, host name and interprocess communication.

    Parameters
    ----------
    scratch : folders that get an empty file system of their own, each with its size in bytes. ``/proc`` gets
        an empty one that stays so.
    """
    _check(_libc.unshare(CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET), "unshare")
    for folder, size in scratch.items():
        _mount_empty(folder, _MS_NOSUID | _MS_NODEV, f"size={size},nr_inodes=4096,mode=700")
    _mount_empty("/proc", _MS_NOSUID | _MS_NODEV | _MS_RDONLY, "size=4096,nr_inodes=1")


def be_untraceable() -> None:
    """No process of the same user may look into this one, or stop it."""
    _prctl(_PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    _prctl(_PR_SET_PDEATHSIG, _SIGKILL)


def drop_capabilities() -> None:
    """Give up everything that the user namespace granted."""
    header = (ctypes.c_uint32 * 2)(0x2008_0522, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _check(_libc.capset(header, nothing), "capset")


def limit(processes: int, memory: int, cpu_seconds: int, open_files: int, file_bytes: int) -> None:
    """Set the limits of this process and its children; `memory` counts from what is in use now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    for what, most in (
        (resource.RLIMIT_AS, mapped + memory),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_NOFILE, open_files),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


def _mount_empty(folder: str, flags: int, options: str) -> None:
    done = _libc.mount(b"tmpfs", folder.encode(), b"tmpfs", flags, options.encode())
    _check(done, f"mount {folder}")


def _prctl(option: int, value: int) -> None:
    _check(_libc.prctl(option, value, 0, 0, 0), "prctl")


def _check(status: int, what: str) -> None:
    if status:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
