"""CART against scikit-learn node for node, and against brute force where scikit-learn can't follow."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtlib
from dtlib import CARTClassifier, CARTRegressor
from dtlib.export import export_text, rules_of, to_dict


def decrease(y, left, weight, criterion):
    """What a split takes away, by the textbook."""

    def held(part):
        w, labels = weight[part], y[part]
        if criterion == "squared_error":
            return (w * (labels - np.average(labels, weights=w)) ** 2).sum()
        shares = np.array([w[labels == k].sum() for k in np.unique(labels)]) / w.sum()
        return w.sum() * (
            (1 - (shares**2).sum()) if criterion == "gini" else -(shares * np.log2(shares)).sum()
        )

    return held(np.full(len(y), True)) - held(left) - held(~left)


def assert_same_tree(ours, theirs, X, y, weight=None):
    """The same splits from the root on; two splits that differ must be equally good, and there we stop."""
    mine, other = ours.tree_, theirs.tree_
    X32 = X.astype(np.float32)
    weight = np.ones(len(y)) if weight is None else weight
    n_compared = 0
    pending = [(0, 0, np.flatnonzero(weight > 0))]
    while pending:
        a, b, rows = pending.pop()
        n_compared += 1
        assert mine.n_rows[a] == other.n_node_samples[b] == len(rows)
        assert mine.weight[a] == pytest.approx(other.weighted_n_node_samples[b], rel=1e-12)
        assert mine.impurity[a] == pytest.approx(other.impurity[b], abs=1e-9)
        assert mine.is_leaf[a] == (other.children_left[b] < 0)
        if mine.is_leaf[a]:
            continue
        sides = X32[rows, mine.feature[a]] <= mine.threshold[a]
        if (mine.feature[a], mine.threshold[a]) == (other.feature[b], other.threshold[b]):
            left, right = mine.children(a)
            pending += [
                (left, other.children_left[b], rows[sides]),
                (right, other.children_right[b], rows[~sides]),
            ]
            continue
        other_sides = X32[rows, other.feature[b]] <= other.threshold[b]
        scores = [decrease(y[rows], s, weight[rows], ours.criterion) for s in (sides, other_sides)]
        assert scores[0] == pytest.approx(scores[1], rel=1e-7, abs=1e-9)
    return n_compared


def tables(seed):
    """Smooth columns, columns full of ties, and both."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 400))
    smooth, tied = rng.normal(size=(n, 3)), rng.integers(0, 5, size=(n, 3)).astype(float)
    X = [smooth, tied, np.hstack([smooth, tied])][seed % 3]
    signal = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n)
    weight = rng.integers(0, 4, size=n) / 2 if seed % 2 else None
    if weight is not None and not weight.any():
        weight[0] = 1
    return X, signal, weight


LIMITS = [
    {},
    {"max_depth": 3},
    {"min_samples_split": 15},
    {"min_samples_leaf": 6},
    {"min_weight_fraction_leaf": 0.05},
    {"max_leaf_nodes": 7},
    {"min_impurity_decrease": 0.01},
]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("n_classes", [2, 4])
def test_classification_trees_are_scikit_learns(n_classes, criterion, limits):
    for seed in range(6):
        X, signal, weight = tables(seed)
        y = np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))
        class_weight = {0: 2.0, 1: 0.5} if seed >= 4 else None
        ours = CARTClassifier(criterion=criterion, class_weight=class_weight, **limits)
        theirs = DecisionTreeClassifier(
            criterion=criterion, class_weight=class_weight, random_state=0, **limits
        )
        ours.fit(X, y, sample_weight=weight)
        theirs.fit(X, y, sample_weight=weight)
        weighed = np.ones(len(y)) if weight is None else weight
        if class_weight:
            weighed = weighed * np.where(y == 0, 2.0, np.where(y == 1, 0.5, 1.0))
        if "max_leaf_nodes" in limits:
            assert ours.get_n_leaves() == theirs.get_n_leaves()
        else:
            assert assert_same_tree(ours, theirs, X, y, weighed) > 0


@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_regression_trees_are_scikit_learns(limits):
    for seed in range(6):
        X, signal, weight = tables(seed)
        ours = CARTRegressor(**limits).fit(X, signal, sample_weight=weight)
        theirs = DecisionTreeRegressor(random_state=0, **limits).fit(X, signal, sample_weight=weight)
        if "max_leaf_nodes" in limits:
            assert ours.get_n_leaves() == theirs.get_n_leaves()
        else:
            assert assert_same_tree(ours, theirs, X, signal, weight) > 0


