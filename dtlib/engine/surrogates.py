"""Stand-ins: which other column would have sent the cases the same way?

A case whose value is missing where a node asks for it can still be sent on, if another column tells nearly
the same story. For each split, every other column is asked for the split of its own that agrees best with
the primary one, over the cases in which both values are known. That is a search for a split again, with
"went left" and "went right" in the place of the classes, so it is done like one: for all nodes of a level at
once.

A stand-in has to beat the blind rule that sends everybody where the majority goes. Its *agreement* is the
share of the cases, among those with a known primary value, that it sends the same way; the *adjusted*
agreement says how much of what the blind rule gets wrong it puts right.

Breiman, Friedman, Olshen and Stone, *Classification and Regression Trees*, 1984, section 5.3. The details
are those of rpart, and differ from the book in one point: a case whose stand-in is missing as well counts
against the stand-in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtlib.engine.growth import Splits
from dtlib.engine.level import Level
from dtlib.engine.routing import branches, by_surrogate
from dtlib.engine.tree import NO_BRANCH, Surrogates

Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

LEFT, RIGHT = 0, 1  # the branches of a split; NO_BRANCH if it can't tell
FEWEST = 2  # cases on either side of a cut, so that no single lucky one can make a stand-in
USEFUL = 1e-10  # an adjusted agreement up to here is rounding


def add_surrogates(level: Level, splits: Splits, max_surrogates: int, n_codes: Sequence[int]) -> None:
    """Give every split of a level its stand-ins, best first, and a default branch for when they fail too.

    Parameters
    ----------
    level : Level
    splits : Splits
        Two branches each. Gets `surrogates` and `default_branch`.
    max_surrogates : int
        How many to keep at a node.
    n_codes : sequence of int
        The number of categories of each column; 0 for a numeric one.
    """
    branch = _primary_branch(level, splits)
    weighs = _weight_by_branch(level, branch)
    higher = _branch_with_higher_mean(level, branch)
    splits.default_branch = np.where(splits.feature >= 0, _heavier(weighs, higher), NO_BRANCH)

    pull = np.zeros(level.weight.size)
    pull[level.entries] = level.weight.take(level.entries) * np.where(branch < 0, 0, 2 * branch - 1)
    found: list[Cut | Grouping] = []
    for feature in range(level.n_features if max_surrogates else 0):
        order, node = level.sorted_by(feature)
        value = level.values[feature].take(order)
        if level.is_categorical[feature]:
            codes = value.astype(np.intp)
            best: Cut | Grouping = best_groupings(codes, node, pull.take(order), higher, n_codes[feature])
        else:
            best = best_cuts(value, node, pull.take(order), level.n_nodes)
        best.agreement[splits.feature == feature] = 0.0  # nobody stands in for himself
        found.append(best)
    if found:
        splits.surrogates = _ranked(found, weighs, max_surrogates)


def place(level: Level, splits: Splits, branch: Integers) -> Integers:
    """Send the cases whose value is missing: by the first stand-in that can tell, else with the majority.

    If the cases that can be told are divided evenly there is no majority. A case that no stand-in can place
    then stays behind: it is not counted below the node. (A prediction has to be made all the same; there,
    such a case takes the default branch.)

    Parameters
    ----------
    level : Level
    splits : Splits
        After `add_surrogates`.
    branch : ndarray of shape (m,)
        The branch of each position of ``level.entries``; -1 where it is missing.

    Returns
    -------
    ndarray of shape (m,)
    """
    left, right = _weight_by_branch(level, branch).T
    majority = np.where(left == right, NO_BRANCH, splits.default_branch)
    placed = branch.copy()
    undecided = np.flatnonzero((branch < 0) & (splits.feature[level.node_of] >= 0))
    node = level.node_of[undecided]
    named = by_surrogate(splits, level.values, level.entries[undecided], node)  # type: ignore[arg-type]
    placed[undecided] = np.where(named < 0, majority[node], named)
    return placed


def _primary_branch(level: Level, splits: Splits) -> Integers:
    node = level.node_of
    feature = splits.feature[node]
    branch = branches(
        level.values[feature, level.entries],
        node,
        splits.threshold,
        splits.groups_start,
        splits.branch_of_code,
    )
    branch[feature < 0] = NO_BRANCH
    return branch


def _weight_by_branch(level: Level, branch: Integers) -> NDArray:
    """What goes left and what goes right at each node, shape (n_nodes, 2)."""
    told = branch >= 0
    cell = 2 * level.node_of[told] + branch[told]
    return np.bincount(cell, level.weight[level.entries[told]], 2 * level.n_nodes).reshape(-1, 2)


def _branch_with_higher_mean(level: Level, branch: Integers) -> Integers:
    """Where the greater numbers go, or the later classes. It decides where nothing else does, as in rpart."""
    told = branch >= 0
    cases, cell = level.entries[told], 2 * level.node_of[told] + branch[told]
    weight = level.weight[cases]
    number = sum(k * line for k, line in enumerate(level.target.take(cases).lines(), start=1))
    total = np.bincount(cell, weight, 2 * level.n_nodes)
    mean = np.bincount(cell, weight * number, 2 * level.n_nodes) / np.where(total > 0, total, 1)
    left, right = mean.reshape(-1, 2).T
    return np.where(left > right, LEFT, RIGHT)


def _heavier(weighs: Floats, if_even: Integers) -> Integers:
    """The branch with more weight. `weighs` holds left and right along its last axis."""
    left, right = weighs[..., LEFT], weighs[..., RIGHT]
    return np.where(left > right, LEFT, np.where(left < right, RIGHT, if_even))


class Cut(NamedTuple):
    """The best stand-in of one numeric column at each node.

    Attributes
    ----------
    agreement : ndarray of shape (n_nodes,)
        Weight of the cases sent the same way; 0.0 if no cut beats sending all of them one way.
    threshold : ndarray of shape (n_nodes,)
    low_branch : ndarray of shape (n_nodes,)
        The branch of the cases with ``x <= threshold``.
    """

    agreement: Floats
    threshold: Floats
    low_branch: Integers


class Grouping(NamedTuple):
    """The best stand-in of one categorical column at each node.

    Attributes
    ----------
    agreement : ndarray of shape (n_nodes,)
        Weight of the cases sent the same way; 0.0 if no grouping is accepted.
    branch_of_code : ndarray of shape (n_nodes, n_codes)
        Where each category goes; -1 if no case tells.
    """

    agreement: Floats
    branch_of_code: NDArray[np.intp]


def best_cuts(x: Floats, node: Integers, pull: Floats, n_nodes: int) -> Cut:
    """For each node, the cut of a numeric column that agrees best with the primary split.

    Parameters
    ----------
    x : ndarray of shape (n,)
        Known values, ascending within each node.
    node : ndarray of shape (n,)
        Ascending, from 0 to ``n_nodes - 1``.
    pull : ndarray of shape (n,)
        The weight of a case that the primary split sends right, minus that of one it sends left; 0 if its
        value is missing there. Such a case still has a say in where the midpoints lie.
    n_nodes : int

    Returns
    -------
    Cut
        Of equally good cuts the lowest.

    Examples
    --------
    >>> x, pull = np.array([1.0, 2, 3, 4, 5]), np.array([-1.0, -1, 1, 1, -1])
    >>> cut = best_cuts(x, np.zeros(5, dtype=int), pull, n_nodes=1)
    >>> cut.agreement.tolist(), cut.threshold.tolist(), cut.low_branch.tolist()
    ([4.0], [2.5], [0])
    """
    start = np.searchsorted(node, np.arange(n_nodes + 1))
    sizes = np.diff(start)
    running = np.append(0.0, np.cumsum(pull))
    at_start = running[start]
    # If l of the L cases that should go left are below a cut, and r of the R that should go right, then
    # l + R - r agree with it, and L + R less that with its mirror image. `lean` is what the first has above
    # the mean of the two.
    half = np.diff(at_start) / 2
    lean = np.repeat(at_start[:-1] + half, sizes) - running[1:]
    cuts = np.flatnonzero(np.abs(lean) > np.repeat(np.abs(half), sizes))

    cuts = cuts[cuts < len(x) - 1]
    at = node[cuts]
    n_told = np.append(0, np.cumsum(pull != 0))
    below, above = n_told[cuts + 1] - n_told[start[at]], n_told[start[at + 1]] - n_told[cuts + 1]
    cuts = cuts[(below >= FEWEST) & (above >= FEWEST) & (x[cuts] != x[cuts + 1])]

    at, strength = node[cuts], np.abs(lean[cuts])
    strongest = np.zeros(n_nodes)
    np.maximum.at(strongest, at, strength)
    is_strongest = strength == strongest[at]
    where, first = np.unique(at[is_strongest], return_index=True)
    cuts = cuts[is_strongest][first]

    agreement, threshold = np.zeros(n_nodes), np.full(n_nodes, np.nan)
    low_branch = np.full(n_nodes, NO_BRANCH, dtype=np.intp)
    agreement[where] = (np.bincount(node, np.abs(pull), n_nodes) / 2 + strongest)[where]
    threshold[where] = (x[cuts].astype(np.float64) + x[cuts + 1]) / 2
    low_branch[where] = np.where(lean[cuts] > 0, LEFT, RIGHT)
    return Cut(agreement, threshold, low_branch)


def best_groupings(
    codes: Integers, node: Integers, pull: Floats, if_even: Integers, n_codes: int
) -> Grouping:
    """For each node, the grouping of a categorical column that agrees best with the primary split.

    Each category goes where most of its cases go; one that is divided evenly goes where most cases of the
    node go.

    Parameters
    ----------
    codes : ndarray of shape (n,)
        Known categories, from 0 to ``n_codes - 1``.
    node : ndarray of shape (n,)
        From 0 to ``n_nodes - 1``.
    pull : ndarray of shape (n,)
        As for `best_cuts`.
    if_even : ndarray of shape (n_nodes,)
        The branch for an evenly divided category in an evenly divided node.
    n_codes : int

    Returns
    -------
    Grouping

    Notes
    -----
    A grouping is accepted only if it gets two cases wrong, at least. There is no reason for that: it means
    that a categorical column that tells exactly the same story is no stand-in. But it is what rpart 4.1.19
    does (see ``tests/reference/rpart``), and being comparable with it is worth more here than being right
    alone.

    Examples
    --------
    >>> codes, pull = np.array([0, 0, 0, 1, 1, 1, 2]), np.array([-1.0, -1, 1, 1, 1, -1, 0])
    >>> best = best_groupings(codes, np.zeros(7, dtype=int), pull, np.array([RIGHT]), n_codes=3)
    >>> best.agreement.tolist(), best.branch_of_code.tolist()
    ([4.0], [[0, 1, -1]])
    """
    n_nodes = len(if_even)
    cell = node * n_codes + codes

    def table(values: NDArray) -> NDArray:
        return np.bincount(cell, values, n_nodes * n_codes).reshape(n_nodes, n_codes)

    left, right = table(np.maximum(-pull, 0)), table(np.maximum(pull, 0))
    majority = _heavier(np.stack([left.sum(axis=1), right.sum(axis=1)], axis=-1), if_even)
    goes = _heavier(np.stack([left, right], axis=-1), majority[:, np.newaxis])
    goes[left + right == 0] = NO_BRANCH

    agreement = np.maximum(left, right).sum(axis=1)
    wrong = np.where(goes == LEFT, table(pull > 0), table(pull < 0)).sum(axis=1)
    return Grouping(np.where(wrong >= FEWEST, agreement, 0.0), goes.astype(np.intp))


def _ranked(found: list[Cut | Grouping], weighs: Floats, max_surrogates: int) -> Surrogates:
    """At each node, the best stand-ins of all columns; of equally good ones the first column."""
    told = weighs.sum(axis=1).astype(np.float64)
    told[told == 0] = np.nan  # not split: nothing to agree with
    blind = weighs.max(axis=1) / told
    agreement = np.array([best.agreement for best in found]) / told
    adjusted = (agreement - blind) / (1 - blind)
    feature = np.argsort(-agreement, axis=0, kind="stable")[:max_surrogates].T
    node = np.repeat(np.arange(len(told)), feature.shape[1]).reshape(feature.shape)
    useful = adjusted[feature, node] > USEFUL
    feature, node = feature[useful], node[useful]

    n = len(node)
    threshold, low_branch = np.full(n, np.nan), np.full(n, NO_BRANCH, dtype=np.intp)
    groups: list[NDArray[np.intp] | None] = [None] * n
    for i, (column, at) in enumerate(zip(feature.tolist(), node.tolist(), strict=True)):
        best = found[column]
        if isinstance(best, Cut):
            threshold[i], low_branch[i] = best.threshold[at], best.low_branch[at]
        else:
            groups[i] = best.branch_of_code[at]
    return Surrogates(
        node, feature, threshold, low_branch, groups, agreement[feature, node], adjusted[feature, node]
    )
