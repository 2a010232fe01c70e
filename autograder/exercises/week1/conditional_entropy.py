"""Entropy of the labels that is left once an attribute is known, in bits."""

from collections.abc import Iterable

import numpy as np

import dtlib
from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_movies12, load_play_tennis, load_weather_wind


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Tables with branches of unequal sizes, then the ends: one value, a key, and nothing."""
    for branches, classes in ((2, 2), (3, 2), (3, 3), (4, 3)):
        size = int(rng.integers(9, 17))
        values = rng.choice(["red", "green", "blue", "grey"][:branches], size).tolist()
        labels = rng.choice(["yes", "no", "maybe"][:classes], size, p=_uneven(classes)).tolist()
        yield Case(values, labels, group="random table")
    size = int(rng.integers(4, 10))
    labels = rng.choice(["yes", "no"], size).tolist()
    yield Case(["red"] * size, labels, group="ends", note="the attribute has one value")
    yield Case(list(range(1, size + 1)), labels, group="ends", note="the attribute is a key")
    yield Case([], [], group="ends", note="no rows at all")


def _uneven(classes: int) -> list[float]:
    return {2: [0.6, 0.4], 3: [0.5, 0.3, 0.2]}[classes]


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def plain_average(values, labels):
    from math import log2

    if not values:
        return 0.0
    entropies = []
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        shares = [branch.count(c) / len(branch) for c in set(branch)]
        entropies.append(-sum(p * log2(p) for p in shares))
    return sum(entropies) / len(entropies)


def weights_forgotten(values, labels):
    from math import log2

    total = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        shares = [branch.count(c) / len(branch) for c in set(branch)]
        total -= sum(p * log2(p) for p in shares)
    return total


def roles_swapped(values, labels):
    from math import log2

    total = 0.0
    for label in set(labels):
        group = [v for v, y in zip(values, labels, strict=True) if y == label]
        shares = [group.count(v) / len(group) for v in set(group)]
        total -= len(group) / len(labels) * sum(p * log2(p) for p in shares)
    return total


def natural_logarithm(values, labels):
    from math import log

    total = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        shares = [branch.count(c) / len(branch) for c in set(branch)]
        total -= len(branch) / len(labels) * sum(p * log(p) for p in shares)
    return total


def joint_entropy(values, labels):
    from collections import Counter
    from math import log2

    n = len(labels)
    return sum(-k / n * log2(k / n) for k in Counter(zip(values, labels, strict=True)).values())


def gain_instead(values, labels):
    from math import log2

    def entropy(ys):
        return sum(-ys.count(c) / len(ys) * log2(ys.count(c) / len(ys)) for c in set(ys))

    left = 0.0
    for value in set(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        left += len(branch) / len(labels) * entropy(branch)
    return entropy(labels) - left


def returned_inside_the_loop(values, labels):
    from math import log2

    total = 0.0
    for value in dict.fromkeys(values):
        branch = [y for v, y in zip(values, labels, strict=True) if v == value]
        shares = [branch.count(c) / len(branch) for c in set(branch)]
        total -= len(branch) / len(labels) * sum(p * log2(p) for p in shares)
        return total
    return total


def runs_instead_of_branches(values, labels):
    from itertools import groupby
    from math import log2

    total = 0.0
    for _, rows in groupby(zip(values, labels, strict=True), key=lambda row: row[0]):
        branch = [y for _, y in rows]
        shares = [branch.count(c) / len(branch) for c in set(branch)]
        total -= len(branch) / len(labels) * sum(p * log2(p) for p in shares)
    return total


# Correct solutions in other styles.


def with_a_dictionary(values, labels):
    from collections import Counter
    from math import log2

    branches: dict = {value: Counter() for value in values}
    for value, label in zip(values, labels, strict=True):
        branches[value][label] += 1
    bits = 0.0
    for counts in branches.values():
        size = sum(counts.values())
        bits += size / len(labels) * sum(k / size * log2(size / k) for k in counts.values())
    return bits


def by_the_chain_rule(values, labels):
    from collections import Counter
    from math import log2

    def entropy(items):
        counts = Counter(items).values()
        return -sum(k / len(items) * log2(k / len(items)) for k in counts)

    return entropy(list(zip(values, labels, strict=True))) - entropy(values)


def with_numpy(values, labels):
    import numpy as np

    values, labels = np.array(values), np.array(labels)
    bits = 0.0
    for value in np.unique(values):
        _, counts = np.unique(labels[values == value], return_counts=True)
        p = counts / counts.sum()
        bits -= (values == value).mean() * (p * np.log2(p)).sum()
    return bits


def with_pandas(values, labels):
    import numpy as np
    import pandas as pd

    if not values:
        return 0.0
    table = pd.crosstab(pd.Series(values), pd.Series(labels)).to_numpy()
    inside = table / table.sum(axis=1, keepdims=True)
    terms = np.where(table > 0, inside * np.log2(np.where(table > 0, inside, 1)), 0)
    return float(-(table.sum(axis=1) / table.sum() * terms.sum(axis=1)).sum())


_weather = load_weather_wind().frame
_movies = load_movies12().frame
_tennis = load_play_tennis().frame

exercise = Exercise(
    id="week1/conditional_entropy",
    signature="conditional_entropy(values, labels)",
    returns="a number, in bits",
    points=10,
    hidden_points=10,
    reference=dtlib.conditional_entropy,
    cases=(
        Case(
            _weather["weather"].tolist(),
            _weather["park"].tolist(),
            note="weather_wind, the weather: 0.600 bits left",
        ),
        Case(
            _weather["wind"].tolist(),
            _weather["park"].tolist(),
            note="weather_wind, the wind: 0.722 bits left",
        ),
        Case(
            _movies["award"].tolist(),
            _movies["worth_seeing"].tolist(),
            note="movies12, the award: 0.876 bits left",
        ),
        Case(
            _tennis["outlook"].tolist(),
            _tennis["play"].tolist(),
            note="play_tennis, the outlook: 0.694 bits left",
        ),
        Case(
            ["a", "a", "b", "b", "b", "c"],
            ["yes", "no", "maybe", "no", "yes", "no"],
            note="three classes and a branch of one row",
        ),
        Case(
            ["a"] * 4, ["yes", "no", "no", "no"], group="edge case", note="one value tells nothing: H(labels)"
        ),
        Case([1, 2, 3, 4], ["yes", "no", "no", "no"], group="edge case", note="a key leaves no doubt"),
        Case([], [], group="edge case", note="no rows: 0 by convention"),
    ),
    draw=draw,
    hints=(
        "Sort the rows into branches, one for each value. Inside a branch only the labels matter: you "
        "know how to measure how mixed they are.",
        "The branches' entropies are averaged, but not as equals: a branch that holds most of the rows "
        "must count for most. What is its weight?",
        "For each value that occurs, pick the labels of its rows, and add (rows in the branch) / (all "
        "rows) times their entropy.",
    ),
    misconceptions=(
        Misconception(
            "plain average",
            "You averaged the branches as if they were equally large. A row picked at random lands in a "
            "large branch more often, so each branch counts by its share of the rows.",
            "Replace the division by the number of branches: weight each entropy by branch size over all "
            "rows.",
            plain_average,
        ),
        Misconception(
            "weights forgotten",
            "You added the entropies of the branches without weights. The sum grows with every branch, "
            "so an attribute with many values could leave more doubt than there was at the start, which "
            "can't be.",
            "Multiply each branch's entropy by the share of the rows that are in that branch.",
            weights_forgotten,
        ),
        Misconception(
            "roles swapped",
            "You grouped by the label and measured how mixed the attribute is. That answers another "
            "question: how unsure we are of the weather, say, once we know whether they went out.",
            "Group by `values`; measure the entropy of `labels` inside each group.",
            roles_swapped,
        ),
        Misconception(
            "natural logarithm",
            "Your numbers are 0.693 times the right ones: that is ln 2. You took the natural logarithm, "
            "so you measure in nats; the course measures in bits, with the logarithm to base 2.",
            "Which function of `math` (or NumPy) is the logarithm to base 2?",
            natural_logarithm,
        ),
        Misconception(
            "joint entropy",
            "You divided the counts by all rows, not by the rows of the branch. That is the joint "
            "entropy of the pair (value, label), which also contains the doubt about the value itself.",
            "Inside a branch the value is known. Its shares must add up to 1 within the branch.",
            joint_entropy,
        ),
        Misconception(
            "gain returned",
            "You went one step too far and returned the entropy that the attribute removes. The "
            "conditional entropy is what remains.",
            "Return the weighted average itself. The subtraction comes in the next exercise.",
            gain_instead,
        ),
        Misconception(
            "returned inside the loop",
            "Your function returns after its first branch, so the others are never counted. That happens "
            "when `return` is indented into the loop.",
            "Look at how far the `return` line is indented. It belongs after the loop.",
            returned_inside_the_loop,
        ),
        Misconception(
            "runs instead of branches",
            "You started a new branch whenever the value changed from one row to the next, so rows with "
            "the same value, standing apart, were never put together. `itertools.groupby` does that to "
            "unsorted rows.",
            "Collect all rows of a value, wherever they stand; the order of rows must not matter.",
            runs_instead_of_branches,
        ),
    ),
    alternatives={
        "dictionary": with_a_dictionary,
        "chain rule": by_the_chain_rule,
        "NumPy": with_numpy,
        "pandas": with_pandas,
    },
)
