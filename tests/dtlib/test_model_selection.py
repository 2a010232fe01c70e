"""The cp table against its definition: a tree for each fold, pruned at each price."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.model_selection import KFold, PredefinedSplit, StratifiedKFold

from dtlib import CARTClassifier, CARTRegressor
from dtlib.datasets import load_kyphosis
from dtlib.model_selection import CPRow, CPTable, cp_table
from dtlib.pruning import cost_complexity_path, prune_to_alpha


def table_of(*xerrors_and_stds):
    rows = enumerate(xerrors_and_stds)
    return CPTable(tuple(CPRow(1 / (k + 1), 1 / (k + 1), k + 1, 0.5, *pair) for k, pair in rows))


def test_the_best_row_has_the_smallest_error():
    assert table_of((1.0, 0.1), (0.7, 0.1), (0.6, 0.1), (0.65, 0.1)).best.n_leaves == 3


def test_of_equal_rows_the_smallest_tree_is_best():
    assert table_of((1.0, 0.1), (0.6, 0.1), (0.6, 0.1)).best.n_leaves == 2


def test_one_se_takes_the_first_row_within_the_standard_error_of_the_best_row():
    assert table_of((1.0, 0.3), (0.71, 0.2), (0.68, 0.1), (0.6, 0.09)).one_se.n_leaves == 3
    assert table_of((1.0, 0.3), (0.71, 0.2), (0.68, 0.1), (0.6, 0.11)).one_se.n_leaves == 2


def test_one_se_includes_the_limit_itself():
    assert table_of((1.0, 0.1), (0.75, 0.1), (0.5, 0.25)).one_se.n_leaves == 2


def table_the_long_way(cart, X, y, folds, sample_weight=None):
    """Fit and prune a tree for every fold and every price, and add the errors up."""
    weight = np.ones(len(y)) if sample_weight is None else sample_weight
    is_class = isinstance(cart, CARTClassifier)

    def errors(tree, rows):
        predicted = tree.predict(X[rows])
        return predicted != y[rows] if is_class else (predicted - y[rows]) ** 2

    whole = clone(cart).fit(X, y, sample_weight=sample_weight)
    path = cost_complexity_path(whole)
    is_last = np.append(np.diff(path.alphas) > 1e-10 * path.risks[-1], True)
    alphas = path.alphas[is_last][::-1]
    everything = np.arange(len(y))
    root_error = weight @ errors(prune_to_alpha(whole, np.inf), everything)
    left_out = {fold: np.flatnonzero(folds == fold) for fold in np.unique(folds).tolist()}
    rest = {fold: np.flatnonzero(folds != fold) for fold in left_out}
    trees = {k: clone(cart).fit(X[rows], y[rows], sample_weight=weight[rows]) for k, rows in rest.items()}
    rows = []
    for alpha, above in zip(alphas, [np.inf, *alphas[:-1]], strict=True):
        error = np.empty(len(y))
        for fold, out in left_out.items():
            error[out] = errors(prune_to_alpha(trees[fold], np.sqrt(alpha * above)), out)
        std = np.sqrt(weight @ error**2 - (weight @ error) ** 2 / weight.sum())
        pruned = prune_to_alpha(whole, alpha)
        # Of the cases that the leaves were grown from: one that could not be placed is in none.
        training = weight.sum() * pruned.tree_.risk("error")[pruned.tree_.is_leaf].sum()
        rows.append((alpha, pruned.get_n_leaves(), training, weight @ error, std))
    table = pd.DataFrame(rows, columns=["alpha", "n_leaves", "relative_error", "xerror", "xstd"])
    return table / [1, 1, root_error, root_error, root_error]


@st.composite
def problems(draw):
    """A table with gaps and a category, a target, and a weight for each row."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n = draw(st.integers(30, 60))
    X = rng.normal(size=(n, 3)).round(1)
    score = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n)
    if draw(st.booleans()):
        X[rng.random((n, 3)) < 0.1] = np.nan
    weight = rng.integers(1, 4, n).astype(float) if draw(st.booleans()) else None
    options = {"min_samples_leaf": draw(st.integers(1, 5)), "max_surrogates": draw(st.integers(0, 2))}
    if draw(st.booleans()):
        return CARTClassifier(**options), X, np.where(score > 0, "yes", "no"), weight
    return CARTRegressor(**options), X, score, weight


@settings(max_examples=15, deadline=None)
@given(problems(), st.integers(2, 5))
def test_it_is_what_pruning_a_tree_for_each_fold_gives(problem, n_folds):
    cart, X, y, weight = problem
    folds = np.arange(len(y)) % n_folds
    table = cp_table(cart, X, y, cv=folds, sample_weight=weight).to_frame()
    expected = table_the_long_way(cart, X, y, folds, weight)
    assert table[expected.columns].to_numpy() == pytest.approx(expected.to_numpy(), abs=1e-7)