def distinct_splits(seed, n):
    """Smooth columns and crooked weights: no two splits are equally good, so that the trees must be equal."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, X[:, 0] * X[:, 1] + rng.normal(size=n), rng.uniform(0.5, 1.5, size=n)


@pytest.mark.parametrize("seed", range(5))
def test_where_no_splits_tie_everything_is_equal(seed):
    X, signal, weight = distinct_splits(seed, 2000)
    for ours, theirs, y in (
        (CARTClassifier, DecisionTreeClassifier, signal > 0),
        (CARTRegressor, DecisionTreeRegressor, signal),
    ):
        limits = {"min_samples_leaf": 40}
        mine, other = ours(**limits).fit(X, y, weight), theirs(**limits, random_state=0).fit(X, y, weight)
        assert assert_same_tree(mine, other, X, y, weight) == other.tree_.node_count
        assert np.abs(mine.feature_importances_ - other.feature_importances_).max() < 1e-10
        new = np.random.default_rng(1).normal(size=(500, 4))
        assert np.allclose(mine.predict(new), other.predict(new))
        path, reference = (e.cost_complexity_pruning_path(X, y, weight) for e in (mine, other))
        assert np.abs(path.ccp_alphas - reference.ccp_alphas).max() < 1e-10
        assert np.abs(path.impurities - reference.impurities).max() < 1e-10
        middle = len(path.ccp_alphas) // 2
        alpha = path.ccp_alphas[
            middle : middle + 2
        ].mean()  # between two steps, so that rounding can't matter
        pruned = ours(ccp_alpha=alpha, **limits).fit(X, y)
        assert pruned.get_n_leaves() == theirs(ccp_alpha=alpha, **limits).fit(X, y).get_n_leaves()


@pytest.mark.parametrize("n_leaves", [2, 5, 17])
def test_best_first_grows_the_leaves_that_scikit_learn_grows(n_leaves):
    X, signal, _ = distinct_splits(0, 2000)
    ours = CARTRegressor(max_leaf_nodes=n_leaves).fit(X, signal)
    theirs = DecisionTreeRegressor(max_leaf_nodes=n_leaves, random_state=0).fit(X, signal)
    assert ours.get_n_leaves() == n_leaves
    assert np.allclose(ours.predict(X), theirs.predict(X))


@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer])
def test_real_tables(load):
    X, y = load(return_X_y=True)
    ours = CARTClassifier().fit(X, y)
    # scikit-learn draws lots between columns that are equally good, so some of its trees leave ours early.
    drawn = [DecisionTreeClassifier(random_state=seed).fit(X, y) for seed in range(5)]
    assert max(assert_same_tree(ours, theirs, X, y) for theirs in drawn) > 3
    assert ours.score(X, y) == drawn[0].score(X, y)


def test_a_real_table_of_numbers():
    X, y = load_diabetes(return_X_y=True)
    limits = {"min_samples_leaf": 25}
    ours, theirs = (
        CARTRegressor(**limits).fit(X, y),
        DecisionTreeRegressor(random_state=0, **limits).fit(X, y),
    )
    assert assert_same_tree(ours, theirs, X, y) == theirs.tree_.node_count


def test_labels_that_are_whole_numbers_with_ties():
    rng = np.random.default_rng(3)
    X, y = rng.integers(0, 6, size=(300, 4)).astype(float), rng.integers(0, 9, size=300).astype(float)
    ours, theirs = CARTRegressor().fit(X, y), DecisionTreeRegressor(random_state=0).fit(X, y)
    assert assert_same_tree(ours, theirs, X, y) > 3
    assert ours.score(X, y) == pytest.approx(theirs.score(X, y))


def test_a_split_that_gains_nothing_is_made():
    xor = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert CARTClassifier().fit(xor, [0, 1, 1, 0]).score(xor, [0, 1, 1, 0]) == 1.0


def test_numbers_closer_than_a_ten_millionth_are_not_cut_apart():
    X = np.array([[0.0], [5e-8], [1.0]])
    assert CARTClassifier().fit(X, [0, 1, 1]).get_n_leaves() == 2


def test_of_equally_good_columns_the_first_wins_and_of_cuts_the_lowest():
    X = np.array([[1, 1], [2, 2], [3, 3], [4, 4]])
    tree = CARTClassifier(max_depth=1).fit(X, [0, 1, 1, 0]).tree_
    assert (tree.feature[0], tree.threshold[0]) == (0, 1.5)


def test_a_tree_may_be_deeper_than_python_can_recurse():
    X = np.arange(2400, dtype=float)[:, None]
    y = np.arange(2400) % 2
    tree = CARTClassifier().fit(X, y)
    assert tree.get_depth() > 1000
    assert tree.score(X, y) == 1.0
    assert len(export_text(tree).splitlines()) == tree.tree_.n_nodes - 1
    assert rules_of(tree)[0].n == 1


# ---- Categories


def best_by_brute_force(x, y, criterion):
    values = sorted(set(x))
    weight = np.ones(len(y))
    groupings = [set(c) for k in range(1, len(values)) for c in combinations(values, k)]
    return max(decrease(y, np.isin(x, list(group)), weight, criterion) for group in groupings)


def decrease_at_root(estimator):
    tree = estimator.tree_
    held = tree.weight * tree.impurity
    return held[0] - held[1:3].sum()


@settings(deadline=None, max_examples=60)
@given(st.data())
@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_best_grouping_of_all(criterion, n_classes, data):
    n = data.draw(st.integers(4, 25))
    x = np.array(data.draw(st.lists(st.sampled_from("abcdef"), min_size=n, max_size=n)), dtype=object)
    labels = st.floats(-5, 5) if criterion == "squared_error" else st.integers(0, n_classes - 1)
    y = np.array(data.draw(st.lists(labels, min_size=n, max_size=n)))
    estimator = CARTRegressor if criterion == "squared_error" else CARTClassifier
    fitted = estimator(criterion=criterion, max_depth=1).fit(pd.DataFrame({"x": x}), y)
    if fitted.get_n_leaves() == 1:
        assert len(set(x)) == 1 or np.ptp(y) < 1e-6
    else:
        assert decrease_at_root(fitted) == pytest.approx(best_by_brute_force(x, y, criterion), abs=1e-9)


def test_more_than_ten_values_and_classes_still_find_a_plain_grouping():
    rng = np.random.default_rng(0)
    x = rng.integers(0, 14, size=600)
    y = np.where(x < 7, 0, rng.integers(1, 3, size=600))
    X = pd.DataFrame({"x": [f"v{value:02}" for value in x]})
    groups = to_dict(CARTClassifier(max_depth=1).fit(X, y))["groups"]
    assert groups[0] == [f"v{value:02}" for value in range(7)]


def test_a_code_is_not_a_number():
    """Coded 0, 1, 2 and cut like a number, the middle value can't be told from the others at once."""
    x, y = ["a", "b", "c"] * 4, [0, 1, 0] * 4
    grouped = CARTClassifier().fit(pd.DataFrame({"x": x}), y)
    cut = CARTClassifier().fit(pd.DataFrame({"x": [ord(value) for value in x]}), y)
    assert (grouped.get_depth(), cut.get_depth()) == (1, 2)


