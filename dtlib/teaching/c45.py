"""C4.5 as one would write it on paper: recursion, plain Python, each formula beside the line that uses it.

This is Release 8 of Quinlan's program in the order in which the book tells it (J. R. Quinlan, *C4.5: Programs
for Machine Learning*, 1993), without one trick for speed: weigh the cases, score every attribute, choose,
send the cases down, and prune on the way back up. :class:`dtlib.C45Classifier` grows the same trees level by
level; the tests hold the two, and the recorded trees of the original program, against each other.

A table is a list of rows (``dict`` attribute -> value, ``None`` or NaN for a missing value) and a list of
labels. ``domains`` says what may stand in a column: a list of values, or ``None`` for numbers to be cut.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import exp, inf, log, log2, sqrt
from numbers import Real
from typing import Any, NamedTuple

EPSILON = 1e-3  # what the program takes for "no difference" in gains and in counts of errors
TIE = 1e-6  # gain ratios this close are one ratio: the original computes in 32 bits and takes the first
ROUNDING = 1e-9  # what adding up fractions of cases in another order may change
CLOSEST_VALUES = 1e-5  # two numbers nearer than this are never cut apart


class Case(NamedTuple):
    """A row with its label, present with a weight: a case with a missing value stands in several branches."""

    row: Mapping[str, Any]
    label: Hashable
    weight: float = 1.0


class Split(NamedTuple):
    """A test that a node might make, and its worth in bits."""

    attribute: str
    threshold: float | None
    gain: float
    split_information: float

    @property
    def gain_ratio(self) -> float:
        return self.gain / self.split_information


@dataclass(frozen=True)
class Node:
    """A node of the tree; without an attribute it is a leaf.

    ``errors`` counts the training cases a subtree gets wrong; after pruning it is the estimate for new cases.
    """

    distribution: dict[Hashable, float]
    label: Hashable
    cases: float
    errors: float
    attribute: str | None = None
    threshold: float | None = None
    branches: dict[Any, Node] = field(default_factory=dict)  # by value, or by "<=" and ">"


@dataclass(frozen=True)
class Settings:
    """What the whole tree has in common: the program's options and two facts about the training table."""

    domains: Mapping[str, Sequence[Any] | None]
    classes: Sequence[Hashable]
    training: Sequence[Case]
    min_instances: float = 2
    confidence: float = 0.25
    gain_filter: bool = True
    mdl_penalty: bool = True
    subtree_raising: bool = True


# --- Weighing the cases ---------------------------------------------------------------------------


def entropy(weights: Sequence[float]) -> float:
    """Bits of uncertainty: minus the sum of p log2 p, where p is a weight's share of the whole.

    >>> entropy([9, 5])
    0.940...
    """
    total = sum(weights)
    return sum(w / total * log2(total / w) for w in weights if w > 0)


def weight(cases: Sequence[Case]) -> float:
    return sum(case.weight for case in cases)


def distribution(cases: Sequence[Case], classes: Sequence[Hashable]) -> dict[Hashable, float]:
    counts = dict.fromkeys(classes, 0.0)
    for case in cases:
        counts[case.label] += case.weight
    return counts


def is_missing(value: Any) -> bool:
    return value is None or value != value


def same(a: float, b: float) -> bool:
    """Equal but for what rounding has done to sums of fractional weights."""
    return abs(a - b) <= ROUNDING


# --- Scoring a split ------------------------------------------------------------------------------


def gain_with_missing(branches: Sequence[Mapping[Hashable, float]], missing: float) -> float:
    """Information gain where ``missing`` cases cannot be placed: the gain of the known cases x their share.

    Parameters
    ----------
    branches
        The weight of each class in each branch, among the cases whose value is known.
    missing
        The weight of the cases whose value is not.

    Returns
    -------
    float
        Bits.

    Examples
    --------
    One case of the play-tennis table has lost its outlook (Quinlan 1993, section 3.1):

    >>> sunny, overcast, rain = {"yes": 2, "no": 3}, {"yes": 3, "no": 0}, {"yes": 3, "no": 2}
    >>> round(gain_with_missing([sunny, overcast, rain], missing=1), 3)
    0.199
    """
    sizes = [sum(branch.values()) for branch in branches]
    known = sum(sizes)
    together = [sum(branch[label] for branch in branches) for label in branches[0]]
    after = sum(size / known * entropy(list(b.values())) for size, b in zip(sizes, branches, strict=True))
    return known / (known + missing) * (entropy(together) - after)


