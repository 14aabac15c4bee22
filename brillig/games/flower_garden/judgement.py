"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tenths of a point."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.flower_garden import shop
from brillig.games.flower_garden.shop import State
from brillig.parts.bag import total
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, CARDS
from brillig.parts.hand import NONE
from brillig.parts.judging import chance

A_TURN = 2  # cards that a seat draws in a turn, more or less
NEXT_PILE = 14  # cards in a pile that is still to be made, at least
SOON = 9  # a flower that a card in hand will take
LOST = -10  # a flower that nothing will take any more
HOPE = 2  # how much better it is for every turn that is left to find a bed for it,
ENOUGH = 6  # up to so many turns
HALF = 50  # so much ahead of another seat is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    turns = turns_left(s)
    mine, won = standing(s, seat, turns), 0
    for other in range(s.seats):
        if other != seat:
            ahead = mine - standing(s, other, turns)
            won += chance(ahead, HALF)
    return won // (s.seats - 1)


@rule
def turns_left(s: State) -> int:
    """How many more turns each seat will have."""
    if s.mover == NONE:
        return 0
    unseen = s.left
    if s.emptied < shop.limit(s) - 1:
        unseen += max(NEXT_PILE, total(s.discard)) * (shop.limit(s) - 1 - s.emptied)
    return (unseen + A_TURN * s.seats - 1) // (A_TURN * s.seats)


@rule
def standing(s: State, seat: int, turns: int) -> int:
    """What is planted, what can be planted with the cards in hand, and what the other flowers may come to."""
    beds, soon, over, most = 0, 0, 0, 0
    for colour in range(shop.FLOWERS):
        there = s.basket[seat, colour]
        for number in range(6, 0, -1):
            for k in range(shop.HAND):
                card = s.hand[seat, k]
                if there >= number and card >= 0 and CARD_COLOUR[card] == colour and CARD_NUMBER[card] == number:
                    there -= number
                    soon += number
                    beds += 1
        over += there
        most = max(most, there)
    for k in range(shop.HAND):
        card = s.hand[seat, k]
        if card >= 0 and shop.is_wild(card) and CARD_NUMBER[card] <= most:
            most -= CARD_NUMBER[card]
            over -= CARD_NUMBER[card]
            soon += CARD_NUMBER[card]
            beds += 1
    if beds > turns:
        planted = soon * turns // beds
        over += soon - planted
        soon = planted
    return 10 * s.planted[seat] + SOON * soon + (LOST + HOPE * min(turns, ENOUGH)) * over


@rule
def room(s: State, seat: int, colour: int, but: int) -> int:
    """How many more flowers of a colour the cards in hand could take, leaving out one card."""
    n = -s.basket[seat, colour]
    for k in range(shop.HAND):
        card = s.hand[seat, k]
        if card >= 0 and card != but and (shop.is_wild(card) or CARD_COLOUR[card] == colour):
            n += CARD_NUMBER[card]
    return n


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if code == shop.STOP:
        return prefer_stop(s, seat)
    if code >= shop.TAKE:
        n = prized(s, seat, min(s.length[s.at], s.flowers[code - shop.TAKE]), code - shop.TAKE, NONE)
        return 1 + n * n
    if code >= shop.DISCARD:
        return prefer_discard(s, seat, code - shop.DISCARD)
    if code >= shop.BED:
        number = CARD_NUMBER[(code - shop.BED) // shop.FLOWERS]
        return 10 + 12 * number * number
    card, row = code % CARDS, code // CARDS - 1
    return prefer_lay(s, seat, card, row)


@rule
def prized(s: State, seat: int, n: int, colour: int, card: int) -> int:
    """What so many new flowers are worth, in halves: all that fit on cards in hand, and early on the others too."""
    fits = max(0, min(n, room(s, seat, colour, card)))
    rest = n - fits
    return max(0, 2 * fits + (rest if turns_left(s) > 3 else -2 * rest))


@rule
def prefer_lay(s: State, seat: int, card: int, row: int) -> int:
    """By the flowers that the row would pay with this card at its end, and with all that can follow."""
    n = 1 if row == NONE else s.length[row] + 1
    chain = n
    for k in range(shop.HAND):
        other = s.hand[seat, k]
        if other >= 0 and other != card and follows(other, card):
            chain += 1
    colour = CARD_COLOUR[card]
    if colour >= shop.FLOWERS:
        gain = 0
        for c in range(shop.FLOWERS):
            gain = max(gain, prized(s, seat, min(n, s.flowers[c]), c, card))
    else:
        gain = prized(s, seat, min(n, s.flowers[colour]), colour, card)
    gain = max(gain, chain)
    weight = 1 + gain * gain
    if s.step == shop.ACT and CARD_NUMBER[card] >= 5 and chain == 1:
        weight = 1
    return weight


@rule
def follows(card: int, other: int) -> bool:
    """Can a card be laid after another one?"""
    return CARD_SYMBOL[card] == CARD_SYMBOL[other] and CARD_NUMBER[card] <= CARD_NUMBER[other]


@rule
def prefer_stop(s: State, seat: int) -> int:
    if s.step != shop.MORE:
        return 4
    colour = CARD_COLOUR[s.tail[s.at]]
    if colour >= shop.FLOWERS:
        return 4
    n = prized(s, seat, min(s.length[s.at], s.flowers[colour]), colour, NONE)
    return 1 + n * n


@rule
def prefer_discard(s: State, seat: int, card: int) -> int:
    return 1
