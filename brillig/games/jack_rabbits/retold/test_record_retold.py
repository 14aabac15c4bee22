"""The record of the game in the words of the retold rules: names of choices, what chance has done, and the comparison."""

from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.game import GAME
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.retold.test_hands_retold import (
    AISLE,
    BLACK,
    DISCARD,
    GONE,
    NUMBERS,
    ONLOOKER,
    PILE,
    RED,
    ROYALS,
    TABLE,
    TRAY,
)  # fmt: skip
from brillig.games.jack_rabbits.retold.test_land_retold import (
    OFF,
    RHOMBI,
    U_SIDES,
    UNDERGROUND,
    Land,
    is_hexagon,
    rotated,
    sample,
)  # fmt: skip
from brillig.games.jack_rabbits.retold.test_turns_retold import SHAPES
from brillig.parts.maps import lattice

# ---- the record in the words of the model --------------------------------------------------------------------------

CARDS = [*NUMBERS, *ROYALS, RED, BLACK]
PLACES = [*tiles.NAMES[:13], UNDERGROUND, OFF]
LIES = {r.PILE: PILE, r.DISCARD: DISCARD, r.TRAY: TRAY, r.AISLE: AISLE, r.ON_TABLE: TABLE, r.GONE: GONE}
LIES |= {r.IN_HAND + seat: seat for seat in range(4)}
STEPS = (
    "build shape, build tile, build spot, build turn, passport, lottery, discarding, local, shortfall, land, depart, trek, "
    "trek end, fork, tavern, cave, cave out, shore, ride, sail, stop, pay, goods, challenge, prove first, prove, attack, "
    "return royal, offer card, offer price, accept, seller gives, buyer gives, expose"
).split(", ")
WORDS = (
    "no flight, no prize, stay, horse joker, keep, trek, horse, boat, walk on, buy red, buy black, go under, cave, swim, "
    "boat joker, pay shortfall, fall, stop, leave, acquire, market, strike, yield, done, let in, challenges, refuses, yes, no, "
    "exposes, quiet, suggested"
).split(", ")


def end_of(number):
    tile = tiles.TILE_OF[number]
    return tiles.NAMES[tile], number - tiles.FIRST_END[tile]


ENDS = [end_of(number) for number in range(tiles.ENDS)]


