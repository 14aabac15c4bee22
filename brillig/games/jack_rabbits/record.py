"""The record of Jack Rabbits, and the numbers that everything in it goes by."""

from __future__ import annotations

from brillig.core import Record, i8, i16, i32, i64, option, rule
from brillig.games.jack_rabbits.land import tiles
from brillig.parts.maps import lattice

SEATS = 4
NONE = -1
NOBODY = -1
SPECTATOR_BIT = 4  # of `known`: the bit of those who only look on

# Cards: ace and 2 to 10 of clubs, diamonds, hearts, spades; then K Q J of each; then the two jokers.
NUMBERS, ROYALS, CARDS = 40, 12, 54
FIRST_ROYAL, RED_JOKER, BLACK_JOKER = 40, 52, 53
HIGHEST_HAND = 14  # cards in a hand at most, for a moment
# Where a card is. IN_HAND + seat: held by that seat.
PILE, IN_HAND, DISCARD, TRAY, AISLE, ON_TABLE, GONE, UNSEEN = 0, 1, 5, 6, 7, 8, 9, 10

# Where a rabbit is: a hexagon by the number of its tile, or one of these.
UNDERGROUND, OFF, PLACES = 13, 14, 15

INTRO, FULL = range(2)
SIMPLE, DIVERSE, MONARCHICAL, BOTH, TRIBAL = range(5)
SAMPLE, GENERATED, STRICT, FREE = range(4)
PLAIN, AMBIVALENT, CAPITAL, ADDITIONAL = range(4)

# What the table is waiting for. The first are decisions; the rest happen by themselves.
(BUILD_SHAPE, BUILD_TILE, BUILD_SPOT, BUILD_TURN, PASSPORT, LOTTERY, DISCARDING, LOCAL, SHORTFALL, LAND, DEPART, TREK,
 TREK_END, AT_FORK, AT_TAVERN, AT_CAVE, CAVE_OUT, SHORE, RIDE, SAIL, STOP, PAY, GOODS, CHALLENGE, PROVE_FIRST, PROVE, ATTACK,
 RETURN_ROYAL, OFFER_CARD, OFFER_PRICE, ACCEPT, SELLER_GIVES, BUYER_GIVES, EXPOSE, OVER) = range(35)  # fmt: skip
(BUILD, BEGIN_TURN, ROLL, DRAW_LOTS, PRIZE, BY_PLACE, SET_OUT, WALK, ENTER, ARRIVE, ASK_NEXT, AT_HOUSE, BE_LOCAL, STOLEN, TIDY,
 TRADED, INCREMENT, NEXT_TURN) = range(40, 58)  # fmt: skip

# What a payment is for.
(FOR_TREK, FOR_HORSE, FOR_BOAT, FOR_RED, FOR_BLACK, FOR_CAVE, FOR_SHORTFALL, FOR_ROYAL, FOR_GOODS) = range(9)

# ---- codes ---------------------------------------------------------------------------------------------------------
# A card by its number, a road end (roads, exits, ports), a hexagon, then words.
ROAD = CARDS
HEXAGON = ROAD + tiles.ENDS
_WORDS = HEXAGON + tiles.HEXAGONS
(NO_FLIGHT, NO_PRIZE, STAY, HORSE_JOKER, KEEP, TREK_PAY, HIRE_HORSE, HIRE_BOAT, WALK_ON, BUY_RED, BUY_BLACK, GO_UNDER, CAVE_PAY,
 SWIM, BOAT_JOKER, PAY_SHORTFALL, FALL, STOP_HERE, LEAVE, ACQUIRE, MARKET, STRIKE, YIELD, DONE, LET_IN, CHALLENGES, REFUSES, YES,
 NO, EXPOSES, QUIET, SUGGESTED) = range(_WORDS, _WORDS + 32)  # fmt: skip
FIGHT = _WORDS + 32  # + seat
BUY_FROM = FIGHT + SEATS
SELL_TO = BUY_FROM + SEATS
PRICE = SELL_TO + SEATS  # + points - 1
SHAPE = PRICE + 20
TILE = SHAPE + 3
SPOT = TILE + tiles.TILES
TURN = SPOT + lattice.RHOMBI
CODES = TURN + 6

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
KEPT = tuple(
    tuple(k for k in range(4) if mask >> k & 1) for mask in range(16) if mask.bit_count() in (2, 3)
)  # sets of suits that two or three seats may keep
KEPT_MASK = (0, *(sum(1 << k for k in kept) for kept in KEPT))


