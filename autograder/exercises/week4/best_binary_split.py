"""The best cut of a numeric column, by Gini impurity."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_kyphosis, load_play_golf
from dtlib.teaching.cart import best_binary_split, gini_split


def has_clear_winner(values: Sequence[float], labels: Sequence[Any]) -> bool:
    """Whether one cut leads by more than two ways of adding up the same sum can differ."""
    impurities = sorted(
        gini_split(
            [label for value, label in zip(values, labels, strict=True) if value <= low],
            [label for value, label in zip(values, labels, strict=True) if value > low],
        )
        for low, _ in pairwise(sorted(set(values)))
    )
    return len(impurities) > 1 and impurities[1] - impurities[0] > 1e-6


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Columns in no order, with repeated values, with one best cut each; then a tie and the ends."""
    for size, highest, classes in ((9, 7, 2), (10, 9, 2), (12, 8, 2), (12, 20, 3), (14, 12, 3), (14, 9, 3)):
        while True:
            values = (rng.integers(1, highest, size) * (0.5 if highest == 20 else 1)).tolist()
            labels = rng.choice(["yes", "no", "maybe"][:classes], size).tolist()
            if has_clear_winner(values, labels):
                break
        yield Case(values, labels, group="random column")
    low, step = int(rng.integers(0, 9)), int(rng.integers(1, 5))
    values = [low + step * place for place in (3, 0, 2, 1)]
    yield Case(values, ["a", "a", "b", "b"], group="ends", note="two cuts are equally good")
    yield Case([low] * 4, ["a", "a", "b", "b"], group="ends", note="all values are equal")
    yield Case([low + step, low], ["b", "b"], group="ends", note="one class, one cut")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def cut_at_a_value(values, labels):
    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    best = None
    for cut in sorted(set(values))[:-1]:
        left = [y for v, y in zip(values, labels, strict=True) if v <= cut]
        right = [y for v, y in zip(values, labels, strict=True) if v > cut]
        after = (len(left) * gini(left) + len(right) * gini(right)) / len(labels)
        if best is None or after < best[1] - 1e-12:
            best = [cut, after]
    return best


def neighbours_in_the_list(values, labels):
    from itertools import pairwise

    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    best = None
    for one, other in pairwise(values):
        if one == other:
            continue
        cut = (one + other) / 2
        left = [y for v, y in zip(values, labels, strict=True) if v <= cut]
        right = [y for v, y in zip(values, labels, strict=True) if v > cut]
        after = (len(left) * gini(left) + len(right) * gini(right)) / len(labels)
        if best is None or after < best[1] - 1e-12:
            best = [cut, after]
    return best


def plain_average(values, labels):
    from itertools import pairwise

    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    best = None
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        after = (gini(left) + gini(right)) / 2
        if best is None or after < best[1] - 1e-12:
            best = [(low + high) / 2, after]
    return best


def gain_instead(values, labels):
    from itertools import pairwise

    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    best = None
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        gain = gini(labels) - (len(left) * gini(left) + len(right) * gini(right)) / len(labels)
        if best is None or gain > best[1] + 1e-12:
            best = [(low + high) / 2, gain]
    return best


def most_impure(values, labels):
    from itertools import pairwise

    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    best = None
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        after = (len(left) * gini(left) + len(right) * gini(right)) / len(labels)
        if best is None or after > best[1] + 1e-12:
            best = [(low + high) / 2, after]
    return best


def highest_of_equals(values, labels):
    from itertools import pairwise

    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    best = None
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        after = (len(left) * gini(left) + len(right) * gini(right)) / len(labels)
        if best is None or after <= best[1] + 1e-12:
            best = [(low + high) / 2, after]
    return best


def between_equal_values(values, labels):
    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    rows = sorted(zip(values, labels, strict=True))
    best = None
    for size in range(1, len(rows)):
        left, right = [y for _, y in rows[:size]], [y for _, y in rows[size:]]
        after = (len(left) * gini(left) + len(right) * gini(right)) / len(labels)
        if best is None or after < best[1] - 1e-12:
            best = [(rows[size - 1][0] + rows[size][0]) / 2, after]
    return best


