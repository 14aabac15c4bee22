"""Jump Gate: fly round a square track, land exactly on your planets, and let gates and cards carry you on.

Codes: 0 rolls the die; 1 plays no card; 2 to 7 play a card 1 to 6 forwards, 8 to 13 one backwards. The last two, moving
back by the die and staying on a gate, are there to be refused with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.jump_gate.judgement import prefer, value
from brillig.games.jump_gate.screen import label, screen, tell, touch
from brillig.games.jump_gate.track import (
    BACKWARDS,
    DIE_BACKWARDS,
    FORWARDS,
    KINDS_OF_GATE,
    NO_CARD,
    NONE,
    NUMBERS,
    OF_A_NUMBER,
    ROLL,
    ROUNDS,
    SEATS,
    SKIP_GATE,
    SPACES,
    TO_CORRECT,
    TO_ROLL,
    State,
    cards_left,
    fly,
    lay_track,
    left,
    number,
    place_crates,
    steps,
)
from brillig.parts.boxes import greenbox
from brillig.parts.dice import roll

__all__ = ["GAME", "KINDS", "REFUSALS", "State", "label", "prefer", "screen", "tell", "touch", "value"]

ROLL_FIRST, ROLLED, PICKED_UP, ONE_CARD, CLOCKWISE, SENT_ON, NONE_LEFT = range(1, 8)
REFUSALS = {
    ROLL_FIRST: "Roll first.",
    ROLLED: "You have rolled; now a card, or none.",
    PICKED_UP: "You picked up cargo; no card this turn.",
    ONE_CARD: "One card per turn.",
    CLOCKWISE: "The die always moves clockwise.",
    SENT_ON: "Landing on a gate always sends you on.",
    **{NONE_LEFT + k: f"You have no {k + 1} left." for k in range(NUMBERS)},
}
KINDS = {
    "roll": range(ROLL, NO_CARD),
    "no card": range(NO_CARD, FORWARDS),
    "forwards": range(FORWARDS, BACKWARDS),
    "backwards": range(BACKWARDS, DIE_BACKWARDS),
}


@rule
def setup(s: State) -> None:
    lay_track(s)
    place_crates(s)
    for seat in range(s.seats):
        for k in range(NUMBERS):
            s.cards[seat, k] = OF_A_NUMBER[k]
    s.mover = random(s, s.seats)
    s.landed = NONE
    s.last = NONE
    s.last_seat = NONE


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return too_late(s, seat, code)
    if code == DIE_BACKWARDS:
        return CLOCKWISE
    if code == SKIP_GATE:
        return SENT_ON
    if s.step == TO_ROLL:
        return 0 if code == ROLL else ROLL_FIRST
    if code == ROLL:
        return ROLLED
    if code == NO_CARD or s.cards[seat, number(code)] > 0:
        return 0
    return NONE_LEFT + number(code)


@rule
def too_late(s: State, seat: int, code: int) -> int:
    """Whoever has just moved, and would play a card, is told why the turn is over."""
    if s.mover != NONE and s.last_seat == seat and FORWARDS <= code < DIE_BACKWARDS:
        if s.last >= FORWARDS:
            return ONE_CARD
        if s.last == ROLL and s.took == 1:
            return PICKED_UP
    return NOT_YOUR_TURN


@rule
def choices(s: State, seat: int, out: Row) -> int:
    if s.step == TO_ROLL:
        out[0] = ROLL
        return 1
    out[0] = NO_CARD
    n = 1
    for k in range(NUMBERS):
        if s.cards[seat, k] > 0:
            out[n] = FORWARDS + k
            out[n + 1] = BACKWARDS + k
            n += 2
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    if code == ROLL:
        s.die = roll(s)
        fly(s, seat, s.die)
        # Whoever has picked up nothing has passed a gate or stands on an empty planet: a card may correct that.
        if s.took == 0 and cards_left(s, seat) > 0:
            s.step = TO_CORRECT
            return
    elif code != NO_CARD:
        s.cards[seat, number(code)] -= 1
        s.spent[seat] += 1
        fly(s, seat, steps(code))
    end_turn(s)


@rule
def end_turn(s: State) -> None:
    s.turns += 1
    s.step = TO_ROLL
    if left(s, s.mover) == 0 or s.turns == ROUNDS * s.seats:
        s.mover = NONE
    else:
        s.mover = (s.mover + 1) % s.seats


@rule
def score(s: State, seat: int) -> int:
    """Crates picked up: all of them win, and otherwise more are better."""
    return s.picked[seat]


@rule
def census(s: State, out: Row) -> None:
    """The cubes of each seat (crates that wait, crates picked up, the ship), its cards, and the tiles by what they show."""
    for seat in range(s.seats):
        out[seat] = left(s, seat) + s.picked[seat] + 1
        out[SEATS + seat] = cards_left(s, seat) + s.spent[seat]
    for space in range(SPACES):
        tile = KINDS_OF_GATE if s.gate[space] == NONE else s.gate[space]
        out[2 * SEATS + tile] += 1


def most_choices(seats: int, options: Mapping[str, int]) -> int:
    """A roll and a card in every turn."""
    return 2 * ROUNDS * seats


# What it uses of the box.
USES = {"cards": greenbox.cards_of(*range(4)), "tiles": 36, "cubes": 80, "dice": 1}

GAME = Game(
    __name__,
    title="Jump Gate",
    box="Green Box of Games",
    seats=(2, SEATS),
    minutes=30,
    complexity=2,
    codes=SKIP_GATE + 1,
    bound=most_choices,
    pieces=2 * SEATS + KINDS_OF_GATE + 1,
    summary="Fly round a square track, land exactly on planets to pick up your crates, and correct your course with cards.",
    tags=("perfect information", "dice", "race"),
    unseen=("onward", "picked", "start", "took", "last", "last_seat"),
)
