"""A turn of Flower Garden: what is laid, paid, planted, thrown away and drawn."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.flower_garden import shop
from brillig.games.flower_garden.shop import State
from brillig.parts.bag import draw, pour, total
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, CARDS
from brillig.parts.hand import NONE, add, find, take

# ---- the shop ------------------------------------------------------------------------------------------------------


@rule
def lay(s: State, seat: int, card: int, row: int) -> None:
    """A card comes to the end of a row, or begins one."""
    leave_hand(s, seat, card)
    if row == NONE:
        row = card
    elif CARD_NUMBER[card] == CARD_NUMBER[s.tail[row]]:
        s.twins = 1
    s.row[card] = row
    s.place[card] = s.length[row]
    s.tail[row] = card
    s.length[row] += 1
    s.at = row
    s.played += 1
    s.step = shop.MORE
    if not shop.can_add(s, seat):
        count_row(s, seat)


@rule
def count_row(s: State, seat: int) -> None:
    """The last card says which flowers are paid; a white or black one lets its player say so."""
    end = s.tail[s.at]
    if not shop.is_wild(end):
        take_flowers(s, seat, CARD_COLOUR[end])
    elif shop.empty_piles(s) < shop.FLOWERS:
        s.step = shop.COLOUR
    else:
        clear_row(s, seat)


@rule
def take_flowers(s: State, seat: int, colour: int) -> None:
    """A flower for each card of the row, as far as there are any."""
    n = min(s.length[s.at], s.flowers[colour])
    s.flowers[colour] -= n
    s.basket[seat, colour] += n
    if shop.empty_piles(s) >= 2:
        end_game(s)
    else:
        clear_row(s, seat)


@rule
def clear_row(s: State, seat: int) -> None:
    """A row with two equal numbers goes to the discard pile."""
    if s.twins == 1:
        row = s.at
        for k in range(shop.ALIKE):
            card = shop.OF_SYMBOL[CARD_SYMBOL[row]][k]
            if s.row[card] == row:
                s.row[card] = NONE
                s.place[card] = 0
                s.discard[card] = 1
        s.tail[row] = NONE
        s.length[row] = 0
    refill(s, seat, s.played)


# ---- the garden, and the discard pile ------------------------------------------------------------------------------


@rule
def plant(s: State, seat: int, card: int, colour: int) -> None:
    leave_hand(s, seat, card)
    s.bed[card] = seat
    s.bloom[card] = colour
    s.basket[seat, colour] -= CARD_NUMBER[card]
    s.planted[seat] += CARD_NUMBER[card]
    refill(s, seat, 1)


@rule
def throw(s: State, seat: int, card: int) -> None:
    leave_hand(s, seat, card)
    s.discard[card] = 1
    s.played += 1
    s.step = shop.THROW
    if s.played == shop.MOST_THROWN or s.hand[seat, 0] == NONE:
        refill(s, seat, s.played)


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def leave_hand(s: State, seat: int, card: int) -> None:
    take(s.hand[seat], find(s.hand[seat], card))
    s.aged[seat, s.age[card]] -= 1


@rule
def draw_card(s: State, seat: int) -> bool:
    """Draw one card, if there is any; the discard pile is shuffled when it must be. Is the pile empty now?"""
    if s.left == 0:
        s.left = total(s.discard)
        for card in range(CARDS):
            if s.discard[card] == 1:
                s.age[card] = s.emptied
        pour(s.discard, s.deck)
        if s.left == 0:
            return False
    card = draw(s.deck, s)
    s.left -= 1
    add(s.hand[seat], card)
    s.aged[seat, s.age[card]] += 1
    return s.left == 0


@rule
def refill(s: State, seat: int, n: int) -> None:
    """Draw as many cards as were played, and pass the turn on."""
    for _ in range(n):
        if draw_card(s, seat):
            s.emptied += 1
            if s.emptied == shop.limit(s):
                end_game(s)
                return
    tidy(s)
    for k in range(1, s.seats + 1):
        other = (seat + k) % s.seats
        if s.hand[other, 0] != NONE:
            s.mover = other
            return
    end_game(s)


@rule
def tidy(s: State) -> None:
    s.step = shop.ACT
    s.at = NONE
    s.twins = 0
    s.played = 0


@rule
def end_game(s: State) -> None:
    tidy(s)
    s.mover = NONE
