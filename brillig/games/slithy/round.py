"""A round of Slithy: the cards, the groups, how choices are numbered, and what happens when stakes are shown."""

from __future__ import annotations

from brillig.core import Record, Row, i8, i16, option, rule

SEATS = 7
TURNS = 4  # in a round, at most
TALKS = 2  # rounds of talk in a turn, at most
ROUNDS = 2 * SEATS  # at most
GEMS = 24  # in every round, whoever holds them
NONE = -1

# By the number of seats. Purple and yellow cards are those from 1 up to the number given here.
PURPLES = (0, 0, 0, 4, 4, 3, 3, 3)  # also the turns in a round
YELLOWS = (0, 0, 0, 5, 5, 4, 4, 4)  # one more: the last is the bonus of those who do not deal
LEFT = (0, 0, 0, 2, 3, 2, 2, 3)  # seats in the group at the dealer's left, or in the only group
LEFT_GEMS = (0, 0, 0, 12, 8, 6, 6, 4)  # for each of them
RIGHT_GEMS = (0, 0, 0, 0, 0, 6, 4, 4)  # for each of the others

MOST_PURPLES, MOST_YELLOWS, MOST_GEMS = 4, 5, 12

# Codes: a purple and a yellow card; a word; a stake; whom to collect from; and what is always refused.
CARDS = 0
SAY_NOTHING = CARDS + MOST_PURPLES * MOST_YELLOWS
SAY = SAY_NOTHING + 1
STAKE = SAY + MOST_GEMS + 1
COLLECT = STAKE + MOST_GEMS + 1
COLLECT_TWICE = COLLECT + SEATS
PEEK = COLLECT_TWICE + 1
CODES = PEEK + 1

DEALING, TALKING, STAKING, COLLECTING, OVER = range(5)  # steps
NOT_PLAYED, FACE_DOWN = 0, -1  # instead of a card's number
NOT_YET, SILENT = -1, -2  # instead of a number that was said
OPEN, SEALED = -1, -2  # instead of a stake: none yet; one that is not shown


class State(Record):
    length = option("standard", "extended", help="Everyone deals once, or twice.")
    first = option("random", *[f"seat {n}" for n in range(1, SEATS + 1)], help="Who deals first.")
    talk = option("off", "one", "two", default="one", help="How often all may announce a stake before they choose it.")
    opener = i8(shows="seat")  # the seat that dealt first
    at = i8()  # rounds that are over
    dealer = i8(shows="seat")  # the seat that deals this round
    step = i8()  # DEALING, TALKING, STAKING, COLLECTING or OVER
    turn = i8()  # turns of this round that are over
    talks = i8()  # rounds of talk of this turn that are over
    speaker = i8(shows="seat")  # the seat to speak, else NONE
    purple = i8(TURNS)  # the card of each turn of this round, or NOT_PLAYED
    yellow = i8(TURNS)  # the same; FACE_DOWN for those who may not see it
    said = i8(TURNS * TALKS, SEATS)  # for each turn and round of talk: a number, SILENT or NOT_YET
    stake = i8(TURNS, SEATS)  # for each turn: a number, OPEN or SEALED
    hand = i8(SEATS, shows="count")  # gems that a seat can stake
    scored = i8(SEATS, shows="count")  # gems on its tray
    busted = i8()  # gems that the dealer has won
    spoke = i8(SEATS, shows="count")  # turns of the game in which a seat's last word was a number
    kept = i8(SEATS, shows="count")  # those in which it staked just that
    sheet = i8(ROUNDS, SEATS, shows="nothing")  # what each round brought each seat
    total = i16(SEATS)  # the sum of that
    dealt = i16(SEATS)  # the part of it that a seat scored as dealer
    victim = i8()  # from whom the last dealer collected, NONE before


@rule
def place(s: State, seat: int) -> int:
    """How far a seat sits from the dealer's left neighbour, who is 0. The dealer is the last."""
    return (seat - s.dealer - 1 + s.seats) % s.seats


@rule
def seat_at(s: State, at: int) -> int:
    """The seat at that place."""
    return (s.dealer + 1 + at) % s.seats


@rule
def group(s: State, seat: int) -> int:
    """0: the left group, or the only one. 1: the right group. Not for the dealer."""
    return 0 if place(s, seat) < LEFT[s.seats] else 1


@rule
def rounds(s: State) -> int:
    return s.seats * 2 if s.length == 1 else s.seats


