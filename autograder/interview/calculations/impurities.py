"""How mixed a node is, and what a split takes away of it (week 1)."""

from math import log, log2

import numpy as np

import dtlib
from autograder.interview.calculations.draft import (
    Cases,
    Draft,
    draw_counts,
    draw_table,
    labels_of,
    shown_counts,
    shown_table,
)
from dtlib.explain import explain_split


def entropy(rng: np.random.Generator, level: int) -> Draft:
    labels = _node(rng, level)
    answer = dtlib.entropy(labels)
    shares = _shares(labels)
    slips = {
        "natural_logarithm": answer * log(2),
        "logarithm_unweighted": -sum(map(log2, shares)),
        "commonest_class_only": -max(shares) * log2(max(shares)),
    }
    if len(shares) > 2:
        slips["scaled_to_one"] = answer / log2(len(shares))
    terms = " + ".join(
        f"-{labels.count(name)}/{len(labels)} log2({labels.count(name)}/{len(labels)})"
        for name in dict.fromkeys(labels)
    )
    return Draft({"counts": shown_counts(labels), "terms": terms}, answer, slips)


def gini(rng: np.random.Generator, level: int) -> Draft:
    labels = _node(rng, level)
    shares = _shares(labels)
    slips = {
        "sum_of_squares": 1 - dtlib.gini(labels),
        "entropy_instead": dtlib.entropy(labels),
        "error_rate_instead": dtlib.misclassification(labels),
    }
    if len(shares) == 2:
        slips["half_of_it"] = shares[0] * shares[1]
    terms = "1 - " + " - ".join(f"({labels.count(name)}/{len(labels)})^2" for name in dict.fromkeys(labels))
    return Draft({"counts": shown_counts(labels), "terms": terms}, dtlib.gini(labels), slips)


def misclassification(rng: np.random.Generator, level: int) -> Draft:
    labels = _node(rng, level)
    shares = _shares(labels)
    slips = {"share_of_the_majority": max(shares), "gini_instead": dtlib.gini(labels)}
    if len(shares) > 2:
        slips["rarest_class_only"] = min(shares)
    terms = f"1 - {max(map(labels.count, labels))}/{len(labels)}"
    return Draft({"counts": shown_counts(labels), "terms": terms}, dtlib.misclassification(labels), slips)


def conditional_entropy(rng: np.random.Generator, level: int) -> Draft:
    cases = draw_table(rng, level)
    answer = dtlib.conditional_entropy(*cases)
    slips = {
        "unweighted_mean": unweighted_entropy(cases),
        "natural_logarithm": answer * log(2),
        "gain_instead": dtlib.information_gain(*cases),
        "entropy_before_instead": dtlib.entropy(cases.labels),
    }
    return Draft(
        {"table": shown_table(cases)},
        answer,
        slips,
        lambda: explain_split(cases.frame, cases.labels, "attribute"),
    )


def information_gain(rng: np.random.Generator, level: int) -> Draft:
    cases = draw_table(rng, level)
    answer = dtlib.information_gain(*cases)
    slips = {
        "unweighted_mean": dtlib.entropy(cases.labels) - unweighted_entropy(cases),
        "natural_logarithm": answer * log(2),
        "entropy_after_instead": dtlib.conditional_entropy(*cases),
        "entropy_before_instead": dtlib.entropy(cases.labels),
    }
    return Draft(
        {"table": shown_table(cases)},
        answer,
        slips,
        lambda: explain_split(cases.frame, cases.labels, "attribute"),
    )


def unweighted_entropy(cases: Cases) -> float:
    """The mean of the branches' entropies, a branch of one case counting as much as a branch of ten."""
    return float(np.mean([dtlib.entropy(branch) for branch in cases.branches()]))


def _node(rng: np.random.Generator, level: int) -> list[str]:
    if level == 1:  # eight or ten cases: the shares are short decimals
        total = int(rng.choice([8, 10]))
        first = int(rng.integers(1, total))
        return labels_of(np.array([first, total - first]))
    return labels_of(draw_counts(rng, 1, level, 9 if level == 2 else 6)[0])


def _shares(labels: list[str]) -> list[float]:
    return [labels.count(name) / len(labels) for name in dict.fromkeys(labels)]
