"""The best cut of a numeric column when the targets are numbers, by squared error."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_car_test_frame
from dtlib.teaching.cart import best_regression_split, squared_error


def has_clear_winner(values: Sequence[float], targets: Sequence[float]) -> bool:
    """Whether one cut leads by more than two ways of adding up the same sum can differ."""
    sums = sorted(
        squared_error([target for value, target in zip(values, targets, strict=True) if value <= low])
        + squared_error([target for value, target in zip(values, targets, strict=True) if value > low])
        for low, _ in pairwise(sorted(set(values)))
    )
    return len(sums) > 1 and sums[1] - sums[0] > 1e-6 * sums[0] + 1e-6


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """A noisy step, a slope, noise alone and one outlier, each with one best cut; then a tie and the ends."""
    for shape in ("step", "step", "slope", "noise", "noise", "outlier"):
        while True:
            values, targets = rng.integers(1, 12, 10), rng.integers(0, 10, 10)
            targets += 8 * (values > 5) if shape == "step" else 2 * values * (shape == "slope")
            if shape == "outlier":
                targets[int(rng.integers(10))] += 60
            if has_clear_winner(values.tolist(), targets.tolist()):
                break
        yield Case(values.tolist(), targets.tolist(), group=f"random {shape}")
    low, level = int(rng.integers(0, 9)), int(rng.integers(1, 9))
    four = [low + 2, low, low + 3, low + 1]
    yield Case(four, [level, 0, 0, level], group="ends", note="two cuts are equally good")
    yield Case([low] * 3, [1, 2, level], group="ends", note="all values are equal")
    yield Case([low + 1, low], [level, level], group="ends", note="a constant target")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def plain_average_of_variances(values, targets):
    from itertools import pairwise

    def variance(side):
        mean = sum(side) / len(side)
        return sum((t - mean) ** 2 for t in side) / len(side)

    best = None
    for low, high in pairwise(sorted(set(values))):
        left = [t for v, t in zip(values, targets, strict=True) if v <= low]
        right = [t for v, t in zip(values, targets, strict=True) if v > low]
        after = (variance(left) + variance(right)) / 2
        if best is None or after < best[1] - 1e-9:
            best = [(low + high) / 2, after]
    return best


def mean_instead_of_sum(values, targets):
    from itertools import pairwise

    def squares(side):
        mean = sum(side) / len(side)
        return sum((t - mean) ** 2 for t in side)

    best = None
    for low, high in pairwise(sorted(set(values))):
        left = [t for v, t in zip(values, targets, strict=True) if v <= low]
        right = [t for v, t in zip(values, targets, strict=True) if v > low]
        after = (squares(left) + squares(right)) / len(targets)
        if best is None or after < best[1] - 1e-9:
            best = [(low + high) / 2, after]
    return best


def distances_instead_of_squares(values, targets):
    from itertools import pairwise

    def distances(side):
        mean = sum(side) / len(side)
        return sum(abs(t - mean) for t in side)

    best = None
    for low, high in pairwise(sorted(set(values))):
        left = [t for v, t in zip(values, targets, strict=True) if v <= low]
        right = [t for v, t in zip(values, targets, strict=True) if v > low]
        after = distances(left) + distances(right)
        if best is None or after < best[1] - 1e-9:
            best = [(low + high) / 2, after]
    return best


def mean_of_all_rows(values, targets):
    from itertools import pairwise

    best = None
    for low, high in pairwise(sorted(set(values))):
        mean = sum(targets) / len(targets)
        left = [(t - mean) ** 2 for v, t in zip(values, targets, strict=True) if v <= low]
        right = [(t - mean) ** 2 for v, t in zip(values, targets, strict=True) if v > low]
        after = sum(left) + sum(right)
        if best is None or after < best[1] - 1e-9:
            best = [(low + high) / 2, after]
    return best


def gap_between_the_means(values, targets):
    from itertools import pairwise

    def mean(side):
        return sum(side) / len(side)

    best, widest = None, None
    for low, high in pairwise(sorted(set(values))):
        left = [t for v, t in zip(values, targets, strict=True) if v <= low]
        right = [t for v, t in zip(values, targets, strict=True) if v > low]
        gap = abs(mean(left) - mean(right))
        if widest is None or gap > widest + 1e-9:
            after = sum((t - mean(side)) ** 2 for side in (left, right) for t in side)
            best, widest = [(low + high) / 2, after], gap
    return best


def labels_instead_of_numbers(values, targets):
    from itertools import pairwise

    def gini(side):
        return 1 - sum((side.count(c) / len(side)) ** 2 for c in set(side))

    best = None
    for low, high in pairwise(sorted(set(values))):
        left = [t for v, t in zip(values, targets, strict=True) if v <= low]
        right = [t for v, t in zip(values, targets, strict=True) if v > low]
        after = (len(left) * gini(left) + len(right) * gini(right)) / len(targets)
        if best is None or after < best[1] - 1e-9:
            best = [(low + high) / 2, after]
    return best


def reduction_instead(values, targets):
    from itertools import pairwise

    def squares(side):
        mean = sum(side) / len(side)
        return sum((t - mean) ** 2 for t in side)

    best = None
    for low, high in pairwise(sorted(set(values))):
        left = [t for v, t in zip(values, targets, strict=True) if v <= low]
        right = [t for v, t in zip(values, targets, strict=True) if v > low]
        saved = squares(targets) - squares(left) - squares(right)
        if best is None or saved > best[1] + 1e-9:
            best = [(low + high) / 2, saved]
    return best


def sorted_by_target(values, targets):
    from itertools import pairwise

    def squares(side):
        mean = sum(side) / len(side)
        return sum((t - mean) ** 2 for t in side)

    best = None
    for low, high in pairwise(sorted(set(targets))):
        left = [t for t in targets if t <= low]
        right = [t for t in targets if t > low]
        after = squares(left) + squares(right)
        if best is None or after < best[1] - 1e-9:
            best = [(low + high) / 2, after]
    return best


def sides_sorted_apart(values, targets):
    from itertools import pairwise

    def squares(side):
        mean = sum(side) / len(side)
        return sum((t - mean) ** 2 for t in side)

    values = sorted(values)
    best = None
    for low, high in pairwise(sorted(set(values))):
        left = [t for v, t in zip(values, targets, strict=True) if v <= low]
        right = [t for v, t in zip(values, targets, strict=True) if v > low]
        after = squares(left) + squares(right)
        if best is None or after < best[1] - 1e-9:
            best = [(low + high) / 2, after]
    return best


def highest_of_equals(values, targets):
    from itertools import pairwise

    def squares(side):
        mean = sum(side) / len(side)
        return sum((t - mean) ** 2 for t in side)

    best = None
    for low, high in pairwise(sorted(set(values))):
        left = [t for v, t in zip(values, targets, strict=True) if v <= low]
        right = [t for v, t in zip(values, targets, strict=True) if v > low]
        after = squares(left) + squares(right)
        if best is None or after <= best[1] + 1e-9:
            best = [(low + high) / 2, after]
    return best


# Correct solutions in other styles.


def one_pass(values, targets):
    rows = sorted(zip(values, targets, strict=True))
    n, total = len(rows), sum(targets)
    squares = sum(t * t for t in targets)
    best = None
    left_sum = 0.0
    for size in range(1, n):
        left_sum += rows[size - 1][1]
        if rows[size - 1][0] == rows[size][0]:
            continue
        after = squares - left_sum**2 / size - (total - left_sum) ** 2 / (n - size)
        if best is None or after < best[1] - 1e-9:
            best = [(rows[size - 1][0] + rows[size][0]) / 2, after]
    return best


def with_numpy(values, targets):
    import numpy as np

    values, targets = np.array(values), np.array(targets, dtype=float)
    distinct = np.unique(values)
    if len(distinct) < 2:
        return None
    cuts = (distinct[1:] + distinct[:-1]) / 2
    after = [
        sum(((side - side.mean()) ** 2).sum() for side in (targets[values <= cut], targets[values > cut]))
        for cut in cuts
    ]
    best = int(np.argmin(np.round(after, 9)))
    return [cuts[best], after[best]]


def with_pandas(values, targets):
    from itertools import pairwise

    import pandas as pd

    table = pd.DataFrame({"v": values, "t": targets}, dtype=float)
    best = None
    for low, high in pairwise(sorted(set(values))):
        groups = table.groupby(table["v"] <= low)["t"]
        after = (groups.var(ddof=0) * groups.size()).sum()
        if best is None or after < best[1] - 1e-9:
            best = [(low + high) / 2, after]
    return best


def with_statistics(values, targets):
    from statistics import pvariance

    distinct = sorted(set(values))
    candidates = []
    for place in range(len(distinct) - 1):
        sides: tuple = ([], [])
        for value, target in zip(values, targets, strict=True):
            sides[value > distinct[place]].append(target)
        after = float(sum(len(side) * pvariance(side) for side in sides))
        candidates.append((round(after, 8), (distinct[place] + distinct[place + 1]) / 2, after))
    return list(min(candidates)[1:]) if candidates else None


_cars = load_car_test_frame().frame

exercise = Exercise(
    id="week4/best_regression_split",
    signature="best_regression_split(values, targets)",
    returns="a list of two numbers, [threshold, sum of squares], or None",
    points=6,
    hidden_points=6,
    reference=best_regression_split,
    cases=(
        Case([1, 2, 3, 4, 5], [10, 12, 11, 20, 22], note="a step between 3 and 4: 2 + 2"),
        Case(
            _cars["HP"].tolist(),
            _cars["Mileage"].tolist(),
            note="car.test.frame: miles per gallon, by horsepower",
        ),
        Case([4, 1, 6, 3, 2, 5], [7, 5, 30, 4, 6, 8], note="in no order, one high target"),
        Case([1, 1, 2, 2, 3, 3], [4, 8, 5, 9, 20, 12], group="repeated values", note="each value twice"),
        Case([1, 2, 3, 4, 5, 6], [3, 4, 5, 9, 8, 40], group="outlier", note="one target far away"),
        Case([1, 2, 3, 4], [0, 6, 6, 0], group="edge case", note="two cuts are equally good: the lower one"),
        Case([2, 1], [5, 5], group="edge case", note="a constant target: a cut that saves nothing"),
        Case([3, 3, 3], [1, 2, 6], group="edge case", note="all values are equal: no cut"),
        Case([], [], group="edge case", note="no rows: no cut"),
    ),
    draw=draw,
    hints=(
        "The search is that of best_binary_split: midpoints between neighbouring distinct values, lowest of "
        "equals. Only the score is new.",
        "Each side predicts the mean of its own targets. Its error is the sum of the squared differences "
        "from that mean.",
        "The score of a cut is the error of the left side plus that of the right. No division: a sum of "
        "squares has the size of its side built in, so no weights are needed.",
    ),
    misconceptions=(
        Misconception(
            "plain average of variances",
            "You averaged the variances of the two sides as if they were equally large. A side with one row "
            "has the variance 0 and would halve the score for nothing.",
            "Add sums of squares; or weight each variance by the number of its rows, which is the same.",
            plain_average_of_variances,
        ),
        Misconception(
            "mean instead of sum",
            "Your threshold is right, and you divided the squares by the number of rows. The task asks for "
            "their sum.",
            "Leave out the last division.",
            mean_instead_of_sum,
        ),
        Misconception(
            "distances instead of squares",
            "You added distances from the mean. The mean is the best prediction for squared errors; for "
            "distances it would be the median. The two do not go together.",
            "Square the differences.",
            distances_instead_of_squares,
        ),
        Misconception(
            "mean of all rows",
            "You measured every side from the mean of all rows. Then the sum is the same wherever you cut, "
            "because no side has a prediction of its own.",
            "Compute the mean inside each side.",
            mean_of_all_rows,
        ),
        Misconception(
            "gap between the means",
            "You looked for the cut with the largest difference between the two means. One extreme row at "
            "the end makes a wide gap, but leaves all the others as they were.",
            "Choose by the squares that are left, not by the distance of the means.",
            gap_between_the_means,
        ),
        Misconception(
            "targets taken for labels",
            "You measured Gini impurity, as if each number were a class. For a label 19 and 20 are as "
            "different as 19 and 90; for a number they are not.",
            "Use the sum of the squared differences from the mean.",
            labels_instead_of_numbers,
        ),
        Misconception(
            "reduction instead of remainder",
            "Your threshold is right, and the second number is how much the sum of squares fell. The task "
            "asks for what is left.",
            "Return the squares of the left side plus those of the right.",
            reduction_instead,
        ),
        Misconception(
            "cut along the targets",
            "You cut the targets themselves. That separates large from small very well, but a new row comes "
            "without its target: only its value can be asked.",
            "Take the thresholds from `values`.",
            sorted_by_target,
        ),
        Misconception(
            "values sorted alone",
            "You sorted the values and left the targets where they were. Now most rows have somebody else's "
            "target.",
            "Sort pairs of (value, target), or do not sort the rows at all.",
            sides_sorted_apart,
        ),
        Misconception(
            "highest of equals",
            "When two cuts are equally good you took the higher one. The course's rule is the lowest.",
            "A newcomer must be better than the best so far, not just as good.",
            highest_of_equals,
        ),
    ),
    alternatives={
        "one pass": one_pass,
        "NumPy": with_numpy,
        "pandas": with_pandas,
        "statistics": with_statistics,
    },
)
