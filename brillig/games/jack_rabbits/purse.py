"""Cards: where they are, what they are worth, who knows them, and paying with them."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State

SUIT = (*(k // 10 for k in range(r.NUMBERS)), *(k // 3 for k in range(12)), 4, 4)  # of jokers none that is ever taken
BASIC = (*(k % 10 + 1 for k in range(r.NUMBERS)), *((10,) * 12), 0, 0)
ALL_SUITS = 15
ALL_KNOW = 31  # every seat, and those who look on
MOST_SUGGESTED = 12  # cards that a suggestion chooses from
SPARE_ROYAL, SPARE_ACE = 60, 6  # what it costs more to part with them


# ---- where cards are -----------------------------------------------------------------------------------------------


@rule
def holds(s: State, seat: int, card: int) -> bool:
    return s.where[card] == r.IN_HAND + seat


@rule
def royals(s: State, seat: int) -> int:
    """How many royals a seat holds; its carrots lie on their houses."""
    n = 0
    for card in range(r.FIRST_ROYAL, r.RED_JOKER):
        if s.where[card] == r.IN_HAND + seat:
            n += 1
    return n


@rule
def hand_size(s: State, seat: int) -> int:
    n = s.cards[seat]
    for card in range(r.FIRST_ROYAL, r.CARDS):
        if s.where[card] == r.IN_HAND + seat:
            n += 1
    return n


@rule
def limit(s: State) -> int:
    return 6 if s.short_hands == 1 else 9


@rule
def move(s: State, card: int, to: int) -> None:
    """A card goes somewhere else, and nobody is known to know it."""
    if card < r.NUMBERS:
        if r.IN_HAND <= s.where[card] < r.DISCARD:
            s.cards[s.where[card] - r.IN_HAND] -= 1
        if r.IN_HAND <= to < r.DISCARD:
            s.cards[to - r.IN_HAND] += 1
    s.where[card] = to
    s.known[card] = 0


@rule
def put_away(s: State, card: int, to: int) -> None:
    """To the tray or the discard; royals and jokers back to the aisle."""
    move(s, card, to if card < r.NUMBERS else r.AISLE)


@rule
def empty_tray(s: State) -> None:
    for card in range(r.NUMBERS):
        if s.where[card] == r.TRAY:
            s.where[card] = r.DISCARD


@rule
def draw(s: State, seat: int) -> int:
    """The top of the pile, which has no order; NONE if there is no card anywhere."""
    n = in_pile(s)
    if n == 0:
        for card in range(r.NUMBERS):
            if s.where[card] == r.DISCARD:
                s.where[card] = r.PILE
        n = in_pile(s)
    if n == 0:
        return r.NONE
    n = random(s, n)
    for card in range(r.NUMBERS):
        if s.where[card] == r.PILE:
            if n == 0:
                move(s, card, r.IN_HAND + seat)
                return card
            n -= 1
    return r.NONE


@rule
def in_pile(s: State) -> int:
    n = 0
    for card in range(r.NUMBERS):
        if s.where[card] == r.PILE:
            n += 1
    return n


@rule
def any_card(s: State, seat: int) -> int:
    """A card of a hand, by lot; NONE if it is empty."""
    n = hand_size(s, seat)
    if n == 0:
        return r.NONE
    n = random(s, n)
    for card in range(r.CARDS):
        if s.where[card] == r.IN_HAND + seat:
            if n == 0:
                return card
            n -= 1
    return r.NONE


@rule
def forget_hand(s: State, seat: int, but: int) -> None:
    """A card has left a hand unseen: only these seats (as bits) still know what is in it."""
    for card in range(r.NUMBERS):
        if s.where[card] == r.IN_HAND + seat:
            s.known[card] &= but


@rule
def deal(s: State, suits: int) -> None:
    """Aisle, pile, and three cards for every seat."""
    for card in range(r.CARDS):
        s.where[card] = r.PILE if card < r.NUMBERS else r.AISLE
        if card < r.RED_JOKER and suits >> SUIT[card] & 1 == 0:
            s.where[card] = r.GONE
    for _ in range(3):
        for seat in range(s.seats):
            draw(s, seat)


# ---- what they are worth -------------------------------------------------------------------------------------------


@rule
def is_ace(card: int) -> bool:
    return card < r.NUMBERS and card % 10 == 0


@rule
def has_capital(s: State, seat: int) -> bool:
    """Has this seat an ace before it?"""
    return s.capital[seat] != r.NONE


@rule
def plain_worth(s: State, card: int) -> int:
    """Of a card that is no ace, and of an ace at its lowest."""
    if r.FIRST_ROYAL <= card < r.RED_JOKER and s.patriarchal_values == 1:
        return 13 - (card - r.FIRST_ROYAL) % 3
    if is_ace(card) and s.aces == r.PLAIN and s.patriarchal_values == 1:
        return 14
    return BASIC[card]


@rule
def worth(s: State, seat: int, card: int, aces: int) -> int:
    """Of a card that this seat spends or shows; `aces`: it has counted one already in the same breath."""
    if is_ace(card) and (s.aces == r.AMBIVALENT or (s.aces >= r.CAPITAL and aces == 0 and not has_capital(s, seat))):
        return 14 if s.patriarchal_values == 1 else 11
    return plain_worth(s, card)


@rule
def money(s: State, card: int) -> int:
    """Of a card handed over in a trade."""
    if is_ace(card) and s.aces == r.AMBIVALENT:
        return 14 if s.patriarchal_values == 1 else 11
    return plain_worth(s, card)


@rule
def extra(s: State, seat: int) -> int:
    """The point that an additional ace adds to every payment and every total."""
    return 1 if s.aces == r.ADDITIONAL and has_capital(s, seat) else 0


@rule
def means(s: State, seat: int, suits: int) -> int:
    """What a hand can raise in these suits."""
    total, aces = 0, 0
    for card in range(r.RED_JOKER):
        if s.where[card] == r.IN_HAND + seat and suits >> SUIT[card] & 1 == 1:
            total += worth(s, seat, card, aces)
            if is_ace(card):
                aces = 1
    return total


@rule
def total_of(s: State, seat: int, cards: int) -> int:
    """Of cards that a seat shows, as bits, with the extra point if there are any."""
    total, aces = 0, 0
    for card in range(r.RED_JOKER):
        if cards >> card & 1 == 1:
            total += worth(s, seat, card, aces)
            if is_ace(card):
                aces = 1
    return total + extra(s, seat)


@rule
def holds_suit(s: State, seat: int, suits: int) -> bool:
    """Any card of these suits."""
    for card in range(r.RED_JOKER):
        if s.where[card] == r.IN_HAND + seat and suits >> SUIT[card] & 1 == 1:
            return True
    return False


# ---- paying --------------------------------------------------------------------------------------------------------


@rule
def can_pay(s: State, due: int, suits: int) -> bool:
    """The seat in turn; at least one card is always needed."""
    return holds_suit(s, s.mover, suits) and means(s, s.mover, suits) + extra(s, s.mover) >= due


@rule
def charge(s: State, due: int, suits: int, why: int) -> None:
    """The seat in turn begins to pay."""
    s.due, s.suits, s.why, s.picked = due, suits, why, 0
    s.paid = 0 if why == r.FOR_SHORTFALL else extra(s, s.mover)
    s.step = r.PAY


@rule
def spend(s: State, seat: int, card: int) -> int:
    """A card leaves the hand for what it is worth; the first ace may stay on the table as capital."""
    points = worth(s, seat, card, 0)
    if is_ace(card) and s.aces >= r.CAPITAL and not has_capital(s, seat):
        s.capital[seat] = card
        move(s, card, r.ON_TABLE)
    else:
        put_away(s, card, r.TRAY)
    return points


@rule
def must_be_royal(s: State) -> bool:
    """With three royals, the first card paid for another is one of them."""
    return s.why == r.FOR_ROYAL and s.picked == 0 and royals(s, s.mover) == 3


@rule
def takes(s: State, card: int) -> bool:
    """Is this card of the seat in turn taken for what it is paying?"""
    if not holds(s, s.mover, card) or s.suits >> SUIT[card] & 1 == 0:
        return False
    return card >= r.FIRST_ROYAL or not must_be_royal(s)


@rule
def suggestion(s: State) -> int:
    """The cards, as bits, that pay what is due with the least loss; royals only if need be."""
    rest, n, values, costs = s.due - s.paid, 0, 0, 0
    for card in range(r.RED_JOKER):
        if takes(s, card) and n < MOST_SUGGESTED:
            points = min(15, worth(s, s.mover, card, 0))
            values |= points << 4 * n
            costs |= (2 if card >= r.FIRST_ROYAL else 1 if is_ace(card) and points > 1 else 0) << 2 * n
            n += 1
    later = worth(s, s.mover, 0, 1)  # what a second ace counts, whichever is the first
    best, least = (1 << n) - 1, 1 << 20
    for some in range(1, 1 << n):
        total, cost, aces = 0, 0, 0
        for k in range(n):
            if some >> k & 1 == 1:
                points, dear = values >> 4 * k & 15, costs >> 2 * k & 3
                if dear == 1:
                    points, aces = later if aces == 1 else points, 1
                    cost += SPARE_ACE if points > 1 else 0
                total += points
                cost += SPARE_ROYAL if dear == 2 else 0
        if total >= rest and total + cost < least:
            best, least = some, total + cost
    chosen, k = 0, 0
    for card in range(r.RED_JOKER):
        if takes(s, card) and k < n:
            if best >> k & 1 == 1:
                chosen |= 1 << card
            k += 1
    return chosen


# ---- the quest -----------------------------------------------------------------------------------------------------


@rule
def progress(s: State, held: int) -> int:
    """The largest group of these royals (12 bits) that could belong to one fitting trio, 0 to 3."""
    best = 0
    if s.quest == r.SIMPLE:
        for k in range(12):
            best += held >> k & 1
        return min(3, best)
    if s.quest == r.BOTH:
        return best_of_both(held)
    for group in range(4 if s.quest != r.MONARCHICAL else 3):
        n = 0
        for k in range(12):
            if held >> k & 1 == 1 and (k % 3 if s.quest == r.MONARCHICAL else k // 3) == group:
                n += 1
        best = max(best, n) if s.quest == r.TRIBAL else best + min(1, n)
    return min(3, best)


@rule
def best_of_both(held: int) -> int:
    """A king, a queen and a jack of three suits, as many of them as can be: try every suit for each."""
    best = 0
    for king in range(4):
        for queen in range(4):
            for jack in range(4):
                if king != queen and king != jack and queen != jack:
                    n = (held >> 3 * king & 1) + (held >> (3 * queen + 1) & 1) + (held >> (3 * jack + 2) & 1)
                    best = max(best, n)
    return best


@rule
def royals_of(s: State, seat: int) -> int:
    """The royals a seat holds, as bits from 0."""
    held = 0
    for k in range(12):
        if s.where[r.FIRST_ROYAL + k] == r.IN_HAND + seat:
            held |= 1 << k
    return held


@rule
def has_trio(s: State, seat: int) -> bool:
    return progress(s, royals_of(s, seat)) == 3


@rule
def points(s: State, seat: int) -> int:
    """Of the number cards in a hand, at basic values."""
    total = 0
    for card in range(r.NUMBERS):
        if s.where[card] == r.IN_HAND + seat:
            total += BASIC[card]
    return total


@rule
def is_house_of(s: State, place: int, title: int) -> bool:
    """Is this place the house of a king, a queen or a jack? The advanced Citadel is all three."""
    if place == tiles.CITADEL:
        advanced: bool = s.citadel == 1
        return advanced
    return place < tiles.HEXAGONS and (place - 1) % 3 == title


@rule
def house_suit(place: int) -> int:
    return (place - 1) // 3
