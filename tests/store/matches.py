"""Matches to keep in a database, and all that is in one."""

from __future__ import annotations

import asyncio
import random

import brillig
from brillig.match import Match
from brillig.web.store import connect


def a_match(seed: int, steps: int) -> Match:
    match = Match.start(brillig.load("othellino"), secret=random.Random(seed).randbytes(32), gear="plain")
    dice = random.Random(seed)
    for at in range(steps):
        if match.finished:
            break
        (seat,) = match.table.waiting()
        match.choose(seat, dice.choice(match.table.codes(seat)), at)
    return match


MATCHES = {"over": a_match(1, 1000), "playing": a_match(2, 11), "begun": a_match(3, 0)}


async def contents(store) -> dict:
    found = {kept.table.id: kept async for kept in store.everything()}
    return {
        "tables": found,
        "receipts": [await store.receipt(id, b"ann", "c1") for id in sorted(found)],
        "said": [await store.said(id) for id in sorted(found)],
        "notes": [await store.notes("played", b"%d" % k) for k in range(20)],
        "sessions": [await store.session(b"%d" % k) for k in range(20)],
    }


def everything_in(url: str) -> dict:
    async def go() -> dict:
        store = connect(url, read_only=True)
        await store.open()
        try:
            return await contents(store)
        finally:
            await store.close()

    return asyncio.run(go())