def spot_of(tile, at):
    if is_hexagon(tile):
        return lattice.CENTRE[at]
    if tile in RHOMBI:
        return cell_of(lattice.UPS[at // 3]), U_SIDES[at % 3]
    return cell_of(at)


def cell_of(number):
    q, row, up = lattice.CELL[number]
    return "U" if up else "D", q, row


def roads_of(tile, turn):
    if is_hexagon(tile):
        return rotated(tile, turn)
    if tile in RHOMBI:
        return frozenset(range(4))
    every = frozenset(range(3))
    return {"F": every, "T": every - {turn}, "C": frozenset([turn])}[tile[0]]


def named(s, code):
    """A choice."""
    if code < r.ROAD:
        return CARDS[code]
    if code < r.HEXAGON:
        return "road", ENDS[code - r.ROAD]
    if code < r.NO_FLIGHT:
        return "hexagon", PLACES[code - r.HEXAGON]
    if code < r.FIGHT:
        return WORDS[code - r.NO_FLIGHT]
    if code < r.PRICE:
        return ("fight", "buy from", "sell to")[(code - r.FIGHT) // 4], (code - r.FIGHT) % 4
    if code < r.SHAPE:
        return "price", code - r.PRICE + 1
    if code < r.TILE:
        return "shape", list(SHAPES)[code - r.SHAPE]
    if code < r.SPOT:
        return "tile", tiles.NAMES[code - r.TILE]
    tile = tiles.NAMES[s.tile]
    return ("spot", spot_of(tile, code - r.SPOT)) if code < r.TURN else ("turn", roads_of(tile, code - r.TURN))


def cards_in(bits):
    return {card for k, card in enumerate(CARDS) if bits >> k & 1}


class Told:
    """What the record says about chance, after it has happened."""

    def __init__(self, s):
        self.s = s

    def stolen(self, model, seat, cards):
        """Which of these the seat holds now. Of several, drawn in a turn that is over, first one that won no prize."""
        held = [card for k, card in enumerate(CARDS) if card in cards and self.s.where[k] == r.IN_HAND + seat]
        return min(held, key=lambda card: any(model.ties(card, die) for die in model.dice or ()))

    drawn = stolen

    def dice(self, model):
        """None: the turn is over already, and nobody was asked anything in it."""
        return tuple(self.s.dice) if self.s.turns == model.turns else None

    def turned_up(self, tiles_left):
        """In hand, laid, or put aside."""
        s = self.s
        shown = {s.tile, *(k for k in range(37) if s.at[k] != r.NONE), *s.aside[: s.asides]}
        return next(tile for tile in sorted(tiles_left) if tiles.NAMES.index(tile) in shown)

    def shares(self):
        return [{tiles.NAMES[k] for k in range(37) if self.s.owner[k] == seat} for seat in range(self.s.seats)]


def land_of(s):
    land = Land()
    for k, tile in enumerate(tiles.NAMES):
        if k and s.at[k] != r.NONE:
            land.lay(tile, spot_of(tile, s.at[k]), roads_of(tile, s.turn[k]))
    return land


# ---- comparing -----------------------------------------------------------------------------------------------------


def compare_land(s, model):
    """The tiles, and when all lie the roads: partners, waters, where free roads lead to, and in how many turns."""
    land, other = model.land, land_of(s)
    assert (land.spot, land.roads) == (other.spot, other.roads)
    if not model.is_built:
        return
    numbers = {end: k for k, end in enumerate(ENDS)}
    for k, end in enumerate(ENDS):
        if end not in land.across:
            assert s.partner[k] == r.NO_ROAD
            continue
        assert s.partner[k] == (r.OPEN if land.across[end] is None else numbers[land.across[end]])
        assert {PLACES[j] for j in range(15) if s.goal[k] >> j & 1} == land.goals(end)
        assert (s.water[k] == r.NONE) == (end not in land.water)
    waters = {(water, s.water[numbers[end]]) for end, water in land.water.items()}
    assert len(waters) == len(dict(waters)) == len({number for _, number in waters})
    assert all((water == "sea") == (number == 0) for water, number in waters)
    for k, place in enumerate(PLACES):
        if place in land.hexagons or k >= 13:
            far = land.turns_from(place)
            assert [s.far[k][j] for j in range(15)] == [far.get(PLACES[j], r.FAR) for j in range(15)]


def compare(table, model, what):
    s = table.plain
    seats = model.seats
    assert s.starter == model.starter
    assert table.over == model.over
    assert {card: LIES[s.where[k]] for k, card in enumerate(CARDS)} == model.where
    assert [s.cards[seat] for seat in seats] == [len(model.hand(seat) & set(NUMBERS)) for seat in seats]
    assert [CARDS[k] if k >= 0 else None for k in s.capital[: len(seats)]] == model.capital
    assert [PLACES[k] for k in s.place[: len(seats)]] == model.place
    assert s.turns == model.turns
    assert table.scores() == [model.merit(seat)[0] for seat in seats]
    assert (s.winner if s.winner >= 0 else None) == model.winner
    for card, who in model.knows.items():
        bits = s.known[CARDS.index(card)]
        assert {seat for seat in seats if bits >> seat & 1} - {model.where[card]} == who - {ONLOOKER}, card
        assert bool(bits >> r.SPECTATOR_BIT & 1) == (ONLOOKER in who), card
    if model.is_built and not model.over:
        compare_turn(s, model, what)


def compare_turn(s, model, what):
    assert s.mover == model.mover
    if model.dice:
        assert tuple(s.dice) == model.dice
    if model.passport:
        assert CARDS[s.passport] == model.passport
    assert cards_in(s.shown) == model.shown
    if what == "local":
        assert bool(s.after) == model.after
    assert {seat for seat in model.seats if s.offered >> seat & 1} == model.offered
    if what in ("trek", "fork", "tavern", "cave"):
        small = ENDS[tiles.RHOMBUS_ENDS :]  # hexagons are not guarded
        assert {end for k, end in enumerate(small) if s.entered[k // 42] >> k % 42 & 1} == model.entered
    if what == "pay":
        assert s.due - s.paid == model.due - model.paid
    if what == "goods":
        assert cards_in(s.goods) == model.picked
    if what == "attack":
        assert list(s.force) == [model.force[model.mover], model.force[model.rival]]
        assert s.rival == model.rival
    if what in ("prove first", "prove"):
        assert (cards_in(s.proof), cards_in(s.hearts)) == (model.proof, model.hearts)
    if what == "prove":
        assert s.rival == model.rival
    if what in ("accept", "seller gives", "buyer gives", "expose"):
        assert (s.rival, bool(s.selling)) == (model.rival, model.selling)
        assert (CARDS[s.named], s.price) == (model.named, model.asked_price)


def test_the_sample_land_is_the_same_in_both():
    s = GAME.new(4, 1, {"board": "sample"}).plain
    assert (land_of(s).spot, land_of(s).roads) == (sample().spot, sample().roads)
