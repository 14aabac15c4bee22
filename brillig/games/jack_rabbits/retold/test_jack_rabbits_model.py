"""Whole games, played beside the rules as they are retold."""

import itertools
import random

import pytest

from brillig.core import BadOption
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
    TRIOS,
)  # fmt: skip
from brillig.games.jack_rabbits.retold.test_land_retold import (
    HERE,
    OFF,
    RHOMBI,
    SUITS,
    U_SIDES,
    UNDERGROUND,
    Land,
    is_hexagon,
    rotated,
    sample,
)  # fmt: skip
from brillig.games.jack_rabbits.retold.test_turns_retold import SHAPES, Model
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


# ---- playing -------------------------------------------------------------------------------------------------------

SETTINGS = {
    "level": ["full", "intro"],
    "quest": ["simple", "diverse", "monarchical", "diverse + monarchical", "tribal"],
    "board": ["sample", "generated", "strict", "free"],
    "islands": ["on", "off"],
    "aces": ["plain", "ambivalent", "capital", "capital + additional"],
    "patriarchal_values": ["off", "on"],
    "citadel": ["plain", "advanced"],
    "windfall": ["off", "on"],
    "tight_suits": ["off", "on"],
    "kept_suits": ["auto"],
    "short_hands": ["off", "on"],
    "trail_of_carrots": ["off", "on"],
}
NAMES_OF_SUITS = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
# How people like each kind of choice (1 if nothing is said).
LIKES = {
    "acquire": 40, "leave": 2, "stay": 0.7, "swim": 0.3, "buy from": 0.2, "sell to": 0.2, "fight": 0.5, "yes": 2, "fall": 0.5,
    "no flight": 0.5, "trek": 2, "horse joker": 0.5, "done": 2, "suggested": 2,
}  # fmt: skip


def settings(seats):
    """All values of all options at that many seats."""
    kept = itertools.combinations(NAMES_OF_SUITS.values(), seats) if seats < 4 else ()
    return SETTINGS | {"kept_suits": ["auto", *map(" + ".join, kept)]}


def is_refused(seats, options):
    """Mixes of options that the rules forbid."""
    tight = options["tight_suits"] == "on"
    return (
        (tight and seats < 4 and options["board"] == "sample")
        or (tight and seats == 2 and options["quest"].startswith("diverse"))
        or (options["citadel"] == "advanced" and options["level"] == "intro")
        or (options["kept_suits"] != "auto" and not tight)
    )


def pairwise(seats):
    """Mixes of options, few, in which every two values meet that the rules let meet."""
    people, values = random.Random(seats), settings(seats)
    plain = {name: of[0] for name, of in values.items()}
    left = {
        frozenset(pair)
        for one, other in itertools.combinations(values, 2)
        for pair in itertools.product(
            [(one, value) for value in values[one]], [(other, value) for value in values[other]]
        )
    }
    left = {pair for pair in left if any(not is_refused(seats, mix) for mix in fillings(values, plain, pair))}
    found = []
    while left:
        wanted = dict(people.choice(sorted(map(sorted, left))))
        mixes = [{name: people.choice(of) for name, of in values.items()} | wanted for _ in range(60)]
        mixes = [mix for mix in mixes if not is_refused(seats, mix)]
        if mixes:
            met = [left & {frozenset(pair) for pair in itertools.combinations(mix.items(), 2)} for mix in mixes]
            best = max(range(len(mixes)), key=lambda k: len(met[k]))
            left -= met[best]
            found.append(mixes[best])
    return found


def fillings(values, plain, pair):
    """The pair in mixes that differ in what decides on a refusal."""
    for board, tight, level in itertools.product(("sample", "free"), ("off", "on"), ("full", "intro")):
        yield plain | {"board": board, "tight_suits": tight, "level": level} | dict(pair)


def start(seats, options, seed, gear):
    table = GAME.new(seats, seed, options, gear=gear)
    s = table.plain
    told = {name: values[0] for name, values in SETTINGS.items()} | options
    suits = {suit for k, suit in enumerate(SUITS) if s.where[10 * k] != r.GONE}
    if told["tight_suits"] == "off":
        assert suits == set(SUITS)
    elif told["kept_suits"] == "auto":
        assert len(suits) == seats
        assert set("♦♠") <= suits
    else:
        assert {NAMES_OF_SUITS[suit] for suit in suits} == set(told["kept_suits"].split(" + "))
    land = {"sample": sample, "generated": lambda: land_of(s)}.get(told["board"], lambda: None)()
    return table, Model(seats, told, suits, s.starter, Told(s), land)


def liking(choice):
    if choice == ("hexagon", HERE):
        return 5
    return LIKES.get(choice if isinstance(choice, str) else choice[0], 1)


