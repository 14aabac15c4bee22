"""Tunnel Run: play a card, and a pirate runs to the next free tile with its symbol; first to have all out wins.

Hidden are the hands of the others and what lies in the draw pile, which has no order that anybody could know: a bag.
Only a card's symbol matters, so hands and piles are counts by symbol.

Codes: symbol x 38 + place: the pirate at that place (0: the entrance, 1 to 36: a tile) runs forward with a card of that
symbol (0 to 5: Drop, Hammers, Three Circles, Bricks, Wheel, Arrow). 228 + place: it goes back. 266: end the turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.tunnel_run import tunnel
from brillig.games.tunnel_run.judgement import prefer, value
from brillig.games.tunnel_run.screen import also, label, screen, tell, touch
from brillig.games.tunnel_run.tunnel import State, rank, score
from brillig.parts.bag import draw, fill, pour, total
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARDS, SYMBOLS, TILES

__all__ = [
    "GAME",
    "KINDS",
    "REFUSALS",
    "State",
    "also",
    "label",
    "prefer",
    "rank",
    "score",
    "screen",
    "tell",
    "touch",
    "value",
]

ESCAPED, NOT_YOURS, NOBODY_THERE, BASIC_RULES, NOTHING_BEHIND, THREE_ACTIONS, MOVE_FIRST, ONE_CARD = range(1, 9)
NO_CARD = 10  # and the symbol
REFUSALS = {
    ESCAPED: "That pirate has escaped already.",
    NOT_YOURS: "Not your pirate.",
    NOBODY_THERE: "There is no pirate.",
    BASIC_RULES: "Only the advanced rules allow moving back.",
    NOTHING_BEHIND: "No tile with one or two pirates behind this one.",
    THREE_ACTIONS: "Three actions per turn.",
    MOVE_FIRST: "Make at least one move.",
    ONE_CARD: "Play a card: your turn then ends by itself.",
    **{NO_CARD + symbol: f"You have no {name} card." for symbol, name in enumerate(SYMBOLS)},
}
KINDS = {
    "forward": range(tunnel.FORWARD, tunnel.BACK),
    "back": range(tunnel.BACK, tunnel.END),
    "end turn": range(tunnel.END, tunnel.END + 1),
}


@rule
def setup(s: State) -> None:
    for stack in range(TILES // tunnel.KINDS_OF_CARD):
        first = 1 + stack * tunnel.KINDS_OF_CARD
        for k in range(tunnel.KINDS_OF_CARD):  # each symbol comes to any place among those before it
            other = random(s, k + 1)
            s.symbol[first + k] = s.symbol[first + other]
            s.symbol[first + other] = k
    s.symbol[tunnel.ENTRANCE] = tunnel.NONE
    s.symbol[tunnel.OUT] = tunnel.NONE
    for seat in range(tunnel.SEATS):
        for k in range(tunnel.MOST):
            s.at[seat, k] = tunnel.ENTRANCE if seat < s.seats and k < tunnel.crew(s) else tunnel.NONE
    s.crowd[tunnel.ENTRANCE] = s.seats * tunnel.crew(s)
    fill(s.deck, CARDS // tunnel.KINDS_OF_CARD)
    for seat in range(s.seats):
        for _ in range(s.hand):
            draw_card(s, seat)
    s.mover = random(s, s.seats)
    s.last = tunnel.NONE
    s.last_seat = tunnel.NONE
    s.reached = tunnel.NONE


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return (
            THREE_ACTIONS
            if s.mover != tunnel.NONE and s.last_seat == seat and s.done == tunnel.ACTIONS
            else NOT_YOUR_TURN
        )
    if code == tunnel.END:
        return (MOVE_FIRST if s.action == 0 else 0) if s.rules == tunnel.ADVANCED else ONE_CARD
    if code >= tunnel.BACK and s.rules == tunnel.BASIC:
        return BASIC_RULES
    place = (code - tunnel.BACK) if code >= tunnel.BACK else code % tunnel.PLACES
    if tunnel.stands(s, seat, place) == 0:
        return NOT_YOURS if s.crowd[place] > 0 else NOBODY_THERE
    if place == tunnel.OUT:
        return ESCAPED
    if code >= tunnel.BACK:
        return NOTHING_BEHIND if tunnel.behind(s, place) == tunnel.ENTRANCE else 0
    return NO_CARD + code // tunnel.PLACES if s.cards[seat, code // tunnel.PLACES] == 0 else 0


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    for k in range(tunnel.crew(s)):
        place = s.at[seat, k]
        if place == tunnel.OUT or first_at(s, seat, place) != k:
            continue
        for symbol in range(tunnel.KINDS_OF_CARD):
            if s.cards[seat, symbol] > 0:
                out[n] = tunnel.FORWARD + symbol * tunnel.PLACES + place
                n += 1
        if s.rules == tunnel.ADVANCED and tunnel.behind(s, place) != tunnel.ENTRANCE:
            out[n] = tunnel.BACK + place
            n += 1
    if s.rules == tunnel.ADVANCED and s.action > 0:
        out[n] = tunnel.END
        n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    if code == tunnel.END:
        next_turn(s)
        return
    if code >= tunnel.BACK:
        place = code - tunnel.BACK
        tile = tunnel.behind(s, place)
        due = s.crowd[tile]
        move(s, seat, place, tile)
        for _ in range(due):
            draw_card(s, seat)
    else:
        place = code % tunnel.PLACES
        spend(s, seat, code // tunnel.PLACES)
        move(s, seat, place, tunnel.ahead(s, place, code // tunnel.PLACES))
        if tunnel.out_of(s, seat) == tunnel.crew(s):
            s.mover = tunnel.NONE
            return
        if s.rules == tunnel.BASIC:
            draw_card(s, seat)
    s.action += 1
    if s.rules == tunnel.BASIC or s.action == tunnel.ACTIONS or not can_act(s, seat):
        next_turn(s)


@rule
def hide(s: State, seat: int) -> None:
    """What others hold goes back among the cards that might be anywhere."""
    for other in range(s.seats):
        if other != seat:
            pour(s.cards[other], s.deck)
            fill(s.old[other], 0)


@rule
def guess(s: State, seat: int) -> None:
    """Deal the hands of the others again: first what they must have kept since the last shuffle, then any cards."""
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.kept[other]):
                symbol = sure_card(s)
                s.deck[symbol] -= 1
                s.old[other, symbol] += 1
                s.cards[other, symbol] += 1
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other] - s.kept[other]):
                s.cards[other, draw(s.deck, s)] += 1


def sound(s: State) -> str:
    """What was not in the last shuffle is in hands, and in whose is known."""
    symbols = range(tunnel.KINDS_OF_CARD)
    for seat in range(s.seats):
        kept = sum(s.old[seat, symbol] for symbol in symbols)
        if kept != s.kept[seat] or any(s.old[seat, symbol] > s.cards[seat, symbol] for symbol in symbols):
            return f"seat {seat} does not hold the {s.kept[seat]} cards that it has kept since the last shuffle"
    for symbol in symbols:
        if sum(s.old[seat, symbol] for seat in range(s.seats)) != s.sure[symbol]:
            return f"of the cards with symbol {symbol}, others are in hands than were kept"
    return ""


@rule
def census(s: State, out: Row) -> None:
    """Cards and tiles by symbol, and the pirates of each seat."""
    for symbol in range(tunnel.KINDS_OF_CARD):
        out[symbol] = s.deck[symbol] + s.discard[symbol]
        for seat in range(s.seats):
            out[symbol] += s.cards[seat, symbol]
    for tile in range(1, tunnel.OUT):
        out[tunnel.KINDS_OF_CARD + s.symbol[tile]] += 1
    for seat in range(s.seats):
        for place in range(tunnel.PLACES):
            out[2 * tunnel.KINDS_OF_CARD + seat] += tunnel.stands(s, seat, place)


# ---- pirates -------------------------------------------------------------------------------------------------------


@rule
def first_at(s: State, seat: int, place: int) -> int:
    """The first pirate of a seat that is there. Those at one place are all the same."""
    k = 0
    while s.at[seat, k] != place:
        k += 1
    return k


@rule
def move(s: State, seat: int, start: int, end: int) -> None:
    s.moved = first_at(s, seat, start)
    s.at[seat, s.moved] = end
    s.crowd[start] -= 1
    s.crowd[end] += 1
    s.reached = end


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def draw_card(s: State, seat: int) -> None:
    """From the draw pile, or the discard pile shuffled, or not at all."""
    if total(s.deck) == 0:
        if total(s.discard) == 0:
            return
        reshuffle(s)
    s.cards[seat, draw(s.deck, s)] += 1
    s.held[seat] += 1


@rule
def reshuffle(s: State) -> None:
    pour(s.discard, s.deck)
    fill(s.sure, 0)
    for seat in range(s.seats):
        s.kept[seat] = s.held[seat]
        for symbol in range(tunnel.KINDS_OF_CARD):
            s.old[seat, symbol] = s.cards[seat, symbol]
            s.sure[symbol] += s.cards[seat, symbol]


@rule
def spend(s: State, seat: int, symbol: int) -> None:
    """A card goes to the discard pile; of two, the one that was held longer."""
    s.cards[seat, symbol] -= 1
    s.held[seat] -= 1
    s.discard[symbol] += 1
    if s.old[seat, symbol] > 0:
        s.old[seat, symbol] -= 1
        s.kept[seat] -= 1
        s.sure[symbol] -= 1


@rule
def unplaced(s: State, symbol: int) -> int:
    """How many of the cards that must be in hands are in none yet."""
    n = s.sure[symbol]
    for seat in range(s.seats):
        n -= s.old[seat, symbol]
    return n


@rule
def sure_card(s: State) -> int:
    """Any of them."""
    n = 0
    for symbol in range(tunnel.KINDS_OF_CARD):
        n += unplaced(s, symbol)
    left = random(s, n)
    symbol = 0
    while left >= unplaced(s, symbol):
        left -= unplaced(s, symbol)
        symbol += 1
    return symbol


# ---- turns ---------------------------------------------------------------------------------------------------------


@rule
def can_act(s: State, seat: int) -> bool:
    """Has it a card, or in the advanced game a pirate that can go back?"""
    if s.held[seat] > 0:
        return True
    for k in range(tunnel.crew(s)):
        if s.at[seat, k] != tunnel.OUT and tunnel.behind(s, s.at[seat, k]) != tunnel.ENTRANCE:
            return True
    return False


@rule
def next_turn(s: State) -> None:
    """The next seat that can do anything; those before it draw a card, and that is their turn."""
    s.done = s.action
    s.action = 0
    while True:
        s.turn += 1
        if s.rules == tunnel.ADVANCED and s.turn == tunnel.ROUNDS * s.seats:
            s.mover = tunnel.NONE
            return
        s.mover = (s.mover + 1) % s.seats
        if can_act(s, s.mover):
            return
        draw_card(s, s.mover)


def bound(seats: int, options: Mapping[str, int]) -> int:
    """A card takes a pirate at least a tile forward; in the advanced game, three actions a turn."""
    if options["rules"] == tunnel.ADVANCED:
        return tunnel.ROUNDS * seats * tunnel.ACTIONS
    return seats * (options["pirates"] or tunnel.USUAL[tunnel.BASIC]) * tunnel.OUT


# What it uses of the box.
USES = {"cards": 54, "tiles": 36, "cubes": greenbox.cubes_of(6)}

GAME = Game(
    __name__,
    title="Tunnel Run",
    box="Green Box of Games",
    seats=(2, tunnel.SEATS),
    minutes=15,
    complexity=1,
    codes=tunnel.END + 1,
    bound=bound,
    summary="Send pirates through a tunnel, from symbol to symbol: the fuller it is, the longer the leaps.",
    pieces=2 * tunnel.KINDS_OF_CARD + tunnel.SEATS,
    tags=("race", "cards", "hidden hands"),
    unseen=("crowd", "deck", "sure", "kept", "old", "last", "last_seat", "moved", "done"),
)
