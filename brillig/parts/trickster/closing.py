"""Races of Trickster for points: whoever is out first starts a timer, and then the points count.

What a card earns is a matter of what it was laid on. It never changes afterwards, because cards only ever come on top.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Row, i8, i64, option, rule
from brillig.core.record import Option
from brillig.parts.bits import bit, has
from brillig.parts.judging import chance
from brillig.parts.trickster import race, record
from brillig.parts.trickster.course import among, cards_left, first_row, prepare, tokens_taken, who_gave_up
from brillig.parts.trickster.overlap import COMMON, PLACEMENTS, STEPS, WAYS, contact, fits, spot_x, spot_y
from brillig.parts.trickster.patterns import IN_A_DECK
from brillig.parts.trickster.record import BEATS, OUT, OVER, RACING, TIME, Race

TOUCHED, COVERED = 0, 1  # what a card has points for: the different cards under it, or its squares that lie on cards
EXTRA = (60_000, 30_000, 0)  # milliseconds for the others, by level, when the first is out
EXPERT = 2
A_BEAT = 10_000  # milliseconds that it stands for
MOST = 9 * IN_A_DECK  # more points than a seat can have
EAGER = 20  # how much likelier a bot takes a card for its points
PACE, LEAD = 5, 20  # in tenths of a point, for bots: what being a card ahead is worth, and what lead wins three of four

TIME_UP, NO_CARDS = 20, 21
REFUSALS = {**record.REFUSALS, TIME_UP: "Time is up.", NO_CARDS: "You have no cards left."}


class ForPoints(Race):
    level = option("beginner", "advanced", "expert", help="When the first is out the others have 60, 30 or 0 seconds.")
    worth = i8()  # TOUCHED or COVERED
    beats_left = i8()  # of closing, where there is no clock
    limit = i64()  # when closing ends, by the clock; 0 before

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The level is what people decide first."""
        found = super().options()
        return {"level": found["level"], **found}


@rule
def prepare_for_points(s: ForPoints, worth: int) -> None:
    s.worth = worth
    prepare(s, 1 if s.level == EXPERT else s.seats)


# ---- closing -------------------------------------------------------------------------------------------------------


@rule
def is_closing(s: ForPoints) -> bool:
    return s.phase == RACING and tokens_taken(s) > 0


@rule
def refuse(s: ForPoints, seat: int, code: int) -> int:
    if code < PLACEMENTS and s.phase >= RACING:
        if cards_left(s, seat) == 0:
            return NO_CARDS
        if s.ended == OUT or s.ended == TIME:
            return TIME_UP
    return race.refuse(s, seat, code)


@rule
def play(s: ForPoints, seat: int, code: int) -> None:
    closing = is_closing(s)
    race.play(s, seat, code)
    if not is_closing(s) or s.chosen[seat] != 0:  # it goes on as before, or the beat is not over
        return
    if not closing:
        if s.tempo == BEATS:
            s.beats_left = EXTRA[s.level] // A_BEAT
        else:
            s.limit = s.now + EXTRA[s.level]
    elif s.tempo == BEATS:
        s.idle = 0  # closing has its own end, and never stalls
        s.beats_left -= 1
        if s.beats_left == 0:
            time_is_up(s)


@rule
def time_is_up(s: ForPoints) -> None:
    s.ended = TIME
    s.phase = OVER


@rule
def due(s: ForPoints) -> int:
    return s.limit if is_closing(s) and s.tempo != BEATS else race.due(s)


@rule
def tick(s: ForPoints) -> None:
    if is_closing(s):
        time_is_up(s)
    else:
        race.tick(s)


def bound(seats: int, options: Mapping[str, int]) -> int:
    """Everybody can lay six cards. In beats, closing may go on for longer than a stall."""
    beats = options["tempo"] == BEATS
    more = seats * (EXTRA[options["level"]] // A_BEAT) if beats else 1
    return more + race.bound(seats, options["stall"], options["miss_lock"], beats, IN_A_DECK * seats)


# ---- points --------------------------------------------------------------------------------------------------------


@rule
def earned(s: ForPoints, k: int) -> int:
    """The points of the card that was laid as the k-th."""
    return s.board.covered[k] if s.worth == COVERED else s.board.touched[k]


@rule
def points(s: ForPoints, seat: int) -> int:
    total = 0
    for k in range(s.board.count):
        total += earned(s, k) if s.board.card[k] // IN_A_DECK == s.deck[seat] else 0
    return total


@rule
def best_card(s: ForPoints, seat: int) -> int:
    best = 0
    for k in range(s.board.count):
        best = max(best, earned(s, k) if s.board.card[k] // IN_A_DECK == s.deck[seat] else 0)
    return best


@rule
def who_lost_by_stopping(s: ForPoints) -> int:
    """A set. To stop costs the place only as long as nobody is out: then time runs out for everybody."""
    return who_gave_up(s) if tokens_taken(s) == 0 else 0


@rule
def score(s: ForPoints, seat: int) -> int:
    quit = who_lost_by_stopping(s)
    return standing(s, seat, quit if among(s, seat, quit) else 0)


@rule
def standing(s: ForPoints, seat: int, quit: int) -> int:
    """Who has given up (a set) comes behind all others, and so has fewer points than none."""
    return points(s, seat) - (MOST if has(quit, seat) else 0)


@rule
def ahead(s: ForPoints, seat: int, other: int, quit: int) -> bool:
    """More points; then the lower token, or any; then more cards laid; then the best single card."""
    mine, theirs = standing(s, seat, quit), standing(s, other, quit)
    if mine != theirs:
        return mine > theirs
    if s.token[seat] != s.token[other]:
        return s.token[other] == 0 or 0 < s.token[seat] < s.token[other]
    if cards_left(s, seat) != cards_left(s, other):
        return cards_left(s, seat) < cards_left(s, other)
    return best_card(s, seat) > best_card(s, other)


@rule
def rank(s: ForPoints, out: Row) -> None:
    quit = who_lost_by_stopping(s)
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += 1 if other != seat and ahead(s, other, seat, quit) else 0


# ---- for bots ------------------------------------------------------------------------------------------------------


@rule
def prefer(s: ForPoints, seat: int, code: int) -> int:
    """The more points the likelier, by the square of what is above the least; nobody rests who can lay."""
    if code >= PLACEMENTS or s.phase != RACING:
        return race.prefer(s, seat, code)
    spot = code // WAYS
    under = contact(s.board, s.board.location[spot // STEPS], spot_x(s.board, spot), spot_y(s.board, spot))
    more = under % 10 - s.board.least + 1 if s.worth == COVERED else under // 10
    return EAGER * more * more


@rule
def value(s: ForPoints, seat: int) -> int:
    """By how far it is ahead of each of the others, counting what the cards in hand may still bring."""
    mine, won = outlook(s, seat), 0
    for other in range(s.seats):
        won += chance(mine - outlook(s, other), LEAD) if other != seat else 0
    return won // (s.seats - 1)


@rule
def outlook(s: ForPoints, seat: int) -> int:
    """Ten times the points; three more for every card in hand that has a place; and for having laid cards at all."""
    hopes = 10 * points(s, seat) + PACE * (IN_A_DECK - cards_left(s, seat))
    for number in range(IN_A_DECK):
        if has(s.hand[seat], number) and fits(s.board, COMMON, first_row(s, s.deck[seat]), bit(number)):
            hopes += 3
    return hopes
