"""The measures: labels of every kind, the ends of the range, weights, and the laws that they must obey."""

import copy
import math
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlib

IMPURITIES = [dtlib.entropy, dtlib.gini, dtlib.misclassification]
SPLITS = [
    dtlib.conditional_entropy,
    dtlib.information_gain,
    dtlib.gain_ratio,
    dtlib.gini_index,
    dtlib.gini_gain,
]

label_lists = st.lists(st.sampled_from("abcde"), max_size=30)
tables = st.lists(st.tuples(st.sampled_from("uvwxyz"), st.sampled_from("abc")), min_size=1, max_size=30)
weights = st.floats(min_value=0.01, max_value=100)


def entropy_by_hand(labels: list[Any]) -> float:
    n = len(labels)
    return math.fsum(-count / n * math.log2(count / n) for count in Counter(labels).values())


# ---- Labels of any kind

SAME_LABELS = {
    "text": ["b", "a", "b", "c"],
    "integers": [2, 1, 2, 3],
    "floats": [2.5, 1.0, 2.5, math.inf],
    "tuples": [(2,), (1,), (2,), (3,)],
    "a mixture": ["1", 1, "1", (1,)],
    "an array of integers": np.array([2, 1, 2, 3], dtype=np.uint8),
    "an array of large integers": np.array([2**62, 2**62 + 1, 2**62, 2**62 + 2]),
    "an array of text": np.array(["b", "a", "b", "c"]),
    "an array of objects": np.array(["1", 1, "1", 2.5], dtype=object),
    "an array of dates": np.array(["2026-01-02", "2026-01-01", "2026-01-02", "2026-01-03"], dtype="M8[D]"),
    "a Series": pd.Series(["b", "a", "b", "c"], index=[9, 9, 7, 0]),
    "a categorical Series with a level to spare": pd.Series(pd.Categorical([*"babc"], categories=[*"abcd"])),
    "a Categorical": pd.Categorical(["b", "a", "b", "c"]),
    "a nullable Series": pd.Series([2, 1, 2, 3], dtype="Int64"),
}


@pytest.mark.parametrize("labels", SAME_LABELS.values(), ids=SAME_LABELS.keys())
def test_a_label_may_be_of_any_kind(labels: Any) -> None:
    assert dtlib.entropy(labels) == 1.5
    assert dtlib.gini(labels) == 0.625
    assert dtlib.misclassification(labels) == 0.5
    assert dtlib.information_gain(labels, labels) == 1.5
    assert dtlib.split_information(labels) == 1.5


def test_bools_are_labels() -> None:
    assert dtlib.entropy([True, False, True, True]) == dtlib.entropy(np.array([1, 0, 1, 1], dtype=bool))


def test_a_number_and_its_text_are_different_labels() -> None:
    assert dtlib.entropy([1, "1"]) == 1.0


def test_labels_are_not_changed() -> None:
    labels = ["b", "a", "b"]
    kept = labels.copy()
    dtlib.information_gain(labels, labels)
    assert labels == kept


# ---- The ends


@pytest.mark.parametrize("measure", IMPURITIES)
@pytest.mark.parametrize("labels", [[], np.array([]), pd.Series([], dtype=object), ["a"], ["a"] * 7])
def test_nothing_and_one_class_are_pure_and_the_zero_has_no_sign(measure: Any, labels: Any) -> None:
    value = measure(labels)
    assert type(value) is float
    assert value == 0.0
    assert math.copysign(1, value) == 1


@pytest.mark.parametrize("measure", SPLITS)
@pytest.mark.parametrize(
    ("x", "y"), [([], []), (["u"], ["a"]), (["u"] * 3, ["a"] * 3), (["u", "v", "w"], ["a"] * 3)]
)
def test_a_pure_table_leaves_nothing_to_gain(measure: Any, x: list[str], y: list[str]) -> None:
    assert measure(x, y) == 0.0
    assert math.copysign(1, measure(x, y)) == 1


def test_a_constant_column_gains_nothing_and_has_no_ratio() -> None:
    assert dtlib.information_gain(["u"] * 4, [*"aabb"]) == 0.0
    assert dtlib.gain_ratio(["u"] * 4, [*"aabb"]) == 0.0
    assert dtlib.gini_index(["u"] * 4, [*"aabb"]) == 0.5


def test_a_key_gains_the_whole_entropy_at_the_largest_cost() -> None:
    key, y = range(100), [*"aaab"] * 25
    assert dtlib.information_gain(key, y) == pytest.approx(dtlib.entropy(y))
    assert dtlib.split_information(key) == pytest.approx(math.log2(100))


def test_a_nearly_constant_column_has_a_small_split_information() -> None:
    assert dtlib.split_information(["u"] * 999 + ["v"]) < 0.012


def test_a_million_rows() -> None:
    rng = np.random.default_rng(0)
    key, y = np.arange(1_000_000), rng.integers(0, 2, 1_000_000)
    assert dtlib.information_gain(key, y) == pytest.approx(dtlib.entropy(y))
    assert dtlib.information_gain(key, key) == pytest.approx(math.log2(1_000_000))


# ---- Refusals