def entropy_instead(values, labels):
    from itertools import pairwise
    from math import log2

    def entropy(side):
        return sum(-side.count(c) / len(side) * log2(side.count(c) / len(side)) for c in set(side))

    best = None
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        after = (len(left) * entropy(left) + len(right) * entropy(right)) / len(labels)
        if best is None or after < best[1] - 1e-12:
            best = [(low + high) / 2, after]
    return best


def middle_of_the_column(values, labels):
    from statistics import median

    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    if len(set(values)) < 2:
        return None
    cut = median(values)
    left = [y for v, y in zip(values, labels, strict=True) if v <= cut]
    right = [y for v, y in zip(values, labels, strict=True) if v > cut]
    return [cut, (len(left) * gini(left) + len(right) * gini(right)) / len(labels)]


def always_a_cut(values, labels):
    from itertools import pairwise

    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side)) if side else 0.0

    candidates = []
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        after = (len(left) * gini(left) + len(right) * gini(right)) / len(labels)
        candidates.append((round(after, 12), (low + high) / 2, after))
    best = min(candidates)
    return [best[1], best[2]]


# Correct solutions in other styles.


def one_pass(values, labels):
    from collections import Counter
    from itertools import pairwise

    rows = sorted(zip(values, labels, strict=True), key=lambda row: row[0])
    left: Counter = Counter()
    right = Counter(labels)
    best = None
    for size, ((value, label), (following, _)) in enumerate(pairwise(rows), start=1):
        left[label] += 1
        right[label] -= 1
        if value == following:
            continue
        rest = len(rows) - size
        after = 1 - (
            sum(k * k for k in left.values()) / size + sum(k * k for k in right.values()) / rest
        ) / len(rows)
        if best is None or after < best[1] - 1e-12:
            best = [(value + following) / 2, after]
    return best


def with_numpy(values, labels):
    import numpy as np

    values = np.asarray(values, dtype=float)
    distinct = np.unique(values)
    if len(distinct) < 2:
        return None
    cuts = (distinct[1:] + distinct[:-1]) / 2
    one_hot = np.array([[label == c for c in sorted(set(labels))] for label in labels], dtype=float)
    goes_left = (values[np.newaxis, :] <= cuts[:, np.newaxis]).astype(float)
    left, right = goes_left @ one_hot, (1 - goes_left) @ one_hot
    kept = (left**2).sum(axis=1) / left.sum(axis=1) + (right**2).sum(axis=1) / right.sum(axis=1)
    after = 1 - kept / len(labels)
    best = int(np.argmax(after <= after.min() + 1e-12))
    return cuts[best], after[best]


def with_min(values, labels):
    from itertools import pairwise

    def after(cut):
        total = 0.0
        for keep in (True, False):
            side = [y for v, y in zip(values, labels, strict=True) if (v <= cut) is keep]
            total += sum(side.count(c) * (1 - side.count(c) / len(side)) for c in set(side))
        return total / len(labels)

    distinct = sorted(set(values))
    cuts = [(low + high) / 2 for low, high in pairwise(distinct)]
    if not cuts:
        return None
    best = min(cuts, key=lambda cut: (round(after(cut), 11), cut))
    return [best, after(best)]


def with_pandas(values, labels):
    import pandas as pd

    if len(set(values)) < 2:
        return None
    table = pd.crosstab(pd.Series(values, name="v"), pd.Series(labels, name="y")).sort_index()
    left = table.cumsum().iloc[:-1]
    right = table.sum() - left
    kept = (left**2).sum(axis=1) / left.sum(axis=1) + (right**2).sum(axis=1) / right.sum(axis=1)
    after = (1 - kept / len(labels)).round(12)
    low = after.idxmin()
    high = min(v for v in values if v > low)
    return [float(low + high) / 2, float(after.min())]


_golf = load_play_golf().frame
_kyphosis = load_kyphosis().frame

