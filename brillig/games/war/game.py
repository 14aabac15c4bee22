"""War 2.0: spread over a honeycomb world. A card buys actions, each action costs a card, and battles are fought blind.

Codes: 0 to 71 a tile (9 x row + column); 72 to 80 a card of the seat, by its position in its colour's nine; 81 reinforce,
82 move, 83 end the turn, 84 stop reinforcing or moving; 85 + 6 x tile + way: move a unit, or attack, from a tile to its
neighbour on the left, right, upper left, upper right, lower left, lower right; 517 + n: advance with n units.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Row, random, rule
from brillig.games.war.campaign import (
    EXTRA_UNITS,
    START_TILES,
    attack,
    can_move_on,
    can_place,
    end_turn,
    fight,
    flee,
    forget_action,
    need_card,
    next_action,
    next_to_lay,
    spend,
)
from brillig.games.war.judgement import prefer, value
from brillig.games.war.maps import lay_world
from brillig.games.war.orders import REFUSALS, choices, refuse, waiting
from brillig.games.war.screen import label, screen, tell, touch
from brillig.games.war.world import (
    ACTION,
    ADVANCE,
    ADVANCING,
    AROUND,
    BATTLE,
    CARD,
    CARDS,
    CELLS,
    CODES,
    END_TURN,
    EXTRA_UNIT,
    FIRST_HAND,
    FLEEING,
    GO,
    HIDDEN,
    LATER,
    MOVE,
    MOVING,
    NONE,
    NUMBERS,
    OCEAN,
    PLAY,
    REINFORCE,
    REINFORCING,
    SEATS,
    START_CARD,
    START_TILE,
    STOP,
    SYMBOLS,
    TILE,
    UNITS,
    State,
    cards_in,
    holds,
    near,
    number_of,
    put,
    score,
    take,
)
from brillig.parts.boxes import greenbox

__all__ = [
    "GAME", "KINDS", "REFUSALS", "State", "choices", "label", "prefer", "refuse", "score", "screen", "tell", "touch",
    "value", "waiting",
]  # fmt: skip

KINDS = {
    "tile": range(TILE, PLAY),
    "card": range(PLAY, REINFORCE),
    "reinforce": range(REINFORCE, MOVE),
    "move": range(MOVE, END_TURN),
    "end turn": range(END_TURN, STOP),
    "stop": range(STOP, GO),
    "move or attack": range(GO, ADVANCE),
    "advance": range(ADVANCE, CODES),
}


def allowed(seats: int, options: Mapping[str, int | str]) -> str:
    plain = (options["style"], options["grouping"]) == ("tight", "spread")
    return (
        "" if plain or options["map"] == "random" else "Style and grouping are for random maps: leave them as they are."
    )


@rule
def setup(s: State) -> None:
    lay_world(s)
    for cell in range(CELLS):
        s.owner[cell] = NONE
    for seat in range(s.seats):
        s.supply[seat] = UNITS
        s.hand[seat] = FIRST_HAND
    forget_action(s)
    for side in range(2):
        s.chosen[side] = NONE
        s.shown[side] = NONE
    s.last = NONE
    s.last_seat = NONE
    s.starter = random(s, s.seats)
    next_to_lay(s)


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    if s.step == START_TILE or s.step == EXTRA_UNIT:
        s.supply[seat] -= 1
        put(s, seat, code, 1)
        s.laid += 1
        next_to_lay(s)
    elif s.step == START_CARD:
        s.actions = number_of(code - PLAY)
        spend(s, seat, code - PLAY)
        next_action(s)
    elif s.step == ACTION:
        play_action(s, seat, code)
    elif s.step == CARD:
        s.left = number_of(code - PLAY)
        spend(s, seat, code - PLAY)
        s.step = REINFORCING if s.action == REINFORCE else MOVING
    elif s.step == BATTLE:
        s.last = NONE  # it is a secret
        s.chosen[0 if seat == s.mover else 1] = code - PLAY
        if s.chosen[0] != NONE and s.chosen[1] != NONE:
            fight(s)
    elif s.step == FLEEING:
        flee(s, code)
    elif s.step == ADVANCING:
        if code > ADVANCE:
            take(s, s.start, code - ADVANCE)
            put(s, seat, s.target, code - ADVANCE)
        next_action(s)
    elif code == STOP:
        next_action(s)
    elif s.step == REINFORCING:
        s.supply[seat] -= 1
        s.left -= 1
        s.used[code] = 1
        put(s, seat, code, 1)
        if not can_place(s):
            next_action(s)
    else:
        move_unit(s, seat, (code - GO) // AROUND, near((code - GO) // AROUND, (code - GO) % AROUND))
        if not can_move_on(s):
            next_action(s)


@rule
def play_action(s: State, seat: int, code: int) -> None:
    if code == END_TURN:
        s.actions = 0
        end_turn(s)
    elif code <= MOVE:
        s.actions -= 1
        s.action = code
        if code == REINFORCE:
            s.reinforced = 1
        need_card(s, seat)
        s.step = CARD
    else:
        attack(s, (code - GO) // AROUND, near((code - GO) // AROUND, (code - GO) % AROUND))


@rule
def move_unit(s: State, seat: int, cell: int, to: int) -> None:
    if cell != s.source:
        s.source = cell
        s.used[cell] = 1
        s.left -= 1
    take(s, cell, 1)
    put(s, seat, to, 1)


@rule
def rank(s: State, out: Row) -> None:
    """More points are better; seats that are out come after the others, the first to go last."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if better(s, other, seat):
                out[seat] += 1


