"""Grenade Salad: soldiers on an open table. Cards place, drop, strike, shoot and throw; mines answer.

Codes: 0 to 19 move an own soldier, by its order of arrival; 20 to 39 strike with it, 40 to 59 shoot, 60 to 79 throw a
grenade; 80 place a soldier, 81 drop three, 82 a mine in one's own turn (never allowed), 83 end the turn, 84 no mine,
85 throw no card away, 86 to 91 throw one away; 92 + n a soldier as the target; 173 + v a coordinate from -1 to 241.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Row, random, rule
from brillig.games.grenade_salad import ground, turns
from brillig.games.grenade_salad.allowed import REFUSALS, choices, refuse, shortlist, waiting
from brillig.games.grenade_salad.ground import State
from brillig.games.grenade_salad.judgement import prefer, value
from brillig.games.grenade_salad.points import list_points, wipe_points
from brillig.games.grenade_salad.screen import aim, also, begins, label, screen, tell, touch
from brillig.parts.bag import draw, fill, pour
from brillig.parts.boxes.greenbox import CARDS, CIRCLES

__all__ = [
    "GAME", "KINDS", "REFUSALS", "USES", "State", "aim", "also", "begins", "choices", "label", "prefer", "refuse", "screen",
    "shortlist", "tell", "touch", "value", "waiting",
]  # fmt: skip

KINDS = {
    "move": range(ground.MOVE, ground.STRIKE),
    "strike": range(ground.STRIKE, ground.SHOOT),
    "shoot": range(ground.SHOOT, ground.THROW),
    "throw": range(ground.THROW, ground.PLACE),
    "place": range(ground.PLACE, ground.SCATTER),
    "drop three": range(ground.SCATTER, ground.BURY),
    "end turn": range(ground.END, ground.DECLINE),
    "no mine": range(ground.DECLINE, ground.KEEP),
    "keep all cards": range(ground.KEEP, ground.TOSS),
    "throw a card away": range(ground.TOSS, ground.TARGET),
    "target": range(ground.TARGET, ground.AT - 1),
    "coordinate": range(ground.AT - 1, ground.CODES),
}


@rule
def setup(s: State) -> None:
    for n in range(ground.SOLDIERS):
        s.x[n] = ground.NONE
        s.y[n] = ground.NONE
    s.who = ground.NONE
    s.across = ground.NONE
    s.hit_x = ground.NONE
    s.hit_y = ground.NONE
    turns.go_on(s)
    for cube in range(ground.FIRST_SOLDIERS * s.seats):  # mixed, and dropped one after the other
        nth = random(s, ground.FIRST_SOLDIERS * s.seats - cube)
        seat = 0
        while nth >= ground.FIRST_SOLDIERS - s.arrived[seat]:
            nth -= ground.FIRST_SOLDIERS - s.arrived[seat]
            seat += 1
        turns.drop(s, seat)
    fill(s.deck, turns.EVERY_SYMBOL)
    s.left = CARDS
    for seat in range(s.seats):
        turns.draw_up(s, seat)
    turns.begin_turn(s, random(s, s.seats))


# ---- what is done --------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, code: int) -> None:
    if s.step == ground.TURN:
        play_deed(s, seat, code)
    elif s.step == ground.MINES:
        if code == ground.DECLINE:
            turns.ask(s, (seat + 1) % s.seats)
        else:
            turns.bury(s, seat, code - ground.TARGET)
    elif s.step == ground.DISCARDING:
        if code != ground.KEEP:
            ground.spend(s, seat, code - ground.TOSS)
        turns.finish_turn(s)
    elif s.step == ground.TARGETING:
        s.step = ground.TURN
        s.who = ground.NONE
        ground.kill(s, seat, code - ground.TARGET)
    elif s.step == ground.ACROSS:
        s.across = code - ground.AT
        s.step = ground.DOWN
    else:
        point_at(s, seat, s.across, code - ground.AT)


@rule
def play_deed(s: State, seat: int, code: int) -> None:
    if code == ground.END:
        turns.end_turn(s)
    elif code == ground.SCATTER:
        pay(s, seat, CIRCLES)
        for k in range(min(ground.MOST_FRESH, ground.reserve(s, seat))):
            s.fresh[k] = turns.drop(s, seat)
        turns.watch(s)
    else:
        deed = ground.PLACE if code == ground.PLACE else code - code % ground.EACH
        s.begun = deed
        s.who = ground.NONE if code == ground.PLACE else ground.EACH * seat + code - deed
        if deed == ground.MOVE:
            s.moved = 1
        else:
            pay(s, seat, ground.card_of(deed))
        s.step = ground.TARGETING if ground.STRIKE <= deed < ground.THROW else ground.ACROSS
        if s.step == ground.ACROSS:
            list_points(s, seat)


@rule
def pay(s: State, seat: int, symbol: int) -> None:
    ground.spend(s, seat, symbol)
    s.played += 1


@rule
def point_at(s: State, seat: int, x: int, y: int) -> None:
    """The point is known: what was begun is done there."""
    n = s.who
    wipe_points(s)
    s.step = ground.TURN
    s.who = ground.NONE
    s.across = ground.NONE
    if s.begun == ground.THROW:
        ground.explode(s, seat, x, y)
        return
    if s.begun == ground.MOVE:
        s.x[n] = x
        s.y[n] = y
    else:
        n = ground.put(s, seat, x, y)
    s.fresh[0] = n
    turns.watch(s)


@rule
def due(s: State) -> int:
    """Mines are waited for, and for the same time whether or not somebody has one."""
    return s.until if s.step == ground.MINES else -1


@rule
def tick(s: State) -> None:
    turns.wait_is_over(s)


# ---- points and secrets --------------------------------------------------------------------------------------------


@rule
def score(s: State, seat: int) -> int:
    return 3 * ground.living(s, seat) + s.taken[seat]


@rule
def rank(s: State, out: Row) -> None:
    """The most points, then the most soldiers in reserve."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            ahead = score(s, other) - score(s, seat)
            if ahead > 0 or (ahead == 0 and ground.reserve(s, other) > ground.reserve(s, seat)):
                out[seat] += 1


