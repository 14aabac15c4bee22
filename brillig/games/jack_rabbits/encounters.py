"""What happens at a hexagon, and between rabbits: flights, palace challenges, fights, markets, trades, acquisitions."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jack_rabbits import journey, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State

HEARTS_NEEDED = 6
ROYAL_PRICE = 10
CLUB, DIAMOND, HEART, SPADE = 1, 2, 4, 8  # as sets of suits

# Why something at a hexagon is refused.
(NO_ONE_HERE, NEED_SPADE, DRAW, SILENT, SIX_HEARTS, QUEEN_VOUCHES, NOT_SOLD, NOT_YET, BEYOND_MEANS, ONE_OFFER, CLAIMED,
 VISIT_FIRST, AFTER_JOURNEY, TEN_POINTS, THREE_CARROTS, CLUB_FIRST, HOLD_A_CARD, ROYAL_FIRST, FINISH) = range(20, 39)  # fmt: skip
TOWER_TAKES = 50  # + suit


@rule
def check_win(s: State) -> bool:
    """In the Citadel with a fitting trio, in its own turn: that seat wins at once."""
    if s.place[s.mover] == tiles.CITADEL and purse.has_trio(s, s.mover):
        s.winner, s.decider, s.step = s.mover, r.NOBODY, r.OVER
        return True
    return False


@rule
def stolen(s: State) -> None:
    """A royal was taken: that may win; otherwise the turn is over."""
    if not check_win(s):
        s.step = r.INCREMENT


# ---- flights -------------------------------------------------------------------------------------------------------


@rule
def may_fly(s: State) -> bool:
    """On a tower, with a club to show."""
    on_tower = purse.is_house_of(s, s.place[s.mover], tiles.KING)
    return s.level == r.FULL and on_tower and purse.holds_suit(s, s.mover, CLUB)


@rule
def tower_suits(s: State) -> int:
    place = s.place[s.mover]
    return purse.ALL_SUITS if place == tiles.CITADEL else 1 << purse.house_suit(place)


@rule
def missing(s: State) -> int:
    """What the passport lacks to the price."""
    return journey.cost(s) - purse.worth(s, s.mover, s.passport, 0) - purse.extra(s, s.mover)


@rule
def fly(s: State) -> None:
    s.step = r.LAND if missing(s) <= 0 else r.SHORTFALL


@rule
def refuse_shortfall(s: State) -> int:
    suits = tower_suits(s)
    if purse.holds_suit(s, s.mover, suits) and purse.means(s, s.mover, suits) >= missing(s):
        return 0
    return journey.TOO_LITTLE + 16 * suits + min(15, missing(s))


@rule
def refuse_tower(s: State, place: int) -> int:
    if s.at[place] == r.NONE or not purse.is_house_of(s, place, tiles.KING) or place == s.place[s.mover]:
        return journey.NOT_ON_BOARD
    return 0


# ---- palaces -------------------------------------------------------------------------------------------------------


@rule
def queen_of(place: int) -> int:
    """The card that opens this palace; the Citadel has none."""
    return r.NONE if place == tiles.CITADEL else r.FIRST_ROYAL + place - 1


@rule
def arrive(s: State) -> None:
    """Somebody may object, if this is a palace."""
    s.rival, s.decider = r.NOBODY, s.mover
    s.proof, s.hearts = 0, 0
    place = s.place[s.mover]
    if (
        s.level != r.FULL
        or not purse.is_house_of(s, place, tiles.QUEEN)
        or (place != tiles.CITADEL and purse.holds(s, s.mover, queen_of(place)))
    ):
        s.step = r.AT_HOUSE
    else:
        s.step = r.ASK_NEXT


@rule
def ask_next(s: State) -> None:
    """The next seat that could challenge; silently past the others."""
    seat = (s.decider + 1) % s.seats
    while seat != s.mover and refuse_challenge(s, seat) != 0:
        seat = (seat + 1) % s.seats
    s.decider = seat
    s.step = r.AT_HOUSE if seat == s.mover else r.CHALLENGE


@rule
def can_prove(s: State, seat: int) -> bool:
    return purse.means(s, seat, HEART) + purse.extra(s, seat) >= HEARTS_NEEDED and purse.holds_suit(s, seat, HEART)


@rule
def holds_queen(s: State, seat: int) -> bool:
    queen = queen_of(s.place[s.mover])
    return queen != r.NONE and purse.holds(s, seat, queen)


@rule
def refuse_challenge(s: State, seat: int) -> int:
    if s.place[seat] == r.OFF:
        return SILENT
    return 0 if can_prove(s, seat) or holds_queen(s, seat) else SIX_HEARTS


@rule
def refuse_proof(s: State, seat: int, card: int, shown: int) -> int:
    """A heart not shown yet; or, of the challenger, the queen of this palace and nothing else."""
    if not purse.holds(s, seat, card) or shown >> card & 1 == 1:
        return journey.NOT_ASKED
    if seat != s.mover and shown == 0 and card == queen_of(s.place[s.mover]):
        return 0
    return 0 if purse.SUIT[card] == tiles.HEARTS and can_prove(s, seat) else SIX_HEARTS


@rule
def show_proof(s: State, seat: int, card: int) -> None:
    """One card more of the challenger, or of the visitor."""
    s.known[card] = purse.ALL_KNOW
    if s.step == r.PROVE_FIRST:
        s.proof |= 1 << card
        alone = card == queen_of(s.place[s.mover])
        if alone or purse.total_of(s, seat, s.proof) >= HEARTS_NEEDED:
            s.rival, s.decider = seat, s.mover
            s.step = r.PROVE
            if not can_prove(s, s.mover):
                journey.send_off(s, s.mover)
        return
    s.hearts |= 1 << card
    if purse.total_of(s, seat, s.hearts) >= HEARTS_NEEDED:
        lose_proof(s)


@rule
def lose_proof(s: State) -> None:
    """The visitor could show hearts: the challenger loses what it showed, and its place."""
    for card in range(r.RED_JOKER):
        if s.proof >> card & 1 == 1:
            purse.put_away(s, card, r.TRAY)
    journey.send_off(s, s.rival)
    s.step = r.AT_HOUSE


# ---- fights --------------------------------------------------------------------------------------------------------


@rule
def is_beside(s: State, seat: int) -> bool:
    """Is another rabbit on the same hexagon?"""
    if seat >= s.seats or seat == s.mover:
        return False
    return s.place[seat] == s.place[s.mover] and s.place[seat] < tiles.HEXAGONS


@rule
def refuse_fight(s: State, seat: int) -> int:
    if not is_beside(s, seat):
        return NO_ONE_HERE
    return 0 if purse.holds_suit(s, s.mover, SPADE) else NEED_SPADE


@rule
def begin_fight(s: State, seat: int) -> None:
    s.rival, s.blows, s.struck = seat, 0, 0
    s.force[0], s.force[1] = purse.extra(s, s.mover), purse.extra(s, seat)
    s.step = r.ATTACK


@rule
def side(s: State) -> int:
    """Of the fight, whoever is to strike: 0 the mover, 1 the rival."""
    return 0 if s.decider == s.mover else 1


@rule
def is_first_blow(s: State) -> bool:
    """Nobody has struck yet: the attacker may not yield."""
    return side(s) == 0 and s.struck == 0


@rule
def refuse_blow(s: State, code: int) -> int:
    mine, other = s.force[side(s)], s.force[1 - side(s)]
    if code == r.STRIKE:
        return journey.NOT_ASKED if s.blows == 0 else 0 if mine > other or is_first_blow(s) else DRAW
    if code == r.YIELD:
        return journey.NOT_ASKED if is_first_blow(s) or mine > other else 0
    if code >= r.RED_JOKER or not purse.holds(s, s.decider, code):
        return journey.NOT_ASKED
    return 0 if purse.SUIT[code] == tiles.SPADES else NEED_SPADE


@rule
def blow(s: State, code: int) -> None:
    if code == r.YIELD:
        end_fight(s)
    elif code == r.STRIKE:
        s.struck = 1
        s.blows = 0
        s.decider = s.rival if side(s) == 0 else s.mover
        if s.force[side(s)] + purse.means(s, s.decider, SPADE) <= s.force[1 - side(s)]:
            end_fight(s)
    else:
        s.force[side(s)] += purse.spend(s, s.decider, code)
        s.blows += 1


@rule
def end_fight(s: State) -> None:
    """Whoever was to strike gives way. A victorious attacker takes a card by lot."""
    loser = s.decider
    s.decider = s.mover
    s.step = r.BE_LOCAL
    journey.send_off(s, loser)
    if loser == s.mover:
        return
    card = purse.any_card(s, loser)
    if card == r.NONE:
        return
    purse.forget_hand(s, loser, 1 << s.mover | 1 << loser)
    purse.move(s, card, r.IN_HAND + s.mover)
    s.known[card] = 1 << loser
    s.taken = card
    s.then = r.STOLEN if r.FIRST_ROYAL <= card < r.RED_JOKER else r.BE_LOCAL
    s.step = r.TIDY


# ---- markets -------------------------------------------------------------------------------------------------------


@rule
def market_suits(s: State) -> int:
    """What the plaza takes: diamonds, or anything where diamonds are sold."""
    place = s.place[s.mover]
    return purse.ALL_SUITS if place != tiles.CITADEL and purse.house_suit(place) == tiles.DIAMONDS else DIAMOND


@rule
def goods_cost(s: State) -> int:
    total = 0
    for card in range(r.NUMBERS):
        if s.goods >> card & 1 == 1:
            total += purse.plain_worth(s, card)
    return total


@rule
def refuse_goods(s: State, card: int) -> int:
    place = s.place[s.mover]
    if card >= r.NUMBERS or (place != tiles.CITADEL and purse.SUIT[card] != purse.house_suit(place)):
        return NOT_SOLD
    if s.where[card] != r.DISCARD or s.goods >> card & 1 == 1:
        return NOT_YET if s.where[card] == r.TRAY else NOT_SOLD
    return 0 if purse.can_pay(s, goods_cost(s) + purse.plain_worth(s, card), market_suits(s)) else BEYOND_MEANS


@rule
def refuse_market(s: State) -> int:
    if not purse.is_house_of(s, s.place[s.mover], tiles.JACK):
        return NOT_SOLD
    why = NOT_SOLD
    for card in range(r.NUMBERS):
        if s.where[card] == r.DISCARD:
            found = refuse_goods(s, card)
            if found == 0:
                return 0
            why = BEYOND_MEANS if found == BEYOND_MEANS else why
    return why


@rule
def take_goods(s: State) -> None:
    """They are bought in the open."""
    for card in range(r.NUMBERS):
        if s.goods >> card & 1 == 1:
            purse.move(s, card, r.IN_HAND + s.mover)
            s.known[card] = purse.ALL_KNOW
    s.goods = 0
    s.then = r.BE_LOCAL
    s.step = r.TIDY


# ---- royals --------------------------------------------------------------------------------------------------------


@rule
def refuse_royal(s: State) -> int:
    place = s.place[s.mover]
    if place == tiles.CITADEL or place >= tiles.HEXAGONS:
        return VISIT_FIRST
    if s.where[queen_of(place)] != r.AISLE:
        return CLAIMED
    if s.after == 0:
        return AFTER_JOURNEY
    suit = purse.house_suit(place)
    if purse.royals(s, s.mover) >= 3 and not has_royal_of(s, suit):
        return THREE_CARROTS
    return 0 if purse.can_pay(s, ROYAL_PRICE, 1 << suit) else TEN_POINTS


@rule
def has_royal_of(s: State, suit: int) -> bool:
    for title in range(3):
        if purse.holds(s, s.mover, r.FIRST_ROYAL + 3 * suit + title):
            return True
    return False
