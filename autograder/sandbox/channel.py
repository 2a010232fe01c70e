"""Framed messages over a socket, with deadlines: what the other side writes is data, and late is wrong."""

from __future__ import annotations

import contextlib
import secrets
import socket
import time
from collections.abc import Iterator
from typing import Any

from autograder.sandbox.inside.codec import MOST_BYTES, Garbled, dumps, loads


class Silence(Exception):  # noqa: N818 - it says what was heard
    """No usable answer came."""


class Late(Silence):
    """No answer came in time."""


class Ended(Silence):
    """The other side has gone."""


class Channel:
    """The grader's end of one conversation.

    Each request carries a number that nobody could guess, and only the answer that repeats it counts: an
    answer written before the question was asked is not taken for one.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send `request` and return the answer.

        Raises
        ------
        Silence
            If no answer came in time, the other side has gone, or what came is not an answer to this request.
        """
        (answer,) = self.answers(request, 1, seconds)
        return answer

    def answers(self, request: dict[str, Any], count: int, seconds: float) -> Iterator[dict[str, Any]]:
        """Send `request` and yield its `count` answers as they come, each within `seconds` of the one before.

        Raises
        ------
        Silence
            As `ask` does, for the first answer that does not come.
        """
        number = secrets.token_hex(8)
        with _heard_as_silence():
            self._send(dumps({**request, "number": number}), time.monotonic() + seconds)
        for _ in range(count):
            deadline = time.monotonic() + seconds
            with _heard_as_silence():
                length = int.from_bytes(self._receive(4, deadline), "big")
                if length > MOST_BYTES:
                    raise Silence("the answer was too long")
                answer = loads(self._receive(length, deadline))
            if not isinstance(answer, dict) or answer.get("number") != number:
                raise Silence("what came was no answer to what was asked")
            yield answer

    def close(self) -> None:
        self._connection.close()

    def _send(self, data: bytes, deadline: float) -> None:
        self._connection.settimeout(_left(deadline))
        self._connection.sendall(len(data).to_bytes(4, "big") + data)

    def _receive(self, count: int, deadline: float) -> bytes:
        parts = bytearray()
        while len(parts) < count:
            self._connection.settimeout(_left(deadline))
            part = self._connection.recv(min(count - len(parts), 65536))
            if not part:
                raise Ended("the process ended")
            parts += part
        return bytes(parts)


@contextlib.contextmanager
def _heard_as_silence() -> Iterator[None]:
    try:
        yield
    except TimeoutError:
        raise Late("no answer in time") from None
    except OSError as problem:
        raise Ended("the process ended") from problem
    except Garbled as problem:
        raise Silence(str(problem)) from problem


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
