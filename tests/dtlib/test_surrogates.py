"""Surrogates: the search for all nodes of a level against trying every cut, and what a fitted tree does."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlib import CARTClassifier, CARTRegressor
from dtlib.engine.surrogates import LEFT, NO_BRANCH, RIGHT, best_cuts, best_groupings

cases = st.lists(st.tuples(st.integers(0, 6), st.integers(-3, 3)), max_size=14)


def level_of(nodes):
    node = np.repeat(np.arange(len(nodes)), [len(members) for members in nodes])
    x, pull = np.array([case for members in nodes for case in members], dtype=float).reshape(-1, 2).T
    return x, node, pull


def best_cut_the_long_way(members):
    """(agreement, threshold, low_branch): every cut both ways, the lowest of the best."""
    left, right = (sum(abs(p) for _, p in members if p * side > 0) for side in (-1, 1))
    best = (0, None, NO_BRANCH)
    values = sorted({x for x, _ in members})
    for below, above in pairwise(values):
        sides = [[p for x, p in members if (x <= below) == is_low and p != 0] for is_low in (True, False)]
        if min(map(len, sides)) < 2:
            continue
        straight = sum(-p for p in sides[0] if p < 0) + sum(p for p in sides[1] if p > 0)
        for agreement, low_branch in ((straight, LEFT), (left + right - straight, RIGHT)):
            if agreement > max(best[0], left, right):
                best = (agreement, (below + above) / 2, low_branch)
    return best


@given(st.lists(cases, min_size=1, max_size=5))
def test_best_cuts(nodes):
    nodes = [sorted(members) for members in nodes]
    x, node, pull = level_of(nodes)
    cut = best_cuts(x, node, pull, len(nodes))
    for k, members in enumerate(nodes):
        agreement, threshold, low_branch = best_cut_the_long_way(members)
        assert cut.agreement[k] == agreement
        assert cut.low_branch[k] == low_branch
        assert np.isnan(cut.threshold[k]) if threshold is None else cut.threshold[k] == threshold


@given(st.lists(cases, min_size=1, max_size=5))
def test_best_groupings(nodes):
    x, node, pull = level_of(nodes)
    best = best_groupings(x.astype(int), node, pull, np.full(len(nodes), RIGHT), n_codes=7)
    for k, members in enumerate(nodes):
        agreement = wrong = 0
        majority = LEFT if sum(p for _, p in members) < 0 else RIGHT
        for code in range(7):
            pulls = [p for x, p in members if x == code and p != 0]
            goes = (LEFT if sum(pulls) < 0 else RIGHT if sum(pulls) > 0 else majority) if pulls else NO_BRANCH
            assert best.branch_of_code[k, code] == goes
            agreement += sum(abs(p) for p in pulls if (p > 0) == (goes == RIGHT))
            wrong += sum((p > 0) != (goes == RIGHT) for p in pulls)
        assert best.agreement[k] == (agreement if wrong >= 2 else 0)


def twins(n=40, seed=0):
    """Two columns that tell the same story, and a target that follows it."""
    x = np.random.default_rng(seed).permutation(n).astype(float)
    return pd.DataFrame({"metres": x, "feet": 3.28 * x}), np.where(x < n / 2, "short", "tall")


def test_a_case_with_a_gap_follows_the_stand_in():
    X, y = twins()
    tree = CARTClassifier(max_surrogates=1).fit(X, y)
    holed = X.assign(metres=np.nan)
    assert (tree.predict(holed) == y).all()
    assert tree.tree_.surrogates.agreement.tolist() == [1.0]


def test_without_any_value_a_case_goes_with_the_majority():
    X, y = twins()
    X, y = X.iloc[3:], y[3:]
    tree = CARTClassifier(max_surrogates=1).fit(X, y)
    most = pd.Series(y).mode()[0]
    assert tree.predict(X.iloc[:1] * np.nan).tolist() == [most]


def test_a_mirrored_column_stands_in_too():
    X, y = twins()
    tree = CARTClassifier(max_surrogates=1).fit(X.assign(feet=-X["feet"]), y)
    assert (tree.predict(pd.DataFrame({"metres": np.nan, "feet": -X["feet"]})) == y).all()


def test_no_more_surrogates_than_asked_for():
    rng = np.random.default_rng(0)
    hidden = rng.normal(size=200)
    X = hidden[:, np.newaxis] + 0.5 * rng.normal(size=(200, 6))
    for wanted in (0, 1, 3):
        tree = CARTRegressor(min_samples_leaf=20, max_surrogates=wanted).fit(X, hidden)
        counts = np.bincount(tree.tree_.surrogates.node, minlength=tree.tree_.n_nodes)
        assert counts.max() == wanted
        assert (tree.tree_.surrogates.adjusted > 0).all()


@pytest.mark.parametrize("seed", range(5))
def test_weights_are_repetitions(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 4)).round(1)
    X[rng.random(X.shape) < 0.15] = np.nan
    y, weight = rng.integers(0, 2, 60), rng.integers(1, 4, 60)
    options = {"max_surrogates": 3, "max_depth": 2}
    weighted = CARTClassifier(**options).fit(X, y, sample_weight=weight).tree_
    repeated = CARTClassifier(**options).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight)).tree_
    assert weighted.feature.tolist() == repeated.feature.tolist()
    assert weighted.default_branch.tolist() == repeated.default_branch.tolist()


def test_a_category_that_training_never_saw_goes_by_the_stand_in():
    X, y = twins()
    kind = pd.Categorical(np.where(y == "short", "a", "b"), categories=["a", "b", "c"])
    X = pd.DataFrame({"kind": kind, "feet": X["feet"]})
    tree = CARTClassifier(max_surrogates=1).fit(X, y)
    unseen = X.assign(kind=pd.Categorical(["c"] * len(X), categories=["a", "b", "c"]))
    assert (tree.predict(unseen) == y).all()
