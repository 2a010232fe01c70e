"""Sending cases down a split when some values are missing: nobody is lost, some are divided."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from dtlib.datasets import load_play_golf
from dtlib.teaching.missing import split_with_weights


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Whole cases with gaps, cases already divided, and the ends."""
    for kinds, gaps in ((2, 1), (3, 2), (4, 3)):
        values = [*list("abcd")[:kinds], *rng.choice(list("abcd")[:kinds], 5).tolist(), *[None] * gaps]
        values = [values[i] for i in rng.permutation(len(values))]
        yield Case(values, [1] * len(values), group="whole cases")
    for kinds, gaps in ((2, 2), (3, 1), (3, 3)):
        values = [*list("abcd")[:kinds], *rng.choice(list("abcd")[:kinds], 4).tolist(), *[None] * gaps]
        values = [values[i] for i in rng.permutation(len(values))]
        weights = rng.choice([1.0, 0.5, 0.4, 0.25, 2.0], len(values)).tolist()
        yield Case(values, weights, group="divided cases")
    size = int(rng.integers(2, 6))
    yield Case([None] * size, [1] * size, group="ends", note="nothing known")
    yield Case(["a", *[None] * size], [1] * (size + 1), group="ends", note="one branch")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def missing_dropped(values, weights):
    pairs = list(zip(values, weights, strict=True))
    return {b: [w if v == b else 0.0 for v, w in pairs] for b in dict.fromkeys(values) if b is not None}


def whole_into_every_branch(values, weights):
    pairs = list(zip(values, weights, strict=True))
    return {
        b: [w if v == b or v is None else 0.0 for v, w in pairs]
        for b in dict.fromkeys(values)
        if b is not None
    }


def equal_parts(values, weights):
    pairs = list(zip(values, weights, strict=True))
    branches = [b for b in dict.fromkeys(values) if b is not None]
    return {b: [w / len(branches) if v is None else w * (v == b) for v, w in pairs] for b in branches}


def all_to_the_largest(values, weights):
    pairs = list(zip(values, weights, strict=True))
    known = {b: sum(w for v, w in pairs if v == b) for b in dict.fromkeys(values) if b is not None}
    largest = max(known, key=lambda b: known[b], default=None)
    return {b: [w if v == b or (v is None and b == largest) else 0.0 for v, w in pairs] for b in known}


def branch_for_the_missing(values, weights):
    pairs = list(zip(values, weights, strict=True))
    return {b: [w if v == b else 0.0 for v, w in pairs] for b in dict.fromkeys(values)}


def shares_of_cases(values, weights):
    pairs = list(zip(values, weights, strict=True))
    known = [v for v in values if v is not None]
    return {
        b: [w * known.count(b) / len(known) if v is None else w * (v == b) for v, w in pairs]
        for b in dict.fromkeys(known)
    }


def shares_of_all(values, weights):
    pairs = list(zip(values, weights, strict=True))
    known = {b: sum(w for v, w in pairs if v == b) for b in dict.fromkeys(values) if b is not None}
    return {b: [w * known[b] / sum(weights) if v is None else w * (v == b) for v, w in pairs] for b in known}


def own_weight_forgotten(values, weights):
    pairs = list(zip(values, weights, strict=True))
    known = {b: sum(w for v, w in pairs if v == b) for b in dict.fromkeys(values) if b is not None}
    return {
        b: [known[b] / sum(known.values()) if v is None else w * (v == b) for v, w in pairs] for b in known
    }


def zeros_left_out(values, weights):
    pairs = list(zip(values, weights, strict=True))
    known = {b: sum(w for v, w in pairs if v == b) for b in dict.fromkeys(values) if b is not None}
    return {
        b: [w * known[b] / sum(known.values()) if v is None else w for v, w in pairs if v is None or v == b]
        for b in known
    }


def ones_for_the_known(values, weights):
    pairs = list(zip(values, weights, strict=True))
    known = {b: sum(w for v, w in pairs if v == b) for b in dict.fromkeys(values) if b is not None}
    return {
        b: [w * known[b] / sum(known.values()) if v is None else float(v == b) for v, w in pairs]
        for b in known
    }


# Correct solutions in other styles.


def with_loops(values, weights):
    total: dict = {}
    for value, weight in zip(values, weights, strict=True):
        if value is not None:
            total[value] = total.get(value, 0) + weight
    known = sum(total.values())
    branches: dict = {}
    for branch in total:
        branches[branch] = []
        for value, weight in zip(values, weights, strict=True):
            if value is None:
                branches[branch].append(weight * total[branch] / known)
            elif value == branch:
                branches[branch].append(weight)
            else:
                branches[branch].append(0)
    return branches


def with_numpy(values, weights):
    import numpy as np

    weight = np.array(weights, dtype=float)
    missing = np.array([value is None for value in values], dtype=bool)
    branches = sorted({value for value in values if value is not None})
    inside = {b: np.array([value == b for value in values], dtype=bool) for b in branches}
    known = weight[~missing].sum()
    return {b: weight * inside[b] + missing * weight * (weight[inside[b]].sum() / known) for b in branches}


