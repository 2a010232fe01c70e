"""The plain functions of week 3 against published numbers, laws of conservation, and C4.5 itself."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlib
from dtlib.datasets import load_play_golf, load_watermelon20_alpha, load_weather_wind
from dtlib.teaching.gain_ratio import choose_attribute_c45
from dtlib.teaching.missing import (
    gain_with_missing,
    predict_with_missing,
    split_information,
    split_with_weights,
    weight_of,
)

VALUES = st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=20)


def with_none(column):
    return [None if value != value else value for value in column]


@pytest.mark.parametrize(
    ("column", "published"),  # Zhou (2016), section 4.4.2
    [("color", 0.252), ("root", 0.171), ("sound", 0.145), ("texture", 0.424), ("umbilicus", 0.289)],
)
def test_gains_of_the_watermelons_with_missing_values(column, published):
    melons = load_watermelon20_alpha()
    gain = gain_with_missing(with_none(melons.X[column]), melons.y.tolist())
    assert gain == pytest.approx(published, abs=5e-4)


def test_split_information_of_golf_with_one_outlook_lost():
    outlook = load_play_golf().X["outlook"].tolist()
    outlook[5] = None
    assert split_information(outlook) == pytest.approx(1.809, abs=5e-4)


@given(VALUES, st.data())
def test_no_weight_is_lost_on_the_way_down(values, data):
    weights = data.draw(st.lists(st.floats(0.01, 5), min_size=len(values), max_size=len(values)))
    branches = split_with_weights(values, weights)
    if any(value is not None for value in values):
        assert np.allclose(np.sum(list(branches.values()), axis=0), weights)
    else:
        assert branches == {}


@given(VALUES, st.data())
def test_gain_with_nothing_missing_is_the_gain(values, data):
    values = [value or "d" for value in values]
    labels = data.draw(st.lists(st.sampled_from("yn"), min_size=len(values), max_size=len(values)))
    assert gain_with_missing(values, labels) == pytest.approx(dtlib.information_gain(values, labels))


@given(VALUES, st.data())
def test_cases_without_a_value_do_not_change_what_is_gained_in_all(values, data):
    labels = data.draw(st.lists(st.sampled_from("yn"), min_size=len(values), max_size=len(values)))
    more, with_labels = [*values, None, None], [*labels, "y", "n"]
    before, after = gain_with_missing(values, labels), gain_with_missing(more, with_labels)
    assert len(values) * before == pytest.approx(len(more) * after)


def nested(estimator):
    """A fitted tree in the form of the course's exercises."""

    def of(node):
        counts = dict(zip(estimator.classes_.tolist(), node["dist"], strict=True))
        if "branches" not in node:
            return {"counts": counts}
        branches = {
            value: of(branch)
            for group, branch in zip(node["groups"], node["branches"], strict=True)
            for value in group
        }
        return {"attribute": node["attribute"], "counts": counts, "branches": branches}

    return of(dtlib.export.to_dict(estimator))


def test_merged_predictions_are_those_of_c45():
    golf = load_play_golf()
    X = golf.X[["outlook", "windy"]].copy()
    X.loc[5, "outlook"] = None
    estimator = dtlib.C45Classifier(pruning=None).fit(X, golf.y)
    tree = nested(estimator)
    asked = [
        (outlook, windy) for outlook in ("sunny", "rain", "fog", None) for windy in ("true", "false", None)
    ]
    for row, shares in zip(
        asked, estimator.predict_proba(pd.DataFrame(asked, columns=X.columns)), strict=True
    ):
        told = predict_with_missing(tree, dict(zip(X.columns, row, strict=True)))
        assert [told.get(label, 0.0) for label in estimator.classes_] == pytest.approx(shares)


def test_knowing_nothing_gives_the_shares_of_the_root():
    leaves = [{"counts": {"no": 2.5, "yes": 1}}, {"counts": {"yes": 4}}, {"counts": {"no": 1}}]
    below = {
        "attribute": "b",
        "counts": {"no": 3.5, "yes": 1},
        "branches": {"x": leaves[0], "y": leaves[2]},
    }
    root = {"attribute": "a", "counts": {"no": 3.5, "yes": 5}, "branches": {"x": below, "y": leaves[1]}}
    told = predict_with_missing(root, {"a": None, "b": None})
    assert told == pytest.approx({"no": 3.5 / 8.5, "yes": 5 / 8.5})
    assert weight_of(root) == 8.5


def test_the_filter_keeps_the_weather_and_a_useless_column_lets_the_wind_pass():
    days = load_weather_wind()
    rows, labels = days.X.to_dict("records"), days.y.tolist()
    assert choose_attribute_c45(rows, labels, ["weather", "wind"]) == "weather"
    for number, row in enumerate(rows, start=1):
        row["moon"] = "full" if number in (1, 2, 3, 5) else "new"
    assert choose_attribute_c45(rows, labels, ["moon", "weather", "wind"]) == "wind"


def test_the_filter_is_that_of_c45_where_no_attribute_has_very_many_values():
    days = load_weather_wind()
    X, y = pd.concat([days.X] * 2), pd.concat([days.y] * 2)
    root = dtlib.export.to_dict(dtlib.C45Classifier(pruning=None).fit(X, y))["attribute"]
    assert root == choose_attribute_c45(X.to_dict("records"), y.tolist(), list(X.columns))
