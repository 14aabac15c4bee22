"""Flower Garden in words: choices, what a seat is asked, and what has happened."""

from __future__ import annotations

from brillig.games.flower_garden import shop
from brillig.games.flower_garden.shop import State
from brillig.parts.bag import total
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_NUMBER, CARDS, COLOURS, LETTERS, card_name
from brillig.parts.hand import NONE
from brillig.parts.words import counted, seat_name, winners

TIMES = ("", "once", "twice", "three times")
ORDINALS = ("", "first", "second", "third")
LAST_CARDS = 6  # fewer than this before the end are called out


def flowers(n: int, colour: int) -> str:
    """'3 red flowers'"""
    return counted(n, f"{COLOURS[colour]} flower")


def cards(n: int) -> str:
    return counted(n, "card")


def basket_words(s: State, seat: int) -> str:
    """'R3 B1', or 'none'."""
    return " ".join(f"{LETTERS[c]}{s.basket[seat, c]}" for c in range(shop.FLOWERS) if s.basket[seat, c]) or "none"


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    if code == shop.STOP:
        return f"Stop: take {payment(s, s.at)}" if s.step == shop.MORE else f"Done: draw {cards(s.played)}"
    if code >= shop.TAKE:
        return f"Take {flowers(paid(s, s.length[s.at], code - shop.TAKE), code - shop.TAKE)}"
    if code >= shop.DISCARD:
        return f"Discard {card_name(code - shop.DISCARD)}"
    if code >= shop.BED:
        card, colour = divmod(code - shop.BED, shop.FLOWERS)
        n = CARD_NUMBER[card]
        return f"Plant {flowers(n, colour)} on {card_name(card)}: +{2 * n}"
    card, row = code % CARDS, code // CARDS - 1
    if row == NONE:
        return f"New row with {card_name(card)}: {gain(s, card, 1)}"
    clears = (s.at == row and s.twins == 1) or CARD_NUMBER[card] == CARD_NUMBER[s.tail[row]]
    goes = ", clearing the row" * clears
    return f"{card_name(card)} after {card_name(s.tail[row])}{goes}: {gain(s, card, s.length[row] + 1)}"


def paid(s: State, n: int, colour: int) -> int:
    return min(n, s.flowers[colour])


def gain(s: State, card: int, n: int) -> str:
    """What a row of n cards with this one at its end pays, in a few letters: '+3R'."""
    if shop.is_wild(card):
        return f"+{n} any"
    return f"+{paid(s, n, CARD_COLOUR[card])}{LETTERS[CARD_COLOUR[card]]}"


def payment(s: State, row: int) -> str:
    """What a row pays as it lies: '3 red flowers', '2 flowers of any colour'."""
    n, end = s.length[row], s.tail[row]
    if shop.is_wild(end):
        return f"{n} flower{'s' * (n > 1)} of any colour"
    return flowers(paid(s, n, CARD_COLOUR[end]), CARD_COLOUR[end])


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code == shop.STOP:
        return ()
    if code >= shop.TAKE:
        return (f"pile-{COLOURS[code - shop.TAKE]}",)
    if code >= shop.DISCARD:
        card = f"card-{code - shop.DISCARD}"
        return (card,) if s.step == shop.THROW else (card, "discard")
    if code >= shop.BED:
        chosen, colour = divmod(code - shop.BED, shop.FLOWERS)
        return (f"card-{chosen}", f"basket-{COLOURS[colour]}")
    card, row = f"card-{code % CARDS}", code // CARDS - 1
    if s.step == shop.MORE:
        return (card,)
    return (card, "new-row" if row == NONE else f"end-{row}")


# ---- what a seat is asked ------------------------------------------------------------------------------------------


