"""Mimsy: a mancala on a ring of twelve cards, for five gems on the goal of a colour that only you know."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.mimsy import ring
from brillig.games.mimsy.ring import State
from brillig.games.mimsy.screen import label, screen, sown, tell, touch
from brillig.parts.bag import total
from brillig.parts.boxes.jabberwocky import CARD_COLOUR, CARD_NUMBER, CARDS, NUMBERS
from brillig.parts.pile import shuffle

__all__ = ["GAME", "REFUSALS", "State", "label", "screen", "tell", "touch"]

GEMS = 18  # in the game: six of each colour
KINDS = {"pick up": range(ring.PICK, ring.DROP), "drop": range(ring.DROP, ring.STOP)}

IS_GOAL, NO_GEMS, NOT_IN_HAND, ONE_BY_ONE, MUST_GO_ON, IS_SECRET = 1, 2, 3, 4, 5, 6
REFUSALS = {
    IS_GOAL: "You may pick up only from a 1, 2 or 3.",
    NO_GEMS: "There are no gems on that card.",
    NOT_IN_HAND: "You have no such gem in hand.",
    ONE_BY_ONE: "Gems fall one by one, clockwise.",
    MUST_GO_ON: "The last gem matched: you must go on.",
    IS_SECRET: "Goals stay secret until the end.",
}


@rule
def setup(s: State) -> None:
    for colour in range(ring.COLOURS):
        s.goal[colour] = colour
        s.card[ring.SIDE * colour] = NUMBERS * colour + ring.FULL - 1
        for k in range(3):
            s.card[ring.mimsy_cell(3 * colour + k)] = NUMBERS * colour + k
    shuffle(s.goal, ring.COLOURS, s)
    for k in range(ring.COLOURS - 1, 0, -1):
        swap(s, ring.SIDE * k, ring.SIDE * random(s, k + 1))
    for k in range(ring.MIMSY - 1, 0, -1):
        swap(s, ring.mimsy_cell(k), ring.mimsy_cell(random(s, k + 1)))
    for k in range(ring.MIMSY):
        cell = ring.mimsy_cell(k)
        s.gems[cell, CARD_COLOUR[s.card[cell]]] = CARD_NUMBER[s.card[cell]]
    # A seat that is not at the table counts on from the first: the third of two is seat 1.
    s.mover = random(s, s.seats) if s.first == 0 else (s.first - 1) % s.seats
    s.at = ring.NONE
    s.fell = ring.NONE
    s.deciding = ring.NONE
    s.winner = ring.NONE
    s.last = ring.NONE


@rule
def swap(s: State, cell: int, other: int) -> None:
    """Two cards change places."""
    held = s.card[cell]
    s.card[cell] = s.card[other]
    s.card[other] = held


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if code == ring.LOOK:
        return IS_SECRET
    if code == ring.STOP:
        return MUST_GO_ON
    if code >= ring.DROP:
        return 0 if s.hand[code - ring.DROP] > 0 else NOT_IN_HAND
    if total(s.hand) > 0:
        return ONE_BY_ONE
    if ring.is_goal(code):
        return IS_GOAL
    return 0 if total(s.gems[code]) > 0 else NO_GEMS


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    for colour in range(ring.COLOURS):
        if s.hand[colour] > 0:
            out[n] = ring.DROP + colour
            n += 1
    if n == 0:
        for k in range(ring.MIMSY):
            if total(s.gems[ring.mimsy_cell(k)]) > 0:
                out[n] = ring.PICK + ring.mimsy_cell(k)
                n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    if code < ring.DROP:
        ring.pick_up(s, code - ring.PICK)
    else:
        ring.drop(s, code - ring.DROP)
    while ring.go_on(s) != ring.NOTHING:
        pass
    if total(s.hand) == 0:
        end_turn(s)


@rule
def end_turn(s: State) -> None:
    """The goals are looked at only now, after all relays."""
    s.turns += 1
    s.deciding = first_full(s)
    if s.deciding != ring.NONE:
        s.winner = owner(s, CARD_COLOUR[s.card[s.deciding]])
        if s.winner == ring.NONE:
            s.winner = s.mover
        s.mover = ring.NONE
    elif s.turns == s.turn_limit:
        s.mover = ring.NONE
    else:
        s.mover = (s.mover + 1) % s.seats


@rule
def first_full(s: State) -> int:
    """The cell of the goal that has been full for longest, or NONE."""
    found = ring.NONE
    for cell in range(0, ring.CELLS, ring.SIDE):
        if total(s.gems[cell]) >= ring.FULL and (
            found == ring.NONE or s.reached[cell // ring.SIDE] < s.reached[found // ring.SIDE]
        ):
            found = cell
    return found


@rule
def owner(s: State, colour: int) -> int:
    """The seat whose secret goal has that colour, or NONE."""
    for seat in range(s.seats):
        if s.goal[seat] == colour:
            return seat
    return ring.NONE


@rule
def score(s: State, seat: int) -> int:
    """1 for the winner; where the game was cut short, the gems on the own goal. Before the end nothing is known."""
    if s.winner != ring.NONE:
        return 1 if seat == s.winner else 0
    return total(s.gems[ring.corner(s, s.goal[seat])]) if s.mover == ring.NONE else 0


@rule
def hide(s: State, seat: int) -> None:
    """The secret goals of the others, and the card that is nobody's. At the end all are shown."""
    if s.mover != ring.NONE:
        for other in range(ring.COLOURS):
            if other != seat:
                s.goal[other] = ring.UNKNOWN


