"""Swap: keep your card or swap it for another. Sound, with secrets and an option: to be broken one promise at a time."""

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, option, rule
from brillig.parts.bag import draw, fill

EMPTY, NEVER = 1, 2
REFUSALS = {EMPTY: "There is no card to swap for.", NEVER: "Nobody may do that."}


class State(Record):
    turns_each = option(1, 2)
    deck = i8(4)
    hand = i8(2)
    turns = i8()
    odd = i8()


@rule
def setup(s):
    fill(s.deck, 1)
    for seat in range(2):
        s.hand[seat] = draw(s.deck, s)


@rule
def waiting(s, seat):
    return s.turns < 2 * s.turns_each and s.turns % 2 == seat


@rule
def refuse(s, seat, code):
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    return NEVER if code == 2 else 0


@rule
def choices(s, seat, out):
    out[0] = 0
    out[1] = 1
    return 2


@rule
def play(s, seat, code):
    if code == 1:
        s.deck[s.hand[seat]] += 1
        s.hand[seat] = draw(s.deck, s)
    s.turns += 1
    s.odd = s.turns % 2


@rule
def score(s, seat):
    return s.hand[seat]


@rule
def hide(s, seat):
    for other in range(2):
        if other != seat and s.hand[other] >= 0:
            s.deck[s.hand[other]] += 1
            s.hand[other] = -1


@rule
def guess(s, seat):
    for other in range(2):
        if s.hand[other] < 0:
            s.hand[other] = draw(s.deck, s)


@rule
def census(s, out):
    for card in range(4):
        out[card] = s.deck[card]
    for seat in range(2):
        out[s.hand[seat]] += 1


def label(s, seat, code):
    return f"swap {s.hand[seat]}" if code == 1 else "keep"


def touch(s, seat, code):
    return ("mine", "deck") if code == 1 else ()


def screen(s, seat):
    t = Screen(prompt="Swap?")
    t.line("deck", "pile", "Deck", count=s.seats)
    t.line("hand", "hand", "Hand", note=str(s.hand[seat]) if seat >= 0 else "")
    t.line("mine", "hand", "Mine")
    t.panel(-1, "Table", turns=s.turns, odd=s.odd)
    return t


GAME = Game(
    __name__,
    title="Swap",
    box="Toys",
    seats=(2, 2),
    minutes=1,
    complexity=1,
    codes=3,
    bound=4,
    pieces=4,
    summary="Swap cards.",
    unseen=("deck",),
)