def asked(s: State, seat: int) -> tuple[str, str]:
    """What a seat is asked, and what it means."""
    if s.mover == NONE:
        return f"The game is over: {why_over(s)}.", ""
    if seat != s.mover:
        return "", ""
    if s.step == shop.MORE:
        return f"Another card for this row, or stop and take {payment(s, s.at)}?", (
            "The next card must have the same symbol and a number that is lower or equal. You get a flower for every card "
            "of the row, in the colour of its last card. Two equal numbers clear the row."
        )
    if s.step == shop.COLOUR:
        n = s.length[s.at]
        return f"Touch the flowers that you take: {n} of one colour.", (
            f"{card_name(s.tail[s.at]).capitalize()} is the last card of the row: white and black stand for any colour."
        )
    if s.step == shop.THROW:
        return f"Discard up to {shop.MOST_THROWN - s.played} more, or be done.", (
            "You draw as many cards as you discard. Nothing else happens in this turn."
        )
    lent = any(s.basket[seat, colour] for colour in range(shop.FLOWERS))
    where = "a row, your flowers (to plant them)" if lent else "a row of the shop"
    return f"Touch a card, then where it goes: {where} or the discard pile.", (
        "A row has one symbol and falling numbers, and pays a flower for each of its cards. A card's number says how many "
        "flowers of its colour you plant on it. Only planted flowers score."
    )


def why_over(s: State) -> str:
    if s.emptied == shop.limit(s):
        return f"the draw pile has been emptied {TIMES[s.emptied]}"
    return "two colours of flowers have run out" if shop.empty_piles(s) >= 2 else "nobody has a card left"


def is_late(s: State) -> bool:
    """Are there but a few cards to be drawn before the end?"""
    return s.emptied == shop.limit(s) - 1 and 0 < s.left < LAST_CARDS


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    code, seat = after.last, before.mover
    told = [f"{seat_name(seat)} {deed(before, code)}."] if code < shop.TAKE else []
    for colour in range(shop.FLOWERS):
        taken = before.flowers[colour] - after.flowers[colour]
        if taken:
            told.append(f"{seat_name(seat)} takes {flowers(taken, colour)}.")
            if after.flowers[colour] == 0:
                told.append(f"There are no {COLOURS[colour]} flowers left.")
    turn_over = after.mover != seat or after.step == shop.ACT
    row = code // CARDS - 1 if shop.ADD <= code < shop.BED else before.at
    if row != NONE and turn_over and after.tail[row] == NONE:
        told.append("Two equal numbers: the row is cleared.")
    if before.step == shop.THROW and code == shop.STOP:
        told.append(f"{seat_name(seat)} draws {cards(before.played)}.")
    for k in range(before.emptied + 1, after.emptied + 1):
        told.append(f"The draw pile is emptied for the {ORDINALS[k]} time.")
    if after.mover == NONE:
        told.append(f"The game is over: {why_over(after)}.")
        told.append(winners(places(after), str(max(shop.score(after, seat) for seat in range(after.seats)))))
    elif is_late(after) and not is_late(before):
        told.append(f"Last cards: only {after.left} left before the end.")
    return told


def deed(before: State, code: int) -> str:
    """What the card of a choice is used for, but for what it brings."""
    if code >= shop.DISCARD:
        return f"discards {card_name(code - shop.DISCARD)}"
    if code >= shop.BED:
        card, colour = divmod(code - shop.BED, shop.FLOWERS)
        return f"plants {flowers(CARD_NUMBER[card], colour)} on {card_name(card)}"
    card, row = code % CARDS, code // CARDS - 1
    if row == NONE:
        return f"begins a row with {card_name(card)}"
    return f"lays {card_name(card)} after {card_name(before.tail[row])}"


def places(s: State) -> list[int]:
    points = [shop.score(s, seat) for seat in range(s.seats)]
    return [1 + sum(other > mine for other in points) for mine in points]


def hand_of(s: State, seat: int) -> list[int]:
    return [s.hand[seat, k] for k in range(shop.HAND) if s.hand[seat, k] >= 0]


def discards(s: State) -> int:
    return total(s.discard)
