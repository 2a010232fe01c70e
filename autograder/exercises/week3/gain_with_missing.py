"""Information gain of an attribute that is not always known."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_play_golf, load_watermelon20_alpha
from dtlib.teaching.missing import gain_with_missing


def with_none(column: Iterable[object]) -> list[object]:
    """A column of a data frame as a list, with None where a value is missing."""
    return [None if value != value else value for value in column]


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Random columns with one gap, some, many and none; and the ends."""
    for kinds, classes, gaps in ((2, 2, 1), (3, 2, 3), (3, 3, 2), (4, 2, 6), (2, 3, 0)):
        size = int(rng.integers(8, 14))
        values = [*rng.choice(list("abcd")[:kinds], size - 2).tolist(), "a", "b", *[None] * gaps]
        labels = rng.choice(["yes", "no", "maybe"][:classes], len(values)).tolist()
        labels[size - 2 : size] = ["yes", "no"]
        order = rng.permutation(len(values))
        group = "missing values" if gaps else "nothing missing"
        yield Case([values[i] for i in order], [labels[i] for i in order], group=group)
    size = int(rng.integers(3, 9))
    yield Case([None] * size, ["yes", *["no"] * (size - 1)], group="ends", note="nothing known")
    yield Case(["a", *[None] * size], ["yes", *["no"] * size], group="ends", note="one known")
    yield Case([], [], group="ends", note="no cases")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def not_scaled(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    known = [(v, y) for v, y in zip(values, labels, strict=True) if v is not None]
    return entropy([v for v, _ in known]) + entropy([y for _, y in known]) - entropy(known)


def missing_as_a_value(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    return entropy(values) + entropy(labels) - entropy(list(zip(values, labels, strict=True)))


def entropy_of_all_labels(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    known = [(v, y) for v, y in zip(values, labels, strict=True) if v is not None]
    if not known:
        return 0.0
    left = entropy(known) - entropy([v for v, _ in known])
    return len(known) / len(values) * (entropy(labels) - left)


def branches_weighted_by_all(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    known = [(v, y) for v, y in zip(values, labels, strict=True) if v is not None]
    gain = entropy([y for _, y in known])
    for value in {v for v, _ in known}:
        branch = [y for v, y in known if v == value]
        gain -= len(branch) / len(values) * entropy(branch)
    return len(known) / len(values) * gain if values else 0.0


def scaled_by_the_missing(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    known = [(v, y) for v, y in zip(values, labels, strict=True) if v is not None]
    gain = entropy([v for v, _ in known]) + entropy([y for _, y in known]) - entropy(known)
    return (1 - len(known) / len(values)) * gain if values else 0.0


def filled_with_the_commonest(values, labels):
    from collections import Counter
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    counts = Counter(v for v in values if v is not None)
    most = max(counts, key=lambda v: counts[v], default=None)
    filled = [most if v is None else v for v in values]
    return entropy(filled) + entropy(labels) - entropy(list(zip(filled, labels, strict=True)))


def division_by_zero(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    known = [(v, y) for v, y in zip(values, labels, strict=True) if v is not None]
    gain = entropy([y for _, y in known])
    for value in {v for v, _ in known}:
        branch = [y for v, y in known if v == value]
        gain -= len(branch) / len(known) * entropy(branch)
    return gain / (len(values) / len(known))


def scaled_twice(values, labels):
    from math import log2

    def entropy(items):
        return sum(-items.count(i) / len(items) * log2(items.count(i) / len(items)) for i in set(items))

    known = [(v, y) for v, y in zip(values, labels, strict=True) if v is not None]
    gain = entropy([v for v, _ in known]) + entropy([y for _, y in known]) - entropy(known)
    return (len(known) / len(values)) ** 2 * gain if values else 0.0


# Correct solutions in other styles.


def with_loops(values, labels):
    from math import log2

    def entropy(ys):
        total = 0.0
        for label in set(ys):
            share = ys.count(label) / len(ys)
            total += share * log2(1 / share)
        return total

    branches: dict = {}
    for value, label in zip(values, labels, strict=True):
        if value is not None:
            branches.setdefault(value, []).append(label)
    known = [label for branch in branches.values() for label in branch]
    if not known:
        return 0
    gain = entropy(known)
    for branch in branches.values():
        gain -= len(branch) / len(known) * entropy(branch)
    return gain * len(known) / len(values)


def with_counters(values, labels):
    from collections import Counter
    from math import log2

    def bits_times_cases(items):
        counts = Counter(items)
        n = sum(counts.values())
        return sum(k * log2(n / k) for k in counts.values())

    known = [pair for pair in zip(values, labels, strict=True) if pair[0] is not None]
    total = bits_times_cases(v for v, _ in known) + bits_times_cases(y for _, y in known)
    return (total - bits_times_cases(known)) / max(len(values), 1)


def with_numpy(values, labels):
    import numpy as np

    def bits(items):
        _, counts = np.unique(items, return_counts=True)
        shares = counts / counts.sum()
        return -(shares * np.log2(shares)).sum()

    known = np.array([value is not None for value in values], dtype=bool)
    if not known.any():
        return 0.0
    x = np.array([str(value) for value in values])[known]
    y = np.array([str(label) for label in labels])[known]
    left = sum((x == value).mean() * bits(y[x == value]) for value in np.unique(x))
    return known.mean() * (bits(y) - left)


def with_pandas(values, labels):
    import numpy as np
    import pandas as pd

    def bits(column):
        shares = column.value_counts(normalize=True).to_numpy(dtype=float)
        return float(-(shares * np.log2(shares)).sum())

    table = pd.DataFrame({"x": pd.Series(values, dtype=object), "y": pd.Series(labels, dtype=object)})
    known = table.dropna(subset="x")
    if known.empty:
        return 0.0
    left = sum(len(branch) / len(known) * bits(branch) for _, branch in known["y"].groupby(known["x"]))
    return len(known) / len(table) * (bits(known["y"]) - left)


_golf = load_play_golf()
_melons = load_watermelon20_alpha()
_play = _golf.y.tolist()
_ripe = _melons.y.tolist()
_outlook = [None if day == 5 else outlook for day, outlook in enumerate(_golf.X["outlook"])]

exercise = Exercise(
    id="week3/gain_with_missing",
    signature="gain_with_missing(values, labels)",
    returns="a number, in bits",
    points=6,
    hidden_points=6,
    reference=gain_with_missing,
    cases=(
        Case(_outlook, _play, note="play_golf, one outlook lost: 13/14 x 0.214 = 0.199"),
        Case(
            with_none(_melons.X["color"]), _ripe, note="watermelon 2.0 alpha, colour: 14/17 x 0.306 = 0.252"
        ),
        Case(with_none(_melons.X["texture"]), _ripe, note="watermelon 2.0 alpha, texture: 0.424"),
        Case(with_none(_melons.X["surface"]), _ripe, note="watermelon 2.0 alpha, surface: 0.006"),
        Case(["a", "a", "b", "b"], ["yes", "yes", "no", "no"], group="edge case", note="nothing missing"),
        Case(
            ["a", None, "b", None],
            ["yes", "yes", "no", "no"],
            group="edge case",
            note="half is missing, and of the known half everything is gained",
        ),
        Case([None, None, "a"], ["yes", "no", "yes"], group="edge case", note="a single known value"),
        Case([None, None], ["yes", "no"], group="edge case", note="nothing known: nothing gained"),
        Case([], [], group="edge case", note="no cases"),
    ),
    draw=draw,
    hints=(
        "Set the cases with a missing value aside, labels and all. What is left is a table that you know how "
        "to treat.",
        "Compute the information gain of that smaller table, with its own entropy and its own shares.",
        "What you learn, you learn only about the known part of the cases: multiply by their share. If "
        "nothing is known, nothing is gained.",
    ),
    misconceptions=(
        Misconception(
            "not scaled by the known share",
            "You have the gain on the known cases, and stopped there. For a case whose value is missing the "
            "question tells nothing, so on average it tells less. Otherwise an attribute known twice in a "
            "hundred cases would look as good as one that is always known.",
            "Multiply by the share of the cases whose value is known.",
            not_scaled,
        ),
        Misconception(
            "missing as a value of its own",
            "You treat None as one more value with a branch of its own. That is a possible way to go, but "
            "not C4.5's: it sends these cases into the other branches.",
            "Leave the cases with None out, then scale.",
            missing_as_a_value,
        ),
        Misconception(
            "entropy of all labels",
            "Your starting entropy counts all labels, while the branches hold only the known ones. Before "
            "and after must speak of the same cases, or the difference is not a gain.",
            "Compute the entropy before the split from the known cases only.",
            entropy_of_all_labels,
        ),
        Misconception(
            "branches weighted by all cases",
            "You weight each branch by its share of *all* cases. Then the weights of the branches do not add "
            "up to 1, and the gain comes out too large.",
            "Among the known cases, divide by the number of known cases. The missing ones enter "
            "once, at the end.",
            branches_weighted_by_all,
        ),
        Misconception(
            "scaled by the missing share",
            "You multiply by the share of the cases that are missing. An attribute that is always known "
            "would get no gain at all.",
            "Multiply by the share of the known.",
            scaled_by_the_missing,
        ),
        Misconception(
            "filled with the commonest value",
            "You fill the gaps with the commonest value. That pretends to know, and it moves cases of every "
            "class into one branch.",
            "Leave the cases with None out, then scale.",
            filled_with_the_commonest,
        ),
        Misconception(
            "division by zero",
            "When no value is known, your function divides by zero. Deep in a tree that does happen.",
            "If nothing is known, nothing is gained: return 0.0 before you divide.",
            division_by_zero,
        ),
        Misconception(
            "scaled twice",
            "You multiply by the known share twice. Once is enough: the shares inside the gain are those "
            "among the known cases.",
            "Look for the second place where the number of all cases slips in.",
            scaled_twice,
        ),
    ),
    alternatives={
        "loops": with_loops,
        "Counter": with_counters,
        "NumPy": with_numpy,
        "pandas": with_pandas,
    },
)
