"""Three shares that accuracy hides: of the alarms, of the cases, and a mean of the two."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.tuning import precision_recall_f1


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Rare and common positives among two or three classes; then a class nobody calls, or nobody is."""
    for classes in (2, 2, 3):
        labels = list("abc")[:classes]
        truth = rng.choice(labels, 16).tolist()
        predicted = [label if rng.random() < 0.65 else str(rng.choice(labels)) for label in truth]
        for positive in labels:
            yield Case(truth, predicted, positive, group="random labels")
    mixed = rng.choice(list("ab"), int(rng.integers(5, 9))).tolist()
    yield Case([*mixed, "b"], ["a"] * (len(mixed) + 1), "b", group="ends", note="never called")
    yield Case(["a"] * len(mixed), [*mixed[1:], "b"], "b", group="ends", note="never there")
    yield Case(["a"] * 4, ["a"] * 4, "b", group="ends", note="neither called nor there")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def precision_and_recall_swapped(truth, predicted, positive):
    found = sum(t == p == positive for t, p in zip(truth, predicted, strict=True))
    called, there = predicted.count(positive), truth.count(positive)
    return {
        "precision": found / there if there else 0.0,
        "recall": found / called if called else 0.0,
        "f1": 2 * found / (called + there) if called + there else 0.0,
    }


def plain_mean_for_f1(truth, predicted, positive):
    found = sum(t == p == positive for t, p in zip(truth, predicted, strict=True))
    called, there = predicted.count(positive), truth.count(positive)
    precision = found / called if called else 0.0
    recall = found / there if there else 0.0
    return {"precision": precision, "recall": recall, "f1": (precision + recall) / 2}


def agreement_counted_for_both_classes(truth, predicted, positive):
    found = sum(t == p for t, p in zip(truth, predicted, strict=True))
    called, there = predicted.count(positive), truth.count(positive)
    precision = found / called if called else 0.0
    recall = found / there if there else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def division_by_nothing(truth, predicted, positive):
    found = sum(t == p == positive for t, p in zip(truth, predicted, strict=True))
    precision = found / predicted.count(positive)
    recall = found / truth.count(positive)
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / (precision + recall)}


def positive_by_the_alphabet(truth, predicted, positive):
    positive = max([*truth, *predicted, positive])
    found = sum(t == p == positive for t, p in zip(truth, predicted, strict=True))
    called, there = predicted.count(positive), truth.count(positive)
    return {
        "precision": found / called if called else 0.0,
        "recall": found / there if there else 0.0,
        "f1": 2 * found / (called + there) if called + there else 0.0,
    }


def shares_of_all_rows(truth, predicted, positive):
    found = sum(t == p == positive for t, p in zip(truth, predicted, strict=True))
    called, there = predicted.count(positive), truth.count(positive)
    return {
        "precision": found / called if called else 0.0,
        "recall": found / len(truth) if truth else 0.0,
        "f1": 2 * found / (called + there) if called + there else 0.0,
    }


def two_forgotten_in_f1(truth, predicted, positive):
    found = sum(t == p == positive for t, p in zip(truth, predicted, strict=True))
    called, there = predicted.count(positive), truth.count(positive)
    return {
        "precision": found / called if called else 0.0,
        "recall": found / there if there else 0.0,
        "f1": found / (called + there) if called + there else 0.0,
    }


def nothing_counts_as_perfect(truth, predicted, positive):
    found = sum(t == p == positive for t, p in zip(truth, predicted, strict=True))
    called, there = predicted.count(positive), truth.count(positive)
    return {
        "precision": found / called if called else 1.0,
        "recall": found / there if there else 1.0,
        "f1": 2 * found / (called + there) if called + there else 1.0,
    }


