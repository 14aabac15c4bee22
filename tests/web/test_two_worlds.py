"""Two worlds: two matches that differ only in what an observer may not know give that observer the same stream.

The second world begins as a guess from all that the observer knows of the first: the hidden things lie otherwise.
Then the same is done in both, by people in other seats, by the observer, and by a bot, for as long as the observer
still cannot tell the worlds apart; other seats may even choose differently, where the observer does not see what they
choose. Everything goes over real sockets, and the bytes that reach the observer are compared: what they say, how long
they are, and in which order they come.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from contextlib import AsyncExitStack
from itertools import count

import pytest

from brillig import catalogue
from brillig.core import SPECTATOR, Screen
from brillig.core.chance import rekey
from brillig.web.protocol import ServerPong
from brillig.web.table.live_match import LiveMatch
from tests import few
from tests.web.conftest import serving

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("toys")]

# Choices before the worlds part: early more is hidden, later less.
PRELUDES = (0, 0, 0, 5, 10, 20, 30, 40, 2, 4, 6, 8, 12, 16, 24, 50)


def chance(seed: int):
    """The same random bytes in both worlds."""
    numbers = count()

    def draw(n: int) -> bytes:
        return hashlib.shake_256(f"{seed} {next(numbers)}".encode()).digest(n)

    return draw


class World:
    """A server with one table at which only the observer and the others of this test sit."""

    def __init__(self, place, table, tabs, watcher, time) -> None:
        self.time = time
        self.place, self.room, self.tabs, self.watcher = place, place.host.rooms[table["id"]], tabs, watcher

    @property
    def table(self):
        return self.room.live.match.table

    def observer(self, seat):
        return self.watcher if seat == SPECTATOR else self.tabs[seat]

    async def settle(self) -> None:
        """Until everything has been sent and read."""
        while self.room.lock.locked() or any(
            s.view or s.people or s.letters or s.writing_since is not None for s in self.room.audience
        ):
            await asyncio.sleep(0.001)
        for tab in (*self.tabs, self.watcher):
            await tab.send(type="ping")
            await tab.wait(lambda m: isinstance(m, ServerPong))

    def preview(self, seat: int, code: int):
        """The table after a choice."""
        match, then = self.room.live.match, self.table.copy()
        rekey(then.plain.rng, match.chance.key(match.ply + 1))
        then.plain.now = self.room.timing.now()
        then.play(seat, code)
        return then

    def stream(self, observer: int) -> list[str]:
        return [text for text in self.observer(observer).raw if not text.startswith('{"type":"pong"')]

    async def begin(self, dice: random.Random, steps: int) -> None:
        """So many choices, any, before people look. (The same dice make the same choices in the other world.)"""
        playing, at = self.room.live, self.room.timing.now()
        async with self.room.lock:
            for _ in range(steps):
                if not (waiting := self.table.waiting()):
                    break
                seat = waiting[0]
                code = dice.choice(self.table.codes(seat))
                if self.preview(seat, code).over:
                    break
                playing.choose(seat, code, at)
            await self.room.commit(None)

    async def pretend(self, raw: bytes) -> None:
        """This is how things lie, and always did."""
        playing = self.room.live
        playing.match.table.raw[:] = raw
        fresh = LiveMatch(playing.match)
        fresh.kept = playing.kept
        async with self.room.lock:
            self.room.install(fresh)


async def world(stack: AsyncExitStack, slug: str, seats: int, seed: int, options: dict) -> World:
    time = [5_000]
    place = await stack.enter_async_context(
        serving(random=chance(seed), clock=lambda: time[0], wall=lambda: 1_700_000_000_000)
    )
    people = await place.people(*(f"P{k}" for k in range(seats)))
    table = await people[0].lay(slug, "me", *["open"] * (seats - 1), options=options)
    for k, person in enumerate(people[1:]):
        await person.join(table, k)
    return World(place, table, people, table, time)


async def enter(here: World) -> None:
    table, people = here.watcher, here.tabs
    here.tabs = []
    for person in people:  # one after the other, so that everybody meets everybody in the same order
        here.tabs.append(await person.open(table["id"]))
        await here.tabs[-1].ready()
    here.watcher = await here.place.browser().open(table["id"])
    await here.watcher.ready()
    if here.room.game.real_time:
        for tab in here.tabs:
            assert (await tab.ask(type="ready", id="ready")).ok
    await here.settle()


def same(worlds, observer) -> bool:
    one, two = (bytes(w.table.hidden(observer)) for w in worlds)
    return one == two and worlds[0].room.live.match.finished == worlds[1].room.live.match.finished


def step(worlds, observer, dice):
    """Who chooses what in each world: something that the observer will see the same way, or None."""
    waiting = [w.table.waiting() for w in worlds]
    seats = [seat for seat in waiting[0] if seat in waiting[1]]
    dice.shuffle(seats)
    for seat in seats:
        codes = [w.table.codes(seat) for w in worlds]
        alike = [(a, b) for a in codes[0] for b in codes[1] if a == b]
        apart = [(a, b) for a in codes[0] for b in codes[1] if a != b and seat != observer]
        for pairs in (alike, apart):
            dice.shuffle(pairs)
        boldly = dice.random() < 0.3
        for pair in [*apart[:30], *alike[:60]] if boldly else [*alike[:60], *apart[:30]]:
            after = [w.preview(seat, code) for w, code in zip(worlds, pair, strict=True)]
            alike_after = bytes(after[0].hidden(observer)) == bytes(after[1].hidden(observer))
            if alike_after and not any(then.over for then in after):  # in the end everything is shown
                return seat, pair
    return None


async def wait(worlds, observer) -> bool:
    """Nobody can do anything in secret: let the table act, if it does so at the same time in both worlds."""
    alarms = {w.room.live.match.alarm() for w in worlds}
    if len(alarms) > 1 or None in alarms:
        return False
    for w in worlds:
        then = w.table.copy()
        then.tick()
        if then.over:
            return False
    for w in worlds:
        w.time[0] += alarms.copy().pop() - w.room.timing.now()
        await w.room.happen()
        await w.settle()
    return same(worlds, observer)


OPEN = {"jack-rabbits": {"board": "sample"}}  # a land lies open, and takes minutes to make where nothing is compiled


def some_options(game, seats: int, dice: random.Random) -> dict:
    """Any that go together."""
    while True:
        options = {name: dice.choice(o.values) for name, o in game.options.items()} | OPEN.get(game.slug, {})
        if not game.forbidden(seats, options):
            return options


async def compare(slug: str, seats: int, observer: int, seed: int) -> tuple[int, bool]:
    """Steps that the observer saw the same way in both worlds, and whether the worlds ever differed."""
    dice = random.Random(f"{slug} {seed} {observer}")
    async with AsyncExitStack() as stack:
        options = some_options(catalogue.load(slug), seats, dice) if seed else {}
        worlds = [await world(stack, slug, seats, seed, options) for _ in range(2)]
        for w in worlds:
            await w.begin(random.Random(seed), PRELUDES[seed])
        other = worlds[0].table.guess(observer, seed=seed + 1)
        other.plain.rng[:] = worlds[0].table.plain.rng
        for w, raw in zip(worlds, (worlds[0].table.raw, other.raw), strict=True):
            await w.pretend(bytes(raw))
        for w in worlds:
            await enter(w)
        assert same(worlds, observer)
        steps, differed = 0, bytes(worlds[0].table) != bytes(worlds[1].table)
        while steps < 12:
            if found := step(worlds, observer, dice):
                seat, pair = found
                for w, code in zip(worlds, pair, strict=True):
                    assert (await w.tabs[seat].choose(code, id=f"c{steps}")).ok
                    await w.settle()
            elif not await wait(worlds, observer):
                break
            steps += 1
            assert same(worlds, observer)
            differed |= bytes(worlds[0].table) != bytes(worlds[1].table)
            assert worlds[0].stream(observer) == worlds[1].stream(observer)
        return steps, differed


@pytest.mark.parametrize("enough", [6, pytest.param(60, marks=pytest.mark.soak)])
@pytest.mark.parametrize("slug", [*few.slugs("jack-rabbits"), "peep", "bomb"])  # and secrets of several kinds
async def test_two_worlds(slug, enough):
    game = catalogue.load(slug)
    if not game.hidden:
        pytest.skip("Everything lies open.")
    seats = max(game.seats[0], min(3, game.seats[1]))
    for observer in (SPECTATOR, 0, seats - 1):
        steps, differed = 0, False
        for seed in range(len(PRELUDES)):  # other options every time
            more, different = await compare(slug, seats, observer, seed)
            steps, differed = steps + more, differed or different
            if steps >= enough and differed:
                break
        assert steps >= 5
        assert differed, "the worlds were the same, so nothing was tested"


async def test_the_comparison_can_fail(monkeypatch):
    """A screen that shows all it is given is harmless, unless it is given the truth."""
    game = catalogue.load("peep")

    def screen(s, seat):
        shown = Screen()
        shown.panel(-1, "Table", cards=str([s.hand[k // 2, k % 2] for k in range(4)]))
        return shown

    monkeypatch.setattr(game, "screen", screen)
    monkeypatch.setattr(catalogue, "load", lambda slug: game)
    assert (await compare("peep", 2, SPECTATOR, 0))[1]
    honest = LiveMatch._look

    def look(playing, seat):
        return playing.match.table.copy() if seat == SPECTATOR else honest(playing, seat)

    monkeypatch.setattr(LiveMatch, "_look", look)
    with pytest.raises(AssertionError, match="cards"):
        await compare("peep", 2, SPECTATOR, 0)
