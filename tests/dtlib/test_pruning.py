"""Pruning: every rule against its definition, scikit-learn, and what rpart recorded."""

import json
from copy import copy
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlib import CARTClassifier, CARTRegressor, ID3Classifier
from dtlib.pruning import cost_complexity_path, prune_to_alpha, reduced_error_prune
from dtlib.pruning.cost_complexity import children_of, one_pass_complexity, weakest_links

RPART = Path(__file__).parents[1] / "reference" / "rpart"
RECORDINGS = sorted(path.stem for path in RPART.glob("*-*.json"))


@st.composite
def trees_with_risk(draw):
    """A random tree, two or three branches a node, whose splits never raise the risk."""
    parent, risk = [-1], [draw(st.integers(0, 60))]
    for _ in range(draw(st.integers(0, 5))):
        node = draw(st.sampled_from([k for k in range(len(parent)) if k not in parent]))
        shares = draw(st.lists(st.integers(0, risk[node]), min_size=1, max_size=2))
        shares = np.diff([0, *sorted(shares), draw(st.integers(max(shares), risk[node]))]).tolist()
        parent += [node] * len(shares)
        risk += shares
    return parent, risk


def every_pruned_tree(parent):
    """All sets of leaves that pruning can leave."""
    children = children_of(parent)

    def below(node):
        yield [node]
        if children[node]:
            for parts in product(*(list(below(child)) for child in children[node])):
                yield [leaf for part in parts for leaf in part]

    return list(below(0))


def leaves_at(parent, collapse_alpha, alpha):
    outer = np.append(collapse_alpha, np.inf)[np.asarray(parent)]
    return np.flatnonzero((collapse_alpha <= alpha) & (outer > alpha)).tolist()


@given(trees_with_risk())
def test_each_tree_of_the_sequence_is_the_smallest_of_the_cheapest(tree):
    parent, risk = tree
    path, collapse_alpha = weakest_links(parent, risk)
    candidates = every_pruned_tree(parent)
    steps = np.unique(path.alphas)
    for alpha in [*steps, *(steps[1:] + steps[:-1]) / 2, steps[-1] + 1]:
        chosen = leaves_at(parent, collapse_alpha, alpha + 1e-9)
        costs = [sum(risk[leaf] for leaf in leaves) + alpha * len(leaves) for leaves in candidates]
        priced = zip(candidates, costs, strict=True)
        cheapest = [leaves for leaves, cost in priced if cost < min(costs) + 1e-6]
        assert sorted(chosen) == sorted(min(cheapest, key=len))


@given(trees_with_risk())
def test_the_path_counts_what_is_left(tree):
    parent, risk = tree
    path, collapse_alpha = weakest_links(parent, risk)
    assert np.all(np.diff(path.alphas) >= 0)
    assert np.all(np.diff(path.n_leaves) < 0)
    assert path.n_leaves[-1] == 1
    assert path.risks[-1] == pytest.approx(risk[0])
    last = np.append(np.diff(path.alphas) > 1e-9, True)
    for alpha, total, n_leaves in zip(*(column[last] for column in path), strict=True):
        leaves = leaves_at(parent, collapse_alpha, alpha + 1e-9)
        assert len(leaves) == n_leaves
        assert sum(risk[leaf] for leaf in leaves) == pytest.approx(total)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["gini", "entropy", "squared_error"]), st.integers(5, 200))
def test_the_path_is_that_of_scikit_learn(seed, criterion, n_rows):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n_rows, 3)).round(1), rng.integers(0, 3, n_rows)
    kind = DecisionTreeRegressor if criterion == "squared_error" else DecisionTreeClassifier
    model = kind(criterion=criterion, random_state=0).fit(X, y)
    tree = model.tree_
    parent = np.full(tree.node_count, -1)
    for children in (tree.children_left, tree.children_right):
        parent[children[children >= 0]] = np.flatnonzero(children >= 0)
    share = tree.weighted_n_node_samples / n_rows
    path, _ = weakest_links(parent, share * tree.impurity)
    theirs = model.cost_complexity_pruning_path(X, y)
    # Equal links may be cut in another order where rounding decides: look at the tree after the last of them.
    ours, theirs = (after_ties(*columns) for columns in (path[:2], (theirs.ccp_alphas, theirs.impurities)))
    assert ours == pytest.approx(theirs, abs=1e-10)


def after_ties(alphas, risks):
    last = np.append(np.diff(alphas) > 1e-9, True)
    return np.array([alphas[last], risks[last]])


