"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tenths of a point."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.fawlty_towers import towers
from brillig.games.fawlty_towers.towers import State
from brillig.games.fawlty_towers.words import DECLINE, DROP, HAND, NEW_BASE, TAKE_CARD
from brillig.parts.bag import total
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL
from brillig.parts.judging import chance

TENTHS = 10  # of a point
# What so many cards with one symbol will be worth, when it is still open how many there will be.
PROMISE = (0, 5, 20, 54, 74, 102, 108, 122, 150, 150)
LEAST_LEAD, LEAD = 8, 2  # so much ahead, and so much more for every card to come, is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    half = LEAST_LEAD + LEAD * (total(s.pile) + on_the_table(s))
    mine, won = standing(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - standing(s, other), half)
    return won // (s.seats - 1)


@rule
def standing(s: State, seat: int) -> int:
    """What it has, and for the mover what this turn should bring."""
    has = TENTHS * s.points[seat] + (coming(s, seat) if s.mover == seat else 0)
    for symbol in range(towers.SYMBOLS):
        has += PROMISE[s.symbols[seat, symbol]]
    return has


@rule
def coming(s: State, seat: int) -> int:
    """What the mover can expect of the rest of this turn."""
    if s.asked == towers.BASE:
        return best_bottom(s, seat, towers.NONE)
    if s.asked == towers.TAKE:
        return best_bottom(s, seat, s.cube) if s.fallen != towers.NONE else best_card(s, seat, s.tower, s.cube, s.cube)
    fallen, most = best_bottom(s, seat, towers.NONE), 0
    for tower in range(towers.TOWERS):
        if s.asked == towers.PLACE or s.tower == tower:
            safe = towers.stands(s, tower, towers.spread(s, seat, tower))
            best = 0
            for cube in range(towers.COLOURS):
                if s.stock[cube] > 0 and (s.asked == towers.PLACE or s.cube == cube):
                    best = max(best, best_card(s, seat, tower, cube, towers.NONE))
            most = max(most, (best * safe + fallen * (1000 - safe)) // 1000)
    return most


@rule
def on_the_table(s: State) -> int:
    n = 0
    for column in range(towers.COLUMNS):
        for level in range(towers.LEVELS):
            if s.column[column, level] != towers.NONE:
                n += 1
    return n


@rule
def worth(s: State, seat: int, card: int) -> int:
    """What a card brings a seat, with what it does for the sets."""
    had = s.symbols[seat, CARD_SYMBOL[card]]
    return TENTHS * CARD_NUMBER[card] + PROMISE[had + 1] - PROMISE[had]


@rule
def best_card(s: State, seat: int, tower: int, cube: int, placed: int) -> int:
    """What the best card brings that a cube of this colour reaches from a tower; 0: it reaches none. See `reach`."""
    most = 0
    for column in range(towers.COLUMNS):
        for level in range(towers.reach(s, tower, placed, column)):
            card = s.column[column, level]
            if towers.fits(card, cube):
                most = max(most, worth(s, seat, card))
    return most


@rule
def best_bottom(s: State, seat: int, cube: int) -> int:
    """What the best bottom card brings for a cube of this colour; NONE: for any."""
    most = 0
    for column in range(towers.COLUMNS):
        card = s.column[column, 0]
        if card != towers.NONE and (cube == towers.NONE or towers.fits(card, cube)):
            most = max(most, worth(s, seat, card))
    return most


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """What brings most, the danger of a fall being counted; the crane goes for the place where the tower stands best."""
    if code < TAKE_CARD:
        cube, tower = code // towers.TOWERS, code % towers.TOWERS
        safe = towers.stands(s, tower, towers.spread(s, seat, tower))
        gain = best_card(s, seat, tower, cube, towers.NONE) * safe + best_bottom(s, seat, towers.NONE) * (1000 - safe)
        return steep(gain // 1000)
    if code < DECLINE:
        return steep(worth(s, seat, s.column[(code - TAKE_CARD) // towers.LEVELS, (code - TAKE_CARD) % towers.LEVELS]))
    if code == DECLINE:
        return 1
    if code < DROP:
        return steep(best_bottom(s, seat, code - NEW_BASE))
    if code == HAND:
        return 1
    far = 2 * towers.spread(s, seat, s.tower)
    off = code - DROP - towers.FARTHEST - best_aim(s)
    return max(1, far * far - off * off)


@rule
def steep(gain: int) -> int:
    """Twice the gain is chosen sixteen times as often."""
    return 1 + gain * gain * gain * gain // 10_000


@rule
def best_aim(s: State) -> int:
    """How far off the middle the crane should stop: where the tower may give as much to one side as to the other."""
    axis = towers.ACROSS if s.asked == towers.SWING_ACROSS else towers.DEEP
    return (towers.room(s, s.tower, axis, 1) - towers.room(s, s.tower, axis, -1)) // 2
