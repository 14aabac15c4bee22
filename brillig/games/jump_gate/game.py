"""Jump Gate: fly round a square track, land exactly on your planets, and let gates and cards carry you on.

Codes: 0 rolls the die; 1 plays no card; 2 to 7 play a card 1 to 6 forwards, 8 to 13 one backwards. The last two, moving
back by the die and staying on a gate, are there to be refused with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.jump_gate import track
from brillig.games.jump_gate.judgement import forget, prefer, value
from brillig.games.jump_gate.screen import label, screen, tell, touch
from brillig.games.jump_gate.track import State
from brillig.parts.boxes import greenbox
from brillig.parts.dice import roll

__all__ = ["GAME", "KINDS", "REFUSALS", "State", "forget", "label", "prefer", "screen", "tell", "touch", "value"]

ROLL_FIRST, ROLLED, PICKED_UP, ONE_CARD, CLOCKWISE, SENT_ON, NONE_LEFT = range(1, 8)
REFUSALS = {
    ROLL_FIRST: "Roll first.",
    ROLLED: "You have rolled; now a card, or none.",
    PICKED_UP: "You picked up cargo; no card this turn.",
    ONE_CARD: "One card per turn.",
    CLOCKWISE: "The die always moves clockwise.",
    SENT_ON: "Landing on a gate always sends you on.",
    **{NONE_LEFT + k: f"You have no {k + 1} left." for k in range(track.NUMBERS)},
}
KINDS = {
    "roll": range(track.ROLL, track.NO_CARD),
    "no card": range(track.NO_CARD, track.FORWARDS),
    "forwards": range(track.FORWARDS, track.BACKWARDS),
    "backwards": range(track.BACKWARDS, track.DIE_BACKWARDS),
}


@rule
def setup(s: State) -> None:
    track.lay_track(s)
    track.place_crates(s)
    for seat in range(s.seats):
        for k in range(track.NUMBERS):
            s.cards[seat, k] = track.OF_A_NUMBER[k]
    s.mover = random(s, s.seats)
    s.landed = track.NONE
    s.last = track.NONE
    s.last_seat = track.NONE


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return too_late(s, seat, code)
    if code == track.DIE_BACKWARDS:
        return CLOCKWISE
    if code == track.SKIP_GATE:
        return SENT_ON
    if s.step == track.TO_ROLL:
        return 0 if code == track.ROLL else ROLL_FIRST
    if code == track.ROLL:
        return ROLLED
    if code == track.NO_CARD or s.cards[seat, track.number(code)] > 0:
        return 0
    return NONE_LEFT + track.number(code)


@rule
def too_late(s: State, seat: int, code: int) -> int:
    """Whoever has just moved, and would play a card, is told why the turn is over."""
    if s.mover != track.NONE and s.last_seat == seat and track.FORWARDS <= code < track.DIE_BACKWARDS:
        if s.last >= track.FORWARDS:
            return ONE_CARD
        if s.last == track.ROLL and s.took == 1:
            return PICKED_UP
    return NOT_YOUR_TURN


@rule
def choices(s: State, seat: int, out: Row) -> int:
    if s.step == track.TO_ROLL:
        out[0] = track.ROLL
        return 1
    out[0] = track.NO_CARD
    n = 1
    for k in range(track.NUMBERS):
        if s.cards[seat, k] > 0:
            out[n] = track.FORWARDS + k
            out[n + 1] = track.BACKWARDS + k
            n += 2
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    if code == track.ROLL:
        s.die = roll(s)
        track.fly(s, seat, s.die)
        # Whoever has picked up nothing has passed a gate or stands on an empty planet: a card may correct that.
        if s.took == 0 and track.cards_left(s, seat) > 0:
            s.step = track.TO_CORRECT
            return
    elif code != track.NO_CARD:
        s.cards[seat, track.number(code)] -= 1
        s.spent[seat] += 1
        track.fly(s, seat, track.steps(code))
    end_turn(s)


@rule
def end_turn(s: State) -> None:
    s.turns += 1
    s.step = track.TO_ROLL
    if track.left(s, s.mover) == 0 or s.turns == track.ROUNDS * s.seats:
        s.mover = track.NONE
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
        out[seat] = track.left(s, seat) + s.picked[seat] + 1
        out[track.SEATS + seat] = track.cards_left(s, seat) + s.spent[seat]
    for space in range(track.SPACES):
        tile = track.KINDS_OF_GATE if s.gate[space] == track.NONE else s.gate[space]
        out[2 * track.SEATS + tile] += 1


def most_choices(seats: int, options: Mapping[str, int]) -> int:
    """A roll and a card in every turn."""
    return 2 * track.ROUNDS * seats


# What it uses of the box.
USES = {"cards": greenbox.cards_of(*range(4)), "tiles": 36, "cubes": 80, "dice": 1}

GAME = Game(
    __name__,
    title="Jump Gate",
    box="Green Box of Games",
    seats=(2, track.SEATS),
    minutes=30,
    complexity=2,
    codes=track.SKIP_GATE + 1,
    bound=most_choices,
    pieces=2 * track.SEATS + track.KINDS_OF_GATE + 1,
    summary="Fly round a square track, land exactly on planets to pick up your crates, and correct your course with cards.",
    tags=("perfect information", "dice", "race"),
    unseen=("onward", "picked", "start", "took", "last", "last_seat"),
)
