"""The teaching versions: the trees of the books, both builders alike, and every exit of the recursion."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

import dtlib
from dtlib.datasets import load_loan, load_play_tennis, load_watermelon20, load_weather_wind
from dtlib.teaching import (
    best_feature,
    build_id3,
    build_id3_with_stack,
    count_leaves_depth,
    predict_one,
    tree_to_rules,
)
from dtlib.teaching.levels import build_cart_by_levels
from dtlib.teaching.thresholds import brute_force, build_cart, incremental
from dtlib.teaching.thresholds import predict_one as predict_by_thresholds

ATTRIBUTES = ["p", "q", "r"]
tables = st.lists(
    st.tuples(*[st.sampled_from("xyz")] * 3, st.sampled_from(["no", "yes", "maybe"])), min_size=1, max_size=25
)


def rows_and_labels(table: list[tuple[str, ...]]) -> tuple[list[dict[str, Any]], list[str]]:
    return [dict(zip(ATTRIBUTES, row[:3], strict=True)) for row in table], [row[3] for row in table]


def learn(dataset: dtlib.datasets.Dataset) -> tuple[list[dict[str, Any]], list[str], Any]:
    rows, labels = dataset.X.to_dict("records"), dataset.y.tolist()
    return rows, labels, build_id3(rows, labels, list(dataset.X.columns))


# ---- The trees of the books


def test_quinlans_tree() -> None:
    rows, labels, tree = learn(load_play_tennis())
    assert tree == {
        "attribute": "outlook",
        "majority": "yes",
        "branches": {
            "overcast": "yes",
            "rain": {"attribute": "windy", "majority": "yes", "branches": {"false": "yes", "true": "no"}},
            "sunny": {
                "attribute": "humidity",
                "majority": "no",
                "branches": {"high": "no", "normal": "yes"},
            },
        },
    }
    assert [predict_one(tree, row) for row in rows] == labels
    assert count_leaves_depth(tree) == (5, 2)


def test_quinlans_rules_in_the_order_of_the_branches() -> None:
    _, _, tree = learn(load_play_tennis())
    assert tree_to_rules(tree) == [
        ({"outlook": "overcast"}, "yes"),
        ({"outlook": "rain", "windy": "false"}, "yes"),
        ({"outlook": "rain", "windy": "true"}, "no"),
        ({"outlook": "sunny", "humidity": "high"}, "no"),
        ({"outlook": "sunny", "humidity": "normal"}, "yes"),
    ]


def test_zhous_tree_has_texture_at_the_root() -> None:
    _, _, tree = learn(load_watermelon20())
    assert tree["attribute"] == "texture"
    assert tree["branches"]["blurry"] == "no"
    assert tree["branches"]["slightly blurry"]["attribute"] == "surface"
    assert tree["branches"]["clear"]["attribute"] == "root"  # the first of three that tie at 0.458


def test_lis_tree_asks_for_the_house_and_then_for_the_job() -> None:
    _, _, tree = learn(load_loan())
    jobs = {"attribute": "has_job", "majority": "no", "branches": {"no": "no", "yes": "yes"}}
    assert tree == {"attribute": "owns_house", "majority": "yes", "branches": {"no": jobs, "yes": "yes"}}


def test_the_park_tree_keeps_the_row_that_no_attribute_explains() -> None:
    _, labels, tree = learn(load_weather_wind())
    assert tree["attribute"] == "weather"
    assert tree["branches"]["sunny"]["branches"] == {"high": "no", "low": "yes"}
    assert len(labels) == 10
    assert tree["branches"]["rain"]["branches"]["low"] == "no"  # rows 6 and 10 differ in the label alone


# ---- The exits of the recursion

XOR = [{"a": a, "b": b} for a in (0, 1) for b in (0, 1)]


@pytest.mark.parametrize("build", [build_id3, build_id3_with_stack])
class TestExits:
    def test_pure(self, build: Any) -> None:
        assert build(XOR, ["yes"] * 4, ["a", "b"]) == "yes"

    def test_no_attribute_left(self, build: Any) -> None:
        assert build(XOR, ["yes", "no", "yes", "yes"], []) == "yes"

    def test_no_gain_although_two_questions_would_solve_it(self, build: Any) -> None:
        assert build(XOR, ["no", "yes", "yes", "no"], ["a", "b"]) == "no"

    def test_identical_rows_with_different_labels(self, build: Any) -> None:
        assert build([{"a": 1}] * 3, ["yes", "no", "yes"], ["a"]) == "yes"

    def test_equal_counts_give_the_first_label_in_sorted_order(self, build: Any) -> None:
        assert build([{"a": 1}] * 4, ["yes", "no", "no", "yes"], ["a"]) == "no"

    def test_equal_gains_give_the_first_attribute_in_the_order_given(self, build: Any) -> None:
        rows = [{"a": 0, "b": 0}, {"a": 1, "b": 1}]
        assert build(rows, ["no", "yes"], ["b", "a"])["attribute"] == "b"
        assert build(rows, ["no", "yes"], ["a", "b"])["attribute"] == "a"

    def test_a_key_makes_a_wide_and_shallow_tree(self, build: Any) -> None:
        rows = [{"key": number} for number in range(20)]
        tree = build(rows, ["yes", "no"] * 10, ["key"])
        assert count_leaves_depth(tree) == (20, 1)
        assert list(tree["branches"]) == list(range(20))

    def test_no_rows(self, build: Any) -> None:
        with pytest.raises(ValueError, match="no rows"):
            build([], [], ["a"])

    def test_the_list_of_attributes_is_left_alone(self, build: Any) -> None:
        attributes = ["a", "b"]
        build(XOR, ["no", "no", "yes", "no"], attributes)
        assert attributes == ["a", "b"]

    def test_an_attribute_used_in_one_branch_is_still_free_in_another(self, build: Any) -> None:
        rows = [{"a": a, "b": b} for a in (0, 1, 2) for b in (0, 1)]
        tree = build(rows, ["no", "yes", "yes", "no", "no", "no"], ["a", "b"])
        asked = [branch["attribute"] for branch in tree["branches"].values() if isinstance(branch, dict)]
        assert asked == ["b", "b"]


def test_dust_is_not_gain() -> None:
    # 0.1 + 0.2 is not 0.3: the gain of an attribute that tells nothing comes out as 1e-16 or so.
    rows = [{"a": number % 3} for number in range(21)]
    labels = [number // 3 % 7 for number in range(21)]
    assert best_feature(rows, labels, ["a"]) is None


def test_best_feature_without_attributes() -> None:
    assert best_feature(XOR, ["no", "yes", "yes", "no"], []) is None


def test_a_value_without_a_branch_gets_the_majority_of_its_node() -> None:
    _, _, tree = learn(load_play_tennis())
    assert predict_one(tree, {"outlook": "snow"}) == "yes"
    assert predict_one(tree, {"outlook": "sunny", "humidity": "dripping"}) == "no"


def test_a_leaf_is_a_tree() -> None:
    assert predict_one("yes", {}) == "yes"
    assert tree_to_rules("yes") == [({}, "yes")]
    assert count_leaves_depth("yes") == (1, 0)


# ---- What holds for every table


@given(tables)
def test_recursion_and_stack_grow_the_same_tree(table: Any) -> None:
    rows, labels = rows_and_labels(table)
    recursive, stacked = (build(rows, labels, ATTRIBUTES) for build in (build_id3, build_id3_with_stack))
    assert recursive == stacked
    assert repr(recursive) == repr(stacked)  # the branches in the same order, too


@given(tables)
def test_no_question_is_asked_twice_on_a_path_and_every_row_meets_one_rule(table: Any) -> None:
    rows, labels = rows_and_labels(table)
    tree = build_id3(rows, labels, ATTRIBUTES)
    rules = tree_to_rules(tree)
    leaves, depth = count_leaves_depth(tree)
    assert leaves == len(rules)
    assert depth == max(len(conditions) for conditions, _ in rules) <= len(ATTRIBUTES)
    for row in rows:
        met = [label for conditions, label in rules if conditions.items() <= row.items()]
        assert met == [predict_one(tree, row)]


@given(tables)
def test_the_tree_is_never_worse_than_the_majority(table: Any) -> None:
    rows, labels = rows_and_labels(table)
    tree = build_id3(rows, labels, ATTRIBUTES)
    hits = sum(predict_one(tree, row) == label for row, label in zip(rows, labels, strict=True))
    assert hits >= max(labels.count(label) for label in set(labels))


# ---- Cutting numbers: brute force, one row at a time, a level at a time

numbers = st.integers(0, 9) | st.floats(-1e6, 1e6)
numeric_tables = st.lists(
    st.tuples(numbers, st.integers(0, 3), st.sampled_from(["no", "yes", "maybe"])), min_size=1, max_size=25
)


def columns_and_labels(table: list[tuple[float, float, str]]) -> tuple[list[list[float]], list[str]]:
    return [[row[0] for row in table], [row[1] for row in table]], [row[2] for row in table]


@given(numeric_tables)
def test_both_searches_find_the_cut_of_the_library(table: Any) -> None:
    (x, _), y = columns_and_labels(table)
    found = dtlib.best_threshold(x, y)
    assert brute_force(x, y) == incremental(x, y)
    cut = incremental(x, y)
    if cut is None:
        assert found is None or found.score == 0.0
    else:
        assert found is not None
        assert (cut.value, cut.gain) == (found.value, pytest.approx(found.score))


@given(numeric_tables, st.integers(0, 4))
def test_all_ways_grow_the_same_tree(table: Any, max_depth: int) -> None:
    columns, labels = columns_and_labels(table)
    tree = build_cart(columns, labels, brute_force, max_depth)
    assert tree == build_cart(columns, labels, incremental, max_depth)
    assert tree == build_cart_by_levels(columns, labels, max_depth)
    assert repr(tree) == repr(build_cart_by_levels(columns, labels, max_depth))


@pytest.mark.parametrize("build", [build_cart, build_cart_by_levels])
@pytest.mark.parametrize("classes", [2, 4])
def test_it_is_the_tree_of_scikit_learn(build: Any, classes: int) -> None:
    rng = np.random.default_rng(classes)  # so many rows that no two cuts tie
    x = rng.normal(size=(900, 3)).astype(np.float32)
    y = (x @ [1, 2, 0] + rng.normal(size=900)).argsort().argsort() * classes // 900
    theirs = DecisionTreeClassifier(max_depth=3, random_state=0).fit(x, y).tree_
    ours = [build(x.T.tolist(), y.tolist(), max_depth=3)]
    for node in range(theirs.node_count):  # both lists are in preorder
        tree = ours.pop()
        if theirs.children_left[node] == -1:
            assert tree == theirs.value[node].argmax()
            continue
        assert tree["column"] == theirs.feature[node]
        assert tree["threshold"] == pytest.approx(theirs.threshold[node])
        ours += [tree["right"], tree["left"]]
    assert ours == []


def test_a_full_tree_knows_its_rows_by_heart() -> None:
    rng = np.random.default_rng(3)
    rows, labels = rng.normal(size=(200, 2)), rng.integers(0, 3, 200).tolist()
    tree = build_cart_by_levels(rows.T.tolist(), labels)
    assert [predict_by_thresholds(tree, row) for row in rows.tolist()] == labels


def test_no_cut_helps_with_exclusive_or() -> None:
    columns, labels = [[0, 0, 1, 1], [0, 1, 0, 1]], ["no", "yes", "yes", "no"]
    for search in (brute_force, incremental):
        assert build_cart(columns, labels, search) == "no"
    assert build_cart_by_levels(columns, labels) == "no"
