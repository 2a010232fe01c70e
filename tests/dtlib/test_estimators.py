"""What scikit-learn expects of an estimator, and what a person expects of an error."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from dtlib import C45Classifier, CARTClassifier, CARTRegressor, ID3Classifier

FEEDS_MEASURED_NUMBERS = "it feeds measured numbers whatever the tags say; ID3 takes categories"


def known_failures(estimator):
    if isinstance(estimator, ID3Classifier):
        return {
            "check_sample_weight_equivalence_on_dense_data": FEEDS_MEASURED_NUMBERS,
            "check_classifiers_one_label_sample_weights": FEEDS_MEASURED_NUMBERS,
            "check_class_weight_classifiers": FEEDS_MEASURED_NUMBERS,
        }
    return {}


@parametrize_with_checks(
    [ID3Classifier(), CARTClassifier(), CARTClassifier(max_surrogates=2), CARTRegressor()],
    expected_failed_checks=known_failures,
)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator", [CARTClassifier(max_depth=3), CARTRegressor(max_depth=3)])
def test_pickle_and_clone_predict_the_same(estimator):
    X, y = load_diabetes(return_X_y=True)
    y = y > 150 if isinstance(estimator, CARTClassifier) else y
    fitted = estimator.fit(X, y)
    expected = fitted.predict(X)
    assert np.array_equal(pickle.loads(pickle.dumps(fitted)).predict(X), expected)
    assert np.array_equal(clone(estimator).fit(X, y).predict(X), expected)


def test_search_pipeline_and_cross_validation():
    X, y = load_iris(return_X_y=True, as_frame=True)
    search = GridSearchCV(CARTClassifier(), {"max_depth": [1, 2, 3]}, n_jobs=2).fit(X, y)
    assert search.best_score_ > 0.9
    pipeline = make_pipeline(StandardScaler().set_output(transform="pandas"), CARTClassifier(max_depth=3))
    assert cross_val_score(pipeline, X, y).mean() > 0.9
    assert list(pipeline.fit(X, y)[-1].feature_names_in_) == list(X.columns)


def test_columns_in_another_order_are_refused_as_scikit_learn_does():
    X, y = load_iris(return_X_y=True, as_frame=True)
    tree = CARTClassifier().fit(X, y)
    with pytest.raises(ValueError, match="same order"):
        tree.predict(X[X.columns[::-1]])


def test_the_number_of_columns_is_held():
    tree = ID3Classifier().fit([["a", "b"]], [0])
    with pytest.raises(ValueError, match="2 features"):
        tree.predict([["a"]])


def test_the_path_of_a_row_leads_from_the_root_to_its_leaf():
    X, y = load_iris(return_X_y=True)
    tree = CARTClassifier().fit(X, y)
    paths = tree.decision_path(X)
    assert (paths[:, 0].toarray() == 1).all()
    assert (paths[np.arange(len(X)), tree.apply(X)] == 1).all()
    assert np.array_equal(np.asarray(paths.sum(axis=1)).ravel(), tree.tree_.depth[tree.apply(X)] + 1)


LEVELS = ["low", "mid", "high"]
MIXED = pd.DataFrame(
    {
        "number": [1.5, np.nan, 3.0, 4.0, 5.0, 6.0],
        "whole": pd.array([1, 2, None, 4, 5, 6], dtype="Int64"),
        "text": ["a", "b", None, "a", "b", "c"],
        "object": pd.Series(["x", pd.NA, "y", "x", "y", "x"], dtype=object),
        "flag": [True, False, True, False, True, False],
        "level": pd.Categorical(
            ["low", "high", None, "low", "high", "low"], categories=["low", "mid", "high"]
        ),
        "numbers as objects": pd.Series([1, 2.5, None, 3, 4, 5], dtype=object),
    }
)


@pytest.mark.parametrize("estimator", [CARTClassifier(max_surrogates=3), CARTRegressor()])
def test_a_table_of_mixed_columns_with_gaps(estimator):
    y = [0, 1, 0, 1, 1, 0]
    fitted = estimator.fit(MIXED, y)
    kinds = {column.name: column.is_categorical for column in fitted.columns_}
    assert [name for name, is_categorical in kinds.items() if is_categorical] == [
        "text",
        "object",
        "flag",
        "level",
    ]
    assert fitted.score(MIXED, y) == 1.0
    unseen = MIXED.assign(
        text="never seen", level=pd.Categorical(["mid"] * 6, categories=["low", "mid", "high"])
    )
    assert np.isfinite(fitted.predict(unseen)).all()


@pytest.mark.parametrize("estimator", [CARTClassifier(), CARTRegressor(), ID3Classifier()])
@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (pd.DataFrame({"a": []}), [], "minimum of 1"),
        (np.empty((0, 2)), [], "minimum of 1"),
        ([[1], [2]], [1], "X has 2 rows and y has 1"),
        ([[1], [2]], None, "y"),
        ([[1], [2]], [1, np.nan], "NaN"),
        ([[1], [2]], [None, 1], "missing|NaN"),
        (pd.DataFrame({"size": [1.0, np.inf]}), [0, 1], "size.*row 1"),
        ([[[1]], [[2]]], [0, 1], "dim"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(estimator, X, y, message):
    with pytest.raises((ValueError, TypeError), match=message):
        estimator.fit(X, y)


def test_labels_of_several_kinds_are_refused():
    with pytest.raises(TypeError, match="int, str"):
        CARTClassifier().fit([[1], [2]], np.array([1, "a"], dtype=object))


def test_text_in_a_numeric_column_is_refused_with_its_place():
    tree = CARTClassifier().fit(pd.DataFrame({"age": [1, 2]}), [0, 1])
    with pytest.raises(ValueError, match=r"age .*'old' at row 1"):
        tree.predict(pd.DataFrame({"age": [1, "old"]}))


def test_one_class_one_row_and_constant_columns_are_a_leaf():
    for X, y in [([[1.0], [2.0]], [3, 3]), ([[1.0]], [1]), ([[5.0], [5.0]], [0, 1])]:
        tree = CARTClassifier().fit(X, y)
        assert tree.get_n_leaves() == 1
        assert tree.predict(X).tolist() == [min(y)] * len(X)


def test_sixty_five_classes():
    y = np.arange(65).repeat(3)
    X = np.random.default_rng(0).permutation(65)[y][:, np.newaxis].astype(float)
    tree = CARTClassifier().fit(X, y)
    assert tree.score(X, y) == 1.0
    assert tree.predict_proba(X).shape == (195, 65)


def test_more_classes_than_a_byte_holds():
    y = np.arange(300)
    assert CARTClassifier().fit(y[:, None], y).score(y[:, None], y) == 1.0


@pytest.mark.parametrize(
    "parameters",
    [
        {"criterion": "gain"},
        {"max_depth": -1},
        {"min_samples_split": 1},
        {"min_samples_leaf": 0},
        {"min_weight_fraction_leaf": 0.6},
        {"max_leaf_nodes": 1},
        {"min_impurity_decrease": -1.0},
        {"ccp_alpha": -1.0},
        {"ccp_risk": "gini"},
        {"max_surrogates": -1},
        {"max_features": 0},
        {"max_features": "all"},
    ],
)
def test_parameters_that_make_no_sense_are_refused_by_name(parameters):
    (name,) = parameters
    with pytest.raises((ValueError, TypeError), match=name):
        CARTClassifier(**parameters).fit([[1], [2]], [0, 1])


CELLS = {
    "number": st.one_of(st.none(), st.floats(allow_infinity=False, width=32), st.integers(-(2**60), 2**60)),
    "text": st.one_of(st.none(), st.sampled_from(["", "a", "it's", "ß"])),
    "mixed": st.one_of(st.booleans(), st.integers(0, 3), st.sampled_from("ab")),
}


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_any_table_is_fitted_or_refused_by_name(data):
    n = data.draw(st.integers(1, 12))
    kinds = data.draw(st.lists(st.sampled_from(sorted(CELLS)), min_size=1, max_size=3))
    X = pd.DataFrame(
        {
            f"{kind}{j}": pd.Series(data.draw(st.lists(CELLS[kind], min_size=n, max_size=n)), dtype=object)
            for j, kind in enumerate(kinds)
        }
    )
    y = data.draw(st.lists(st.sampled_from(["no", "yes", "maybe"]), min_size=n, max_size=n))
    for estimator in (CARTClassifier(max_surrogates=1), ID3Classifier()):
        try:
            fitted = estimator.fit(X, y)
        except ValueError as error:
            assert any(name in str(error) for name in X.columns)  # noqa: PT017 - either way is fine
        else:
            assert set(fitted.predict(X)) <= set(y)
            assert np.allclose(fitted.predict_proba(X).sum(axis=1), 1)


@pytest.mark.parametrize("estimator", [C45Classifier(), CARTClassifier()], ids=lambda e: type(e).__name__)
def test_whole_numbers_that_would_be_rounded_are_refused(estimator):
    close = np.array([[2**60], [2**60 + 1], [2**60 + 2], [2**60 + 3]])
    y = ["no", "no", "yes", "yes"]
    for X in (close, pd.DataFrame({"id": close[:, 0]}), pd.DataFrame({"id": close[:, 0]}, dtype="Int64")):
        with pytest.raises(ValueError, match=r"beyond 2\*\*53"):
            estimator.fit(X, y)
    assert estimator.fit(close - 2**60, y).score(close - 2**60, y) == 1.0
