"""Entropy of a list of labels, in bits."""

from collections.abc import Iterable

import numpy as np

import dtlib
from autograder.exercise import Case, Exercise, Misconception


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Label lists of two to five classes, then the two ends: one class, and nothing."""
    for classes in (2, 2, 3, 4, 5):
        size = int(rng.integers(6, 15))
        labels = rng.choice(list("abcde")[:classes], size).tolist()
        yield Case(labels, group="random labels")
    yield Case(["a"] * int(rng.integers(2, 9)), group="ends", note="one class")
    yield Case([], group="ends", note="no labels at all")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def natural_logarithm(labels):
    from math import log

    n = len(labels)
    return sum(-labels.count(c) / n * log(labels.count(c) / n) for c in set(labels))


def forgotten_minus(labels):
    from math import log2

    n = len(labels)
    return sum(labels.count(c) / n * log2(labels.count(c) / n) for c in set(labels))


def logarithm_unweighted(labels):
    from math import log2

    n = len(labels)
    return sum(-log2(labels.count(c) / n) for c in set(labels))


def epsilon_in_the_logarithm(labels):
    from math import log2

    n = len(labels)
    return sum(-labels.count(c) / n * log2(labels.count(c) / n + 1e-3) for c in set(labels))


def only_two_classes(labels):
    from math import log2

    if not labels:
        return 0.0
    p = labels.count(labels[0]) / len(labels)
    return 0.0 if p in (0.0, 1.0) else -p * log2(p) - (1 - p) * log2(1 - p)


def rounded_too_early(labels):
    from math import log2

    n = len(labels)
    return sum(-round(labels.count(c) / n, 2) * log2(round(labels.count(c) / n, 2)) for c in set(labels))


def once_per_label(labels):
    from math import log2

    n = len(labels)
    return sum(-labels.count(c) / n * log2(labels.count(c) / n) for c in labels)


def scaled_to_one(labels):
    from math import log

    n = len(labels)
    k = len(set(labels))
    return sum(-labels.count(c) / n * log(labels.count(c) / n, k) for c in set(labels)) if k > 1 else 0.0


# Correct solutions in other styles.


def with_counter(labels):
    from collections import Counter
    from math import log2

    n = len(labels)
    return sum(k / n * log2(n / k) for k in Counter(labels).values())


def with_numpy(labels):
    import numpy as np

    _, counts = np.unique(labels, return_counts=True)
    p = counts / counts.sum()
    return -(p * np.log2(p)).sum() if len(labels) else 0.0


def with_pandas(labels):
    import numpy as np
    import pandas as pd

    p = pd.Series(labels, dtype=object).value_counts(normalize=True)
    return float(-(p * np.log2(p.astype(float))).sum())


def with_a_loop(labels):
    import math

    bits = 0.0
    for label in set(labels):
        hits = 0
        for other in labels:
            if other == label:
                hits += 1
        share = hits / len(labels)
        bits -= share * math.log(share, 2)
    return bits


exercise = Exercise(
    id="week1/entropy",
    signature="entropy(labels)",
    returns="a number, in bits",
    points=8,
    hidden_points=8,
    reference=dtlib.entropy,
    cases=(
        Case(["yes"] * 5 + ["no"] * 5, note="five of each: 1 bit"),
        Case(["yes"] * 9 + ["no"] * 5, note="play_tennis: 0.940 bits"),
        Case(["worth seeing"] * 8 + ["not"] * 4, note="movies12: 0.918 bits"),
        Case(["a", "b", "c", "d"], note="four classes, one of each: 2 bits"),
        Case(["a", "a", "b", "c", "c", "c"], note="three unequal classes"),
        Case(["yes"] * 6, group="edge case", note="one class only: no uncertainty"),
        Case(["yes"], group="edge case", note="a single label"),
        Case([], group="edge case", note="no labels: 0 by convention"),
    ),
    draw=draw,
    hints=(
        "Entropy depends only on the share of each class. Begin by counting how often each label occurs.",
        "Each class adds -p * log2(p), where p is its count divided by the number of labels. Sum over "
        "classes.",
        "Walk over the classes that occur, not over all that might: then log2(0) never comes up, and an "
        "empty list gives an empty sum, which is 0.",
    ),
    misconceptions=(
        Misconception(
            "natural logarithm",
            "Your numbers are 0.693 times the right ones: that is ln 2. You took the natural logarithm, "
            "so you measure in nats; the course measures in bits, with the logarithm to base 2.",
            "Which function of `math` (or NumPy) is the logarithm to base 2?",
            natural_logarithm,
        ),
        Misconception(
            "forgotten minus",
            "The size is right and the sign is wrong. A share is at most 1, so its logarithm is at most "
            "0; the minus sign in the formula turns the sum into a positive amount of uncertainty.",
            "Put the minus sign of the formula back, and check that one class alone gives 0.",
            forgotten_minus,
        ),
        Misconception(
            "logarithm unweighted",
            "You added up -log2(p) over the classes without multiplying each by p. Entropy is an "
            "average: a surprise of -log2(p) happens only with probability p.",
            "Write the formula for two classes by hand and count the factors in each term.",
            logarithm_unweighted,
        ),
        Misconception(
            "epsilon in the logarithm",
            "You added a small number inside the logarithm to avoid log2(0). That makes every entropy "
            "slightly wrong, even where no count is zero.",
            "Leave out the classes that do not occur, and nothing needs to be added.",
            epsilon_in_the_logarithm,
        ),
        Misconception(
            "only two classes",
            "With two classes you are right, with three or more you are not: you lumped all other labels "
            "into one class.",
            "Sum one term for each class that occurs, however many there are.",
            only_two_classes,
        ),
        Misconception(
            "rounded too early",
            "You rounded the shares to two decimals before taking logarithms. Rounding is for printing; "
            "inside a calculation the error grows.",
            "Keep full precision until the end, and let the reader of the number round it.",
            rounded_too_early,
        ),
        Misconception(
            "once per label",
            "You added a term for every label in the list, so a class with five labels was counted five "
            "times. The sum runs over the classes, each once.",
            "Loop over the distinct labels; a `set` or a `Counter` holds each of them once.",
            once_per_label,
        ),
        Misconception(
            "scaled to one",
            "You took the logarithm to the base of the number of classes, which squeezes every answer "
            "into 0 to 1. In bits, four equally common classes carry 2: it takes two yes-or-no questions "
            "to tell them apart.",
            "Keep base 2, however many classes there are.",
            scaled_to_one,
        ),
    ),
    alternatives={
        "Counter": with_counter,
        "NumPy": with_numpy,
        "pandas": with_pandas,
        "loops": with_a_loop,
    },
)