@rule
def is_used(s: State, cards: Row, number: int) -> bool:
    """Was the purple or yellow card of that number used in a turn of this round that is over?"""
    return count(cards, s.turn, number) > 0


@rule
def count(cards: Row, turns: int, number: int) -> int:
    """How many cards of the first turns have that number."""
    n = 0
    for turn in range(turns):
        if cards[turn] == number:
            n += 1
    return n


@rule
def last_word(s: State, seat: int) -> int:
    """The last that a seat said in this turn: a number, SILENT or NOT_YET."""
    word = NOT_YET
    for talk in range(TALKS):
        if s.said[TALKS * s.turn + talk, seat] != NOT_YET:
            word = s.said[TALKS * s.turn + talk, seat]
    return word


@rule
def staked(s: State, turn: int, side: int) -> int:
    """What a group staked in a turn whose stakes are known."""
    n = 0
    for seat in range(s.seats):
        if seat != s.dealer and group(s, seat) == side:
            n += s.stake[turn, seat]
    return n


@rule
def bonus(s: State) -> int:
    """The number of the yellow card that was not used, when the round is over."""
    for number in range(1, YELLOWS[s.seats] + 1):
        if not is_used(s, s.yellow, number):
            return number
    return 0


# ---- the course of a round -----------------------------------------------------------------------------------------


@rule
def start_round(s: State) -> None:
    """The next dealer takes the cards, and the others take their gems."""
    far = s.at if s.at < s.seats else 2 * s.seats - 1 - s.at
    s.dealer = (s.opener + far) % s.seats
    s.step = DEALING
    s.turn = 0
    s.busted = 0
    for turn in range(TURNS):
        s.purple[turn] = NOT_PLAYED
        s.yellow[turn] = NOT_PLAYED
        for seat in range(SEATS):
            s.stake[turn, seat] = OPEN
            for talk in range(TALKS):
                s.said[TALKS * turn + talk, seat] = NOT_YET
    for seat in range(s.seats):
        s.scored[seat] = 0
        s.hand[seat] = LEFT_GEMS[s.seats] if group(s, seat) == 0 else RIGHT_GEMS[s.seats]
    s.hand[s.dealer] = 0


@rule
def go_on(s: State, at: int) -> None:
    """The word passes to the next seat with gems, from that place on; after the last round of talk stakes are chosen."""
    s.step = TALKING
    while s.talks < s.talk:
        while at < s.seats - 1:
            s.speaker = seat_at(s, at)
            if s.hand[s.speaker] > 0:
                return
            at += 1
        s.talks += 1
        at = 0
    s.speaker = NONE
    s.step = STAKING
    for seat in range(s.seats):
        if seat != s.dealer and s.hand[seat] == 0:
            s.stake[s.turn, seat] = 0
    if still_open(s) == 0:
        reveal(s)


@rule
def still_open(s: State) -> int:
    """How many have not sealed a stake yet."""
    n = 0
    for seat in range(s.seats):
        if seat != s.dealer and s.stake[s.turn, seat] == OPEN:
            n += 1
    return n


@rule
def reveal(s: State) -> None:
    """All stakes are shown, then the yellow card: each group busts or scores."""
    scores = s.purple[s.turn]
    limit = scores + s.yellow[s.turn]
    for seat in range(s.seats):
        if seat != s.dealer:
            stake = s.stake[s.turn, seat]
            word = last_word(s, seat)
            if word >= 0:
                s.spoke[seat] += 1
                s.kept[seat] += 1 if word == stake else 0
            if staked(s, s.turn, group(s, seat)) >= limit:
                s.hand[seat] -= stake
                s.busted += stake
            else:
                s.hand[seat] -= min(stake, scores)
                s.scored[seat] += min(stake, scores)
    s.turn += 1
    s.talks = 0
    s.step = DEALING if s.turn < PURPLES[s.seats] else COLLECTING


@rule
def score_round(s: State, victim: int) -> None:
    """The dealer collects; all write down what the round brought them."""
    s.victim = victim
    extra = bonus(s)
    for seat in range(s.seats):
        points = s.busted + s.hand[victim] if seat == s.dealer else s.scored[seat] + extra
        s.sheet[s.at, seat] = points
        s.total[seat] += points
    s.dealt[s.dealer] += s.sheet[s.at, s.dealer]
    s.at += 1