@pytest.mark.parametrize(
    "limits",
    [{"min_impurity_decrease": 0.01}, {"min_weight_fraction_leaf": 0.1}],
    ids=lambda one: next(iter(one)),
)
def test_a_limit_that_is_a_share_means_a_share_of_each_tree(limits):
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(90, 3)), rng.integers(0, 2, 90)
    folds = np.arange(90) % 3
    cart = CARTClassifier(**limits)
    found = cp_table(cart, X, y, cv=folds).to_frame()
    expected = table_the_long_way(cart, X, y, folds)
    assert found["xerror"].tolist() == pytest.approx(expected["xerror"].tolist())
    assert found["n_leaves"].tolist() == expected["n_leaves"].tolist()


@pytest.mark.parametrize("risk", ["impurity", "error"])
def test_a_tree_fitted_with_the_alpha_of_a_row_has_its_leaves(risk):
    kyphosis = load_kyphosis()
    cart = CARTClassifier(min_samples_leaf=3, ccp_risk=risk)
    table = cp_table(cart, kyphosis.X, kyphosis.y, cv=5)
    assert len(table.rows) > 3
    for row in table.rows[:-1]:
        refitted = clone(cart).set_params(ccp_alpha=row.alpha).fit(kyphosis.X, kyphosis.y)
        assert refitted.get_n_leaves() == row.n_leaves


def test_it_ends_with_the_tree_that_the_estimator_itself_fits():
    kyphosis = load_kyphosis()
    cart = CARTClassifier(min_samples_leaf=3, ccp_alpha=0.02)
    last = cp_table(cart, kyphosis.X, kyphosis.y, cv=5).rows[-1]
    assert last.alpha == 0.02
    assert last.n_leaves == cart.fit(kyphosis.X, kyphosis.y).get_n_leaves()


def test_folds_can_be_given_in_every_way():
    kyphosis = load_kyphosis()
    folds = np.arange(81) % 4
    ways = [folds, folds.tolist(), pd.Series(folds), np.array(list("abcd"))[folds], PredefinedSplit(folds)]
    ways += [[(np.flatnonzero(folds != k), np.flatnonzero(folds == k)) for k in range(4)]]
    tables = {cp_table(CARTClassifier(), kyphosis.X, kyphosis.y, cv=way) for way in ways}
    assert len(tables) == 1


def test_a_number_of_folds_is_stratified_for_classes_only():
    kyphosis = load_kyphosis()
    classes = cp_table(CARTClassifier(), kyphosis.X, kyphosis.y, cv=3)
    assert classes == cp_table(CARTClassifier(), kyphosis.X, kyphosis.y, cv=StratifiedKFold(3))
    y = kyphosis.X["Age"]
    numbers = cp_table(CARTRegressor(), kyphosis.X, y, cv=3)
    assert numbers == cp_table(CARTRegressor(), kyphosis.X, y, cv=KFold(3))


def test_class_weights_count_in_the_errors_too():
    kyphosis = load_kyphosis()
    weights = {"absent": 1, "present": 3}
    weighted = cp_table(CARTClassifier(class_weight=weights), kyphosis.X, kyphosis.y, cv=4)
    by_row = np.where(kyphosis.y == "present", 3, 1)
    assert weighted == cp_table(CARTClassifier(), kyphosis.X, kyphosis.y, cv=4, sample_weight=by_row)


def test_the_estimator_is_not_changed():
    cart = CARTClassifier(ccp_alpha=0.01)
    kyphosis = load_kyphosis()
    cp_table(cart, kyphosis.X, kyphosis.y, cv=3)
    assert cart.ccp_alpha == 0.01
    assert not hasattr(cart, "tree_")


def test_nothing_to_prune_is_said():
    with pytest.raises(ValueError, match=r"root alone makes no error.*single value"):
        cp_table(CARTRegressor(), np.arange(6).reshape(-1, 1), np.ones(6), cv=3)


def test_the_plot_shows_every_row_and_both_choices():
    table = table_of((1.0, 0.1), (0.65, 0.1), (0.6, 0.1), (0.7, 0.1))
    ax = table.plot()
    (training,) = [line for line in ax.lines if line.get_label() == "training"]
    assert training.get_ydata().tolist() == [0.5] * 4
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "3", "4"]
    legend = {text.get_text() for text in ax.get_legend().get_texts()}
    assert {"minimum: 3 leaves", "1-SE: 2 leaves", "cross-validated"} <= legend


def test_printed_it_marks_both_choices():
    lines = str(table_of((1.0, 0.1), (0.65, 0.1), (0.6, 0.1))).splitlines()
    assert lines[0].split() == list(CPRow._fields)
    assert lines[2].endswith("1-SE")
    assert lines[3].endswith("minimum")
    assert "<table" in table_of((1.0, 0.1))._repr_html_()
