"""Three impurities of a set of two classes, as functions of the share of one of them."""

from collections.abc import Iterable

import numpy as np

import dtlib
from autograder.exercise import Case, Exercise, Misconception


def reference(shares: list[float]) -> dict[str, list[float]]:
    """The measures of `dtlib`, on two rows that weigh p and 1 - p."""
    measures = {"entropy": dtlib.entropy, "gini": dtlib.gini, "misclassification": dtlib.misclassification}
    return {
        name: [measure(["positive", "negative"], sample_weight=[p, 1 - p]) for p in shares]
        for name, measure in measures.items()
    }


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Shares inside the interval, in no order; then both ends among them; then none."""
    for size in (3, 5, 8):
        yield Case(rng.uniform(0.02, 0.98, size).round(3).tolist(), group="random shares")
    with_ends = [*rng.uniform(0.02, 0.98, 3).round(3).tolist(), 0.0, 1.0]
    yield Case(rng.permutation(with_ends).tolist(), group="ends", note="0 and 1 among the shares")
    yield Case([], group="ends", note="no shares at all")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def logarithm_of_zero(shares):
    from math import log2

    return {
        "entropy": [-p * log2(p) - (1 - p) * log2(1 - p) for p in shares],
        "gini": [2 * p * (1 - p) for p in shares],
        "misclassification": [min(p, 1 - p) for p in shares],
    }


def natural_logarithm(shares):
    from math import log

    return {
        "entropy": [0.0 if p in (0, 1) else -p * log(p) - (1 - p) * log(1 - p) for p in shares],
        "gini": [2 * p * (1 - p) for p in shares],
        "misclassification": [min(p, 1 - p) for p in shares],
    }


def gini_counted_once(shares):
    from math import log2

    return {
        "entropy": [0.0 if p in (0, 1) else -p * log2(p) - (1 - p) * log2(1 - p) for p in shares],
        "gini": [p * (1 - p) for p in shares],
        "misclassification": [min(p, 1 - p) for p in shares],
    }


def accuracy_instead(shares):
    from math import log2

    return {
        "entropy": [0.0 if p in (0, 1) else -p * log2(p) - (1 - p) * log2(1 - p) for p in shares],
        "gini": [2 * p * (1 - p) for p in shares],
        "misclassification": [max(p, 1 - p) for p in shares],
    }


def always_guesses_the_first(shares):
    from math import log2

    return {
        "entropy": [0.0 if p in (0, 1) else -p * log2(p) - (1 - p) * log2(1 - p) for p in shares],
        "gini": [2 * p * (1 - p) for p in shares],
        "misclassification": [1 - p for p in shares],
    }


def one_term_of_two(shares):
    from math import log2

    return {
        "entropy": [0.0 if p == 0 else -p * log2(p) for p in shares],
        "gini": [2 * p * (1 - p) for p in shares],
        "misclassification": [min(p, 1 - p) for p in shares],
    }


def entropy_halved(shares):
    from math import log2

    return {
        "entropy": [0.0 if p in (0, 1) else (-p * log2(p) - (1 - p) * log2(1 - p)) / 2 for p in shares],
        "gini": [2 * p * (1 - p) for p in shares],
        "misclassification": [min(p, 1 - p) for p in shares],
    }


def agreement_instead_of_gini(shares):
    from math import log2

    return {
        "entropy": [0.0 if p in (0, 1) else -p * log2(p) - (1 - p) * log2(1 - p) for p in shares],
        "gini": [p**2 + (1 - p) ** 2 for p in shares],
        "misclassification": [min(p, 1 - p) for p in shares],
    }


def not_a_number_at_the_ends(shares):
    import numpy as np

    p = np.array(shares, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -p * np.log2(p) - (1 - p) * np.log2(1 - p)
    return {"entropy": entropy, "gini": 2 * p * (1 - p), "misclassification": np.minimum(p, 1 - p)}


# Correct solutions in other styles.


def with_a_loop(shares):
    import math

    curve: dict = {name: [] for name in ("entropy", "gini", "misclassification")}
    for share in shares:
        both = [share, 1 - share]
        curve["entropy"].append(sum(-p * math.log2(p) for p in both if p > 0))
        curve["gini"].append(1 - sum(p * p for p in both))
        curve["misclassification"].append(1 - max(both))
    return curve


def with_numpy(shares):
    import numpy as np

    p = np.array([shares, [1 - s for s in shares]], dtype=float)
    logs = np.log2(p, where=p > 0, out=np.zeros_like(p))
    return {
        "entropy": -(p * logs).sum(axis=0),
        "gini": 1 - (p**2).sum(axis=0),
        "misclassification": p.min(axis=0),
    }


def with_pandas(shares):
    import numpy as np
    import pandas as pd

    p = pd.Series(shares, dtype=float)
    q = 1 - p
    bits = p * np.log2(p.where(p > 0, 1)) + q * np.log2(q.where(q > 0, 1))
    return {
        "entropy": (-bits).tolist(),
        "gini": (p * q * 2).tolist(),
        "misclassification": p.where(p < q, q).tolist(),
    }


def with_helpers(shares):
    from math import log2

    def entropy(p):
        if p == 0 or p == 1:
            return 0
        return p * log2(1 / p) + (1 - p) * log2(1 / (1 - p))

    def gini(p):
        return p * (1 - p) + (1 - p) * p

    def misclassification(p):
        return p if p < 0.5 else 1 - p

    return {f.__name__: [f(p) for p in shares] for f in (entropy, gini, misclassification)}


exercise = Exercise(
    id="week1/binary_impurity_curve",
    signature="binary_impurity_curve(shares)",
    returns='a dictionary of three lists, "entropy", "gini" and "misclassification"',
    points=9,
    hidden_points=9,
    reference=reference,
    cases=(
        Case([0.5], note="the middle: 1, 1/2 and 1/2"),
        Case([0.1, 0.25, 0.5, 0.75, 0.9], note="the same on both sides of the middle"),
        Case([9 / 14], note="play_tennis: 0.940, 0.459 and 5/14"),
        Case([2 / 3], note="movies12: 0.918, 4/9 and 1/3"),
        Case([0.9, 0.1, 0.4, 0.1], note="in no order, and one of them twice"),
        Case([0.0, 0.5, 1.0], group="edge case", note="pure sets at both ends"),
        Case([0, 1], group="edge case", note="the ends as whole numbers"),
        Case([], group="edge case", note="no shares: three empty lists"),
    ),
    draw=draw,
    hints=(
        "There are always two classes, with shares p and 1 - p. Write down all three formulas for those "
        "two shares first.",
        "Entropy has two terms, Gini too: 1 minus both squares, which is 2p(1 - p). The best guess names "
        "the commoner class, so it is wrong as often as the rarer one occurs.",
        "At p = 0 and p = 1 one term of the entropy is 0 log 0, which counts as 0. Leave the term out "
        "when its share is 0. Then build each list with one number per share, in the order given.",
    ),
    misconceptions=(
        Misconception(
            "logarithm of zero",
            "Inside the interval all is right; at 0 or 1 your function asks for the logarithm of 0, "
            "which does not exist. The term is p * log2(p), and it tends to 0 as p does: a class that "
            "does not occur adds nothing.",
            "Leave a term out when its share is 0.",
            logarithm_of_zero,
        ),
        Misconception(
            "natural logarithm",
            "Your entropy peaks at 0.693, which is ln 2, and not at 1. You took the natural logarithm, "
            "so you measure in nats; the course measures in bits, with the logarithm to base 2.",
            "Which function of `math` (or NumPy) is the logarithm to base 2?",
            natural_logarithm,
        ),
        Misconception(
            "Gini counted once",
            "Your Gini is half of what it should be: p(1 - p) is the chance of drawing the one class and "
            "then the other. The other order is just as likely.",
            "Compare with 1 minus the sum of both squares at p = 0.5.",
            gini_counted_once,
        ),
        Misconception(
            "accuracy instead of error",
            "You returned the share of the commoner class, which is how often the best guess is right. "
            "An impurity asks how often it is wrong, and is 0 for a pure set.",
            "At p = 1 there is nothing to get wrong. What should the curve show there?",
            accuracy_instead,
        ),
        Misconception(
            "always guesses the same class",
            "Your error is 1 - p, as if one always guessed the class whose share is p. Below one half "
            "the other class is the better guess.",
            "Guess the commoner class; the error is the share of the other one.",
            always_guesses_the_first,
        ),
        Misconception(
            "one term of two",
            "Your entropy has the term of one class only, so the curve leans to one side. The class with "
            "the share 1 - p brings a surprise of its own.",
            "Add the term for 1 - p. The curve must look the same from both sides.",
            one_term_of_two,
        ),
        Misconception(
            "entropy halved",
            "You divided the entropy by 2. Books do that in their picture, so that all three curves meet "
            "at one half; it is a matter of drawing, not part of the definition.",
            "Leave out the factor: at p = 0.5 the entropy is 1 bit.",
            entropy_halved,
        ),
        Misconception(
            "agreement instead of Gini",
            "Your Gini is the chance that two draws agree, so it is 1 for a pure set. Gini impurity is "
            "the chance that they differ.",
            "Subtract the sum of squares from 1.",
            agreement_instead_of_gini,
        ),
        Misconception(
            "not a number at the ends",
            "At 0 and 1 your entropy is nan: NumPy multiplied 0 by minus infinity, and warned you unless "
            "you silenced it. A class that does not occur adds nothing, so the entropy there is 0.",
            "Take logarithms only where the share is above 0.",
            not_a_number_at_the_ends,
        ),
    ),
    alternatives={
        "loop": with_a_loop,
        "NumPy": with_numpy,
        "pandas": with_pandas,
        "three helpers": with_helpers,
    },
)
