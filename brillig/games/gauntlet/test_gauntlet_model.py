"""The game once more, as one long sentence that stops wherever somebody decides, and whole games played beside it."""

import random

import pytest

from brillig.games.gauntlet import record, tracks
from brillig.games.gauntlet.game import GAME
from brillig.games.gauntlet.test_gauntlet_course import FINISH, START, TRACKS, WAYS, Track, check_track
from brillig.parts.boxes.greenbox import (
    ARROW,
    BRICKS,
    CARD_GROUND,
    CARD_NUMBER,
    CARD_SYMBOL,
    CIRCLES,
    DROP,
    GREEN_GROUND,
    HAMMERS,
    WHEEL,
)

FIRST_CARDS = {
    2: [[11, 28, 45], [19, 36, 29]],
    3: [[19, 7, 16], [6, 28, 24], [11, 15, 8]],
    4: [[19, 7, 16], [6, 28, 24], [11, 15, 8], [44, 20, 29]],
}


class Model:
    """The rules again, as literally as they are told. `told` answers for chance: the die, hands and pool."""

    def __init__(self, seats, track, starter, cap, told):
        self.seats, self.track, self.holder, self.cap, self.told = seats, track, starter, cap, told
        self.place, self.life = [START] * seats, [3] * seats
        self.stunned = {}  # seat: the turn in which it lost its last life point
        self.finished = {}  # seat: the step, and which place in the step's order
        self.hands = [set()] * seats
        for n, cards in enumerate(FIRST_CARDS[seats]):
            self.hands[(starter + n) % seats] = set(cards)
        pack = {card for card in range(54) if seats > 2 or CARD_GROUND[card] != GREEN_GROUND}
        self.pile, self.discard, self.pool = pack.difference(*self.hands), set(), set()
        self.left, self.plan = [0] * seats, [[] for _ in range(seats)]
        self.up, self.turned = {}, set()  # the card of this step, by seat; all cards that were turned up in this turn
        self.turn, self.step, self.die = 0, 0, 0
        self.happened = set()  # rare things, for the tests

    def draw(self, due, cards, seen):
        """So many cards from the pile to `cards`, which shows `seen` afterwards."""
        for _ in range(due):
            if not self.pile:
                self.happened.add("shuffled")
                self.pile, self.discard = self.discard, set()
            card = min((seen - cards) & self.pile)
            self.pile.remove(card)
            cards.add(card)

    def game(self):
        """Yields {seat: choices} of all who decide now, and is sent (seat, choice)."""
        self.draw(3 * self.seats, self.pool, self.told.pool())
        while not self.finished and self.turn < self.cap:
            self.turn += 1
            yield from self.one_turn()

    def one_turn(self):
        table = [(self.holder + n) % self.seats for n in range(self.seats)]
        active = [seat for seat in table if seat not in self.stunned]
        if not active:
            self.happened.add("nobody is active")
        else:
            self.die = self.told.die()
            assert self.die in (3, 4, 5, 6)
        for seat in active:
            self.left[seat] = self.die
        for seat in active:
            for _ in range(2):
                _, (_, card) = yield {seat: {("take", card) for card in self.pool}}
                self.pool.remove(card)
                self.hands[seat].add(card)
            self.draw(2, self.hands[seat], self.told.hand(seat))
        while any(len(self.plan[seat]) < 4 for seat in active):
            seat, (_, card) = yield {
                seat: {("plan", card) for card in self.hands[seat]} for seat in active if len(self.plan[seat]) < 4
            }
            self.hands[seat].remove(card)
            self.plan[seat].append(card)
        for seat in active:
            self.discard.add(self.plan[seat].pop())
        for self.step in (1, 2, 3):
            playing = [seat for seat in active if seat not in self.stunned and seat not in self.finished]
            self.up = {seat: self.plan[seat][self.step - 1] for seat in playing}
            self.turned |= set(self.up.values())
            for nth, seat in enumerate(sorted(playing, key=lambda seat: -CARD_NUMBER[self.up[seat]])):
                if seat not in self.stunned:
                    yield from self.act(seat, nth)
        self.turn_ends()

    def turn_ends(self):
        for plan in self.plan:
            self.discard |= set(plan)
            plan.clear()
        self.step, self.up, self.turned = 0, {}, set()
        if self.finished or self.turn == self.cap:
            return
        for seat in [seat for seat in self.stunned if self.stunned[seat] < self.turn]:
            del self.stunned[seat]
            self.life[seat] = 3
        self.holder = (self.holder + 1) % self.seats
        self.draw(3 * self.seats - len(self.pool), self.pool, self.told.pool())

    def act(self, seat, nth):
        symbol = CARD_SYMBOL[self.up[seat]]
        if symbol == DROP:
            self.life[seat] = min(3, self.life[seat] + 1)
        if symbol not in (HAMMERS, ARROW):
            yield from self.moves(seat, nth)
            return
        _, order = yield {seat: {("effect first",), ("moves first",)}}
        if order == ("effect first",):
            yield from self.effect(seat, symbol)
            if seat in self.stunned:
                self.happened.add("stunned by her own volley")
        if seat not in self.stunned:
            yield from self.moves(seat, nth)
        if order == ("moves first",) and seat in self.finished:
            self.happened.add("at the finish before the effect")
        elif order == ("moves first",):
            yield from self.effect(seat, symbol)

    def moves(self, seat, nth):
        later = 3 - self.step
        most = self.left[seat] - later
        for made in range(most):
            ways = {("to", to) for to in self.track.neighbours(self.place[seat]) if self.may_enter(seat, to)}
            if not ways:
                return
            stop = {("stop",)} if made and later else set()
            _, choice = yield {seat: ways | stop}
            if choice == ("stop",):
                return
            self.place[seat] = choice[1]
            self.left[seat] -= 1
            if choice[1] == FINISH:
                self.finished[seat] = (self.step, nth)
                self.left[seat] = 0
                return

    def may_enter(self, seat, to):
        symbol = CARD_SYMBOL[self.up[seat]]
        return to == FINISH or self.track.tiles[to] in "." + "B" * (symbol == BRICKS) + "L" * (symbol == CIRCLES)

    def effect(self, seat, symbol):
        if symbol == ARROW:
            for line in self.track.lines():
                for runner in range(self.seats):
                    if self.place[runner] in line:
                        self.hit(runner)
            return
        c, r = at = self.place[seat]
        near = {at} | {(c + dc, r + dr) for dc, dr in WAYS.values()}
        targets = {
            ("strike", other)
            for other in range(self.seats)
            if other != seat and other not in self.stunned and self.place[other] in near & set(self.track.tiles)
        }
        if at == START or not targets:
            return
        target = min(targets)
        if len(targets) > 1:
            _, target = yield {seat: targets}
        self.hit(target[1])

    def hit(self, seat):
        if seat in self.stunned:
            return
        if CARD_SYMBOL[self.up[seat]] == WHEEL:
            self.happened.add("shielded")
            return
        self.life[seat] -= 1
        if self.life[seat] == 0:
            self.stunned[seat] = self.turn
            self.left[seat] = 0
            self.happened.add("stunned")

    def score(self, seat):
        """Moves nearer to the finish than at the start; who is there has its life points besides."""
        nearer = self.track.way_left(START) - self.track.way_left(self.place[seat])
        return nearer + (self.life[seat] if seat in self.finished else 0)

    def standing(self, seat):
        """The less, the better."""
        if seat in self.finished:
            return (0, -self.life[seat], *self.finished[seat])
        return (1, self.track.way_left(self.place[seat]), -self.life[seat])

    def ranks(self):
        order = [self.standing(seat) for seat in range(self.seats)]
        return [1 + sum(other < mine for other in order) for mine in order]


