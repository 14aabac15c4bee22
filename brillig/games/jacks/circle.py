"""What lies in the circle, who stands where, and what can be read off it.

A card stays where it was laid as far as the record goes: it is in the circle until somebody has taken its pair. What
a card shows is public once it has been face up, and out of sight when it lies face down again.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, option, rule
from brillig.parts.boxes.jacks import BLK, CARDS, CC, COLOURS, CW, JACKS_OF_A_COLOUR, JG, JP, PAIRS

SEATS = len(COLOURS)
JACKS = JACKS_OF_A_COLOUR
PLACES = CARDS  # 0 to 25, clockwise
GATE = 0  # where jacks come in
ROW = PLACES  # where a jack waits outside the circle
CLOCKWISE, COUNTER = 1, -1
NOBODY = -1
UNKNOWN = -1  # what a card shows, in the record of somebody who cannot know

# Codes: from a place (or the row) to a place; to look at a card, and to do nothing, which are always refused; a colour.
LOOK = (PLACES + 1) * PLACES
PASS = LOOK + PLACES
COLOUR = PASS + 1

PERFECT, LAST_8, NONE = 0, 1, 2  # bot_memory
FEW = 8


class State(Record):
    thirteenth = option("blank", "all_jacks", help="All jacks: the thirteenth pair is worth 2 to whoever takes it.")
    foreign_jack = option(1, 0, help="The worth of a jack pair to a player of another colour.")
    first = option("random", *(f"seat {k + 1}" for k in range(SEATS)), help="Who takes the first turn.")
    memory_aid = option("off", "on", help="On: cards once seen are shown faintly on the screen.")
    bot_memory = option("perfect", "last 8", "none", help="What bots remember of cards that lie face down.")
    early_end = option("off", "on", help="On: stop when nobody can catch the leader any more.")
    colours = option("in order", "chosen", help="Chosen: each seat takes a colour before the first turn.")
    turn_limit = option(range(200, 1001, 100), default=400, help="Turns in all after which the game ends.")
    card = i8(PLACES)  # what the card laid at each place shows, 0 to 12, or UNKNOWN; also after it was taken
    taker = i8(PAIRS, shows="seat")  # the seat that has taken the pair, or NOBODY
    down = i16(PLACES)  # the turn in which this card was last turned face down, from 1; 0: never
    aid = i8(PLACES)  # with the memory aid: 1 + what this card is known to show; else 0
    jack = i8(SEATS, JACKS, shows="kind")  # where each jack stands: a place, or ROW
    colour = i8(SEATS, shows="kind")  # of each seat's jacks; NOBODY before it is chosen
    loses = i8(SEATS)  # 1: this seat loses its next turn
    mover = i8(shows="seat")  # the seat whose turn it is; NOBODY at the end
    die = i8()  # what it has rolled
    turn = i16()  # turns finished, lost ones included
    last = i16(shows="nothing")  # the choice made last, -1 before the first


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def lies(s: State, place: int) -> bool:
    """Is there still a card at this place?"""
    return s.card[place] == UNKNOWN or s.taker[s.card[place]] == NOBODY


@rule
def occupied(s: State, place: int) -> bool:
    """Does any jack stand at this place?"""
    found = -1
    for seat in range(s.seats):
        found = max(found, find(s, seat, place))
    return found >= 0


@rule
def mate(s: State, place: int) -> int:
    """Where the card lies that shows the same; -1 if that is not known."""
    for other in range(PLACES):
        if other != place and s.card[other] == s.card[place]:
            return other
    return -1


@rule
def known(s: State, place: int) -> bool:
    """Is it known what this card shows: face up, taken, or remembered as well as bots do at this table?"""
    if not lies(s, place) or occupied(s, place):
        return True
    if s.down[place] == 0 or s.bot_memory == NONE:
        return False
    if s.bot_memory == PERFECT:
        return True
    later = 0
    for other in range(PLACES):
        if s.down[other] > s.down[place] and lies(s, other) and not occupied(s, other):
            later += 1
    return later < FEW


@rule
def worth(s: State, seat: int, pair: int) -> int:
    """Points of a pair for a seat. The jacks of a colour that nobody plays are worth one to all."""
    if pair == BLK:
        return 2 if s.thirteenth == 1 else 1
    if pair < JP or pair > JG:
        return 1
    for other in range(s.seats):
        if s.colour[other] == pair - JP:
            return 2 if other == seat else s.foreign_jack
    return 1


@rule
def choosing(s: State) -> bool:
    """Is the seat whose turn it is still to choose its colour?"""
    return s.mover != NOBODY and s.colour[s.mover] == NOBODY


@rule
def is_free(s: State, colour: int) -> bool:
    """Has no seat this colour?"""
    taken = 0
    for seat in range(s.seats):
        taken += 1 if s.colour[seat] == colour else 0
    return taken == 0


@rule
def score(s: State, seat: int) -> int:
    points = 0
    for pair in range(PAIRS):
        if s.taker[pair] == seat:
            points += worth(s, seat, pair)
    return points


@rule
def pairs_left(s: State) -> int:
    n = 0
    for pair in range(PAIRS):
        if s.taker[pair] == NOBODY:
            n += 1
    return n


# ---- jacks ---------------------------------------------------------------------------------------------------------


@rule
def find(s: State, seat: int, place: int) -> int:
    """The first jack of this seat at a place or in the row; -1 if there is none."""
    for k in range(JACKS):
        if s.jack[seat, k] == place:
            return k
    return -1


@rule
def may_leave(s: State, start: int, way: int) -> bool:
    """Does the card a jack stands on, if it does, let it go this way?"""
    if start == ROW or not lies(s, start):
        return True
    return s.card[start] != (CC if way == CLOCKWISE else CW)


@rule
def landing(s: State, start: int, way: int) -> int:
    """Where the die takes a jack. Only cards count; from the row the first step is onto the gate."""
    at, left = -way if start == ROW else start, s.die
    for _ in range(PLACES * s.die):
        at = (at + way) % PLACES
        if lies(s, at):
            left -= 1
        if left == 0:
            break
    return at
