"""The teaching versions of week 5 against scikit-learn, on whatever hypothesis thinks of."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.ensemble import VotingClassifier
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support
from sklearn.model_selection import KFold
from sklearn.tree import DecisionTreeClassifier

from dtlib.teaching import build_id3, predict_one
from dtlib.teaching.forest import bootstrap_sample, forest_vote
from dtlib.teaching.tuning import (
    confusion,
    depth_sweep,
    grid_search,
    k_fold_indices,
    one_se_rule,
    precision_recall_f1,
)

label = st.sampled_from("abc")
pairs_of_labels = st.lists(st.tuples(label, label), min_size=1, max_size=30).map(
    lambda pairs: tuple(zip(*pairs, strict=True))
)


@given(pairs_of_labels)
def test_confusion_is_scikit_learns(answers):
    truth, predicted = answers
    counts = [list(row.values()) for row in confusion(truth, predicted).values()]
    assert counts == confusion_matrix(truth, predicted, labels=sorted({*truth, *predicted})).tolist()


@given(pairs_of_labels, label)
def test_precision_recall_f1_are_scikit_learns(answers, positive):
    truth, predicted = answers
    *expected, _ = precision_recall_fscore_support(
        truth, predicted, labels=[positive], zero_division=0.0, average=None
    )
    assert list(precision_recall_f1(truth, predicted, positive).values()) == pytest.approx(
        np.ravel(expected).tolist()
    )


@given(st.integers(2, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(2, n))))
def test_folds_are_scikit_learns(size):
    n, k = size
    theirs = [(train.tolist(), held.tolist()) for train, held in KFold(k).split(np.zeros(n))]
    assert k_fold_indices(n, k) == theirs


@pytest.mark.parametrize(("n", "k"), [(5, 1), (5, 6), (0, 2)])
def test_impossible_folds_are_refused(n, k):
    with pytest.raises(ValueError, match="cannot be cut"):
        k_fold_indices(n, k)


table = st.lists(st.tuples(*[st.sampled_from("xyz")] * 3, label), min_size=1, max_size=25)


@given(table, table)
def test_the_last_depth_of_a_sweep_is_the_whole_tree_and_depth_0_the_majority(learnt, asked):
    names = ["p", "q", "r"]
    rows, labels = [dict(zip(names, row[:3], strict=True)) for row in learnt], [row[3] for row in learnt]
    others, truth = [dict(zip(names, row[:3], strict=True)) for row in asked], [row[3] for row in asked]
    tree = build_id3(rows, labels, names)
    root, whole = depth_sweep(tree, others, truth, [0, 3])
    majority = min(set(labels), key=lambda one: (-labels.count(one), one))
    assert root == pytest.approx(np.mean([one != majority for one in truth]))
    assert whole == pytest.approx(
        np.mean([predict_one(tree, row) != one for row, one in zip(others, truth, strict=True)])
    )


def test_on_its_own_rows_a_deeper_tree_is_never_worse():
    rng = np.random.default_rng(0)
    rows = [dict(zip("pqrs", map(int, row), strict=True)) for row in rng.integers(3, size=(40, 4))]
    labels = rng.choice(list("ab"), 40).tolist()
    errors = depth_sweep(build_id3(rows, labels, list("pqrs")), rows, labels, [0, 1, 2, 3, 4])
    assert errors == sorted(errors, reverse=True)


def test_grid_search_finds_what_no_single_line_through_the_grid_does():
    score = {(1, 1): 0.7, (1, 9): 0.6, (4, 1): 0.5, (4, 9): 0.9}
    runs = [{"depth": d, "leaf": m, "score": s} for (d, m), s in score.items()]
    assert grid_search({"depth": [1, 4], "leaf": [1, 9]}, runs) == {
        "setting": {"depth": 4, "leaf": 9},
        "score": 0.9,
    }


def test_a_setting_that_was_never_run_is_named():
    with pytest.raises(ValueError, match=r"\{'depth': 2\}"):
        grid_search({"depth": [1, 2]}, [{"depth": 1, "score": 0.5}])


@given(st.lists(st.lists(st.floats(0, 1), min_size=4, max_size=4), min_size=1, max_size=8))
def test_one_se_never_chooses_a_tree_larger_than_the_best(fold_errors):
    sizes = list(range(1, len(fold_errors) + 1))
    means = [np.mean(errors) for errors in fold_errors]
    chosen = one_se_rule(sizes, fold_errors)
    assert means[chosen - 1] <= min(means) + 1e-12 or chosen < 1 + int(np.argmin(means))


def test_a_bootstrap_sample_misses_about_37_rows_of_100():
    rng = np.random.default_rng(0)
    left = [len(bootstrap_sample(range(100), rng.random(100))["out_of_bag"]) for _ in range(400)]
    assert np.mean(left) == pytest.approx(100 * 0.99**100, abs=0.6)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20), st.data())
def test_sample_and_rest_are_the_rows(rows, data):
    uniforms = data.draw(st.lists(st.floats(0, 1, exclude_max=True), max_size=30))
    drawn = bootstrap_sample(list(enumerate(rows)), uniforms)
    assert set(drawn["sample"]) | set(drawn["out_of_bag"]) == set(enumerate(rows))
    assert not set(drawn["sample"]) & set(drawn["out_of_bag"])


def test_votes_are_counted_as_scikit_learn_counts_them():
    rng = np.random.default_rng(0)
    X, y = rng.integers(3, size=(60, 4)), rng.choice(list("abc"), 60)
    trees = [
        (str(seed), DecisionTreeClassifier(max_depth=2, splitter="random", random_state=seed))
        for seed in range(6)
    ]
    forest = VotingClassifier(trees, voting="hard").fit(X, y)
    said = [forest.classes_[tree.predict(X)].tolist() for tree in forest.estimators_]
    assert forest_vote(said) == forest.predict(X).tolist()


def test_who_abstains_has_no_vote():
    assert forest_vote([[None, "b", None], ["a", "a", None]]) == ["a", "a", None]
