"""Bot players: the bots at one table. They think in threads, about what their seat may know, and never on the loop."""

from __future__ import annotations

import asyncio
import hmac
from math import ceil
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

from brillig import bots
from brillig.bots.levels.pace import CHANCES, form, reaction
from brillig.core import SPECTATOR, Game, Table
from brillig.web.logs import log
from brillig.web.table import commands
from brillig.web.table.thinking import LEFT, PLAYED, WATCHED, Claim

if TYPE_CHECKING:
    from brillig.web.table.live_match import LiveMatch
    from brillig.web.table.room import Room

HURRIED = 0.5  # of its usual time; a bot that has less may play worse, so the table says so
NO_THOUGHT = "random"  # the bot that needs nothing compiled
UNTIL_READY = 0.2  # seconds between two looks whether a bot's search is compiled
WHOLE_MATCH = (1 << 64) - 1  # instead of a ply: what is drawn once


class Pondering(NamedTuple):
    """A decision that a bot is thinking about."""

    live: LiveMatch
    opened: int
    task: asyncio.Task[None]


class BotPlayers:
    def __init__(self, room: Room) -> None:
        self._room = ref(room)  # which has us: a circle would stay when the table is put away
        self.thoughts: dict[int, Pondering] = {}
        self.hurried = False  # do they think for a shorter time than usual, because many do?

    @property
    def room(self) -> Room:
        room = self._room()
        assert room is not None  # while a bot thinks, its thought has the room
        return room

    def consider(self) -> None:
        """Let every bot think that is to decide and does not think about it already."""
        room, live = self.room, self.room.live
        if live is None or live.match.finished or not room.sitting.stand_ins or room.host.closing:
            return
        for seat in live.match.table.waiting():
            kind, view, known = room.seating.chairs[seat].bot, live.views[seat], self.thoughts.get(seat)
            if not kind or (known and known.opened == view.opened and known.live is live):
                continue
            if known:
                known.task.cancel()
            seed = seed_of(live.match.secret, live.match.ply, seat)
            task = room.host.spawn(self._think(room, seat, view.opened, kind, view.seen.copy(), seed))
            self.thoughts[seat] = Pondering(live, view.opened, task)

    async def _think(self, room: Room, seat: int, opened: int, kind: str, view: Table, seed: int) -> None:
        try:
            await self._decide(seat, opened, kind, view, seed)
        except Exception as why:  # the game's, since even a choice at random was too much for it
            self.thoughts.pop(seat, None)  # nobody must break this off
            async with room.lock:
                await commands.stand_still(room, why)

    async def _decide(self, seat: int, opened: int, kind: str, view: Table, seed: int) -> None:
        host, loop = self.room.host, asyncio.get_running_loop()
        began, game = loop.time(), self.room.game
        while kind != NO_THOUGHT and not self.room.warm:  # nobody plays under its name; the table says that it waits
            await asyncio.sleep(UNTIL_READY)
        kind = bots.for_now(kind, game)
        if game.real_time:  # first it needs time to see, and then it acts on what there is to see
            await asyncio.sleep(self._reaction(bots.make(kind, game), view, seat, seed) / 1000)
            live, timing = self.room.live, self.room.timing
            if live is None or timing is None or seat not in live.views[seat].waits:
                self.thoughts.pop(seat, None)
                return
            view = live.views[seat].seen.copy()
            view.plain.now = timing.now()
            if not view.codes(seat):  # the others have just finished what there was to do
                self.thoughts.pop(seat, None)
                return
            code = await self._chosen(kind, view, seat, seed)
        else:
            code = await self._chosen(kind, view, seat, seed)
            await asyncio.sleep(max(0.0, began + self._pause(loop.time() - began, seed) - loop.time()))
        self.thoughts.pop(seat, None)
        # From here on it must not be broken off half-way.
        await asyncio.shield(host.spawn(commands.bot_chooses(self.room, seat, opened, code)))

    def _reaction(self, bot: bots.Bot, view: Table, seat: int, seed: int) -> int:
        """Milliseconds until it acts, by its form in this match."""
        once = seed_of(self.room.document.secret, WHOLE_MATCH, seat)
        return reaction(bot, view, seat, seed % CHANCES, form(bot, once % CHANCES))

    def _pause(self, took: float, seed: int) -> float:
        """Seconds from the question to the answer, given how long the thought took.

        How long somebody thinks tells something about what they hold. So a bot waits for a time that is drawn by chance,
        and where things are hidden a thought that took longer than that is answered at the next of a few fixed moments.
        """
        config = self.room.host.config
        pause = config.bot_floor + config.bot_spread * (seed % 1000) / 1000
        if self.room.game.hidden and took > pause and config.bot_floor:
            return config.bot_floor * ceil(took / config.bot_floor)
        return pause

    async def _chosen(self, kind: str, view: Table, seat: int, seed: int) -> int:
        """What the bot chooses, when it was its turn to think; in less time than usual if many wait."""
        room, game, hurried = self.room, self.room.game, False

        def work(share: float) -> int:
            nonlocal hurried
            hurried = share < HURRIED
            return choose(kind, game, view, seat, seed, share)

        code = await room.host.thinking.think(self._claim(), work)
        if hurried != self.hurried:
            self.hurried = hurried
            for socket in room.audience:
                socket.meet()
        return code

    def _claim(self) -> Claim:
        """In whose name the bots here think: somebody's who plays, if they are here, or else watches."""
        sockets = list(self.room.audience)
        playing = [socket for socket in sockets if socket.seat != SPECTATOR]
        first = next(iter(playing or sockets), None)
        rank = PLAYED if playing else WATCHED if sockets else LEFT
        return Claim(rank, first.address if first else "", self.room.id)

    def stop(self) -> None:
        for thought in self.thoughts.values():
            thought.task.cancel()
        self.thoughts.clear()


def seed_of(secret: bytes, ply: int, seat: int) -> int:
    """A bot's chance: nobody can foretell it, and once the secret is shown anybody can check it."""
    return int.from_bytes(hmac.digest(secret, b"brillig bot\0" + ply.to_bytes(8, "big") + bytes([seat]), "sha256")[:8])


def choose(kind: str, game: Game, view: Table, seat: int, seed: int, share: float = 1.0) -> int:
    """What the bot chooses. `share`: of its usual time.

    Where its search cannot be compiled it thinks in the plain gear. Only if that fails too, which is a slip in the game's
    rules, it makes any legal choice, so that the match goes on.
    """
    for gear in ("", "plain"):
        try:
            return bots.make(kind, game, share=share, gear=gear).choose(view, seat, seed)
        except Exception:
            log.exception("a bot failed", extra={"game": game.slug, "bot": kind, "gear": gear or "usual"})
    return bots.Random(game).choose(view, seat, seed)
