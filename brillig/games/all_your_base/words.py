"""All Your Base in words: choices, what a seat is asked, and what has happened."""

from __future__ import annotations

from brillig.games.all_your_base import base
from brillig.games.all_your_base.base import State
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_SYMBOL, CARDS, COLOURS, SYMBOLS, TILES, card_name
from brillig.parts.hand import NONE, size
from brillig.parts.words import listed, seat_name, winners


def station_of(code: int) -> int:
    """The station that a choice is about."""
    return (code - base.INSTALL) // CARDS % TILES


def number_of(s: State, station: int) -> int:
    """Stations are counted for each seat, from 1."""
    return sum(s.owner[k] == s.owner[station] for k in range(station + 1))


def station_name(s: State, station: int) -> str:
    """'station 3 (Hammers)'"""
    return f"station {number_of(s, station)} ({SYMBOLS[s.symbol[station]]})"


def signed(n: int) -> str:
    return f"+{n}" if n >= 0 else f"−{-n}"


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    card = code % CARDS
    if code < base.KEEP:
        return f"Play {card_name(card)}"
    if code < base.BUILD:
        return f"Keep {card_name(card)}"
    if code < base.DROP:
        return f"{card_name(card)} builds a {SYMBOLS[CARD_SYMBOL[card]]} station"
    if code < base.INSTALL:
        return f"Throw away {card_name(card)}"
    station = station_of(code)
    if code < base.LOAD:
        more = worth_cube(s, station, CARD_COLOUR[card])
        return f"{card_name(card)} as a {COLOURS[CARD_COLOUR[card]]} cube on {station_name(s, station)}: {signed(more)}"
    more = base.worth_with(s, station, card) - base.worth(s, station)
    return f"{card_name(card)} as software of {station_name(s, station)}: {signed(more)}"


def worth_cube(s: State, station: int, colour: int) -> int:
    """What a further cube would score on a station as it is."""
    card = s.software[station]
    return base.HARDWARE_POINTS if card != NONE and base.matches(card, colour) else 0


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    card = f"card-{code % CARDS}"
    if code < base.BUILD:
        return (card,)
    if code < base.DROP:
        return (card, f"stack-{SYMBOLS[CARD_SYMBOL[code % CARDS]]}")
    if code < base.INSTALL:
        return (card, "discard")
    return (card, f"{'hardware' if code < base.LOAD else 'software'}-{station_of(code) + 1}")


# ---- what a seat is asked ------------------------------------------------------------------------------------------


def asked(s: State, seat: int) -> tuple[str, str]:
    """What a seat is asked, and what it means."""
    if s.step == base.OVER:
        return "The game is over.", ""
    if s.step == base.USING:
        if seat != s.mover:
            return "", ""
        return "Touch one of your two cards, then where it goes." if size(s.chosen[seat]) > 1 else (
            "Touch your card, then where it goes."
        ), (
            "The stack of its symbol: build a station. The upper half of one of your stations: a cube of the card's "
            "colour. The lower half, if the symbol fits: software. Software scores its number, and 3 for each cube of its colour."
        )
    if seat < 0 or base.wanted(s, seat) == 0:
        return ("You have chosen. The others are still choosing." if seat >= 0 else ""), ""
    n = base.wanted(s, seat)
    if s.step == base.PICKING:
        return f"Touch {'the two cards' if n == base.PLAYED else 'the second card'} that you play in this turn.", (
            "All choose in secret, and show together. A card can build a station, become a cube on one, or be its software."
        )
    left = seat_name((seat + 1) % s.seats)
    return (
        f"Touch {'two cards' if n == base.PLAYED else 'the second card'} to keep; the others go to {left}.",
        "You get as many from the seat on your right.",
    )


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    if before.step != base.USING:
        told = [
            f"{seat_name(seat)} has {'picked' if before.step == base.PICKING else 'chosen what to keep'}."
            for seat in range(after.seats)
            if base.wanted(before, seat) > 0
            and (after.step != before.step or base.wanted(after, seat) == 0 or after.turn > before.turn)
        ]
        if after.step == base.USING:
            told += tell_shown(after)
        elif after.turn > before.turn:
            told.append("The other cards are passed to the left.")
        return told
    told = [tell_use(before, after)]
    if after.phase > before.phase or after.step == base.OVER:
        told += tell_scores(after, before.phase)
        if after.step != base.OVER:
            told.append(f"Phase {after.phase + 1} begins: all cards are dealt anew, stations and hardware stay.")
    elif after.step == base.USING and after.turn > before.turn:
        told += tell_shown(after)
    return told


def tell_shown(s: State) -> list[str]:
    """'Seat 1 shows red Drop 6 and blue Arrow 1.'"""
    return [
        f"{seat_name(seat)} shows {listed(card_name(s.chosen[seat, k]) for k in range(size(s.chosen[seat])))}."
        for seat in ((s.lead + k) % s.seats for k in range(s.seats))
        if size(s.chosen[seat])
    ]


def tell_use(before: State, after: State) -> str:
    code, who = after.last, seat_name(before.mover)
    card = code % CARDS
    if code < base.DROP:
        left = after.stock[CARD_SYMBOL[card]]
        none = f" No {SYMBOLS[CARD_SYMBOL[card]]} stations are left." if left == 0 else ""
        return f"{who} builds a {SYMBOLS[CARD_SYMBOL[card]]} station.{none}"
    if code < base.INSTALL:
        return f"{who} throws away {card_name(card)}."
    station = station_of(code)
    where = station_name(before, station)
    if code < base.LOAD:
        return f"{who} puts a {COLOURS[CARD_COLOUR[card]]} cube on {where}."
    old, new = before.software[station], base.worth_with(before, station, card)
    verb = "installs" if old == NONE else f"replaces {card_name(old)} by"
    return f"{who} {verb} {card_name(card)} on {where}: {new} points."


def tell_scores(s: State, phase: int) -> list[str]:
    told = [f"{seat_name(seat)} scores {s.points[seat, phase]} in phase {phase + 1}." for seat in range(s.seats)]
    if s.step == base.OVER:
        points = [base.score(s, seat) for seat in range(s.seats)]
        places = [1 + sum(other > mine for other in points) for mine in points]
        told.append(winners(places, str(max(points))))
    return told


def where_we_are(s: State) -> str:
    return f"{s.phase + 1} of {base.PHASES}, turn {s.turn + 1} of {base.TURNS}"


def heaps(s: State, station: int) -> list[tuple[int, int]]:
    """Colours and numbers of the cubes on a station."""
    return [(colour, s.cubes[station, colour]) for colour in range(base.CUBE_KINDS) if s.cubes[station, colour]]


def is_busy(s: State, seat: int) -> bool:
    """Is this seat to decide?"""
    return s.mover == seat if s.step == base.USING else base.wanted(s, seat) > 0


def has_chosen(s: State, seat: int) -> bool:
    return s.step in (base.PICKING, base.KEEPING) and base.wanted(s, seat) == 0
