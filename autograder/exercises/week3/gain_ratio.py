"""Gain ratio: information gain per bit of split information."""

from collections.abc import Iterable

import numpy as np

import dtlib
from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_buys_computer, load_play_tennis, load_weather_wind


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Random columns beside random labels; a key; a nearly constant column; the ends."""
    for kinds, classes in ((2, 2), (3, 2), (3, 3), (4, 2), (5, 3)):
        size = int(rng.integers(8, 16))
        values = rng.choice(list("abcde")[:kinds], size).tolist()
        yield Case(
            values, rng.choice(["yes", "no", "maybe"][:classes], size).tolist(), group="random columns"
        )
    size = int(rng.integers(6, 20))
    labels = ["no"] * 2 + rng.choice(["yes", "no"], size).tolist() + ["yes"] * 2
    yield Case(list(range(size + 4)), labels, group="ends", note="all values distinct")
    yield Case([*["a"] * (size + 3), "b"], labels, group="ends", note="nearly constant")
    yield Case(["a"] * (size + 4), labels, group="ends", note="constant: no split")
    yield Case([*["a"] * size, *"bbbb"], ["yes"] * (size + 4), group="ends", note="one class")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def gain_alone(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    return entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))


def divided_by_the_labels(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    gain = entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))
    return gain / entropy(labels) if len(set(labels)) > 1 else 0.0


def divided_by_number_of_values(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    gain = entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))
    return gain / len(set(values)) if values else 0.0


def divided_by_log_of_number_of_values(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    gain = entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))
    return gain / log2(len(set(values))) if len(set(values)) > 1 else 0.0


def division_by_zero(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    gain = entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))
    return gain / entropy(values)


def upside_down(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    gain = entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))
    return entropy(values) / gain if gain > 1e-12 else 0.0


def mixed_units(values, labels):
    from math import log, log2

    def entropy(items, logarithm):
        return sum(-items.count(i) / len(items) * logarithm(items.count(i) / len(items)) for i in set(items))

    pairs = list(zip(values, labels, strict=True))
    gain = entropy(values, log2) + entropy(labels, log2) - entropy(pairs, log2)
    cost = entropy(values, log)
    return gain / cost if cost > 0 else 0.0


def one_added_to_the_cost(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    gain = entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))
    return gain / (1 + entropy(values))


def branches_not_weighted(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    cost = entropy(values)
    if cost <= 0:
        return 0.0
    left = 0.0
    for value in set(values):
        left += entropy([y for v, y in zip(values, labels, strict=True) if v == value]) / len(set(values))
    return (entropy(labels) - left) / cost


def difference_instead(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    gain = entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))
    return gain - entropy(values)


# Correct solutions in other styles.


def with_loops(values, labels):
    from math import log2

    n = len(values)

    def bits(items):
        total = 0.0
        for item in set(items):
            share = items.count(item) / len(items)
            total += share * log2(1 / share)
        return total

    cost = bits(values)
    if cost == 0:
        return 0
    gain = bits(labels)
    for value in set(values):
        branch = [labels[i] for i in range(n) if values[i] == value]
        gain -= len(branch) / n * bits(branch)
    return gain / cost


def with_counters(values, labels):
    from collections import Counter
    from math import log2

    def bits(items):
        counts = Counter(items)
        n = sum(counts.values())
        return sum(k / n * log2(n / k) for k in counts.values())

    if len(set(values)) < 2:
        return 0.0
    return (bits(values) + bits(labels) - bits(zip(values, labels, strict=True))) / bits(values)


def with_numpy(values, labels):
    import numpy as np

    def bits(counts):
        shares = counts[counts > 0] / counts.sum()
        return -(shares * np.log2(shares)).sum()

    if len(set(values)) < 2:
        return 0.0
    _, row = np.unique([repr(v) for v in values], return_inverse=True)
    _, column = np.unique([repr(y) for y in labels], return_inverse=True)
    table = np.zeros((row.max() + 1, column.max() + 1))
    np.add.at(table, (row, column), 1)
    cost = bits(table.sum(axis=1))
    return (bits(table.sum(axis=0)) + cost - bits(table.ravel())) / cost


def with_pandas(values, labels):
    import numpy as np
    import pandas as pd

    def bits(column):
        shares = column.value_counts(normalize=True).to_numpy(dtype=float)
        return float(-(shares * np.log2(shares)).sum())

    x, y = pd.Series(values, dtype=object), pd.Series(labels, dtype=object)
    if x.nunique() < 2:
        return 0.0
    left = sum(len(branch) / len(y) * bits(branch) for _, branch in y.groupby(x))
    return (bits(y) - left) / bits(x)


_days = load_weather_wind()
_park = _days.y.tolist()
_tennis = load_play_tennis()
_computer = load_buys_computer()
_rare = ["no"] * 25 + ["yes"] * 75

exercise = Exercise(
    id="week3/gain_ratio",
    signature="gain_ratio(values, labels)",
    returns="a number",
    points=5,
    hidden_points=5,
    reference=dtlib.gain_ratio,
    cases=(
        Case(_days.X["weather"].tolist(), _park, note="weather_wind, weather: 0.4000 / 1.5710 = 0.2546"),
        Case(_days.X["wind"].tolist(), _park, note="weather_wind, wind: 0.2781 / 1"),
        Case(_tennis.X["outlook"].tolist(), _tennis.y.tolist(), note="play_tennis, outlook: 0.156"),
        Case(_tennis.X["humidity"].tolist(), _tennis.y.tolist(), note="play_tennis, humidity: 0.152"),
        Case(_computer.X["income"].tolist(), _computer.y.tolist(), note="buys_computer, income: 0.019"),
        Case(list(range(100)), _rare, group="two extremes", note="a key of 100 cases: 0.8113 / 6.64"),
        Case(
            ["a"] + ["b"] * 99,
            _rare,
            group="two extremes",
            note="nearly constant: 0.0202 / 0.0808, twice the ratio of the key",
        ),
        Case(["a"] * 6, ["yes", "no"] * 3, group="edge case", note="a constant column: 0 by convention"),
        Case(["a", "a", "b"], ["yes"] * 3, group="edge case", note="one class: nothing to gain"),
        Case(["a"], ["yes"], group="edge case", note="a single case"),
        Case([], [], group="edge case", note="no cases: 0 by convention"),
    ),
    draw=draw,
    hints=(
        "Two numbers, and then a division: the information gain of week 1 above, the split "
        "information below.",
        "Split information looks at `values` alone. The labels play no part in the price.",
        "When is split information 0? Then there is no split, and the ratio is 0 by convention: look before "
        "you divide.",
    ),
    misconceptions=(
        Misconception(
            "gain without the division",
            "This is the information gain. The ratio divides it by the split information, so that a "
            "split into many branches has to pay for them.",
            "Which number did the previous exercise compute? Divide by it.",
            gain_alone,
        ),
        Misconception(
            "divided by the entropy of the labels",
            "You divided by the entropy of the labels. That is the same number for every attribute, so "
            "the order of the attributes stays what it was, and the ID column still wins.",
            "Divide by the entropy of the *values*: the shares of the branches.",
            divided_by_the_labels,
        ),
        Misconception(
            "divided by the number of values",
            "You divided by the number of distinct values. Split information is an entropy: it also asks "
            "how evenly the cases are spread over the branches.",
            "Replace the number of values by the entropy of the values.",
            divided_by_number_of_values,
        ),
        Misconception(
            "divided by log2 of the number of values",
            "You divided by log2 of the number of values. That is the split information only if all "
            "branches are equally large.",
            "Use the shares of the branches, as in `split_information`.",
            divided_by_log_of_number_of_values,
        ),
        Misconception(
            "division by zero",
            "For a constant column the split information is 0, and your function divides by it. Such "
            "columns are ordinary deep in a tree, where all cases may have the same value.",
            "If there is no split there is no ratio: return 0.0 before you divide.",
            division_by_zero,
        ),
        Misconception(
            "upside down",
            "You divided the cost by the gain. The ratio is what one gets for each bit one pays.",
            "Exchange numerator and denominator.",
            upside_down,
        ),
        Misconception(
            "mixed units",
            "Your gain is in bits and your split information in nats, so your ratios are 1.44 times too "
            "large, and may exceed 1.",
            "Use the logarithm to base 2 in both.",
            mixed_units,
        ),
        Misconception(
            "one added to the cost",
            "You added 1 to the split information, perhaps so as never to divide by 0. That changes "
            "every ratio, and most of all those where the cost is small.",
            "Treat the constant column as a case of its own, and divide by the split information itself.",
            one_added_to_the_cost,
        ),
        Misconception(
            "branches not weighted",
            "Your gain takes the plain average over the branches, as if each held as many cases as the "
            "others. Each branch counts by its share of the cases.",
            "Multiply the entropy of each branch by its share before you add.",
            branches_not_weighted,
        ),
        Misconception(
            "difference instead of quotient",
            "You subtracted the split information from the gain. A ratio is a quotient: gain for each bit "
            "of cost.",
            "Divide instead of subtracting, and see to the case where the cost is 0.",
            difference_instead,
        ),
    ),
    alternatives={
        "loops": with_loops,
        "Counter": with_counters,
        "NumPy": with_numpy,
        "pandas": with_pandas,
    },
)
