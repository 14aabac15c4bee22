"""What waits to be sent at the end of a turn of the loop."""

from __future__ import annotations

import asyncio

import pytest

from brillig.web.host.outbox import MANY, MUCH, Outbox, PostLine

pytestmark = pytest.mark.anyio


class Line:
    """A transport that notes what it is asked for."""

    def __init__(self, done: list[str], name: str = "") -> None:
        self.done, self.name, self.closing = done, name, False

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        self.done.append(self.name + data.decode())

    def close(self) -> None:
        self.closing = True
        self.done.append("closed")

    def pause_reading(self) -> None:
        self.done.append("paused")


async def test_all_of_a_turn_goes_out_at_its_end():
    done: list[str] = []
    box = Outbox()
    ann, bob = PostLine(Line(done, "ann "), box), PostLine(Line(done, "bob "), box)
    ann.post([b"a", b"b"])
    bob.post([b"c"])
    ann.post([b"d"])
    assert not done
    await asyncio.sleep(0)
    assert done == ["ann abd", "bob c"]
    bob.post([b"e"])
    await asyncio.sleep(0)
    assert done[2:] == ["bob e"]


async def test_nothing_overtakes_what_waits():
    done: list[str] = []
    line = PostLine(Line(done), Outbox())
    line.post([b"a"])
    line.write(b"b")
    line.post([b"c"])
    line.close()
    line.post([b"too late"])
    await asyncio.sleep(0)
    line.pause_reading()  # all else is the transport's
    assert done == ["a", "b", "c", "closed", "paused"]


async def test_a_line_that_was_cut_is_not_written_to():
    done: list[str] = []
    cut = Line(done)
    line = PostLine(cut, Outbox())
    line.post([b"a"])
    cut.closing = True
    await asyncio.sleep(0)
    assert done == []


async def test_much_does_not_wait():
    done: list[str] = []
    box = Outbox()
    line = PostLine(Line(done), box)
    for _ in range(MUCH):
        line.post([b"a"])
    assert done == ["a" * MUCH]
    for _ in range(MANY - 1):  # the first line still stands in the box, with nothing to send
        PostLine(Line(done), box).post([b"b"])
    assert done[1:] == ["b"] * (MANY - 1)
    await asyncio.sleep(0)
    assert len(done) == MANY
