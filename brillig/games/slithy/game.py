"""Slithy: a dealer with a secret card, groups that stake gems just under a limit, and words that bind nobody."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.slithy.judgement import likely_stake, prefer, value
from brillig.games.slithy.round import (
    CARDS,
    CODES,
    COLLECT,
    COLLECT_TWICE,
    COLLECTING,
    DEALING,
    FACE_DOWN,
    MOST_PURPLES,
    MOST_YELLOWS,
    NONE,
    OPEN,
    OVER,
    PEEK,
    PURPLES,
    SAY,
    SAY_NOTHING,
    SEALED,
    SILENT,
    STAKE,
    STAKING,
    TALKING,
    TALKS,
    TURNS,
    YELLOWS,
    State,
    count,
    go_on,
    is_used,
    place,
    reveal,
    rounds,
    score_round,
    start_round,
    still_open,
)
from brillig.games.slithy.screen import screen
from brillig.games.slithy.words import label, tell, touch

__all__ = ["GAME", "KINDS", "REFUSALS", "State", "label", "prefer", "screen", "tell", "touch", "value"]

KINDS = {
    "two cards": range(CARDS, SAY_NOTHING), "silence": range(SAY_NOTHING, SAY), "announcement": range(SAY, STAKE),
    "stake": range(STAKE, COLLECT), "collection": range(COLLECT, COLLECT_TWICE),
}  # fmt: skip

WAS_USED, TOO_MANY, IS_SEALED, STILL_DOWN, IS_DEALER, ONE_OTHER, NOT_IN_PLAY, NOT_ASKED = range(1, 9)
REFUSALS = {
    WAS_USED: "That card was used this round.",
    TOO_MANY: "You have only that many gems.",
    IS_SEALED: "Stakes are sealed until the reveal.",
    STILL_DOWN: "Still face down.",
    IS_DEALER: "The dealer stakes nothing.",
    ONE_OTHER: "Choose one other player.",
    NOT_IN_PLAY: "That card is not in play with so many players.",
    NOT_ASKED: "That is not what you are asked now.",
}


@rule
def setup(s: State) -> None:
    # A seat that is not at the table counts on from the first: the fourth of three is seat 1.
    s.opener = random(s, s.seats) if s.first == 0 else (s.first - 1) % s.seats
    s.speaker = NONE
    s.victim = NONE
    start_round(s)


@rule
def waiting(s: State, seat: int) -> bool:
    if s.step == TALKING:
        return seat == s.speaker
    if s.step == STAKING:
        return seat != s.dealer and s.stake[s.turn, seat] == OPEN
    return seat == s.dealer and s.step != OVER


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if code == PEEK:
        return STILL_DOWN
    if SAY_NOTHING <= code < COLLECT and seat == s.dealer:
        return IS_DEALER
    if STAKE <= code < COLLECT and s.step == STAKING and s.stake[s.turn, seat] != OPEN:
        return IS_SEALED
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    if code >= COLLECT:
        if s.step != COLLECTING:
            return NOT_ASKED
        return 0 if code - COLLECT < s.seats and code - COLLECT != seat else ONE_OTHER
    if code >= STAKE:
        if s.step != STAKING:
            return NOT_ASKED
        return 0 if code - STAKE <= s.hand[seat] else TOO_MANY
    if code >= SAY_NOTHING:
        if s.step != TALKING:
            return NOT_ASKED
        return 0 if code - SAY <= s.hand[seat] else TOO_MANY
    if s.step != DEALING:
        return NOT_ASKED
    purple, yellow = purple_of(code), yellow_of(code)
    if purple > PURPLES[s.seats] or yellow > YELLOWS[s.seats]:
        return NOT_IN_PLAY
    return WAS_USED if is_used(s, s.purple, purple) or is_used(s, s.yellow, yellow) else 0


@rule
def purple_of(code: int) -> int:
    return (code - CARDS) // MOST_YELLOWS + 1


@rule
def yellow_of(code: int) -> int:
    return (code - CARDS) % MOST_YELLOWS + 1


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step == DEALING:
        for purple in range(1, PURPLES[s.seats] + 1):
            if not is_used(s, s.purple, purple):
                for yellow in range(1, YELLOWS[s.seats] + 1):
                    if not is_used(s, s.yellow, yellow):
                        out[n] = CARDS + MOST_YELLOWS * (purple - 1) + yellow - 1
                        n += 1
    elif s.step == COLLECTING:
        for other in range(s.seats):
            if other != seat:
                out[n] = COLLECT + other
                n += 1
    else:
        if s.step == TALKING:
            out[n] = SAY_NOTHING
            n += 1
        for gems in range(s.hand[seat] + 1):
            out[n] = (SAY if s.step == TALKING else STAKE) + gems
            n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    if code >= COLLECT:
        score_round(s, code - COLLECT)
        if s.at < rounds(s):
            start_round(s)
        else:
            s.step = OVER
    elif code >= STAKE:
        s.stake[s.turn, seat] = code - STAKE
        if still_open(s) == 0:
            reveal(s)
    elif code >= SAY_NOTHING:
        s.said[TALKS * s.turn + s.talks, seat] = SILENT if code == SAY_NOTHING else code - SAY
        go_on(s, place(s, seat) + 1)
    else:
        s.purple[s.turn] = purple_of(code)
        s.yellow[s.turn] = yellow_of(code)
        go_on(s, 0)


@rule
def score(s: State, seat: int) -> int:
    return s.total[seat]


@rule
def rank(s: State, out: Row) -> None:
    """The most points; among equals, who scored the least as dealer."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            level = s.total[other] == s.total[seat]
            if s.total[other] > s.total[seat] or (level and s.dealt[other] < s.dealt[seat]):
                out[seat] += 1