class Told:
    """What the record says about chance."""

    def __init__(self, s):
        self.s = s

    def lying(self, where):
        return {card for card in range(54) if self.s.where[card] == where}

    def die(self):
        return self.s.moves

    def pool(self):
        return self.lying(record.POOL)

    def hand(self, seat):
        return self.lying(record.HAND + seat)


def spot(s, place):
    """(column, row) of a place in the record."""
    if place >= tracks.PLACES:
        return START if place == tracks.START else FINISH
    return (place % tracks.STRIDE[s.outline], place // tracks.STRIDE[s.outline])


def named(s, code):
    if code < record.EFFECT_FIRST:
        return ("take" if s.phase == record.TAKE else "plan", code)
    if code >= record.STRIKE:
        return ("strike", code - record.STRIKE)
    words = {record.EFFECT_FIRST: "effect first", record.MOVES_FIRST: "moves first", record.STOP: "stop"}
    return (words[code],) if code in words else ("to", spot(s, code - record.STEP_TO))


def compare(table, model):
    s, told, seats = table.plain, model.told, range(model.seats)
    assert [spot(s, place) for place in s.at[: s.seats]] == model.place
    assert list(s.life[: s.seats]) == model.life
    assert {seat for seat in seats if s.stun[seat]} == set(model.stunned)
    assert {seat for seat in seats if s.home[seat]} == set(model.finished)
    assert table.scores() == [model.score(seat) for seat in seats]
    assert told.pool() == model.pool
    assert told.lying(record.PILE) == model.pile
    assert told.lying(record.DISCARD) == model.discard
    assert told.lying(record.TURNED_UP) == model.turned
    assert [told.hand(seat) for seat in seats] == [
        model.hands[seat] | set(model.plan[seat]) - model.turned for seat in seats
    ]
    if model.step:
        assert {seat: s.shown[seat] for seat in seats if s.shown[seat] >= 0} == model.up
        assert (s.step + 1, list(s.left[: s.seats])) == (model.step, model.left)


def tile(s, place):
    return " " if s.tile[place] == tracks.GAP else tracks.LETTERS[s.tile[place]]


def play_beside(seats, track, cap, seed, manner="", late=False):
    """A whole game, compared at every step; a late one begins a few moves before the finish, with wounds."""
    people, table = random.Random(seed), GAME.new(seats, seed, {"track": track, "turn_cap": cap}, gear="compiled")
    s = table.plain
    shape = tracks.NAMES[s.outline]
    laid = {spot(s, place): tile(s, place) for place in range(tracks.PLACES) if tile(s, place) != " "}
    course = Track(shape, laid)
    check_track(shape, course, track)
    model = Model(seats, course, s.holder, cap, Told(s))
    if late:
        close = [
            place for place in range(tracks.PLACES) if tile(s, place) in ".BL" and course.way_left(spot(s, place)) < 8
        ]
        for seat in range(seats):
            s.at[seat], s.life[seat] = people.choice(close), people.randint(1, 3)
        model.place, model.life = [spot(s, place) for place in s.at[:seats]], list(s.life[:seats])
    manners = [manner or people.choice(sorted(MANNERS)) for _ in range(seats)]
    story = model.game()
    asked = next(story)
    while asked:
        compare(table, model)
        assert set(table.waiting()) == set(asked)
        assert (s.turn, s.holder, s.moves) == (model.turn, model.holder, model.die)
        for seat in asked:
            codes = {named(s, code): code for code in table.codes(seat)}
            assert len(codes) == len(table.codes(seat))
            assert set(codes) == asked[seat]
        seat = people.choice(sorted(asked))
        choice = MANNERS[manners[seat]](people, model, seat, sorted(asked[seat]))
        table.play(seat, {named(s, code): code for code in table.codes(seat)}[choice])
        try:
            asked = story.send((seat, choice))
        except StopIteration:
            asked = {}
    assert table.over
    assert table.waiting() == []
    compare(table, model)
    assert table.ranks() == model.ranks()
    return model


def anyhow(people, model, seat, choices):
    return people.choice(choices)


def racing(people, model, seat, choices):
    """Towards the finish, and with the cards that lead there."""
    if choices[0][0] == "to":
        return min(choices, key=lambda choice: 99 if choice == ("stop",) else model.track.way_left(choice[1]))
    if choices[0][0] in ("take", "plan") and people.random() < 0.8:
        return max(choices, key=lambda choice: CARD_SYMBOL[choice[1]] in (BRICKS, CIRCLES))
    return people.choice(choices)


def fighting(people, model, seat, choices):
    if choices[0][0] in ("take", "plan"):
        return max(choices, key=lambda choice: CARD_SYMBOL[choice[1]] in (ARROW, HAMMERS))
    return people.choice(choices)


def storming(people, model, seat, choices):
    """Arrows and swords, and always towards the finish."""
    return (racing if choices[0][0] == "to" else fighting)(people, model, seat, choices)


MANNERS = {"anyhow": anyhow, "racing": racing, "fighting": fighting, "storming": storming}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("track", ["random", *TRACKS])
def test_whole_games_go_as_in_the_model(seats, track):
    for seed in range(2):
        play_beside(seats, track, 20, seed)


def test_rare_things_are_compared():
    happened = set()
    for seed in range(16):
        model = play_beside(4, "Corridor", 20, seed, "racing", late=True)
        happened |= model.happened | {f"{len(model.finished)} at the finish"}
        happened |= play_beside(4, "Corridor", 20, seed, "storming", late=True).happened
        happened |= play_beside(2, "Corridor", 20, seed, "fighting").happened
    assert happened >= {
        "shuffled", "shielded", "stunned", "stunned by her own volley", "nobody is active",
        "at the finish before the effect", "1 at the finish", "2 at the finish",
    }  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("track", ["random", *TRACKS])
def test_hundreds_of_games_go_as_in_the_model(seats, track):
    for seed in range(100):
        cap = random.Random(seed).choice([20, 21, 40, 100])
        play_beside(seats, track, cap, 1000 + seed, late=seed % 2 == 0)
