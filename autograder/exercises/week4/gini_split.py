"""Gini impurity after a binary split."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.cart import gini_split


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Two lists of unequal length with two to four classes, then a pure side and an empty one."""
    for classes in (2, 2, 3, 3, 4):
        small, large = int(rng.integers(2, 5)), int(rng.integers(6, 12))
        names = list("abcd")[:classes]
        sides = [rng.choice(names, size).tolist() for size in (small, large)]
        rng.shuffle(sides)
        yield Case(*sides, group="random split")
    mixed = ["a", "b", *rng.choice(["a", "b"], int(rng.integers(2, 6))).tolist()]
    yield Case(["a"] * int(rng.integers(1, 9)), mixed, group="ends", note="a pure side")
    yield Case([], mixed, group="ends", note="an empty side")
    yield Case([], [], group="ends", note="no rows at all")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def plain_average(left, right):
    def gini(labels):
        return sum(labels.count(c) / len(labels) * (1 - labels.count(c) / len(labels)) for c in set(labels))

    return (gini(left) + gini(right)) / 2


def sum_of_both(left, right):
    def gini(labels):
        return sum(labels.count(c) / len(labels) * (1 - labels.count(c) / len(labels)) for c in set(labels))

    return gini(left) + gini(right)


def gain_instead(left, right):
    def gini(labels):
        return sum(labels.count(c) / len(labels) * (1 - labels.count(c) / len(labels)) for c in set(labels))

    n = len(left) + len(right)
    after = sum(len(side) / n * gini(side) for side in (left, right)) if n else 0.0
    return gini(left + right) - after


def parent_instead(left, right):
    labels = left + right
    return sum(labels.count(c) / len(labels) * (1 - labels.count(c) / len(labels)) for c in set(labels))


def shares_of_all_rows(left, right):
    n = len(left) + len(right)
    after = 0.0
    for side in (left, right):
        for label in set(side):
            p = side.count(label) / n
            after += p * (1 - p)
    return after


def entropy_instead(left, right):
    from math import log2

    def entropy(labels):
        return sum(-labels.count(c) / len(labels) * log2(labels.count(c) / len(labels)) for c in set(labels))

    n = len(left) + len(right)
    return sum(len(side) / n * entropy(side) for side in (left, right)) if n else 0.0


def chance_of_agreeing(left, right):
    n = len(left) + len(right)
    return sum(len(side) / n * (side.count(c) / len(side)) ** 2 for side in (left, right) for c in set(side))


def empty_side_is_impure(left, right):
    def gini(labels):
        return 1 - sum((labels.count(c) / len(labels)) ** 2 for c in set(labels))

    n = len(left) + len(right)
    return len(left) / n * gini(left) + len(right) / n * gini(right)


# Correct solutions in other styles.


def with_counters(left, right):
    from collections import Counter

    n = len(left) + len(right)
    after = 0.0
    for side in (left, right):
        if side:
            after += len(side) / n * (1 - sum((k / len(side)) ** 2 for k in Counter(side).values()))
    return after


def with_pairs(left, right):
    n = len(left) + len(right)
    after = 0.0
    for side in (left, right):
        differing = sum(one != other for one in side for other in side)
        after += differing / len(side) / n if side else 0.0
    return after


def with_numpy(left, right):
    import numpy as np

    if not left and not right:
        return 0.0
    sizes = np.array([len(left), len(right)])
    impurities = []
    for side in (left, right):
        counts = np.unique(side, return_counts=True)[1]
        impurities.append(1 - ((counts / counts.sum()) ** 2).sum() if side else 0.0)
    return np.average(impurities, weights=sizes)


def with_squares_of_counts(left, right):
    n = len(left) + len(right)
    return sum(
        (len(side) - sum(side.count(c) ** 2 for c in set(side)) / len(side)) / n
        for side in (left, right)
        if side
    )


exercise = Exercise(
    id="week4/gini_split",
    signature="gini_split(left, right)",
    returns="a number",
    points=5,
    hidden_points=5,
    reference=gini_split,
    cases=(
        Case(
            ["yes"] * 3,
            ["no", "yes", "no", "no", "no", "no", "yes"],
            note="weather_wind, overcast against the rest: 0.2857",
        ),
        Case(
            ["no", "no", "no", "yes"],
            ["no", "yes", "yes", "yes", "no", "yes"],
            note="weather_wind, rain against the rest: 0.4167",
        ),
        Case(["a", "a", "b", "c"], ["c", "c", "c", "b", "b", "a", "a", "a"], note="three classes"),
        Case(["yes", "yes"], ["no"] * 5, group="edge case", note="both sides pure"),
        Case(
            ["yes", "no", "no"], [], group="edge case", note="everything went left: the impurity of that side"
        ),
        Case([], [], group="edge case", note="no rows at all: 0 by convention"),
    ),
    draw=draw,
    hints=(
        "Two steps. First the Gini impurity of each side by itself, as in week 1.",
        "Then the average of the two, in which a side counts by its share of the rows: "
        "len(left) / n * gini(left) + ..., where n is the number of rows on both sides together.",
        "An empty side has the weight 0, so leave it out before you divide by its length. If both are "
        "empty, there is no n to divide by either.",
    ),
    misconceptions=(
        Misconception(
            "plain average",
            "You averaged the two sides as if they were equally large. A split that puts one pure row on "
            "one side and leaves the rest mixed would look half solved.",
            "Weight the impurity of each side by its share of the rows.",
            plain_average,
        ),
        Misconception(
            "sum of both sides",
            "You added the two impurities. A sum of two impurities is not an impurity: it can be larger "
            "than any set's. What a row meets on average is their weighted mean.",
            "Multiply the impurity of each side by its share of the rows before you add.",
            sum_of_both,
        ),
        Misconception(
            "gain instead of impurity",
            "You returned how much the impurity falls. Here we ask how much is left after the split; the "
            "two add up to the impurity before it.",
            "Return the weighted average itself, without taking it from the parent's impurity.",
            gain_instead,
        ),
        Misconception(
            "impurity before the split",
            "You poured both sides together and measured that. It is the impurity of the parent, and no "
            "split would ever change it.",
            "Measure each side alone first.",
            parent_instead,
        ),
        Misconception(
            "shares of all rows",
            "You divided the counts of each side by the number of all rows. Inside a side the shares of its "
            "classes must add up to 1, so divide by the length of that side.",
            "The number of all rows comes in only once, in the weight of each side.",
            shares_of_all_rows,
        ),
        Misconception(
            "entropy instead of Gini",
            "Your weights are right and your measure is entropy. CART's is the Gini impurity, which needs "
            "no logarithm.",
            "Put the sum of p * (1 - p) in the place of the sum of -p * log2(p).",
            entropy_instead,
        ),
        Misconception(
            "chance of agreeing",
            "You have the chance that two labels drawn from a side are equal. The impurity is the chance "
            "that they differ, so a pure side must come out as 0 and not as 1.",
            "Take the sum of the squared shares from 1.",
            chance_of_agreeing,
        ),
        Misconception(
            "division by nothing",
            "With rows on both sides you are right. Without any rows you divide by their number, which is "
            "0. A search for splits meets empty sides sooner or later.",
            "Decide what to return before you divide. The task says what the answer is for no rows.",
            empty_side_is_impure,
        ),
    ),
    alternatives={
        "Counters": with_counters,
        "all pairs": with_pairs,
        "NumPy": with_numpy,
        "squares of counts": with_squares_of_counts,
    },
)
