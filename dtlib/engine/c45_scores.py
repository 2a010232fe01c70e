"""What a split is worth to C4.5, for all the open nodes of a level at once.

The formulas are those of :mod:`dtlib.teaching.c45`, with one axis more: node. Cases with a missing value
leave their mark twice. The gain is that of the known cases, times their share; the split information counts
the missing cases as one more outcome.

A set of cases with class weights ``x`` and total ``s`` holds ``s log2 s - sum(x log2 x)`` bits: its entropy
times its size. In this form no share needs to be computed, and a size of zero is no exception.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.scoring import xlog2x

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

EPSILON = 1e-3  # Release 8's margin for "no difference" in gains and in counts of errors
TIE = 1e-6  # gain ratios this close are one ratio: the original computes in 32 bits and takes the first
ROUNDING = 1e-9  # what adding up fractions of cases in another order may change
CLOSEST_VALUES = 1e-5  # two numbers nearer than this are never cut apart


class Worth(NamedTuple):
    """The best split on one attribute, at each node; ``gain`` is -inf where the attribute admits none."""

    gain: Floats
    split_information: Floats


class Cuts(NamedTuple):
    """The best cut of one numeric attribute at each node; ``last_below`` is the row just before it."""

    worth: Worth
    last_below: Integers


def worth_of_values(node: Integers, counts: Floats, missing: Floats, min_instances: float) -> Worth:
    """A branch for each value.

    Parameters
    ----------
    node : ndarray of shape (n_pairs,)
        One entry for each value that occurs at a node: that node.
    counts : ndarray of shape (n_pairs, n_classes)
        The weighted cases with that value.
    missing : ndarray of shape (n_nodes,)
        The weight of the cases whose value is missing.
    min_instances : float
        At least two branches must hold as many cases.

    Returns
    -------
    Worth
        In bits.

    Examples
    --------
    Outlook, with 5 sunny, 4 overcast and 5 rainy days (Quinlan 1986):

    >>> counts = np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]])
    >>> gain, split_information = worth_of_values(np.zeros(3, dtype=int), counts, np.zeros(1), 2)
    >>> gain.round(3), split_information.round(3)
    (array([0.247]), array([1.577]))
    """
    n_nodes, sizes = len(missing), counts.sum(axis=1)

    def sum_by_node(numbers: NDArray) -> NDArray:
        return np.bincount(node, numbers, minlength=n_nodes)

    known = np.array([sum_by_node(of_class) for of_class in counts.T])
    known_weight = known.sum(axis=0)
    total = known_weight + missing
    bits_of_sizes = sum_by_node(xlog2x(sizes))
    bits_before = xlog2x(known_weight) - xlog2x(known).sum(axis=0)
    bits_after = bits_of_sizes - sum_by_node(xlog2x(counts).sum(axis=1))
    admissible = sum_by_node(sizes >= min_instances - ROUNDING) >= 2
    gain = np.where(admissible, (bits_before - bits_after) / total, -np.inf)
    return Worth(gain, (xlog2x(total) - bits_of_sizes - xlog2x(missing)) / total)


def worth_of_cuts(
    node: Integers,
    value: Floats,
    label: Integers,
    weight: Floats,
    total: Floats,
    n_classes: int,
    *,
    min_instances: float,
    mdl_penalty: bool,
) -> Cuts:
    """The cut with the greatest gain; of equals the lowest.

    Parameters
    ----------
    node, value, label, weight : ndarray of shape (n_known,)
        The cases whose value is known, in order of node, then value.
    total : ndarray of shape (n_nodes,)
        The weight of all cases of each node, those with a missing value too.
    n_classes : int
        How many classes there are in the training table.
    min_instances : float
        The least that each side must hold; a tenth of an even class's share if that is more, up to 25.
    mdl_penalty : bool
        Whether the gain pays log2(number of cuts tried) / (number of cases) for having had the choice.

    Returns
    -------
    Cuts
        A cut without gain is none.
    """
    n_nodes, n = len(total), len(node)
    # Running class weights, with a row of zeros in front: those of rows i to j are running[j] - running[i].
    running = np.zeros((n_classes, n + 1))
    running[label, np.arange(1, n + 1)] = weight
    np.cumsum(running, axis=1, out=running)
    ends = np.searchsorted(node, np.arange(n_nodes + 1))
    before = running[:, ends[:-1]]
    known = running[:, ends[1:]] - before
    known_weight = known.sum(axis=0)

    last = np.flatnonzero((node[1:] == node[:-1]) & (value[1:] > value[:-1] + CLOSEST_VALUES))
    at = node[last]
    low = running[:, last + 1] - before[:, at]
    low_weight = low.sum(axis=0)
    high_weight = known_weight[at] - low_weight
    tenth = 0.1 * known_weight / n_classes
    smallest = np.where(tenth <= min_instances, min_instances, np.minimum(tenth, 25.0))
    smaller_side = np.minimum(low_weight, high_weight)
    tried = smaller_side >= smallest[at] - ROUNDING
    tries = np.bincount(at[tried], minlength=n_nodes)
    # Only with min_instances above 25 are there cuts that are tried and yet too small to be made.
    made = tried & (smaller_side >= min_instances - ROUNDING)
    last, at, low = last[made], at[made], low[:, made]
    low_weight, high_weight = low_weight[made], high_weight[made]

    sides = xlog2x(low_weight) + xlog2x(high_weight)
    bits_after = sides - (xlog2x(low) + xlog2x(known[:, at] - low)).sum(axis=0)
    nodes, best = _first_least(at, bits_after / total[at])
    bits_before = xlog2x(known_weight) - xlog2x(known).sum(axis=0)
    penalty = np.log2(tries[nodes]) if mdl_penalty else 0.0
    gain = (bits_before[nodes] - bits_after[best] - penalty) / total[nodes]
    missing = np.maximum(total - known_weight, 0.0)
    bits_of_split = xlog2x(total)[nodes] - sides[best] - xlog2x(missing)[nodes]

    cuts = Cuts(Worth(np.full(n_nodes, -np.inf), np.zeros(n_nodes)), np.zeros(n_nodes, dtype=np.intp))
    nodes, best, gain, bits_of_split = (a[gain > ROUNDING] for a in (nodes, best, gain, bits_of_split))
    cuts.worth.gain[nodes] = gain
    cuts.worth.split_information[nodes] = bits_of_split / total[nodes]
    cuts.last_below[nodes] = last[best]
    return cuts


def _first_least(group: Integers, number: Floats) -> tuple[Integers, Integers]:
    """The groups in order, and the place of the first number in each that is its least."""
    if not len(group):
        return group, group
    starts = np.flatnonzero(np.concatenate([[True], group[1:] != group[:-1]]))
    least = np.minimum.reduceat(number, starts)
    hits = np.flatnonzero(number <= np.repeat(least, np.diff(starts, append=len(group))) + ROUNDING)
    firsts = np.concatenate([[True], group[hits][1:] != group[hits][:-1]])
    return group[starts], hits[firsts]


def choose_attribute(
    gain: Floats, split_information: Floats, counts_for_mean: NDArray[np.bool_], *, gain_filter: bool
) -> Integers:
    """The attribute with the greatest gain ratio among those with at least average gain.

    Parameters
    ----------
    gain, split_information : ndarray of shape (n_nodes, n_attributes)
        In bits; a gain of -inf is an attribute that admits no split.
    counts_for_mean : ndarray of shape (n_attributes,)
        False for the attributes with so many values that they would raise the mean for the others.
    gain_filter : bool
        Whether the gain must be at least average.

    Returns
    -------
    ndarray of shape (n_nodes,)
        The attribute's number, the lower one of equals; -1 where there is none to be chosen.
    """
    admissible = np.isfinite(gain)
    counted = admissible & counts_for_mean
    n_counted = counted.sum(axis=1)
    with np.errstate(invalid="ignore"):
        mean = np.where(n_counted > 0, np.where(counted, gain, 0.0).sum(axis=1) / n_counted, np.inf)
    enough = mean - EPSILON if gain_filter else np.full(len(gain), -EPSILON)
    eligible = admissible & (gain >= enough[:, None]) & (split_information > EPSILON)
    ratio = np.where(eligible, gain / np.where(eligible, split_information, 1.0), -np.inf)
    best = ratio.max(axis=1, initial=-np.inf)
    return np.where(np.isfinite(best), (ratio >= best[:, None] - TIE).argmax(axis=1), -1)
