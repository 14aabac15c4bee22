"""A server that does nothing but write, until it is killed: python hammer.py URL TASKS

Every acknowledgement goes to standard output at once: the table and how many lines its log has then.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys

from brillig.web.store import Receipt, connect


def line(id: str, n: int) -> bytes:
    """What line n of a log must say."""
    return hashlib.sha256(f"{id} {n}".encode()).hexdigest().encode() * (1 + n % 3)


async def play(store, id: str) -> None:
    n = len(await store.lines(id))
    while True:
        count = 1 + n % 3
        new = [line(id, k) for k in range(n, n + count)]
        await store.append(id, n, new, Receipt(b"hammer", f"c{n}", b"ok"))
        n += count
        os.write(1, f"{id} {n}\n".encode())


async def main(url: str, tasks: int) -> None:
    store = connect(url)
    await store.open()
    os.write(1, b"open\n")
    await asyncio.gather(*(play(store, f"t{k}") for k in range(tasks)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
