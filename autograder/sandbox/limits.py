"""How much a submission may use. Each figure can be set in the course's configuration, as `c.Limits`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of one submission.

    Parameters
    ----------
    cell_seconds : wall-clock time of one cell, and of all calls of one check.
    call_seconds : wall-clock time of one call of a graded function.
    notebook_seconds : wall-clock time of everything together, restarts included.
    cpu_seconds : processor time of each process.
    memory : bytes beyond what the imported packages take; for each process, and for all of them together.
    processes : processes and threads at one time.
    open_files : open files of each process.
    file_bytes : size of one file, and of everything in ``/tmp``.
    output_bytes : what is kept of the output of one cell.

    Examples
    --------
    >>> Limits(cell_seconds=5).call_seconds
    5
    """

    cell_seconds: float = 20
    call_seconds: float = 5
    notebook_seconds: float = 300
    cpu_seconds: int = 300
    memory: int = 1024 * 2**20
    processes: int = 64
    open_files: int = 256
    file_bytes: int = 64 * 2**20
    output_bytes: int = 100_000
