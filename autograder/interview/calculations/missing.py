"""A value that is not there: C4.5's known fraction and parts of cases (week 3), CART's stand-ins (week 4)."""

from __future__ import annotations

from collections import Counter

import numpy as np

import dtlib
from autograder.interview.calculations.draft import Cases, Draft, draw_table, shown_table
from dtlib.explain import explain_split
from dtlib.teaching import cart
from dtlib.teaching.missing import gain_with_missing, split_with_weights


def known_fraction_gain(rng: np.random.Generator, level: int) -> Draft:
    table = draw_table(rng, level)
    without = rng.choice(["yes", "no"], size=level + 1).tolist()
    cases = Cases([*table.values, *[None] * len(without)], [*table.labels, *without])
    known = cases.known()
    commonest = Counter(known.values).most_common(1)[0][0]
    share = len(known.values) / len(cases.values)
    answer = gain_with_missing(*cases)
    slips = {
        "known_fraction_forgotten": dtlib.information_gain(*known),
        "missing_as_a_value": dtlib.information_gain([value or "?" for value in cases.values], cases.labels),
        "filled_with_the_commonest": dtlib.information_gain(
            [value or commonest for value in cases.values], cases.labels
        ),
        "entropy_of_all_cases": share * (dtlib.entropy(cases.labels) - dtlib.conditional_entropy(*known)),
    }
    return Draft(
        {"table": shown_table(cases)},
        answer,
        slips,
        lambda: explain_split(cases.frame, cases.labels, "attribute"),
    )


def fractional_weight(rng: np.random.Generator, level: int) -> Draft:
    """One case without a value among branches of known size; at level 3 it arrives as a part of a case."""
    sizes = rng.integers(1, 8, size=level + 1)
    unknown = int(rng.integers(2, 4))
    weight = 1.0 if level < 3 else 0.5
    names = list("abcd"[: len(sizes)])
    values = [*np.repeat(names, sizes).tolist(), *[None] * unknown]
    entering = split_with_weights(values, [*[1.0] * int(sizes.sum()), *[weight] * unknown])
    answer = entering["a"][-1]
    slips = {
        "equal_shares": weight / len(sizes),
        "share_of_all_cases": weight * sizes[0] / (sizes.sum() + unknown),
        "whole_case": weight,
    }
    if level == 3:
        slips["own_weight_forgotten"] = sizes[0] / sizes.sum()
    branches = ", ".join(f"{size} into {name}" for name, size in zip(names, sizes, strict=True))
    givens = {
        "branches": branches,
        "unknown": unknown,
        "weight": f"{weight:g}",
        "terms": f"{weight:g} * {sizes[0]}/{sizes.sum()}",
    }
    return Draft(givens, answer, {name: float(value) for name, value in slips.items()})


def surrogate_agreement(rng: np.random.Generator, level: int) -> Draft:
    primary, surrogate, known = _two_splits(rng, level)
    agreement, adjusted = cart.surrogate_agreement(primary, surrogate)
    both = sum(one == other == "left" for one, other in known)
    agreeing = sum(one == other for one, other in known)
    slips = {
        "majority_share": _majority(known) / len(known),
        "adjusted_instead": adjusted,
        "left_side_only": both / len(known),
    }
    if len(known) < len(primary):
        slips["unknown_primary_counted"] = agreeing / len(primary)
    givens = _crossed(primary, surrogate) | {"terms": f"{agreeing}/{len(known)}"}
    return Draft(givens, agreement, slips)


def adjusted_agreement(rng: np.random.Generator, level: int) -> Draft:
    primary, surrogate, known = _two_splits(rng, level)
    agreement, adjusted = cart.surrogate_agreement(primary, surrogate)
    majority = _majority(known)
    agreeing = sum(one == other for one, other in known)
    slips = {
        "not_adjusted": agreement,
        "difference_only": (agreeing - majority) / len(known),
        "majority_share": majority / len(known),
    }
    terms = f"({agreeing}/{len(known)} - {majority}/{len(known)}) / (1 - {majority}/{len(known)})"
    # A stand-in no better than the majority is no stand-in; a question about one would mislead.
    return Draft(
        _crossed(primary, surrogate) | {"terms": terms}, adjusted if adjusted > 0 else float("nan"), slips
    )


def _two_splits(
    rng: np.random.Generator, level: int
) -> tuple[list[str | None], list[str | None], list[tuple[str, str | None]]]:
    """Where two splits send the same cases; from level 3 on some cases lack one of the values."""
    n = 8 + 2 * level
    primary: list[str | None] = rng.choice(["left", "right"], size=n).tolist()
    follows = rng.random(n) < 0.75
    other = {"left": "right", "right": "left"}
    surrogate: list[str | None] = [
        side if follow else other[str(side)] for side, follow in zip(primary, follows, strict=True)
    ]
    if level == 3:
        primary[0] = primary[1] = None
        surrogate[2] = None
    known = [(one, two) for one, two in zip(primary, surrogate, strict=True) if one is not None]
    return primary, surrogate, known


def _majority(known: list[tuple[str, str | None]]) -> int:
    return max(Counter(one for one, _ in known).values())


def _crossed(primary: list[str | None], surrogate: list[str | None]) -> dict[str, object]:
    counts = Counter(zip(primary, surrogate, strict=True))
    order = ("left", "right", None)
    lines = [
        f"    primary {one or '?':<5} stand-in {two or '?':<5} {counts[one, two]} cases"
        for one in order
        for two in order
        if counts[one, two]
    ]
    return {"table": "\n".join(lines)}
