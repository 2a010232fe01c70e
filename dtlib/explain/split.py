"""What one split of one table is worth, with every term of the calculation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dtlib import measures, splits
from dtlib.explain.document import Block, Explanation, Formula, Paragraph, Table
from dtlib.explain.terms import IMPURITIES, Impurity, decimal, number, share, weights_by_class
from dtlib.explain.words import Language, speaking
from dtlib.validation import check_weights, is_missing

CriterionName = Literal["entropy", "gain_ratio", "gini", "misclassification", "squared_error"]


class Branch(NamedTuple):
    """The cases that go one way."""

    name: str
    labels: list[Any]
    weights: list[float]

    @property
    def weight(self) -> float:
        return sum(self.weights)


def explain_split(
    X: Any,
    y: Sequence[Any] | ArrayLike,
    feature: str | int,
    criterion: CriterionName = "entropy",
    sample_weight: ArrayLike | None = None,
    lang: Language = "en",
) -> Explanation:
    """The whole hand calculation of one split.

    A column of text, bools or categories gets a branch for each value; a column of numbers is cut in two at
    the best place, and all candidate cuts are listed. Cases with a missing value are set aside, as C4.5 does:
    the gain of the known ones is multiplied by their share, and split information counts them as one more
    branch.

    Parameters
    ----------
    X : DataFrame, or array of shape (n, p)
    y : array-like of shape (n,)
        Labels; numbers for "squared_error".
    feature : str or int
        The column's name, or its position in an array.
    criterion : {"entropy", "gain_ratio", "gini", "misclassification", "squared_error"}
    sample_weight : array-like of shape (n,), optional
    lang : {"en", "zh"}

    Returns
    -------
    Explanation
        Its `values` hold "before", "after", "gain" (bits for the first two criteria), and, where they apply,
        "threshold", "split_information" and "gain_ratio".

    Raises
    ------
    KeyError, IndexError
        If there is no such column.
    ValueError
        If no value is known, or criterion or language do not exist.

    Examples
    --------
    >>> from dtlib.datasets import load_weather_wind
    >>> X, y = load_weather_wind().X, load_weather_wind().y
    >>> explain_split(X, y, "weather").values["gain"]
    0.4...
    >>> print(explain_split(X, y, "wind", "gini"))
    Splitting on wind: Gini impurity
    ...
        G = 1 - (5/10)^2 - (5/10)^2 = 0.5000
    ...
    """
    say = speaking(lang)
    impurity = _impurity(criterion)
    name, values = _column(X, feature)
    labels = np.asarray(y).tolist()
    weights = _weights(sample_weight, len(labels))
    missing = [is_missing(value) for value in values]
    known = [i for i, gone in enumerate(missing) if not gone and weights[i] > 0]
    if not known:
        raise ValueError(f"{name} has no known value, so there is nothing to split.")
    total, known_weight = sum(weights), sum(weights[i] for i in known)
    heading = impurity.key if criterion != "gain_ratio" else "gain ratio"
    title = say("title", feature=name, criterion=say(heading))

    whole = Branch(name, [labels[i] for i in known], [weights[i] for i in known])
    column = [values[i] for i in known]
    blocks: list[Block] = []
    results: dict[str, float] = {}
    if known_weight < total:
        shown = {
            "missing": number(total - known_weight),
            "total": number(total),
            "known": number(known_weight),
        }
        blocks.append(Paragraph(say("missing", feature=name, **shown)))
    blocks += _before(whole, impurity, say)
    if _is_numeric(column):
        cut = _best_cut(column, whole, criterion)
        if cut is None:
            return Explanation(title, (*blocks, Paragraph(say("one value", feature=name))), results)
        blocks += _cuts(name, column, whole, impurity, cut, say)
        results["threshold"] = cut
        branches = _two_branches(column, whole, cut)
    else:
        branches = _one_branch_per_value(column, whole)

    before = impurity.of(whole.labels, whole.weights)
    after = (
        sum(branch.weight * impurity.of(branch.labels, branch.weights) for branch in branches) / known_weight
    )
    gain = (before - after) * known_weight / total
    blocks += _after(branches, impurity, after, say)
    blocks += _gain(before, after, gain, known_weight, total, impurity, say)
    results |= {"before": before, "after": after, "gain": gain}
    if criterion == "gain_ratio":
        blocks += _ratio(branches, total - known_weight, gain, results, say)
    return Explanation(title, tuple(blocks), results)


def _impurity(criterion: str) -> Impurity:
    if criterion not in IMPURITIES:
        raise ValueError(f"criterion must be one of {', '.join(IMPURITIES)}; got {criterion!r}.")
    return IMPURITIES[criterion]


def _weights(sample_weight: ArrayLike | None, n: int) -> list[float]:
    if sample_weight is None:
        return [1.0] * n
    check_weights(sample_weight, n)
    weights: list[float] = np.asarray(sample_weight, dtype=float).tolist()
    return weights


def _column(X: Any, feature: str | int) -> tuple[str, list[Any]]:
    if hasattr(X, "columns"):
        return str(feature), X[feature].tolist()
    return f"column {feature}", np.asarray(X)[:, int(feature)].tolist()


def _is_numeric(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _best_cut(column: list[Any], whole: Branch, criterion: str) -> float | None:
    # C4.5 cuts by gain and compares attributes by ratio, so the ratio never chooses the cut.
    by = "entropy" if criterion == "gain_ratio" else "gini" if criterion == "misclassification" else criterion
    best = splits.best_threshold(column, whole.labels, by, whole.weights)  # type: ignore[arg-type]
    return None if best is None else best.value


def _two_branches(column: list[Any], whole: Branch, cut: float) -> list[Branch]:
    sides = [[i for i, value in enumerate(column) if (value <= cut) is low] for low in (True, False)]
    return [
        _branch(f"{sign} {number(cut)}", side, whole) for sign, side in zip(("<=", ">"), sides, strict=True)
    ]


def _one_branch_per_value(column: list[Any], whole: Branch) -> list[Branch]:
    places: dict[Any, list[int]] = {}
    for i, value in enumerate(column):
        places.setdefault(value, []).append(i)
    return [_branch(str(value), places[value], whole) for value in sorted(places, key=str)]


def _branch(name: str, places: list[int], whole: Branch) -> Branch:
    return Branch(name, [whole.labels[i] for i in places], [whole.weights[i] for i in places])


def _counts(branch: Branch, impurity: Impurity) -> str:
    if impurity.key == "squared error":
        return number(branch.weight)
    return ", ".join(
        f"{label} {number(weight)}"
        for label, weight in weights_by_class(branch.labels, branch.weights).items()
    )


def _value(branch: Branch, impurity: Impurity, symbol: str) -> Formula:
    text, latex = impurity.written(branch.labels, branch.weights)
    value = decimal(impurity.of(branch.labels, branch.weights))
    unit = f" {impurity.unit}" if impurity.unit else ""
    typeset_unit = rf"\text{{{unit}}}" if unit else ""
    return Formula(f"{symbol} = {text} = {value}{unit}", f"{symbol} = {latex} = {value}{typeset_unit}")


def _before(whole: Branch, impurity: Impurity, say: Any) -> list[Block]:
    counts = _counts(whole, impurity)
    return [Paragraph(say("before", counts=counts)), _value(whole, impurity, impurity.symbol)]


def _cuts(
    name: str, column: list[Any], whole: Branch, impurity: Impurity, chosen: float, say: Any
) -> list[Block]:
    distinct = sorted(set(column))
    before = impurity.of(whole.labels, whole.weights)
    rows = []
    for low, high in pairwise(distinct):
        cut = splits.midpoint(low, high)
        sides = _two_branches(column, whole, cut)
        after = sum(side.weight * impurity.of(side.labels, side.weights) for side in sides) / whole.weight
        mark = say("chosen") if cut == chosen else ""
        rows.append(
            (number(cut), *(_counts(side, impurity) for side in sides), decimal(before - after), mark)
        )
    heading = (say("cut"), "<=", ">", say(impurity.key), "")
    return [Paragraph(say("cuts", feature=name)), Table(heading, tuple(rows))]


def _after(branches: list[Branch], impurity: Impurity, after: float, say: Any) -> list[Block]:
    blocks: list[Block] = [Paragraph(say("branches"))]
    rows = []
    for branch in branches:
        text, _ = impurity.written(branch.labels, branch.weights)
        value = decimal(impurity.of(branch.labels, branch.weights))
        rows.append((branch.name, number(branch.weight), _counts(branch, impurity), f"{text} = {value}"))
    heading = (say("branch"), say("cases"), "", say("impurity"))
    blocks.append(Table(heading, tuple(rows)))
    whole = sum(branch.weight for branch in branches)
    parts = [
        (share(branch.weight, whole), decimal(impurity.of(branch.labels, branch.weights)))
        for branch in branches
    ]
    text = " + ".join(f"{typed} * {value}" for (typed, _), value in parts)
    latex = " + ".join(rf"{typeset} \cdot {value}" for (_, typeset), value in parts)
    blocks.append(Paragraph(say("after")))
    blocks.append(Formula(f"{text} = {decimal(after)}", f"{latex} = {decimal(after)}"))
    return blocks


def _gain(
    before: float, after: float, gain: float, known: float, total: float, impurity: Impurity, say: Any
) -> list[Block]:
    difference = f"{decimal(before)} - {decimal(after)}"
    unit = f" {impurity.unit}" if impurity.unit else ""
    if known < total:
        typed, typeset = share(known, total)
        text, latex = f"{typed} * ({difference})", rf"{typeset} \left({difference}\right)"
    else:
        text = latex = difference
    typeset_unit = rf"\text{{{unit}}}" if unit else ""
    return [
        Paragraph(say("gain")),
        Formula(f"{text} = {decimal(gain)}{unit}", f"{latex} = {decimal(gain)}{typeset_unit}"),
    ]


def _ratio(
    branches: list[Branch], missing: float, gain: float, results: dict[str, float], say: Any
) -> list[Block]:
    names = [*(branch.name for branch in branches), *([""] if missing else [])]
    weights = [*(branch.weight for branch in branches), *([missing] if missing else [])]
    numbered = list(range(len(names)))
    information = measures.split_information(numbered, sample_weight=weights)
    text, latex = IMPURITIES["entropy"].written(numbered, weights)
    results["split_information"] = information
    bits = say("bits")
    blocks: list[Block] = [
        Paragraph(say("split information")),
        Formula(
            f"{text} = {decimal(information)} {bits}", rf"{latex} = {decimal(information)}\text{{ {bits}}}"
        ),
    ]
    if information <= 0:
        return [*blocks, Paragraph(say("no ratio"))]
    results["gain_ratio"] = gain / information
    division = f"{decimal(gain)} / {decimal(information)}"
    return [
        *blocks,
        Paragraph(say("ratio")),
        Formula(f"{division} = {decimal(gain / information)}", f"{division} = {decimal(gain / information)}"),
    ]