@rule
def guess(s: State, seat: int) -> None:
    for other in range(ring.COLOURS):
        if s.goal[other] == ring.UNKNOWN:
            s.goal[other] = likely_goal(s, other)


@rule
def likely_goal(s: State, other: int) -> int:
    """A colour that no secret goal has yet; the rather, the more gems that seat has brought there."""
    n = 0
    for colour in range(ring.COLOURS):
        n += is_left(s, colour) * suspicion(s, other, colour)
    k = random(s, n)
    for colour in range(ring.COLOURS):
        k -= is_left(s, colour) * suspicion(s, other, colour)
        if k < 0:
            return colour
    return ring.NONE


@rule
def suspicion(s: State, other: int, colour: int) -> int:
    """How likely it is that a seat plays for that goal, beside the others: what it brought there, and one, cubed."""
    fed = max(0, s.fed[other, colour])
    return (1 + fed) * (1 + fed) * (1 + fed)


@rule
def is_left(s: State, colour: int) -> int:
    for other in range(ring.COLOURS):
        if s.goal[other] == colour:
            return 0
    return 1


@rule
def census(s: State, out: Row) -> None:
    """The fifteen Number cards (the 4s are in the box), the gems of each colour, the three Jabberwocky cards."""
    for cell in range(ring.CELLS):
        out[s.card[cell]] += 1
    for colour in range(ring.COLOURS):
        out[CARDS + colour] += s.hand[colour]
        for cell in range(ring.CELLS):
            out[CARDS + colour] += s.gems[cell, colour]
        if s.goal[colour] != ring.UNKNOWN:
            out[CARDS + ring.COLOURS + s.goal[colour]] += 1


# ---- for the bots --------------------------------------------------------------------------------------------------


def shuns(s: State, seat: int, code: int) -> bool:
    """To fill a goal that is another's, by all that was seen: it ends the game, and they win."""
    after, _ = sown(s, code)
    full = first_full(after) if total(after.hand) == 0 else ring.NONE
    return full != ring.NONE and suspected(s, seat, CARD_COLOUR[s.card[full]])


def suspected(s: State, seat: int, colour: int) -> bool:
    """Is that goal rather another seat's than nobody's? With three seats every goal has an owner."""
    if colour == s.goal[seat]:
        return False
    nobodys = ring.COLOURS - colour - s.goal[seat]  # of the three colours 0, 1 and 2 the one that is left
    return s.seats == ring.COLOURS or suspicion(s, 1 - seat, colour) > suspicion(s, 1 - seat, nobodys)


@rule
def value(s: State, seat: int) -> int:
    """Gems on the own goal against those on the fullest other, between what a lost game is worth and a won one."""
    lost = 500 * (s.seats - 2) // (s.seats - 1)  # two who share the second place of three have half beaten each other
    if s.winner != ring.NONE:
        return 1000 if s.winner == seat else lost
    mine, most = 0, 0
    for cell in range(0, ring.CELLS, ring.SIDE):
        there = total(s.gems[cell])
        if CARD_COLOUR[s.card[cell]] == s.goal[seat]:
            mine = there
        else:
            most = max(most, there)
    hope = max(1, min(999, 1000 // s.seats + 120 * mine - 80 * most))
    return lost + hope * (1000 - lost) // 1000


def bound(seats: int, options: Mapping[str, int]) -> int:
    """A turn is one card, and a colour for every gem but the last, which is the only one left."""
    return options["turn_limit"] * GEMS


# What it uses of the box.
USES = {
    "Number cards": [card for card in range(CARDS) if CARD_NUMBER[card] != 4],
    "Jabberwocky cards": 3,
    "gems": [k for k in range(24) if k % 8 < 6],
}

GAME = Game(
    __name__,
    title="Mimsy",
    box="Jabberwocky",
    seats=(2, 3),
    minutes=20,
    complexity=2,
    codes=ring.LOOK + 1,
    bound=bound,
    summary="Sow gems round a ring of cards, relay by relay, to bring five of them to a goal that only you know.",
    pieces=CARDS + 2 * ring.COLOURS,
    tags=("mancala", "hidden goals"),
    unseen=("fed", "fell", "last", "reached"),  # `reached` is shown where it matters: beside a full goal
)
