"""The game once more, as one long sentence that stops wherever somebody decides, and whole games played beside it."""

import random

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

CORRIDOR = """
. . < B . B . L L . v .
B . L L . B . B > . . .
. . < B . L ^ L . . . <
"""
HORSESHOE = """
. .     < L
> .     . .
> .     . L
B L     B L
. .     < .
. B     v .
B . L B . L
. . B . . <
"""
SERPENT = """
. . . B L .
. . L L . .
        L B
B ^ B . . <
. . L . . <
L B
> . . ^
> . . B
"""
TRACKS = {"Corridor": CORRIDOR, "Horseshoe": HORSESHOE, "Serpent": SERPENT}
STARTS = {"Corridor": "a1 a2 a3", "Horseshoe": "a1 b1", "Serpent": "a1 a2"}
FINISHES = {"Corridor": "l1 l2 l3", "Horseshoe": "e1 f1", "Serpent": "d7 d8"}
WAYS = {"^": (0, -1), "v": (0, 1), "<": (-1, 0), ">": (1, 0)}
START, FINISH = (-1, -1), (-2, -2)  # two spaces that are off the track
FIRST_CARDS = {
    2: [[11, 28, 45], [19, 36, 29]],
    3: [[19, 7, 16], [6, 28, 24], [11, 15, 8]],
    4: [[19, 7, 16], [6, 28, 24], [11, 15, 8], [44, 20, 29]],
}


def lay(text):
    lines = text.strip("\n").split("\n")
    return {(c, r): line[2 * c] for r, line in enumerate(lines) for c in range(len(line) // 2 + 1) if line[2 * c] != " "}


def space(name):
    return "abcdefghijkl".index(name[0]), int(name[1]) - 1


class Track:
    """Tiles by (column, row), and what can be said about them."""

    def __init__(self, shape, tiles):
        self.tiles = tiles
        self.start = {space(name) for name in STARTS[shape].split()}
        self.finish = {space(name) for name in FINISHES[shape].split()}

    def neighbours(self, at):
        """Where a move may lead, whatever lies there; an Arrow is never entered, nor is START."""
        if at == START:
            near = self.start
        else:
            near = {(at[0] + c, at[1] + r) for c, r in WAYS.values()} & set(self.tiles)
        onward = {FINISH} if at in self.finish else set()
        return {tile for tile in near if self.tiles[tile] not in WAYS} | onward

    def line(self, arrow):
        """The blank tiles that an Arrow tile hits."""
        (c, r), (dc, dr) = arrow, WAYS[self.tiles[arrow]]
        hit = []
        for n in range(1, 12):
            tile = (c + n * dc, r + n * dr)
            if self.tiles.get(tile) in ("B", "L"):
                break
            if self.tiles.get(tile) == ".":
                hit.append(tile)
        return hit

    def lines(self):
        return [self.line(tile) for tile in self.tiles if self.tiles[tile] in WAYS]

    def reached(self, may):
        """All that a runner can reach from START by moves that are allowed by `may`."""
        found, edge = {START}, [START]
        while edge:
            at = edge.pop()
            new = {to for to in self.neighbours(at) - found if to == FINISH or may(self.tiles.get(at), self.tiles[to])}
            found |= new
            edge += new - {FINISH}
        return found

    def way_left(self, at):
        moves, layer = 0, {at}
        while FINISH not in layer:
            moves, layer = moves + 1, layer | {to for here in layer - {FINISH} for to in self.neighbours(here)}
        return moves

    def faults(self):
        """What the maker of random tracks has to bring to nothing."""
        stands = {tile for tile in self.tiles if self.tiles[tile] not in WAYS}
        blank = {tile for tile in stands if self.tiles[tile] == "."}
        fire = {tile for line in self.lines() for tile in line}
        return (
            max(0, 2 - len(self.start & blank))
            + 5 * (FINISH not in self.reached(lambda here, there: {here, there} != {"B", "L"}))
            + len(stands - self.reached(lambda here, there: True))
            + sum(not self.neighbours(tile) & blank for tile in stands)
            + 3 * (FINISH in self.reached(lambda here, there: there == "."))
            + sum(len(line) < 2 for line in self.lines())
            + max(0, 8 - len(fire), len(fire) - 14)
        )


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
        self.left, self.plan, self.up = [0] * seats, [[] for _ in range(seats)], {}
        self.turn, self.step, self.die = 0, 0, 0
        self.stuns = self.hits = self.spared = 0  # how often, for the tests

    def draw(self, due, cards, seen):
        """So many cards from the pile to `cards`, which shows `seen` afterwards."""
        for _ in range(due):
            if not self.pile:
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
        if active:
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
            for nth, seat in enumerate(sorted(playing, key=lambda seat: -CARD_NUMBER[self.up[seat]])):
                if seat not in self.stunned:
                    yield from self.act(seat, nth)
        self.turn_ends()

    def turn_ends(self):
        for plan in self.plan:
            self.discard |= set(plan)
            plan.clear()
        self.step, self.up = 0, {}
        if self.finished:
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
        if seat not in self.stunned:
            yield from self.moves(seat, nth)
        if order == ("moves first",) and seat not in self.finished:
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
            self.spared += 1
            return
        self.hits += 1
        self.life[seat] -= 1
        if self.life[seat] == 0:
            self.stunned[seat] = self.turn
            self.stuns += 1

    def standing(self, seat):
        """The less, the better."""
        if seat in self.finished:
            return (0, -self.life[seat], *self.finished[seat])
        return (1, self.track.way_left(self.place[seat]), -self.life[seat])

    def ranks(self):
        order = [self.standing(seat) for seat in range(self.seats)]
        return [1 + sum(other < mine for other in order) for mine in order]
