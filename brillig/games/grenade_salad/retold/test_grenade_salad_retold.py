"""The rules of Grenade Salad once more, as literally as they are told and without a thought for speed.

One long sentence that stops wherever somebody decides. `test_grenade_salad_model` plays whole games beside it.
"""

from collections import Counter, defaultdict
from functools import lru_cache

from brillig.parts.boxes.greenbox import ARROW, BRICKS, CARD_SYMBOL, CIRCLES, DROP, HAMMERS, WHEEL

ROOM = range(2, 239)  # where a soldier's centre may be, on both axes
GROUND = range(241)  # where a grenade may land
TILE, CUBE = 24, 4

# What can be done with a card in one's own turn.
CARDS = {"place": DROP, "drop": CIRCLES, "close combat": HAMMERS, "sniper": ARROW, "grenade": WHEEL}


def overlap(a, b):
    return abs(a[0] - b[0]) < CUBE and abs(a[1] - b[1]) < CUBE


def in_reach(a, p):
    return (p[0] - a[0]) ** 2 + (p[1] - a[1]) ** 2 <= TILE**2


STEPS = [(i, j) for i in range(-TILE, TILE + 1) for j in range(-TILE, TILE + 1) if in_reach((0, 0), (i, j))]


def around(a, room):
    """All points in reach, one after the other."""
    return ((a[0] + i, a[1] + j) for i, j in STEPS if a[0] + i in room and a[1] + j in room)


def columns(points):
    """For every x of these points, its y."""
    found = defaultdict(set)
    for x, y in points:
        found[x].add(y)
    return found


def in_close_combat(a, b):
    gaps = [max(0, abs(a[axis] - b[axis]) - CUBE) for axis in (0, 1)]
    return gaps[0] ** 2 + gaps[1] ** 2 < CUBE**2


def in_blast(centre, a):
    return abs(centre[0] - a[0]) <= TILE // 2 and abs(centre[1] - a[1]) <= TILE // 2


