"""The course of All Your Base: phases are dealt, cards shown, used, kept and passed on, and stations scored."""

from __future__ import annotations

from brillig.core import Row, random, rule
from brillig.games.all_your_base import base
from brillig.games.all_your_base.base import State
from brillig.parts.bag import draw, pour, total
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS, TILES
from brillig.parts.hand import NONE, add, clear, find, size, take


@rule
def begin_phase(s: State) -> None:
    """All cards go back, and are shuffled and dealt. Stations and hardware stay."""
    for card in range(CARDS):
        s.discard[card] = 0
        s.fresh[card] = 0
        s.deck[card] = 1 if s.out[card] == 0 and CARD_NUMBER[card] <= base.highest(s, s.phase) else 0
        for seat in range(s.seats):
            s.gone[seat, card] = 0
    if base.is_advanced(s):
        for _ in range(base.TAKEN_OUT[s.seats][s.phase]):
            card = draw_up_to(s, s.deck, base.highest(s, 0))
            s.out[card] = 1
    for station in range(TILES):
        s.software[station] = NONE
    for seat in range(s.seats):
        clear(s.hand[seat])
        clear(s.chosen[seat])
        s.drew[seat] = 0
    for seat in range(s.seats):
        for _ in range(base.dealt(s)):
            get(s, seat, draw(s.deck, s))
    s.left = total(s.deck)
    s.turn = 0
    begin_turn(s)


@rule
def get(s: State, seat: int, card: int) -> None:
    """A card comes into a hand."""
    add(s.hand[seat], card)
    if s.phase == 1:
        s.met[card] |= 1 << seat


@rule
def draw_up_to(s: State, bag: Row, number: int) -> int:
    """Any card of a bag that shows this number or a lower one."""
    n = 0
    for card in range(CARDS):
        if bag[card] == 1 and CARD_NUMBER[card] <= number:
            n += 1
    n = random(s, max(1, n))
    for card in range(CARDS):
        if bag[card] == 1 and CARD_NUMBER[card] <= number:
            if n == 0:
                bag[card] = 0
                return card
            n -= 1
    return NONE


@rule
def begin_turn(s: State) -> None:
    """Who has two cards or fewer plays them all; the others are asked."""
    s.step = base.PICKING
    s.mover = NONE
    for seat in range(s.seats):
        if size(s.hand[seat]) <= base.PLAYED:
            for k in range(size(s.hand[seat])):
                add(s.chosen[seat], s.hand[seat, k])
    if all_have_chosen(s):
        show(s)


@rule
def all_have_chosen(s: State) -> bool:
    for seat in range(s.seats):
        if base.wanted(s, seat) > 0:
            return False
    return True


@rule
def show(s: State) -> None:
    """The cards picked are laid open, and the lead seat begins."""
    for seat in range(s.seats):
        for k in range(size(s.chosen[seat])):
            card = s.chosen[seat, k]
            take(s.hand[seat], find(s.hand[seat], card))
            s.drew[seat] -= s.fresh[card]
            if s.phase == 1:
                s.met[card] = base.EVERYBODY
            for other in range(s.seats):
                s.gone[other, card] = 0
    s.step = base.USING
    s.mover = s.lead


@rule
def use(s: State, seat: int, card: int) -> None:
    """A card has been used: its owner uses the next, or the next seat begins."""
    take(s.chosen[seat], find(s.chosen[seat], card))
    if s.chosen[seat, 0] != NONE:
        return
    s.mover = (seat + 1) % s.seats
    if s.mover == s.lead:
        after_using(s)


@rule
def build(s: State, seat: int, card: int) -> None:
    symbol = CARD_SYMBOL[card]
    s.stock[symbol] -= 1
    s.owner[s.stations] = seat
    s.symbol[s.stations] = symbol
    s.software[s.stations] = NONE
    s.stations += 1
    s.discard[card] = 1


@rule
def install(s: State, station: int, card: int, colour: int) -> None:
    s.supply[colour] -= 1
    s.cubes[station, colour] += 1
    s.discard[card] = 1


@rule
def load(s: State, station: int, card: int) -> None:
    """New software; what was there before is discarded."""
    if s.software[station] != NONE:
        s.discard[s.software[station]] = 1
    s.software[station] = card


@rule
def after_using(s: State) -> None:
    """All cards shown have been used: keep and pass on, or score the phase."""
    if s.turn == base.TURNS - 1:
        end_phase(s)
        return
    s.step = base.KEEPING
    s.mover = NONE
    if all_have_chosen(s):
        pass_on(s)


@rule
def pass_on(s: State) -> None:
    """Everybody gives what is not kept to the left, all at once; then hands may be refilled, and the lead moves on."""
    for seat in range(s.seats):
        if size(s.hand[seat]) > base.PLAYED:
            for card in range(CARDS):
                place = find(s.hand[seat], card)
                if place != NONE and find(s.chosen[seat], card) == NONE:
                    take(s.hand[seat], place)
                    s.gone[seat, card] = s.turn + 1
        clear(s.chosen[seat])
    for seat in range(s.seats):
        for card in range(CARDS):
            if s.gone[seat, card] == s.turn + 1:
                get(s, (seat + 1) % s.seats, card)
    if base.draws(s):
        for k in range(s.seats):
            for _ in range(base.PLAYED):
                refill(s, (s.lead + k) % s.seats)
    s.lead = (s.lead + 1) % s.seats
    s.turn += 1
    begin_turn(s)


@rule
def refill(s: State, seat: int) -> None:
    """Draw a card, if there is one; an empty pile is made anew of the discards."""
    if s.left == 0:
        s.left = total(s.discard)
        for card in range(CARDS):
            s.fresh[card] = s.discard[card]
        pour(s.discard, s.deck)
        if s.left == 0:
            return
    card = draw(s.deck, s)
    s.left -= 1
    s.drew[seat] += s.fresh[card]
    get(s, seat, card)


@rule
def end_phase(s: State) -> None:
    for seat in range(s.seats):
        s.points[seat, s.phase] = base.base_worth(s, seat)
    s.mover = NONE
    if s.phase == base.PHASES - 1:
        s.step = base.OVER
        return
    s.lead = (s.lead + 1) % s.seats
    s.phase += 1
    begin_phase(s)
