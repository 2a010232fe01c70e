"""How well one split stands in for another."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_kyphosis
from dtlib.teaching.cart import surrogate_agreement


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """A primary split with gaps and stand-ins that follow it more or less; then the ends."""
    for faithful in (0.95, 0.85, 0.8, 0.7, 0.2):
        size = int(rng.integers(10, 15))
        sides = np.where(rng.random(size) < 0.6, "left", "right")
        sides[:4] = ["left", "left", "right", "right"]
        other = np.where(sides == "left", "right", "left")
        followed = np.where(rng.random(size) < faithful, sides, other).astype(object)
        primary = sides.astype(object)
        primary[rng.choice(np.arange(4, size), 2, replace=False)] = None
        gaps = rng.choice(np.arange(4, size), 2, replace=False)
        followed[gaps] = None
        yield Case(primary.tolist(), followed.tolist(), group="random stand-in")
    size = int(rng.integers(4, 9))
    yield Case(["right"] * size, ["right"] * (size - 1) + ["left"], group="ends", note="all go one way")
    yield Case([None] * size, ["left"] * size, group="ends", note="no primary side is known")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def share_of_all_rows(primary, surrogate):
    known = [side for side in primary if side is not None]
    if not known:
        return [0.0, 0.0]
    agree = sum(p == s for p, s in zip(primary, surrogate, strict=True) if p is not None) / len(primary)
    majority = max(known.count("left"), known.count("right")) / len(primary)
    return [agree, (agree - majority) / (1 - majority) if majority < 1 else 0.0]


def both_known(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None and s is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, (agree - majority) / (1 - majority) if majority < 1 else 0.0]


def two_gaps_agree(primary, surrogate):
    if not primary:
        return [0.0, 0.0]
    known = [side for side in primary if side is not None]
    agree = sum(p == s for p, s in zip(primary, surrogate, strict=True)) / len(primary)
    majority = max(known.count("left"), known.count("right")) / len(known) if known else 0.0
    return [agree, (agree - majority) / (1 - majority) if majority < 1 else 0.0]


def majority_of_the_surrogate(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [s for _, s in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, (agree - majority) / (1 - majority) if majority < 1 else 0.0]


def only_the_difference(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    return [agree, agree - max(sides.count("left"), sides.count("right")) / len(rows)]


def divided_by_the_majority(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, (agree - majority) / majority if majority < 1 else 0.0]


def better_than_a_coin(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    agree = sum(p == s for p, s in rows) / len(rows)
    one_sided = len({p for p, _ in rows}) == 1
    return [agree, 0.0 if one_sided else 2 * agree - 1]


def never_below_zero(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, max(0.0, (agree - majority) / (1 - majority)) if majority < 1 else 0.0]


def turned_round(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    agree = max(agree, 1 - agree)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, (agree - majority) / (1 - majority) if majority < 1 else 0.0]


def division_by_nothing(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, (agree - majority) / (1 - majority)]


def none_where_nothing_is_known(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return None
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, (agree - majority) / (1 - majority) if majority < 1 else 0.0]


def none_unless_it_beats_the_majority(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, (agree - majority) / (1 - majority)] if agree > majority else None


def perfect_where_nothing_can_be_put_right(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [p for p, _ in rows]
    agree = sum(p == s for p, s in rows) / len(rows)
    majority = max(sides.count("left"), sides.count("right")) / len(rows)
    return [agree, (agree - majority) / (1 - majority) if majority < 1 else 1.0]


def gaps_go_with_the_majority(primary, surrogate):
    rows = [(p, s) for p, s in zip(primary, surrogate, strict=True) if p is not None]
    if not rows:
        return [0.0, 0.0]
    sides = [p for p, _ in rows]
    larger = "left" if sides.count("left") >= sides.count("right") else "right"
    agree = sum(p == (larger if s is None else s) for p, s in rows) / len(rows)
    majority = sides.count(larger) / len(rows)
    return [agree, (agree - majority) / (1 - majority) if majority < 1 else 0.0]


# Correct solutions in other styles.


def with_counts(primary, surrogate):
    known = agreeing = left = 0
    for one, other in zip(primary, surrogate, strict=True):
        if one is None:
            continue
        known += 1
        left += one == "left"
        agreeing += one == other
    if known == 0:
        return [0.0, 0.0]
    minority = min(left, known - left)
    return [agreeing / known, 1 - (known - agreeing) / minority if minority else 0.0]


def with_a_counter(primary, surrogate):
    from collections import Counter

    pairs = Counter((p, s) for p, s in zip(primary, surrogate, strict=True) if p)
    n = sum(pairs.values())
    if not n:
        return 0.0, 0.0
    sides = Counter(p for p in primary if p)
    agree = (pairs["left", "left"] + pairs["right", "right"]) / n
    majority = max(sides.values()) / n
    return agree, (agree - majority) / (1 - majority) if len(sides) > 1 else 0.0


def with_numpy(primary, surrogate):
    import numpy as np

    p, s = np.array(primary, dtype=object), np.array(surrogate, dtype=object)
    known = np.array([side is not None for side in primary], dtype=bool)
    if not known.any():
        return np.zeros(2)
    agree = (p[known] == s[known]).mean()
    left = (p[known] == "left").mean()
    majority = max(left, 1 - left)
    adjusted = 0.0 if majority == 1 else (agree - majority) / (1 - majority)
    return np.array([agree, adjusted])


def with_pandas(primary, surrogate):
    import pandas as pd

    table = pd.DataFrame({"p": primary, "s": surrogate}, dtype=object)
    table = table[table["p"].notna()]
    if table.empty:
        return [0.0, 0.0]
    agree = float((table["p"] == table["s"]).mean())
    majority = float(table["p"].value_counts(normalize=True).max())
    return [agree, (agree - majority) / (1 - majority) if table["p"].nunique() > 1 else 0.0]


def _sides(goes_left: np.ndarray) -> list[str]:
    return np.where(goes_left, "left", "right").tolist()


_kyphosis = load_kyphosis().frame
_start = _sides(_kyphosis["Start"].to_numpy() >= 8.5)
_number = _sides(_kyphosis["Number"].to_numpy() < 6.5)

_primary = ["left"] * 5 + ["right"] * 3 + [None, None]

exercise = Exercise(
    id="week4/surrogate_agreement",
    signature="surrogate_agreement(primary, surrogate)",
    returns="a list of two numbers, [agreement, adjusted]",
    points=5,
    hidden_points=5,
    reference=surrogate_agreement,
    cases=(
        Case(_start, _number, note="kyphosis: rpart prints agree = 0.802, adj = 0.158"),
        Case(
            ["left"] * 3 + ["right"] * 2,
            ["left"] * 3 + ["right", "left"],
            note="one row goes wrong; without the stand-in, two would",
        ),
        Case(
            _primary,
            ["left"] * 4 + ["right"] * 4 + ["left", None],
            group="missing values",
            note="two primary sides are unknown",
        ),
        Case(
            _primary,
            ["left"] * 3 + [None, "right"] + ["right"] * 2 + [None, "right", None],
            group="missing values",
            note="the stand-in lacks values too",
        ),
        Case(
            _primary,
            ["right"] * 4 + ["left", "right", "left", "left", "left", None],
            group="poor stand-in",
            note="worse than the majority rule: adjusted is negative",
        ),
        Case(_primary, ["left"] * 10, group="poor stand-in", note="the majority rule itself"),
        Case(["left"] * 4, ["left"] * 4, group="edge case", note="all go left: nothing to put right"),
        Case([None, None], ["left", None], group="edge case", note="no primary side is known"),
        Case([], [], group="edge case", note="no rows"),
    ),
    draw=draw,
    hints=(
        "First drop the rows whose primary side is None: nobody can say where they should have gone. All "
        "that follows counts the rows that are left.",
        "The agreement is the share of those rows in which both sides are equal. A surrogate side of None "
        "is not equal to anything that is left.",
        "The majority rule sends all rows where most of them go; let m be the share that it gets right. Of"
        " the 1 - m that it gets wrong, agreement - m is put right. Beware of m = 1.",
    ),
    misconceptions=(
        Misconception(
            "share of all rows",
            "You divided by the number of all rows, those with an unknown primary side included. On them "
            "the stand-in can be neither right nor wrong, so they have no say in how good it is.",
            "Divide by the number of rows whose primary side is known.",
            share_of_all_rows,
        ),
        Misconception(
            "only rows known to both",
            "You left out the rows that the stand-in has no value for. That is how the book of 1984 counts; "
            "rpart and this course count them as not agreeing, because a stand-in that is missing just when "
            "it is needed is a poor one.",
            "Leave out a row only if its primary side is None.",
            both_known,
        ),
        Misconception(
            "two gaps agree",
            "A row in which both sides are None counted as agreement. Two values that nobody knows do not "
            "agree on anything.",
            "Drop the rows with an unknown primary side before you compare.",
            two_gaps_agree,
        ),
        Misconception(
            "majority of the surrogate",
            "You took the majority among the sides of the stand-in. The rule that it has to beat is the one "
            "that follows the primary split: send every row where most rows went.",
            "Count left and right in `primary`.",
            majority_of_the_surrogate,
        ),
        Misconception(
            "only the difference",
            "Your second number is agreement minus majority. The adjusted agreement compares this with what "
            "there was to gain: 0.05 is a lot where the majority rule errs on 0.06 of the rows.",
            "Divide the difference by the share that the majority rule gets wrong.",
            only_the_difference,
        ),
        Misconception(
            "divided by the majority",
            "You divided by what the majority rule gets right. What can be put right is what it gets wrong.",
            "The divisor is 1 - majority. A perfect stand-in must come out as 1.",
            divided_by_the_majority,
        ),
        Misconception(
            "compared with a coin",
            "You compared the stand-in with a coin that is right half of the time. The majority rule is a "
            "stronger opponent: if 90 % go left, it is right on 90 % without asking anything.",
            "Put the share of the larger side in the place of one half.",
            better_than_a_coin,
        ),
        Misconception(
            "never below zero",
            "You raised negative values to 0. A stand-in that is worse than the majority rule should say by "
            "how much; it is the tree that refuses to keep it.",
            "Return the number as it is.",
            never_below_zero,
        ),
        Misconception(
            "turned round",
            "When the stand-in disagrees more often than not you turned its sides round. A search for "
            "stand-ins may do so; but here the sides are given, and so is the direction.",
            "Count agreement only.",
            turned_round,
        ),
        Misconception(
            "division by nothing",
            "If no primary side is known, or if all rows go the same way, you divide by 0. In the second "
            "case the majority rule is never wrong and nothing can be put right.",
            "Treat these two cases before you divide; the task says what to return.",
            division_by_nothing,
        ),
        Misconception(
            "None where nothing is known",
            "Where no primary side is known you return None. Nothing agreed and nothing was put right, and "
            "the task asks for two zeros, so that whoever calls you always gets two numbers.",
            "Return a list of two zeros in that case.",
            none_where_nothing_is_known,
        ),
        Misconception(
            "None unless it beats the majority",
            "A stand-in that does not beat the majority rule gets None from you. To refuse it is the tree's "
            "business; this function only measures, and a poor stand-in has a number too.",
            "Return both numbers for every stand-in. The second may be 0 or negative.",
            none_unless_it_beats_the_majority,
        ),
        Misconception(
            "perfect where nothing can be put right",
            "Where all rows go one way your second number is 1. The majority rule makes no mistake there, so "
            "a stand-in has earned nothing: the adjusted agreement is 0 by convention.",
            "Return 0 in the second place when all counted rows go the same way.",
            perfect_where_nothing_can_be_put_right,
        ),
        Misconception(
            "gaps go with the majority",
            "Where the stand-in has no value you sent the row with the majority and counted that. The tree "
            "does so in the end, but the merit is not the stand-in's.",
            "A stand-in of None agrees with nothing.",
            gaps_go_with_the_majority,
        ),
    ),
    alternatives={
        "counts": with_counts,
        "Counter": with_a_counter,
        "NumPy": with_numpy,
        "pandas": with_pandas,
    },
)