exercise = Exercise(
    id="week4/best_binary_split",
    signature="best_binary_split(values, labels)",
    returns="a list of two numbers, [threshold, impurity], or None",
    points=7,
    hidden_points=7,
    reference=best_binary_split,
    cases=(
        Case(
            _kyphosis["Start"].tolist(),
            _kyphosis["Kyphosis"].tolist(),
            note="kyphosis: rpart cuts at 8.5 as well",
        ),
        Case(_golf["temperature"].tolist(), _golf["play"].tolist(), note="play_golf: the temperature"),
        Case(_golf["humidity"].tolist(), _golf["play"].tolist(), note="play_golf: the humidity"),
        Case(
            [7.5, 1.0, 6.0, 2.5, 4.5, 3.0, 9.0, 8.0],
            ["b", "a", "c", "a", "b", "a", "c", "c"],
            note="three classes, in no order",
        ),
        Case(
            [1, 2, 2, 2, 3, 4, 5, 5],
            ["a", "a", "b", "b", "b", "a", "a", "b"],
            group="repeated values",
            note="rows with the same value can't be told apart",
        ),
        Case(
            [1, 2, 3, 4],
            ["a", "b", "b", "a"],
            group="edge case",
            note="two cuts are equally good: the lower one",
        ),
        Case([3, 1, 2], ["a", "a", "a"], group="edge case", note="one class: still a cut, the lowest"),
        Case([5, 5, 5], ["a", "b", "a"], group="edge case", note="all values are equal: no cut"),
        Case([], [], group="edge case", note="no rows: no cut"),
    ),
    draw=draw,
    hints=(
        "List the distinct values in increasing order. A cut between two neighbours separates the rows; "
        "where exactly between them it lies makes no difference to the rows you have.",
        "For each pair of neighbours take their midpoint as the threshold, send the rows with a value <= "
        "threshold to the left and the others to the right, and score the two lists with your gini_split.",
        "Start with None as the best so far. A candidate takes its place if there is none yet or if its "
        "impurity is smaller by more than 1e-12: going upwards, that leaves the lowest of equals.",
    ),
    misconceptions=(
        Misconception(
            "cut at a value",
            "Your cuts lie on values of the table. They separate these rows in the same way, but a new row "
            "just above the value falls on the wrong side. CART cuts halfway between two neighbours.",
            "Use the mean of the value and the next larger one.",
            cut_at_a_value,
        ),
        Misconception(
            "neighbours in the list",
            "You took the midpoints of values that stand next to each other in the list. Neighbours are the "
            "ones that are next to each other in size.",
            "Sort the distinct values first.",
            neighbours_in_the_list,
        ),
        Misconception(
            "plain average",
            "You averaged the impurities of the two sides as if both were equally large, so cutting off one "
            "single row looks attractive.",
            "Weight each side by its share of the rows.",
            plain_average,
        ),
        Misconception(
            "gain instead of impurity",
            "Your threshold is right, and the second number is how much the impurity fell. The task asks "
            "for the impurity that is left.",
            "Return the weighted impurity of the two sides.",
            gain_instead,
        ),
        Misconception(
            "largest impurity",
            "You kept the cut that leaves the most impurity. We want what is left to be small.",
            "Turn the comparison round.",
            most_impure,
        ),
        Misconception(
            "highest of equals",
            "When two cuts are equally good you took the higher one. The course's rule is the lowest, so "
            "that everybody's tree is the same.",
            "A newcomer must be better than the best so far, not just as good.",
            highest_of_equals,
        ),
        Misconception(
            "between equal values",
            "You cut the sorted rows anywhere, even between two rows with the same value. No threshold can "
            "send them different ways.",
            "Skip the positions where the value does not change.",
            between_equal_values,
        ),
        Misconception(
            "entropy instead of Gini",
            "You scored the sides by entropy. That is C4.5's measure; CART's is Gini, and the winner is not "
            "always the same.",
            "Put the Gini impurity in the place of entropy and keep the rest.",
            entropy_instead,
        ),
        Misconception(
            "cut in the middle",
            "You cut at the median without looking at the labels. Halves of equal size need not be pure at "
            "all.",
            "Try every midpoint, score it by what the labels look like on both sides, and keep the best.",
            middle_of_the_column,
        ),
        Misconception(
            "always a cut",
            "Where a cut exists you find the right one. With fewer than two different values there is none, "
            "and your function fails instead of saying so.",
            "Return None when there is no candidate.",
            always_a_cut,
        ),
    ),
    alternatives={
        "one pass": one_pass,
        "NumPy": with_numpy,
        "min over the cuts": with_min,
        "pandas": with_pandas,
    },
)
