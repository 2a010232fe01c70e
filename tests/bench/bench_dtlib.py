# ruff: noqa: E402 - the number of threads must be set before NumPy is loaded
"""How fast is dtlib, beside its peers on the same machine in the same run?

    python tests/bench/bench_dtlib.py [--quick] [--json FILE]

Medians, one core each. Every line is ours, the peer's, their ratio, and the ratio we want. Nothing fails if a
ratio is missed: a number is only worth something to somebody who reads it.
"""

from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import json
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlib import CARTClassifier, CARTRegressor

MOST_RUNS, SECONDS_PER_LINE = 15, 4.0


class Line(NamedTuple):
    """One comparison; times in seconds, or sizes in bytes."""

    what: str
    peer: str
    ours: float
    theirs: float
    wanted: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def median_time(run: Callable[[], Any]) -> float:
    """Seconds of processor time, the median of as many runs as there is patience for.

    The processor's time rather than the clock's: the other programs on the machine are none of our business.
    """
    times = []
    while len(times) < MOST_RUNS and sum(times) < SECONDS_PER_LINE:
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return statistics.median(times)


def table(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Ten smooth columns and a noisy answer that depends on three of them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 10))
    return X, X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n)


def fits(sizes: list[int]) -> list[Line]:
    """Fitting, full depth and five levels."""
    lines = []
    for n in sizes:
        X, signal = table(n)
        wanted = 0.5 if n >= 10_000 else 1.5
        for depth in (None, 5):
            for ours, theirs, y in (
                (CARTClassifier, DecisionTreeClassifier, signal > 0),
                (CARTRegressor, DecisionTreeRegressor, signal),
            ):
                what = (
                    f"fit {ours.__name__}, {n:,} x 10, {'full depth' if depth is None else f'depth {depth}'}"
                )
                mine, other = ours(max_depth=depth), theirs(max_depth=depth, random_state=0)
                times = [median_time(lambda e=e, X=X, y=y: e.fit(X, y)) for e in (mine, other)]
                lines.append(Line(what, "scikit-learn", *times, wanted))
                show(lines[-1])
    return lines


def prediction() -> list[Line]:
    """A full-grown tree asked for 100,000 new rows."""
    X, signal = table(100_000)
    new = np.random.default_rng(1).normal(size=X.shape)
    fitted = [e.fit(X, signal > 0) for e in (CARTClassifier(), DecisionTreeClassifier(random_state=0))]
    times = [median_time(lambda e=e: e.predict(new)) for e in fitted]
    line = Line("predict CARTClassifier, 100,000 x 10", "scikit-learn", *times, 2.0)
    show(line)
    return [line]


def memory(n: int) -> list[Line]:
    """The most that is held while fitting, beyond the table itself."""
    X, signal = table(n)
    tracemalloc.start()
    CARTClassifier().fit(X, signal > 0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    line = Line(f"memory CARTClassifier, {n:,} x 10", "size of X", peak, X.nbytes, 6.0)
    show(line)
    return [line]


def imports() -> list[Line]:
    """A fresh interpreter that imports dtlib, beside one that imports NumPy."""
    seconds = []
    for name in ("dtlib, numpy", "numpy"):
        program = f"import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"
        runs = [
            float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
            for _ in range(7)
        ]
        seconds.append(statistics.median(runs))
    line = Line("import dtlib", "import numpy", *seconds, 1 + 0.05 / seconds[1])
    show(line)
    return [line]


def show(line: Line) -> None:
    """Print a line of the table."""
    mark = "" if line.ratio <= line.wanted else "   missed"
    unit = 1e6 if line.what.startswith("memory") else 1e-3
    numbers = f"{line.ours / unit:>10.2f} {line.peer:>14} {line.theirs / unit:>10.2f} {line.ratio:>7.2f}"
    print(f"{line.what:<48} {numbers} <= {line.wanted:.2f}{mark}", flush=True)


def main() -> None:
    """Measure, show, and write the numbers down."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave the tables of 100,000 rows and more out")
    parser.add_argument("--json", type=Path, default=Path("bench-dtlib.json"), help="where to write them")
    options = parser.parse_args()
    sizes = [150, 1_000, 10_000] + ([] if options.quick else [100_000, 1_000_000])
    print(f"{'':<48} {'ours':>10} {'peer':>14} {'theirs':>10} {'ratio':>7}    wanted   (ms; MB)")
    lines = imports() + fits(sizes) + memory(sizes[-1]) + ([] if options.quick else prediction())
    options.json.write_text(json.dumps([line._asdict() | {"ratio": line.ratio} for line in lines], indent=1))
    print(f"written to {options.json}")


if __name__ == "__main__":
    main()
