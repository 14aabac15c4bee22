"""Gyre: walk round a grid of cards, suck gems in and blow them out, and be the first to flip all cards of your colour."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.gyre import grid
from brillig.games.gyre.grid import State
from brillig.games.gyre.judgement import prefer, value
from brillig.games.gyre.screen import label, screen, tell, touch
from brillig.parts.boxes.jabberwocky import CARD_NUMBER, CARDS, GEMS_OF_A_COLOUR
from brillig.parts.pile import shuffle

__all__ = ["GAME", "REFUSALS", "State", "label", "prefer", "screen", "tell", "touch", "value"]

KINDS = {
    "choose a colour": range(grid.TAKE, grid.OWN),
    "choose a Jabberwocky": range(grid.OWN, grid.WALK),
    "whiffle": range(grid.WALK, grid.INHALE),
    "inhale": range(grid.INHALE, grid.EXHALE),
    "exhale": range(grid.EXHALE, grid.RESOLVE),
    "resolve": range(grid.RESOLVE, grid.FLY),
    "fly": range(grid.FLY, grid.CODES),
}

STUCK = 100  # turns without a flip

MUST_MOVE, BLOCKED, NOTHING_TO_INHALE, NOTHING_LANDS, NOTHING_TO_RESOLVE, NO_FLIGHT = range(1, 7)
NEUTRAL_MOVED, NOT_YOURS, COLOUR_TAKEN, COLOUR_FIRST, HAS_COLOUR, WHO_FIRST, HAS_MOVED = range(7, 14)
REFUSALS = {
    MUST_MOVE: "Your Jabberwocky must move first.",
    BLOCKED: "The way is blocked there.",
    NOTHING_TO_INHALE: "There is no gem of this colour in this row or column.",
    NOTHING_LANDS: "No gem would land on a card.",
    NOTHING_TO_RESOLVE: "No card is controlled by one colour with others on it.",
    NO_FLIGHT: "Fly to another empty space.",
    NEUTRAL_MOVED: "The neutral was just moved. Play your own colour.",
    NOT_YOURS: "That is not your colour.",
    COLOUR_TAKEN: "Somebody else has that colour.",
    COLOUR_FIRST: "Choose your colour first.",
    HAS_COLOUR: "You have your colour.",
    WHO_FIRST: "Choose first which Jabberwocky you move.",
    HAS_MOVED: "Your Jabberwocky has moved; now it does something.",
}


@rule
def setup(s: State) -> None:
    s.winner = grid.NONE
    s.last = grid.NONE
    s.last_seat = grid.NONE
    s.left = grid.NONE
    s.moving = grid.NONE
    s.began = grid.NONE
    for k in range(grid.COLOURS):
        s.colour[k] = grid.NONE if s.colours == 1 else k
        s.space[k] = grid.NONE
    for cell in range(grid.CELLS):
        s.card[cell] = grid.NONE
    if s.colours == 0:
        shuffle(s.colour, grid.COLOURS, s)
        deal(s)


@rule
def deal(s: State) -> None:
    """All colours are known: lay out the cards, the gems and the Jabberwockies, and let somebody begin."""
    for card in range(CARDS):
        s.card[card] = card
    shuffle(s.card, CARDS, s)
    for cell in range(grid.CELLS):
        s.down[cell] = 1 if CARD_NUMBER[s.card[cell]] == s.face_down else 0
    grid.lay_gems(s)
    for colour in range(grid.COLOURS):
        s.space[colour] = grid.start_space(s, colour)
    # A seat that is not at the table counts on from the first: the third of two is seat 1.
    s.mover = random(s, s.seats) if s.first == 0 else (s.first - 1) % s.seats
    begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    if s.seats == 2:
        s.step = grid.WHO
        s.moving = grid.NONE
        s.began = grid.NONE
    else:
        start_walk(s, s.colour[s.mover])


@rule
def start_walk(s: State, colour: int) -> None:
    s.step = grid.WHIFFLE
    s.moving = colour
    s.began = s.space[colour]


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


# ---- what is allowed -----------------------------------------------------------------------------------------------


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if s.step == grid.COLOUR:
        if code >= grid.OWN:
            return COLOUR_FIRST
        return 0 if is_free(s, code - grid.TAKE) else COLOUR_TAKEN
    if code < grid.OWN:
        return HAS_COLOUR
    if code < grid.WALK:
        return refuse_who(s, code)
    if s.step == grid.WHO:
        return WHO_FIRST
    if s.step == grid.WHIFFLE:
        return refuse_whiffle(s, code - grid.WALK) if code < grid.INHALE else MUST_MOVE
    return refuse_action(s, code) if code >= grid.INHALE else HAS_MOVED


@rule
def is_free(s: State, colour: int) -> bool:
    for seat in range(s.seats):
        if s.colour[seat] == colour:
            return False
    return True


@rule
def refuse_who(s: State, code: int) -> int:
    if code == grid.OTHERS or s.seats != 2:
        return NOT_YOURS
    if code == grid.NEUTRALS and s.last_neutral == 1:
        return NEUTRAL_MOVED
    if s.step == grid.WHO:
        return 0
    return MUST_MOVE if s.step == grid.WHIFFLE else HAS_MOVED


@rule
def refuse_whiffle(s: State, to: int) -> int:
    if to == s.space[s.moving]:
        return MUST_MOVE
    return 0 if grid.can_whiffle(s, s.moving, to) else BLOCKED


@rule
def refuse_action(s: State, code: int) -> int:
    space = s.space[s.moving]
    if code == grid.INHALE:
        return 0 if grid.in_line(s, s.moving, space) > 0 else NOTHING_TO_INHALE
    if code == grid.EXHALE:
        return 0 if grid.exhaled(s, s.moving, space) > 0 else NOTHING_LANDS
    if code == grid.RESOLVE:
        return 0 if grid.can_resolve(s) else NOTHING_TO_RESOLVE
    return 0 if grid.is_empty(s, code - grid.FLY) else NO_FLIGHT


@rule
def choices(s: State, seat: int, out: Row) -> int:
    if s.mover != seat:
        return 0
    n = 0
    first, end = grid.INHALE, grid.CODES
    if s.step == grid.COLOUR:
        first, end = grid.TAKE, grid.OWN
    elif s.step == grid.WHO:
        first, end = grid.OWN, grid.OTHERS
    elif s.step == grid.WHIFFLE:
        first, end = grid.WALK, grid.INHALE
    for code in range(first, end):
        if refuse(s, seat, code) == 0:
            out[n] = code
            n += 1
    return n


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    s.left = grid.NONE
    s.flipped = 0
    if code < grid.OWN:
        take_colour(s, seat, code - grid.TAKE)
    elif code == grid.OWN:
        start_walk(s, s.colour[seat])
    elif code == grid.NEUTRALS:
        start_walk(s, s.colour[grid.NEUTRAL])
    elif code < grid.INHALE:
        go_to(s, code - grid.WALK)
        s.step = grid.ACTION
    else:
        act(s, code)
        s.flew[seat] = 1 if code >= grid.FLY else 0
        grid.flip(s)
        end_turn(s)


@rule
def take_colour(s: State, seat: int, colour: int) -> None:
    """The last colour is nobody's choice: it is the third seat's, or neutral."""
    s.colour[seat] = colour
    s.mover = seat + 1
    if s.mover == grid.COLOURS - 1:
        s.colour[grid.NEUTRAL] = grid.COLOURS - s.colour[0] - s.colour[1]
        deal(s)


@rule
def go_to(s: State, space: int) -> None:
    s.left = s.space[s.moving]
    s.space[s.moving] = space


@rule
def act(s: State, code: int) -> None:
    if code == grid.INHALE:
        grid.inhale(s, s.moving)
    elif code == grid.EXHALE:
        grid.exhale(s, s.moving)
    elif code == grid.RESOLVE:
        grid.resolve(s)
    else:
        go_to(s, code - grid.FLY)


@rule
def end_turn(s: State) -> None:
    s.turns += 1
    if s.flipped != 0:
        s.last_flip = s.turns
    s.winner = first_done(s)
    if s.winner != grid.NONE or s.turns == s.turn_limit:
        s.mover = grid.NONE
        s.step = grid.OVER
        s.moving = grid.NONE
        s.began = grid.NONE
        return
    s.last_neutral = 1 if s.seats == 2 and s.moving == s.colour[grid.NEUTRAL] else 0
    s.mover = (s.mover + 1) % s.seats
    begin_turn(s)


@rule
def first_done(s: State) -> int:
    """The seat that has just played if its colour is done, else the next in turn whose colour is; NONE if none is."""
    for k in range(s.seats):
        seat = (s.mover + k) % s.seats
        if grid.is_done(s, s.colour[seat]):
            return seat
    return grid.NONE


@rule
def score(s: State, seat: int) -> int:
    """Cards of the own colour that lie face down."""
    return grid.cards_down(s, s.colour[seat]) if s.step != grid.COLOUR else 0


@rule
def rank(s: State, out: Row) -> None:
    """The winner before all others. At the limit nobody is before another, or by cards and then by their numbers."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if other != seat and beats(s, other, seat):
                out[seat] += 1