class State(Record):
    level = option("intro", "full", default="full", help="intro: without flights, fights, palaces, markets and trades.")
    quest = option(
        "simple", "diverse", "monarchical", "diverse + monarchical", "tribal",
        help="Which three royals win: any; three suits; K, Q and J; both; all of one suit.",
    )  # fmt: skip
    board = option(
        "sample", "generated", "strict", "free",
        help="The land: as in the rulebook; a new one; built by all of you from face-down tiles; or from face-up tiles.",
    )  # fmt: skip
    islands = option("off", "on", default="on", help="A generated land may have an island.")
    aces = option(
        "plain", "ambivalent", "capital", "capital + additional",
        help="plain: 1. ambivalent: 11 when spent. capital: the first you spend is 11 and stays. additional: 1 more ever after.",
    )  # fmt: skip
    patriarchal_values = option("off", "on", help="Ace 14, king 13, queen 12, jack 11.")
    citadel = option("plain", "advanced", help="advanced: the Citadel is a tower, a palace and a plaza too.")
    windfall = option("off", "on", help="The lottery may be won several times in a turn.")
    tight_suits = option("off", "on", help="As many suits as seats, and as many of each road tile.")
    kept_suits = option(
        "auto",
        *(" + ".join(SUIT_WORDS[k] for k in kept) for kept in KEPT),
        help="Tight suits only: the suits that stay.",
    )
    short_hands = option("off", "on", help="Hands of six cards instead of nine.")
    trail_of_carrots = option("off", "on", help="A walk may go on through houses with your own carrot.")
    round_cap = option(range(20, 201, 10), default=60, help="The game ends after so many rounds.")

    # the land
    cell = i8(lattice.CELLS, shows="nothing")  # the tile on each cell, plus 1; 0: none; below: a water, -1 the sea
    at = i16(tiles.TILES, shows="nothing")  # where each tile lies (see lattice), NONE: nowhere
    turn = i8(tiles.TILES, shows="kind")  # how it is turned: a hexagon's turns, a tavern's roadless side, a cave's road
    partner = i16(tiles.ENDS, shows="nothing")  # the road end that each road end meets, OPEN, or NO_ROAD
    water = i8(tiles.ENDS, shows="nothing")  # of an open end: the water it faces, 0 the sea; else NONE
    goal = i16(tiles.ENDS, shows="nothing")  # places that free roads lead to from each end outwards, as bits
    far = i8(PLACES, PLACES, shows="count")  # free turns from place to place, FAR if there is no way

    # building it
    share = i8(SEATS, 3)  # strict: face-down tiles of each shape that a seat has; free: tiles still to place
    owner = i8(tiles.TILES, shows="seat seats")  # free: whose tile it is, NOBODY once it lies
    asides = i8()  # strict: tiles that fitted nowhere
    aside = i8(tiles.TILES, shows="nothing")  # which, in order; NONE after the last
    aside_by = i8(tiles.TILES, shows="nothing")  # and who put it there
    again = i8()  # 0, or 1 more than the tile put aside that is tried again now
    placed_again = i8()  # in this pass over the tiles put aside
    tile = i8(shows="kind")  # the tile in hand while building, NONE
    spot = i16(shows="nothing")  # where it goes, NONE until that is chosen
    soft = i8()  # it may join triangles, having no other place

    # cards
    where = i8(CARDS, shows="kind")  # PILE, IN_HAND + seat, DISCARD, TRAY, AISLE, ON_TABLE, GONE, UNSEEN
    known = i8(CARDS, shows="nothing")  # of a card in a hand: the other seats that know it is there, as bits
    cards = i8(SEATS, shows="count")  # number cards and aces in each hand
    capital = i8(SEATS, shows="kind")  # the ace that lies before a seat, NONE

    # the turn
    step = i8(shows="kind")  # what the table is waiting for
    decider = i8(shows="seat")  # who is to decide, NOBODY when the game is over
    mover = i8(shows="seat")  # whose turn it is
    starter = i8(shows="seat")  # who began the game
    turns = i16(shows="count")  # turns that are over
    place = i8(SEATS, shows="kind")  # of each rabbit: a hexagon, UNDERGROUND or OFF
    dice = i8(2, shows="kind shared")  # what was rolled
    passport = i8(shows="kind")  # the club that was shown, NONE
    shown = i64(shows="nothing")  # cards shown in the lottery this turn, as bits
    prizes = i8()  # prizes won and not drawn yet
    after = i8()  # 1: the journey is over
    then = i8(shows="nothing")  # the step that follows when hands are tidy

    # the journey
    origin = i8(shows="kind")  # where it began
    end = i16(shows="kind")  # the road end where the rabbit is
    came = i16(shows="kind")  # the end of the hexagon by which it arrived, NONE: not by road
    entered = i64(2, shows="nothing")  # ends of road tiles entered in this journey, as bits
    bought = i8()  # at this tavern
    waters = i32(shows="nothing")  # that a boat sails on, as bits

    # a payment
    why = i8(shows="kind")  # what is paid for
    due = i16(shows="count")  # how much is to be paid
    paid = i16(shows="count")  # how much of it is paid
    suits = i8(shows="bits")  # that are taken
    picked = i8()  # cards paid so far
    goods = i64(shows="nothing")  # cards picked at a market, as bits

    # fights and challenges
    rival = i8(shows="seat")  # the other seat of a fight, a challenge or a trade, NOBODY
    force = i16(2, shows="count shared")  # totals of the mover and the rival
    blows = i8()  # cards played since the other struck
    struck = i8()  # 1: the attacker has struck
    proof = i64(shows="nothing")  # cards the challenger has shown, as bits
    hearts = i64(shows="nothing")  # cards the visitor has shown, as bits

    # a trade
    offered = i8(shows="bits")  # seats that have had an offer this turn
    selling = i8()  # 1: the mover sells
    named = i8(shows="kind")  # the card of the offer, NONE
    price = i8(shows="count")  # what is asked for it
    sold = i8(shows="nothing")  # the card the seller hands over, NONE, UNKNOWN
    gold = i64(shows="nothing")  # the cards the buyer hands over, as bits
    short = i8(shows="bits")  # who was short-changed: 1 the mover, 2 the rival
    exposed = i8()  # who exposes: the same bits

    winner = i8(shows="seat")  # who has won, NOBODY before
    last = i16(shows="code")  # the last choice, NONE; UNKNOWN while it is a secret
    last_by = i8(shows="seat")  # who made it
    taken = i8(shows="nothing")  # the card stolen in the last choice, NONE, UNKNOWN


OPEN, NO_ROAD = -1, -2
FAR = 99
UNKNOWN = -2


@rule
def bit_of(viewer: int) -> int:
    """The bit in `known` of a seat, or of those who only look on."""
    return 1 << (viewer if viewer >= 0 else SPECTATOR_BIT)
