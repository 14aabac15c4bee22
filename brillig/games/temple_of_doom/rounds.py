"""How a round goes: the deal, the turns, and what happens by itself at its end."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.temple_of_doom import temple
from brillig.games.temple_of_doom.temple import State
from brillig.parts.bag import draw, pour, total
from brillig.parts.bits import bit, count, has, lowest
from brillig.parts.boxes.greenbox import TILES


@rule
def begin_round(s: State) -> None:
    """Turn up Temple cards and relics, deal the Movement cards, and let the leader begin."""
    for _ in range(temple.NEW_DOOMS):
        if total(s.doom_deck) == 0:
            pour(s.doom_discard, s.doom_deck)
        card = draw(s.doom_deck, s)
        if card >= 0:
            s.dooms[s.lying] = card
            s.lying += 1
    for k in range(temple.SHOWN_RELICS):
        if s.relics[k] == temple.NONE:
            s.relics[k] = draw(s.relic_deck, s)  # NONE when the deck has run out
    deal(s)
    s.mover = s.leader
    s.step = temple.CARD
    s.card = temple.NONE


@rule
def deal(s: State) -> None:
    """First what is left in the Movement deck; if it was not enough, the cards played make a new deck."""
    need, left = 0, 0
    for seat in range(s.seats):
        s.held[seat] = temple.share(s, seat)
        need += s.held[seat]
    for card in range(temple.DECK):
        left += 1 if s.where[card] == temple.IN_DECK else 0
    s.sure = 0
    if left <= need:
        for card in range(temple.DECK):
            if s.where[card] == temple.IN_DECK:
                s.where[card] = temple.DRAWN
                s.sure |= 1 << card
        need -= left
        for card in range(temple.DECK):
            if need > 0 and s.where[card] == temple.PLAYED:
                s.where[card] = temple.IN_DECK
    for _ in range(need):
        s.where[pick(s, temple.IN_DECK)] = temple.DRAWN
    for seat in range(s.seats):
        hand_out(s, seat)


@rule
def pick(s: State, where: int) -> int:
    """Any Movement card that is there."""
    n, found = 0, temple.NONE
    for card in range(temple.DECK):
        if s.where[card] == where:
            n += 1
    left = random(s, n)
    for card in range(temple.DECK):
        if s.where[card] == where:
            if left == 0:
                found = card
            left -= 1
    return found


@rule
def hand_out(s: State, seat: int) -> None:
    """Give a seat as many of the cards drawn as it holds."""
    for _ in range(s.held[seat]):
        s.where[pick(s, temple.DRAWN)] = seat + 1


@rule
def go_on(s: State) -> None:
    """The next point of the card, the next seat that has cards, or the end of the round."""
    if s.points > 0 and can_move(s):
        s.step = temple.POINT
        return
    s.card = temple.NONE
    s.points = 0
    for k in range(1, s.seats + 1):
        seat = (s.mover + k) % s.seats
        if s.held[seat] > 0:
            s.mover = seat
            s.step = temple.CARD
            return
    end_round(s)


@rule
def can_move(s: State) -> bool:
    ways = 0
    for cube in range(temple.CUBES):
        ways |= temple.targets(s, cube)
    return ways != 0


@rule
def end_round(s: State) -> None:
    """Relics are collected, flipped tiles go, and the Temple cards that are not matched strike."""
    for k in range(temple.SHOWN_RELICS):
        card = s.relics[k]
        if card != temple.NONE and temple.fulfilled(s, temple.RELIC_COLOUR[card], temple.RELIC_SYMBOL[card]):
            s.collected[card] = 1
            s.relics[k] = temple.NONE
    remove(s, s.flipped)
    if temple.lost_or_saved(s):
        s.step = temple.OVER
        return
    match_dooms(s)
    collapse(s)


@rule
def remove(s: State, tiles: int) -> None:
    """Flipped tiles leave the temple, and who stands on them is lost."""
    s.flipped &= ~tiles
    for cube in range(temple.CUBES):
        if s.at[cube] < TILES and has(tiles, s.at[cube]):
            s.at[cube] = temple.DEAD


@rule
def match_dooms(s: State) -> None:
    """Matched Temple cards go to the discard pile; the others close up."""
    s.matched = 0
    left = 0
    for k in range(s.lying):
        card = s.dooms[k]
        s.dooms[k] = 0
        if temple.fulfilled(s, temple.DOOM_COLOUR[card], temple.DOOM_SYMBOL[card]):
            s.doom_discard[card] = 1
            s.matched |= 1 << card
        else:
            s.dooms[left] = card
            left += 1
    s.lying = left


@rule
def collapse(s: State) -> None:
    """The Temple cards strike, up to the next choice of the leader; then the next round begins."""
    k = temple.striker(s)
    while k != temple.NONE and temple.standing(s) != 0:
        fits = temple.first_row(s, temple.prey(s, k))
        if count(fits) > 1:
            s.mover = s.leader
            s.step = temple.FLIP
            return
        strike(s, k, lowest(fits))
        k = temple.striker(s)
    s.struck = 0
    if s.temple_cards == 1:
        for k in range(s.lying):
            s.doom_discard[s.dooms[k]] = 1
            s.dooms[k] = 0
        s.lying = 0
    if temple.lost_or_saved(s):
        s.step = temple.OVER
        return
    s.turn += 1
    s.leader = (s.leader + 1) % s.seats
    begin_round(s)


@rule
def strike(s: State, k: int, place: int) -> None:
    """A Temple card flips a face-up tile, or takes a flipped one away."""
    s.struck |= 1 << k
    if has(s.up, place):
        s.up &= ~bit(place)
        s.flipped |= bit(place)
    else:
        remove(s, bit(place))
