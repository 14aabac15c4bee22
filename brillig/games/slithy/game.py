"""Slithy: a dealer with a secret card, groups that stake gems just under a limit, and words that bind nobody."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.slithy import round
from brillig.games.slithy.judgement import likely_stake, prefer, shuns, value
from brillig.games.slithy.round import State
from brillig.games.slithy.screen import screen
from brillig.games.slithy.words import label, tell, touch

__all__ = ["GAME", "KINDS", "REFUSALS", "State", "label", "prefer", "screen", "shuns", "tell", "touch", "value"]

KINDS = {
    "two cards": range(round.CARDS, round.SAY_NOTHING),
    "silence": range(round.SAY_NOTHING, round.SAY),
    "announcement": range(round.SAY, round.STAKE),
    "stake": range(round.STAKE, round.COLLECT),
    "collection": range(round.COLLECT, round.COLLECT_TWICE),
}

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
    s.speaker = round.NONE
    s.victim = round.NONE
    round.start_round(s)


@rule
def waiting(s: State, seat: int) -> bool:
    if s.step == round.TALKING:
        return seat == s.speaker
    if s.step == round.STAKING:
        return seat != s.dealer and s.stake[s.turn, seat] == round.OPEN
    return seat == s.dealer and s.step != round.OVER


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if code == round.PEEK:
        return STILL_DOWN
    if round.SAY_NOTHING <= code < round.COLLECT and seat == s.dealer:
        return IS_DEALER
    if round.STAKE <= code < round.COLLECT and s.step == round.STAKING and s.stake[s.turn, seat] != round.OPEN:
        return IS_SEALED
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    if code >= round.COLLECT:
        if s.step != round.COLLECTING:
            return NOT_ASKED
        return 0 if code - round.COLLECT < s.seats and code - round.COLLECT != seat else ONE_OTHER
    if code >= round.STAKE:
        if s.step != round.STAKING:
            return NOT_ASKED
        return 0 if code - round.STAKE <= s.hand[seat] else TOO_MANY
    if code >= round.SAY_NOTHING:
        if s.step != round.TALKING:
            return NOT_ASKED
        return 0 if code - round.SAY <= s.hand[seat] else TOO_MANY
    if s.step != round.DEALING:
        return NOT_ASKED
    purple, yellow = purple_of(code), yellow_of(code)
    if purple > round.PURPLES[s.seats] or yellow > round.YELLOWS[s.seats]:
        return NOT_IN_PLAY
    return WAS_USED if round.is_used(s, s.purple, purple) or round.is_used(s, s.yellow, yellow) else 0


@rule
def purple_of(code: int) -> int:
    return (code - round.CARDS) // round.MOST_YELLOWS + 1


@rule
def yellow_of(code: int) -> int:
    return (code - round.CARDS) % round.MOST_YELLOWS + 1


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step == round.DEALING:
        for purple in range(1, round.PURPLES[s.seats] + 1):
            if not round.is_used(s, s.purple, purple):
                for yellow in range(1, round.YELLOWS[s.seats] + 1):
                    if not round.is_used(s, s.yellow, yellow):
                        out[n] = round.CARDS + round.MOST_YELLOWS * (purple - 1) + yellow - 1
                        n += 1
    elif s.step == round.COLLECTING:
        for other in range(s.seats):
            if other != seat:
                out[n] = round.COLLECT + other
                n += 1
    else:
        if s.step == round.TALKING:
            out[n] = round.SAY_NOTHING
            n += 1
        for gems in range(s.hand[seat] + 1):
            out[n] = (round.SAY if s.step == round.TALKING else round.STAKE) + gems
            n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    if code >= round.COLLECT:
        round.score_round(s, code - round.COLLECT)
        if s.at < round.rounds(s):
            round.start_round(s)
        else:
            s.step = round.OVER
    elif code >= round.STAKE:
        s.stake[s.turn, seat] = code - round.STAKE
        if round.still_open(s) == 0:
            round.reveal(s)
    elif code >= round.SAY_NOTHING:
        s.said[round.TALKS * s.turn + s.talks, seat] = round.SILENT if code == round.SAY_NOTHING else code - round.SAY
        round.go_on(s, round.place(s, seat) + 1)
    else:
        s.purple[s.turn] = purple_of(code)
        s.yellow[s.turn] = yellow_of(code)
        round.go_on(s, 0)


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
    if s.step != round.TALKING and s.step != round.STAKING:
        return
    if seat != s.dealer:
        s.yellow[s.turn] = round.FACE_DOWN
    for other in range(s.seats):
        if other != seat and s.stake[s.turn, other] != round.OPEN:
            s.stake[s.turn, other] = round.SEALED


@rule
def guess(s: State, seat: int) -> None:
    """Any yellow card that is left; the stakes as such players are likely to choose them, by what was said."""
    if s.step != round.TALKING and s.step != round.STAKING:
        return
    if s.yellow[s.turn] == round.FACE_DOWN:
        kth = random(s, round.YELLOWS[s.seats] - s.turn)
        for number in range(1, round.YELLOWS[s.seats] + 1):
            if not round.is_used(s, s.yellow, number):
                if kth == 0:
                    s.yellow[s.turn] = number
                kth -= 1
    for other in range(s.seats):
        if s.stake[s.turn, other] == round.SEALED:
            s.stake[s.turn, other] = likely_stake(s, other)


@rule
def census(s: State, out: Row) -> None:
    """The gems, wherever they lie; then each purple and each yellow card: in the dealer's hand, or on the table."""
    out[0] = s.busted
    for seat in range(s.seats):
        out[0] += s.hand[seat] + s.scored[seat]
    for number in range(1, round.PURPLES[s.seats] + 1):
        out[number] = max(1, round.count(s.purple, round.TURNS, number))
    for number in range(1, round.YELLOWS[s.seats] + 1):
        out[round.MOST_PURPLES + number] = max(1, round.count(s.yellow, round.TURNS, number))


def bound(seats: int, options: Mapping[str, int]) -> int:
    """A turn has one choice of the dealer, and a stake and some words of each other seat; then the dealer collects."""
    turn = 1 + (seats - 1) * (1 + options["talk"])
    return seats * (1 + options["length"]) * (round.PURPLES[seats] * turn + 1)


# What it uses of the box: yellow 1 to 5, purple 1 to 4.
USES = {"Number cards": [*range(5, 10), *range(10, 14)], "gems": 24}

GAME = Game(
    __name__,
    title="Slithy",
    box="Jabberwocky",
    seats=(3, 7),
    minutes=20,
    complexity=2,
    codes=round.CODES,
    bound=bound,
    summary="Stake gems with your group just below a limit that only the dealer knows, and believe what you like.",
    pieces=1 + round.MOST_PURPLES + round.MOST_YELLOWS,
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
