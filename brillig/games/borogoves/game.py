"""Borogoves: one draws a map against three tribes of borogoves, the other walks them over it; then the other way round.

Alone, one seat does both and wants the borogoves to succeed.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.borogoves import country
from brillig.games.borogoves.country import State
from brillig.games.borogoves.judgement import prefer, value
from brillig.games.borogoves.screen import also, label, screen, tell, touch
from brillig.parts.bag import draw, fill, total
from brillig.parts.boxes.jabberwocky import CARDS, GEMS_OF_A_COLOUR

__all__ = ["GAME", "REFUSALS", "State", "also", "label", "prefer", "screen", "tell", "touch", "value"]

KINDS = {
    "play a card": range(country.PLAY, country.LOOK),
    "lay it": range(country.LAY, country.CALL),
    "call a tribe": range(country.CALL, country.MIGRATE),
    "migrate": range(country.MIGRATE, country.EXPLORE),
    "explore": range(country.EXPLORE, country.SETTLE),
    "settle": range(country.SETTLE, country.PASS),
    "choose walkers": range(country.WALKERS, country.CODES),
}

APART, TOO_WIDE, TOO_FEW, NOT_BESIDE, NO_TRIBE, BAD_MIX, HAS_ACTED, MUST_ACT, IS_SECRET = range(1, 10)
TAKEN, NO_CARD, NO_SUCH_CARD, NOBODY_THERE, ANOTHER_STEP, TOO_FEW_THERE = range(10, 16)
REFUSALS = {
    APART: "A card must touch another card side to side.",
    TOO_WIDE: "The map may be at most 4 by 4.",
    TOO_FEW: "You need exactly as many borogoves as the card's number.",
    NOT_BESIDE: "Borogoves walk only to a neighbouring card, not diagonally.",
    NO_TRIBE: "At least one borogove of the acting tribe must move.",
    BAD_MIX: "Move exactly the number on the target card, with at least one of the tribe.",
    HAS_ACTED: "That tribe has acted already.",
    MUST_ACT: "This tribe must migrate, explore or settle.",
    IS_SECRET: "Only the cartographer sees these cards.",
    TAKEN: "There is a card already.",
    NO_CARD: "There is no card of the map.",
    NO_SUCH_CARD: "There is no such card in the hand.",
    NOBODY_THERE: "There is no borogove of this tribe.",
    ANOTHER_STEP: "Something else is to be decided first.",
    TOO_FEW_THERE: "There are fewer borogoves than the number on the target card.",
}


@rule
def setup(s: State) -> None:
    s.last = country.NONE
    s.last_seat = country.NONE
    for seat in range(2):
        s.scored[seat] = country.NONE
    if country.is_solo(s):
        s.cartographer = 0
    else:
        s.cartographer = random(s, 2) if s.first == 0 else s.first - 1
    lay_out(s)


@rule
def lay_out(s: State) -> None:
    """A half begins: two cards on the map, two in the cartographer's hand, all borogoves in their nests."""
    fill(s.deck, 1)
    for cell in range(country.CELLS):
        s.card[cell] = country.NONE
        for colour in range(country.COLOURS):
            s.gems[cell, colour] = 0
    for k in range(2):
        s.card[country.STARTS[k]] = draw(s.deck, s)
    for place in range(country.HAND):
        s.hand[place] = country.NONE if country.is_solo(s) else draw(s.deck, s)
    for colour in range(country.COLOURS):
        s.nest[colour] = GEMS_OF_A_COLOUR
        s.box[colour] = 0
    s.laid = country.NONE
    s.rounds = 0
    s.start = country.NONE
    s.goal = country.NONE
    s.came = country.NONE
    s.went = country.NONE
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    """The map step: alone the top card is turned up; the last card of a hand leaves no choice."""
    for tribe in range(country.COLOURS):
        s.acted[tribe] = 0
    s.tribe = country.NONE
    s.placing = country.NONE
    s.mover = s.cartographer
    s.step = country.CARD
    if country.is_solo(s):
        s.placing = draw(s.deck, s)
        s.step = country.CELL
    elif s.hand[0] == country.NONE or s.hand[1] == country.NONE:
        take(s, 0 if s.hand[1] == country.NONE else 1)


@rule
def take(s: State, place: int) -> None:
    """A card leaves the hand to be laid."""
    s.placing = s.hand[place]
    s.hand[place] = country.NONE
    s.step = country.CELL


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


