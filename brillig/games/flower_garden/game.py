"""Flower Garden: earn flowers with rows of cards in the shop, and plant them on cards in your own garden.

A choice is a card and where it goes: into a new row (NEW_ROW), to the end of a row (ADD), into the garden with flowers
of one colour (BED), or away (DISCARD). TAKE names the colour that a white or black card brings, and STOP ends a turn in
which more cards could be laid or discarded. shop.py says how they are numbered.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.flower_garden import shop
from brillig.games.flower_garden.judgement import prefer, value
from brillig.games.flower_garden.screen import label, screen, tell, touch
from brillig.games.flower_garden.shop import State, score
from brillig.games.flower_garden.turn import count_row, draw_card, lay, plant, refill, take_flowers, throw
from brillig.parts.bag import fill
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, CARDS, CUBE_COLOURS, CUBES_OF_A_COLOUR
from brillig.parts.hand import NONE, add, clear, size

__all__ = ["GAME", "KINDS", "REFUSALS", "State", "label", "prefer", "score", "screen", "tell", "touch", "value"]

NOT_HELD, NO_ROW, OTHER_SYMBOL, NOT_LOWER, ONE_COLOUR = range(1, 6)
ONE_ACTION, NOT_SO_MANY, NONE_LEFT, NOT_ASKED, NAME_COLOUR = range(6, 11)
TOO_FEW = 100  # and 36 x the colour + 6 x (the flowers needed - 1) + the flowers there are
REFUSALS = {
    NOT_HELD: "You do not hold that card.",
    NO_ROW: "There is no such row in the shop.",
    OTHER_SYMBOL: "Rows hold one symbol only.",
    NOT_LOWER: "Numbers may only fall or stay equal.",
    ONE_COLOUR: "One colour per bed: that of its card.",
    ONE_ACTION: "One action per turn.",
    NOT_SO_MANY: "Discard one to four cards.",
    NONE_LEFT: "No flowers of that colour are left.",
    NOT_ASKED: "Play a card first: into the shop, into your garden or away.",
    NAME_COLOUR: "Name the colour of your flowers first.",
    **{
        TOO_FEW + 36 * colour + 6 * (need - 1) + have: (
            f"You need {need} {CUBE_COLOURS[colour]} flower{'s' * (need > 1)}; you have {have or 'none'}."
        )
        for colour in range(shop.FLOWERS)
        for need in range(1, 7)
        for have in range(need)
    },
}
KINDS = {
    "new row": range(shop.NEW_ROW, shop.ADD),
    "add to a row": range(shop.ADD, shop.BED),
    "plant": range(shop.BED, shop.DISCARD),
    "discard": range(shop.DISCARD, shop.TAKE),
    "name a colour": range(shop.TAKE, shop.STOP),
    "stop": range(shop.STOP, shop.CODES),
}


@rule
def setup(s: State) -> None:
    fill(s.deck, 1)
    s.left = CARDS
    for seat in range(shop.SEATS):
        clear(s.hand[seat])
    for card in range(CARDS):
        s.row[card] = NONE
        s.tail[card] = NONE
        s.bed[card] = NONE
        s.bloom[card] = NONE
    fill(s.flowers, CUBES_OF_A_COLOUR)
    for seat in range(s.seats):
        for _ in range(shop.HAND):
            draw_card(s, seat)
    s.at = NONE
    s.last = NONE
    s.mover = random(s, s.seats)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if s.step == shop.COLOUR:
        if code < shop.TAKE or code >= shop.STOP:
            return NAME_COLOUR
        return 0 if s.flowers[code - shop.TAKE] > 0 else NONE_LEFT
    if code == shop.STOP:
        return NOT_SO_MANY if s.step == shop.ACT else 0
    if code >= shop.TAKE:
        return NOT_ASKED if s.step == shop.ACT else ONE_ACTION
    if code >= shop.DISCARD:
        return refuse_discard(s, seat, code - shop.DISCARD)
    if code >= shop.BED:
        return refuse_bed(s, seat, (code - shop.BED) // shop.FLOWERS, (code - shop.BED) % shop.FLOWERS)
    return refuse_shop(s, seat, code % CARDS, code // CARDS - 1)


@rule
def refuse_shop(s: State, seat: int, card: int, row: int) -> int:
    """`row`: its first card, or NONE for a new one."""
    if s.step == shop.THROW or (s.step == shop.MORE and row != s.at):
        return ONE_ACTION
    if not shop.held(s.hand[seat], card):
        return NOT_HELD
    if row == NONE:
        return 0
    if s.tail[row] == NONE:
        return NO_ROW
    if CARD_SYMBOL[card] != CARD_SYMBOL[row]:
        return OTHER_SYMBOL
    return 0 if shop.continues(s, card, row) else NOT_LOWER


@rule
def refuse_bed(s: State, seat: int, card: int, colour: int) -> int:
    if s.step != shop.ACT:
        return ONE_ACTION
    if not shop.held(s.hand[seat], card):
        return NOT_HELD
    if shop.can_plant(s, seat, card, colour):
        return 0
    if not shop.is_wild(card) and CARD_COLOUR[card] != colour:
        return ONE_COLOUR
    return TOO_FEW + 36 * colour + 6 * (CARD_NUMBER[card] - 1) + s.basket[seat, colour]


@rule
def refuse_discard(s: State, seat: int, card: int) -> int:
    if s.step == shop.MORE:
        return ONE_ACTION
    return 0 if shop.held(s.hand[seat], card) else NOT_HELD


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step == shop.COLOUR:
        for colour in range(shop.FLOWERS):
            if s.flowers[colour] > 0:
                out[n] = shop.TAKE + colour
                n += 1
        return n
    for k in range(size(s.hand[seat])):
        card = s.hand[seat, k]
        if s.step == shop.MORE:
            if shop.continues(s, card, s.at):
                out[n] = shop.ADD + CARDS * s.at + card
                n += 1
            continue
        if s.step == shop.ACT:
            n = first_uses(s, seat, card, out, n)
        out[n] = shop.DISCARD + card
        n += 1
    if s.step != shop.ACT:
        out[n] = shop.STOP
        n += 1
    return n


@rule
def first_uses(s: State, seat: int, card: int, out: Row, n: int) -> int:
    """What a card can be used for at the beginning of a turn, besides being discarded."""
    out[n] = shop.NEW_ROW + card
    n += 1
    for k in range(shop.ALIKE):
        row = shop.OF_SYMBOL[CARD_SYMBOL[card]][k]
        if shop.continues(s, card, row):
            out[n] = shop.ADD + CARDS * row + card
            n += 1
    for colour in range(shop.FLOWERS):
        if shop.can_plant(s, seat, card, colour):
            out[n] = shop.BED + shop.FLOWERS * card + colour
            n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    if code == shop.STOP:
        if s.step == shop.MORE:
            count_row(s, seat)
        else:
            refill(s, seat, s.played)
    elif code >= shop.TAKE:
        take_flowers(s, seat, code - shop.TAKE)
    elif code >= shop.DISCARD:
        throw(s, seat, code - shop.DISCARD)
    elif code >= shop.BED:
        plant(s, seat, (code - shop.BED) // shop.FLOWERS, (code - shop.BED) % shop.FLOWERS)
    else:
        lay(s, seat, code % CARDS, code // CARDS - 1)


# ---- what is known -------------------------------------------------------------------------------------------------


@rule
def hide(s: State, seat: int) -> None:
    """What others hold goes back among the cards that might be anywhere."""
    for other in range(s.seats):
        if other != seat:
            for k in range(size(s.hand[other])):
                if s.hand[other, k] != shop.UNSEEN:
                    s.deck[s.hand[other, k]] = 1
                s.hand[other, k] = shop.UNSEEN


@rule
def guess(s: State, seat: int) -> None:
    """Deal the unseen cards. What was not in the last shuffle must be in somebody's hand, and it is known in whose."""
    for other in range(s.seats):
        if s.hand[other, 0] == shop.UNSEEN:
            clear(s.hand[other])
            for age in range(shop.AGES):
                for _ in range(s.aged[other, age]):
                    add(s.hand[other], draw_aged(s, age))


