"""What a seat may know in All Your Base, and what may be true besides.

Nobody sees the hands of the others, what they choose, the draw pile, or what was taken out. But who passes a card to the
left knows where it is, and later where it may be: one hand further with every turn, unless it is shown.
"""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.all_your_base.base import EVERYBODY, TAKEN_OUT, TURNS, UNSEEN, USING, State, highest, is_advanced
from brillig.games.all_your_base.phase import draw_up_to
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARDS
from brillig.parts.hand import NONE, add, clear, find, size


@rule
def knows(s: State, viewer: int, card: int) -> bool:
    """Has the viewer just passed this card to the left? Then it knows who has it."""
    return viewer >= 0 and s.turn > 0 and s.gone[viewer, card] == s.turn


@rule
def hide(s: State, seat: int) -> None:
    """What others hold or choose, what was taken out, and what others have passed on: all may be anywhere."""
    for card in range(CARDS):
        if s.out[card] == 1:
            s.out[card] = 0
            s.deck[card] = 1
        if s.met[card] != EVERYBODY:
            s.met[card] &= 1 << seat if seat >= 0 else 0
    for other in range(s.seats):
        if other == seat:
            continue
        n = size(s.hand[other])
        place = 0
        for k in range(n):
            card = s.hand[other, k]
            if card != UNSEEN and knows(s, seat, card):
                s.hand[other, place] = card
                place += 1
            elif card != UNSEEN:
                s.deck[card] = 1
        for k in range(place, n):
            s.hand[other, k] = UNSEEN
        if s.step != USING:
            for k in range(size(s.chosen[other])):
                s.chosen[other, k] = UNSEEN
        for card in range(CARDS):
            s.gone[other, card] = 0


@rule
def guess(s: State, seat: int) -> None:
    """Deal the unseen cards, as they may lie by what this seat has seen."""
    if is_advanced(s):
        for phase in range(1, s.phase + 1):
            for _ in range(TAKEN_OUT[s.seats][phase]):
                take_out(s, seat, phase < s.phase)
    for reach in range(2, TURNS):
        for card in range(CARDS):
            if seat >= 0 and s.deck[card] == 1 and s.gone[seat, card] > 0 and s.turn - s.gone[seat, card] + 1 == reach:
                settle(s, seat, card, min(reach, s.seats - 1))
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.drew[other]):
                put(s, other, draw_fresh(s, 1))
    for other in range(s.seats):
        if other != seat:
            while free(s, other) > 0:
                put(s, other, draw_fresh(s, 0))
            for k in range(size(s.chosen[other])):
                if s.chosen[other, k] == UNSEEN:
                    guess_chosen(s, other)
                    break


def sound(s: State) -> str:
    """A card that was passed on and not shown since is in a hand to the left, no further than it can have come."""
    for seat in range(s.seats):
        for card in range(CARDS):
            reach = s.turn - s.gone[seat, card] + 1
            near = [(seat + k) % s.seats for k in range(1, min(reach, s.seats) + 1)]
            if s.gone[seat, card] > 0 and s.step != USING and all(find(s.hand[other], card) == NONE for other in near):
                return f"card {card} is too far from seat {seat}, which passed it on {reach} turns ago"
    return ""


@rule
def take_out(s: State, seat: int, early: bool) -> None:
    """A low card that this seat has not met in this phase; nor in the second, if it was taken out before that."""
    n = 0
    for again in range(2):
        for card in range(CARDS):
            unmet = s.deck[card] == 1 and s.fresh[card] == 0 and (seat < 0 or s.gone[seat, card] == 0)
            if early and s.met[card] != 0:
                continue
            if unmet and CARD_NUMBER[card] <= highest(s, 0):
                if again == 0:
                    n += 1
                elif n == 0:
                    s.deck[card] = 0
                    s.out[card] = 1
                    return
                else:
                    n -= 1
        if again == 0:
            n = random(s, max(1, n))


@rule
def free(s: State, seat: int) -> int:
    """How many cards of a hand are still unknown."""
    n = 0
    for k in range(size(s.hand[seat])):
        if s.hand[seat, k] == UNSEEN:
            n += 1
    return n


@rule
def put(s: State, seat: int, card: int) -> None:
    """An unknown card of a hand is this one. (The known ones stay in order, before the others.)"""
    n = size(s.hand[seat])
    s.hand[seat, n - 1] = NONE
    k = n - 1
    while k > 0 and (s.hand[seat, k - 1] == UNSEEN or s.hand[seat, k - 1] > card):
        s.hand[seat, k] = s.hand[seat, k - 1]
        k -= 1
    s.hand[seat, k] = card


@rule
def settle(s: State, seat: int, card: int, reach: int) -> None:
    """A card that was passed on some turns ago is in one of the next hands to the left."""
    n = 0
    for k in range(1, reach + 1):
        n += max(0, free(s, (seat + k) % s.seats) - s.drew[(seat + k) % s.seats])
    n = random(s, max(1, n))
    for k in range(1, reach + 1):
        other = (seat + k) % s.seats
        n -= max(0, free(s, other) - s.drew[other])
        if n < 0:
            s.deck[card] = 0
            put(s, other, card)
            return


@rule
def draw_fresh(s: State, fresh: int) -> int:
    """Any unseen card that was shuffled in again in this phase, or any that was not; if there is none, any at all."""
    n = 0
    for card in range(CARDS):
        if s.deck[card] == 1 and s.fresh[card] == fresh:
            n += 1
    if n == 0:
        return draw_up_to(s, s.deck, 6)
    n = random(s, n)
    for card in range(CARDS):
        if s.deck[card] == 1 and s.fresh[card] == fresh:
            if n == 0:
                s.deck[card] = 0
                return card
            n -= 1
    return NONE


@rule
def guess_chosen(s: State, seat: int) -> None:
    """What a seat has chosen in secret: any of its cards."""
    n = size(s.chosen[seat])
    clear(s.chosen[seat])
    while n > 0:
        card = s.hand[seat, random(s, size(s.hand[seat]))]
        if find(s.chosen[seat], card) == NONE:
            add(s.chosen[seat], card)
            n -= 1
