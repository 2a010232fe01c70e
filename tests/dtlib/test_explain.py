"""Explanations arrive at the numbers that everything else computes."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlib
from dtlib import datasets
from dtlib.explain import explain_split
from dtlib.explain.words import SENTENCES

TABLES = ("play_tennis", "weather_wind", "watermelon20", "loan", "buys_computer")


@pytest.mark.parametrize("name", TABLES)
def test_values_are_those_of_the_measures(name):
    table = datasets.load(name)
    for feature in table.X.columns:
        x, y = table.X[feature], table.y
        found = explain_split(table.X, y, feature, "gain_ratio").values
        assert found["gain"] == pytest.approx(dtlib.information_gain(x, y), abs=1e-12)
        assert found["split_information"] == pytest.approx(dtlib.split_information(x), abs=1e-12)
        assert found["gain_ratio"] == pytest.approx(dtlib.gain_ratio(x, y), abs=1e-12)
        assert explain_split(table.X, y, feature, "gini").values["after"] == pytest.approx(
            dtlib.gini_index(x, y)
        )


def test_a_missing_value_scales_the_gain_and_is_a_branch_of_its_own_in_the_split_information():
    table = datasets.load("watermelon20_alpha")
    found = explain_split(table.X, table.y, "color", "gain_ratio")
    assert found.values["gain"] == pytest.approx(0.252, abs=5e-4)  # Zhou 2016, section 4.4.2
    assert found.values["split_information"] > dtlib.split_information(table.X["color"].dropna())
    assert "14/17" in str(found)


tables = st.integers(2, 12).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 5).map(float), min_size=n, max_size=n),
        st.lists(st.sampled_from(["a", "b", "c"]), min_size=n, max_size=n),
        st.lists(st.integers(1, 4), min_size=n, max_size=n),
    )
)


@given(tables, st.sampled_from(["entropy", "gini"]))
def test_the_cut_marked_as_chosen_is_the_best_threshold(table, criterion):
    x, y, weight = table
    best = dtlib.best_threshold(x, y, criterion, weight)
    found = explain_split(pd.DataFrame({"x": x}), y, "x", criterion, weight)
    if best is None:
        assert "threshold" not in found.values
    else:
        assert found.values["threshold"] == best.value
        assert found.values["gain"] == pytest.approx(best.score, abs=1e-9)
        assert str(found).count("chosen") == 1


@given(tables)
def test_what_is_printed_adds_up(table):
    x, y, _ = table
    found = explain_split(pd.DataFrame({"x": [f"v{value:.0f}" for value in x]}), y, "x")
    before, after, gain = map(float, re.search(r"(\S+) - (\S+) = (\S+) bits\Z", str(found)).groups())
    assert before - after == pytest.approx(gain, abs=1.6e-4)
    assert gain == pytest.approx(found.values["gain"], abs=5.1e-5)


def test_squared_error_is_the_decrease_of_the_variance():
    x, y = [1.0, 2.0, 3.0, 4.0], [1.0, 1.2, 3.0, 3.4]
    found = explain_split(np.array([x]).T, y, 0, "squared_error")
    assert found.values["threshold"] == 2.5
    assert found.values["gain"] == pytest.approx(dtlib.best_threshold(x, y, "squared_error").score)


def test_every_face_holds_the_result_in_both_languages():
    table = datasets.load("weather_wind")
    for lang, feature in itertools.product(("en", "zh"), table.X.columns):
        found = explain_split(table.X, table.y, feature, "gain_ratio", lang=lang)
        for face in (str(found), found.to_markdown(), found.to_html()):
            assert f"{found.values['gain_ratio']:.4f}" in face


def test_sentences_have_the_same_gaps_in_both_languages():
    for english, chinese in SENTENCES.values():
        assert sorted(re.findall(r"{(\w+)}", english)) == sorted(re.findall(r"{(\w+)}", chinese))


def test_values_cannot_break_the_markup():
    frame = pd.DataFrame({"a|b<i>": ["<script>alert(1)</script>", "x|y"]})
    found = explain_split(frame, ["p", "q"], "a|b<i>")
    assert "<script>" not in found.to_html()
    assert r"x\|y" in found.to_markdown()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [({"criterion": "entrpy"}, "criterion must be one of"), ({"lang": "fr"}, "lang must be one of")],
)
def test_what_does_not_exist_is_refused(arguments, says):
    table = datasets.load("weather_wind")
    with pytest.raises(ValueError, match=says):
        explain_split(table.X, table.y, "wind", **arguments)


def test_a_column_without_any_value_is_refused():
    with pytest.raises(ValueError, match="no known value"):
        explain_split(pd.DataFrame({"x": [None, None]}), ["a", "b"], "x")