@rule
def hide(s: State, seat: int) -> None:
    """The hands of the others are one bag with the deck, and nobody else knows who is asked for a mine."""
    for other in range(s.seats):
        if other != seat:
            pour(s.hand[other], s.deck)
    if s.step == ground.MINES and (seat < 0 or s.asked != seat):
        s.asked = ground.SOMEBODY


@rule
def guess(s: State, seat: int) -> None:
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other]):
                s.hand[other, draw(s.deck, s)] += 1
    if s.asked == ground.SOMEBODY:
        turns.ask(s, (s.mover + 1) % s.seats)
        if seat >= 0 and s.asked == seat:  # it has answered already
            turns.ask(s, (seat + 1) % s.seats)


@rule
def census(s: State, out: Row) -> None:
    """The soldiers of each seat, living or in reserve, and all that were killed; the cards by symbol."""
    for seat in range(s.seats):
        out[0] += ground.living(s, seat) + ground.reserve(s, seat) + s.taken[seat]
        for symbol in range(ground.SYMBOLS):
            out[1 + symbol] += s.hand[seat, symbol]
    for symbol in range(ground.SYMBOLS):
        out[1 + symbol] += s.deck[symbol] + s.spent[symbol]


def most_choices(seats: int, options: Mapping[str, int]) -> int:
    """Only 54 cards can leave hands, so there are at most 55 x 3 rounds. A turn has one gesture of three choices to move
    and two with cards, its end and a card thrown away; mines are asked for after each gesture, at most four times round.
    """
    gestures = 3 * 3 + 2
    return 55 * 3 * seats * (gestures + 3 * 4 * (seats + 1))


USES = {"cards": CARDS, "tiles": ground.SEATS, "cubes": ground.SOLDIERS}

GAME = Game(
    __name__,
    title="Grenade Salad",
    box="Green Box of Games",
    seats=(2, ground.SEATS),
    minutes=30,
    complexity=3,
    codes=ground.CODES,
    bound=most_choices,
    pieces=1 + ground.SYMBOLS,
    summary="Soldiers on an open table: move, shoot, throw grenades anywhere you like, and mind the mines.",
    tags=("open table", "fighting", "interrupts"),
    variants=(
        (2, {}), (3, {}), (4, {}), (2, {"stuck_hand": "strict"}), (3, {"move_timing": "first"}),
        (4, {"move_timing": "first", "stuck_hand": "strict"}),
    ),
    unseen=(
        "arrived", "deck", "begun", "asked", "mined", "until", "empty", "busy", "unable", "quiet", "points", "worth",
        "listed", "best", "kills", "who", "across", "fresh",
    ),
)  # fmt: skip
