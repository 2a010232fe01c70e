"""Cut row numbers into folds, each of which is held out once."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.tuning import k_fold_indices


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Sizes that divide and sizes that do not; then leave-one-out and halves."""
    for k in (2, 3, 4, 5):
        yield Case(k * int(rng.integers(2, 5)), k, group="folds of one size")
    for k in (3, 4, 5, 6):
        yield Case(k * int(rng.integers(1, 5)) + int(rng.integers(1, k)), k, group="sizes that do not divide")
    k = int(rng.integers(2, 7))
    yield Case(k, k, group="ends", note="leave one out")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def remainder_never_held_out(n, k):
    size = n // k
    pairs = []
    for fold in range(k):
        held = list(range(fold * size, (fold + 1) * size))
        pairs.append([[i for i in range(n) if i not in held], held])
    return pairs


def remainder_in_the_last_fold(n, k):
    size = n // k
    pairs = []
    for fold in range(k):
        held = list(range(fold * size, n if fold == k - 1 else (fold + 1) * size))
        pairs.append([[i for i in range(n) if i not in held], held])
    return pairs


def tested_on_training_rows(n, k):
    pairs, start = [], 0
    for fold in range(k):
        size = n // k + (fold < n % k)
        pairs.append([list(range(n)), list(range(start, start + size))])
        start += size
    return pairs


def held_out_rows_first(n, k):
    pairs, start = [], 0
    for fold in range(k):
        held = list(range(start, start + n // k + (fold < n % k)))
        pairs.append([held, [i for i in range(n) if i not in held]])
        start += len(held)
    return pairs


def dealt_like_cards(n, k):
    return [[[i for i in range(n) if i % k != fold], list(range(fold, n, k))] for fold in range(k)]


def counted_from_one(n, k):
    pairs, start = [], 1
    for fold in range(k):
        held = list(range(start, start + n // k + (fold < n % k)))
        pairs.append([[i for i in range(1, n + 1) if i not in held], held])
        start += len(held)
    return pairs


def longer_folds_anywhere(n, k):
    pairs = []
    for fold in range(k):
        held = list(range(fold * n // k, (fold + 1) * n // k))
        pairs.append([[i for i in range(n) if i not in held], held])
    return pairs


def trained_on_one_fold_only(n, k):
    folds, start = [], 0
    for fold in range(k):
        folds.append(list(range(start, start + n // k + (fold < n % k))))
        start += len(folds[-1])
    return [[folds[fold - 1], folds[fold]] for fold in range(k)]


def trained_on_the_past_only(n, k):
    pairs, start = [], 0
    for fold in range(k):
        held = list(range(start, start + n // k + (fold < n % k)))
        pairs.append([list(range(start)), held])
        start += len(held)
    return pairs


# Correct solutions in other styles.


def with_numpy(n, k):
    import numpy as np

    rows = np.arange(n)
    return [(np.setdiff1d(rows, held), held) for held in np.array_split(rows, k)]


def with_slices(n, k):
    rows = list(range(n))
    sizes = [n // k + 1] * (n % k) + [n // k] * (k - n % k)
    pairs = []
    for fold, size in enumerate(sizes):
        start = sum(sizes[:fold])
        pairs.append([rows[:start] + rows[start + size :], rows[start : start + size]])
    return pairs


def with_a_fold_for_each_row(n, k):
    long, extra = n // k + 1, n % k
    fold = [i // long if i < long * extra else (i - extra) // (n // k) for i in range(n)]
    return [
        ([i for i in range(n) if fold[i] != number], [i for i in range(n) if fold[i] == number])
        for number in range(k)
    ]


exercise = Exercise(
    id="week5/k_fold_indices",
    signature="k_fold_indices(n, k)",
    returns="a list of k pairs of lists, [training rows, held-out rows]",
    points=6,
    hidden_points=6,
    reference=k_fold_indices,
    cases=(
        Case(10, 5, note="the ten days in five folds of two"),
        Case(12, 3, note="movies12 in three folds of four"),
        Case(14, 4, note="play_tennis in four folds: 4, 4, 3 and 3 rows"),
        Case(11, 3, note="two of the three folds have a row more"),
        Case(5, 2, group="edge case", note="two folds, 3 and 2 rows"),
        Case(4, 4, group="edge case", note="as many folds as rows: leave one out"),
    ),
    draw=draw,
    hints=(
        "First decide how long each fold is. n // k rows are certain for everyone; n % k rows are left to "
        "give away.",
        "Give the rows that are left to the first folds, one each. Walk through the folds and remember where "
        "the next one starts: a fold of `size` rows holds start, …, start + size - 1.",
        "For each fold, the held-out rows are that run of numbers, and the training rows are all others, "
        "those before it and those after it. Return both, training rows first.",
    ),
    misconceptions=(
        Misconception(
            "remainder never held out",
            "The last n % k rows stay in every training set and are never held out. A row that is never held "
            "out is never used to judge.",
            "The folds together must hold every row once. Add up the lengths of yours for n = 14, k = 4.",
            remainder_never_held_out,
        ),
        Misconception(
            "remainder in the last fold",
            "You gave all left-over rows to the last fold. With 19 rows in 10 folds it would have ten rows "
            "and the others one each. Fold sizes should differ by at most one.",
            "Give the first n % k folds one row more each.",
            remainder_in_the_last_fold,
        ),
        Misconception(
            "tested on training rows",
            "Your training rows include those that are held out. The model will have seen the answers, and "
            "the score is the training score under another name. This is leakage in its purest form.",
            "Take the held-out rows away from the training rows.",
            tested_on_training_rows,
        ),
        Misconception(
            "held-out rows first",
            "The folds are right, and the two halves of each pair have changed places: you would train on a "
            "small fold and test on the rest.",
            "Put the training rows first and the held-out rows second.",
            held_out_rows_first,
        ),
        Misconception(
            "dealt like cards",
            "You dealt the rows to the folds in turn, as one deals cards. That is a fair way to cut, but the "
            "task asks for runs of consecutive rows, so that everyone has the same folds.",
            "Let the first fold hold rows 0, 1, 2, … and the next go on from there.",
            dealt_like_cards,
        ),
        Misconception(
            "counted from one",
            "Your rows are numbered 1 to n. Python's lists begin at 0: your first row would never be used, "
            "and row n does not exist.",
            "Start at 0 and end at n - 1.",
            counted_from_one,
        ),
        Misconception(
            "longer folds anywhere",
            "Your folds differ by at most one row, which is what matters most. But the longer ones come "
            "wherever rounding puts them, and the task asks for them first.",
            "Give one row more to the first n % k folds instead of rounding the edges.",
            longer_folds_anywhere,
        ),
        Misconception(
            "trained on one fold only",
            "You train on a single other fold. Cross-validation judges a model that has seen all rows but "
            "those held out: as much as one can spare, k - 1 folds of k.",
            "Put all the other folds together.",
            trained_on_one_fold_only,
        ),
        Misconception(
            "trained on the past only",
            "You train only on rows before the held-out ones, so the first model is trained on nothing. For "
            "series in time that is the right idea; in k-fold cross-validation the rows after count too.",
            "Add the rows that come after the held-out run.",
            trained_on_the_past_only,
        ),
    ),
    alternatives={
        "NumPy": with_numpy,
        "slices": with_slices,
        "a fold for each row": with_a_fold_for_each_row,
    },
)