@lru_cache(1 << 17)
def blocks(q, a, b):
    """Does the way from a to b go through the inside of the cube at q?

    While a point walks along it, it is between two opposite sides of the cube for a span of time; for the other two
    likewise. It is inside if the spans have a time in common. Times are multiplied until they are whole.
    """
    way = [b[axis] - a[axis] for axis in (0, 1)]
    slow = [abs(step) or 1 for step in way]
    begin, end = 0, slow[0] * slow[1]
    if max(a[0], b[0]) <= q[0] - CUBE or min(a[0], b[0]) >= q[0] + CUBE:
        return False  # far to the left or right of both
    for axis in (0, 1):
        apart = q[axis] - a[axis]
        if way[axis] == 0:
            if abs(apart) >= CUBE // 2:
                return False
            continue
        sign = 1 if way[axis] > 0 else -1
        times = [(apart + side) * sign * slow[1 - axis] for side in (-CUBE // 2, CUBE // 2)]
        begin, end = max(begin, min(times)), min(end, max(times))
    return begin < end


class Model:
    """A soldier is (seat, which of its soldiers in the order of arrival). `told` answers for chance."""

    def __init__(self, seats, starter, told, timing="any", stuck="discard"):
        self.seats, self.mover, self.told, self.timing, self.stuck = range(seats), starter, told, timing, stuck
        self.soldiers = {}  # those who stand, and where
        self.reserve, self.taken = [20] * seats, [0] * seats
        self.deck, self.discard = Counter(CARD_SYMBOL), Counter()
        self.hands = [Counter() for _ in self.seats]
        self.moved, self.played = False, 0  # in this turn
        self.stepped = set()  # who may have stepped on a mine
        self.still = self.unable = 0  # turns in a row without any card; those of them that count as passes of all
        self.left = 0  # cards that left hands in this turn
        self.over, self.happened = False, set()  # rare things, for the tests
        for soldier in [(seat, k) for k in range(5) for seat in self.seats]:
            self.arrives(soldier[0], told.landed(soldier))
        for seat in self.seats:
            self.draw(seat)

    # --- what things are ---

    def own(self, seat):
        return {soldier for soldier in self.soldiers if soldier[0] == seat}

    def enemies(self, seat):
        return {soldier for soldier in self.soldiers if soldier[0] != seat}

    def is_free(self, point):
        return not any(overlap(point, at) for at in self.soldiers.values())

    def sees(self, a, b):
        others = [at for soldier, at in self.soldiers.items() if soldier not in (a, b)]
        return not any(blocks(q, self.soldiers[a], self.soldiers[b]) for q in others)

    def targets(self, way, a):
        """Whom a soldier can kill in close combat or by a shot."""
        if way == "sniper":
            return {b for b in self.enemies(a[0]) if self.sees(a, b)}
        return {b for b in self.enemies(a[0]) if in_close_combat(self.soldiers[a], self.soldiers[b])}

    def moves(self, soldier):
        """All points it may move to, one after the other."""
        here = self.soldiers[soldier]
        others = [at for other, at in self.soldiers.items() if other != soldier]
        near = [at for at in others if max(abs(at[0] - here[0]), abs(at[1] - here[1])) < TILE + CUBE]
        shut = {here} | {(x + i, y + j) for x, y in near for i in range(-3, 4) for j in range(-3, 4)}
        return (p for p in around(here, ROOM) if p not in shut)

    def places(self):
        """All points where a soldier may be placed: for every x its y."""
        free = {x: set(ROOM) for x in ROOM}
        for x, y in self.soldiers.values():
            for covered in range(x - CUBE + 1, x + CUBE):
                free.get(covered, set()).difference_update(range(y - CUBE + 1, y + CUBE))
        return free

    def uses(self, seat, way):
        if way == "place":
            return {("place",)} if self.reserve[seat] else set()
        if way == "drop":
            return {("drop",)} if self.reserve[seat] and self.deck.total() else set()
        able = {soldier for soldier in self.own(seat) if way == "grenade" or self.targets(way, soldier)}
        return {(way, soldier) for soldier in able}

    def playable(self, seat):
        """How the cards in hand could be used, and by whom, as things stand."""
        held = [way for way, symbol in CARDS.items() if self.hands[seat][symbol]]
        return {use for way in held for use in self.uses(seat, way)}

    # --- what happens ---

    def draw(self, seat):
        due = min(5 - self.hands[seat].total(), self.deck.total())
        drawn = self.told.hand(seat) - self.hands[seat]
        assert drawn.total() == max(0, due)
        assert drawn <= self.deck
        self.hands[seat] += drawn
        self.deck -= drawn

    def put_down(self, seat, symbol):
        self.hands[seat][symbol] -= 1
        self.discard[symbol] += 1
        self.left += 1

    def arrives(self, seat, point):
        assert self.is_free(point)
        assert point[0] in ROOM
        assert point[1] in ROOM
        soldier = (seat, 20 - self.reserve[seat])
        self.soldiers[soldier] = point
        self.reserve[seat] -= 1
        return soldier

    def kill(self, seat, soldiers):
        for soldier in soldiers:
            del self.soldiers[soldier]
            self.stepped.discard(soldier)
            self.taken[seat] += 1
        if any(soldier[0] == seat for soldier in soldiers):
            self.happened.add("kills its own")

    def explode(self, seat, centre):
        self.kill(seat, [soldier for soldier, at in self.soldiers.items() if in_blast(centre, at)])

    # --- the story: yields (seat, choices) of the one who decides, and is sent the choice ---

    def game(self):
        while not self.over:
            begun_empty = not self.deck.total()
            self.moved, self.played, self.left = False, 0, 0
            yield from self.turn(self.mover)
            self.turn_ends(begun_empty)
            self.mover = (self.mover + 1) % len(self.seats)

    def turn(self, seat):
        while True:
            self.happened |= {"a hand is empty"} if self.deck.total() and not self.hands[seat].total() else set()
            self.happened |= {"nobody stands"} if not self.own(seat) else set()
            cards = self.playable(seat) if self.played < 2 else set()
            may_move = not self.moved and not (self.timing == "first" and self.played)
            movable = {soldier for soldier in self.own(seat) if may_move and any(self.moves(soldier))}
            choice = yield seat, cards | {("move", soldier) for soldier in movable} | {("end turn",)}
            if choice == ("end turn",):
                break
            yield from self.move(seat, choice[1]) if choice[0] == "move" else self.play(seat, *choice)
        cannot = not self.playable(seat)
        if not self.played and self.deck.total() and self.stuck == "discard" and self.hands[seat].total():
            held = {("discard", symbol) for symbol in self.hands[seat] if self.hands[seat][symbol]}
            choice = yield seat, held | {("keep",)}
            if choice != ("keep",):
                self.put_down(seat, choice[1])
        self.draw(seat)
        self.passed = not self.played and cannot

    def turn_ends(self, begun_empty):
        seats = len(self.seats)
        self.still = 0 if self.left else self.still + 1
        self.unable = self.unable + 1 if begun_empty and not self.left and self.passed else 0
        endings = {
            "all hands are empty": not self.deck.total() and not any(hand.total() for hand in self.hands),
            "all pass": self.unable >= seats,
            "nobody plays": self.still >= 3 * seats,
        }
        self.over = any(endings.values())
        self.happened |= {ending for ending in endings if endings[ending]}
        if endings["nobody plays"] and self.deck.total():
            self.happened.add("nobody plays before the end phase")
        if not self.left and begun_empty and not self.passed:
            self.happened.add("passes by choice")

    def point(self, seat, ways):
        """A point is chosen by its x, then its y; `ways` has the y of every x."""
        _, x = yield seat, {("x", x) for x in ways if ways[x]}
        _, y = yield seat, {("y", y) for y in ways[x]}
        return x, y

    def move(self, seat, soldier):
        self.moved = True
        self.soldiers[soldier] = yield from self.point(seat, columns(self.moves(soldier)))
        yield from self.mine_window(seat, {soldier})

    def play(self, seat, way, soldier=None):
        self.put_down(seat, CARDS[way])
        self.played += 1
        if way == "place":
            at = yield from self.point(seat, self.places())
            yield from self.mine_window(seat, {self.arrives(seat, at)})
        elif way == "drop":
            first = 20 - self.reserve[seat]
            due = min(3, self.reserve[seat])
            if due < 3:
                self.happened.add("drops fewer than three")
            dropped = {self.arrives(seat, self.told.landed((seat, k))) for k in range(first, first + due)}
            yield from self.mine_window(seat, dropped)
        elif way == "grenade":
            at = yield from self.point(seat, columns(around(self.soldiers[soldier], GROUND)))
            self.explode(seat, at)
        else:
            _, target = yield seat, {("target", target) for target in self.targets(way, soldier)}
            self.kill(seat, [target])

    def mine_window(self, active, stepped):
        """Who is "too late" has no mine, nor have those who would be asked after her."""
        self.stepped = stepped
        rounds, mines = 0, 1
        while mines and self.stepped:
            rounds, mines = rounds + 1, 0
            for n in range(1, len(self.seats)):
                seat = (active + n) % len(self.seats)
                if not self.hands[seat][BRICKS] or not self.stepped:
                    continue
                choice = yield seat, {("decline",)} | {("mine", soldier) for soldier in self.stepped}
                if choice == ("too late",):
                    break
                if choice != ("decline",):
                    mines += 1
                    self.put_down(seat, BRICKS)
                    self.explode(seat, self.soldiers[choice[1]])
                    self.happened |= {"a mine in a later round"} if rounds > 1 else set()
        self.stepped = set()

    # --- the end ---

    def score(self, seat):
        return 3 * len(self.own(seat)) + self.taken[seat]

    def ranks(self):
        worth = [(self.score(seat), self.reserve[seat]) for seat in self.seats]
        if max(worth)[0] in [score for score, reserve in worth if (score, reserve) != max(worth)]:
            self.happened.add("reserves decide")
        if len(set(worth)) < len(worth):
            self.happened.add("a shared rank")
        return [1 + sum(other > mine for other in worth) for mine in worth]


def test_measured_examples_of_the_rules_hold_in_what_is_retold():
    a = (100, 100)
    close = {(104, 100): True, (107, 100): True, (108, 100): False, (106, 107): True, (107, 107): False}
    assert {b: in_close_combat(a, b) for b in close} == close
    between = {(120, 110): True, (120, 112): True, (120, 113): False, (150, 125): False}
    assert {q: blocks(q, a, (140, 120)) for q in between} == between
    far = {(124, 100): True, (116, 117): True, (117, 117): False}
    assert {p: in_reach(a, p) for p in far} == far
    assert [len(set(around(p, ROOM)) - {p}) for p in (a, (2, 2))] == [1792, 472]
    assert [in_blast((150, 110), p) for p in ((162, 122), (163, 110))] == [True, False]
    assert [overlap((123, 115), p) for p in ((125, 117), (129, 115))] == [True, False]