def test_weather_wind_groups_as_published():
    data = dtlib.datasets.load_weather_wind()
    tree = to_dict(CARTClassifier(max_depth=1).fit(data.X, data.y))
    assert (tree["attribute"], tree["groups"]) == ("weather", [["overcast"], ["rain", "sunny"]])
    after = sum(branch["n"] * branch["impurity"] for branch in tree["branches"]) / tree["n"]
    assert after == pytest.approx(0.2857, abs=5e-5)


def test_an_unseen_category_goes_with_the_majority():
    X = pd.DataFrame({"x": ["a"] * 5 + ["b"] * 3})
    tree = CARTClassifier().fit(X, [1] * 5 + [0] * 3)
    assert tree.predict(pd.DataFrame({"x": ["c"]})) == [1]


# ---- Missing values


def test_a_case_without_a_value_goes_by_surrogate_or_with_the_majority():
    x = np.arange(20, dtype=float)
    X = np.column_stack([x, -x])
    y = (x >= 8).astype(int)
    gap = [[np.nan, -1.0], [np.nan, -15.0], [np.nan, np.nan]]
    assert CARTClassifier(max_surrogates=1).fit(X, y).predict(gap).tolist() == [0, 1, 1]
    assert CARTClassifier().fit(X, y).predict(gap).tolist() == [1, 1, 1]


@settings(deadline=None, max_examples=40)
@given(hnp.arrays(np.float64, st.tuples(st.integers(2, 30), st.integers(1, 3)),
                  elements=st.sampled_from([0.0, 1.0, 2.0, np.nan])), st.data())  # fmt: skip
def test_no_case_is_lost_for_want_of_a_value(X, data):
    y = np.array(data.draw(st.lists(st.integers(0, 2), min_size=len(X), max_size=len(X))))
    for surrogates in (0, 2):
        tree = CARTClassifier(max_surrogates=surrogates).fit(X, y)
        assert np.isfinite(tree.predict_proba(X)).all()


# ---- Random columns, pruning by error


def test_columns_drawn_at_random_depend_on_the_seed_alone():
    X, y = load_wine(return_X_y=True)
    first, same, other = (CARTClassifier(max_features=2, random_state=s).fit(X, y) for s in (0, 0, 1))
    assert np.array_equal(first.tree_.feature, same.tree_.feature)
    assert not np.array_equal(first.tree_.feature, other.tree_.feature)
    assert first.score(X, y) == 1.0
    assert np.array_equal(
        CARTClassifier(max_features=1.0, random_state=0).fit(X, y).tree_.feature,
        CARTClassifier().fit(X, y).tree_.feature,
    )


def test_the_two_risks_prune_different_branches():
    X, signal, _ = distinct_splits(2, 600)
    by_impurity, by_error = (
        CARTClassifier(min_samples_leaf=10, ccp_risk=risk).cost_complexity_pruning_path(X, signal > 0)
        for risk in ("impurity", "error")
    )
    assert len(by_impurity.ccp_alphas) != len(by_error.ccp_alphas)
    grown = CARTClassifier(min_samples_leaf=10).fit(X, signal > 0)
    assert by_error.impurities[0] == pytest.approx(1 - grown.score(X, signal > 0))
