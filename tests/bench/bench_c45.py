"""C4.5 on a mixed table with missing values, against Weka's J48 inside a warm virtual machine: one core each.

    python tests/bench/bench_c45.py

Each of the two grows and prunes the same table five times after warming up; the medians are compared. Weka is
Debian's package ``weka``. Without it, or without Java, only our own time is told.
"""

import json
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from mixed_table import mixed_table, write_arff

from dtlib import C45Classifier

HERE = Path(__file__).parent
WEKA = Path("/usr/share/java/weka.jar")
N_ROWS, REPEATS, WARM_UP = 30_000, 5, 3


def seconds_of_c45(X, y):
    seconds = []
    for _ in range(WARM_UP + REPEATS):
        start = time.perf_counter()
        C45Classifier().fit(X, y)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds[WARM_UP:])


def seconds_of_j48(X, y):
    with tempfile.TemporaryDirectory() as scratch:
        table = Path(scratch) / "mixed.arff"
        write_arff(X, y, table)
        one_core = ["-XX:ActiveProcessorCount=1", "-cp", WEKA]
        command = ["java", *one_core, HERE / "J48Timing.java", table, str(WARM_UP), str(REPEATS)]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(answer)["seconds"]


def measure():
    """One line of the benchmark: what, against what, both medians in seconds, and their ratio."""
    X, y = mixed_table(N_ROWS)
    line = {"what": f"C4.5 fit, mixed, 5 % missing, {N_ROWS} rows", "seconds": seconds_of_c45(X, y)}
    if WEKA.exists() and shutil.which("java"):
        peer = seconds_of_j48(X, y)
        line |= {"peer": "Weka J48, warm", "peer_seconds": peer, "ratio": line["seconds"] / peer}
    return line


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
