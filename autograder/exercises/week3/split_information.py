"""Split information: what a split costs in bits before it says anything about the class."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_play_golf, load_watermelon20, load_weather_wind
from dtlib.teaching.missing import split_information


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Columns of two to five values, some with gaps; a key; a nearly constant column; the ends."""
    for kinds in (2, 3, 4, 5):
        size = int(rng.integers(8, 16))
        yield Case(rng.choice(list("abcde")[:kinds], size).tolist(), group="random column")
    for gaps in (1, 3):
        column = rng.choice(list("abc"), int(rng.integers(8, 13))).tolist()
        yield Case([*column, *[None] * gaps], group="missing values")
    size = int(rng.integers(5, 30))
    yield Case(list(range(size)), group="ends", note="all values distinct")
    yield Case(["a"] * size + ["b"], group="ends", note="nearly constant")
    yield Case(["a"] * size, group="ends", note="constant")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def number_of_values(values):
    from math import log2

    return log2(len(set(values))) if values else 0.0


def missing_left_out(values):
    from math import log2

    known = [value for value in values if value is not None]
    n = len(known)
    return sum(-known.count(v) / n * log2(known.count(v) / n) for v in set(known))


def missing_left_out_but_counted(values):
    from math import log2

    n = len(values)
    known = {value for value in values if value is not None}
    return sum(-values.count(v) / n * log2(values.count(v) / n) for v in known)


def missing_each_a_branch(values):
    from math import log2

    n = len(values)
    bits = sum(-values.count(v) / n * log2(values.count(v) / n) for v in set(values) if v is not None)
    return bits + values.count(None) / n * log2(n) if n else 0.0


def natural_logarithm(values):
    from math import log

    n = len(values)
    return sum(-values.count(v) / n * log(values.count(v) / n) for v in set(values))


def forgotten_minus(values):
    from math import log2

    n = len(values)
    return sum(values.count(v) / n * log2(values.count(v) / n) for v in set(values))


def gini_of_the_branches(values):
    n = len(values)
    return sum(values.count(v) / n * (1 - values.count(v) / n) for v in set(values))


def once_per_case(values):
    from math import log2

    n = len(values)
    return sum(-values.count(v) / n * log2(values.count(v) / n) for v in values)


def key_costs_nothing(values):
    from math import log2

    n = len(values)
    if len(set(values)) == n:
        return 0.0
    return sum(-values.count(v) / n * log2(values.count(v) / n) for v in set(values))


# Correct solutions in other styles.


def with_counter(values):
    from collections import Counter
    from math import log2

    n = len(values)
    return sum(k / n * log2(n / k) for k in Counter(values).values())


def with_numpy(values):
    import numpy as np

    if not values:
        return 0.0
    _, counts = np.unique([repr(value) for value in values], return_counts=True)
    shares = counts / counts.sum()
    return -(shares * np.log2(shares)).sum()


def with_pandas(values):
    import numpy as np
    import pandas as pd

    shares = pd.Series(values, dtype=object).value_counts(normalize=True, dropna=False).astype(float)
    return float(-(shares * np.log2(shares)).sum())


def by_sorting(values):
    from itertools import groupby
    from math import log

    sizes = [len(list(group)) for _, group in groupby(sorted(map(repr, values)))]
    return sum(size * log(len(values) / size, 2) for size in sizes) / max(len(values), 1)


_days = load_weather_wind().X
_golf = load_play_golf().X["outlook"].tolist()
_melons = load_watermelon20().X

exercise = Exercise(
    id="week3/split_information",
    signature="split_information(values)",
    returns="a number, in bits",
    points=4,
    hidden_points=4,
    reference=split_information,
    cases=(
        Case(_days["weather"].tolist(), note="weather_wind, weather: 1.5710 bits"),
        Case(_days["wind"].tolist(), note="weather_wind, wind: 1 bit"),
        Case(_melons["color"].tolist(), note="watermelon 2.0, colour: 1.580 bits"),
        Case(list(range(100)), note="a key of 100 cases: log2(100) = 6.64 bits"),
        Case(["a"] * 99 + ["b"], note="nearly constant: 0.081 bits"),
        Case(
            [None if day == 5 else outlook for day, outlook in enumerate(_golf)],
            group="missing values",
            note="play_golf, one outlook lost: 1.809 bits",
        ),
        Case(["low", None, "high", "low", None, None], group="missing values", note="three of six missing"),
        Case([None] * 4, group="missing values", note="nothing known: a single outcome"),
        Case(["a"] * 6, group="edge case", note="a constant column: no split, no cost"),
        Case(["a"], group="edge case", note="a single case"),
        Case([], group="edge case", note="no cases: 0 by convention"),
    ),
    draw=draw,
    hints=(
        "You have written this function before, in week 1. There it was called on labels.",
        "The branches have shares, and split information is the entropy of these shares: how hard is it "
        "to guess into which branch a case goes?",
        "A missing value is one more outcome, and all missing values together are a single one. In a "
        "list, None can be counted like any other value.",
    ),
    misconceptions=(
        Misconception(
            "number of values only",
            "You took the logarithm of the number of distinct values. That is the cost when all branches "
            "are equally large; a column with 99 cases on one side and 1 on the other costs far less.",
            "Count the cases in each branch, and let every branch add -p * log2(p).",
            number_of_values,
        ),
        Misconception(
            "missing values left out",
            "You left the missing values out. C4.5 counts them as one more outcome, so that an attribute "
            "that is often unknown has a higher price.",
            "Let None be a value like the others when you count.",
            missing_left_out,
        ),
        Misconception(
            "missing outcome without its term",
            "You count the missing values in the total but give them no term of their own, so your "
            "shares do not add up to 1.",
            "Add up the shares you use. Which one is not there?",
            missing_left_out_but_counted,
        ),
        Misconception(
            "each missing value a branch of its own",
            "You treat every missing value as a different value. Together they are a single outcome: "
            "not known.",
            "Count how many are missing, and add one term for all of them.",
            missing_each_a_branch,
        ),
        Misconception(
            "natural logarithm",
            "Your numbers are 0.693 times the right ones: that is ln 2. You took the natural logarithm; "
            "gain is in bits, and a ratio of bits to nats has no meaning.",
            "Which function of `math` (or NumPy) is the logarithm to base 2?",
            natural_logarithm,
        ),
        Misconception(
            "forgotten minus",
            "The size is right and the sign is wrong. The logarithm of a share is at most 0; the minus "
            "sign of the formula turns it into a cost.",
            "Put the minus sign of the formula back.",
            forgotten_minus,
        ),
        Misconception(
            "Gini of the branches",
            "You computed the Gini impurity of the branches. Gain is in bits; to be divided into it, its "
            "price must be in bits too.",
            "Use the entropy of the shares.",
            gini_of_the_branches,
        ),
        Misconception(
            "once per case",
            "You added a term for every case, so a branch of five cases was counted five times. The sum "
            "runs over the branches, each once.",
            "Loop over the distinct values; a `set` or a `Counter` holds each of them once.",
            once_per_case,
        ),
        Misconception(
            "a key costs nothing",
            "For a column with all values distinct you answer 0. It is the other way round: a key makes "
            "as many branches as there are cases, which is the dearest split there is, log2(n) bits. What "
            "costs next to nothing is a column that is nearly constant.",
            "Leave out the special case. The formula knows what a key costs.",
            key_costs_nothing,
        ),
    ),
    alternatives={
        "Counter": with_counter,
        "NumPy": with_numpy,
        "pandas": with_pandas,
        "sorting": by_sorting,
    },
)
