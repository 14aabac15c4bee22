"""All Your Base: draft cards, and use each to build a station, to put hardware on it, or as its software.

A card is picked (PICK) and later used: to build a station (BUILD), as a cube on a station (INSTALL), as the software of a
station (LOAD), or not at all (DROP). KEEP chooses the cards that are not passed on. Stations have numbers in the order in
which they were built, over all seats. base.py says how choices are numbered.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.all_your_base import base
from brillig.games.all_your_base.base import State, score
from brillig.games.all_your_base.judgement import prefer, value
from brillig.games.all_your_base.known import guess, hide, sound
from brillig.games.all_your_base.phase import (
    all_have_chosen,
    begin_phase,
    build,
    install,
    load,
    pass_on,
    show,
    use,
)
from brillig.games.all_your_base.screen import label, screen, tell, touch
from brillig.parts.bag import fill
from brillig.parts.boxes.greenbox import (
    CARD_COLOUR,
    CARD_NUMBER,
    CARD_SYMBOL,
    CARDS,
    CUBE_COLOURS,
    CUBES_OF_A_COLOUR,
    TILES,
)
from brillig.parts.boxes.greenbox import SYMBOLS as SYMBOL_NAMES
from brillig.parts.hand import NONE, add, clear, find, size

__all__ = [
    "GAME",
    "KINDS",
    "REFUSALS",
    "State",
    "allowed",
    "guess",
    "hide",
    "label",
    "prefer",
    "score",
    "screen",
    "sound",
    "tell",
    "touch",
    "value",
]

OTHER_SYMBOL, NO_SUCH_CUBES, NO_STATION, NOT_YOURS, NOT_HELD, TWICE, PICK_TWO, KEEP_TWO, NOT_PICKED, HAS_CHOSEN = range(
    1, 11
)
NO_STATIONS, NO_CUBES = 20, 30  # and the symbol, and the colour
REFUSALS = {
    OTHER_SYMBOL: "The card must show the station's symbol.",
    NO_SUCH_CUBES: "There is no white or black hardware.",
    NO_STATION: "Build a station first.",
    NOT_YOURS: "Not your station.",
    NOT_HELD: "You do not hold that card.",
    TWICE: "You have chosen that card already; choose another.",
    PICK_TWO: "Pick two cards.",
    KEEP_TWO: "Keep two cards.",
    NOT_PICKED: "Use one of the cards that you have picked.",
    HAS_CHOSEN: "You have chosen; wait for the others.",
    **{NO_STATIONS + k: f"No {SYMBOL_NAMES[k]} stations left." for k in range(base.SYMBOLS)},
    **{NO_CUBES + k: f"No {CUBE_COLOURS[k]} cubes left." for k in range(base.CUBE_KINDS)},
}
KINDS = {
    "pick": range(base.PICK, base.KEEP),
    "keep": range(base.KEEP, base.BUILD),
    "build": range(base.BUILD, base.DROP),
    "throw away": range(base.DROP, base.INSTALL),
    "hardware": range(base.INSTALL, base.LOAD),
    "software": range(base.LOAD, base.CODES),
}


@rule
def setup(s: State) -> None:
    for symbol in range(base.SYMBOLS):
        s.stock[symbol] = min(s.seats + 1, TILES // base.SYMBOLS)
    fill(s.supply, CUBES_OF_A_COLOUR)
    for seat in range(base.SEATS):
        clear(s.hand[seat])
        clear(s.chosen[seat])
    s.last = NONE
    s.lead = random(s, s.seats)
    begin_phase(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat if s.step == base.USING else base.wanted(s, seat) > 0


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.step == base.OVER or (s.step == base.USING and s.mover != seat):
        return NOT_YOUR_TURN
    if s.step != base.USING:
        if base.wanted(s, seat) == 0:
            return HAS_CHOSEN
        if s.step == base.PICKING and code >= base.KEEP:
            return PICK_TWO
        if s.step == base.KEEPING and (code < base.KEEP or code >= base.BUILD):
            return KEEP_TWO
        card = code % CARDS
        if find(s.chosen[seat], card) != NONE:
            return TWICE
        return 0 if find(s.hand[seat], card) != NONE else NOT_HELD
    if code < base.BUILD or find(s.chosen[seat], code % CARDS) == NONE:
        return NOT_PICKED
    return refuse_use(s, seat, code, code % CARDS)


@rule
def refuse_use(s: State, seat: int, code: int, card: int) -> int:
    symbol, colour = CARD_SYMBOL[card], CARD_COLOUR[card]
    if code < base.DROP:
        return 0 if s.stock[symbol] > 0 else NO_STATIONS + symbol
    if code < base.INSTALL:
        return 0
    if code < base.LOAD and colour >= base.CUBE_KINDS:
        return NO_SUCH_CUBES
    if not base.owns_any(s, seat):
        return NO_STATION
    station = (code - base.INSTALL) // CARDS % TILES
    if station >= s.stations or s.owner[station] != seat:
        return NOT_YOURS
    if code < base.LOAD:
        return 0 if s.supply[colour] > 0 else NO_CUBES + colour
    return 0 if s.symbol[station] == symbol else OTHER_SYMBOL


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step != base.USING:
        for k in range(size(s.hand[seat])):
            card = s.hand[seat, k]
            if find(s.chosen[seat], card) == NONE:
                out[n] = (base.PICK if s.step == base.PICKING else base.KEEP) + card
                n += 1
        return n
    for k in range(size(s.chosen[seat])):
        card = s.chosen[seat, k]
        symbol, colour = CARD_SYMBOL[card], CARD_COLOUR[card]
        if s.stock[symbol] > 0:
            out[n] = base.BUILD + card
            n += 1
        for station in range(s.stations):
            if s.owner[station] == seat:
                if colour < base.CUBE_KINDS and s.supply[colour] > 0:
                    out[n] = base.INSTALL + CARDS * station + card
                    n += 1
                if s.symbol[station] == symbol:
                    out[n] = base.LOAD + CARDS * station + card
                    n += 1
        out[n] = base.DROP + card
        n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    card = code % CARDS
    if s.step != base.USING:
        add(s.chosen[seat], card)
        if all_have_chosen(s):
            if s.step == base.PICKING:
                show(s)
            else:
                pass_on(s)
        return
    s.last = code
    station = (code - base.INSTALL) // CARDS % TILES
    if code >= base.LOAD:
        load(s, station, card)
    elif code >= base.INSTALL:
        install(s, station, card, CARD_COLOUR[card])
    elif code >= base.DROP:
        s.discard[card] = 1
    else:
        build(s, seat, card)
    use(s, seat, card)


@rule
def census(s: State, out: Row) -> None:
    """Each card once, wherever it is; then stations by symbol, and cubes by colour."""
    for card in range(CARDS):
        out[card] = s.deck[card] + s.discard[card] + s.out[card]
        if CARD_NUMBER[card] > base.highest(s, s.phase):
            out[card] += 1
    for seat in range(s.seats):
        for k in range(size(s.hand[seat])):
            out[s.hand[seat, k]] += 1
        if s.step == base.USING:
            for k in range(size(s.chosen[seat])):
                out[s.chosen[seat, k]] += 1
    for symbol in range(base.SYMBOLS):
        out[CARDS + symbol] = s.stock[symbol]
    for colour in range(base.CUBE_KINDS):
        out[CARDS + base.SYMBOLS + colour] = s.supply[colour]
    for station in range(s.stations):
        out[CARDS + s.symbol[station]] += 1
        if s.software[station] != NONE:
            out[s.software[station]] += 1
        for colour in range(base.CUBE_KINDS):
            out[CARDS + base.SYMBOLS + colour] += s.cubes[station, colour]


def bound(seats: int, options: Mapping[str, int]) -> int:
    """In every turn a seat picks two cards and uses them, and keeps two except in the last."""
    return base.PHASES * seats * (2 * base.PLAYED * base.TURNS + base.PLAYED * (base.TURNS - 1))


def as_played(seats: int, options: dict[str, int | str]) -> dict[str, int | str]:
    """Two seats always refill their hands, whatever was asked for."""
    return options | {"flow": "draw"} if seats == 2 else options


def allowed(seats: int, options: Mapping[str, int | str]) -> str:
    if options["preparation"] == "advanced" and seats > 4:
        return "Advanced preparation is for two to four seats: with more, all cards are needed."
    if options["flow"] == "draw" and seats > 3:
        return "Hands are refilled with two or three seats only: with more, choose the flow pass."
    return ""


# What it uses of the box.
USES = {"cards": 54, "tiles": 36, "cubes": 80}

GAME = Game(
    __name__,
    title="All Your Base",
    box="Green Box of Games",
    seats=(2, base.SEATS),
    minutes=45,
    complexity=4,
    codes=base.CODES,
    bound=bound,
    summary="Pick two cards, pass the others on, and make a base of stations whose hardware and software fit each other.",
    pieces=CARDS + base.SYMBOLS + base.CUBE_KINDS,
    tags=("simultaneous", "hidden choices", "hidden cards", "drafting"),
    unseen=("deck", "out", "met", "gone", "fresh", "drew", "last"),
)
