"""The best split of one column, against brute force, scikit-learn and the books; and numbers as intervals."""

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtlib
from dtlib.datasets import load_watermelon30, load_weather_wind

CLASS_CRITERIA = ["gini", "entropy", "gain_ratio"]

labelled = st.lists(st.tuples(st.integers(0, 8), st.sampled_from("ab")), min_size=2, max_size=25)
labelled_by_three = st.lists(
    st.tuples(st.sampled_from("uvwxyz"), st.sampled_from("abc")), min_size=2, max_size=25
)
measured = st.lists(st.tuples(st.sampled_from("uvwxyz"), st.integers(-9, 9)), min_size=2, max_size=25)


def gain(criterion: str) -> Callable[[list[bool], list[Any]], float]:
    """What a two-way split gains, from the measures of the whole table."""

    def variance_decrease(side: list[bool], y: list[float]) -> float:
        parts = [[number for number, s in zip(y, side, strict=True) if s is which] for which in (True, False)]
        return dtlib.variance(y) - sum(len(part) / len(y) * dtlib.variance(part) for part in parts)

    return {
        "gini": dtlib.gini_gain,
        "entropy": dtlib.information_gain,
        "gain_ratio": dtlib.gain_ratio,
        "squared_error": variance_decrease,
    }[criterion]


def every_grouping(values: set[Any]) -> list[set[Any]]:
    first, *others = sorted(values)
    return [{first, *some} for size in range(len(others)) for some in combinations(others, size)]


# ---- Thresholds


def test_the_cuts_of_the_book_of_watermelons() -> None:
    frame, target = load_watermelon30()
    density = dtlib.best_threshold(frame["density"], frame[target], "entropy")
    sugar = dtlib.best_threshold(frame["sugar"], frame[target], "entropy")
    assert density is not None
    assert sugar is not None
    assert (density.value, round(density.score, 3)) == (pytest.approx(0.3815), 0.262)
    assert (sugar.value, round(sugar.score, 3)) == (pytest.approx(0.126), 0.349)
    assert (density.n_left, density.n_right) == (4, 13)


@pytest.mark.parametrize("criterion", CLASS_CRITERIA)
@given(rows=labelled)
def test_no_cut_is_better_and_none_as_good_is_lower(criterion: str, rows: list[tuple[int, str]]) -> None:
    x, y = [number for number, _ in rows], [label for _, label in rows]
    found = dtlib.best_threshold(x, y, criterion)  # type: ignore[arg-type]
    cuts = [(low + high) / 2 for low, high in zip(sorted(set(x)), sorted(set(x))[1:], strict=False)]
    if found is None:
        assert not cuts
        return
    scores = {cut: gain(criterion)([number <= cut for number in x], y) for cut in cuts}
    best = max(scores.values())
    assert found.score == pytest.approx(best, abs=1e-9)
    assert found.value == min(cut for cut, score in scores.items() if score >= best - 1e-10)
    assert found.n_left == sum(number <= found.value for number in x)
    assert found.n_left + found.n_right == len(x)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(-9, 9)), min_size=2, max_size=25))
