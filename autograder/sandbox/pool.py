"""Several boxes at once, one for each processor; submissions go to whichever is free."""

from __future__ import annotations

import contextlib
import os
import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from autograder.sandbox.box import Box

Item = TypeVar("Item")
Result = TypeVar("Result")


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def each(
    items: Iterable[Item], work: Callable[[Item, Box], Result], boxes: int | None = None
) -> Iterator[tuple[Item, Result]]:
    """Do `work` on every item in some box; yield the results as they come.

    Threads suffice: the student's code runs in the boxes' own processes. No more items than boxes are under
    way at a time, so memory does not grow with their number.

    Raises
    ------
    NoSandboxError
        If no box can be started.
    """
    count = boxes or processors()
    waiting = iter(items)
    with contextlib.ExitStack() as stack:
        free: queue.SimpleQueue[Box] = queue.SimpleQueue()
        for box in [stack.enter_context(contextlib.closing(Box())) for _ in range(count)]:
            box.wait_until_ready()
            free.put(box)
        threads = stack.enter_context(ThreadPoolExecutor(count))

        def in_a_box(item: Item) -> Result:
            box = free.get()
            try:
                return work(item, box)
            finally:
                free.put(box)

        def started(items: Iterable[Item]) -> dict[Future[Result], Item]:
            return {threads.submit(in_a_box, item): item for item in items}

        running = started(islice(waiting, count))
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                item = running.pop(future)
                running |= started(islice(waiting, 1))
                yield item, future.result()
