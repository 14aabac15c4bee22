"""The phases of a turn that happen by themselves: dealing, turning up, arrows, stuns, the end of a turn."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.gauntlet import record
from brillig.games.gauntlet.record import State
from brillig.games.gauntlet.tracks import FINISH
from brillig.parts.bits import bit, has
from brillig.parts.boxes.greenbox import ARROW, CARD_NUMBER, CARD_SYMBOL, CARDS, DROP, HAMMERS

# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def cards_in(s: State, where: int) -> int:
    n = 0
    for card in range(CARDS):
        if s.where[card] == where:
            n += 1
    return n


@rule
def pick(s: State, where: int) -> int:
    """Any card that is there; there is one."""
    left = random(s, cards_in(s, where))
    for card in range(CARDS):
        if s.where[card] == where:
            if left == 0:
                return card
            left -= 1
    return record.NONE


@rule
def from_pile(s: State) -> int:
    """A card of the draw pile, which is made anew from the discard pile; NONE if there are none at all."""
    if cards_in(s, record.PILE) == 0:
        if cards_in(s, record.DISCARD) == 0:
            return record.NONE
        reshuffle(s)
    return pick(s, record.PILE)


@rule
def reshuffle(s: State) -> None:
    """All cards that are not shuffled lie open or are in hands, and whoever counts knows which."""
    s.sure = 0
    for seat in range(s.seats):
        s.kept[seat] = 0
    for card in range(CARDS):
        if s.where[card] == record.DISCARD:
            s.where[card] = record.PILE
        elif s.where[card] >= record.HAND and not has(s.seen, card):
            s.sure |= bit(card)
            s.kept[s.where[card] - record.HAND] += 1


@rule
def give(s: State, seat: int, card: int) -> None:
    s.where[card] = record.HAND + seat
    s.held[seat] += 1


@rule
def part_with(s: State, seat: int, card: int, where: int) -> None:
    """A card of a seat is shown to all."""
    s.where[card] = where
    s.held[seat] -= 1
    s.seen &= ~bit(card)
    if has(s.sure, card):
        s.sure &= ~bit(card)
        s.kept[seat] -= 1


@rule
def fill_pool(s: State) -> None:
    for _ in range(record.POOL_OF_A_SEAT * s.seats - cards_in(s, record.POOL)):
        card = from_pile(s)
        if card != record.NONE:
            s.where[card] = record.POOL


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def start_turn(s: State) -> None:
    """The die, and the first seat that takes cards; where all are stunned, the turn is over at once."""
    while True:
        s.moves = 3 + random(s, 4)  # 1 and 2 are rolled again
        for seat in range(s.seats):
            s.left[seat] = s.moves if s.stun[seat] == 0 else 0
            s.planned[seat] = 0
            for k in range(record.SLOTS):
                s.plan[seat, k] = record.NONE
        s.step = 0
        s.taken = 0
        s.phase = record.TAKE
        s.mover = next_to_take(s, 0)
        if s.mover != record.NONE or end_turn(s):
            return


@rule
def next_to_take(s: State, k: int) -> int:
    """The first active seat from the k-th of this turn on, or NONE."""
    while k < s.seats:
        if record.active(s, record.after_holder(s, k)):
            return record.after_holder(s, k)
        k += 1
    return record.NONE


@rule
def took(s: State) -> None:
    """A seat has taken its cards from the pool: two more from the pile, and the next."""
    for _ in range(record.TO_DRAW):
        card = from_pile(s)
        if card != record.NONE:
            give(s, s.mover, card)
    s.taken = 0
    s.mover = next_to_take(s, (s.mover - s.holder + s.seats) % s.seats + 1)
    if s.mover == record.NONE:
        s.phase = record.PLAN


@rule
def planning(s: State) -> bool:
    """Is any plan not complete?"""
    for seat in range(s.seats):
        if record.active(s, seat) and s.planned[seat] < record.SLOTS:
            return True
    return False


@rule
def reveal_discards(s: State) -> None:
    for seat in range(s.seats):
        if record.active(s, seat):
            part_with(s, seat, s.plan[seat, record.SLOTS - 1], record.DISCARD)


@rule
def turn_up(s: State) -> None:
    """All active seats show their cards of this step; shields work from now on."""
    for seat in range(s.seats):
        s.shown[seat] = record.NONE
        if record.active(s, seat):
            s.shown[seat] = s.plan[seat, s.step]
            part_with(s, seat, s.shown[seat], record.TURNED_UP)
    s.acted = 0


@rule
def next_actor(s: State) -> int:
    """Higher numbers first, then in order from the holder; NONE when all have acted."""
    best = record.NONE
    for k in range(s.seats):
        seat = record.after_holder(s, k)
        if not record.active(s, seat) or s.shown[seat] == record.NONE or has(s.acted, seat):
            continue
        if best == record.NONE or CARD_NUMBER[s.shown[seat]] > CARD_NUMBER[s.shown[best]]:
            best = seat
    return best


@rule
def is_attack(card: int) -> bool:
    return CARD_SYMBOL[card] == HAMMERS or CARD_SYMBOL[card] == ARROW


@rule
def begin_action(s: State, seat: int) -> None:
    """What kind of card has it turned up?"""
    s.mover = seat
    s.made = 0
    s.stopped = 0
    s.effect = record.NO_EFFECT
    symbol = CARD_SYMBOL[s.shown[seat]]
    if symbol == DROP:
        s.life[seat] = min(record.LIVES, s.life[seat] + 1)
    s.phase = record.ORDER if is_attack(s.shown[seat]) else record.MOVE


@rule
def go_on(s: State) -> None:
    """From decision to decision: what the acting seat still has to do, the next seat, the next step, the next turn."""
    while True:
        if acting(s):
            return
        s.acted |= 1 << s.mover
        actor = next_actor(s)
        while actor == record.NONE:
            s.step += 1
            if s.step == record.STEPS:
                if not end_turn(s):
                    start_turn(s)
                return
            turn_up(s)
            actor = next_actor(s)
        begin_action(s, actor)
        if s.phase == record.ORDER:
            return


@rule
def acting(s: State) -> bool:
    """Has the acting seat anything to decide? Its effect works if it is due, and needs no choice."""
    seat = s.mover
    if not record.active(s, seat):
        return False
    if s.effect == record.FIRST and work(s, seat):
        return True
    if not record.active(s, seat):
        return False
    if s.stopped == 0 and record.to_spare(s, seat) > 0 and record.can_move(s, seat):
        s.phase = record.MOVE
        return True
    s.stopped = 1
    return s.effect == record.LAST and work(s, seat)


@rule
def work(s: State, seat: int) -> bool:
    """Arrows fly, or somebody is struck; true if the seat has to choose whom."""
    if CARD_SYMBOL[s.shown[seat]] == ARROW:
        s.effect = record.NO_EFFECT
        volley(s)
        return False
    target, targets = record.NONE, 0
    for other in range(s.seats):
        if record.can_strike(s, seat, other):
            target = other
            targets += 1
    if targets > 1:
        s.phase = record.TARGET
        return True
    s.effect = record.NO_EFFECT
    if targets == 1:
        hurt(s, target, 1)
    return False


@rule
def volley(s: State) -> None:
    """Every Arrow tile fires; all who stand in a line are hit, whoever fired."""
    for seat in range(s.seats):
        if record.active(s, seat):
            hurt(s, seat, record.lines_on(s, s.at[seat]))


@rule
def hurt(s: State, seat: int, points: int) -> None:
    if points == 0 or record.shielded(s, seat):
        return
    s.life[seat] = max(0, s.life[seat] - points)
    if s.life[seat] == 0:
        s.stun[seat] = 2
        s.left[seat] = 0


@rule
def step_to(s: State, seat: int, place: int) -> None:
    s.at[seat] = place
    s.made += 1
    s.left[seat] -= 1
    if place == FINISH:
        s.arrived += 1
        s.home[seat] = s.step * 8 + s.arrived
        s.left[seat] = 0
        s.effect = record.NO_EFFECT


@rule
def end_turn(s: State) -> bool:
    """Cards away, the stunned come round, the die goes on. True: the game is over."""
    for seat in range(s.seats):
        if s.planned[seat] == record.SLOTS:
            for k in range(record.STEPS):  # those of a stunned or finished runner were not turned up
                if s.where[s.plan[seat, k]] == record.HAND + seat:
                    part_with(s, seat, s.plan[seat, k], record.DISCARD)
        s.shown[seat] = record.NONE
    for card in range(CARDS):
        if s.where[card] == record.TURNED_UP:
            s.where[card] = record.DISCARD
    if s.arrived > 0 or s.turn == s.turn_cap:
        s.phase = record.OVER
        s.mover = record.NONE
        return True
    s.turn += 1
    for seat in range(s.seats):
        if s.stun[seat] > 0:
            s.stun[seat] -= 1
            if s.stun[seat] == 0:
                s.life[seat] = record.LIVES
    s.holder = (s.holder + 1) % s.seats
    fill_pool(s)
    return False
