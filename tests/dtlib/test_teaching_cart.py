"""The blackboard versions of week 4, against `dtlib`'s own and the numbers that rpart prints."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dtlib
from dtlib.datasets import load_kyphosis, load_weather_wind
from dtlib.pruning.cost_complexity import weakest_links
from dtlib.teaching.cart import (
    best_binary_split,
    best_regression_split,
    best_subset_split,
    gini_split,
    groupings,
    prune_sequence,
    surrogate_agreement,
    weakest_link,
)

ROOT = Path(__file__).parents[2]

columns = st.lists(st.tuples(st.integers(0, 6), st.sampled_from("abc")), min_size=2, max_size=20)


def node(name, risk, left=None, right=None):
    return {"name": name, "risk": risk} | ({"left": left, "right": right} if left else {})


KYPHOSIS = node(
    "Start 8.5",
    17,
    node(
        "Start 14.5",
        6,
        node("a", 0),
        node("Age 55", 6, node("b", 0), node("Age 111", 6, node("c", 2), node("d", 3))),
    ),
    node("e", 8),
)


@st.composite
def trees(draw, names=None, depth=4):
    names = iter(range(10**6)) if names is None else names
    name = f"t{next(names)}"
    if depth == 0 or draw(st.booleans()):
        return node(name, draw(st.integers(0, 6)))
    left = draw(trees(names=names, depth=depth - 1))
    right = draw(trees(names=names, depth=depth - 1))
    return node(name, left["risk"] + right["risk"] + draw(st.integers(0, 4)), left, right)


def arrays(tree):
    """The tree as lists of parents, risks and names, parents first."""
    parent, risk, name = [], [], []
    pending = [(tree, -1)]
    while pending:
        one, above = pending.pop()
        number = len(parent)
        parent.append(above)
        risk.append(one["risk"])
        name.append(one["name"])
        if "left" in one:
            pending += [(one["right"], number), (one["left"], number)]
    return parent, risk, name


@given(columns)
def test_gini_split_and_best_binary_split_agree_with_dtlib(rows):
    values, labels = map(list, zip(*rows, strict=True))
    cut = dtlib.best_threshold(values, labels, "gini")
    found = best_binary_split(values, labels)
    if cut is None:
        assert found is None
        return
    threshold, impurity = found
    assert threshold == cut.value
    assert impurity == pytest.approx(dtlib.gini(labels) - cut.score)
    sides = [value <= threshold for value in values]
    assert impurity == pytest.approx(float(dtlib.gini_index(sides, labels)))


@given(columns)
def test_best_subset_split_agrees_with_dtlib(rows):
    values, labels = map(list, zip(*rows, strict=True))
    found, split = best_subset_split(values, labels), dtlib.best_subset(values, labels)
    if split is None:
        assert found is None
        return
    assert found[2] == pytest.approx(dtlib.gini(labels) - split.score)
    assert sorted(found[0] + found[1]) == sorted(set(values))


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(-50, 50)), min_size=2, max_size=20))
def test_best_regression_split_agrees_with_dtlib(rows):
    values, targets = map(list, zip(*rows, strict=True))
    cut = dtlib.best_threshold(values, targets, "squared_error")
    found = best_regression_split(values, targets)
    if cut is None:
        assert found is None
    else:
        assert found[0] == cut.value
        assert found[1] == pytest.approx(len(targets) * (dtlib.variance(targets) - cut.score), abs=1e-6)


def test_k_values_are_grouped_in_2_to_the_k_minus_1_minus_1_ways():
    for k in range(2, 8):
        found = {frozenset(left) for left, _ in groupings(list(range(k)))}
        assert len(found) == 2 ** (k - 1) - 1


def test_published_groupings_of_the_weather():
    days = load_weather_wind().frame
    park = days["park"]
    sides = {
        value: gini_split(park[days.weather == value].tolist(), park[days.weather != value].tolist())
        for value in ("overcast", "rain", "sunny")
    }
    assert {value: round(impurity, 4) for value, impurity in sides.items()} == {
        "overcast": 0.2857,
        "rain": 0.4167,
        "sunny": 0.4762,
    }
    assert best_subset_split(days.weather.tolist(), park.tolist())[:2] == [["overcast"], ["rain", "sunny"]]


def test_surrogate_of_rparts_kyphosis_tree():
    # rpart, root: Start < 8.5 right, surrogate Number < 6.5 left, agree 0.802, adj 0.158.
    frame = load_kyphosis().frame
    primary = np.where(frame.Start < 8.5, "right", "left").tolist()
    surrogate = np.where(frame.Number < 6.5, "left", "right").tolist()
    assert surrogate_agreement(primary, surrogate) == pytest.approx([0.802469135802469, 0.157894736842105])


def test_rparts_cp_table_of_kyphosis():
    assert weakest_link(KYPHOSIS) == ["Start 14.5", pytest.approx(0.019608 * 17, abs=1e-4)]
    assert prune_sequence(KYPHOSIS) == [
        [0.0, 5, 13],
        [pytest.approx(1 / 3), 2, 14],
        [pytest.approx(3), 1, 17],
    ]


@given(trees())
def test_pruning_agrees_with_the_weakest_links_of_dtlib(tree):
    parent, risk, name = arrays(tree)
    path, collapse_alpha = weakest_links(parent, risk)
    last_of_each_alpha = {round(alpha, 9): step for step, alpha in enumerate(path.alphas)}
    expected = [
        [path.alphas[step], path.n_leaves[step], path.risks[step]] for step in last_of_each_alpha.values()
    ]
    assert prune_sequence(tree) == [pytest.approx(row, abs=1e-9) for row in expected]
    assume("left" in tree)
    weakest, alpha = weakest_link(tree)
    assert alpha == pytest.approx(collapse_alpha[name.index(weakest)])
    assert alpha == pytest.approx(path.alphas[1])


def test_a_lone_leaf_has_nothing_to_prune():
    assert weakest_link(node("a", 3)) is None
    assert prune_sequence(node("a", 3)) == [[0.0, 1, 3]]


def test_the_assignments_table_of_prices_is_what_rpart_recorded():
    recorded = json.loads((ROOT / "tests/reference/rpart/car_test_frame-deep.json").read_text())["cptable"]
    assignment = (ROOT / "notebooks/week4_cart/week4_assignment.py").read_text(encoding="utf-8")
    printed = [
        line.strip("# |").split(" | ") for line in assignment.splitlines() if line.startswith("# | 0.")
    ]
    expected = [
        [f"{row['CP']:.3f}", str(row["nsplit"] + 1)]
        + [f"{row[column]:.3f}" for column in ("rel error", "xerror", "xstd")]
        for row in recorded
    ]
    assert printed == [*expected[:7], expected[-1]]
