"""Answer the grader's requests: run a cell, run a test cell, call a function.

A student's code runs in this process and can do to it what it likes. Whatever it does, the grader hears only
what `codec` can say, and takes it as a claim.
"""

from __future__ import annotations

import contextlib
import linecache
import random
import signal
import socket
import traceback
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

import numpy as np

from .codec import Stranger, decode, described, dumps, encode, loads
from .outputs import OUTPUTS
from .shell import Shell, redirect

_LONGEST_MESSAGE = 500


class OutOfTime(BaseException):
    """The cell or the call took longer than it may."""


def serve(connection: socket.socket, shell: Shell) -> None:
    """Answer requests until the connection is closed."""
    redirect()
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - students use the old interface too
    reader = connection.makefile("rb")
    while length := reader.read(4):
        request = loads(reader.read(int.from_bytes(length, "big")))
        for answer in _KINDS[request["do"]](shell, request):
            data = dumps({**answer, "number": request["number"]})
            connection.sendall(len(data).to_bytes(4, "big") + data)


def _run(shell: Shell, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A cell, as a notebook runs it."""
    OUTPUTS.start(request["output_bytes"], request["pictures"])
    answer = _after_cell(shell, request)
    yield {**answer, "outputs": OUTPUTS.taken()}


def _after_cell(shell: Shell, request: dict[str, Any]) -> dict[str, Any]:
    try:
        with _at_most(request["seconds"]):
            result = shell.run_cell(request["source"], store_history=True)
    except OutOfTime as late:  # it came between two steps of ours
        return _about(late)
    problem = result.error_before_exec or result.error_in_exec
    return {} if problem is None else _about(problem)


def _test(shell: Shell, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A test cell of the course, outside IPython's machinery, which the student may have changed.

    The value of a last expression comes back too: a number there is partial credit.
    """
    OUTPUTS.start(0)
    try:
        parts = _compiled(request["source"])
    except SyntaxError:  # a magic, or a top-level await
        yield _after_cell(shell, request) or {"passed": True}
        return
    value = None
    try:
        with _at_most(request["seconds"]):
            for run, code in parts:
                value = run(code, shell.user_ns)
    except BaseException as problem:
        yield _about(problem)
    else:
        yield {"passed": True, "value": value if type(value) in (int, float) else None}


def _call(shell: Shell, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Calls of a student's function, an answer for each, until there is no sense in another one."""
    for arguments in request["calls"]:
        OUTPUTS.start(0)
        answer = _after_call(shell, request["name"], decode(arguments), request["seconds"])
        yield answer
        if not answer.keys().isdisjoint(("late", "unbound", "no_function")):
            return


def _after_call(shell: Shell, name: str, arguments: Any, seconds: float) -> dict[str, Any]:
    """What came of one call; the arguments go back too, so that a change to them is seen."""
    if name not in shell.user_ns:
        return {"unbound": True}
    function = shell.user_ns[name]
    if not callable(function):
        return {"no_function": described(type(function))}
    try:
        with _at_most(seconds):
            value = function(*arguments)
            return {"returned": encode(value), "arguments": _encoded_or_none(arguments)}
    except Stranger as problem:
        return {"stranger": str(problem)}
    except BaseException as problem:
        return _about(problem)


_Handler = Callable[[Shell, dict[str, Any]], Iterator[dict[str, Any]]]
_KINDS: dict[str, _Handler] = {"run": _run, "test": _test, "call": _call}


def _encoded_or_none(arguments: Any) -> Any:
    try:
        return encode(arguments)
    except Stranger:
        return None


def _compiled(source: str) -> list[tuple[Callable[..., Any], CodeType]]:
    import ast

    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    parts: list[tuple[Callable[..., Any], CodeType]] = [(exec, compile(tree, "<test>", "exec"))]
    if isinstance(last, ast.Expr):
        parts.append((eval, compile(ast.Expression(last.value), "<test>", "eval")))
    return parts


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(*_: Any) -> None:
    raise OutOfTime


def _about(problem: BaseException) -> dict[str, Any]:
    try:
        with _at_most(1.0):
            message = str(problem)[:_LONGEST_MESSAGE]
    except OutOfTime as late:
        problem = late
    except BaseException:
        message = ""
    if isinstance(problem, OutOfTime):
        return {"late": True}
    line = _students_line(problem)[:_LONGEST_MESSAGE]
    return {"raised": type(problem).__name__[:80], "message": message, "line": line}


def _students_line(problem: BaseException) -> str:
    """The last line of the traceback that stands in a cell."""
    for frame in reversed(traceback.extract_tb(problem.__traceback__)):
        if not frame.filename.startswith("/"):
            return (frame.line or linecache.getline(frame.filename, frame.lineno or 0)).strip()
    return ""