def test_the_best_cut_for_numbers(rows: list[tuple[int, int]]) -> None:
    x, y = [number for number, _ in rows], [float(value) for _, value in rows]
    found = dtlib.best_threshold(x, y, "squared_error")
    if found is None:
        assert len(set(x)) == 1
        return
    scores = [gain("squared_error")([number <= cut for number in x], y) for cut in sorted(set(x))[:-1]]
    assert found.score == pytest.approx(max(scores), abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_root_of_scikit_learn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, weight = rng.normal(size=200).astype(np.float32), rng.uniform(0.1, 3, 200)
    y = (x + rng.normal(size=200) > 0).astype(int) + (rng.random(200) < 0.2)
    for criterion in ("gini", "entropy"):
        stump = DecisionTreeClassifier(criterion=criterion, max_depth=1).fit(x[:, None], y, weight).tree_
        found = dtlib.best_threshold(x, y, criterion, weight)  # type: ignore[arg-type]
        assert found is not None
        assert found.value == pytest.approx(stump.threshold[0])
        share = stump.weighted_n_node_samples[1:] / stump.weighted_n_node_samples[0]
        assert found.score == pytest.approx(stump.impurity[0] - share @ stump.impurity[1:])
        assert [found.n_left, found.n_right] == stump.n_node_samples[1:].tolist()
    height = x**3 + rng.normal(size=200)
    stump = DecisionTreeRegressor(max_depth=1).fit(x[:, None], height, weight).tree_
    found = dtlib.best_threshold(x, height, "squared_error", weight)
    assert found is not None
    assert found.value == pytest.approx(stump.threshold[0])


def test_neighbouring_floats_are_separated() -> None:
    low, high = 1.0, np.nextafter(1.0, 2.0)
    found = dtlib.best_threshold([low, high], ["a", "b"])
    assert found is not None
    assert low <= found.value < high
    huge = dtlib.best_threshold([-1.7e308, 1.7e308], ["a", "b"])
    assert huge is not None
    assert huge.value == 0.0


@pytest.mark.parametrize("criterion", [*CLASS_CRITERIA, "squared_error"])
def test_where_there_is_nothing_to_cut(criterion: Any) -> None:
    assert dtlib.best_threshold([], [], criterion) is None
    assert dtlib.best_threshold([3, 3, 3], [1, 0, 1], criterion) is None
    assert dtlib.best_threshold([1, 2], [1, 0], criterion, [1, 0]) is None
    assert dtlib.best_subset([], [], criterion) is None
    assert dtlib.best_subset([*"uuu"], [1, 0, 1], criterion) is None
    assert dtlib.best_subset([*"uv"], [1, 0], criterion, [1, 0]) is None


@pytest.mark.parametrize("criterion", [*CLASS_CRITERIA, "squared_error"])
def test_a_useless_split_scores_exactly_nothing(criterion: Any) -> None:
    y = [0, 1, 2] * 7
    cut = dtlib.best_threshold(np.repeat(np.arange(7), 3), y, criterion)
    assert cut is not None
    assert cut.score == 0.0
    assert cut.value == 0.5
    grouping = dtlib.best_subset(np.repeat([*"abcdefg"], 3), y, criterion)
    assert grouping is not None
    assert grouping.score == 0.0


def test_a_negligible_weight_does_not_break_the_scores() -> None:
    found = dtlib.best_threshold([1, 2, 3], ["a", "b", "b"], "gini", [1, 1, 1e-20])
    assert found is not None
    assert (found.value, found.score) == (1.5, 0.5)


# ---- Groupings


def test_the_groupings_of_the_park() -> None:
    frame, target = load_weather_wind()
    found = dtlib.best_subset(frame["weather"], frame[target])
    assert found is not None
    assert found.left == ("overcast",)
    assert found.right == ("rain", "sunny")
    assert dtlib.gini(frame[target]) - found.score == pytest.approx(2 / 7)


@pytest.mark.parametrize("criterion", CLASS_CRITERIA)
@given(rows=labelled_by_three)
def test_no_grouping_is_better(criterion: str, rows: list[tuple[str, str]]) -> None:
    for classes in ("abc", "ab"):
        some = [(value, label) for value, label in rows if label in classes]
        x, y = [value for value, _ in some], [label for _, label in some]
        found = dtlib.best_subset(x, y, criterion)  # type: ignore[arg-type]
        if found is None:
            assert len(set(x)) < 2
            continue
        scores = [gain(criterion)([value in left for value in x], y) for left in every_grouping(set(x))]
        assert found.score == pytest.approx(max(scores), abs=1e-9)
        assert found.score == pytest.approx(gain(criterion)([v in found.left for v in x], y), abs=1e-9)
        assert {*found.left, *found.right} == set(x)
        assert found.left[0] == min(x)


@given(measured)
def test_no_grouping_of_numbers_is_better(rows: list[tuple[str, int]]) -> None:
    x, y = [value for value, _ in rows], [float(number) for _, number in rows]
    found = dtlib.best_subset(x, y, "squared_error")
    if found is None:
        assert len(set(x)) == 1
        return
    scores = [gain("squared_error")([value in left for value in x], y) for left in every_grouping(set(x))]
    assert found.score == pytest.approx(max(scores), abs=1e-9)


@pytest.mark.parametrize("criterion", CLASS_CRITERIA)
def test_many_values_and_classes_are_grouped_nearly_as_well_as_can_be(criterion: Any) -> None:
    rng = np.random.default_rng(1)
    for _ in range(2):
        x = rng.permutation(np.repeat([*"abcdefghijk"], 20))
        y = (np.char.encode(x).view(np.uint8) + rng.integers(0, 6, len(x))) % 4
        found = dtlib.best_subset(x, y, criterion)
        assert found is not None
        best = max(
            gain(criterion)([v in left for v in x], y.tolist()) for left in every_grouping(set(x.tolist()))
        )
        assert 0.8 * best <= found.score <= best + 1e-9


def test_many_values_in_two_classes_are_quick_and_exact() -> None:
    x = np.repeat(np.arange(1000), 4)
    y = np.where(x % 3 == 0, "a", "b")
    found = dtlib.best_subset(x, y)
    assert found is not None
    assert found.left == tuple(range(0, 1000, 3))
    assert found.score == pytest.approx(dtlib.gini(y))


def test_the_codes_of_a_category_have_no_order() -> None:
    # The values 0 and 2 belong together: no threshold on the codes finds that, a grouping does.
    x, y = [0, 0, 1, 1, 2, 2], [*"aabbaa"]
    cut, grouping = dtlib.best_threshold(x, y), dtlib.best_subset(x, y)
    assert cut is not None
    assert grouping is not None
    assert (grouping.left, grouping.right) == ((0, 2), (1,))
    assert grouping.score > cut.score


def test_values_that_can_not_be_compared_are_grouped_all_the_same() -> None:
    found = dtlib.best_subset([1, "1", (1,)], ["a", "b", "b"])
    assert found is not None
    assert found.left == (1,)


# ---- Refusals


def test_refusals() -> None:
    with pytest.raises(ValueError, match="no criterion 'log_loss'"):
        dtlib.best_threshold([1, 2], [1, 2], "log_loss")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no criterion 'log_loss'"):
        dtlib.best_subset([1, 2], [1, 2], "log_loss")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="x is missing at row 1"):
        dtlib.best_threshold([1, math.nan], [1, 2])
    with pytest.raises(TypeError, match="'low' at row 1"):
        dtlib.best_threshold([1, "low"], [1, 2])
    with pytest.raises(ValueError, match="x is missing at row 1"):
        dtlib.best_subset(["a", None], [1, 2])
    with pytest.raises(ValueError, match="3 rows and y has 2"):
        dtlib.best_subset(["a", "b", "c"], [1, 2])
    with pytest.raises(TypeError, match="'a' at row 0"):
        dtlib.best_subset(["u", "v"], ["a", "b"], "squared_error")


