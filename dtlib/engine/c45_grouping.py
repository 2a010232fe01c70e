"""C4.5's grouping of an attribute's values: fewer branches than values, found by merging greedily.

A split with a branch for every value divides the cases thinly. With ``subset=True`` C4.5 starts from that
split and keeps merging the two groups whose merger makes the best gain ratio, as long as the ratio grows. It
is the climb of one hill, not a search of all groupings (J. R. Quinlan, *C4.5: Programs for Machine Learning*,
1993, chapter 7; details from Release 8).
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

EPSILON = 1e-3
REPRESENTED = 0.5  # a value with no more weight than this at the node belongs to no group
PURE = 0.1  # a group is of one class if all but this weight is
BETTER = 1e-5  # a merger must raise the gain ratio by this much


class Grouping(NamedTuple):
    """Groups of value numbers, each to be one branch, and the split's worth in bits."""

    groups: list[list[int]]
    gain: float
    split_information: float


class _Worth(NamedTuple):
    gain: float
    split_information: float
    gain_ratio: float


class _Cases(NamedTuple):
    """What is the same for every grouping at the node: the bits before the split, and the weights."""

    bits: float
    missing: float
    total: float

    def worth(self, blocks: NDArray[np.float64]) -> _Worth:
        """A branch for each block; the cases with a missing value are one more outcome."""
        sizes = blocks.sum(axis=1)
        information = _bits(np.append(sizes, self.missing)) / self.total
        if (sizes >= 1).sum() < 2:
            return _Worth(-EPSILON, information, -EPSILON)
        gain = (self.bits - sum(_bits(block) for block in blocks)) / self.total
        ratio = gain / information if gain >= 0 and information > EPSILON else -EPSILON
        return _Worth(gain, information, ratio)


def group_values(
    counts: NDArray[np.float64], missing: float = 0.0, min_instances: float = 2.0
) -> Grouping | None:
    """Group the values of one attribute at one node.

    Parameters
    ----------
    counts : ndarray of shape (n_values, n_classes)
        Weighted cases of each class with each value.
    missing : float
        The weight of the cases at the node whose value is missing.
    min_instances : float
        Two groups at least must hold as many cases.

    Returns
    -------
    Grouping or None
        Values that (nearly) no case at the node has come last, in a group of their own. ``None`` if the
        attribute admits no split here.

    Examples
    --------
    Of five values two are of one class, two are nearly of the other, and the fifth is mixed:

    >>> counts = np.array([[6, 0], [5, 0], [1, 7], [1, 6], [4, 4.0]])
    >>> group_values(counts).groups
    [[0, 1], [2, 3, 4]]
    """
    cases = _Cases(_bits(counts.sum(axis=0)), missing, float(counts.sum() + missing))
    represented = counts.sum(axis=1) > REPRESENTED
    groups = [[int(value)] for value in np.flatnonzero(represented)]
    if len(groups) < 2:
        return None
    blocks, groups = _merge_pure(counts[represented], groups)
    worth = cases.worth(blocks if len(blocks) < represented.sum() else counts)
    enough_gain = worth.gain / 2
    while len(blocks) > 2:
        n_fair = int((blocks.sum(axis=1) >= min_instances).sum())
        merger = _best_merger(blocks, cases, n_fair, enough_gain)
        if merger is None:
            break
        (i, j), merged = merger
        if n_fair >= 2 and merged.gain_ratio < worth.gain_ratio + BETTER:
            break
        blocks, groups = _merge(blocks, groups, i, j)
        worth = merged

    if worth.gain_ratio <= 0 or (blocks.sum(axis=1) >= min_instances).sum() < 2:
        return None
    if not represented.all():
        groups = [*groups, np.flatnonzero(~represented).tolist()]
    return Grouping([sorted(group) for group in groups], cases.worth(blocks).gain, worth.split_information)


def _merge_pure(
    blocks: NDArray[np.float64], groups: list[list[int]]
) -> tuple[NDArray[np.float64], list[list[int]]]:
    """Values whose cases are all of one class have nothing to be told apart by."""
    i = 0
    while i < len(blocks) - 1:
        (present,) = np.nonzero(blocks[i] >= PURE)
        j = i + 1
        while j < len(blocks) and len(present):
            pure = [blocks[k, present[0]] >= blocks[k].sum() - PURE for k in (i, j)]
            if all(pure):
                blocks, groups = _merge(blocks, groups, i, j)
            else:
                j += 1
        i += 1
    return blocks, groups


def _best_merger(
    blocks: NDArray[np.float64], cases: _Cases, n_fair: int, enough_gain: float
) -> tuple[tuple[int, int], _Worth] | None:
    """The pair whose merger has the best gain ratio, but first of all one that keeps half the gain."""
    # With fewer than three groups of a fair size the largest must not grow, or it would swallow the rest.
    barred = int(blocks.sum(axis=1).argmax()) if n_fair < 3 else None
    best: tuple[tuple[int, int], _Worth] | None = None
    for pair in combinations(range(len(blocks)), 2):
        if barred in pair:
            continue
        merged = cases.worth(_merge(blocks, [], *pair)[0])
        if best is None:
            better = n_fair < 2 or merged.gain >= enough_gain or merged.gain_ratio >= 0
        else:
            better = merged.gain >= enough_gain > best[1].gain or merged.gain_ratio >= best[1].gain_ratio
        if better:
            best = pair, merged
    return best


def _merge(
    blocks: NDArray[np.float64], groups: list[list[int]], i: int, j: int
) -> tuple[NDArray[np.float64], list[list[int]]]:
    """Group j joins group i, and the last group takes the place that becomes free."""
    blocks, groups = blocks.copy(), groups.copy()
    blocks[i] += blocks[j]
    blocks[j] = blocks[-1]
    if groups:
        groups[i] = groups[i] + groups[j]
        groups[j] = groups[-1]
        groups.pop()
    return blocks[:-1], groups


def _bits(weights: NDArray[np.float64]) -> float:
    """Entropy times the weight of the cases."""
    present = weights[weights > 0]
    return float(present.sum() * np.log2(present.sum()) - present @ np.log2(present)) if len(present) else 0.0
