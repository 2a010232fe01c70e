"""Explanations of fitted trees say what the estimators do."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dtlib
from dtlib.explain import explain_node, explain_prediction, explain_pruning, explain_split

COLOURS = ("red", "green", "blue")
ESTIMATORS = (
    dtlib.ID3Classifier(),
    dtlib.C45Classifier(pruning=None),
    dtlib.CARTClassifier(max_surrogates=2),
)


@st.composite
def tables(draw, missing):
    n = draw(st.integers(6, 24))
    categories = st.sampled_from(COLOURS) if not missing else st.sampled_from((*COLOURS, None))
    numbers = st.integers(0, 4) if not missing else st.integers(0, 4) | st.none()
    frame = pd.DataFrame(
        {
            "colour": pd.Series(draw(st.lists(categories, min_size=n, max_size=n)), dtype=object),
            "shape": pd.Series(draw(st.lists(categories, min_size=n, max_size=n)), dtype=object),
            "size": pd.Series(draw(st.lists(numbers, min_size=n, max_size=n)), dtype=object),
        }
    )
    return frame, draw(st.lists(st.sampled_from(["no", "yes"]), min_size=n, max_size=n))


@settings(max_examples=40, deadline=None)
@given(tables(missing=False))
def test_the_split_that_is_explained_is_the_one_that_id3_made(table):
    X, y = table
    tree = dtlib.ID3Classifier().fit(X, y)
    gains = {name: explain_split(X.astype(str), y, name).values["gain"] for name in X.columns}
    if tree.tree_.feature[0] < 0:
        assert max(gains.values()) < 1e-9
    else:
        chosen = X.columns[tree.tree_.feature[0]]
        assert gains[chosen] == pytest.approx(max(gains.values()), abs=1e-9)
        assert explain_node(tree).values["decrease"] == pytest.approx(gains[chosen], abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(tables(missing=True), st.integers(0, 2), st.data())
def test_a_prediction_ends_in_the_distribution_of_the_estimator(table, which, data):
    X, y = table
    if which == 0:
        X = X.fillna("none").astype(str)
    tree = ESTIMATORS[which].fit(X, y)
    row = X.iloc[data.draw(st.integers(0, len(X) - 1))].copy()
    if which:
        row[data.draw(st.sampled_from(list(X.columns)))] = None
    found = explain_prediction(tree, row)
    expected = tree.predict_proba(pd.DataFrame([row], columns=X.columns))[0]
    assert [found.values[f"p({label})"] for label in tree.classes_] == pytest.approx(expected.tolist())
    # The weights in the leaves, as the table shows them, make up the whole case.
    leaves = [line.split() for line in str(found).splitlines() if " leaf " in line]
    if leaves:
        assert sum(float(cells[2]) for cells in leaves) == pytest.approx(1.0, abs=1e-4)


def test_each_way_of_a_missing_value_is_told():
    frame = pd.DataFrame({"a": [1.0, 1, 1, 1, 2, 2, 2, 2, 2], "b": [1.0, 1, 1, 1, 2, 2, 2, 2, 2]})
    y = ["no"] * 4 + ["yes"] * 5
    surrogate = dtlib.CARTClassifier(max_surrogates=1).fit(frame, y)
    assert "surrogate b decides" in str(explain_prediction(surrogate, {"a": None, "b": 2}))
    assert "larger branch" in str(explain_prediction(surrogate, {"a": None, "b": None}))
    divided = str(explain_prediction(dtlib.C45Classifier().fit(frame, y), {"a": None, "b": 1}))
    assert "divided" in divided
    words = pd.DataFrame({"a": ["x", "x", "z", "z"]})
    stops = dtlib.ID3Classifier().fit(words, ["no", "no", "yes", "yes"])
    assert "stops with no 2, yes 2" in str(explain_prediction(stops, {"a": "never seen"}))


def test_a_row_without_a_column_is_refused():
    data = dtlib.datasets.load_play_tennis()
    tree = dtlib.ID3Classifier().fit(data.X, data.y)
    with pytest.raises(ValueError, match="humidity"):
        explain_prediction(tree, {"outlook": "sunny", "temperature": "hot", "windy": "false"})
    with pytest.raises(IndexError, match="no node 99"):
        explain_node(tree, 99)


def test_weakest_links_are_those_of_the_pruning_path():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 3)), rng.integers(0, 2, 80)
    tree = dtlib.CARTClassifier(max_depth=4).fit(X, y)
    path = dtlib.CARTClassifier(max_depth=4).cost_complexity_pruning_path(X, y)
    found = explain_pruning(tree).values
    alphas = sorted({round(alpha, 10) for alpha in found.values()})
    assert alphas == sorted({round(alpha, 10) for alpha in path.ccp_alphas.tolist()})


def test_after_error_based_pruning_no_leaf_would_be_clearly_better_than_its_subtree():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 3))
    y = (X[:, 0] + rng.normal(scale=0.7, size=200) > 0).astype(int)
    tree = dtlib.C45Classifier().fit(X, y)
    found = explain_pruning(tree).values
    for node in np.flatnonzero(~tree.tree_.is_leaf):
        assert found[f"leaf {node}"] > found[f"subtree {node}"]


def test_a_regression_tree_is_explained_by_its_means():
    X, y = np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([1.0, 1.0, 5.0, 7.0])
    tree = dtlib.CARTRegressor(max_depth=1).fit(X, y)
    assert "mean 3.5" in str(explain_node(tree))
    assert explain_prediction(tree, [4.0]).values["mean"] == 6.0