# ---- Intervals


def test_intervals_of_equal_width() -> None:
    found = dtlib.discretize([0, 1, 2, 3, 4, 5, 6, 7, 8], 4)
    assert list(found.categories) == ["<= 2", "(2, 4]", "(4, 6]", "> 6"]
    assert found.ordered
    assert found.codes.tolist() == [0, 0, 0, 1, 1, 2, 2, 3, 3]


def test_intervals_of_equal_count() -> None:
    found = dtlib.discretize([1, 2, 3, 4, 100, 1000], 3, strategy="quantile")
    assert found.value_counts().tolist() == [2, 2, 2]
    assert len(dtlib.discretize([1] * 90 + [2, 3], 4, strategy="quantile").categories) == 2


def test_missing_numbers_stay_missing() -> None:
    found = dtlib.discretize(pd.Series([1.0, None, 5.0, math.nan]), [3])
    assert found.codes.tolist() == [0, -1, 1, -1]
    assert dtlib.discretize(pd.Series([1, None, 5], dtype="Int64"), [3]).codes.tolist() == [0, -1, 1]


def test_a_constant_is_one_interval() -> None:
    assert list(dtlib.discretize([7, 7], 3)) == ["all", "all"]


def test_a_discretized_column_can_be_measured() -> None:
    frame, target = load_watermelon30()
    assert dtlib.information_gain(dtlib.discretize(frame["sugar"], [0.126]), frame[target]) == pytest.approx(
        0.34929372  # the book's 0.349
    )


@given(
    st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=30),
    st.integers(2, 6),
    st.sampled_from(["width", "quantile"]),
)
def test_every_number_lies_in_the_interval_that_its_name_says(
    numbers: list[float], bins: int, how: Any
) -> None:
    found = dtlib.discretize(numbers, bins, strategy=how)
    assert len(found.categories) <= bins
    for number, name in zip(numbers, found, strict=True):
        if name.startswith("<= "):
            assert number <= float(name[3:])
        elif name.startswith("> "):
            assert number > float(name[2:])
        elif name != "all":
            low, high = name.strip("(]").split(", ")
            assert float(low) < number <= float(high)


def test_refusals_of_intervals() -> None:
    with pytest.raises(ValueError, match="2 or more"):
        dtlib.discretize([1, 2], 1)
    with pytest.raises(ValueError, match="increase"):
        dtlib.discretize([1, 2], [3, 3])
    with pytest.raises(ValueError, match="increase"):
        dtlib.discretize([1, 2], [])
    with pytest.raises(ValueError, match="no strategy 'kmeans'"):
        dtlib.discretize([1, 2], 2, strategy="kmeans")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'tall' at row 1"):
        dtlib.discretize([1, "tall"], 2)
    with pytest.raises(ValueError, match="inf at row 1"):
        dtlib.discretize([1, math.inf], 2)
