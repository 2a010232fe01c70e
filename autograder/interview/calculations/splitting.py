"""Which split to take: gain ratio and its filter (week 3), thresholds, groupings and squares (week 4)."""

from collections.abc import Callable
from math import log, log2

import numpy as np

import dtlib
from autograder.interview.calculations.draft import (
    Cases,
    Draft,
    draw_counts,
    draw_table,
    shown_table,
)
from autograder.interview.calculations.impurities import unweighted_entropy
from dtlib.explain import Explanation, explain_split
from dtlib.splits import midpoint
from dtlib.teaching.cart import squared_error as sum_of_squares


def split_information(rng: np.random.Generator, level: int) -> Draft:
    cases = draw_table(rng, level)
    answer = dtlib.split_information(cases.values)
    slips = {
        "natural_logarithm": answer * log(2),
        "entropy_of_the_classes": dtlib.entropy(cases.labels),
        "as_if_equal_branches": log2(len(cases.branches())),
    }
    return Draft({"table": shown_table(cases)}, answer, slips, _ratio_explained(cases))


def gain_ratio(rng: np.random.Generator, level: int) -> Draft:
    cases = draw_table(rng, level)
    gain, information = dtlib.information_gain(*cases), dtlib.split_information(cases.values)
    before = dtlib.entropy(cases.labels)
    slips = {
        "gain_not_divided": gain,
        "divided_by_the_class_entropy": gain / before,
        "unweighted_mean": (before - unweighted_entropy(cases)) / information,
        "natural_logarithm_below": gain / (information * log(2)),
    }
    return Draft({"table": shown_table(cases)}, dtlib.gain_ratio(*cases), slips, _ratio_explained(cases))


def average_gain(rng: np.random.Generator, level: int) -> Draft:
    """Several attributes over the same cases, one of them constant: it admits no split and is left out."""
    labels = ["yes"] * 5 + ["no"] * 5
    columns = [rng.choice(["low", "high"], size=len(labels)).tolist() for _ in range(level + 1)]
    splitting = [column for column in columns if len(set(column)) > 1]
    gains = [dtlib.information_gain(column, labels) for column in splitting]
    answer = float(np.mean(gains))
    slips = {
        "constant_counted": sum(gains) / (len(gains) + 1),
        "largest_gain": max(gains),
        "mean_of_ratios": float(np.mean([dtlib.gain_ratio(column, labels) for column in splitting])),
        "sum_of_gains": sum(gains),
    }
    lines = [f"    attribute {name}: gain {gain:.3f}" for name, gain in zip("ABCD", gains, strict=False)]
    lines.append(f"    attribute {'ABCDE'[len(gains)]}: the same value in every case")
    terms = "(" + " + ".join(f"{gain:.3f}" for gain in gains) + f")/{len(gains)}"
    return Draft({"table": "\n".join(lines), "terms": terms}, answer, slips)


def best_threshold(rng: np.random.Generator, level: int) -> Draft:
    n = 4 + 2 * level
    numbers = np.cumsum(rng.integers(1, 5, size=n) * 2).tolist()
    labels = rng.choice(["yes", "no"], size=n).tolist()
    best = dtlib.best_threshold(numbers, labels, "gini")
    assert best is not None
    below, above = numbers[best.n_left - 1], numbers[best.n_left]
    gains = sorted(
        dtlib.gini_gain([number <= cut for number in numbers], labels)
        for cut in map(midpoint, numbers[:-1], numbers[1:])
    )
    slips = {
        "value_on_the_left": float(below),
        "value_on_the_right": float(above),
        "middle_of_the_range": (numbers[0] + numbers[-1]) / 2,
    }
    pairs = ", ".join(f"{number} {label}" for number, label in zip(numbers, labels, strict=True))
    # Two cuts that are equally good, or nearly, would have two right answers.
    answer = best.value if gains[-1] - gains[-2] > 0.01 else float("nan")
    return Draft(
        {"pairs": pairs},
        answer,
        slips,
        lambda: explain_split(np.array(numbers, dtype=float).reshape(-1, 1), labels, 0, "gini"),
    )


def weighted_gini(rng: np.random.Generator, level: int) -> Draft:
    """Three values (four from level 2 on) put into two groups."""
    names = list("abcd"[: 3 if level == 1 else 4])
    counts = draw_counts(rng, len(names), 3 if level == 3 else 2, 4)
    cases = Cases(
        [name for name, row in zip(names, counts, strict=True) for _ in range(row.sum())],
        [label for row in counts for label in np.repeat(["yes", "no", "maybe"][: len(row)], row)],
    )
    together = set(rng.choice(names, size=2, replace=False).tolist())
    group = [("together" if value in together else "rest") for value in cases.values]
    grouped = Cases(list(group), cases.labels)
    slips = {
        "unweighted_mean": float(np.mean([dtlib.gini(branch) for branch in grouped.branches()])),
        "one_branch_for_each_value": float(dtlib.gini_index(*cases)),
        "decrease_instead": dtlib.gini_gain(*grouped),
        "before_the_split": dtlib.gini(cases.labels),
    }
    givens = {"table": shown_table(cases), "group": " and ".join(sorted(together))}
    return Draft(
        givens,
        float(dtlib.gini_index(*grouped)),
        slips,
        lambda: explain_split(grouped.frame, grouped.labels, "attribute", "gini"),
    )


def squared_error(rng: np.random.Generator, level: int) -> Draft:
    size = level + 2
    left, right = _targets(rng, 1, size), _targets(rng, 6, size)
    whole = left + right
    slips = {
        "variances_added": dtlib.variance(left) + dtlib.variance(right),
        "before_the_split": sum_of_squares(whole),
        "mean_instead_of_sum": (sum_of_squares(left) + sum_of_squares(right)) / len(whole),
        "decrease_instead": sum_of_squares(whole) - sum_of_squares(left) - sum_of_squares(right),
    }
    terms = " + ".join(f"({y} - {sum(side) // size})^2" for side in (left, right) for y in side)
    givens = {"left": ", ".join(map(str, left)), "right": ", ".join(map(str, right)), "terms": terms}
    return Draft(givens, sum_of_squares(left) + sum_of_squares(right), slips)


def _targets(rng: np.random.Generator, low: int, size: int) -> list[int]:
    """Whole numbers with a whole mean, so that the squares can be had in the head."""
    while True:
        targets: list[int] = rng.integers(low, low + 9, size=size).tolist()
        if sum(targets) % size == 0:
            return targets


def _ratio_explained(cases: Cases) -> Callable[[], Explanation]:
    return lambda: explain_split(cases.frame, cases.labels, "attribute", "gain_ratio")