@rule
def beats(s: State, a: int, b: int) -> bool:
    if s.winner != grid.NONE or s.at_limit == 0 or s.step == grid.COLOUR:
        return s.winner != grid.NONE and s.winner == a
    mine, theirs = score(s, a), score(s, b)
    if mine != theirs:
        return mine > theirs
    return grid.sum_down(s, s.colour[a]) > grid.sum_down(s, s.colour[b])


@rule
def census(s: State, out: Row) -> None:
    """The fifteen cards and the gems of each colour; before the deal all are in the box."""
    for cell in range(grid.CELLS):
        out[s.card[cell] if s.card[cell] != grid.NONE else cell] += 1
    for colour in range(grid.COLOURS):
        out[CARDS + colour] += s.tray[colour] if s.step != grid.COLOUR else GEMS_OF_A_COLOUR
        for cell in range(grid.CELLS):
            out[CARDS + colour] += s.gems[cell, colour]


def bound(seats: int, options: Mapping[str, int]) -> int:
    """A walk and an action a turn; with two seats, whose it is, too. Before that two seats may choose a colour."""
    return options["turn_limit"] * (3 if seats == 2 else 2) + 2 * options["colours"]


def stuck(s: State) -> bool:
    """No card has flipped for so long that hardly any game in which that happens comes to an end."""
    return s.turns - s.last_flip >= STUCK


GAME = Game(
    __name__,
    title="Gyre",
    box="Jabberwocky",
    seats=(2, 3),
    minutes=20,
    complexity=3,
    codes=grid.CODES,
    bound=bound,
    summary="Walk round a grid of cards, suck in and blow out gems, and be the first to flip all cards of your colour.",
    pieces=CARDS + grid.COLOURS,
    tags=("perfect information",),
    unseen=("last", "last_seat", "left", "flew", "flipped", "began"),
)
