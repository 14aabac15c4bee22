"""Jacks: walk three jacks round a circle of face-down cards, remember what they turn up, and stand on both of a pair.

Every flip is seen by all, so all know the same. The record that a seat may know keeps the faces that bots remember
at this table; its screen shows a person only what lies face up, and remembering the rest is the game.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.jacks import circle
from brillig.games.jacks.circle import State, score
from brillig.games.jacks.screen import label, screen, tell, touch
from brillig.parts.boxes.jacks import LT, PAIRS
from brillig.parts.dice import roll
from brillig.parts.judging import chance
from brillig.parts.pile import shuffle

__all__ = ["GAME", "REFUSALS", "State", "label", "score", "screen", "tell", "touch"]

NOT_YOURS, NO_JACK, DISTANCE, OTHER_WAY, NO_CARD, MUST_MOVE, LOSES, REMEMBER, FACE_UP = range(1, 10)
COLOUR_TAKEN, COLOUR_FIRST, HAS_COLOUR = range(10, 13)
REFUSALS = {
    NOT_YOURS: "That jack is not yours.",
    NO_JACK: "You have no jack there.",
    DISTANCE: "Move exactly the number rolled.",
    OTHER_WAY: "This card may only be left the other way.",
    NO_CARD: "There is no card there any more.",
    MUST_MOVE: "You must move one of your jacks.",
    LOSES: "You lose this turn.",
    REMEMBER: "You have to remember it.",
    FACE_UP: "That card lies face up.",
    COLOUR_TAKEN: "Somebody else has that colour.",
    COLOUR_FIRST: "Choose your colour first.",
    HAS_COLOUR: "You have your colour.",
}


@rule
def setup(s: State) -> None:
    for place in range(circle.PLACES):
        s.card[place] = place // 2
    shuffle(s.card, circle.PLACES, s)
    for pair in range(PAIRS):
        s.taker[pair] = circle.NOBODY
    for seat in range(circle.SEATS):
        for k in range(circle.JACKS):
            s.jack[seat, k] = circle.ROW
    # A named seat that nobody sits in means no one: lots are drawn.
    s.mover = s.first - 1 if 0 < s.first <= s.seats else random(s, s.seats)
    for seat in range(circle.SEATS):
        s.colour[seat] = seat if s.colours == 0 and seat < s.seats else circle.NOBODY
    if s.colours == 0:
        s.die = roll(s)
    s.last = -1


@rule
def waiting(s: State, seat: int) -> bool:
    return seat == s.mover


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if seat != s.mover:
        return LOSES if s.mover != circle.NOBODY and s.loses[seat] == 1 else NOT_YOUR_TURN
    if circle.choosing(s):
        if code < circle.COLOUR:
            return COLOUR_FIRST
        return 0 if circle.is_free(s, code - circle.COLOUR) else COLOUR_TAKEN
    if code >= circle.COLOUR:
        return HAS_COLOUR
    if code == circle.PASS:
        return MUST_MOVE
    start, end = code // circle.PLACES, code % circle.PLACES
    if not circle.lies(s, end):
        return NO_CARD
    if code >= circle.LOOK:
        return FACE_UP if circle.occupied(s, end) else REMEMBER
    if circle.find(s, seat, start) < 0:
        return NOT_YOURS if start == circle.ROW or circle.occupied(s, start) else NO_JACK
    reason = DISTANCE
    for way in (circle.CLOCKWISE, circle.COUNTER):
        if circle.landing(s, start, way) == end:
            if circle.may_leave(s, start, way):
                return 0
            reason = OTHER_WAY
    return reason


@rule
def choices(s: State, seat: int, out: Row) -> int:
    """Each jack either way. Jacks at the same place are one, and so are two ways to the same card."""
    n = 0
    if circle.choosing(s):
        for colour in range(circle.SEATS):
            if circle.is_free(s, colour):
                out[n] = circle.COLOUR + colour
                n += 1
        return n
    for k in range(circle.JACKS):
        start = s.jack[seat, k]
        if circle.find(s, seat, start) == k:
            before = n
            for way in (circle.CLOCKWISE, circle.COUNTER):
                if circle.may_leave(s, start, way):
                    code = circle.PLACES * start + circle.landing(s, start, way)
                    if n == before or out[n - 1] != code:
                        out[n] = code
                        n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    if code >= circle.COLOUR:
        s.colour[seat] = code - circle.COLOUR
        s.mover = (seat + 1) % s.seats
        if not circle.choosing(s):  # all have one, and who was first to choose begins
            s.die = roll(s)
        return
    start, end = code // circle.PLACES, code % circle.PLACES
    s.last = code
    s.jack[seat, circle.find(s, seat, start)] = end
    if start != circle.ROW and not circle.occupied(s, start):
        s.down[start] = s.turn + 1
    pair = s.card[end]
    if s.memory_aid == 1:
        s.aid[end] = pair + 1
    if circle.find(s, seat, circle.mate(s, end)) >= 0:
        s.taker[pair] = seat
    elif pair == LT:
        s.loses[seat] = 1
    next_turn(s)


@rule
def hide(s: State, seat: int) -> None:
    for place in range(circle.PLACES):
        if not circle.known(s, place):
            s.card[place] = circle.UNKNOWN


@rule
def forget(s: State, seat: int, most: int) -> None:
    """A weaker bot remembers only so many of the cards that lie face down: those that it saw last."""
    known = 0
    for place in range(circle.PLACES):
        known += 1 if remembered(s, place) else 0
    while known > most:
        oldest = -1
        for place in range(circle.PLACES):
            if remembered(s, place) and (oldest < 0 or s.down[place] <= s.down[oldest]):
                oldest = place
        s.card[oldest] = circle.UNKNOWN
        known -= 1


@rule
def remembered(s: State, place: int) -> bool:
    """Does a card lie face down there that this seat has seen?"""
    return s.card[place] != circle.UNKNOWN and circle.lies(s, place) and not circle.occupied(s, place)


@rule
def guess(s: State, seat: int) -> None:
    """Lay the cards that are not known anywhere else on the places that are not known, every way equally likely."""
    left, n = 0, 0  # two bits of `left` for each pair: how many of its cards are not laid yet
    for pair in range(PAIRS):
        left += 2 << 2 * pair
    for place in range(circle.PLACES):
        if s.card[place] == circle.UNKNOWN:
            n += 1
        else:
            left -= 1 << 2 * s.card[place]
    for place in range(circle.PLACES):
        if s.card[place] == circle.UNKNOWN:
            drawn, pair = random(s, n), 0
            while drawn >= (left >> 2 * pair) & 3:
                drawn -= (left >> 2 * pair) & 3
                pair += 1
            s.card[place] = pair
            left -= 1 << 2 * pair
            n -= 1


@rule
def census(s: State, out: Row) -> None:
    """The cards of each pair, then the jacks of each seat."""
    for place in range(circle.PLACES):
        out[s.card[place]] += 1
    for seat in range(s.seats):
        for k in range(circle.JACKS):
            if 0 <= s.jack[seat, k] <= circle.ROW:
                out[PAIRS + seat] += 1


# ---- turns ---------------------------------------------------------------------------------------------------------


@rule
def next_turn(s: State) -> None:
    """The turn is over: whose turn is next, lost turns passed over, or the end."""
    s.turn += 1
    seat = (s.mover + 1) % s.seats
    s.mover = circle.NOBODY
    if circle.pairs_left(s) == 0 or (s.early_end == 1 and settled(s)):
        return
    while s.turn < s.turn_limit and s.loses[seat] == 1:
        s.loses[seat] = 0
        s.turn += 1
        seat = (seat + 1) % s.seats
    if s.turn < s.turn_limit:
        s.mover = seat
        s.die = roll(s)


@rule
def settled(s: State) -> bool:
    """Has one seat more than any other could still have?"""
    leader = 0
    for seat in range(1, s.seats):
        if score(s, seat) > score(s, leader):
            leader = seat
    most = 0
    for seat in range(s.seats):
        if seat != leader:
            most = max(most, score(s, seat) + still_to_take(s, seat))
    return score(s, leader) > most


@rule
def still_to_take(s: State, seat: int) -> int:
    """What all pairs in the circle would be worth to this seat."""
    points = 0
    for pair in range(PAIRS):
        if s.taker[pair] == circle.NOBODY:
            points += circle.worth(s, seat, pair)
    return points


# ---- for the bots --------------------------------------------------------------------------------------------------

TAKES = 1 << 20  # how likely it is that a pair is taken when one can be, beside all else


@rule
def half_known(s: State, place: int) -> bool:
    """Is the place of this card's mate known too?"""
    other = circle.mate(s, place)
    return other >= 0 and circle.known(s, other)


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Take pairs; else stand where the mate is known, or look at something new; keep good places and avoid lost turns."""
    if code >= circle.COLOUR:
        return 1
    start, end = code // circle.PLACES, code % circle.PLACES
    good = 6  # in quarters of a point or so; each doubles how likely it is
    if not circle.known(s, end):
        good += 2
    else:
        other = circle.mate(s, end)
        pair = s.card[end]
        if other >= 0 and circle.find(s, seat, other) >= 0 and other != start:
            return TAKES * (1 + circle.worth(s, seat, pair))
        if half_known(s, end):
            good += 2 + circle.worth(s, seat, pair)
        if pair == LT:
            good -= 4
    if start != circle.ROW and circle.lies(s, start) and half_known(s, start):
        good -= 3
    return 1 << max(0, good)


def shuns(s: State, seat: int, code: int) -> bool:
    """Whoever can take a pair that is worth something takes one, the best of those that are in reach.

    The last one too: nobody gains by leaving it. The last but one is worth a thought as long as nobody stands on a card of
    the last and taking it does not decide the game: whoever must then step onto one opens the way for the others.
    """
    if code >= circle.COLOUR:
        return False
    out = [0] * (2 * circle.JACKS)
    best = max(out[: choices(s, seat, out)], key=lambda other: takes(s, seat, other))
    if takes(s, seat, code) == takes(s, seat, best):
        return False
    pair = s.card[best % circle.PLACES]
    return circle.pairs_left(s) != 2 or decides(s, seat, pair) or opened(s, seat, pair)


def decides(s: State, seat: int, pair: int) -> bool:
    """With this pair, has a seat more than any other could still have?"""
    mine = score(s, seat) + circle.worth(s, seat, pair)
    others = [other for other in range(s.seats) if other != seat]
    return all(mine > score(s, other) + still_to_take(s, other) - circle.worth(s, other, pair) for other in others)


def opened(s: State, seat: int, pair: int) -> bool:
    """Does anybody else stand on a card that is not of this pair?"""
    places = [place for place in range(circle.PLACES) if circle.lies(s, place) and s.card[place] != pair]
    return any(circle.find(s, other, place) >= 0 for other in range(s.seats) if other != seat for place in places)


def takes(s: State, seat: int, code: int) -> int:
    """The points of the pair that a choice takes, as far as this seat knows."""
    start, end = code // circle.PLACES, code % circle.PLACES
    if s.card[end] == circle.UNKNOWN:
        return 0
    other = circle.mate(s, end)
    stands = other >= 0 and other != start and circle.find(s, seat, other) >= 0
    return circle.worth(s, seat, s.card[end]) if stands else 0


@rule
def value(s: State, seat: int) -> int:
    """Points ahead of each other seat, those that jacks stand ready for in part, beside what can still be taken."""
    half = 6 + 4 * circle.pairs_left(s)
    mine, won = hopes(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - hopes(s, other), half)
    return won // (s.seats - 1)


@rule
def hopes(s: State, seat: int) -> int:
    """Tenths of a point that a seat can count on."""
    tenths = 10 * score(s, seat) - 6 * s.loses[seat]
    for k in range(circle.JACKS):
        place = s.jack[seat, k]
        if place != circle.ROW and circle.lies(s, place) and circle.find(s, seat, place) == k:
            tenths += circle.worth(s, seat, s.card[place]) * (4 if half_known(s, place) else 2)
    return tenths


# ---- the game ------------------------------------------------------------------------------------------------------


def bound(seats: int, options: Mapping[str, int]) -> int:
    """A choice a turn; lost turns have none. Before that every seat may choose a colour."""
    return options["turn_limit"] + seats * options["colours"]


GAME = Game(
    __name__,
    title="Jacks",
    box="Jacks",
    seats=(2, circle.SEATS),
    minutes=20,
    complexity=1,
    codes=circle.COLOUR + circle.SEATS,
    bound=bound,
    summary="Walk your jacks round a circle of face-down cards, remember what they turn up, and stand on both of a pair.",
    pieces=PAIRS + circle.SEATS,
    tags=("memory", "cards", "dice"),
    unseen=("down", "aid"),  # out of sight, and in sight only with the memory aid
)