def split_information(sizes: Sequence[float], missing: float) -> float:
    """Entropy of the split itself; the cases with a missing value count as one more branch.

    >>> round(split_information([5, 3, 5], missing=1), 3)
    1.809
    """
    return entropy([*sizes, missing])


def score_discrete(cases: Sequence[Case], attribute: str, settings: Settings) -> Split | None:
    """One branch for each value of the domain; at least two of them must hold ``min_instances`` cases."""
    groups: dict[Any, list[Case]] = {value: [] for value in settings.domains[attribute] or ()}
    unknown: list[Case] = []
    for case in cases:
        value = case.row[attribute]
        (unknown if is_missing(value) else groups[value]).append(case)
    sizes = [weight(group) for group in groups.values()]
    if sum(size > settings.min_instances - ROUNDING for size in sizes) < 2:
        return None
    branches = [distribution(group, settings.classes) for group in groups.values()]
    missing = weight(unknown)
    return Split(attribute, None, gain_with_missing(branches, missing), split_information(sizes, missing))


def score_continuous(cases: Sequence[Case], attribute: str, settings: Settings) -> Split | None:
    """The cut with the greatest gain, after one pass over the cases in order of their values.

    Choosing one of many cuts is itself a way to fit noise, so the gain pays log2(number of cuts) / (number of
    cases) for the choice (J. R. Quinlan, *Improved Use of Continuous Attributes in C4.5*, JAIR 4, 1996).
    """
    known = sorted((c for c in cases if not is_missing(c.row[attribute])), key=lambda c: c.row[attribute])
    known_weight, total = weight(known), weight(cases)
    if known_weight < 2 * settings.min_instances - ROUNDING:
        return None
    smallest = smallest_side(known_weight, settings)

    low = dict.fromkeys(settings.classes, 0.0)
    high = distribution(known, settings.classes)
    tries, cuts = 0, []
    for case, following in pairwise(known):
        low[case.label] += case.weight
        high[case.label] -= case.weight
        sides = sum(low.values()), sum(high.values())
        value, next_value = case.row[attribute], following.row[attribute]
        if min(sides) > smallest - ROUNDING and value < next_value - CLOSEST_VALUES:
            tries += 1
            if min(sides) > settings.min_instances - ROUNDING:
                gain = gain_with_missing([low, high], total - known_weight)
                information = split_information(sides, total - known_weight)
                cuts.append(Split(attribute, midpoint(value, next_value), gain, information))
    penalty = log2(tries) / total if tries and settings.mdl_penalty else 0.0
    cuts = [cut._replace(gain=cut.gain - penalty) for cut in cuts if cut.gain - penalty > ROUNDING]
    if not cuts:
        return None
    best = max(cut.gain for cut in cuts)
    return next(cut for cut in cuts if same(cut.gain, best))


def midpoint(low: float, high: float) -> float:
    """Halfway, but never all the way: two floating-point neighbours have no number between them."""
    middle = low + (high - low) / 2
    return middle if middle < high else low


def score(cases: Sequence[Case], attribute: str, settings: Settings) -> Split | None:
    """The best split on one attribute, or ``None`` if the attribute admits none here."""
    if settings.domains[attribute] is None:
        return score_continuous(cases, attribute, settings)
    return score_discrete(cases, attribute, settings)


def smallest_side(known: float, settings: Settings) -> float:
    """How many cases each side of a cut must hold: a tenth of an even class's share, between the limits."""
    tenth = 0.1 * known / len(settings.classes)
    return settings.min_instances if tenth <= settings.min_instances else min(tenth, 25.0)


