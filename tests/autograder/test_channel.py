"""The typed channel: what it carries comes back the same, and nothing else gets through, or up."""

import json
import math
import socket
import threading

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.channel import Channel, Late, Silence
from autograder.sandbox.inside.codec import MOST_BYTES, Garbled, Stranger, decode, dumps, encode, loads

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(SCALARS, inner, max_size=4)
    ),
    max_leaves=20,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["tuple", "dict", "int", "float", "scalar", "array", "objects", "pickle", ""]),
            inner,
            max_size=2,
        )
    ),
    max_leaves=20,
)


def through(value):
    return decode(loads(dumps(encode(value))))


def exactly(value):
    """A value with its types, so that 1, 1.0 and True differ."""
    if isinstance(value, list | tuple):
        return type(value), [exactly(item) for item in value]
    if isinstance(value, dict):
        return dict, [(exactly(key), exactly(item)) for key, item in value.items()]
    return type(value), value


@given(VALUES)
def test_plain_values_come_back_with_their_types(value):
    assert exactly(through(value)) == exactly(value)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3),
        np.array([], dtype=np.int8),
        np.array([[True], [False]]),
        np.arange(4, dtype=">i4"),
        np.array(3.5, dtype=np.float32),
        np.arange(20.0)[::3],
        np.array(["a", "bc"]),
        np.array(["a", None, 2.5], dtype=object),
    ],
    ids=str,
)
def test_arrays_come_back_with_their_shape(array):
    back = through(array)
    assert type(back) is np.ndarray
    assert back.shape == array.shape
    np.testing.assert_array_equal(back, array)


def test_numpy_scalars_and_series_come_back_plain_enough():
    assert through(np.float32(0.5)) == np.float32(0.5)
    assert through(np.str_("yes")) == "yes"
    assert through(pd.Series([1, 2])) == [1, 2]
    assert math.isnan(through(float("nan")))
    assert through([float("inf"), float("-inf")]) == [math.inf, -math.inf]


class Liar(float):
    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


class LyingArray(np.ndarray):
    pass


class ListOfOwn(list):
    pass


class LooksLikeFloat:
    def __float__(self):
        return 1.0

    def __array__(self, dtype=None, copy=None):
        return np.array(1.0)


def holds_itself():
    value = []
    value += [value, value]
    return value


def ten_to_the_fifth_deep():
    value = []
    for _ in range(100_000):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ((x for x in "ab"), "a generator"),
        ({1, 2}, "a set"),
        (Liar(1.0), "a Liar"),
        ([0.5, Liar(1.0)], "a Liar"),
        (np.arange(3.0).view(LyingArray), "a LyingArray"),
        (ListOfOwn(), "a ListOfOwn"),
        (LooksLikeFloat(), "a LooksLikeFloat"),
        (1j, "a complex"),
        (b"bytes", "a bytes"),
        (len, "a builtin_function_or_method"),
        (np.array([1j]), "an array of complex128"),
        (np.ma.masked_array([1.0]), "a MaskedArray"),
        (10**100_000, "a whole number of"),
        (holds_itself(), "deep"),
        (ten_to_the_fifth_deep(), "deep"),
        ([0] * 300_000, "parts"),
        (np.zeros(300_000), "parts"),
        ("x" * 2**24, "parts"),
        (type("", (), {})(), "a nameless type"),
        (type("X" * 10_000, (), {})(), "XXX"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "value",
)
def test_everything_else_is_a_described_stranger(value, words):
    with pytest.raises(Stranger, match=words) as found:
        encode(value)
    assert len(str(found.value)) < 200


@given(JSON)
def test_whatever_is_read_is_plain_or_garbled(tree):
    try:
        value = decode(tree)
    except Garbled:
        return
    plain = (type(None), bool, int, float, str, list, tuple, dict, np.ndarray, np.generic)
    assert isinstance(value, plain)
    assert encode(value) is not NotImplemented


@pytest.mark.parametrize(
    "tree",
    [
        {"pickle": "gASVCw=="},
        {"array": ["O", [1], "AAAAAAAAAAA="]},
        {"array": ["<f8", [10**12], ""]},
        {"array": ["<f8", [-1], ""]},
        {"array": ["<f8", [2], "AAAA"]},
        {"array": ["<f8", [True], "AAAAAAAAAAA="]},
        {"objects": [[10**5, 10**5, 10**5], []]},
        {"objects": [[2], [1]]},
        {"scalar": ["datetime64", 0]},
        {"scalar": ["|i1", 10**6]},
        {"dict": [[[], 1]]},
        {"dict": [[1]]},
        {"int": "0x" + "f" * 10**5},
        {"float": "1e999"},
        {"tuple": 3},
        {"list": [], "tuple": []},
        {},
        {"__class__": "os.system"},
    ],
    ids=lambda tree: json.dumps(tree)[:40],
)
def test_what_encode_never_writes_is_garbled(tree):
    with pytest.raises(Garbled):
        decode(tree)


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"[" * 10**6, b'{"a":', b"9" * 10**5, b" " * (MOST_BYTES + 1)],
    ids=lambda d: str(d[:9]),
)
def test_bytes_that_are_no_message_are_garbled(data):
    with pytest.raises(Garbled):
        loads(data)


def test_half_a_surrogate_pair_becomes_text_that_can_be_written():
    assert decode(loads(b'"\\ud800"')) == "\\ud800"


def conversation(reply):
    """Ask a peer that reads one request, and then does as `reply` with its end and the number."""
    ours, theirs = socket.socketpair()

    def peer():
        length = int.from_bytes(theirs.recv(4), "big")
        reply(theirs, json.loads(theirs.recv(length))["number"])

    thread = threading.Thread(target=peer)
    thread.start()
    try:
        return Channel(ours).ask({"do": "call"}, seconds=0.5)
    finally:
        thread.join()
        theirs.close()
        ours.close()


def framed(data):
    return len(data).to_bytes(4, "big") + data


def test_the_answer_that_repeats_the_number_counts():
    answer = conversation(lambda end, number: end.sendall(framed(dumps({"number": number, "ok": True}))))
    assert answer["ok"] is True


@pytest.mark.parametrize(
    "reply",
    [
        lambda end, number: end.close(),
        lambda end, number: end.sendall(framed(dumps({"number": "guessed", "value": 1.0}))),
        lambda end, number: end.sendall(framed(dumps([number]))),
        lambda end, number: end.sendall(framed(b"\x80\x04pickle")),
        lambda end, number: end.sendall(b"\xff\xff\xff\xff" + b"x" * 100),
        lambda end, number: end.sendall(b"GET / HTTP/1.1\r\n"),
        lambda end, number: end.sendall(framed(b"[" * 5000)),
    ],
)
def test_anything_else_is_silence(reply):
    with pytest.raises(Silence) as heard:
        conversation(reply)
    assert not isinstance(heard.value, Late)


@pytest.mark.parametrize(
    "part", [b"", b"\x00\x00", b"\x00\x00\x00\x09{"], ids=["nothing", "half", "a beginning"]
)
def test_a_late_answer_is_silence_too(part):
    with pytest.raises(Late):
        conversation(lambda end, number: end.sendall(part))
