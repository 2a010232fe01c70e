"""Pessimistic errors (Quinlan 1987): half an error for every leaf, and a standard error."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.c45 import pessimistic_error


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Subtrees of several leaves, single leaves, parts of cases, and the ends."""
    for leaves in (2, 3, 5, 8):
        cases = int(rng.integers(20, 200))
        yield Case(cases, int(rng.integers(0, 9)), leaves, group="subtrees")
    cases = int(rng.integers(5, 60))
    yield Case(cases, int(rng.integers(0, 4)), 1, group="leaves")
    yield Case(cases, 0, 1, group="leaves", note="no errors seen")
    yield Case(float(rng.integers(40, 90)) / 10, 0.4, 2, group="parts of cases")
    yield Case(2, 1, int(rng.integers(3, 7)), group="ends", note="more corrected errors than cases")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def half_once(cases, errors, leaves):
    from math import sqrt

    corrected = errors + 0.5
    return [corrected, sqrt(max(corrected * (cases - corrected) / cases, 0))]


def one_per_leaf(cases, errors, leaves):
    from math import sqrt

    corrected = errors + leaves
    return [corrected, sqrt(max(corrected * (cases - corrected) / cases, 0))]


def not_corrected(cases, errors, leaves):
    from math import sqrt

    return [errors, sqrt(max(errors * (cases - errors) / cases, 0))]


def deviation_of_the_uncorrected(cases, errors, leaves):
    from math import sqrt

    return [errors + leaves / 2, sqrt(max(errors * (cases - errors) / cases, 0))]


def rates_instead_of_counts(cases, errors, leaves):
    from math import sqrt

    rate = (errors + leaves / 2) / cases
    return [rate, sqrt(max(rate * (1 - rate) / cases, 0))]


def variance_instead(cases, errors, leaves):
    corrected = errors + leaves / 2
    return [corrected, max(corrected * (cases - corrected) / cases, 0)]


def limit_instead_of_error(cases, errors, leaves):
    from math import sqrt

    corrected = errors + leaves / 2
    deviation = sqrt(max(corrected * (cases - corrected) / cases, 0))
    return [corrected + deviation, deviation]


def root_of_a_negative(cases, errors, leaves):
    from math import sqrt

    corrected = errors + leaves / 2
    return [corrected, sqrt(corrected * (cases - corrected) / cases)]


def square_root_of_the_errors(cases, errors, leaves):
    from math import sqrt

    corrected = errors + leaves / 2
    return [corrected, sqrt(corrected)]


# Correct solutions in other styles.


def with_a_rate(cases, errors, leaves):
    from math import sqrt

    corrected = errors + 0.5 * leaves
    rate = min(corrected / cases, 1.0)
    return corrected, sqrt(cases * rate * (1 - rate))


def with_numpy(cases, errors, leaves):
    import numpy as np

    corrected = errors + leaves / 2
    return np.array([corrected, np.sqrt(np.maximum(corrected - corrected**2 / cases, 0))])


def leaf_by_leaf(cases, errors, leaves):
    corrected = errors
    for _ in range(leaves):
        corrected += 0.5
    if corrected >= cases:
        return [corrected, 0]
    return [corrected, (corrected * (cases - corrected) / cases) ** 0.5]


exercise = Exercise(
    id="week3/pessimistic_error",
    signature="pessimistic_error(cases, errors, leaves)",
    returns="a list [corrected errors, standard error]",
    points=4,
    hidden_points=4,
    reference=pessimistic_error,
    cases=(
        Case(100, 8, 4, note="8 errors at 4 leaves: 10, give or take 3"),
        Case(16, 0, 3, note="the subtree of Quinlan's votes: no errors at 3 leaves"),
        Case(16, 1, 1, note="the leaf in its place: one error"),
        Case(50, 5, 6, note="a larger subtree"),
        Case(5.4, 0.4, 2, group="parts of cases", note="some came down here only in part"),
        Case(1, 0, 1, group="edge case", note="one case, one leaf"),
        Case(2, 1, 4, group="edge case", note="more corrected errors than cases: no standard error"),
    ),
    draw=draw,
    hints=(
        "Begin with the corrected errors: the errors seen, and half an error more for each leaf.",
        "The standard error is that of a count of successes in n trials, sqrt(n p (1 - p)), with the "
        "corrected errors E' for n p. Written with E' alone it is sqrt(E' (n - E') / n).",
        "If E' is larger than the number of cases, the expression under the root is negative: let the "
        "standard error be 0 then. Return the two numbers in a list.",
    ),
    misconceptions=(
        Misconception(
            "half an error only once",
            "You add half an error once, however many leaves there are. The correction is meant to make "
            "leaves cost something: half an error for each.",
            "Multiply the half by the number of leaves.",
            half_once,
        ),
        Misconception(
            "a whole error for each leaf",
            "You add a whole error for each leaf. It is half of one: the correction for counting in whole "
            "numbers where the binomial is replaced by a smooth curve.",
            "Add leaves / 2.",
            one_per_leaf,
        ),
        Misconception(
            "no correction",
            "You return the training errors as they are. A subtree never makes more of them than the leaf "
            "that would replace it, so nothing would ever be pruned but for the margin.",
            "Add half an error for each leaf.",
            not_corrected,
        ),
        Misconception(
            "standard error of the uncorrected count",
            "The corrected errors are right, but the standard error is computed from the uncorrected ones. "
            "A subtree without errors would then have no margin at all.",
            "Put the corrected errors into the root as well.",
            deviation_of_the_uncorrected,
        ),
        Misconception(
            "rates instead of counts",
            "You return error rates. The comparison between a subtree and a leaf is made in numbers of "
            "errors among the cases at the node.",
            "Leave out the division by the number of cases at the end.",
            rates_instead_of_counts,
        ),
        Misconception(
            "variance instead of standard error",
            "You return the variance. The standard error is its square root, and so in errors again and "
            "not in errors squared.",
            "Take the square root.",
            variance_instead,
        ),
        Misconception(
            "standard error already added",
            "You add the standard error to the first number. The two are asked for separately: the margin is "
            "granted to the subtree only, never to the leaf that is compared with it.",
            "Return the corrected errors and the standard error side by side.",
            limit_instead_of_error,
        ),
        Misconception(
            "root of a negative number",
            "With many leaves and few cases the corrected errors exceed the number of cases, and your "
            "function takes the root of a negative number.",
            "Let the standard error be 0 in that case.",
            root_of_a_negative,
        ),
        Misconception(
            "square root of the errors",
            "You took the root of the corrected errors, as one does for rare events. With n cases "
            "the binomial has another factor, (n - E') / n, which matters in the small nodes where pruning "
            "happens.",
            "Multiply by (n - E') / n under the root.",
            square_root_of_the_errors,
        ),
    ),
    alternatives={
        "with a rate": with_a_rate,
        "NumPy": with_numpy,
        "leaf by leaf": leaf_by_leaf,
    },
)
