"""What a returned value becomes before it is compared, and how a difference is told."""

from collections import Counter, defaultdict

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.comparison import first_difference
from autograder.values import NotPlainError, plain

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
plain_values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner), max_leaves=20
)


class AlwaysEqual:
    def __eq__(self, other):
        return True

    __hash__ = None


class LyingFloat(float):
    def __eq__(self, other):
        return True

    __hash__ = None


@given(plain_values)
def test_plain_values_stay_as_they_are_and_equal_themselves(value):
    assert plain(value) == value
    assert first_difference(plain(value), value, tolerance=1e-9) is None


@pytest.mark.parametrize(
    ("value", "rebuilt"),
    [
        (np.float32(0.5), 0.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.str_("a"), "a"),
        (np.array([1.0, 2.0]), [1.0, 2.0]),
        (np.array(["a", None], dtype=object), ["a", None]),
        (pd.Series([1, 2]), [1, 2]),
        (pd.Index(["a"]), ["a"]),
        ((1, (2, 3)), [1, [2, 3]]),
        ({np.str_("k"): (1,)}, {"k": [1]}),
        (Counter("aab"), {"a": 2, "b": 1}),
        (defaultdict(list, {"a": [1]}), {"a": [1]}),
    ],
)
def test_numpy_and_pandas_become_plain(value, rebuilt):
    made = plain(value)
    assert made == rebuilt
    assert type(made) is type(rebuilt)


@pytest.mark.parametrize(
    "value",
    [
        AlwaysEqual(),
        LyingFloat(1.0),
        [LyingFloat(1.0)],
        {1, 2},
        iter([1]),
        (x for x in "ab"),
        len,
        {"k": {1}},
        np.array([AlwaysEqual()], dtype=object),
        np.array([1j]),
        {(1, 2): 3},
    ],
)
def test_strangers_are_refused(value):
    with pytest.raises(NotPlainError):
        plain(value)


def test_nesting_without_end_is_refused():
    endless = []
    endless.append(endless)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for value in (endless, deep):
        with pytest.raises(NotPlainError, match="nested"):
            plain(value)


@pytest.mark.parametrize(
    ("got", "expected", "sentence"),
    [
        (1, 2, "got 1, expected 2"),
        (True, 1, "got True, expected a number"),
        (None, 1.0, "got None, expected a number"),
        ([1], [1, 2], "got 1 items, expected 2"),
        ({"a": 1}, {"a": 1, "b": 2}, "'b' is missing"),
        ({"a": 1, "b": 2}, {"a": 1}, "'b' should not be there"),
        ({"a": {"b": "x"}}, {"a": {"b": "y"}}, "at ['a']['b']: got 'x', expected 'y'"),
        (float("nan"), 0.0, "got nan, expected 0.0"),
        (float("inf"), 1.0, "got inf, expected 1.0"),
    ],
)
def test_the_first_difference_is_told(got, expected, sentence):
    assert first_difference(got, expected, tolerance=1e-6).sentence == sentence


def test_numbers_within_tolerance_and_dicts_in_any_order_are_the_same():
    assert first_difference({"b": 0.1 + 0.2, "a": 2}, {"a": 2.0, "b": 0.3}, tolerance=1e-9) is None
    assert first_difference(0.3001, 0.3, tolerance=1e-6) is not None
