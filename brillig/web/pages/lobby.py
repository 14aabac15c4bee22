"""The lobby: games to choose from, tables to go on with, to join and to watch; and a name for oneself."""

from __future__ import annotations

import asyncio

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig import bots
from brillig.core import SPECTATOR, Game
from brillig.match import Clock, fairness
from brillig.parts.puzzles.book import of_the_day, starred
from brillig.web.http.guard import address
from brillig.web.identity import Random
from brillig.web.pages import game_list
from brillig.web.pages.page import COMPRESSED, PageFrame, form, see
from brillig.web.pages.puzzles.today import day_of
from brillig.web.refusals import Refused
from brillig.web.store import Document, Session
from brillig.web.table import seating
from brillig.web.table.joining import join
from brillig.web.table.seating import BOT, ME, OPEN, Seating

MOST_SHOWN = 12  # tables in one list


class TableEntry(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: Game
    status: str
    names: list[str]  # "" is a free seat
    seating: Seating
    changed: int
    seat: int | None  # of whoever looks
    waits: list[int] = []  # the seats that are to decide, as far as whoever looks may know

    @property
    def my_turn(self) -> bool:
        return any(self.seating.chairs[seat].session == self._mine for seat in self.waits)

    @property
    def _mine(self) -> str:
        return self.seating.chairs[self.seat].session if self.seat is not None else "nobody"

    @property
    def turn(self) -> str:
        """Whose turn it is, in words; empty if nobody can say."""
        if self.my_turn:
            return "Your turn"
        names = [self.names[seat] for seat in self.waits]
        return f"{' and '.join(names)} to play" if names else ""

    @property
    def others(self) -> list[str]:
        return [name for seat, name in enumerate(self.names) if name and seat != self.seat]

    @property
    def free(self) -> int:
        return sum(chair.kind == "open" for chair in self.seating.chairs)

    @property
    def options(self) -> list[str]:
        """What is not as usual."""
        usual = {name: option.default for name, option in self.game.options.items()}
        return [f"{name}: {value}" for name, value in self.seating.options.items() if value != usual.get(name)]


class LobbyPages:
    def __init__(self, frame: PageFrame) -> None:
        self.frame, self.host = frame, frame.host
        self.matching = asyncio.Lock()  # two who press at once meet each other

    def routes(self) -> list[Route]:
        page = self.frame.page
        return [
            Route("/", page(self.show), middleware=COMPRESSED),
            Route("/name", page(self.ask_name), methods=["GET"]),
            Route("/name", page(self.rename), methods=["POST"]),
            Route("/play/{slug}", page(self.play_now), methods=["POST"]),
            Route("/match/{slug}", page(self.quick_match), methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        session, filters = await self.frame.session(request), game_list.Filters.read(request.query_params)
        games = self.frame.games
        mine = await self.own(session) if session else []
        seated = {card.id for card in mine}
        waiting = [card for card in await self._listed("open", session) if card.id not in seated and card.free]
        playing = [card for card in await self._listed("playing", session) if card.id not in seated]
        most = max((game.seats[1] for game in games), default=2)
        return await self.frame.show(
            request, "lobby.html", games=games, kept=[g for g in games if filters.keep(g)], filters=filters,
            boxes=sorted({game.box for game in games}), most=most, minutes=game_list.MINUTES,
            mine=mine[:MOST_SHOWN], waiting=waiting[:MOST_SHOWN], playing=playing[:MOST_SHOWN],
            today=of_the_day(day_of(self.host.wall())), starred=starred,
            levels=bots.LEVELS,
        )  # fmt: skip

    async def _listed(self, status: str, session: Session | None) -> list[TableEntry]:
        return self._cards(await self.host.lists.listed(status, 5 * MOST_SHOWN), session)

    async def own(self, session: Session) -> list[TableEntry]:
        """The unfinished tables of a session, with whose turn it is; those that wait for it first."""
        cards = self._cards(await self.host.lists.own(session), session)
        found = []
        for k, card in enumerate(card for card in cards if card.seat is not None):
            known = card.status == "playing" and k < MOST_SHOWN and card.seat is not None
            waits = await self.host.waits_at(card.id, card.seat or 0) if known else []
            found.append(msgspec.structs.replace(card, waits=waits))
        return sorted(found, key=lambda card: (card.status != "playing", not card.my_turn))

    def _cards(self, documents: list[Document], session: Session | None) -> list[TableEntry]:
        known, found = {game.slug: game for game in self.frame.games}, []
        oldest = self.host.wall() - 86_400_000 * self.host.config.table_days
        for document in documents:
            try:
                laid = seating.decoder.decode(document.body)
            except msgspec.DecodeError:
                continue
            if laid.game in known and (document.status != "open" or document.created > oldest):
                names = [chair.name if chair.kind != "open" else "" for chair in laid.chairs]
                seat = laid.seat_of(session.id) if session else None
                game = known[laid.game]
                found.append(TableEntry(document.id, game, document.status, names, laid, document.changed, seat))
        return found

    # ---- one click to a table --------------------------------------------------------------------------------------

    async def play_now(self, request: Request) -> Response:
        """A table with bots, and you in the first seat."""
        game = self.frame.game(request.path_params["slug"])
        level = (await form(request)).get("level", "")
        session, headers = await self.frame.known(request)
        self.frame.limit("table", request, session)
        kind = level if level in bots.LEVELS else rival(game)
        seats = [ME] + [BOT + kind] * (usual_seats(game) - 1)
        table, _ = await self.host.lay(
            session, game.slug, {}, seats, Clock.off(), False, nonce(self.host.random), address(request.scope)
        )
        return see(f"/tables/{table.id}", headers)

    async def quick_match(self, request: Request) -> Response:
        """To whoever waits for the same game and is there; else to a table that waits for anybody."""
        game = self.frame.game(request.path_params["slug"])
        if game.seats[1] == 1:
            raise Refused("bad_table", f"{game.title} is a game for one: press Play now.")
        given = (await form(request)).get("nickname", "")  # the page that sets tables up asks for it
        session, headers = await self.frame.known(request, given)
        self.frame.limit("join", request, session)
        async with self.matching:
            for card in await self._listed("open", session):
                if (
                    card.game is game
                    and self._waits_here(card)
                    and (card.seat is not None or await self._meet(card, session))
                ):
                    return see(f"/tables/{card.id}", headers)
            self.frame.limit("table", request, session)
            seats = [ME] + [OPEN] * (usual_seats(game, alone=False) - 1)
            table, _ = await self.host.lay(
                session, game.slug, {}, seats, Clock.off(), True, nonce(self.host.random), address(request.scope)
            )
        return see(f"/tables/{table.id}", headers)

    def _waits_here(self, card: TableEntry) -> bool:
        """Is it a table as everybody knows it, with a free seat, and somebody who looks at it?"""
        room = self.host.rooms.get(card.id)
        here = room is not None and any(seat != SPECTATOR for seat in room.audience.viewers)
        usual = not card.options and card.seating.clock.kind == "off"
        return bool(card.free) and usual and (here or card.seat is not None)

    async def _meet(self, card: TableEntry, session: Session) -> bool:
        try:
            await join(self.host.room(card.id), session, nonce(self.host.random), None)
        except Refused:  # somebody else was quicker, or it is gone
            return False
        return True

    # ---- a name ----------------------------------------------------------------------------------------------------

    async def ask_name(self, request: Request) -> Response:
        return await self.frame.show(request, "name.html", back=_back(request.query_params.get("back", "/")), why="")

    async def rename(self, request: Request) -> Response:
        given = await form(request)
        back = _back(given.get("back", "/"))
        try:
            if not given.get("nickname", "").strip():
                raise Refused("bad_name")
            _, headers = await self.frame.known(request, given["nickname"])
        except Refused as why:
            return await self.frame.show(request, "name.html", why.status, back=back, why=str(why))
        return see(back, headers)


def usual_seats(game: Game, alone: bool = True) -> int:
    """How many sit down when nobody says: a game for many is a little fuller than it must be. Who looks for others does
    not play `alone`, and waits for as few of them as the game lets."""
    fewest, most = game.seats
    if not alone:
        return max(2, fewest)
    return fewest if most <= 3 or fewest == 1 else max(fewest, min(most, 3))


def rival(game: Game) -> str:
    """The bot for somebody who has not chosen one: an easy one, for it may be their first game."""
    return bots.LEVELS[0]


def nonce(random: Random) -> str:
    """What is added to a match's chance for a seat that does not add something of its own."""
    return random(fairness.NONCE_BYTES).hex()


def _back(where: str) -> str:
    """A page of ours to go back to, and nobody else's."""
    return where if where.startswith("/") and not where.startswith(("//", "/\\")) and where.isprintable() else "/"