@pytest.mark.parametrize(
    "labels",
    [
        ["a", None, "b"],
        ["a", math.nan, "b"],
        ["a", pd.NA, "b"],
        np.array([1.0, np.nan, 2.0]),
        np.array(["2026-01-01", "NaT"], dtype="M8[D]"),
        pd.Series(["a", None, "b"]),
        pd.Series([1, None, 2], dtype="Int64"),
        pd.Categorical(["a", None, "b"]),
    ],
)
def test_a_missing_label_is_refused_with_its_row(labels: Any) -> None:
    with pytest.raises(ValueError, match="y is missing at row 1"):
        dtlib.entropy(labels)
    with pytest.raises(ValueError, match="x is missing at row 1"):
        dtlib.split_information(labels)


@pytest.mark.parametrize("single", ["yes", b"yes", 3, None])
def test_a_single_value_is_not_a_column(single: Any) -> None:
    with pytest.raises(TypeError, match="column of labels"):
        dtlib.entropy(single)


@pytest.mark.parametrize("table", [np.zeros((3, 2)), pd.DataFrame({"a": [1, 2]}), np.array(3)])
def test_a_table_is_not_a_column(table: Any) -> None:
    with pytest.raises(ValueError, match="one column"):
        dtlib.entropy(table)


def test_what_can_not_be_a_label_is_named() -> None:
    with pytest.raises(TypeError, match=r"y holds \['b'\] at row 1, and a list"):
        dtlib.entropy(["a", ["b"]])


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="x has 2 rows and y has 3"):
        dtlib.information_gain(["u", "v"], ["a", "b", "a"])


@pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf])
@pytest.mark.parametrize("measure", [*IMPURITIES, dtlib.split_information, dtlib.variance])
def test_weights_below_zero_or_not_finite_are_refused_with_their_row(measure: Any, weight: float) -> None:
    with pytest.raises(ValueError, match="at row 1"):
        measure([1, 2, 3], sample_weight=[1, weight, 1])


def test_a_weight_for_every_row() -> None:
    with pytest.raises(ValueError, match="3 weights"):
        dtlib.entropy([1, 2, 3], sample_weight=[1, 2])
    with pytest.raises(TypeError, match="'heavy' at row 0"):
        dtlib.entropy([1], sample_weight=["heavy"])


# ---- Weights


def test_a_row_of_weight_zero_is_absent() -> None:
    x, y, w = [*"uuvw"], [*"abab"], [1, 1, 1, 0]
    for measure in SPLITS:
        assert measure(x, y, w) == pytest.approx(measure(x[:3], y[:3]))
    assert dtlib.entropy(y, [0, 1, 0, 1]) == 0.0
    assert dtlib.entropy(y, [0, 0, 0, 0]) == 0.0
    assert dtlib.information_gain(x, y, [0, 0, 0, 0]) == 0.0
    assert dtlib.variance([1, 2], [0, 0]) == 0.0


@given(st.lists(st.tuples(st.sampled_from("uvw"), st.sampled_from("ab"), st.integers(0, 4)), max_size=15))
def test_a_whole_weight_repeats_the_row(rows: list[tuple[str, str, int]]) -> None:
    x, y, w = [[row[part] for row in rows] for part in range(3)]
    repeated_x = [value for value, times in zip(x, w, strict=True) for _ in range(times)]
    repeated_y = [value for value, times in zip(y, w, strict=True) for _ in range(times)]
    for impurity in IMPURITIES:
        assert impurity(y, w) == pytest.approx(impurity(repeated_y))
    for measure in SPLITS:
        assert measure(x, y, w) == pytest.approx(measure(repeated_x, repeated_y), abs=1e-12)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_very_small_and_very_large_weights_keep_their_proportions(scale: float) -> None:
    assert dtlib.entropy([*"aaab"], [scale] * 4) == pytest.approx(entropy_by_hand([*"aaab"]))
    assert dtlib.information_gain([*"uuvv"], [*"aabb"], [1e300, 1e300, 5e-324, 5e-324]) == 0.0


@given(st.lists(st.tuples(st.sampled_from("abc"), weights), min_size=1, max_size=20), weights)
def test_scaling_the_weights_changes_nothing(rows: list[tuple[str, float]], scale: float) -> None:
    y, w = [label for label, _ in rows], np.array([weight for _, weight in rows])
    for impurity in IMPURITIES:
        assert impurity(y, w * scale) == pytest.approx(impurity(y, w), abs=1e-12)


# ---- The laws


@given(label_lists)
def test_entropy_is_the_sum_in_the_definition(labels: list[str]) -> None:
    assert dtlib.entropy(labels) == pytest.approx(entropy_by_hand(labels), abs=1e-12)


@given(label_lists)
def test_gini_counts_the_pairs_that_differ(labels: list[str]) -> None:
    pairs = [(a, b) for a in labels for b in labels]
    differing = sum(a != b for a, b in pairs) / len(pairs) if pairs else 0.0
    assert dtlib.gini(labels) == pytest.approx(differing, abs=1e-12)


