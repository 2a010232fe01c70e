"""CART against recordings of R's rpart: splits, surrogates, where every case goes, the cp table.

Two conventions differ and are translated here. rpart puts the branch with the lower mean, or the earlier
classes, on the left; ours is the one of the smaller values. And an improvement is a number of cases there, a
share of the node's squared error in a regression tree.
"""

import json
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dtlib
from dtlib import CARTClassifier, CARTRegressor
from dtlib.model_selection import cp_table
from dtlib.pruning import prune_to_alpha

RPART = Path(__file__).parents[1] / "reference" / "rpart"
RECORDINGS = sorted(path.stem for path in RPART.glob("*-*.json"))

# In one fold of these tables two columns offer splits that are equally good, exactly: in cu_summary, for
# example, an improvement of 0.125 by Price or by Reliability. rpart's sums of squares differ in the last
# digit, and it takes the second column. Only trees that are priced below this CP are concerned.
ROUNDING_DECIDES_BELOW = {"cu_summary-deep": 0.0007, "car_test_frame-deep": 0.0003}

# Here so many left-out cases lie exactly on the midpoint of a split: a g2 of 17.87 in stagec, for one. rpart
# asks x < t, we ask x <= t, as scikit-learn does; so these cases go the other way.
ON_A_MIDPOINT = {"stagec-stock": 1, "stagec-deep": 2, "cu_summary_type-deep": 1}


class Recorded:
    """A recording, and our tree grown with the same settings."""

    def __init__(self, name):
        self.name = name
        self.answer = json.loads((RPART / f"{name}.json").read_text(encoding="utf-8"))
        table = pd.read_csv(RPART / "tables" / f"{self.answer['table']}.csv")
        self.y = table.pop(self.answer["target"]).to_numpy()
        self.X = table.astype(dict.fromkeys(self.answer["categorical"], "category"))
        self.is_class = self.answer["method"] == "class"
        self.nodes = {node["node"]: node for node in self.answer["nodes"]}
        control = self.answer["control"]
        self.estimator = (CARTClassifier if self.is_class else CARTRegressor)(
            min_samples_split=control["minsplit"],
            min_samples_leaf=control["minbucket"],
            max_surrogates=control["maxsurrogate"],
            ccp_alpha=control["cp"] * self.nodes[1]["dev"] / len(self.y),
            ccp_risk="error",
        )

    @cached_property
    def fitted(self):
        # rpart takes back splits that save no error; so does alpha = 0, but ccp_alpha = 0 means no pruning.
        return prune_to_alpha(
            self.estimator.fit(self.X, self.y), self.estimator.ccp_alpha, self.estimator.ccp_risk
        )

    @cached_property
    def pairs(self):
        """(our node, their node, whether their left branch is our second one) for every node."""
        pairs, pending = [], [(0, 1)]
        while pending:
            ours, theirs = pending.pop()
            node = self.nodes[theirs]
            is_leaf = node["var"] == "<leaf>"
            swapped = not is_leaf and self.is_swapped(ours, node["splits"][0])
            pairs.append((ours, node, swapped))
            if self.fitted.tree_.is_leaf[ours] or is_leaf:
                continue
            children = list(self.fitted.tree_.children(ours))
            pending += zip(
                reversed(children) if swapped else children, (2 * theirs, 2 * theirs + 1), strict=True
            )
        return pairs

    def is_swapped(self, ours, split):
        if "threshold" in split:
            return split["below"] == "right"
        return self.groups_of(ours)[0] == set(split["right"])

    def column(self, name):
        return self.X.columns.get_loc(name)

    def categories(self, feature):
        return self.fitted.columns_[feature].categories

    def groups_of(self, ours):
        tree = self.fitted.tree_
        categories = self.categories(tree.feature[ours])
        if categories is None:
            return [set(), set()]
        return [{categories[code] for code in codes} for codes in tree.groups(ours, len(categories))]

    def rows_of(self, theirs):
        """The training rows that rpart counted at a node."""
        where = np.array(self.answer["where"])
        while (deeper := where > theirs).any():
            where[deeper] //= 2
        return np.flatnonzero(where == theirs)


@pytest.fixture(scope="module", params=RECORDINGS)
def recorded(request):
    return Recorded(request.param)


def test_nodes(recorded):
    tree = recorded.fitted.tree_
    assert len(recorded.pairs) == tree.n_nodes == len(recorded.nodes)
    for ours, node, _ in recorded.pairs:
        assert tree.n_rows[ours] == node["n"]
        assert tree.is_leaf[ours] == (node["var"] == "<leaf>")
        assert tree.risk("error")[ours] * len(recorded.y) == pytest.approx(node["dev"])
        if recorded.is_class:
            assert tree.value[ours].tolist() == node["counts"]
            assert recorded.fitted.classes_[tree.majority[ours]] == node["yval"]
        else:
            assert tree.value[ours, 1] == pytest.approx(node["yval"])


