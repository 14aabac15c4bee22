"""Errands: work that is begun at once, in the turn of the loop in which it was asked for, and not as a task of its own.

A choice is asked for by bytes that have just been read, and goes as far as the store without waiting for anything. A task
would be begun a turn later, and costs as much as the rules. (From Python 3.12 on asyncio has tasks that begin at once.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Errand:
    """One of them under way. (A function that names itself would be a circle of seven things that somebody has to look for.)"""

    __slots__ = ("done", "work")

    def __init__(self, work: Coroutine[Any, Any, None], done: Callable[[], None]) -> None:
        self.work, self.done = work, done

    def go_on(self, _: object = None) -> None:
        try:
            waits = self.work.send(None)
        except StopIteration:
            self.done()
        except BaseException:
            self.done()
            raise
        else:
            if waits is None:  # only for a turn of the loop
                asyncio.get_running_loop().call_soon(self.go_on)
            else:
                waits.add_done_callback(self.go_on)


def begin(work: Coroutine[Any, Any, None], done: Callable[[], None]) -> None:
    """Do this as far as it goes, and the rest whenever what it waits for is there. It may wait for futures, and must not ask
    which task it is (a time limit does)."""
    Errand(work, done).go_on()