def averaged_over_the_classes(truth, predicted, positive):
    labels = {*truth, *predicted, positive}
    sums = {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    for label in labels:
        found = sum(t == p == label for t, p in zip(truth, predicted, strict=True))
        called, there = predicted.count(label), truth.count(label)
        sums["precision"] += found / called if called else 0.0
        sums["recall"] += found / there if there else 0.0
        sums["f1"] += 2 * found / (called + there) if called + there else 0.0
    return {name: total / len(labels) for name, total in sums.items()}


# Correct solutions in other styles.


def with_a_loop(truth, predicted, positive):
    hits = alarms = misses = 0
    for true, given in zip(truth, predicted, strict=True):
        if given == positive and true == positive:
            hits += 1
        elif given == positive:
            alarms += 1
        elif true == positive:
            misses += 1
    precision = hits / (hits + alarms) if hits + alarms > 0 else 0
    recall = hits / (hits + misses) if hits + misses > 0 else 0
    f1 = 2 * precision * recall / (precision + recall) if hits else 0
    return {"precision": precision, "recall": recall, "f1": f1}


def with_numpy(truth, predicted, positive):
    import numpy as np

    there = np.array([label == positive for label in truth], dtype=bool)
    called = np.array([label == positive for label in predicted], dtype=bool)
    both = (there & called).sum()
    return {
        "precision": both / max(called.sum(), 1),
        "recall": both / max(there.sum(), 1),
        "f1": 2 * both / max(called.sum() + there.sum(), 1),
    }


def with_counter(truth, predicted, positive):
    from collections import Counter

    count = Counter((t == positive, p == positive) for t, p in zip(truth, predicted, strict=True))
    hits, alarms, misses = count[True, True], count[False, True], count[True, False]
    if not hits:
        return {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    return {
        "precision": hits / (hits + alarms),
        "recall": hits / (hits + misses),
        "f1": hits / (hits + (alarms + misses) / 2),
    }


def with_the_harmonic_mean(truth, predicted, positive):
    from statistics import harmonic_mean

    def share(numbers):
        return sum(numbers) / len(numbers) if numbers else 0.0

    pairs = list(zip(truth, predicted, strict=True))
    precision = share([true == positive for true, given in pairs if given == positive])
    recall = share([given == positive for true, given in pairs if true == positive])
    return {"precision": precision, "recall": recall, "f1": harmonic_mean([precision, recall])}


exercise = Exercise(
    id="week5/precision_recall_f1",
    signature="precision_recall_f1(truth, predicted, positive)",
    returns='a dictionary of three numbers, "precision", "recall" and "f1"',
    points=6,
    hidden_points=6,
    reference=precision_recall_f1,
    cases=(
        Case(
            ["ill", "ill", "ill", "well", "well", "well", "well"],
            ["ill", "well", "well", "well", "well", "well", "ill"],
            "ill",
            note="1 of 2 alarms right, 1 of 3 cases found",
        ),
        Case(
            ["ill", "ill", "ill", "well", "well", "well", "well"],
            ["ill", "well", "well", "well", "well", "well", "ill"],
            "well",
            note="the same answers, seen from the other class",
        ),
        Case(
            ["cat", "dog", "cow", "dog", "cat", "cow", "cow"],
            ["cat", "cat", "dog", "dog", "cow", "cow", "cow"],
            "cat",
            note="three classes: the others are lumped together",
        ),
        Case([1, 1, 0, 0, 0], [1, 1, 1, 1, 0], 1, note="labels are numbers: recall 1, precision 1/2"),
        Case([0, 0, 1, 1, 0, 1], [0, 1, 0, 1, 0, 0], 0, note="the class we look for may be called 0"),
        Case(
            ["ill"] * 2 + ["well"] * 18, ["well"] * 20, "ill", group="edge case", note="no alarm: all three 0"
        ),
        Case(
            ["well"] * 3, ["ill", "well", "well"], "ill", group="edge case", note="nobody is ill: all three 0"
        ),
        Case([], [], "ill", group="edge case", note="no rows: all three 0"),
    ),
    draw=draw,
    hints=(
        "Three counts are enough: how many rows are positive, how many were called positive, and how many "
        "are both.",
        "Precision asks of the rows that were called positive how many are; recall asks of those that are "
        "how many were called. F1 is the harmonic mean of the two, 2PR/(P + R).",
        "Every one of the three can be a division by 0: no alarm, no case, or no hit. Ask before you divide, "
        "and answer 0.",
    ),
    misconceptions=(
        Misconception(
            "precision and recall swapped",
            "You gave each the other's name. Precision is about what you said: of your alarms, how many were "
            "right. Recall is about the world: of the cases that there are, how many you found.",
            "Which of your two denominators counts alarms?",
            precision_and_recall_swapped,
        ),
        Misconception(
            "plain mean for F1",
            "You took the ordinary mean of precision and recall. Someone who always cries wolf has recall 1 "
            "and gets at least one half that way. The harmonic mean stays near the smaller of the two.",
            "F1 is 2PR/(P + R). What does it give for precision 0.01 and recall 1?",
            plain_mean_for_f1,
        ),
        Misconception(
            "agreement counted for both classes",
            "Your numerator counts every row that was answered rightly, the negative ones too. That is why "
            "some of your shares come out above 1. A hit is a row that is positive and was called so.",
            "Compare both labels of a row with `positive`, not only with each other.",
            agreement_counted_for_both_classes,
        ),
        Misconception(
            "division by nothing",
            "With hits all is well; without any your function divides by 0. That happens to every model that "
            "never raises an alarm, and it is the case one should see coming with rare classes.",
            "Ask before each of the three divisions whether the denominator is 0.",
            division_by_nothing,
        ),
        Misconception(
            "positive class chosen by the alphabet",
            "You took the last label in sorted order for the positive one and did not look at `positive`. "
            "Which class one is looking for is a question about the world, and the caller has answered it.",
            "Use the third argument.",
            positive_by_the_alphabet,
        ),
        Misconception(
            "recall out of all rows",
            "You divided the hits by the number of all rows. A class that makes up a tenth of them could "
            "then never have a recall above a tenth, however well it is found.",
            "Divide by the number of rows that are truly positive.",
            shares_of_all_rows,
        ),
        Misconception(
            "factor 2 forgotten in F1",
            "Your F1 is half of what it should be. A mean of two equal numbers is that number, so a model "
            "with precision 1 and recall 1 must have F1 = 1.",
            "Put the 2 back in front of PR/(P + R).",
            two_forgotten_in_f1,
        ),
        Misconception(
            "nothing counts as perfect",
            "Where there is nothing to divide by you answered 1. A model that never raises an alarm would "
            "have perfect precision and could win a search. By the convention of this course it gets 0.",
            "Return 0 where the denominator is 0.",
            nothing_counts_as_perfect,
        ),
        Misconception(
            "averaged over the classes",
            "You averaged over all classes. That is the macro average, a fair summary when no class is "
            "special. Here one is, and the common classes drown it.",
            "Compute the three numbers for `positive` alone.",
            averaged_over_the_classes,
        ),
    ),
    alternatives={
        "loop": with_a_loop,
        "NumPy": with_numpy,
        "Counter": with_counter,
        "harmonic mean": with_the_harmonic_mean,
    },
)
