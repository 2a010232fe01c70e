"""Pruning: every rule against its definition, scikit-learn, and what rpart recorded."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

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
