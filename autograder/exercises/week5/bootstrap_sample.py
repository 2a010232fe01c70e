"""A bootstrap sample, drawn by random numbers that are given, and the rows that it misses."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.teaching.forest import bootstrap_sample


def random_rows(rng: np.random.Generator, size: int) -> list[str]:
    """Short texts, at least two of them equal, not in sorted order."""
    rows = rng.choice(list("klmnopqr"), size - 1).tolist()
    return [*rows, rows[int(rng.integers(size - 1))]]


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """As many draws as rows; then more, fewer, one row, and no draw."""
    for _ in range(4):
        size = int(rng.integers(6, 11))
        yield Case(random_rows(rng, size), rng.random(size).round(4).tolist(), group="random numbers")
    rows = random_rows(rng, 6)
    yield Case(rows, rng.random(9).round(4).tolist(), group="random numbers", note="more draws than rows")
    yield Case(rows, [*rng.random(2).round(4).tolist(), 0.9999], group="random numbers", note="fewer draws")
    yield Case(rows, [], group="ends", note="no draw")
    yield Case(["only"], rng.random(2).round(4).tolist(), group="ends", note="one row")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def rounded_instead_of_cut(rows, uniforms):
    drawn = [round(u * (len(rows) - 1)) for u in uniforms]
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


def last_row_never_drawn(rows, uniforms):
    drawn = [int(u * (len(rows) - 1)) for u in uniforms]
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


def without_replacement(rows, uniforms):
    left = list(rows)
    sample = []
    for u in uniforms:
        sample.append(left.pop(int(u * len(left))))
    return {"sample": sample, "out_of_bag": left}


def equal_rows_taken_for_one(rows, uniforms):
    sample = [rows[int(u * len(rows))] for u in uniforms]
    return {"sample": sample, "out_of_bag": [row for row in rows if row not in sample]}


def every_row_once(rows, uniforms):
    drawn = list(dict.fromkeys(int(u * len(rows)) for u in uniforms))
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


def order_of_the_rows(rows, uniforms):
    drawn = sorted(int(u * len(rows)) for u in uniforms)
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


def positions_instead_of_rows(rows, uniforms):
    drawn = [int(u * len(rows)) for u in uniforms]
    return {"sample": drawn, "out_of_bag": [i for i in range(len(rows)) if i not in drawn]}


def as_many_draws_as_rows(rows, uniforms):
    drawn = [int(u * len(rows)) for u in uniforms[: len(rows)]]
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


def chosen_by_a_coin(rows, uniforms):
    pairs = list(zip(rows, uniforms, strict=False))
    return {
        "sample": [row for row, u in pairs if u < 0.632],
        "out_of_bag": [row for row, u in pairs if u >= 0.632],
    }


def rounded_over_the_end(rows, uniforms):
    drawn = [round(u * len(rows)) for u in uniforms]
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


def rounded_and_held_back(rows, uniforms):
    drawn = [min(round(u * len(rows)), len(rows) - 1) for u in uniforms]
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


def length_of_the_other_list(rows, uniforms):
    drawn = [int(u * len(uniforms)) for u in uniforms]
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


def counted_from_one(rows, uniforms):
    drawn = [int(u * len(rows)) - 1 for u in uniforms]
    return {
        "sample": [rows[i] for i in drawn],
        "out_of_bag": [rows[i] for i in range(len(rows)) if i not in drawn],
    }


# Correct solutions in other styles.


def with_numpy(rows, uniforms):
    import numpy as np

    drawn = np.floor(np.array(uniforms) * len(rows)).astype(int)
    left = np.ones(len(rows), dtype=bool)
    left[drawn] = False
    return {"sample": [rows[i] for i in drawn], "out_of_bag": [rows[i] for i in np.flatnonzero(left)]}


def with_a_loop(rows, uniforms):
    sample, used = [], [False] * len(rows)
    for u in uniforms:
        place = 0
        while (place + 1) / len(rows) <= u:
            place += 1
        sample.append(rows[place])
        used[place] = True
    return {"sample": sample, "out_of_bag": [row for row, seen in zip(rows, used, strict=True) if not seen]}


def with_sets(rows, uniforms):
    from math import floor

    drawn = [floor(u * len(rows)) for u in uniforms]
    missed = set(range(len(rows))).difference(drawn)
    return {"sample": [rows[i] for i in drawn], "out_of_bag": [rows[i] for i in sorted(missed)]}


def with_counts(rows, uniforms):
    from collections import Counter

    times = Counter(int(len(rows) * u // 1) for u in uniforms)
    return {
        "out_of_bag": [row for i, row in enumerate(rows) if times[i] == 0],
        "sample": [rows[int(len(rows) * u // 1)] for u in uniforms],
    }


exercise = Exercise(
    id="week5/bootstrap_sample",
    signature="bootstrap_sample(rows, uniforms)",
    returns='a dictionary of two lists of rows, "sample" and "out_of_bag"',
    points=5,
    hidden_points=5,
    reference=bootstrap_sample,
    cases=(
        Case(
            ["a", "b", "c", "d", "e"],
            [0.93, 0.11, 0.52, 0.58, 0.07],
            note="positions 4, 0, 2, 2 and 0: b and d are left",
        ),
        Case(
            ["sunny", "sunny", "rain", "overcast", "rain", "rain"],
            [0.02, 0.47, 0.81, 0.95, 0.49, 0.12],
            note="days that look alike are different rows",
        ),
        Case(
            [{"wind": "low"}, {"wind": "high"}, {"wind": "low"}],
            [0.7, 0.4, 0.9],
            note="rows may be dictionaries",
        ),
        Case(["a", "b", "c", "d"], [0.9, 0.2, 0.85, 0.3, 0.1, 0.6], note="more draws than rows"),
        Case(["a", "b", "c", "d"], [0.6, 0.8], note="fewer draws than rows"),
        Case(["a", "b"], [0.0, 0.5], group="edge case", note="0 draws the first row, one half the second"),
        Case(["a", "b", "c"], [], group="edge case", note="no draw: all rows are out of bag"),
        Case(["a"], [0.3, 0.99], group="edge case", note="one row, drawn twice"),
    ),
    draw=draw,
    hints=(
        "Cut the interval from 0 to 1 into n equal pieces, one for each row. Into which piece does u fall?",
        "The piece is the whole part of u * n. Work out the list of drawn positions first, one for each "
        "number in `uniforms`, and do not take a row away once it is drawn.",
        "Out of bag are the *positions* that do not occur among the drawn ones, in increasing order. Turn "
        "positions into rows only at the end.",
    ),
    misconceptions=(
        Misconception(
            "rounded instead of cut",
            "You rounded to the nearest position. The first and the last row then own only half a piece of "
            "the interval each, and are drawn half as often as the others.",
            "Multiply by n and take the whole part.",
            rounded_instead_of_cut,
        ),
        Misconception(
            "last row never drawn",
            "You multiplied by n - 1 and cut: since u stays below 1, the last row can never be drawn.",
            "Multiply by n. The result stays below n, so there is nothing to fear at the end of the list.",
            last_row_never_drawn,
        ),
        Misconception(
            "without replacement",
            "A row that is drawn has left your urn. Drawing n of n rows that way gives the same rows in "
            "another order, and every tree of the forest would see the same table.",
            "Leave the rows where they are; a row may be drawn again.",
            without_replacement,
        ),
        Misconception(
            "equal rows taken for one",
            "You looked for rows that do not occur in the sample. Two rows may hold the same values, and if "
            "one of them is drawn the other is out of bag all the same.",
            "Compare positions, not contents.",
            equal_rows_taken_for_one,
        ),
        Misconception(
            "every row at most once",
            "You dropped the repetitions. They belong there: a row drawn twice counts twice when the tree "
            "weighs its splits.",
            "One entry in the sample for each number in `uniforms`.",
            every_row_once,
        ),
        Misconception(
            "order of the rows",
            "The right rows, sorted by their position. A tree would not mind; the task asks for the order of "
            "the draws, so that answers can be compared.",
            "Go through `uniforms` from first to last.",
            order_of_the_rows,
        ),
        Misconception(
            "positions instead of rows",
            "You returned the numbers of the rows. The caller wants the rows themselves.",
            "Look each position up in `rows`.",
            positions_instead_of_rows,
        ),
        Misconception(
            "as many draws as rows",
            "You stopped after n draws. That is the usual size of a bootstrap sample, but here `uniforms` "
            "says how many draws there are.",
            "Use every number in `uniforms`.",
            as_many_draws_as_rows,
        ),
        Misconception(
            "chosen by a coin",
            "You let each row in or out by a coin that falls right 63 % of the time. About as many different "
            "rows get in as with a bootstrap, but none of them twice.",
            "Each number draws one row out of all n: which one?",
            chosen_by_a_coin,
        ),
        Misconception(
            "rounded over the end",
            "You rounded u * n to the nearest whole number. Half of the last piece is rounded up to n, where "
            "there is no row, and the first row owns only half a piece.",
            "Take the whole part. It is never more than n - 1, because u stays below 1.",
            rounded_over_the_end,
        ),
        Misconception(
            "rounded and held back",
            "You rounded u * n and stopped at the last position. The last row then owns a piece and a half "
            "of the interval and the first one half a piece, so they are not drawn equally often.",
            "Take the whole part of u * n instead.",
            rounded_and_held_back,
        ),
        Misconception(
            "length of the other list",
            "You multiplied by the number of draws. The interval has to be cut into one piece for each "
            "*row*; only when both lists are equally long is that the same.",
            "Multiply by `len(rows)`.",
            length_of_the_other_list,
        ),
        Misconception(
            "counted from one",
            "You took 1 off the position, as if rows were numbered from 1. The whole part of u * n begins at "
            "0 already; the first row becomes -1, which in Python is the last.",
            "Leave out the last subtraction.",
            counted_from_one,
        ),
    ),
    alternatives={
        "NumPy": with_numpy,
        "loop": with_a_loop,
        "sets": with_sets,
        "counts": with_counts,
    },
)
