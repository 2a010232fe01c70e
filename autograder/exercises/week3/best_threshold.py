"""Where to cut a number: the midpoint whose two sides gain most."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

import dtlib
from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week3.choose_attribute_c45 import bits
from dtlib.datasets import load_play_golf, load_watermelon30

Column = tuple[list[float], list[Any]]

DUST = 1e-12  # bits; a smaller gain, or a smaller difference between two, is rounding


def reference(values: Sequence[float], labels: Sequence[Any]) -> list[float] | None:
    """The best cut of `dtlib`, unless it gains nothing."""
    cut = dtlib.best_threshold(values, labels, criterion="entropy") if len(values) else None
    return None if cut is None or cut.score < DUST else [cut.value, cut.score]


def gains_and_ratios(values: Sequence[float], labels: Sequence[Any]) -> list[tuple[float, float]]:
    """Gain and gain ratio of every cut, from the lowest to the highest."""
    scored = []
    for low in sorted(set(values))[:-1]:
        sides = [value <= low for value in values]
        gain = bits(sides) + bits(labels) - bits(zip(sides, labels, strict=True))
        scored.append((gain, gain / bits(sides)))
    return scored


def random_clear_column(rng: np.random.Generator, size: int, classes: int, decimals: int) -> Column:
    """Numbers in random order, with labels that lean on them; few decimals make equal values.

    The best cut leads by more than two ways of adding up the same sum can differ.
    """
    while True:
        numbers = rng.normal(10, 3, size).round(decimals)
        leaning = (numbers > 10) + rng.integers(classes, size=size)
        labels = [["no", "yes", "maybe"][number] for number in leaning % classes]
        gains = sorted(gain for gain, _ in gains_and_ratios(numbers.tolist(), labels))
        if len(gains) > 1 and gains[-1] - gains[-2] > 1e-6:
            return numbers.tolist(), labels


def edge_tempts(rng: np.random.Generator, size: int) -> Column:
    """A column that the gain ratio would cut in another place than the gain does."""
    while True:
        values, labels = random_clear_column(rng, size, 2, 2)
        gains, ratios = zip(*gains_and_ratios(values, labels), strict=True)
        if np.argmax(gains) != np.argmax(ratios):
            return values, labels


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Random columns without and with equal values; a tie; and the ends."""
    for size, classes, decimals in ((8, 2, 2), (12, 2, 2), (12, 3, 2)):
        yield Case(*random_clear_column(rng, size, classes, decimals), group="random numbers")
    yield Case(*edge_tempts(rng, 12), group="random numbers")
    for size, classes in ((12, 2), (16, 3)):
        yield Case(*random_clear_column(rng, size, classes, 0), group="equal values")
    start, step = (int(number) for number in rng.integers(1, 9, size=2))
    values = [start + step * place for place in (3, 1, 0, 2)]
    yield Case(values, ["a", "b", "a", "b"], group="ties", note="the first and the last cut gain alike")
    yield Case(values, ["a"] * 4, group="ends", note="one class")
    yield Case([start] * 4, ["a", "b", "a", "b"], group="ends", note="one value")
    yield Case([start, start + step] * 2, ["a", "a", "b", "b"], group="ends", note="no cut gains anything")
    yield Case([], [], group="ends", note="no cases")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def at_the_lower_value(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, n = None, len(values)
    for low in sorted(set(values))[:-1]:
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
        if gain > (best[1] if best else 0) + 1e-12:
            best = [low, gain]
    return best


def at_the_upper_value(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, n = None, len(values)
    for high in sorted(set(values))[1:]:
        left = [y for v, y in zip(values, labels, strict=True) if v < high]
        right = [y for v, y in zip(values, labels, strict=True) if v >= high]
        gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
        if gain > (best[1] if best else 0) + 1e-12:
            best = [high, gain]
    return best


def not_sorted(values, labels):
    from itertools import pairwise
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, n = None, len(values)
    for one, other in pairwise(values):
        cut = (one + other) / 2
        left = [y for v, y in zip(values, labels, strict=True) if v <= cut]
        right = [y for v, y in zip(values, labels, strict=True) if v > cut]
        if left and right:
            gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
            if gain > (best[1] if best else 0) + 1e-12:
                best = [cut, gain]
    return best


def equal_values_torn_apart(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    order = sorted(range(len(values)), key=lambda i: values[i])
    best, n = None, len(values)
    for i in range(1, n):
        left, right = [labels[j] for j in order[:i]], [labels[j] for j in order[i:]]
        gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
        if gain > (best[1] if best else 0) + 1e-12:
            best = [(values[order[i - 1]] + values[order[i]]) / 2, gain]
    return best


def by_gain_ratio(values, labels):
    from itertools import pairwise
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most, n = None, 1e-12, len(values)
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
        ratio = gain / entropy([v <= low for v in values])
        if ratio > most + 1e-12:
            best, most = [(low + high) / 2, gain], ratio
    return best


def gini_instead(values, labels):
    from itertools import pairwise

    def gini(ys):
        return sum(ys.count(c) / len(ys) * (1 - ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, n = None, len(values)
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        gain = gini(labels) - len(left) / n * gini(left) - len(right) / n * gini(right)
        if gain > (best[1] if best else 0) + 1e-12:
            best = [(low + high) / 2, gain]
    return best


def sides_not_weighted(values, labels):
    from itertools import pairwise
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best = None
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        gain = entropy(labels) - (entropy(left) + entropy(right)) / 2
        if gain > (best[1] if best else 0) + 1e-12:
            best = [(low + high) / 2, gain]
    return best


def last_of_equals(values, labels):
    from itertools import pairwise
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, n = None, len(values)
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
        if gain > 1e-12 and gain >= (best[1] if best else 0) - 1e-12:
            best = [(low + high) / 2, gain]
    return best


def always_a_cut(values, labels):
    from itertools import pairwise
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, n = None, len(values)
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
        if best is None or gain > best[1] + 1e-12:
            best = [(low + high) / 2, gain]
    return best


def threshold_alone(values, labels):
    from itertools import pairwise
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    best, most, n = None, 1e-12, len(values)
    distinct = sorted(set(values))
    for low, high in pairwise(distinct):
        left = [y for v, y in zip(values, labels, strict=True) if v <= low]
        right = [y for v, y in zip(values, labels, strict=True) if v > low]
        gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
        if gain > most + 1e-12:
            best, most = (low + high) / 2, gain
    return best


def cut_in_the_middle(values, labels):
    from math import log2
    from statistics import median

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in dict.fromkeys(ys))

    if not values:
        return None
    cut, n = median(values), len(values)
    left = [y for v, y in zip(values, labels, strict=True) if v <= cut]
    right = [y for v, y in zip(values, labels, strict=True) if v > cut]
    gain = entropy(labels) - len(left) / n * entropy(left) - len(right) / n * entropy(right)
    return [cut, gain] if gain > 1e-12 else None


# Correct solutions in other styles.


def incrementally(values, labels):
    from collections import Counter
    from math import log2

    def bits(counts):
        total = sum(counts.values())
        return sum(k / total * log2(total / k) for k in counts.values() if k)

    pairs = sorted(zip(values, labels, strict=True), key=lambda pair: pair[0])
    low: Counter = Counter()
    high, n = Counter(labels), len(pairs)
    before, best = bits(high), None
    for place in range(n - 1):
        value, label = pairs[place]
        low[label] += 1
        high[label] -= 1
        following = pairs[place + 1][0]
        if value < following:
            done = place + 1
            gain = before - done / n * bits(low) - (n - done) / n * bits(high)
            if gain > (best[1] if best else 0.0) + 1e-12:
                best = [(value + following) / 2, gain]
    return best


def with_max(values, labels):
    from itertools import pairwise
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    def gain(cut):
        sides = [value <= cut for value in values]
        pairs = list(zip(sides, labels, strict=True))
        return round(entropy(sides) + entropy(labels) - entropy(pairs), 12)

    distinct = sorted(set(values))
    cuts = [(low + high) / 2 for low, high in pairwise(distinct)]
    if not cuts or max(map(gain, cuts)) <= 0:
        return None
    best = max(cuts, key=gain)
    return best, gain(best)


def with_numpy(values, labels):
    import numpy as np

    def bits(counts):
        shares = counts / counts.sum(axis=1, keepdims=True)
        return -(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=1)

    x = np.array(values, dtype=float)
    order = np.argsort(x, kind="stable")
    x, y = x[order], np.array(labels, dtype=object)[order]
    ends = np.flatnonzero(np.diff(x) > 0)
    if not len(ends):
        return None
    hits = (y[:, None] == np.array(sorted(set(labels)), dtype=object)).astype(float)
    left = hits.cumsum(axis=0)[ends]
    right = hits.sum(axis=0) - left
    share = left.sum(axis=1) / len(x)
    gains = bits(hits.sum(axis=0, keepdims=True)) - share * bits(left) - (1 - share) * bits(right)
    best = int(np.argmax(gains > gains.max() - 1e-12))
    return np.array([(x[ends[best]] + x[ends[best] + 1]) / 2, gains[best]]) if gains[best] > 1e-12 else None


def with_pandas(values, labels):
    import numpy as np
    import pandas as pd

    def bits(column):
        shares = column.value_counts(normalize=True).to_numpy(dtype=float)
        return float(-(shares * np.log2(shares)).sum())

    if len(set(values)) < 2:
        return None
    table = pd.DataFrame({"value": pd.Series(values, dtype=float), "label": pd.Series(labels, dtype=object)})
    distinct = np.sort(table["value"].unique())
    gains = {}
    for cut in (distinct[1:] + distinct[:-1]) / 2:
        sides = table.groupby(table["value"] <= cut)["label"]
        gains[cut] = bits(table["label"]) - sum(len(side) / len(table) * bits(side) for _, side in sides)
    ranked = pd.Series(gains).round(12)
    return [ranked.index[int(ranked.argmax())], ranked.max()] if ranked.max() > 0 else None


_golf = load_play_golf()
_melons = load_watermelon30()
_play = _golf.y.tolist()
_ripe = _melons.y.tolist()

exercise = Exercise(
    id="week3/best_threshold",
    signature="best_threshold(values, labels)",
    returns="a list [threshold, gain], or None",
    points=7,
    hidden_points=7,
    reference=reference,
    cases=(
        Case(_melons.X["density"].tolist(), _ripe, note="watermelon 3.0, density: 0.3815, gain 0.262"),
        Case(_melons.X["sugar"].tolist(), _ripe, note="watermelon 3.0, sugar: 0.126, gain 0.349"),
        Case(_golf.X["humidity"].tolist(), _play, note="play_golf, humidity: 82.5"),
        Case([85, 90, 95, 70, 70], ["no", "no", "no", "yes", "yes"], note="sunny days: 77.5, all is settled"),
        Case(
            [2, 1, 2, 3, 1, 3, 2, 4],
            ["a", "a", "b", "b", "a", "b", "a", "a"],
            group="equal values",
            note="three cases of value 2 stay together",
        ),
        Case([4, 2, 1, 3], ["a", "b", "a", "b"], group="ties", note="1.5 and 3.5 gain alike: the lower one"),
        Case([1, 2, 1, 2], ["a", "a", "b", "b"], group="edge case", note="no cut gains anything: None"),
        Case([1, 2, 3], ["a", "a", "a"], group="edge case", note="one class: None"),
        Case([5, 5, 5], ["a", "b", "a"], group="edge case", note="one value, nowhere to cut: None"),
        Case([5], ["a"], group="edge case", note="a single case: None"),
        Case([], [], group="edge case", note="no cases: None"),
    ),
    draw=draw,
    hints=(
        "List the distinct values in ascending order. Between two neighbours there is one candidate, "
        "halfway. Cases with equal values can't be parted.",
        "For each candidate, the cases with value <= threshold go left and the others right. Compute the "
        "information gain of this two-way split, each side weighted by its share.",
        "Keep the best [threshold, gain] so far, beginning with None, and replace it only by a gain that is "
        "larger by more than 1e-12, a missing one counting as 0. So the lowest of equals stays, and a "
        "gain of nothing never gets in.",
    ),
    misconceptions=(
        Misconception(
            "cut at the lower value",
            "You return the value below the gap. The training cases can't tell the difference, but a new "
            "case in the gap can: the exercise asks for the midpoint between the two neighbours.",
            "Return the average of the two values on either side of the cut.",
            at_the_lower_value,
        ),
        Misconception(
            "cut at the upper value",
            "You return the value above the gap. With `value <= threshold` going left, that value itself "
            "would go to the wrong side.",
            "Return the average of the two values on either side of the cut.",
            at_the_upper_value,
        ),
        Misconception(
            "not sorted",
            "You take midpoints between neighbours in the *list*. A candidate lies between neighbours in "
            "*order*; in an unsorted list you miss some and invent others.",
            "Sort the distinct values first.",
            not_sorted,
        ),
        Misconception(
            "equal values torn apart",
            "You cut between two cases with the same value. No threshold can send them different ways, "
            "so the gain that you compute can't be had.",
            "Skip the places where the next value is the same, or walk over distinct values only.",
            equal_values_torn_apart,
        ),
        Misconception(
            "cut chosen by gain ratio",
            "You choose the cut with the largest gain ratio. The ratio favours cuts near the edge, where "
            "the split information is small. C4.5 chooses the cut by gain, and uses the ratio only to "
            "compare attributes.",
            "Compare the gains of the candidates.",
            by_gain_ratio,
        ),
        Misconception(
            "Gini instead of entropy",
            "You measure the cuts by the decrease of the Gini impurity. That is CART's choice; here the "
            "gain is in bits.",
            "Use the entropy of week 1 for both sides.",
            gini_instead,
        ),
        Misconception(
            "sides not weighted",
            "You take the plain average of the two sides. A single case cut off at the edge then counts as "
            "much as all the others together.",
            "Weight the entropy of each side by its share of the cases.",
            sides_not_weighted,
        ),
        Misconception(
            "last of equals",
            "Where two cuts gain the same you return the higher one. The rule here: of equals, the lowest.",
            "Go upwards, and replace the best so far only by something better.",
            last_of_equals,
        ),
        Misconception(
            "always a cut",
            "You return a cut even when no cut gains anything. A tree that cuts without gain "
            "grows for nothing.",
            "Return None unless the best gain is above 1e-12.",
            always_a_cut,
        ),
        Misconception(
            "threshold alone",
            "Your threshold is right, but the gain is not returned. Whoever compares attributes needs it.",
            "Return both, as a list [threshold, gain].",
            threshold_alone,
        ),
        Misconception(
            "cut at the median",
            "You cut in the middle of the cases and try no other place. The best cut may lie anywhere.",
            "Try all midpoints between neighbouring values.",
            cut_in_the_middle,
        ),
    ),
    alternatives={
        "one pass over the sorted cases": incrementally,
        "max": with_max,
        "NumPy": with_numpy,
        "pandas": with_pandas,
    },
)
