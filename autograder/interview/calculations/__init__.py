"""The numbers of calculation questions: givens drawn from a seed, the answer by `dtlib`, the usual slips.

One file for each family of quantities. Each quantity is a function ``(rng, level) -> Draft``; its prose, of
the same name, stands in ``prose/en/calculate.toml``. A level is 1 (one step), 2 or 3 (three branches or
classes, or one more thing to think of).
"""

from collections.abc import Callable

import numpy as np

from autograder.interview.calculations import evaluation, impurities, missing, pruning, splitting
from autograder.interview.calculations.draft import Draft

Generator = Callable[[np.random.Generator, int], Draft]

LEVELS = (1, 2, 3)

#: Every family of quantities with its quantities, in the order in which the course teaches them.
FAMILIES: dict[str, dict[str, Generator]] = {
    "impurity": {
        "entropy": impurities.entropy,
        "gini": impurities.gini,
        "misclassification": impurities.misclassification,
        "conditional_entropy": impurities.conditional_entropy,
        "information_gain": impurities.information_gain,
    },
    "splitting": {
        "split_information": splitting.split_information,
        "gain_ratio": splitting.gain_ratio,
        "average_gain": splitting.average_gain,
        "best_threshold": splitting.best_threshold,
        "weighted_gini": splitting.weighted_gini,
        "squared_error": splitting.squared_error,
    },
    "missing values": {
        "known_fraction_gain": missing.known_fraction_gain,
        "fractional_weight": missing.fractional_weight,
        "surrogate_agreement": missing.surrogate_agreement,
        "adjusted_agreement": missing.adjusted_agreement,
    },
    "pruning": {
        "error_limit": pruning.error_limit,
        "pessimistic_error": pruning.pessimistic_error,
        "weakest_link": pruning.weakest_link,
    },
    "evaluation": {
        "precision": evaluation.precision,
        "recall": evaluation.recall,
        "f1": evaluation.f1,
    },
}

__all__ = ["FAMILIES", "LEVELS", "Draft", "Generator"]