def choose_split(splits: Sequence[Split], settings: Settings) -> Split | None:
    """The largest gain ratio among the splits whose gain is at least average; of equals the first.

    The average keeps the ratio honest: a split with next to no split information has a large ratio and tells
    nothing. Attributes with very many values do not raise the average, unless there are no others.
    """
    many = 0.3 * weight(settings.training)
    moderate = [s for s in splits if len(settings.domains[s.attribute] or ()) < many]
    all_have_many = all(len(domain or ()) >= many for domain in settings.domains.values())
    counted = splits if all_have_many else moderate
    average = sum(s.gain for s in counted) / len(counted) if counted else inf
    enough = average - EPSILON if settings.gain_filter else -EPSILON
    eligible = [s for s in splits if s.gain >= enough and s.split_information > EPSILON]
    if not eligible:
        return None
    best = max(s.gain_ratio for s in eligible)
    return next(s for s in eligible if s.gain_ratio >= best - TIE)


# --- Growing --------------------------------------------------------------------------------------


def leaf(cases: Sequence[Case], settings: Settings, label: Hashable = None) -> Node:
    """A leaf of the majority; between equals ``label`` if it is one of them, else the first."""
    counts = distribution(cases, settings.classes)
    majority = max(counts, key=lambda c: (counts[c], c == label))
    return Node(counts, majority, sum(counts.values()), sum(counts.values()) - counts[majority])


def split_with_weights(
    cases: Sequence[Case], attribute: str, threshold: float | None, branches: Sequence[Any]
) -> Iterator[tuple[Any, list[Case]]]:
    """Send the cases down; one with a missing value enters every branch, by the branch's share of the known.

    Yields
    ------
    branch, cases
        Nothing enters a branch that no case with a known value enters.
    """
    groups: dict[Any, list[Case]] = {branch: [] for branch in branches}
    unknown = []
    for case in cases:
        value = case.row[attribute]
        if is_missing(value):
            unknown.append(case)
        else:
            groups[value if threshold is None else "<=" if value <= threshold else ">"].append(case)
    known = sum(weight(group) for group in groups.values())
    for branch, group in groups.items():
        share = weight(group) / known if group else 0.0
        yield branch, group + [c._replace(weight=c.weight * share) for c in unknown if group]


def greatest_value_up_to(midpoint: float, attribute: str, settings: Settings) -> float:
    """The number printed in the tree: one that occurs in the training table, not a midpoint between two."""
    values = (case.row[attribute] for case in settings.training)
    return max(value for value in values if not is_missing(value) and value <= midpoint)


def grow(cases: Sequence[Case], attributes: Sequence[str], settings: Settings) -> Node:
    """Divide the cases until they are of one class, too few, or no split says anything about their class."""
    node = leaf(cases, settings)
    if node.errors <= ROUNDING or node.cases < 2 * settings.min_instances - ROUNDING:
        return node
    candidates = [score(cases, attribute, settings) for attribute in attributes]
    split = choose_split([s for s in candidates if s is not None], settings)
    if split is None:
        return node

    if split.threshold is None:  # a list of values has told all it knows; a number may be cut again
        outcomes = settings.domains[split.attribute] or ()
        threshold, left = None, [a for a in attributes if a != split.attribute]
    else:
        outcomes = ("<=", ">")
        threshold, left = greatest_value_up_to(split.threshold, split.attribute, settings), list(attributes)
    branches = {
        value: grow(share, left, settings) if share else Node(node.distribution, node.label, 0.0, 0.0)
        for value, share in split_with_weights(cases, split.attribute, threshold, outcomes)
    }
    errors = sum(branch.errors for branch in branches.values())
    if errors >= node.errors - EPSILON:  # no better than the leaf it would replace
        return node
    return replace(node, attribute=split.attribute, threshold=threshold, branches=branches, errors=errors)


# --- Pruning --------------------------------------------------------------------------------------

# Quinlan's table of the normal distribution: the deviation that is exceeded with each chance.
CHANCES = (0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00)
DEVIATIONS = (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00)


def deviation(confidence: float) -> float:
    """The deviation exceeded with chance ``confidence``, read off Quinlan's table.

    >>> round(deviation(0.25), 4)
    0.6925
    """
    i = next(i for i, chance in enumerate(CHANCES) if confidence <= chance)
    along = (confidence - CHANCES[i - 1]) / (CHANCES[i] - CHANCES[i - 1])
    return DEVIATIONS[i - 1] + (DEVIATIONS[i] - DEVIATIONS[i - 1]) * along