def test_primary_splits(recorded):
    tree = recorded.fitted.tree_
    for ours, node, swapped in recorded.pairs:
        if tree.is_leaf[ours]:
            continue
        split = node["splits"][0]
        assert tree.feature[ours] == recorded.column(split["var"])
        if "threshold" in split:
            assert tree.threshold[ours] == pytest.approx(split["threshold"], rel=1e-6, abs=1e-6)
        else:
            groups = [set(split["left"]), set(split["right"])]
            assert recorded.groups_of(ours) == (groups[::-1] if swapped else groups)


def test_improvements(recorded):
    """Of the cases whose value is known, and not scaled up for the others."""
    tree = recorded.fitted.tree_
    impurity = dtlib.gini if recorded.is_class else dtlib.variance
    for ours, node, _ in recorded.pairs:
        if tree.is_leaf[ours]:
            continue
        split = node["splits"][0]
        rows = recorded.rows_of(node["node"])
        x, y = recorded.X[split["var"]].iloc[rows], recorded.y[rows]
        known = x.notna().to_numpy()
        goes_left = x.isin(recorded.groups_of(ours)[0]) if "left" in split else x <= tree.threshold[ours]
        left, right = y[known & goes_left], y[known & ~goes_left]
        assert len(left) + len(right) == split["count"]
        improvement = sum(
            len(side) * sign * impurity(side) for side, sign in ((y[known], 1), (left, -1), (right, -1))
        )
        unit = 1 if recorded.is_class else node["dev"]
        assert improvement / unit == pytest.approx(split["improve"])


def test_surrogates(recorded):
    tree = recorded.fitted.tree_
    for ours, node, swapped in recorded.pairs:
        theirs = [split for split in node.get("splits", []) if split["role"] == "surrogate"]
        places = tree.surrogates.of_node(ours)
        assert [recorded.X.columns[tree.surrogates.feature[s]] for s in places] == [t["var"] for t in theirs]
        for s, split in zip(places, theirs, strict=True):
            assert tree.surrogates.agreement[s] == pytest.approx(split["agree"])
            assert tree.surrogates.adjusted[s] == pytest.approx(split["adj"])
            left = 1 if swapped else 0
            if "threshold" in split:
                assert tree.surrogates.threshold[s] == pytest.approx(split["threshold"], rel=1e-6, abs=1e-6)
                assert tree.surrogates.low_branch[s] == (left if split["below"] == "left" else 1 - left)
            else:
                categories = np.array(recorded.categories(tree.surrogates.feature[s]))
                branch = tree.surrogates.groups[s]
                assert set(categories[: len(branch)][branch == left]) == set(split["left"])
                assert set(categories[: len(branch)][branch == 1 - left]) == set(split["right"])


def test_where_every_case_goes(recorded):
    """A case lands where it was counted; if it was left behind at a node, somewhere below it.

    rpart's own `predict` sends a few cases elsewhere than they were counted (``lands`` in the recording).
    """
    ours = {node["node"]: ours for ours, node, _ in recorded.pairs}
    passes = recorded.fitted.decision_path(recorded.X)
    counted = np.array([ours[node] for node in recorded.answer["where"]])
    assert passes[np.arange(len(counted)), counted].all()
    landed = recorded.fitted.apply(recorded.X)
    agreed = np.array(recorded.answer["where"]) == recorded.answer["lands"]
    agreed &= recorded.fitted.tree_.is_leaf[counted]
    assert landed[agreed].tolist() == counted[agreed].tolist()
    predicted = recorded.fitted.predict(recorded.X)[agreed]
    expected = np.array(recorded.answer["predict"])[agreed]
    assert predicted.tolist() == (expected.tolist() if recorded.is_class else pytest.approx(expected))


def test_cp_table(recorded):
    table = cp_table(recorded.estimator, recorded.X, recorded.y, cv=recorded.answer["folds"])
    theirs = recorded.answer["cptable"]
    assert [row.n_leaves - 1 for row in table.rows] == [row["nsplit"] for row in theirs]
    assert [row.cp for row in table.rows] == pytest.approx([row["CP"] for row in theirs], abs=1e-8)
    assert [row.relative_error for row in table.rows] == pytest.approx([row["rel error"] for row in theirs])
    limit = ROUNDING_DECIDES_BELOW.get(recorded.name, -1)
    slack = ON_A_MIDPOINT.get(recorded.name, 0) / recorded.nodes[1]["dev"] + 1e-8
    for ours, row in zip(table.rows, theirs, strict=True):
        if row["CP"] > limit:
            assert ours.xerror == pytest.approx(row["xerror"], abs=slack)
            assert ours.xstd == pytest.approx(row["xstd"], abs=slack)