def sound(s: State) -> str:
    """Every hand has cards of the ages that everybody knows it has."""
    for seat in range(s.seats):
        ages = [s.age[s.hand[seat, k]] for k in range(size(s.hand[seat]))]
        if any(ages.count(age) != s.aged[seat, age] for age in range(shop.AGES)):
            return f"seat {seat} holds a card that was not in the pile when it last drew"
    return ""


@rule
def draw_aged(s: State, age: int) -> int:
    """Any unseen card that was last shuffled at that time."""
    n = 0
    for card in range(CARDS):
        if s.deck[card] == 1 and s.age[card] == age:
            n += 1
    n = random(s, max(1, n))
    for card in range(CARDS):
        if s.deck[card] == 1 and s.age[card] == age:
            if n == 0:
                s.deck[card] = 0
                return card
            n -= 1
    return NONE


@rule
def census(s: State, out: Row) -> None:
    """Each card once, wherever it is; and the flowers of each colour."""
    for card in range(CARDS):
        out[card] = s.deck[card] + s.discard[card]
        if s.row[card] != NONE:
            out[card] += 1
        if s.bed[card] != NONE:
            out[card] += 1
            out[CARDS + s.bloom[card]] += CARD_NUMBER[card]
    for seat in range(s.seats):
        for k in range(size(s.hand[seat])):
            out[s.hand[seat, k]] += 1
    for colour in range(shop.FLOWERS):
        out[CARDS + colour] += s.flowers[colour]
        for seat in range(s.seats):
            out[CARDS + colour] += s.basket[seat, colour]


def bound(seats: int, options: Mapping[str, int]) -> int:
    """Every card can be dealt once from each pile. It is laid, and at most a stop and a colour follow."""
    piles = 3 if seats == shop.SEATS else 2
    return 3 * piles * CARDS


# What it uses of the box.
USES = {"cards": 54, "cubes": 80}

GAME = Game(
    __name__,
    title="Flower Garden",
    box="Green Box of Games",
    seats=(2, shop.SEATS),
    minutes=30,
    complexity=3,
    codes=shop.CODES,
    bound=bound,
    summary="Lay rows of cards in the shop to earn flowers, and plant them all in your garden before the pile runs out.",
    pieces=CARDS + shop.FLOWERS,
    tags=("hidden cards", "sets"),
    unseen=("age", "aged", "deck", "last", "planted"),
)
