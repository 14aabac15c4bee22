"""The record of The Gauntlet, and what can be read off the table."""

from __future__ import annotations

from brillig.core import Record, Row, i8, i16, i64, option, rule
from brillig.games.gauntlet import tracks
from brillig.parts.bits import has
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARD_SYMBOL, CARDS, CIRCLES, WHEEL

SEATS = 4  # the most that can play
LIVES = 3
STEPS = 3  # of a turn
SLOTS = 4  # of a plan: a card for each step, and one to discard
TO_TAKE = TO_DRAW = 2  # cards a turn, from the pool and from the pile
POOL_OF_A_SEAT = 3
NONE, UNKNOWN = -1, -2
TAKE, PLAN, ORDER, MOVE, TARGET, OVER = range(6)  # what is decided
NO_EFFECT, FIRST, LAST = range(3)  # when the card of the acting seat works

PILE, DISCARD, POOL, TURNED_UP, ABSENT, HAND = range(6)  # where a card is; HAND and the seat: held, planned or not

# Codes: a card (to take, or for the next place of the plan); the order; a place to step to; to stop; a seat to strike.
CARD = 0
EFFECT_FIRST = CARDS
MOVES_FIRST = EFFECT_FIRST + 1
STEP_TO = MOVES_FIRST + 1
STOP = STEP_TO + tracks.SPOTS
STRIKE = STOP + 1


class State(Record):
    track: int = option("random", "Corridor", "Horseshoe", "Serpent", help="The track; random: another one every game.")
    turn_cap: int = option(range(20, 101), default=40, help="Turns after which whoever is closest to the finish wins.")
    outline = i8()  # of the track: corridor, horseshoe, serpent
    tile = i8(tracks.PLACES)  # what lies at each place, GAP where there is no tile
    paved = i64(4)  # sets of places: blank tiles, Brick, Lumber, Arrow tiles
    trap = i8(6)  # where the Arrow tiles are
    line = i64(6)  # the blank tiles that each of them hits
    away = i8(tracks.SPOTS)  # moves from each place to the finish
    cost = i16(tracks.SPOTS)  # the same for bots, with walls counted
    at = i8(SEATS)  # where each runner is
    life = i8(SEATS)  # life points
    stun = i8(SEATS)  # turn ends until the seat is back; 0: active
    left = i8(SEATS)  # moves that it still has to make in this turn
    home = i8(SEATS)  # 0, or when it has reached the finish: the lower the earlier
    where = i8(CARDS)  # PILE, DISCARD, POOL, TURNED_UP, ABSENT, or HAND + seat
    held = i8(SEATS)  # cards of a seat that are not turned up: known even where the cards are not
    seen = i64()  # bits: cards in hands that all have seen on their way there
    sure = i64()  # bits: other cards that have been in hands since the last shuffle, as everybody knows who counts
    kept = i8(SEATS)  # how many of those each seat has
    plan = i8(SEATS, SLOTS)  # cards for steps 1 to 3 and the discard; NONE, or UNKNOWN for those who may not know
    planned = i8(SEATS)  # places of the plan that are filled
    shown = i8(SEATS)  # the card turned up in this step, or NONE
    holder = i8()  # the seat with the die
    moves = i8()  # what it shows
    turn = i8()  # from 1
    step = i8()  # 0 to 2
    phase = i8()  # TAKE, PLAN, ORDER, MOVE, TARGET or OVER
    mover = i8()  # the seat that takes or acts; NONE while all plan
    taken = i8()  # cards that it has taken from the pool
    acted = i8()  # bits: seats that have acted in this step
    made = i8()  # moves of the acting seat in this step
    effect = i8()  # NO_EFFECT, FIRST or LAST: its card is still to work, before or after the moves
    stopped = i8()  # 1: it makes no more moves in this step
    arrived = i8()  # runners that have reached the finish
    last = i16()  # the choice made last, NONE before the first and for a card that was planned
    last_seat = i8()  # and who made it


@rule
def active(s: State, seat: int) -> bool:
    return s.stun[seat] == 0 and s.home[seat] == 0


