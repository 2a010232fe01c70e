# ruff: noqa: I001 - bench_dtlib sets the number of threads, so it comes before everything that loads NumPy
"""A tree with five surrogates a split and its ten-fold cp table, beside R's rpart on the same machine.

    python tests/bench/bench_rpart.py [--quick] [--json FILE]

Both get the same table, the same folds and the same limits, one core each, and both are timed inside a warm
process by its own processor time. R and its package rpart are Debian's ``r-base-core`` and
``r-cran-rpart``. A table whose numbers of leaves or errors differ from rpart's is pointed out.
"""

from bench_dtlib import SECONDS_PER_LINE, Line, median_time, show

import argparse
import io
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from mixed_table import mixed_table

from dtlib import CARTClassifier
from dtlib.datasets import load_kyphosis
from dtlib.model_selection import CPTable, cp_table

RSCRIPT = Path(__file__).with_name("rpart_timing.R")
N_FOLDS, CP = 10, 0.001


def numbers(n_rows: int) -> tuple[pd.DataFrame, pd.Series]:
    """Ten columns that share a cause, so that they can stand in for each other, and two noisy classes."""
    rng = np.random.default_rng(0)
    cause = rng.normal(size=(n_rows, 2))
    X = (cause[:, np.arange(10) % 2] + rng.normal(size=(n_rows, 10))).round(3)
    signal = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n_rows)
    return pd.DataFrame(X, columns=[f"x{j}" for j in range(10)]), pd.Series(np.where(signal > 0, "yes", "no"))


def mixed_ten(n_rows: int) -> tuple[pd.DataFrame, pd.Series]:
    """Six numeric and four categorical columns, 7 % of the values missing; three classes."""
    X, y = mixed_table(n_rows, missing=0.07)
    return X.iloc[:, :10], y


def tables(quick: bool) -> dict[str, tuple[pd.DataFrame, pd.Series]]:
    """The tables by what they are called in the list."""
    kyphosis = load_kyphosis()
    every = {
        "kyphosis, 81 x 3": (kyphosis.X, kyphosis.y),
        "numbers, 1,000 x 10": numbers(1_000),
        "mixed with gaps, 1,000 x 10": mixed_ten(1_000),
        "mixed with gaps, 10,000 x 10": mixed_ten(10_000),
    }
    return every if quick else every | {"numbers, 50,000 x 10": numbers(50_000)}


def ours(X: pd.DataFrame, y: pd.Series, folds: np.ndarray) -> tuple[float, CPTable]:
    """Seconds, and the table. The tree of all rows is grown in passing, as it is by rpart."""
    root_error = 1 - y.value_counts().max() / len(y)
    cart = CARTClassifier(
        min_samples_split=20,
        min_samples_leaf=7,
        max_surrogates=5,
        ccp_risk="error",
        ccp_alpha=CP * root_error,
    )
    found = cp_table(cart, X, y, cv=folds)
    return median_time(lambda: cp_table(cart, X, y, cv=folds)), found


def theirs(X: pd.DataFrame, y: pd.Series, folds: np.ndarray) -> tuple[float, pd.DataFrame]:
    """The same of rpart."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "table.csv"
        X.assign(label=y, fold=folds).to_csv(path, index=False)
        command = ["Rscript", RSCRIPT, path, str(CP), str(SECONDS_PER_LINE)]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, _, table = answer.partition("\n")
    return float(seconds), pd.read_csv(io.StringIO(table))


def differences(found: CPTable, peer: pd.DataFrame) -> str:
    """What is different in the two cp tables, in words; empty if nothing is."""
    mine = found.to_frame()
    n_splits = mine["n_leaves"].to_numpy() - 1
    if n_splits.tolist() != peer["nsplit"].tolist():
        return f"the trees have {n_splits.tolist()} splits, rpart's {peer['nsplit'].tolist()}"
    pairs = {"cp": "CP", "relative_error": "rel error", "xerror": "xerror", "xstd": "xstd"}
    far = {
        name: float(np.abs(mine[name].to_numpy() - peer[column].to_numpy()).max())
        for name, column in pairs.items()
    }
    return ", ".join(f"{name} by up to {distance:.2g}" for name, distance in far.items() if distance > 1e-6)


def why_no_peer() -> str:
    """What is missing on this machine; empty if nothing is."""
    if not shutil.which("Rscript"):
        return "Rscript is not installed (Debian: apt-get install r-base-core r-cran-rpart)."
    if subprocess.run(["Rscript", "-e", "library(rpart)"], capture_output=True).returncode:
        return "R has no package rpart (Debian: apt-get install r-cran-rpart)."
    return ""


def main() -> None:
    """Measure, show, and write the numbers down."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave the table of 50,000 rows out")
    parser.add_argument("--json", type=Path, default=Path("bench-rpart.json"), help="where to write them")
    options = parser.parse_args()
    if missing := why_no_peer():
        sys.exit(f"There is nothing to measure against: {missing}")
    print(f"{'':<48} {'ours':>10} {'peer':>14} {'theirs':>10} {'ratio':>7}    wanted   (ms)")
    written = []
    for name, (X, y) in tables(options.quick).items():
        folds = np.random.default_rng(1).permutation(np.arange(len(y)) % N_FOLDS) + 1
        (seconds, found), (peer_seconds, peer) = ours(X, y, folds), theirs(X, y, folds)
        line = Line(f"cp table, {name}", "rpart", seconds, peer_seconds, 1.0)
        show(line)
        if different := differences(found, peer):
            print(f"    not rpart's table: {different}")
        written.append(line._asdict() | {"ratio": line.ratio, "differences": different})
    options.json.write_text(json.dumps(written, indent=1))
    print(f"written to {options.json}")


if __name__ == "__main__":
    main()
