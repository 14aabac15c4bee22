"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tenths of a point."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.all_your_base import base
from brillig.games.all_your_base.base import State
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_SYMBOL, CARDS, TILES
from brillig.parts.hand import NONE, size
from brillig.parts.judging import chance

BARE = 22  # what a station brings in a phase to come, with any software
SECOND = 10  # a second station of the same symbol, as there are fewer cards for it
CROWDED = 3  # the third and later ones
CUBE = 9  # a cube in a phase to come, whatever its colour
FELLOW = 5  # and for every cube of the same colour on the station
SOON = 12  # a station that has no software yet and may get some in this phase
HALF = 80  # so much ahead of another seat is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    mine, won = standing(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            ahead = mine - standing(s, other)
            won += chance(ahead, HALF)
    return won // (s.seats - 1)


@rule
def turns_left(s: State) -> int:
    """Turns of this phase that are still to be played, with the one that is played now."""
    return 0 if s.step == base.OVER else base.TURNS - s.turn - (1 if s.step == base.KEEPING else 0)


@rule
def standing(s: State, seat: int) -> int:
    """Points that are written down, what the base scores now, and what it promises for later."""
    sure = 10 * base.score(s, seat)
    if s.step == base.OVER:
        return sure
    to_come, soon = base.PHASES - 1 - s.phase, min(SOON, 3 * turns_left(s))
    for station in range(s.stations):
        if s.owner[station] == seat:
            sure += 10 * base.worth(s, station)
            if s.software[station] == NONE:
                sure += soon
            if to_come > 0:
                sure += to_come * promise(s, station)
    return sure + in_hand(s, seat)


@rule
def promise(s: State, station: int) -> int:
    """What a station will bring in a later phase, more or less."""
    before = 0
    for other in range(station):
        if s.owner[other] == s.owner[station] and s.symbol[other] == s.symbol[station]:
            before += 1
    n = BARE if before == 0 else SECOND if before == 1 else CROWDED
    for colour in range(base.CUBE_KINDS):
        cubes = s.cubes[station, colour]
        n += CUBE * cubes + FELLOW * cubes * (cubes - 1)
    return n


@rule
def in_hand(s: State, seat: int) -> int:
    """A part of what the cards at hand can still do in this phase."""
    best, second = 0, 0
    for k in range(size(s.hand[seat])):
        card = s.hand[seat, k]
        if card >= 0:
            gain = best_use(s, seat, card)
            if gain > best:
                second = best
                best = gain
            elif gain > second:
                second = gain
    return (best + second) // 2 if turns_left(s) > 0 else 0


@rule
def use_of(s: State, seat: int, code: int) -> int:
    """What using a card in this way brings."""
    card, to_come = code % CARDS, base.PHASES - 1 - s.phase
    if code < base.DROP:
        have = 0
        for station in range(s.stations):
            if s.owner[station] == seat and s.symbol[station] == CARD_SYMBOL[card]:
                have += 1
        later = BARE if have == 0 else SECOND if have == 1 else CROWDED
        return to_come * later + min(SOON, 3 * (turns_left(s) - 1))
    if code < base.INSTALL:
        return 0
    station = (code - base.INSTALL) // CARDS % TILES
    if code < base.LOAD:
        colour, now = CARD_COLOUR[card], s.software[station]
        gain = to_come * (CUBE + 2 * FELLOW * s.cubes[station, colour])
        if now != NONE and base.matches(now, colour):
            gain += 30
        elif turns_left(s) > 1:
            gain += 4
        return gain
    return 10 * (base.worth_with(s, station, card) - base.worth(s, station))


@rule
def best_use(s: State, seat: int, card: int) -> int:
    """What a card is good for at best."""
    best = 0
    if s.stock[CARD_SYMBOL[card]] > 0:
        best = max(best, use_of(s, seat, base.BUILD + card))
    for station in range(s.stations):
        if s.owner[station] == seat:
            if CARD_COLOUR[card] < base.CUBE_KINDS and s.supply[CARD_COLOUR[card]] > 0:
                best = max(best, use_of(s, seat, base.INSTALL + CARDS * station + card))
            if s.symbol[station] == CARD_SYMBOL[card]:
                best = max(best, use_of(s, seat, base.LOAD + CARDS * station + card))
    return best


@rule
def prefer(s: State, seat: int, code: int) -> int:
    gain = best_use(s, seat, code % CARDS) if code < base.BUILD else use_of(s, seat, code)
    gain = max(0, gain)
    return 1 + gain * gain // 10