def added_errors(cases: float, errors: float, confidence: float) -> float:
    """How many more errors to expect of as many new cases: an upper limit of the binomial, less ``errors``.

    >>> round(added_errors(6, 0, 0.25) / 6, 4), round(added_errors(9, 0, 0.25) / 9, 4)
    (0.2063, 0.1428)
    >>> round((1 + added_errors(16, 1, 0.25)) / 16, 4)
    0.1567
    """
    without_errors = cases * (1 - exp(log(confidence) / cases))
    if errors < 1e-6:
        return without_errors
    if errors < 0.9999:  # a part of an error: along the line from none to one
        return without_errors + errors * (added_errors(cases, 1.0, confidence) - without_errors)
    if errors + 0.5 >= cases:
        return 0.67 * (cases - errors)
    z2 = deviation(confidence) ** 2
    corrected = errors + 0.5  # the continuity correction
    limit = (corrected + z2 / 2 + sqrt(z2 * (corrected * (1 - corrected / cases) + z2 / 4))) / (cases + z2)
    return cases * limit - errors


def estimated_leaf(cases: Sequence[Case], settings: Settings, label: Hashable) -> Node:
    node = leaf(cases, settings, label)
    return replace(node, errors=node.errors + added_errors(node.cases, node.errors, settings.confidence))


def estimate(node: Node, cases: Sequence[Case], settings: Settings) -> float:
    """The errors to expect of a subtree, were these cases the ones it was grown from."""
    if node.attribute is None:
        return estimated_leaf(cases, settings, node.label).errors
    parts = split_with_weights(cases, node.attribute, node.threshold, list(node.branches))
    return sum(estimate(node.branches[branch], share, settings) for branch, share in parts if share)


def prune_error_based(node: Node, cases: Sequence[Case], settings: Settings) -> Node:
    """Replace a subtree by a leaf, or by its largest branch, where fewer errors are to be expected of that.

    The largest branch is tried with *all* the cases of the node, and pruned anew with them if it is raised.
    """
    as_leaf = estimated_leaf(cases, settings, node.label)
    if node.attribute is None:
        return as_leaf
    parts = dict(split_with_weights(cases, node.attribute, node.threshold, list(node.branches)))
    branches = {
        branch: prune_error_based(node.branches[branch], share, settings) if share else node.branches[branch]
        for branch, share in parts.items()
    }
    as_subtree = sum(branches[branch].errors for branch, share in parts.items() if share)
    most = max(weight(share) for share in parts.values())
    largest = [branches[branch] for branch, share in parts.items() if same(weight(share), most)][-1]
    raised = estimate(largest, cases, settings) if settings.subtree_raising else inf

    if as_leaf.errors <= raised + 0.1 and as_leaf.errors <= as_subtree + 0.1:
        return as_leaf
    if raised <= as_subtree + 0.1:
        return prune_error_based(largest, cases, settings)
    return replace(
        node, distribution=as_leaf.distribution, label=as_leaf.label, cases=as_leaf.cases, errors=as_subtree,
        branches=branches,
    )  # fmt: skip


def pessimistic_error(cases: float, errors: float, leaves: int) -> tuple[float, float]:
    """The errors of a subtree with half an error added for each leaf, and their standard error.

    J. R. Quinlan, *Simplifying Decision Trees*, 1987, section 2.3. This is *not* what C4.5 does.

    >>> pessimistic_error(cases=100, errors=8, leaves=4)
    (10.0, 3.0)
    """
    corrected = errors + leaves / 2
    return corrected, sqrt(max(corrected * (cases - corrected) / cases, 0.0))


def leaves(node: Node) -> Iterator[Node]:
    if node.attribute is None:
        yield node
    for branch in node.branches.values():
        yield from leaves(branch)


def prune_pessimistic(node: Node) -> Node:
    """From the root down, put a leaf where its errors + 1/2 are within a standard error of the subtree's."""
    if node.attribute is None:
        return node
    corrected, standard_error = pessimistic_error(node.cases, node.errors, len(list(leaves(node))))
    as_leaf = node.cases - node.distribution[node.label]
    if as_leaf + 0.5 <= corrected + standard_error:
        return replace(node, attribute=None, threshold=None, branches={}, errors=as_leaf)
    branches = {value: prune_pessimistic(branch) for value, branch in node.branches.items()}
    return replace(node, branches=branches, errors=sum(branch.errors for branch in branches.values()))


