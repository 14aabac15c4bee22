"""Puzzles: lay the listed cards so that they make the outline, with their centres on its black squares.

There are no turns: any seat may act at any moment. Nothing is hidden but the stored answer, and that is not in the
record: the table looks it up for a hint (see parts/puzzles).
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Row, random, rule
from brillig.games.patterns_puzzles import board
from brillig.games.patterns_puzzles.board import NONE, State
from brillig.games.patterns_puzzles.judgement import prefer, shuns, value
from brillig.games.patterns_puzzles.screen import candidates, label, screen, tell, touch
from brillig.parts.bits import bit, has
from brillig.parts.boxes.trickster import PUZZLES as USES
from brillig.parts.puzzles import tables
from brillig.parts.trickster.patterns import CARDS, TURNS

__all__ = [
    "GAME", "KINDS", "REFUSALS", "USES", "State", "candidates", "label", "prefer", "screen", "shuns", "tell", "touch", "value",
]  # fmt: skip

NOT_FREE, NOT_BLACK, DIFFERS, COVERED, NOT_YOURS, NO_HINTS, FINISHED = range(1, 8)
NOT_LAID, HAS_GIVEN_UP, HAS_NOT, TOO_OFTEN, NOTHING_TO_WAIT_FOR = range(8, 13)
REFUSALS = {
    NOT_FREE: "That card is not free.",
    NOT_BLACK: "Centres go on empty black squares.",
    DIFFERS: "Overlapping squares must match.",
    COVERED: "Another card lies on it.",
    NOT_YOURS: "That card is not yours to move.",
    NO_HINTS: "No hints left.",
    FINISHED: "This puzzle is finished.",
    NOT_LAID: "That card does not lie on the outline.",
    HAS_GIVEN_UP: "You have given up already; it counts when everybody has.",
    HAS_NOT: "You have not given up.",
    TOO_OFTEN: "You have taken it back often enough.",
    NOTHING_TO_WAIT_FOR: "There is nobody to wait for.",
}
KINDS = {
    "place": range(board.PLACE, board.LIFT),
    "lift": range(board.LIFT, board.HINT),
    "hint": range(board.HINT, board.GIVE_UP),
    "give up": range(board.GIVE_UP, board.GO_ON),
    "go on": range(board.GO_ON, board.LOOK_ON),
    "look on": range(board.LOOK_ON, board.CODES),
}
PRESETS: dict[str, dict[str, int | str]] = {
    "First puzzle": {"puzzle": 1, "hints": 3},
    "Any easy one": {"puzzle": "1 star", "hints": 1},
    "Against the clock": {"puzzle": "3 stars", "clock": "300 s"},
}


# ---- set-up --------------------------------------------------------------------------------------------------------


@rule
def setup(s: State) -> None:
    s.number = chosen(s)
    s.count = tables.COUNT[s.number]
    s.quarter = random(s, TURNS) if s.orientation == board.FREE else 0
    s.hints_left, s.named, s.last = s.hints, NONE, NONE
    for k in range(board.MOST_CARDS):
        s.square[k], s.owner[k] = NONE, NONE
    for k in range(s.count):
        s.card[k], s.x[k], s.y[k] = tables.CARD[s.number][k], tables.X[s.number][k], tables.Y[s.number][k]
        s.beside[k] = random(s, TURNS) if s.orientation == board.FREE else 0
        if s.cards == board.DEALT:
            s.owner[k] = k % s.seats
    for turn in range(s.quarter):
        high = tables.HIGH[s.number] if turn % 2 == 0 else tables.WIDE[s.number]
        for k in range(s.count):
            was = s.x[k]
            s.x[k] = high - 1 - s.y[k]
            s.y[k] = was
    for k in range(s.count):
        s.black[k] = black_around(s, k)
    find_path(s)


@rule
def chosen(s: State) -> int:
    """The number of a puzzle, or any of a rating."""
    if s.puzzle < tables.PUZZLES:
        number: int = s.puzzle
        return number
    stars = s.puzzle - tables.PUZZLES
    rated: int = tables.RATED[stars][random(s, tables.RATED_COUNT[stars])]
    return rated


@rule
def black_around(s: State, square: int) -> int:
    """Which of the nine squares around a black one are black, as sevens."""
    sevens = 0
    for other in range(s.count):
        right, down = s.x[other] - s.x[square] + 1, s.y[other] - s.y[square] + 1
        if 0 <= right <= 2 and 0 <= down <= 2:
            sevens |= 7 << (3 * (8 - 3 * down - right))
    return sevens


@rule
def shared(s: State, first: int, second: int) -> int:
    """How many squares two blocks share."""
    across, down = 3 - abs(s.x[first] - s.x[second]), 3 - abs(s.y[first] - s.y[second])
    return max(0, across) * max(0, down)


@rule
def find_path(s: State) -> None:
    """First the black square that shares most with all others, then always the one that shares most with those taken."""
    taken = 0
    for n in range(s.count):
        best, most = NONE, NONE
        for square in range(s.count):
            if not has(taken, square):
                overlaps = 0
                for other in range(s.count):
                    if other != square and (n == 0 or has(taken, other)):
                        overlaps += shared(s, square, other)
                if overlaps > most:
                    best, most = square, overlaps
        s.path[n] = best
        taken |= bit(best)


# ---- who may do what -----------------------------------------------------------------------------------------------


@rule
def waiting(s: State, seat: int) -> bool:
    return s.ended == 0 and not has(s.looks_on, seat)


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.ended != 0:
        return FINISHED
    if code < board.LIFT:
        return refuse_place(s, seat, code // board.WAYS, code % board.WAYS // TURNS, code % TURNS)
    if code < board.HINT:
        return refuse_lift(s, seat, code - board.LIFT)
    if code == board.HINT:
        return 0 if s.hints_left > 0 else NO_HINTS
    if code == board.GIVE_UP:
        return HAS_GIVEN_UP if has(s.gave_up, seat) else 0
    if code == board.GO_ON:
        if not has(s.gave_up, seat):
            return HAS_NOT
        return TOO_OFTEN if s.taken_back[seat] == board.MOST_TAKEN_BACK else 0
    return 0 if board.may_look_on(s, seat) else NOTHING_TO_WAIT_FOR


@rule
def refuse_place(s: State, seat: int, card: int, square: int, rotation: int) -> int:
    if card >= s.count or s.square[card] != NONE:
        return NOT_FREE
    if not board.may_move(s, seat, card):
        return NOT_YOURS
    if square >= s.count or board.on_square(s, square) != NONE:
        return NOT_BLACK
    return 0 if board.matches(s, board.ground(s, square), card, rotation) else DIFFERS


@rule
def refuse_lift(s: State, seat: int, card: int) -> int:
    if card >= s.count or s.square[card] == NONE:
        return NOT_LAID
    if not board.may_move(s, seat, card):
        return NOT_YOURS
    return 0 if board.may_lift(s, card) else COVERED


@rule
def choices(s: State, seat: int, out: Row) -> int:
    """The same as `refuse` says, but what lies under a square is looked up once."""
    n = 0
    for square in range(s.count):
        if board.on_square(s, square) == NONE:
            under = board.ground(s, square)
            for card in range(s.count):
                if s.square[card] == NONE and board.may_move(s, seat, card):
                    for rotation in range(TURNS):
                        if board.matches(s, under, card, rotation):
                            out[n] = board.WAYS * card + TURNS * square + rotation
                            n += 1
    for code in range(board.LIFT, board.CODES):
        if refuse(s, seat, code) == 0:
            out[n] = code
            n += 1
    return n


# ---- what happens --------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, code: int) -> None:
    if code == board.LOOK_ON:
        s.looks_on |= bit(seat)
        return
    s.looks_on = 0
    s.named, s.last = NONE, NONE
    if code < board.LIFT:
        lay(s, code // board.WAYS, code % board.WAYS // TURNS, code % TURNS)
    elif code < board.HINT:
        lift(s, code - board.LIFT)
    elif code == board.HINT:
        hint(s)
    elif code == board.GIVE_UP:
        s.gave_up |= bit(seat)
    else:
        s.gave_up ^= bit(seat)
        s.taken_back[seat] += 1
    if board.laid(s) == s.count:
        s.ended = board.SOLVED
    elif s.gave_up == board.everybody(s):
        s.ended = board.GIVEN_UP
    elif s.actions == board.MOST_ACTIONS:
        s.ended = board.TOO_MANY
    if s.ended != 0:
        s.took = s.now


@rule
def lay(s: State, card: int, square: int, rotation: int) -> None:
    s.order[card] = board.laid(s) + 1
    s.square[card], s.rotation[card] = square, rotation
    s.last = card
    s.actions += 1


@rule
def lift(s: State, card: int) -> None:
    """Those laid after it move up."""
    for other in range(s.count):
        if s.order[other] > s.order[card]:
            s.order[other] -= 1
    s.square[card], s.rotation[card], s.order[card] = NONE, 0, 0
    s.actions += 1


@rule
def right_rotation(s: State, n: int) -> int:
    """Of the n-th card of the answer, as the puzzle is turned."""
    return (tables.ANSWER_ROTATION[s.number][n] + s.quarter) % TURNS


@rule
def hint(s: State) -> None:
    """Name the last laid card that is not where the answer has it; else lay the next card of the answer.

    If that one does not fit now, because what a centre would have hidden still shows, the card laid last is named.
    """
    s.hints_left -= 1
    wrong, following = NONE, NONE
    for n in range(s.count):
        card = tables.ANSWER_CARD[s.number][n]
        if s.square[card] == NONE:
            following = n if following == NONE else following
        elif s.square[card] != tables.ANSWER_SQUARE[s.number][n] or s.rotation[card] != right_rotation(s, n):
            wrong = card if wrong == NONE or s.order[card] > s.order[wrong] else wrong
    if wrong != NONE:
        s.named = wrong
        return
    card, square = tables.ANSWER_CARD[s.number][following], tables.ANSWER_SQUARE[s.number][following]
    if board.matches(s, board.ground(s, square), card, right_rotation(s, following)):
        lay(s, card, square, right_rotation(s, following))
    else:
        s.named = board.laid_as(s, board.laid(s))


@rule
def due(s: State) -> int:
    return 1000 * board.LIMITS[s.clock] if s.clock > board.COUNT_UP and s.ended == 0 else NONE


@rule
def tick(s: State) -> None:
    s.ended = board.TIME_UP
    s.took = s.now


@rule
def score(s: State, seat: int) -> int:
    """All solve it together, or fail together."""
    return 1 if s.ended == board.SOLVED else 0


@rule
def census(s: State, out: Row) -> None:
    """Each of the 48 cards once: on the outline, beside it, or in the box."""
    for card in range(CARDS):
        out[card] = 1
    for k in range(s.count):
        out[s.card[k]] -= 1
        out[s.card[k]] += 1 if s.square[k] == NONE and s.order[k] == 0 else 0
        out[s.card[k]] += 1 if s.square[k] != NONE and board.laid_as(s, s.order[k]) == k else 0


def feat(s: State) -> dict[str, int]:
    """For a table of records: fewer hints are better, then a shorter time, then fewer actions."""
    number = tables.BOOK[s.number].number
    solved, hints = int(s.ended == board.SOLVED), s.hints - s.hints_left
    return {"puzzle": number, "solved": solved, "hints": hints, "time": int(s.took), "actions": int(s.actions)}


def bound(seats: int, options: Mapping[str, int]) -> int:
    """Actions, hints that only name a card, and changes of mind; where cards are dealt, others look on before each."""
    acts = board.MOST_ACTIONS + options["hints"] + seats * (2 * board.MOST_TAKEN_BACK + 1) + 1
    return acts * (seats if options["cards"] == board.DEALT else 1)


# A few puzzles of every kind, every option, and as few and as many seats as there can be.
VARIANTS: tuple[tuple[int, dict[str, int | str]], ...] = (
    (1, {}),
    (1, {"puzzle": 22, "hints": 2}),
    (1, {"puzzle": "4 stars", "orientation": "free", "hints": 3}),
    (1, {"puzzle": 52, "clock": "count up", "hints": 1}),
    (2, {"puzzle": "2 stars", "orientation": "free", "clock": "60 s"}),
    (2, {"puzzle": 7, "cards": "dealt", "hints": 3}),
    (3, {"puzzle": 33, "cards": "dealt", "hints": 1, "clock": "900 s"}),
    (4, {"puzzle": "3 stars"}),
    (5, {"puzzle": "5 stars", "cards": "dealt", "orientation": "free"}),
    (6, {"puzzle": 3, "cards": "dealt", "hints": 2}),
    (6, {"puzzle": 60, "hints": 3, "orientation": "free"}),
)

GAME = Game(
    __name__,
    title="Puzzles",
    box="Trickster",
    seats=(1, board.SEATS),
    minutes=5,
    complexity=2,
    codes=board.CODES,
    bound=bound,
    summary="Sixty outlines to fill with pattern cards that overlap, alone or all together on one board.",
    pieces=CARDS,
    together=True,
    real_time=True,
    seeing=True,
    tags=("co-operative", "cards", "puzzle"),
    variants=VARIANTS,
    unseen=("number", "quarter", "path", "black", "looks_on", "taken_back"),
)
