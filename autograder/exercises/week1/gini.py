"""Gini impurity of a list of labels: the chance that two draws differ."""

import dtlib
from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week1.entropy import draw

# Wrong implementations. Each stands alone: a simulated student hands in its source.


def sum_of_squares(labels):
    n = len(labels)
    return sum((labels.count(c) / n) ** 2 for c in set(labels))


def shares_not_squared(labels):
    if not labels:
        return 0.0
    n = len(labels)
    return 1 - sum(labels.count(c) / n for c in set(labels))


def error_rate(labels):
    if not labels:
        return 0.0
    return 1 - max(labels.count(c) for c in set(labels)) / len(labels)


def one_for_the_empty_list(labels):
    n = len(labels)
    return 1 - sum((labels.count(c) / n) ** 2 for c in set(labels))


def without_replacement(labels):
    n = len(labels)
    if n < 2:
        return 0.0
    return 1 - sum(labels.count(c) * (labels.count(c) - 1) for c in set(labels)) / (n * (n - 1))


def each_pair_once(labels):
    from itertools import combinations

    n = len(labels)
    counts = [labels.count(c) for c in set(labels)]
    return sum(one / n * other / n for one, other in combinations(counts, 2))


def only_two_classes(labels):
    if not labels:
        return 0.0
    p = labels.count(labels[0]) / len(labels)
    return 2 * p * (1 - p)


def divided_by_the_maximum(labels):
    n = len(labels)
    k = len(set(labels))
    if k < 2:
        return 0.0
    return (1 - sum((labels.count(c) / n) ** 2 for c in set(labels))) / (1 - 1 / k)


# Correct solutions in other styles.


def with_counter(labels):
    from collections import Counter

    n = len(labels)
    return sum(k / n * (1 - k / n) for k in Counter(labels).values())


def with_numpy(labels):
    import numpy as np

    if len(labels) == 0:
        return 0.0
    _, counts = np.unique(labels, return_counts=True)
    return 1 - np.square(counts / counts.sum()).sum()


def with_pandas(labels):
    import pandas as pd

    p = pd.Series(labels, dtype=object).value_counts(normalize=True)
    return float((p * (1 - p)).sum())


def by_counting_pairs(labels):
    different = 0
    for first in labels:
        for second in labels:
            if first != second:
                different += 1
    return different / len(labels) ** 2 if labels else 0.0


exercise = Exercise(
    id="week1/gini",
    signature="gini(labels)",
    returns="a number between 0 and 1",
    points=8,
    hidden_points=8,
    reference=dtlib.gini,
    cases=(
        Case(["yes"] * 5 + ["no"] * 5, note="five of each: every second pair differs"),
        Case(["yes"] * 9 + ["no"] * 5, note="play_tennis: 0.459"),
        Case(["worth seeing"] * 8 + ["not"] * 4, note="movies12: 4/9"),
        Case(["a", "b", "c", "d"], note="four classes, one of each: 1 - 1/4"),
        Case(["a", "a", "b", "c", "c", "c"], note="three unequal classes"),
        Case(["yes"] * 6, group="edge case", note="one class only: two draws never differ"),
        Case(["yes"], group="edge case", note="a single label"),
        Case([], group="edge case", note="no labels: 0 by convention"),
    ),
    draw=draw,
    hints=(
        "Draw a label, put it back, draw again. For one class with share p, how likely is it that both "
        "draws are of that class?",
        "The two draws agree with probability p * p, summed over the classes. Gini is the probability "
        "that they do not agree.",
        "The sum of p * (1 - p) over the classes that occur is the same number, and it is 0 for an empty "
        "list without a special case. With 1 - sum you need one.",
    ),
    misconceptions=(
        Misconception(
            "sum of squares",
            "You computed the chance that two draws agree: the sum of the squared shares. It is large "
            "for a pure set, and an impurity must be 0 there.",
            "What is the chance that the two draws differ, when you know the chance that they agree?",
            sum_of_squares,
        ),
        Misconception(
            "shares not squared",
            "Your answer is always 0, because the shares of all classes add up to 1. The square is what "
            "makes the difference: both draws have to hit the same class.",
            "Square each share before you add them up.",
            shares_not_squared,
        ),
        Misconception(
            "error rate instead of Gini",
            "You returned 1 minus the largest share. That is the misclassification rate: it looks at the "
            "commonest class alone, while Gini also sees how the others are divided.",
            "Compare three classes with shares 1/2, 1/2, 0 and 1/2, 1/4, 1/4. Should they be equally mixed?",
            error_rate,
        ),
        Misconception(
            "one for the empty list",
            "All is well until the list is empty: 1 minus an empty sum is 1, so you call nothing at all "
            "the most mixed set there is. By convention an empty set is pure.",
            "Give the empty list its own line, or use the sum of p * (1 - p), which is 0 there by itself.",
            one_for_the_empty_list,
        ),
        Misconception(
            "drawn without replacement",
            "You divided pairs of different rows by n * (n - 1), as if the first label were kept out "
            "before the second draw. Gini puts it back, and so depends only on the shares: doubling the "
            "table changes nothing.",
            "Try ['a', 'b'] and ['a', 'a', 'b', 'b']. Both must give 0.5.",
            without_replacement,
        ),
        Misconception(
            "each pair counted once",
            "Your numbers are half the right ones. You multiplied each pair of different classes once, "
            "but the two draws can come in either order: first a then b, or first b then a.",
            "List the four possible outcomes of two draws from ['a', 'b'], and count those that differ.",
            each_pair_once,
        ),
        Misconception(
            "only two classes",
            "2p(1 - p) is Gini for two classes. With a third you lumped all labels other than the first "
            "into one class.",
            "Add one term for each class that occurs, however many there are.",
            only_two_classes,
        ),
        Misconception(
            "divided by the maximum",
            "You stretched Gini so that it reaches 1 when all classes are equally common. The course, "
            "like CART, leaves it as the probability it is; its maximum is 1 - 1/K.",
            "Leave out the last division. For five of each of two classes the answer is 0.5.",
            divided_by_the_maximum,
        ),
    ),
    alternatives={
        "Counter": with_counter,
        "NumPy": with_numpy,
        "pandas": with_pandas,
        "counting pairs": by_counting_pairs,
    },
)