# --- From table to tree to prediction -------------------------------------------------------------


def read_domains(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any] | None]:
    """What stands in each column: its sorted values, or ``None`` where all of them are numbers."""
    domains: dict[str, list[Any] | None] = {}
    for attribute in rows[0]:
        values = {row[attribute] for row in rows if not is_missing(row[attribute])}
        numbers = all(isinstance(value, Real) and not isinstance(value, bool) for value in values)
        domains[attribute] = None if numbers else sorted(values)
    return domains


def build_c45(
    rows: Sequence[Mapping[str, Any]],
    labels: Sequence[Hashable],
    domains: Mapping[str, Sequence[Any] | None] | None = None,
    *,
    pruning: str | None = "error_based",
    **options: Any,
) -> Node:
    """Grow and prune a tree as C4.5 Release 8 does.

    Parameters
    ----------
    rows, labels
        The training table.
    domains
        What may stand in each column; left out, it is what does (:func:`read_domains`).
    pruning
        ``"error_based"`` (C4.5's own), ``"pessimistic"`` (Quinlan 1987) or ``None``.
    **options
        Those of :class:`Settings`.

    Examples
    --------
    >>> from dtlib.teaching.c45 import build_c45, show
    >>> rows = [dict(sky=s, humidity=h) for s, h in
    ...         [("sunny", 85), ("sunny", 90), ("sunny", 95), ("sunny", 70), ("sunny", 70), ("overcast", 78),
    ...          ("overcast", 65), ("overcast", 90), ("overcast", 75)]]
    >>> print(show(build_c45(rows, ["no"] * 3 + ["yes"] * 6, pruning=None)))
    sky = overcast: yes (4.0)
    sky = sunny
    |   humidity <= 75: yes (2.0)
    |   humidity > 75: no (3.0)
    """
    training = [Case(row, label) for row, label in zip(rows, labels, strict=True)]
    domains = read_domains(rows) if domains is None else domains
    settings = Settings(domains, sorted(set(labels)), training, **options)  # type: ignore[type-var]
    tree = grow(training, list(domains), settings)
    if pruning == "error_based":
        return prune_error_based(tree, training, settings)
    return prune_pessimistic(tree) if pruning == "pessimistic" else tree


def class_weights(node: Node, row: Mapping[str, Any], share: float = 1.0) -> dict[Hashable, float]:
    """The weight each class has for one row; a missing or unknown value sends the row down every branch."""
    if node.attribute is None:
        if not node.cases:
            return {c: share * (c == node.label) for c in node.distribution}
        return {c: share * count / node.cases for c, count in node.distribution.items()}
    value = row[node.attribute]
    if not is_missing(value) and node.threshold is not None:
        value = "<=" if value <= node.threshold else ">"
    if not is_missing(value) and value in node.branches:
        return class_weights(node.branches[value], row, share)
    total = dict.fromkeys(node.distribution, 0.0)
    for branch in node.branches.values():
        for c, part in class_weights(branch, row, share * branch.cases / node.cases).items():
            total[c] += part
    return total


def predict_with_missing(node: Node, row: Mapping[str, Any]) -> Hashable:
    """The class with the most weight; of equals the first in sorted order."""
    weights = class_weights(node, row)
    best = max(weights.values())
    return next(c for c, w in weights.items() if w > best - 1e-9)


def show(node: Node, depth: int = 0) -> str:
    """The tree as C4.5 prints it: after each leaf its cases and, if there are any, its errors."""
    if node.attribute is None:
        return f": {node.label} ({node.cases:.1f}" + (f"/{node.errors:.1f})" if node.errors >= 0.05 else ")")
    lines = []
    for value, branch in node.branches.items():
        test = f"= {value}" if node.threshold is None else f"{value} {node.threshold:g}"
        below = show(branch, depth + 1)
        newline = "" if branch.attribute is None else "\n"
        lines.append("|   " * depth + f"{node.attribute} {test}{newline}{below}")
    return "\n".join(lines)
