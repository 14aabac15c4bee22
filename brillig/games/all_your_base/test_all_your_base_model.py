"""The game once more, in lists and words, and whole games played beside it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.games.all_your_base.game import GAME
from brillig.parts.boxes.greenbox import BLACK, CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, WHITE

PICK, KEEP, BUILD, DROP, HARDWARE, SOFTWARE = 0, 54, 108, 162, 216, 2160  # where each kind of choice begins
KINDS = (SOFTWARE, HARDWARE, DROP, BUILD, KEEP, PICK)
# How people like each kind of use. The builder empties the stacks, the smith the supply.
STYLES = {
    "anything": dict.fromkeys(KINDS, 10),
    "builder": {SOFTWARE: 5, HARDWARE: 1, DROP: 1, BUILD: 90, KEEP: 1, PICK: 1},
    "smith": {SOFTWARE: 1, HARDWARE: 50, DROP: 0, BUILD: 2, KEEP: 1, PICK: 1},
    "coder": {SOFTWARE: 99, HARDWARE: 1, DROP: 0, BUILD: 20, KEEP: 1, PICK: 1},
    "miser": dict.fromkeys(KINDS, 1),  # and see `spares`
}
# Advanced preparation: the numbers missing in phase 1; then, before phases 2 and 3, how many go and which come.
ADVANCED = {
    4: ({5, 6}, (4, {5}), (6, {6})),
    3: ({4, 5, 6}, (6, {4}), (12, {5, 6})),
    2: ({3, 4, 5, 6}, (12, {3, 4}), (12, {5, 6})),
}
DECKS = {4: (42, 44, 44), 3: (36, 36, 36), 2: (30, 30, 30)}
TABLES = [
    *((seats, "draw", how) for seats in (2, 3) for how in ("plain", "advanced")),
    *((seats, "pass", how) for seats in (2, 3, 4) for how in ("plain", "advanced")),
    *((seats, "pass", "plain") for seats in (5, 6)),
]


def numbered(numbers):
    return {card for card in range(54) if CARD_NUMBER[card] in numbers}


class Station:
    def __init__(self, owner, symbol):
        self.owner, self.symbol, self.cubes, self.software = owner, symbol, [0] * 4, None

    def score(self):
        if self.software is None:
            return 0
        colour = CARD_COLOUR[self.software]
        fitting = sum(self.cubes) if colour == WHITE else 0 if colour == BLACK else self.cubes[colour]
        return CARD_NUMBER[self.software] + 3 * fitting


class Model:
    """The game again in lists and words, told which cards were dealt, drawn and taken out."""

    def __init__(self, seats, flow, preparation, lead, hands, out):
        self.seats, self.lead, self.advanced = seats, lead, preparation == "advanced"
        self.refills = seats == 2 or flow == "draw"
        self.stock, self.supply = [min(seats + 1, 6)] * 6, [20] * 4
        self.stations, self.points = [], [[0] * 3 for _ in range(seats)]
        self.first = set(range(54)) - (numbered(ADVANCED[seats][0]) if self.advanced else set())
        self.deck, self.out, self.phase = set(self.first), set(), 0
        self.deal(hands, out)

    def deal(self, hands, out):
        """Begin a phase with the cards that `hands` and `out` tell of."""
        if self.advanced and self.phase:
            number, new = ADVANCED[self.seats][self.phase]
            gone = out - self.out
            assert gone <= self.deck & self.first
            assert len(gone) == number
            self.deck = self.deck - gone | numbered(new)
            self.out |= gone
        if self.advanced:
            assert len(self.deck) == DECKS[self.seats][self.phase]
        cards = 6 if self.refills else 9 if self.seats == 6 else 10
        self.pile, self.discard, self.hands = set(self.deck), set(), [set(hand) for hand in hands]
        for hand in hands:
            assert len(hand) == cards
            assert hand <= self.pile
            self.pile -= hand
        self.turn = 0
        self.ask("pick")

    def ask(self, step):
        """All seats choose two cards of the hand; of two or fewer they choose all, unasked."""
        self.step, self.mover = step, None
        self.chosen = [set(hand) if len(hand) <= 2 else set() for hand in self.hands]

    def waiting(self):
        if self.step == "over":
            return []
        if self.step == "use":
            return [self.mover]
        return [seat for seat in range(self.seats) if len(self.chosen[seat]) < min(2, len(self.hands[seat]))]

    def choices(self, seat):
        if self.step != "use":
            return {(PICK if self.step == "pick" else KEEP) + card for card in self.hands[seat] - self.chosen[seat]}
        uses = set()
        for card in self.chosen[seat]:
            uses.add(DROP + card)
            if self.stock[CARD_SYMBOL[card]]:
                uses.add(BUILD + card)
            for k, station in enumerate(self.stations):
                if station.owner != seat:
                    continue
                if CARD_COLOUR[card] < WHITE and self.supply[CARD_COLOUR[card]]:
                    uses.add(HARDWARE + 54 * k + card)
                if station.symbol == CARD_SYMBOL[card]:
                    uses.add(SOFTWARE + 54 * k + card)
        return uses

    def play(self, seat, code, hands, out):
        """What a choice does; `hands` and `out` are the record afterwards, read only where chance has its say."""
        if self.step == "use":
            self.use(seat, code)
        else:
            self.chosen[seat].add(code - (PICK if self.step == "pick" else KEEP))
        # What happens of itself may happen again and again: hands of two are picked and kept without asking.
        while self.step != "over" and not self.decision():
            self.go_on(hands, out)

    def decision(self):
        return bool(self.chosen[self.mover]) if self.step == "use" else bool(self.waiting())

    def use(self, seat, code):
        card = (code - PICK) % 54
        self.chosen[seat].remove(card)
        station = self.stations[(code - HARDWARE) // 54 % 36] if code >= HARDWARE else None
        if code >= SOFTWARE:
            if station.software is not None:
                self.discard.add(station.software)
            station.software = card
            return
        self.discard.add(card)
        if code >= HARDWARE:
            self.supply[CARD_COLOUR[card]] -= 1
            station.cubes[CARD_COLOUR[card]] += 1
        elif code < DROP:
            self.stock[CARD_SYMBOL[card]] -= 1
            self.stations.append(Station(seat, CARD_SYMBOL[card]))

    def go_on(self, hands, out):
        """To the next decision, or nearer to it: nobody has to decide anything now."""
        if self.step == "pick":
            for hand, picks in zip(self.hands, self.chosen, strict=True):
                hand -= picks
            self.step, self.mover = "use", self.lead
        elif self.step == "use":
            self.mover = (self.mover + 1) % self.seats
            if self.mover != self.lead:
                return
            if self.turn < 4:
                self.ask("keep")
            else:
                self.end_phase(hands, out)
        else:
            rest = [hand - keeps for hand, keeps in zip(self.hands, self.chosen, strict=True)]
            self.hands = [set(self.chosen[seat]) | rest[(seat - 1) % self.seats] for seat in range(self.seats)]
            if self.refills:
                self.refill(hands)
            self.turn += 1
            self.lead = (self.lead + 1) % self.seats
            self.ask("pick")

    def refill(self, hands):
        for seat in [(self.lead + step) % self.seats for step in range(self.seats)]:
            for _ in range(2):
                if not self.pile:
                    self.pile, self.discard = self.discard, set()
                if self.pile:
                    possible = (hands[seat] - self.hands[seat]) & self.pile
                    assert possible, "a card was due and none came from the pile"
                    self.hands[seat].add(min(possible))
                    self.pile.remove(min(possible))

    def end_phase(self, hands, out):
        for seat in range(self.seats):
            self.points[seat][self.phase] = sum(mine.score() for mine in self.stations if mine.owner == seat)
        if self.phase == 2:
            self.step, self.mover = "over", None
            return
        for station in self.stations:
            station.software = None
        self.phase += 1
        self.lead = (self.lead + 1) % self.seats
        self.deal(hands, out)

    def scores(self):
        return [sum(points) for points in self.points]


def lying(field):
    return {card for card in range(54) if field[card]}


def held(rows, seats):
    return [{card for card in rows[seat] if card >= 0} for seat in range(seats)]


def compare(s, model):
    seats, stations = model.seats, model.stations
    assert (s.phase, s.turn, ("pick", "use", "keep", "over")[s.step], s.lead) == (
        (model.phase, model.turn, model.step, model.lead)
    )
    assert s.mover == (-1 if model.mover is None else model.mover)
    assert held(s.hand, seats) == model.hands
    assert held(s.chosen, seats) == model.chosen
    assert lying(s.discard) == model.discard
    assert (lying(s.deck), s.left) == (model.pile, len(model.pile))
    assert lying(s.out) == model.out
    assert (list(s.stock), list(s.supply)) == (model.stock, model.supply)
    assert s.stations == len(stations)
    assert [(s.owner[k], s.symbol[k]) for k in range(s.stations)] == [(one.owner, one.symbol) for one in stations]
    assert [list(s.cubes[k]) for k in range(s.stations)] == [one.cubes for one in stations]
    assert list(s.software[: s.stations]) == [-1 if one.software is None else one.software for one in stations]
    assert [list(s.points[seat]) for seat in range(seats)] == model.points


def spares(model, seat, code):
    """Whether a choice helps to leave no discards: at first stations, at last software wherever there is none."""
    card, kind = code % 54, max(kind for kind in KINDS if kind <= code)
    if kind == SOFTWARE:
        return model.stations[(code - SOFTWARE) // 54].software is None
    if model.phase < 2:
        return kind not in (DROP, HARDWARE) and (kind == BUILD or model.stock[CARD_SYMBOL[card]] > 0)
    bare = [one.symbol for one in model.stations if one.owner == seat and one.software is None]
    taken = [CARD_SYMBOL[other] for other in model.chosen[seat]]
    return kind in (PICK, KEEP) and bare.count(CARD_SYMBOL[card]) > taken.count(CARD_SYMBOL[card])


def play_beside(seats, flow, preparation, seed, style):
    """A whole game, compared at every step; the rare things that came up in it."""
    people, met = random.Random(seed), set()
    table = GAME.new(seats, seed, {"flow": flow, "preparation": preparation}, gear="compiled")
    s = table.plain
    model = Model(seats, flow, preparation, s.lead, held(s.hand, seats), lying(s.out))
    while model.step != "over":
        compare(s, model)
        assert table.waiting() == model.waiting()
        for seat in range(seats):
            assert sorted(table.codes(seat)) == sorted(model.choices(seat) if seat in model.waiting() else [])
        seat = people.choice(model.waiting())
        codes = table.codes(seat)
        likes = [STYLES[style][max(kind for kind in KINDS if kind <= code)] for code in codes]
        if style == "miser":
            likes = [1000 if spares(model, seat, code) else 1 for code in codes]
        code = people.choices(codes, likes if any(likes) else None)[0]
        table.play(seat, code)
        model.play(seat, code, held(s.hand, seats), lying(s.out))
        assert table.scores() == model.scores()
        if 0 in model.stock:
            met.add("a stack is empty")
        if 0 in model.supply:
            met.add("a supply is empty")
        if model.refills and model.step == "pick" and min(map(len, model.hands)) < 6:
            met.add("no card to draw")
    assert table.over
    compare(s, model)
    assert table.ranks() == [1 + sum(other > score for other in model.scores()) for score in model.scores()]
    return met


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TABLES), st.integers(0, 1 << 32), st.sampled_from(sorted(STYLES)))
def test_the_table_plays_as_the_model(options, seed, style):
    play_beside(*options, seed, style)


@pytest.mark.parametrize(
    ("options", "style", "rare"),
    [
        ((2, "draw", "plain"), "builder", "a stack is empty"),
        ((6, "pass", "plain"), "smith", "a supply is empty"),
        ((3, "draw", "advanced"), "miser", "no card to draw"),
    ],
)
def test_what_is_rare_is_compared(options, style, rare):
    assert rare in set().union(*(play_beside(*options, seed, style) for seed in range(4)))


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_hundreds_of_games_go_as_in_the_model(seats):
    ways = [options for options in TABLES if options[0] == seats]
    for seed in range(300):
        play_beside(*ways[seed % len(ways)], 1000 + seed, sorted(STYLES)[seed // len(ways) % len(STYLES)])
