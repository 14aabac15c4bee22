"""Whole games, played beside the rules as they are retold."""

import random
from collections import Counter

import pytest

from brillig.core import random as chance
from brillig.games.grenade_salad import ground, turns
from brillig.games.grenade_salad.game import GAME
from brillig.games.grenade_salad.retold.test_grenade_salad_retold import ROOM, Model, overlap

GESTURES = ("move", "close combat", "sniper", "grenade")  # twenty codes each, one for every soldier
FIXED = {
    ground.PLACE: "place", ground.SCATTER: "drop", ground.END: "end turn", ground.DECLINE: "decline", ground.KEEP: "keep",
}  # fmt: skip


class Told:
    """What the record says about chance."""

    def __init__(self, s):
        self.s = s

    def landed(self, soldier):
        n = 20 * soldier[0] + soldier[1]
        x, y = self.s.x[n], self.s.y[n]
        assert 60 <= x <= 180
        assert 60 <= y <= 180
        return x, y

    def hand(self, seat):
        return counted(self.s.hand[seat])


def counted(cards):
    """Cards by symbol, as the model counts them."""
    return Counter({symbol: cards[symbol] for symbol in range(6)})


def named(s, seat, code):
    """A choice in the words of the model."""
    if code in FIXED:
        return (FIXED[code],)
    if code < ground.PLACE:
        return (GESTURES[code // 20], (seat, code % 20))
    if code < ground.TARGET:
        return ("discard", code - ground.TOSS)
    if code < ground.AT - 1:
        return ("mine" if s.step == ground.MINES else "target", divmod(code - ground.TARGET, 20))
    return ("y" if s.step == ground.DOWN else "x", code - ground.AT)


def compare(table, model):
    s = table.plain
    standing = {divmod(n, 20): (s.x[n], s.y[n]) for n in range(80) if s.x[n] != ground.NONE}
    assert standing == model.soldiers
    assert [20 - s.arrived[seat] for seat in model.seats] == model.reserve
    assert list(s.taken[: table.seats]) == model.taken
    assert [counted(s.hand[seat]) for seat in model.seats] == model.hands
    assert [s.held[seat] for seat in model.seats] == [hand.total() for hand in model.hands]
    assert (counted(s.deck), s.left, counted(s.spent)) == (model.deck, model.deck.total(), model.discard)
    assert {divmod(n, 20) for n in s.fresh if n != ground.NONE} == model.stepped
    assert table.scores() == [model.score(seat) for seat in model.seats]
    assert table.over == model.over
    if not model.over:
        assert (s.mover, bool(s.moved), s.played) == (model.mover, model.moved, model.played)
        assert (s.unable, s.quiet) == (model.unable, model.still)


def thin_out(table, model, people):
    """Before the first turn: few cards are left, and few soldiers on the table and in reserve."""
    s = table.plain
    for cards, most in [(model.deck, 6), *((hand, 5) for hand in model.hands)]:
        for symbol in people.sample(sorted(cards.elements()), max(0, cards.total() - people.randint(0, most))):
            cards[symbol] -= 1
            model.discard[symbol] += 1
    gone = people.choice([0, 13, 14, 15])  # of each seat, so that ties are not rare
    for seat in model.seats:
        model.reserve[seat] -= gone
        model.taken[seat] += gone
        model.kill((seat + 1) % table.seats, people.sample(sorted(model.own(seat)), people.choice([0, 3, 4, 5])))
    for seat in model.seats:
        s.arrived[seat], s.taken[seat] = 20 - model.reserve[seat], model.taken[seat]
        s.held[seat] = model.hands[seat].total()
        for symbol in range(6):
            s.hand[seat, symbol] = model.hands[seat][symbol]
    for symbol in range(6):
        s.deck[symbol], s.spent[symbol] = model.deck[symbol], model.discard[symbol]
    for n in range(80):
        s.x[n], s.y[n] = model.soldiers.get(divmod(n, 20), (ground.NONE, ground.NONE))
    s.left, s.empty = model.deck.total(), int(not model.deck.total())


# How people like each kind of choice.
STYLES = {
    "anything": {},
    "fighter": {"close combat": 20, "sniper": 9, "grenade": 3, "decline": 0.2},
    "settler": {"place": 40, "drop": 40, "grenade": 0.1, "sniper": 0.1, "end turn": 2},
    "walker": {"end turn": 9, "grenade": 0.1, "sniper": 0.1, "keep": 9, "decline": 9},
    "spender": {"end turn": 0.3, "move": 0.1, "decline": 0.1, "sniper": 3},
    "idler": {"end turn": 500, "keep": 500, "decline": 500},
    "thrower away": {"end turn": 200, "discard": 9},
}


def play_beside(seats, options, seed, style="", thin=False):
    """A whole game, compared at every step."""
    people = random.Random(seed)
    table = GAME.new(seats, seed, options, gear="compiled")
    s = table.plain
    model = Model(seats, s.mover, Told(s), options["move_timing"], options["stuck_hand"])
    styles = [STYLES[style or people.choice(sorted(STYLES))] for _ in model.seats]
    corner = people.random() < 0.3  # they like the first and the last x and y
    if thin:
        thin_out(table, model, people)
    story = model.game()
    asked = next(story)
    while asked:
        seat, expected = asked
        compare(table, model)
        assert table.waiting() == [seat]
        codes = {named(s, seat, code): code for code in table.codes(seat)}
        assert len(codes) == len(table.codes(seat))
        assert set(codes) == expected
        choices = sorted(expected)
        if corner and choices[0][0] in ("x", "y"):
            choices = [choices[0], choices[-1]]
        choice = people.choices(choices, [styles[seat].get(choice[0], 1) for choice in choices])[0]
        if ("decline",) in codes and people.random() < 0.1:
            choice = ("too late",)
            table.tick()
            table.settle()
        else:
            table.play(seat, codes[choice])
        try:
            asked = story.send(choice)
        except StopIteration:
            asked = None
    compare(table, model)
    assert table.waiting() == []
    assert table.ranks() == model.ranks()
    return model


OPTIONS = [
    {"move_timing": timing, "stuck_hand": stuck} for timing in ("any", "first") for stuck in ("discard", "strict")
]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_go_as_in_the_model(seats):
    for seed, options in enumerate(OPTIONS):
        play_beside(seats, options, seed)


def test_rare_things_are_compared():
    happened = set()
    for seed in range(60):
        happened |= play_beside(2 + seed % 3, OPTIONS[seed % 4], seed, ("spender", "")[seed % 2], thin=True).happened
    assert happened == {
        "kills its own", "nobody stands", "drops fewer than three", "a mine in a later round", "a hand is empty",
        "passes by choice", "all pass", "all hands are empty", "nobody plays", "nobody plays before the end phase",
        "reserves decide", "a shared rank",
    }  # fmt: skip


def fall(s, soldiers, tries):
    """Where a cube falls that is dropped among these, and whether it was clumsy: the record's own chance is asked."""
    for _ in range(tries):
        x, y = (120 + sum(chance(s, 41) - 20 for _ in range(3)) for _ in range(2))
        if not any(overlap((x, y), at) for at in soldiers):
            return (x, y), False
    covered = {(a + i, b + j) for a, b in soldiers for i in range(-3, 4) for j in range(-3, 4)}
    free = {(a, b) for a in ROOM for b in ROOM} - covered
    return min(free, key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p[1], p[0])), True


@pytest.mark.parametrize("tries", [1, 2, 50])
def test_cubes_fall_where_chance_says_and_beside_others_when_there_is_no_room(tries, monkeypatch):
    """As many draws as the rules say never all fail on any table that can come up, so there are fewer at first."""
    assert turns.TRIES == 50
    monkeypatch.setattr(turns, "TRIES", tries)
    clumsy = set()
    for seed in range(8):
        table = GAME.new(4, seed, gear="plain")
        s = table.plain
        for n in range(80):  # the middle is full
            stands = n % 20 < 16
            s.x[n] = 102 + 5 * (n // 20 * 2 + n % 2) if stands else ground.NONE
            s.y[n] = 102 + 5 * (n % 20 // 2) if stands else ground.NONE
        for seat in range(4):
            s.arrived[seat] = 16
        expected, was_clumsy = fall(table.copy().plain, [(s.x[n], s.y[n]) for n in range(80) if n % 20 < 16], tries)
        n = turns.drop(s, 2)
        assert (n, (s.x[n], s.y[n])) == (56, expected)
        clumsy.add(was_clumsy)
    assert clumsy == ({False} if tries == 50 else {True, False})


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS)
def test_hundreds_of_games_go_as_in_the_model(seats, options):
    for seed in range(100):
        play_beside(seats, options, 1000 + seed, thin=seed % 4 == 0)