# ---- what is allowed -----------------------------------------------------------------------------------------------


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if code == country.LOOK and s.step != country.OVER and not country.is_solo(s) and seat == country.birds(s):
        return IS_SECRET
    if s.mover != seat:
        return NOT_YOUR_TURN
    if s.step == country.CARD:
        if code >= country.LOOK:
            return ANOTHER_STEP
        return 0 if s.hand[code] != country.NONE else NO_SUCH_CARD
    if s.step == country.CELL:
        return refuse_cell(s, code - country.LAY) if country.LAY <= code < country.CALL else ANOTHER_STEP
    if s.step == country.TRIBE:
        if code < country.CALL or code >= country.MIGRATE:
            return ANOTHER_STEP
        return HAS_ACTED if s.acted[code - country.CALL] == 1 else 0
    if s.step == country.ACTION:
        return refuse_action(s, code)
    if code < country.WALKERS:
        return ANOTHER_STEP
    return 0 if country.is_walkers(s, code - country.WALKERS) else BAD_MIX


@rule
def refuse_cell(s: State, cell: int) -> int:
    if country.is_map(s, cell):
        return TAKEN
    if not country.touches(s, cell):
        return APART
    return 0 if country.fits(s, cell) else TOO_WIDE


@rule
def refuse_action(s: State, code: int) -> int:
    if code == country.PASS:
        return MUST_ACT
    if country.CALL <= code < country.MIGRATE:
        return HAS_ACTED if s.acted[code - country.CALL] == 1 else ANOTHER_STEP
    if code < country.MIGRATE or code > country.PASS:
        return ANOTHER_STEP
    if code < country.EXPLORE:
        cell = code - country.MIGRATE
        if not country.is_map(s, cell):
            return NO_CARD
        return 0 if country.number(s, cell) <= s.nest[s.tribe] else TOO_FEW
    if code < country.SETTLE:
        return refuse_exploring(s, (code - country.EXPLORE) // country.WAYS, (code - country.EXPLORE) % country.WAYS)
    if code == country.SETTLE_NEST:
        return 0 if s.nest[s.tribe] > 0 else NOBODY_THERE
    return 0 if s.gems[code - country.SETTLE, s.tribe] > 0 else NOBODY_THERE


@rule
def refuse_exploring(s: State, cell: int, way: int) -> int:
    if not country.is_map(s, cell):
        return NO_CARD
    goal = country.NEXT[cell][way]
    if way >= country.BESIDE or goal == country.OFF or not country.is_map(s, goal):
        return NOT_BESIDE
    if s.gems[cell, s.tribe] == 0:
        return NO_TRIBE
    return 0 if country.can_explore(s, s.tribe, cell, goal) else TOO_FEW_THERE


@rule
def choices(s: State, seat: int, out: Row) -> int:
    if s.mover != seat:
        return 0
    if s.step == country.ACTION:
        return actions(s, out)
    n = 0
    first, end = country.PLAY, country.LOOK
    if s.step == country.CELL:
        first, end = country.LAY, country.CALL
    elif s.step == country.TRIBE:
        first, end = country.CALL, country.MIGRATE
    elif s.step == country.MIX:
        first, end = country.WALKERS, country.CODES
    for code in range(first, end):
        if refuse(s, seat, code) == 0:
            out[n] = code
            n += 1
    return n


@rule
def actions(s: State, out: Row) -> int:
    """In the order of the codes: to migrate, to explore, to settle."""
    n = 0
    for cell in range(country.CELLS):
        if country.is_map(s, cell) and country.number(s, cell) <= s.nest[s.tribe]:
            out[n] = country.MIGRATE + cell
            n += 1
    for cell in range(country.CELLS):
        if s.gems[cell, s.tribe] > 0:
            for way in range(country.BESIDE):
                goal = country.NEXT[cell][way]
                if goal != country.OFF and country.is_map(s, goal) and country.can_explore(s, s.tribe, cell, goal):
                    out[n] = country.EXPLORE + country.WAYS * cell + way
                    n += 1
    for cell in range(country.CELLS):
        if s.gems[cell, s.tribe] > 0:
            out[n] = country.SETTLE + cell
            n += 1
    if s.nest[s.tribe] > 0:
        out[n] = country.SETTLE_NEST
        n += 1
    return n


# ---- a round -------------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    s.came = country.NONE
    s.went = country.NONE
    for colour in range(country.COLOURS):
        s.walked[colour] = 0
    if code < country.LOOK:
        take(s, code)
    elif code < country.CALL:
        lay(s, code - country.LAY)
    elif code < country.MIGRATE:
        s.tribe = code - country.CALL
        s.step = country.ACTION
    elif code >= country.WALKERS:
        country.walk(s, code - country.WALKERS)
        end_action(s)
    else:
        act(s, code)


@rule
def lay(s: State, cell: int) -> None:
    s.card[cell] = s.placing
    s.placing = country.NONE
    s.laid = cell
    if not country.is_solo(s) and total(s.deck) > 0:
        s.hand[0 if s.hand[0] == country.NONE else 1] = draw(s.deck, s)
    for tribe in range(country.COLOURS):
        s.acted[tribe] = 1 if country.is_gone(s, tribe) else 0
    next_tribe(s)


@rule
def act(s: State, code: int) -> None:
    if code < country.EXPLORE:
        cell = code - country.MIGRATE
        n = country.number(s, cell)
        s.nest[s.tribe] -= n
        s.gems[cell, s.tribe] += n
        s.walked[s.tribe] = n
    elif code < country.SETTLE:
        s.start = (code - country.EXPLORE) // country.WAYS
        s.goal = country.NEXT[s.start][(code - country.EXPLORE) % country.WAYS]
        mix = country.only_mix(s)
        if mix == country.NONE:
            s.step = country.MIX
            return
        country.walk(s, mix)
    else:
        if code == country.SETTLE_NEST:
            s.nest[s.tribe] -= 1
        else:
            s.gems[code - country.SETTLE, s.tribe] -= 1
        s.box[s.tribe] += 1
        s.walked[s.tribe] = 1
    end_action(s)


@rule
def end_action(s: State) -> None:
    s.acted[s.tribe] = 1
    next_tribe(s)


@rule
def next_tribe(s: State) -> None:
    """Several tribes are left: one is called. One is left: it acts. None is: the round is over."""
    s.mover = country.birds(s)
    s.tribe = country.NONE
    left = country.COLOURS - total(s.acted)
    if left > 1:
        s.step = country.TRIBE
    elif left == 1:
        s.step = country.ACTION
        for tribe in range(country.COLOURS):
            if s.acted[tribe] == 0:
                s.tribe = tribe
    else:
        end_round(s)


@rule
def end_round(s: State) -> None:
    s.rounds += 1
    if s.rounds < country.ROUNDS:
        begin_round(s)
        return
    s.scored[s.cartographer] = country.fulfilled(s) if country.is_solo(s) else country.failed(s)
    if s.half == 1 or country.is_solo(s):
        s.mover = country.NONE
        s.step = country.OVER
    else:
        s.half = 1
        s.cartographer = 1 - s.cartographer
        lay_out(s)


@rule
def score(s: State, seat: int) -> int:
    """As the cartographer, when that half is over; alone, on the map as it is."""
    if country.is_solo(s):
        return country.fulfilled(s)
    return max(0, s.scored[seat])


# ---- secrets -------------------------------------------------------------------------------------------------------


@rule
def hide(s: State, seat: int) -> None:
    """The cartographer's cards: for the others they are as good as in the deck. Alone nothing is held."""
    if country.is_solo(s) or seat == s.cartographer or s.step == country.OVER:
        return
    for place in range(country.HAND):
        if s.hand[place] >= 0:
            s.deck[s.hand[place]] += 1
            s.hand[place] = country.UNKNOWN
    if s.placing >= 0:
        s.deck[s.placing] += 1
        s.placing = country.UNKNOWN


@rule
def guess(s: State, seat: int) -> None:
    for place in range(country.HAND):
        if s.hand[place] == country.UNKNOWN:
            s.hand[place] = draw(s.deck, s)
    if s.placing == country.UNKNOWN:
        s.placing = draw(s.deck, s)


@rule
def census(s: State, out: Row) -> None:
    """The fifteen cards, then the gems of each colour."""
    for card in range(CARDS):
        out[card] += s.deck[card]
    for place in range(country.HAND):
        if s.hand[place] >= 0:
            out[s.hand[place]] += 1
    if s.placing >= 0:
        out[s.placing] += 1
    for colour in range(country.COLOURS):
        out[CARDS + colour] += s.nest[colour] + s.box[colour]
    for cell in range(country.CELLS):
        if country.is_map(s, cell):
            out[s.card[cell]] += 1
        for colour in range(country.COLOURS):
            out[CARDS + colour] += s.gems[cell, colour]


def bound(seats: int, options: Mapping[str, int]) -> int:
    """A round: a card, a cell, two tribes, three actions, three mixes. Alone there is no hand, but there is one half only."""
    return country.ROUNDS * (10 if seats == 2 else 9) * seats


GAME = Game(
    __name__,
    title="Borogoves",
    box="Jabberwocky",
    seats=(1, 2),
    minutes=20,
    complexity=3,
    codes=country.CODES,
    bound=bound,
    summary="Draw a map that three tribes of birds cannot settle, then walk them over the map of the other; or do both alone.",
    pieces=CARDS + country.COLOURS,
    tags=("hidden cards", "solo"),
    unseen=("last", "last_seat", "laid", "walked", "came", "went"),
)