def recorded_tree(name):
    """Parent and errors (or squared error) of each node; rpart calls the children of k 2k and 2k + 1."""
    recording = json.loads((RPART / f"{name}.json").read_text(encoding="utf-8"))
    nodes = sorted(recording["nodes"], key=lambda node: node["node"])
    place = {node["node"]: k for k, node in enumerate(nodes)}
    parent = [place.get(node["node"] // 2, -1) for node in nodes]
    return recording, nodes, parent, [node["dev"] for node in nodes]


@pytest.mark.parametrize("name", RECORDINGS)
def test_one_pass_complexity_is_what_rpart_prints(name):
    _, nodes, parent, risk = recorded_tree(name)
    complexity = one_pass_complexity(parent, risk) / risk[0]
    for node, ours in zip(nodes, complexity, strict=True):
        if node["var"] != "<leaf>":
            assert ours == pytest.approx(node["complexity"], abs=1e-9)


def contradicts_itself(cptable):
    saved = -np.diff([row["rel error"] for row in cptable]) / np.diff([row["nsplit"] for row in cptable])
    return not np.allclose(saved, [row["CP"] for row in cptable][:-1], atol=1e-9)


@pytest.mark.parametrize("name", RECORDINGS)
def test_rpart_prints_the_weakest_links_unless_its_table_contradicts_itself(name):
    recording, nodes, parent, risk = recorded_tree(name)
    _, collapse_alpha = weakest_links(parent, risk)
    inner = [node["var"] != "<leaf>" for node in nodes]
    theirs = np.array([node["complexity"] for node in nodes])[inner] * risk[0]
    if contradicts_itself(recording["cptable"]):
        assert np.all(theirs <= collapse_alpha[inner] + 1e-6)
        assert not np.allclose(theirs, collapse_alpha[inner], atol=1e-6)
    else:
        assert collapse_alpha[inner] == pytest.approx(theirs, abs=1e-6)


@st.composite
def fitted_trees(draw):
    """A small tree, and other cases to prune it with."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    X = rng.integers(0, 4, size=(draw(st.integers(4, 40)), 3))
    X_val = rng.integers(0, 5, size=(draw(st.integers(1, 20)), 3))
    kind = draw(st.sampled_from(["ID3", "CART", "regression"]))
    if kind == "regression":
        tree = CARTRegressor(max_leaf_nodes=7).fit(X, rng.normal(size=len(X)).round(1))
        return tree, X_val, rng.normal(size=len(X_val)).round(1)
    tree = ID3Classifier(max_depth=2) if kind == "ID3" else CARTClassifier(max_leaf_nodes=7)
    return tree.fit(X, rng.integers(0, 2, len(X))), X_val, rng.integers(0, 3, len(X_val))


def n_errors(tree, X, y):
    return np.sum((tree.predict(X) - y) ** 2 if tree.tree_.is_regression else tree.predict(X) != y)


@settings(max_examples=60, deadline=None)
@given(fitted_trees())
def test_reduced_error_finds_the_smallest_of_the_best_pruned_trees(problem):
    tree, X_val, y_val = problem
    grown = tree.tree_
    pruned = reduced_error_prune(tree, X_val, y_val)
    assert tree.tree_ is grown
    scores = []
    for leaves in islice(every_pruned_tree(grown.parent.tolist()), 3000):
        candidate = copy(tree)
        candidate.tree_ = grown.cut(np.array(leaves))
        scores.append((round(n_errors(candidate, X_val, y_val), 9), len(leaves)))
    assert (round(n_errors(pruned, X_val, y_val), 9), pruned.get_n_leaves()) == min(scores)


def test_reduced_error_refuses_what_it_cannot_use():
    tree = CARTClassifier().fit([[1], [2]], ["a", "b"])
    with pytest.raises(ValueError, match="no validation cases"):
        reduced_error_prune(tree, np.empty((0, 1)), [])
    with pytest.raises(ValueError, match="2 rows and y_val has 1"):
        reduced_error_prune(tree, [[1], [2]], ["a"])


@settings(max_examples=40, deadline=None)
@given(fitted_trees(), st.floats(0, 0.3), st.sampled_from(["impurity", "error"]))
def test_prune_to_alpha_leaves_the_cheapest_tree(problem, alpha, risk):
    tree, X, _ = problem
    pruned = prune_to_alpha(tree, alpha, risk=risk)
    path = cost_complexity_path(tree, risk=risk)
    nodes = pruned.tree_
    cost = nodes.risk(risk)[nodes.is_leaf].sum() + alpha * nodes.n_leaves
    assert cost == pytest.approx((path.risks + alpha * path.n_leaves).min())
    assert len(pruned.predict(X)) == len(X)


def test_prune_to_alpha_is_what_ccp_alpha_does():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(100, 3)), rng.integers(0, 2, 100)
    for alpha in (0.005, 0.01, 0.02, 0.1):
        fitted = CARTClassifier(ccp_alpha=alpha).fit(X, y)
        pruned = prune_to_alpha(CARTClassifier().fit(X, y), alpha)
        assert fitted.tree_.feature.tolist() == pruned.tree_.feature.tolist()
        assert fitted.predict(X).tolist() == pruned.predict(X).tolist()


def test_the_two_risks_cut_different_branches():
    """A split into 9:1 and 6:4 saves impurity but no error: by error it is free to go."""
    X = np.repeat([0, 1, 2], [10, 10, 12]).reshape(-1, 1)
    y = ["a"] * 9 + ["b"] + ["a"] * 6 + ["b"] * 4 + ["b"] * 12
    tree = CARTClassifier().fit(X, y)
    assert prune_to_alpha(tree, 0.0, risk="error").get_n_leaves() == 2
    assert prune_to_alpha(tree, 0.0, risk="impurity").get_n_leaves() == 3


@pytest.mark.parametrize("alpha", [-0.1, float("nan")])
def test_a_leaf_has_no_negative_price(alpha):
    tree = CARTClassifier().fit([[1], [2]], ["a", "b"])
    with pytest.raises(ValueError, match="can't be below 0"):
        prune_to_alpha(tree, alpha)
    with pytest.raises(ValueError, match="risk must be 'impurity' or 'error'"):
        cost_complexity_path(tree, risk="gini")