@rule
def after_holder(s: State, k: int) -> int:
    """The k-th seat in the order of the turn."""
    return (s.holder + k) % s.seats


@rule
def may_enter(s: State, place: int, symbol: int) -> bool:
    """With a card of this symbol: blank tiles always, walls with their card."""
    kind = s.tile[place]
    if kind == tracks.BLANK:
        return True
    if kind == tracks.GAP or kind > 2:
        return False
    return symbol == (greenbox.BRICKS if kind == tracks.BRICK else CIRCLES)


@rule
def is_beside(s: State, place: int, other: int) -> bool:
    """Do two tiles share a side?"""
    if place >= tracks.PLACES or other >= tracks.PLACES or s.tile[place] == tracks.GAP or s.tile[other] == tracks.GAP:
        return False
    apart = abs(place - other)
    return apart == 1 or apart == tracks.STRIDE[s.outline]


@rule
def can_step(s: State, seat: int, place: int) -> bool:
    """Could the acting seat go there, with the card that it has turned up?"""
    start = s.at[seat]
    if place == tracks.FINISH:
        return start < tracks.PLACES and has(tracks.AT_FINISH[s.outline], start)
    if place == tracks.START or not may_enter(s, place, CARD_SYMBOL[s.shown[seat]]):
        return False
    return has(tracks.AT_START[s.outline], place) if start == tracks.START else is_beside(s, start, place)


@rule
def steps_from(s: State, seat: int, out: Row) -> int:
    """Where the acting seat could go."""
    n = 0
    for place in range(tracks.SPOTS):
        if can_step(s, seat, place):
            out[n] = place
            n += 1
    return n


@rule
def can_move(s: State, seat: int) -> bool:
    for place in range(tracks.SPOTS):
        if can_step(s, seat, place):
            return True
    return False


@rule
def to_spare(s: State, seat: int) -> int:
    """Moves that it may still make in this step: one is kept for each that comes."""
    return s.left[seat] - (STEPS - 1 - s.step)


@rule
def must_move(s: State) -> bool:
    """One move in every step, and all of them by the third."""
    return s.made == 0 or (s.step == STEPS - 1 and s.left[s.mover] > 0)


@rule
def can_strike(s: State, seat: int, other: int) -> bool:
    if (
        other == seat
        or other >= s.seats
        or s.stun[other] > 0
        or s.at[seat] >= tracks.PLACES
        or s.at[other] >= tracks.PLACES
    ):
        return False
    return s.at[seat] == s.at[other] or is_beside(s, s.at[seat], s.at[other])


@rule
def shielded(s: State, seat: int) -> bool:
    return s.shown[seat] != NONE and CARD_SYMBOL[s.shown[seat]] == WHEEL


@rule
def lines_on(s: State, place: int) -> int:
    """How many arrows hit this place."""
    n = 0
    for trap in range(6):
        if place < tracks.PLACES and has(s.line[trap], place):
            n += 1
    return n


@rule
def in_plan(s: State, seat: int, card: int) -> bool:
    for k in range(s.planned[seat]):
        if s.plan[seat, k] == card:
            return True
    return False


@rule
def score(s: State, seat: int) -> int:
    """How many moves nearer the finish than at the start; at the finish, its life points on top."""
    return s.away[tracks.START] - s.away[s.at[seat]] + (s.life[seat] if s.home[seat] > 0 else 0)


@rule
def better(s: State, seat: int, other: int) -> bool:
    """At the finish: more life, then earlier. Then: closer to it, then more life."""
    if s.home[seat] > 0 and s.home[other] > 0:
        return s.life[seat] > s.life[other] or (s.life[seat] == s.life[other] and s.home[seat] < s.home[other])
    if s.home[seat] > 0 or s.home[other] > 0:
        return s.home[seat] > 0
    mine, theirs = s.away[s.at[seat]], s.away[s.at[other]]
    return mine < theirs or (mine == theirs and s.life[seat] > s.life[other])


@rule
def rank(s: State, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if better(s, other, seat):
                out[seat] += 1