@rule
def hide(s: State, seat: int) -> None:
    """The card that lies face down, from all but the dealer; a stake, from all but its owner. Not that it was made."""
    if s.step != TALKING and s.step != STAKING:
        return
    if seat != s.dealer:
        s.yellow[s.turn] = FACE_DOWN
    for other in range(s.seats):
        if other != seat and s.stake[s.turn, other] != OPEN:
            s.stake[s.turn, other] = SEALED


@rule
def guess(s: State, seat: int) -> None:
    """Any yellow card that is left; the stakes as such players are likely to choose them, by what was said."""
    if s.step != TALKING and s.step != STAKING:
        return
    if s.yellow[s.turn] == FACE_DOWN:
        kth = random(s, YELLOWS[s.seats] - s.turn)
        for number in range(1, YELLOWS[s.seats] + 1):
            if not is_used(s, s.yellow, number):
                if kth == 0:
                    s.yellow[s.turn] = number
                kth -= 1
    for other in range(s.seats):
        if s.stake[s.turn, other] == SEALED:
            s.stake[s.turn, other] = likely_stake(s, other)


@rule
def census(s: State, out: Row) -> None:
    """The gems, wherever they lie; then each purple and each yellow card: in the dealer's hand, or on the table."""
    out[0] = s.busted
    for seat in range(s.seats):
        out[0] += s.hand[seat] + s.scored[seat]
    for number in range(1, PURPLES[s.seats] + 1):
        out[number] = max(1, count(s.purple, TURNS, number))
    for number in range(1, YELLOWS[s.seats] + 1):
        out[MOST_PURPLES + number] = max(1, count(s.yellow, TURNS, number))


def bound(seats: int, options: Mapping[str, int]) -> int:
    """A turn has one choice of the dealer, and a stake and some words of each other seat; then the dealer collects."""
    turn = 1 + (seats - 1) * (1 + options["talk"])
    return seats * (1 + options["length"]) * (PURPLES[seats] * turn + 1)


GAME = Game(
    __name__,
    title="Slithy",
    box="Jabberwocky",
    seats=(3, 7),
    minutes=20,
    complexity=2,
    codes=CODES,
    bound=bound,
    summary="Stake gems with your group just below a limit that only the dealer knows, and believe what you like.",
    pieces=1 + MOST_PURPLES + MOST_YELLOWS,
    unseen=("victim",),  # it is told, and counted among the dealer's points
    tags=("simultaneous", "hidden choices", "negotiation", "bluffing"),
    variants=(  # of 240: every seat count and every value, apart from most of the seats that may deal first
        (3, {"length": "standard", "first": "random", "talk": "one"}),
        (4, {"length": "extended", "first": "seat 2", "talk": "two"}),
        (5, {"length": "standard", "first": "seat 7", "talk": "off"}),
        (6, {"length": "extended", "first": "random", "talk": "off"}),
        (7, {"length": "standard", "first": "seat 6", "talk": "two"}),
    ),
)
