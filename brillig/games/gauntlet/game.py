"""The Gauntlet: plan three cards in secret, then run, climb, strike, fire and shield step by step to the finish.

Hidden are the cards in the hands of the others, as far as nobody saw where they came from, and their plans. The draw
pile has no order that anybody could know: a card gets its identity when it is drawn.

Codes: 0 to 53: a card, to take it from the pool, or for the next place of the plan (steps 1, 2 and 3, then the discard).
54: the effect first, 55: the moves first. 56 + place: step there; a place is row x stride + column, both from 0, and the
stride is one more than the columns of the track (13, 7, 7). Place 56 is the start and place 57 the finish (codes 112 and
113). 114: stop. 115 + seat: strike that seat.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.gauntlet import record, turns
from brillig.games.gauntlet.judgement import prefer, value
from brillig.games.gauntlet.laying import lay_named, lay_random, measure
from brillig.games.gauntlet.record import State, rank, score
from brillig.games.gauntlet.screen import label, screen, tell, touch
from brillig.games.gauntlet.tracks import ARROW, BRICK, FINISH, GAP, LUMBER, PLACES, START, STRIDE
from brillig.parts.bag import fill
from brillig.parts.bits import bit, has
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARD_GROUND, CARDS, GREEN_GROUND

__all__ = ["GAME", "KINDS", "REFUSALS", "State", "label", "prefer", "rank", "score", "screen", "tell", "touch", "value"]

ON_ARROW, NEEDS_BRICK, NEEDS_LUMBER, DIAGONAL, MOVE_ONE, KEEP_SOME, NO_RETURN, STUNNED, PLAN_FIRST, NOT_NEAR = range(
    1, 11
)
NO_TILE, NOT_IN_POOL, NOT_YOUR_CARD, TAKE_FIRST, ORDER_FIRST, CHOOSE_WHERE, CHOOSE_WHOM, PLANNED, WAIT = range(11, 20)
REFUSALS = {
    ON_ARROW: "Nobody can stand on an Arrow tile.",
    NEEDS_BRICK: "You need a Brick card in this step.",
    NEEDS_LUMBER: "You need a Lumber card in this step.",
    DIAGONAL: "Moves go up, down, left or right.",
    MOVE_ONE: "You must move at least one space in every step.",
    KEEP_SOME: "Keep at least one move for each later step; use all by the third.",
    NO_RETURN: "The start can not be entered again.",
    STUNNED: "You are stunned until the end of the next turn.",
    PLAN_FIRST: "Choose three cards in order and one to discard.",
    NOT_NEAR: "There must be an opponent on your tile or next to it.",
    NO_TILE: "There is no tile.",
    NOT_IN_POOL: "Take a card of the pool.",
    NOT_YOUR_CARD: "That is not your card.",
    TAKE_FIRST: "Take two cards of the pool first.",
    ORDER_FIRST: "Choose first whether your card works before or after your moves.",
    CHOOSE_WHERE: "Choose where to move.",
    CHOOSE_WHOM: "Choose whom to strike.",
    PLANNED: "That card is in your plan already.",
    WAIT: "Your plan is complete; wait for the others.",
}
KINDS = {
    "card": range(record.CARD, record.EFFECT_FIRST),
    "order": range(record.EFFECT_FIRST, record.STEP_TO),
    "step": range(record.STEP_TO, record.STOP),
    "stop": range(record.STOP, record.STRIKE),
    "strike": range(record.STRIKE, record.STRIKE + record.SEATS),
}
# Shield, Brick and Lumber for each seat, from the one that holds the die.
STARTING = ((19, 7, 16), (6, 28, 24), (11, 15, 8), (44, 20, 29))
STARTING_FOR_TWO = ((11, 28, 45), (19, 36, 29))


@rule
def setup(s: State) -> None:
    fill(s.tile, GAP)
    s.outline = random(s, 3) if s.track == 0 else s.track - 1
    if s.track == 0:
        lay_random(s)
    else:
        lay_named(s)
    measure(s)
    s.holder = random(s, s.seats)
    for seat in range(record.SEATS):
        s.at[seat] = START
        s.life[seat] = record.LIVES if seat < s.seats else 0
        s.shown[seat] = record.NONE
    if s.seats == 2:
        for card in range(CARDS):
            if CARD_GROUND[card] == GREEN_GROUND:
                s.where[card] = record.ABSENT
    for k in range(s.seats):
        for m in range(3):
            card = STARTING_FOR_TWO[k][m] if s.seats == 2 else STARTING[k][m]
            turns.give(s, (s.holder + k) % s.seats, card)
            s.seen |= bit(card)
    turns.fill_pool(s)
    s.turn = 1
    s.last = record.NONE
    s.last_seat = record.NONE
    turns.start_turn(s)


@rule
def waiting(s: State, seat: int) -> bool:
    if s.phase == record.PLAN:
        return record.active(s, seat) and s.planned[seat] < record.SLOTS
    return s.phase != record.OVER and s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if not waiting(s, seat):
        if s.phase == record.OVER:
            return NOT_YOUR_TURN
        return STUNNED if s.stun[seat] > 0 else WAIT if s.phase == record.PLAN else NOT_YOUR_TURN
    if s.phase == record.TAKE:
        return TAKE_FIRST if code >= record.EFFECT_FIRST else 0 if s.where[code] == record.POOL else NOT_IN_POOL
    if s.phase == record.PLAN:
        if code >= record.EFFECT_FIRST:
            return PLAN_FIRST
        return NOT_YOUR_CARD if s.where[code] != record.HAND + seat else PLANNED if record.in_plan(s, seat, code) else 0
    if s.phase == record.ORDER:
        return 0 if record.EFFECT_FIRST <= code < record.STEP_TO else ORDER_FIRST
    if s.phase == record.TARGET:
        if code < record.STRIKE:
            return CHOOSE_WHOM
        return 0 if record.can_strike(s, seat, code - record.STRIKE) else NOT_NEAR
    if code < record.STEP_TO or code >= record.STRIKE:
        return CHOOSE_WHERE
    if code == record.STOP:
        return 0 if not record.must_move(s) else MOVE_ONE if s.made == 0 else KEEP_SOME
    return refuse_step(s, seat, code - record.STEP_TO)


@rule
def refuse_step(s: State, seat: int, place: int) -> int:
    if record.can_step(s, seat, place):
        return 0
    if place == START:
        return NO_RETURN
    if place == FINISH:
        return DIAGONAL
    if s.tile[place] == GAP:
        return NO_TILE
    start = s.at[seat]
    if start != START and abs(place - start) != 1 and abs(place - start) != STRIDE[s.outline]:
        return DIAGONAL
    if s.tile[place] >= ARROW:
        return ON_ARROW
    if s.tile[place] == BRICK:
        return NEEDS_BRICK
    return NEEDS_LUMBER if s.tile[place] == LUMBER else DIAGONAL


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.phase == record.TAKE or s.phase == record.PLAN:
        for card in range(CARDS):
            planned = s.phase == record.PLAN and record.in_plan(s, seat, card)
            if s.where[card] == (record.POOL if s.phase == record.TAKE else record.HAND + seat) and not planned:
                out[n] = card
                n += 1
        return n
    if s.phase == record.ORDER:
        out[0] = record.EFFECT_FIRST
        out[1] = record.MOVES_FIRST
        return 2
    if s.phase == record.TARGET:
        for other in range(s.seats):
            if record.can_strike(s, seat, other):
                out[n] = record.STRIKE + other
                n += 1
        return n
    n = record.steps_from(s, seat, out)
    for k in range(n):
        out[k] += record.STEP_TO
    if not record.must_move(s):
        out[n] = record.STOP
        n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code if s.phase != record.PLAN else record.NONE  # a card that is planned is a secret
    s.last_seat = seat
    if s.phase == record.TAKE:
        turns.give(s, seat, code)
        s.seen |= bit(code)
        s.taken += 1
        if s.taken == record.TO_TAKE:
            turns.took(s)
    elif s.phase == record.PLAN:
        s.plan[seat, s.planned[seat]] = code
        s.planned[seat] += 1
        if not turns.planning(s):
            turns.reveal_discards(s)
            turns.turn_up(s)
            turns.begin_action(s, turns.next_actor(s))
            if s.phase != record.ORDER:
                turns.go_on(s)
    else:
        if s.phase == record.ORDER:
            s.effect = record.FIRST if code == record.EFFECT_FIRST else record.LAST
        elif s.phase == record.TARGET:
            s.effect = record.NO_EFFECT
            turns.hurt(s, code - record.STRIKE, 1)
        elif code == record.STOP:
            s.stopped = 1
        else:
            turns.step_to(s, seat, code - record.STEP_TO)
        s.phase = record.MOVE
        turns.go_on(s)


@rule
def hide(s: State, seat: int) -> None:
    """Cards of others that not all have seen might as well be in the pile; what is planned and not shown is unknown."""
    for other in range(s.seats):
        if other != seat:
            for k in range(s.planned[other]):
                if not is_open(s, other, k):
                    s.plan[other, k] = record.UNKNOWN
    for card in range(CARDS):
        if s.where[card] >= record.HAND and s.where[card] != record.HAND + seat and not has(s.seen, card):
            s.where[card] = record.PILE


@rule
def is_open(s: State, seat: int, k: int) -> bool:
    """Has this card of a plan been shown to all?"""
    card = s.plan[seat, k]
    return card >= 0 and s.where[card] != record.HAND + seat and s.phase != record.PLAN


@rule
def guess(s: State, seat: int) -> None:
    """Deal the hands of the others again, first what they must have kept; then any plan from what they have."""
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.kept[other]):
                deal(s, other, pick_sure(s))
    for other in range(s.seats):
        if other != seat:
            missing = s.held[other]
            for card in range(CARDS):
                if s.where[card] == record.HAND + other:
                    missing -= 1
            for _ in range(missing):
                deal(s, other, turns.pick(s, record.PILE))
            for k in range(s.planned[other]):
                if s.plan[other, k] == record.UNKNOWN:
                    s.plan[other, k] = pick_for_plan(s, other)


def sound(s: State) -> str:
    """Every hand has as many of the cards that must be in hands as everybody knows it has."""
    for seat in range(s.seats):
        kept = [card for card in range(CARDS) if s.where[card] == record.HAND + seat and has(s.sure, card)]
        if len(kept) != s.kept[seat]:
            return f"seat {seat} holds {len(kept)} cards from before the last shuffle, not {s.kept[seat]}"
    return ""


@rule
def deal(s: State, seat: int, card: int) -> None:
    """As `give`, where it is known how many the seat has."""
    s.where[card] = record.HAND + seat


@rule
def pick_sure(s: State) -> int:
    """Any card that must be in a hand and is in none yet."""
    n, chosen = 0, record.NONE
    for card in range(CARDS):
        if s.where[card] == record.PILE and has(s.sure, card):
            n += 1
            if random(s, n) == 0:
                chosen = card
    return chosen


@rule
def pick_for_plan(s: State, seat: int) -> int:
    """Any card of a seat that is not in its plan yet."""
    n, chosen = 0, record.NONE
    for card in range(CARDS):
        if s.where[card] == record.HAND + seat and not record.in_plan(s, seat, card):
            n += 1
            if random(s, n) == 0:
                chosen = card
    return chosen


@rule
def census(s: State, out: Row) -> None:
    """The cards, each of which is somewhere, and the tiles by kind, with Arrows as one."""
    for card in range(CARDS):
        out[card] = 1 if record.PILE <= s.where[card] < record.HAND + s.seats else 0
    for place in range(PLACES):
        if s.tile[place] != GAP:
            out[CARDS + min(s.tile[place], ARROW)] += 1


def bound(seats: int, options: Mapping[str, int]) -> int:
    """A turn of a seat: two cards taken, four planned, six moves, two stops, three orders, three targets."""
    return (
        options["turn_cap"]
        * seats
        * (record.TO_TAKE + record.SLOTS + 6 + (record.STEPS - 1) + record.STEPS + record.STEPS)
    )


UNSEEN = (
    "outline", "paved", "trap", "line", "cost", "held", "sure", "kept", "planned", "taken", "acted", "made", "effect",
    "stopped", "arrived", "last", "last_seat",
)  # fmt: skip

# What it uses of the box.
USES = {"cards": 54, "tiles": 36, "cubes": greenbox.cubes_of(4), "dice": 1}

GAME = Game(
    __name__,
    title="The Gauntlet",
    box="Green Box of Games",
    seats=(2, record.SEATS),
    minutes=30,
    complexity=4,
    codes=record.STRIKE + record.SEATS,
    bound=bound,
    summary="Plan three cards in secret, then climb, strike, fire and shield your way to the end of a deadly track.",
    pieces=CARDS + 4,
    tags=("race", "cards", "hidden hands", "simultaneous"),
    unseen=UNSEEN,
)
