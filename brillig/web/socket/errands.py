"""Errands: work that is begun at once, in the turn of the loop in which it was asked for, and not as a task of its own.

A choice is asked for by bytes that have just been read, and goes as far as the store without waiting for anything. A task
would be begun a turn later, and costs as much as the rules. (From Python 3.12 on asyncio has tasks that begin at once.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


def begin(work: Coroutine[Any, Any, None], done: Callable[[], None]) -> None:
    """Do this as far as it goes, and the rest whenever what it waits for is there. It may wait for futures, and must not ask
    which task it is (a time limit does)."""

    def go_on(_: object = None) -> None:
        try:
            waits = work.send(None)
        except StopIteration:
            done()
        except BaseException:
            done()
            raise
        else:
            if waits is None:  # only for a turn of the loop
                asyncio.get_running_loop().call_soon(go_on)
            else:
                waits.add_done_callback(go_on)

    go_on()
