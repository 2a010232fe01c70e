"""Values as JSON and back: the only language spoken between the grader and the student's process.

The table of types is closed. A value is written by its exact type, so a subclass with an ``__eq__`` of its
own does not pass; what is read is built from tags in that table, so no message can name a constructor.
Whatever does not fit is a described stranger on the way out and `Garbled` on the way in.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections import Counter, OrderedDict, defaultdict
from typing import Any

import numpy as np

#: A dictionary, and what the standard library offers for counting and grouping.
_DICTIONARIES = frozenset({dict, Counter, OrderedDict, defaultdict})

#: Nesting, number of values, and bytes beyond which a message is refused.
DEEPEST = 100
MOST_VALUES = 200_000
MOST_BYTES = 16 * 2**20

#: Array types that travel as raw bytes, by their NumPy code.
_NUMBERS = frozenset({"|b1", "|i1", "|u1"} | {f"<{kind}{size}" for kind in "iu" for size in (2, 4, 8)}
                     | {f"<f{size}" for size in (2, 4, 8)})  # fmt: skip
_SCALARS = {np.dtype(code).type: code for code in _NUMBERS}


class Stranger(TypeError):  # noqa: N818 - not a fault of the program, but what the value is
    """A value of a type that does not travel; the message says what it is ("a generator")."""


class Garbled(ValueError):  # noqa: N818
    """A message that does not say what a message can say."""


def dumps(message: Any) -> bytes:
    """A message of plain JSON as bytes."""
    return json.dumps(message, separators=(",", ":")).encode("ascii")


def loads(data: bytes) -> Any:
    """The message in `data`.

    Raises
    ------
    Garbled
        If it is too long, not JSON, or nested too deep.
    """
    if len(data) > MOST_BYTES:
        raise Garbled(f"a message of {len(data)} bytes")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as problem:
        raise Garbled("a message that is not JSON") from problem


def encode(value: Any) -> Any:
    """`value` as plain JSON.

    Raises
    ------
    Stranger
        If it holds anything outside the table, or is too large or too deep, as a list in itself is.

    Examples
    --------
    >>> encode([1, (2.5, None), {"a": np.float64("nan")}])
    [1, {'tuple': [2.5, None]}, {'dict': [['a', {'scalar': ['<f8', {'float': 'nan'}]}]]}]
    >>> encode(x for x in "ab")
    Traceback (most recent call last):
    ...
    autograder.sandbox.inside.codec.Stranger: a generator
    """
    return _Encoder().encode(value, 0)


def decode(tree: Any) -> Any:
    """The value that plain JSON `tree` stands for.

    Raises
    ------
    Garbled
        If `tree` is not something that `encode` writes.

    Examples
    --------
    >>> decode(encode({"gain": 0.25, "branches": (1, 2)}))
    {'gain': 0.25, 'branches': (1, 2)}
    >>> decode({"array": ["<f8", [2], "not base64"]})
    Traceback (most recent call last):
    ...
    autograder.sandbox.inside.codec.Garbled: an array whose bytes do not fit its shape
    """
    return _Decoder().decode(tree, 0)


class _Budget:
    """Counts values, so that neither size nor depth nor self-reference can run away."""

    def __init__(self) -> None:
        self.left = MOST_VALUES

    def spend(self, values: int, depth: int, refusal: type[Exception]) -> None:
        self.left -= values
        if self.left < 0:
            raise refusal(f"a value of more than {MOST_VALUES} parts")
        if depth > DEEPEST:
            raise refusal(f"a value nested more than {DEEPEST} deep")


class _Encoder(_Budget):
    def encode(self, value: Any, depth: int) -> Any:
        self.spend(1, depth, Stranger)
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            self.spend(len(value) // 64, depth, Stranger)
            return value
        if kind is int:
            return value if -(2**53) < value < 2**53 else {"int": self._digits(value)}
        if kind is float:
            return value if math.isfinite(value) else {"float": repr(value)}
        if kind is list:
            return [self.encode(item, depth + 1) for item in list(value)]
        if kind is tuple:
            return {"tuple": [self.encode(item, depth + 1) for item in value]}
        if kind in _DICTIONARIES:
            pairs = list(dict.items(value))
            return {
                "dict": [[self.encode(key, depth + 1), self.encode(item, depth + 1)] for key, item in pairs]
            }
        if kind in _SCALARS:
            return {"scalar": [_SCALARS[kind], self.encode(value.item(), depth + 1)]}
        if kind is np.str_:
            return self.encode(str.__str__(value), depth)
        if kind is np.ndarray:
            return self._array(value, depth)
        if kind.__module__.partition(".")[0] == "pandas" and kind.__name__ in ("Series", "Index"):
            return self.encode(value.tolist(), depth)
        raise Stranger(described(kind))

    def _array(self, value: np.ndarray, depth: int) -> Any:
        self.spend(value.size, depth, Stranger)
        shape = list(value.shape)
        code = value.dtype.newbyteorder("<").str
        if code in _NUMBERS:
            raw = np.ascontiguousarray(value, dtype=code).tobytes()
            return {"array": [code, shape, base64.b64encode(raw).decode("ascii")]}
        if value.dtype.kind in "OU":
            return {"objects": [shape, [self.encode(item, depth + 1) for item in value.ravel().tolist()]]}
        raise Stranger(f"an array of {value.dtype}")

    @staticmethod
    def _digits(value: int) -> str:
        # Beyond the range of a float, where the two could no longer be compared.
        if value.bit_length() > 1000:
            raise Stranger(f"a whole number of {value.bit_length()} bits")
        return hex(value)


class _Decoder(_Budget):
    def decode(self, tree: Any, depth: int) -> Any:
        self.spend(1, depth, Garbled)
        if tree is None or isinstance(tree, bool | int | float):
            return tree
        if isinstance(tree, str):
            # Half a surrogate pair is no text that could be written down again.
            return tree.encode("utf-8", "backslashreplace").decode("utf-8")
        if isinstance(tree, list):
            return [self.decode(item, depth + 1) for item in tree]
        if isinstance(tree, dict) and len(tree) == 1:
            (tag, content), = tree.items()  # fmt: skip
            reader = _READERS.get(tag)
            if reader is not None:
                try:
                    return reader(self, content, depth)
                except (TypeError, ValueError, OverflowError) as problem:
                    raise (
                        problem if isinstance(problem, Garbled) else Garbled(f"a {tag} that is none")
                    ) from None
        raise Garbled("something that is no value")

    def _tuple(self, content: Any, depth: int) -> tuple:
        return tuple(self.decode(item, depth + 1) for item in _a_list(content))

    def _dict(self, content: Any, depth: int) -> dict:
        pairs = [_a_list(pair, length=2) for pair in _a_list(content)]
        # A list as a key is a TypeError, which makes the message garbled.
        return {self.decode(key, depth + 1): self.decode(item, depth + 1) for key, item in pairs}

    def _int(self, content: Any, depth: int) -> int:
        if not isinstance(content, str) or len(content) > 253:
            raise Garbled("a whole number without digits")
        return int(content, 16)

    def _float(self, content: Any, depth: int) -> float:
        if content not in ("nan", "inf", "-inf"):
            raise Garbled("a float that is none")
        return float(content)

    def _scalar(self, content: Any, depth: int) -> Any:
        code, value = _a_list(content, length=2)
        return np.asarray(self.decode(value, depth + 1), dtype=_known(code))[()]

    def _numbers(self, content: Any, depth: int) -> np.ndarray:
        code, shape, text = _a_list(content, length=3)
        dtype, lengths = np.dtype(_known(code)), self._shape(shape, depth)
        try:
            raw = base64.b64decode(text, validate=True)
            return np.frombuffer(raw, dtype=dtype).reshape(lengths).copy()
        except (binascii.Error, ValueError, TypeError):
            raise Garbled("an array whose bytes do not fit its shape") from None

    def _objects(self, content: Any, depth: int) -> np.ndarray:
        shape, items = _a_list(content, length=2)
        array = np.empty(self._shape(shape, depth), dtype=object)
        if array.size != len(_a_list(items)):
            raise Garbled("an array whose items do not fit its shape")
        array.ravel()[:] = [self.decode(item, depth + 1) for item in items]
        return array

    def _shape(self, content: Any, depth: int) -> tuple[int, ...]:
        lengths = _a_list(content)
        if len(lengths) > 8 or not all(
            type(length) is int and 0 <= length <= MOST_VALUES for length in lengths
        ):
            raise Garbled("an array without a shape")
        self.spend(math.prod(lengths), depth, Garbled)
        return tuple(lengths)


_READERS = {
    "tuple": _Decoder._tuple,
    "dict": _Decoder._dict,
    "int": _Decoder._int,
    "float": _Decoder._float,
    "scalar": _Decoder._scalar,
    "array": _Decoder._numbers,
    "objects": _Decoder._objects,
}


def described(kind: type) -> str:
    """A type in words, "a generator", cut where a name is made to be long."""
    name = str(kind.__name__)[:80] or "nameless type"
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def _a_list(content: Any, length: int | None = None) -> list:
    if not isinstance(content, list) or (length is not None and len(content) != length):
        raise Garbled("a part that should be a list")
    return content


def _known(code: Any) -> str:
    if not isinstance(code, str) or code not in _NUMBERS:
        raise Garbled("an array of an unknown type")
    return code