def with_pandas(values, weights):
    import pandas as pd

    x, w = pd.Series(values, dtype=object), pd.Series(weights, dtype=float)
    shares = w[x.notna()].groupby(x[x.notna()]).sum() / w[x.notna()].sum()
    return {
        branch: w.where(x == branch, 0.0).mask(x.isna(), w * share).tolist()
        for branch, share in shares.items()
    }


def case_by_case(values, weights):
    from collections import defaultdict

    known: dict = defaultdict(float)
    for value, weight in zip(values, weights, strict=True):
        if value is not None:
            known[value] += weight
    shares = {branch: weight / sum(known.values()) for branch, weight in known.items()}
    result: dict = {branch: [0.0] * len(values) for branch in shares}
    for place, (value, weight) in enumerate(zip(values, weights, strict=True)):
        for branch, part in (shares if value is None else {value: 1.0}).items():
            result[branch][place] = weight * part
    return result


_outlook = [
    None if day == 5 else outlook for day, outlook in enumerate(load_play_golf().X["outlook"].tolist())
]

exercise = Exercise(
    id="week3/split_with_weights",
    signature="split_with_weights(values, weights)",
    returns="a dictionary from branch to list of weights",
    points=6,
    hidden_points=6,
    reference=split_with_weights,
    cases=(
        Case(_outlook, [1] * 14, note="play_golf, day 6 has lost its outlook: 5/13, 3/13 and 5/13 of it"),
        Case(["low", "high", "low", None], [1, 1, 1, 1], note="two thirds of the last case go to low"),
        Case(
            ["true", "true", "false", None, "false"],
            [1, 0.4, 1, 1, 1],
            group="divided cases",
            note="shares of weight, 1.4 against 2, not of cases",
        ),
        Case(
            ["a", None, "b", "b", None],
            [1, 0.25, 0.5, 2, 0.4],
            group="divided cases",
            note="a part of a case is divided again",
        ),
        Case(["a", "b", "a"], [1, 1, 0.5], group="edge case", note="nothing missing"),
        Case(["a", None, "a"], [1, 1, 1], group="edge case", note="a single branch takes all"),
        Case([None, None], [1, 1], group="edge case", note="nothing known: no branches"),
        Case([], [], group="edge case", note="no cases"),
    ),
    draw=draw,
    hints=(
        "First find out how the *known* cases divide: for each value, the sum of the weights of the cases "
        "that have it.",
        "A branch's share is its sum divided by the sum of all known cases. A case with a missing value "
        "enters the branch with its own weight times that share.",
        "Build one list for each branch, with a place for every case: the weight if the case has this "
        "value, weight times share if its value is missing, 0 otherwise. In the end the weights of any case, "
        "added up over the branches, must give its own weight again.",
    ),
    misconceptions=(
        Misconception(
            "missing cases dropped",
            "You leave the cases with a missing value behind. They have labels, and values in other columns, "
            "from which the branches could learn.",
            "Let them enter every branch, each with the branch's share.",
            missing_dropped,
        ),
        Misconception(
            "whole into every branch",
            "You send a case with a missing value whole into every branch. Then one case counts as two or "
            "three, and incomplete cases weigh more than complete ones.",
            "Add up the weights of one such case over the branches. They should give its own weight.",
            whole_into_every_branch,
        ),
        Misconception(
            "equal parts",
            "You divide a case equally among the branches. If nine of ten known cases go left, an unknown "
            "one probably went left too.",
            "Divide in proportion to the weights of the known cases.",
            equal_parts,
        ),
        Misconception(
            "all to the largest branch",
            "You send the unknown cases into the largest branch. That is a rule of other programs, and it "
            "turns a probability into a certainty.",
            "Give every branch its share.",
            all_to_the_largest,
        ),
        Misconception(
            "a branch for the missing",
            "You open a branch of its own for the missing values. C4.5 has no such branch: the case did have "
            "a value, we only don't know it.",
            "Leave None out of the branches, and divide these cases among the others.",
            branch_for_the_missing,
        ),
        Misconception(
            "shares of cases, not of weight",
            "Your shares count cases, each as one. But a case may be here only in part, because it was "
            "divided further up; it should have a part of a voice.",
            "Add up weights where you now count.",
            shares_of_cases,
        ),
        Misconception(
            "shares of all cases",
            "You divide by the weight of all cases, the missing ones included. The shares then add up to "
            "less than 1, and a part of every incomplete case vanishes.",
            "Divide by the weight of the known cases.",
            shares_of_all,
        ),
        Misconception(
            "own weight forgotten",
            "A case with a missing value enters with the branch's share, whatever its own weight was. If "
            "only 0.4 of it came this far, only 0.4 of it can be divided.",
            "Multiply the share by the case's own weight.",
            own_weight_forgotten,
        ),
        Misconception(
            "zeros left out",
            "Your lists hold only the cases that enter the branch, so nobody can tell which weight belongs "
            "to which case.",
            "Give every list a place for every case, with 0 where it does not enter.",
            zeros_left_out,
        ),
        Misconception(
            "ones for the known",
            "You let every case with a known value count as 1. It enters with the weight it came with.",
            "Use the case's weight in place of the 1.",
            ones_for_the_known,
        ),
    ),
    alternatives={
        "loops": with_loops,
        "NumPy": with_numpy,
        "pandas": with_pandas,
        "case by case": case_by_case,
    },
)