@rule
def better(s: State, seat: int, other: int) -> bool:
    if s.out[seat] == 0 and s.out[other] == 0:
        return score(s, seat) > score(s, other)
    if s.out[seat] > 0 and s.out[other] > 0:
        return s.out[seat] > s.out[other]
    return s.out[other] > 0


@rule
def hide(s: State, seat: int) -> None:
    """A battle card lies face down until both are there."""
    if s.step == BATTLE:
        if s.mover != seat and s.chosen[0] != NONE:
            s.chosen[0] = HIDDEN
        if s.defender != seat and s.chosen[1] != NONE:
            s.chosen[1] = HIDDEN


@rule
def guess(s: State, seat: int) -> None:
    """Any card of a hand that everybody knows."""
    for side in range(2):
        if s.chosen[side] == HIDDEN:
            player = s.mover if side == 0 else s.defender
            nth = random(s, cards_in(s.hand[player]))
            for position in range(CARDS):
                if holds(s, player, position):
                    if nth == 0:
                        s.chosen[side] = position
                    nth -= 1


@rule
def census(s: State, out: Row) -> None:
    """The units and the cards of each seat, and the tiles by what they show."""
    for seat in range(s.seats):
        out[seat] = s.supply[seat]
        out[SEATS + seat] = cards_in(s.hand[seat]) + cards_in(s.played[seat]) + len(LATER) - s.added[seat]
    for cell in range(CELLS):
        if s.owner[cell] != NONE:
            out[s.owner[cell]] += s.units[cell]
        if s.tile[cell] != OCEAN:
            out[2 * SEATS + s.tile[cell]] += 1


def most_choices(seats: int, options: Mapping[str, int]) -> int:
    """A seat adds the 6 in its 22nd turn at the latest and has one more. A turn has up to six actions, and none takes
    longer than a move of all units from six tiles; the units laid at the start come first.
    """
    longest_action = 3 + NUMBERS * (UNITS - 1)
    return seats * (START_TILES + EXTRA_UNITS + 23 * (1 + NUMBERS * longest_action))


# What it uses of the box: white cards are for a third seat.
USES = {"cards": greenbox.cards_of(*range(5)), "tiles": 36, "cubes": 80}

GAME = Game(
    __name__,
    title="War 2.0",
    box="Green Box of Games",
    seats=(2, SEATS),
    minutes=45,
    complexity=3,
    codes=CODES,
    bound=most_choices,
    pieces=2 * SEATS + SYMBOLS + 1,
    summary="Spread over a world of tiles: cards buy actions and fight battles, and symbols score in the end.",
    tags=("territory", "simultaneous choices", "no luck"),
    unseen=("played", "defender", "starter", "bag", "laid", "last", "last_seat", "source", "action", "gone"),
)