class Beside:
    """A game and its model, side by side."""

    def __init__(self, seats, options, seed, gear="compiled", rich=False):
        self.rich = rich  # royals and jokers are in hands from the first turn
        self.people = random.Random(seed)
        self.table, self.model = start(seats, {"round_cap": 20, **options}, seed, gear)
        self.story, self.laid = self.model.game(), 0

    def play(self):
        """To the end, compared at every step."""
        asked = self.go_on(None)
        while asked:
            if self.rich and self.model.is_built:
                self.hand_out()
            self.compare(*asked)
            asked = self.go_on(self.decide(*asked))
        compare(self.table, self.model, None)
        assert self.table.waiting() == []
        assert self.table.ranks() == self.model.ranks()
        return self.model

    def hand_out(self):
        """Two royals of a trio and perhaps another to everybody but the seat in turn; perhaps the jokers too."""
        model, s, people, self.rich = self.model, self.table.plain, self.people, False
        for seat in set(model.seats) - {model.mover}:
            aisle = model.lying(AISLE)
            trios = [sorted(trio) for trio in TRIOS[model.options["quest"]] if trio <= aisle]
            given = people.sample(people.choice(trios), 2) if trios else []
            given += people.sample(sorted(aisle - set(given)), people.randrange(2))
            for card in given[:2] if set(given) in TRIOS[model.options["quest"]] else given:
                model.move(card, seat)
                s.where[CARDS.index(card)] = r.IN_HAND + seat

    def go_on(self, choice):
        try:
            return self.story.send(choice)
        except StopIteration:
            return None

    def compare(self, seat, what, choices):
        table, model = self.table, self.model
        if len(model.land.spot) != self.laid:
            compare_land(table.plain, model)
            self.laid = len(model.land.spot)
        assert (table.waiting(), (*STEPS, "over")[table.plain.step]) == ([seat], what)
        compare(table, model, what)
        self.codes = {named(table.plain, code): code for code in table.codes(seat)}
        assert len(self.codes) == len(table.codes(seat))
        assert ("suggested" in self.codes) == (what == "pay")
        assert set(self.codes) - {"suggested"} == choices

    def decide(self, seat, what, choices):
        offered = sorted(self.codes, key=self.codes.get)
        choice = self.people.choices(offered, [liking(option) for option in offered])[0]
        if choice == "suggested":
            return self.take_the_suggestion(seat)
        self.table.play(seat, self.codes[choice])
        return choice

    def take_the_suggestion(self, seat):
        """The table pays what it says; in the model the cards are paid one by one, the last of them by the caller."""
        labels = {choice.code: choice.label for choice in self.table.choices(seat)}
        cards = labels[self.codes["suggested"]].removeprefix("Pay ").split(" + ")
        self.table.play(seat, self.codes["suggested"])
        capital = self.table.plain.capital[seat]  # of several aces the first counts, and stays
        cards.sort(key=lambda card: CARDS[capital] != card)
        for card in cards[:-1]:
            assert self.go_on(card)[:2] == (seat, "pay")
        return cards[-1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_go_as_in_the_model(seats):
    for seed, options in enumerate(pairwise(seats)[:3]):
        Beside(seats, options, seed, rich=seed % 2).play()


# What three hundred games at each number of seats must have met.
MET = {
    "a boat", "a capital ace", "a fall", "a fighter may strike", "a fighter may yield", "a flight", "a fourth royal", "a market",
    "a prize off the board", "a queen challenges", "a royal is acquired", "a royal is discarded", "a royal is spent",
    "a royal is stolen", "a shortfall", "a trade in which 0 are short-changed", "a trade in which 1 are short-changed",
    "a trade in which 2 are short-changed", "a trail of carrots", "a visitor with hearts", "a visitor without hearts", "a win",
    "an attacker yields", "an extra point", "the boat joker", "the discard becomes the pile", "the horse joker", "the round cap",
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hundreds_of_games_go_as_in_the_model(seats):
    mixes, happened = pairwise(seats), set()
    for seed in range(300):
        happened |= Beside(seats, mixes[seed % len(mixes)], 1000 + seed, rich=seed % 2).play().happened
    assert happened >= MET


def refusal(seats, options):
    try:
        GAME.blank(seats, options)
    except BadOption as why:
        return str(why)
    return ""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mixes_that_the_rules_forbid_are_refused_with_a_sentence(seats):
    deciding = {
        name: settings(seats)[name] for name in ("level", "quest", "board", "citadel", "tight_suits", "kept_suits")
    }
    for mix in itertools.product(*deciding.values()):
        options = dict(zip(deciding, mix, strict=True))
        why = refusal(seats, options)
        assert bool(why) == is_refused(seats, options), (options, why)
        assert not why or (why[0].isupper() and why.endswith(".")), why