@given(label_lists, st.permutations("abcde"))
def test_the_names_of_the_classes_do_not_matter(labels: list[str], renamed: list[str]) -> None:
    other = [renamed["abcde".index(label)] for label in labels]
    for impurity in IMPURITIES:
        assert impurity(other) == pytest.approx(impurity(labels), abs=1e-12)


@given(label_lists)
def test_the_uniform_mixture_is_the_worst(labels: list[str]) -> None:
    classes = len(set(labels)) or 1
    assert 0.0 <= dtlib.entropy(labels) <= math.log2(classes) + 1e-12
    assert 0.0 <= dtlib.gini(labels) <= 1 - 1 / classes + 1e-12
    assert 0.0 <= dtlib.misclassification(labels) <= 1 - 1 / classes + 1e-12


@given(
    st.lists(st.integers(0, 20), min_size=3, max_size=3).filter(any),
    st.lists(st.integers(0, 20), min_size=3, max_size=3).filter(any),
    st.floats(0, 1),
)
def test_mixing_two_sets_never_lowers_the_impurity(one: list[int], two: list[int], share: float) -> None:
    p, q = np.array(one) / sum(one), np.array(two) / sum(two)
    for impurity in IMPURITIES:
        mixed = impurity([*"abc"], share * p + (1 - share) * q)
        apart = share * impurity([*"abc"], p) + (1 - share) * impurity([*"abc"], q)
        assert mixed >= apart - 1e-12


@given(tables)
def test_the_gain_lies_between_nothing_and_the_entropy(rows: list[tuple[str, str]]) -> None:
    x, y = [value for value, _ in rows], [label for _, label in rows]
    assert 0.0 <= dtlib.information_gain(x, y) <= dtlib.entropy(y) + 1e-12
    assert 0.0 <= dtlib.gain_ratio(x, y) <= 1.0 + 1e-12
    assert 0.0 <= dtlib.gini_index(x, y) <= dtlib.gini(y) + 1e-12


@given(tables)
def test_the_branches_are_weighted_by_their_share(rows: list[tuple[str, str]]) -> None:
    x, y = [value for value, _ in rows], [label for _, label in rows]
    branches = [[label for value, label in rows if value == branch] for branch in set(x)]
    entropy_after = sum(len(branch) / len(rows) * dtlib.entropy(branch) for branch in branches)
    gini_after = sum(len(branch) / len(rows) * dtlib.gini(branch) for branch in branches)
    assert dtlib.conditional_entropy(x, y) == pytest.approx(entropy_after, abs=1e-12)
    assert dtlib.gini_index(x, y) == pytest.approx(gini_after, abs=1e-12)
    assert dtlib.gini_index(x, y).gini_gain == pytest.approx(dtlib.gini(y) - gini_after, abs=1e-12)
    assert dtlib.gini_gain(x, y) == dtlib.gini_index(x, y).gini_gain


@given(tables)
def test_what_x_tells_about_y_y_tells_about_x(rows: list[tuple[str, str]]) -> None:
    x, y = [value for value, _ in rows], [label for _, label in rows]
    assert dtlib.information_gain(x, y) == pytest.approx(dtlib.information_gain(y, x), abs=1e-12)


@given(tables, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(rows: list[tuple[str, str]], random: Any) -> None:
    shuffled = random.sample(rows, len(rows))
    for measure in SPLITS:
        before = measure([value for value, _ in rows], [label for _, label in rows])
        after = measure([value for value, _ in shuffled], [label for _, label in shuffled])
        assert after == pytest.approx(before, abs=1e-12)


# ---- The Gini index as an object


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)
def test_a_gini_index_survives_copying(duplicate: Any) -> None:
    index = dtlib.gini_index([*"uuvv"], [*"abbb"])
    twin = duplicate(index)
    assert (twin, twin.gini_gain) == (index, index.gini_gain) == (0.25, 0.125)


# ---- Variance


@given(st.lists(st.floats(-1e6, 1e6), max_size=20))
def test_variance_is_that_of_numpy(numbers: list[float]) -> None:
    expected = np.var(numbers) if numbers else 0.0
    assert dtlib.variance(numbers) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(0, 4)), max_size=15))
def test_a_whole_weight_repeats_the_number(rows: list[tuple[int, int]]) -> None:
    repeated = [number for number, times in rows for _ in range(times)]
    weighted = dtlib.variance([number for number, _ in rows], [times for _, times in rows])
    assert weighted == pytest.approx(dtlib.variance(repeated), abs=1e-9)


def test_variance_wants_numbers_and_says_which_row_holds_none() -> None:
    with pytest.raises(TypeError, match="'three' at row 2"):
        dtlib.variance([1, 2, "three"])
    with pytest.raises(ValueError, match="y is missing at row 1"):
        dtlib.variance([1.0, math.nan])
    with pytest.raises(ValueError, match="inf at row 0"):
        dtlib.variance([math.inf, 1.0])
    with pytest.raises(ValueError, match="one column"):
        dtlib.variance(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="y is missing at row 1"):
        dtlib.variance(pd.Series([1, pd.NA], dtype=object))
    with pytest.raises(TypeError, match="'1' at row 0"):
        dtlib.variance(np.array(["1", "2"]))
