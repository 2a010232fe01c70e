"""Generate the six tables with holes on which rpart is recorded.

The three classic questions (two classes, three classes, a number) are asked twice each, once with few
missing values and once with many. Values are rounded to two decimals, so that a CSV file carries them
exactly and a few ties remain. Run it again and the files come out byte for byte the same::

    python tests/reference/rpart/make_tables.py
"""

import csv
from pathlib import Path

import numpy as np

TABLES = Path(__file__).parent / "tables"

# name, kind of target, rows, numeric columns, levels of each categorical column, share of missing values
PLANS = [
    ("two_class_05", "two", 160, 4, (3,), 0.05),
    ("two_class_30", "two", 240, 3, (4, 6), 0.30),
    ("three_class_10", "three", 200, 4, (4,), 0.10),
    ("three_class_25", "three", 260, 3, (3, 7), 0.25),
    ("number_08", "number", 180, 4, (5,), 0.08),
    ("number_20", "number", 240, 3, (4, 8), 0.20),
]


def make_table(kind, n_rows, n_numeric, levels, missing, rng):
    """Columns that lean on one hidden quantity, so that one can stand in for another when it is missing."""
    hidden = rng.normal(size=n_rows)
    columns = {}
    for j in range(n_numeric):
        sign = -1 if j % 2 else 1
        columns[f"x{j}"] = np.round(10 * (sign * hidden + (0.3 + 0.35 * j) * rng.normal(size=n_rows)), 2)
    for j, n_levels in enumerate(levels):
        noisy = hidden + (0.4 + 0.4 * j) * rng.normal(size=n_rows)
        cuts = np.quantile(noisy, np.linspace(0, 1, n_levels + 1)[1:-1])
        # The letters are shuffled: their order must not carry the order of the groups.
        letters = rng.permutation([chr(ord("a") + k) for k in range(n_levels)])
        columns[f"g{j}"] = letters[np.searchsorted(cuts, noisy)]

    signal = 1.5 * hidden + np.sin(columns["x1"] / 6) + 0.7 * rng.normal(size=n_rows)
    if kind == "number":
        target = np.round(20 + 5 * signal, 2)
    elif kind == "two":
        target = np.where(signal > 0.3, "yes", "no")
    else:
        target = np.array(["high", "low", "mid"])[np.select([signal > 1.0, signal < -0.8], [0, 1], 2)]

    holes = {name: rng.random(n_rows) < missing for name in columns}
    all_missing = np.logical_and.reduce(list(holes.values()))
    holes["x0"] &= ~all_missing  # rpart drops a row that has nothing
    rows = [
        ["" if holes[name][i] else column[i] for name, column in columns.items()] + [target[i]]
        for i in range(n_rows)
    ]
    return [*columns, "target"], rows


def main():
    rng = np.random.default_rng(1984)
    TABLES.mkdir(exist_ok=True)
    for name, kind, n_rows, n_numeric, levels, missing in PLANS:
        header, rows = make_table(kind, n_rows, n_numeric, levels, missing, rng)
        with open(TABLES / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(header)
            writer.writerows(rows)


if __name__ == "__main__":
    main()
