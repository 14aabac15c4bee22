"""Warming: compile a game's rules in a process of its own, at low priority, while the plain gear serves.

    python -m brillig.web.host.warming othellino

fills the cache on disk; the server then loads compiled rules from there in no time.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress

from brillig import bots, catalogue
from brillig.core import Game
from brillig.core.errors import BrilligError
from brillig.web.logs import log

LOWEST = 19  # priority


class Warming:
    """Games whose rules are compiled, or being compiled."""

    def __init__(self, wanted: bool, done: Callable[[Game], None] = lambda game: None) -> None:
        self.wanted, self.done = wanted, done
        self.asked: set[str] = set()
        self.given_up: set[str] = set()  # games that cannot be compiled: their bots think in the plain gear
        self.tasks: set[asyncio.Task[None]] = set()
        self.one_at_a_time = asyncio.Lock()

    def want(self, game: Game) -> None:
        """Have the game compiled, unless it is already or nobody wants that."""
        if self.wanted and game.slug not in self.asked:
            self.asked.add(game.slug)
            task = asyncio.create_task(self._warm(game))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _warm(self, game: Game) -> None:
        async with self.one_at_a_time:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "brillig.web.host.warming", game.slug,
                stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
            try:
                if await process.wait():
                    log.warning("the rules cannot be compiled; they run plain", extra={"game": game.slug})
                    self.given_up.add(game.slug)
                    self.done(game)
                    return
            except asyncio.CancelledError:
                with suppress(ProcessLookupError):
                    process.kill()
                raise
            await asyncio.to_thread(warm, game)
            gc.freeze()  # the rules stay, and whoever looks for garbage passes them over
            log.info("rules compiled", extra={"game": game.slug})
            self.done(game)

    def stop(self) -> None:
        for task in self.tasks:
            task.cancel()


def warm(game: Game) -> None:
    """Call every way into the compiled rules once, and let the bots make ready."""
    table = game.new(gear="compiled")
    table.hidden(0)
    table.guess(0)
    table.scores(), table.ranks(), table.census(), table.due()
    for seat in table.waiting():
        table.refusal(seat, table.codes(seat)[0])
    scratch = table.copy()
    for seat in scratch.waiting()[:1]:
        scratch.play(seat, scratch.codes(seat)[0])
    scratch.tick()
    bots.warm(game)


def main(slugs: list[str]) -> int:
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    try:
        for slug in slugs:
            warm(catalogue.load(slug))
    except BrilligError as why:
        print(why, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
