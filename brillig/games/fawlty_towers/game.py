"""Fawlty Towers: drop a cube on one of four towers, and take a card of its colour if the tower still stands.

The draw pile is a bag, so nothing is hidden: everybody sees what is left to come, and nobody the order, which there is
not. Where a cube lands is chance, or the choice of somebody who stops a crane; then plain statics decide.

Codes: colour x 4 + tower: drop a cube of that colour (0 to 3: red, green, blue, yellow) on that tower. 16 + column x 6 +
level: take that card. 40: take none. 41 + colour: a new base. 45 + 60 + offset: the crane stops so far off the middle,
-60 to 60, first left and right, then near and far. 166: let the hand drop it instead.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.fawlty_towers import towers
from brillig.games.fawlty_towers.judgement import prefer, value
from brillig.games.fawlty_towers.screen import also, label, screen, swing, tell, touch
from brillig.games.fawlty_towers.towers import State, score
from brillig.games.fawlty_towers.turn import end_turn, high_cards, land, offer_cards, set_base, stop, take_card
from brillig.games.fawlty_towers.words import (
    CODES,
    DECLINE,
    DROP,
    HAND,
    NEW_BASE,
    ON_TOWER,
    TAKE_CARD,
    missing,
)
from brillig.parts.bag import draw
from brillig.parts.boxes.greenbox import BLACK, CARD_COLOUR, CARD_NUMBER, CARDS, CUBES_OF_A_COLOUR

__all__ = [
    "GAME",
    "KINDS",
    "REFUSALS",
    "State",
    "also",
    "label",
    "prefer",
    "score",
    "screen",
    "swing",
    "tell",
    "touch",
    "value",
]

NO_CUBES, OTHER_COLOUR, BOTTOM_ONLY, CARD_LATER, NO_CARD = range(1, 6)
BASE_FIRST, CUBE_DOWN, NO_FALL, NO_CRANE, STOP_FIRST = range(6, 11)
LACKING = 100  # and what is missing: see `lacks`
REFUSALS = {
    NO_CUBES: "No cubes of that colour are left.",
    OTHER_COLOUR: "Place a cube of that card's colour to take it.",
    BOTTOM_ONLY: "After a fall you may only take a bottom card.",
    CARD_LATER: "One card, after your cube stands.",
    NO_CARD: "There is no card at that place.",
    BASE_FIRST: "The tower has fallen: set a new base first.",
    CUBE_DOWN: "Your cube has landed: take a card, or none.",
    NO_FALL: "A new base is set only after a tower has fallen.",
    NO_CRANE: "No crane is swinging: choose a cube and a tower first.",
    STOP_FIRST: "Your cube hangs from the crane: stop it first.",
    **{LACKING + lack: f"This tower lacks: {words}." for lack, words in missing()},
}
KINDS = {
    "cube and tower": range(ON_TOWER, TAKE_CARD),
    "take": range(TAKE_CARD, DECLINE),
    "decline": range(DECLINE, NEW_BASE),
    "base": range(NEW_BASE, DROP),
    "crane": range(DROP, HAND),
    "hand instead": range(HAND, CODES),
}
FIRST_HIGH, LOW_LEVELS = 4, 3  # of the balanced layout: numbers that do not lie in so many rows
ASIDE = towers.SEATS  # the owner, while the table is laid, of cards that are laid aside


@rule
def setup(s: State) -> None:
    for card in range(CARDS):
        s.pile[card] = 0 if s.deck == towers.SIMPLE and CARD_COLOUR[card] == BLACK else 1
        s.owner[card] = towers.NONE
    for level in range(towers.LEVELS):
        for column in range(towers.COLUMNS):
            s.column[column, level] = deal(s, level)
    for card in range(CARDS):
        if s.owner[card] == ASIDE:
            s.owner[card] = towers.NONE
            s.pile[card] = 1
    for tower in range(towers.TOWERS):
        for k in range(towers.MOST):
            s.colour[tower, k] = towers.NONE
    for colour in range(towers.COLOURS):
        s.stock[colour] = CUBES_OF_A_COLOUR
    for tower in range(towers.TOWERS):
        set_base(s, tower, tower)
    set_hands(s)
    s.mover = random(s, s.seats)
    s.asked = towers.PLACE
    s.cube = towers.NONE
    s.tower = towers.NONE
    s.fallen = towers.NONE
    s.joint = towers.NONE
    s.taken = towers.NONE


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if code < TAKE_CARD:
        return refuse_cube(s, code // towers.TOWERS)
    if code <= DECLINE:
        return refuse_card(s, code)
    if code < DROP:
        if s.asked != towers.BASE:
            return NO_FALL
        return NO_CUBES if s.stock[code - NEW_BASE] == 0 else 0
    return 0 if s.asked == towers.SWING_ACROSS or s.asked == towers.SWING_DEEP else NO_CRANE


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.asked == towers.PLACE:
        for code in range(ON_TOWER, TAKE_CARD):
            if s.stock[code // towers.TOWERS] > 0:
                out[n] = code
                n += 1
    elif s.asked == towers.BASE:
        for colour in range(towers.COLOURS):
            if s.stock[colour] > 0:
                out[n] = NEW_BASE + colour
                n += 1
    elif s.asked == towers.TAKE:
        for column in range(towers.COLUMNS):
            for level in range(high_cards(s, column)):
                if towers.fits(s.column[column, level], s.cube):
                    out[n] = TAKE_CARD + column * towers.LEVELS + level
                    n += 1
        out[n] = DECLINE
        n += 1
    else:
        for code in range(DROP, CODES):
            out[n] = code
            n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    if code < TAKE_CARD:
        s.cube = code // towers.TOWERS
        s.tower = code % towers.TOWERS
        s.taken = towers.NONE
        if towers.works_crane(s, seat):
            s.asked = towers.SWING_ACROSS
            s.since = s.now
        else:
            far = towers.spread(s, seat, s.tower)
            across = towers.tremble(s, far)
            land(s, across, towers.tremble(s, far))
    elif code < DECLINE:
        take_card(s, seat, (code - TAKE_CARD) // towers.LEVELS, (code - TAKE_CARD) % towers.LEVELS)
        end_turn(s)
    elif code == DECLINE:
        end_turn(s)
    elif code < DROP:
        set_base(s, s.tower, code - NEW_BASE)
        s.cube = code - NEW_BASE
        s.rubble = 0
        offer_cards(s)
    elif code < HAND:
        stop(s, code - DROP - towers.FARTHEST)
    else:
        stop(s, towers.tremble(s, towers.spread(s, seat, s.tower)))


@rule
def due(s: State) -> int:
    """A crane that nobody stops lets go by itself."""
    return (
        s.since + towers.PRESS
        if s.mover != towers.NONE and (s.asked == towers.SWING_ACROSS or s.asked == towers.SWING_DEEP)
        else -1
    )


@rule
def tick(s: State) -> None:
    stop(s, towers.tremble(s, towers.spread(s, s.mover, s.tower)))


@rule
def census(s: State, out: Row) -> None:
    """Each card, and the cubes of each colour."""
    for card in range(CARDS):
        out[card] = s.pile[card] + (1 if s.owner[card] != towers.NONE else 0)
    for column in range(towers.COLUMNS):
        for level in range(towers.LEVELS):
            if s.column[column, level] != towers.NONE:
                out[s.column[column, level]] += 1
    for colour in range(towers.COLOURS):
        out[CARDS + colour] = s.stock[colour]
        for tower in range(towers.TOWERS):
            out[CARDS + colour] += s.has[tower, colour]


# ---- what is refused -----------------------------------------------------------------------------------------------


@rule
def refuse_cube(s: State, colour: int) -> int:
    if s.asked == towers.BASE:
        return BASE_FIRST
    if s.asked == towers.TAKE:
        return CUBE_DOWN
    if s.asked != towers.PLACE:
        return STOP_FIRST
    return NO_CUBES if s.stock[colour] == 0 else 0


@rule
def refuse_card(s: State, code: int) -> int:
    if s.asked == towers.BASE:
        return BASE_FIRST
    if s.asked != towers.TAKE:
        return CARD_LATER
    if code == DECLINE:
        return 0
    column, level = (code - TAKE_CARD) // towers.LEVELS, (code - TAKE_CARD) % towers.LEVELS
    if s.column[column, level] == towers.NONE:
        return NO_CARD
    if level > 0 and s.fallen != towers.NONE:
        return BOTTOM_ONLY
    if not towers.fits(s.column[column, level], s.cube):
        return OTHER_COLOUR
    if level == 0:
        return 0
    lack = towers.lacks(s, s.tower, s.cube, column, level)
    return LACKING + lack if lack > 0 else 0


# ---- setting up ---------------------------------------------------------------------------------------------------


@rule
def set_hands(s: State) -> None:
    """The options, one for each seat, as a row."""
    s.grip[0] = s.hand_1
    s.grip[1] = s.hand_2
    s.grip[2] = s.hand_3
    s.grip[3] = s.hand_4
    s.grip[4] = s.hand_5
    s.grip[5] = s.hand_6
    s.grip[6] = s.hand_7
    s.grip[7] = s.hand_8


@rule
def deal(s: State, level: int) -> int:
    """A card for that row; in the balanced layout high ones are laid aside from the lower rows."""
    card = draw(s.pile, s)
    while s.layout == towers.BALANCED and level < LOW_LEVELS and CARD_NUMBER[card] >= FIRST_HIGH:
        s.owner[card] = ASIDE
        card = draw(s.pile, s)
    return card


def bound(seats: int, options: Mapping[str, int]) -> int:
    """At most 24 turns for a card; in each a cube, a base and a card, and two presses where there is a crane."""
    crane = any(options[f"hand_{k + 1}"] >= towers.CRANE for k in range(seats))
    return CARDS * towers.IDLE * (5 if crane else 3)


GAME = Game(
    __name__,
    title="Fawlty Towers",
    box="Green Box of Games",
    seats=(2, towers.SEATS),
    minutes=15,
    complexity=2,
    codes=CODES,
    bound=bound,
    summary="Drop a cube on a tower and take a card of its colour: the taller the tower, the better the cards.",
    pieces=CARDS + towers.COLOURS,
    tags=("dexterity", "push your luck", "sets"),
    unseen=("pile", "has", "grip", "symbols", "since", "offset", "joint"),
    variants=(
        *((seats, {}) for seats in range(2, towers.SEATS + 1)),
        (2, {"deck": "simple"}),
        (3, {"layout": "balanced"}),
        (4, {"deck": "simple", "layout": "balanced"}),
        (2, {"hand_1": "crane", "hand_2": "steady"}),
        (3, {"hand_1": "steady crane", "hand_2": "shaky crane", "hand_3": "shaky"}),
        (8, {"hand_8": "crane"}),
    ),
)
