"""How good the predictions for a rare class are (week 5)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from autograder.interview.calculations.draft import Draft
from dtlib.teaching.tuning import confusion, precision_recall_f1

POSITIVE = "sick"


class _Outcome(NamedTuple):
    measures: dict[str, float]
    accuracy: float
    hits: int
    called: int
    sick: int
    table: str


def precision(rng: np.random.Generator, level: int) -> Draft:
    seen = _draw(rng, level)
    slips = {
        "recall_instead": seen.measures["recall"],
        "accuracy_instead": seen.accuracy,
        "f1_instead": seen.measures["f1"],
    }
    return Draft(
        {"table": seen.table, "terms": f"{seen.hits}/{seen.called}"}, seen.measures["precision"], slips
    )


def recall(rng: np.random.Generator, level: int) -> Draft:
    seen = _draw(rng, level)
    slips = {
        "precision_instead": seen.measures["precision"],
        "accuracy_instead": seen.accuracy,
        "f1_instead": seen.measures["f1"],
    }
    return Draft({"table": seen.table, "terms": f"{seen.hits}/{seen.sick}"}, seen.measures["recall"], slips)


def f1(rng: np.random.Generator, level: int) -> Draft:
    seen = _draw(rng, level)
    p, r = seen.measures["precision"], seen.measures["recall"]
    slips = {
        "arithmetic_mean": (p + r) / 2,
        "accuracy_instead": seen.accuracy,
        "factor_two_forgotten": p * r / (p + r),
    }
    terms = f"2 * {p:.4f} * {r:.4f} / ({p:.4f} + {r:.4f})"
    return Draft({"table": seen.table, "terms": terms}, seen.measures["f1"], slips)


def _draw(rng: np.random.Generator, level: int) -> _Outcome:
    """Counts of (true, predicted); two classes, the positive one rare from level 2 on, three at level 3."""
    classes = [POSITIVE, "healthy", "unsure"][: 3 if level == 3 else 2]
    counts = rng.integers(1, 10, size=(len(classes), len(classes)))
    if level > 1:
        counts[1, 1] += 20 * level
    pairs = [
        (true, called)
        for true, row in zip(classes, counts, strict=True)
        for called, count in zip(classes, row, strict=True)
        for _ in range(count)
    ]
    truth, predicted = map(list, zip(*pairs, strict=True))
    matrix = confusion(truth, predicted)
    return _Outcome(
        precision_recall_f1(truth, predicted, POSITIVE),
        float(np.trace(counts) / counts.sum()),
        int(counts[0, 0]),
        int(counts[:, 0].sum()),
        int(counts[0].sum()),
        _shown(matrix, classes),
    )


def _shown(matrix: dict[Any, dict[Any, int]], classes: list[str]) -> str:
    return "\n".join(
        f"    truly {true:<8} called "
        + ", ".join(f"{called} {matrix[true].get(called, 0)}" for called in classes)
        for true in classes
    )
