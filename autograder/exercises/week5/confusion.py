"""A table of what was confused with what."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.tuning import confusion


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Two to four classes, some of them on one side only; then one class, and nothing."""
    for classes in (2, 3, 4):
        truth = rng.choice(list("abcd")[:classes], 14).tolist()
        predicted = [
            label if rng.random() < 0.6 else str(rng.choice(list("abcd")[:classes])) for label in truth
        ]
        yield Case(truth, predicted, group="random labels")
    never_guessed = rng.choice(list("abc"), 10).tolist()
    yield Case(
        [*never_guessed, "c"],
        [*rng.choice(list("ab"), 10).tolist(), "d"],
        group="labels on one side",
        note="c is never given, d is never true",
    )
    yield Case(["a"] * 3, ["a"] * 3, group="ends", note="one class")
    yield Case([], [], group="ends", note="no rows at all")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def rows_and_columns_swapped(truth, predicted):
    labels = sorted(set(truth) | set(predicted))
    table = {label: dict.fromkeys(labels, 0) for label in labels}
    for true, given in zip(truth, predicted, strict=True):
        table[given][true] += 1
    return table


def only_true_labels(truth, predicted):
    labels = sorted(set(truth))
    table = {label: dict.fromkeys(labels, 0) for label in labels}
    for true, given in zip(truth, predicted, strict=True):
        if given in table[true]:
            table[true][given] += 1
    return table


def zeros_left_out(truth, predicted):
    table: dict = {}
    for true, given in zip(truth, predicted, strict=True):
        row = table.setdefault(true, {})
        row[given] = row.get(given, 0) + 1
    return table


def shares_instead_of_counts(truth, predicted):
    labels = sorted(set(truth) | set(predicted))
    table = {label: dict.fromkeys(labels, 0) for label in labels}
    for true, given in zip(truth, predicted, strict=True):
        table[true][given] += 1 / truth.count(true)
    return table


def one_row_for_all(truth, predicted):
    labels = sorted(set(truth) | set(predicted))
    table = dict.fromkeys(labels, dict.fromkeys(labels, 0))
    for true, given in zip(truth, predicted, strict=True):
        table[true][given] += 1
    return table


def only_the_errors(truth, predicted):
    labels = sorted(set(truth) | set(predicted))
    table = {label: dict.fromkeys(labels, 0) for label in labels}
    for true, given in zip(truth, predicted, strict=True):
        if true != given:
            table[true][given] += 1
    return table


def both_orders_counted(truth, predicted):
    labels = sorted(set(truth) | set(predicted))
    table = {label: dict.fromkeys(labels, 0) for label in labels}
    for true, given in zip(truth, predicted, strict=True):
        table[true][given] += 1
        if true != given:
            table[given][true] += 1
    return table


# Correct solutions in other styles.


def with_counter(truth, predicted):
    from collections import Counter

    pairs = Counter(zip(truth, predicted, strict=True))
    labels = set(truth).union(predicted)
    return {true: {given: pairs[true, given] for given in labels} for true in labels}


def with_pandas(truth, predicted):
    import pandas as pd

    labels = sorted(set(truth) | set(predicted))
    if not labels:
        return {}
    table = pd.crosstab(pd.Series(truth), pd.Series(predicted))
    return table.reindex(index=labels, columns=labels, fill_value=0).T.to_dict()


def with_numpy(truth, predicted):
    import numpy as np

    labels = sorted(set(truth) | set(predicted))
    place = {label: i for i, label in enumerate(labels)}
    counts = np.zeros((len(labels), len(labels)), dtype=int)
    for true, given in zip(truth, predicted, strict=True):
        counts[place[true], place[given]] += 1
    return {label: dict(zip(labels, row, strict=True)) for label, row in zip(labels, counts, strict=True)}


def with_sums(truth, predicted):
    labels = [*truth, *predicted]
    pairs = list(zip(truth, predicted, strict=True))
    return {
        true: {given: sum(pair == (true, given) for pair in pairs) for given in labels} for true in labels
    }


exercise = Exercise(
    id="week5/confusion",
    signature="confusion(truth, predicted)",
    returns="a dictionary of dictionaries of counts",
    points=5,
    hidden_points=5,
    reference=confusion,
    cases=(
        Case(
            ["ill", "ill", "ill", "well", "well", "well", "well"],
            ["ill", "well", "well", "well", "well", "well", "ill"],
            note="two of three ill missed, one of four well alarmed",
        ),
        Case(["ill"] * 2 + ["well"] * 18, ["well"] * 20, note="everyone called well: 90 % accurate, no use"),
        Case(
            ["cat", "dog", "cow", "dog", "cat", "cow", "cow"],
            ["cat", "cat", "dog", "dog", "cow", "cow", "cow"],
            note="three classes",
        ),
        Case([1, 0, 1, 1], [0, 0, 1, 0], note="labels are numbers"),
        Case(["a", "b", "a"], ["a", "c", "c"], group="edge case", note="c is given and never true"),
        Case(["a", "a"], ["a", "a"], group="edge case", note="one class only"),
        Case([], [], group="edge case", note="no rows: an empty table"),
    ),
    draw=draw,
    hints=(
        "Begin with the empty table: which labels need a row, and which a column? Look at both lists.",
        "Make one dictionary of zeros for each label first. Then walk over the pairs of a true label and the "
        "label it was given, and add 1 in one place for each pair.",
        "The outer key is the true label, the inner one the label that was given. Make a fresh inner "
        "dictionary for every row of the table, so that no two rows share one.",
    ),
    misconceptions=(
        Misconception(
            "rows and columns swapped",
            "Your table lies on its side: the outer key is the label that was given. Here it is the true "
            "one. Whoever reads the table the wrong way round takes missed cases for false alarms.",
            "Which of the two labels of a pair do you look up first?",
            rows_and_columns_swapped,
        ),
        Misconception(
            "only true labels",
            "A label that is given but never true has no place in your table, so those mistakes have "
            "vanished from it. The counts should add up to the number of rows.",
            "Collect the labels from both lists.",
            only_true_labels,
        ),
        Misconception(
            "zeros left out",
            "You made an entry only for pairs that occur. That a label was never confused with another is "
            "worth knowing, and whoever reads the table should find a 0 there, not a KeyError.",
            "Fill the table with zeros for every pair of labels before you begin to count.",
            zeros_left_out,
        ),
        Misconception(
            "shares instead of counts",
            "You divided each row by its total. Shares are good to look at, but precision cannot be had "
            "from them any more, because they no longer say how many rows of each class there are.",
            "Count, and leave the division to the reader.",
            shares_instead_of_counts,
        ),
        Misconception(
            "one row for all",
            "All rows of your table are the same dictionary under different names, so what you count for "
            "one class is counted for all. `dict.fromkeys(labels, row)` puts that one `row` everywhere.",
            "Make a new inner dictionary for each label, in a comprehension or a loop.",
            one_row_for_all,
        ),
        Misconception(
            "only the errors",
            "Your diagonal is empty: you left out the rows that were right. Without them nobody can tell "
            "whether five mistakes are many.",
            "Count every row, whether the two labels agree or not.",
            only_the_errors,
        ),
        Misconception(
            "both orders counted",
            "You counted each mistake twice, once in each direction. Taking an ill person for a healthy one "
            "and a healthy one for ill are two mistakes with two prices; the table keeps them apart.",
            "Add 1 in exactly one place for each row. The counts must add up to the number of rows.",
            both_orders_counted,
        ),
    ),
    alternatives={
        "Counter": with_counter,
        "pandas": with_pandas,
        "NumPy": with_numpy,
        "a sum for each cell": with_sums,
    },
)
