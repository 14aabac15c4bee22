"""The rules of Grenade Salad once more, as literally as they are told and without a thought for speed.

One long sentence that stops wherever somebody decides. `test_grenade_salad_model` plays whole games beside it.
"""

from collections import Counter

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


def around(a, room):
    """All points in reach."""
    points = [(x, y) for x in range(a[0] - TILE, a[0] + TILE + 1) for y in range(a[1] - TILE, a[1] + TILE + 1)]
    return {(x, y) for x, y in points if x in room and y in room and in_reach(a, (x, y))}


def in_close_combat(a, b):
    gaps = [max(0, abs(a[axis] - b[axis]) - CUBE) for axis in (0, 1)]
    return gaps[0] ** 2 + gaps[1] ** 2 < CUBE**2


def in_blast(centre, a):
    return abs(centre[0] - a[0]) <= TILE // 2 and abs(centre[1] - a[1]) <= TILE // 2


def blocks(q, a, b):
    """Does the way from a to b go through the inside of the cube at q?

    While a point walks along it, it is between two opposite sides of the cube for a span of time; for the other two
    likewise. It is inside if the spans have a time in common. Times are multiplied until they are whole.
    """
    way = [b[axis] - a[axis] for axis in (0, 1)]
    slow = [abs(step) or 1 for step in way]
    begin, end = 0, slow[0] * slow[1]
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

    def is_free(self, point, but=None):
        return not any(overlap(point, at) for soldier, at in self.soldiers.items() if soldier != but)

    def sees(self, a, b):
        others = [at for soldier, at in self.soldiers.items() if soldier not in (a, b)]
        return not any(blocks(q, self.soldiers[a], self.soldiers[b]) for q in others)

    def targets(self, way, a):
        """Whom a soldier can kill in close combat or by a shot."""
        if way == "sniper":
            return {b for b in self.enemies(a[0]) if self.sees(a, b)}
        return {b for b in self.enemies(a[0]) if in_close_combat(self.soldiers[a], self.soldiers[b])}

    def moves(self, soldier):
        here = self.soldiers[soldier]
        return {p for p in around(here, ROOM) if p != here and self.is_free(p, but=soldier)}

    def places(self):
        spread = range(1 - CUBE, CUBE)
        covered = {(x + i, y + j) for x, y in self.soldiers.values() for i in spread for j in spread}
        return {(x, y) for x in ROOM for y in ROOM} - covered

    def has_effect(self, seat, way):
        """Could a card be played in this way as things stand?"""
        if way == "place":
            return self.reserve[seat] > 0
        if way == "drop":
            return self.reserve[seat] > 0 and self.deck.total() > 0
        if way == "grenade":
            return bool(self.own(seat))
        return any(self.targets(way, soldier) for soldier in self.own(seat))

    def playable(self, seat):
        return {way for way, symbol in CARDS.items() if self.hands[seat][symbol] and self.has_effect(seat, way)}

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
            cards = self.playable(seat) if self.played < 2 else set()
            may_move = not self.moved and not (self.timing == "first" and self.played)
            movable = may_move and any(self.moves(soldier) for soldier in self.own(seat))
            choice = yield seat, {(way,) for way in cards | {"end turn"} | ({"move"} if movable else set())}
            if choice == ("end turn",):
                break
            yield from self.move(seat) if choice == ("move",) else self.play(seat, choice[0])
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

    def point(self, seat, points):
        _, x = yield seat, {("x", x) for x, _ in points}
        _, y = yield seat, {("y", y) for at, y in points if at == x}
        return x, y

    def move(self, seat):
        _, soldier = yield seat, {("soldier", soldier) for soldier in self.own(seat) if self.moves(soldier)}
        self.soldiers[soldier] = yield from self.point(seat, self.moves(soldier))
        self.moved = True
        yield from self.mine_window(seat, {soldier})

    def play(self, seat, way):
        if way == "place":
            at = yield from self.point(seat, self.places())
        elif way == "grenade":
            _, thrower = yield seat, {("soldier", soldier) for soldier in self.own(seat)}
            at = yield from self.point(seat, around(self.soldiers[thrower], GROUND))
        elif way != "drop":
            able = {soldier for soldier in self.own(seat) if self.targets(way, soldier)}
            _, attacker = yield seat, {("soldier", soldier) for soldier in able}
            _, target = yield seat, {("target", target) for target in self.targets(way, attacker)}
        self.put_down(seat, CARDS[way])
        self.played += 1
        if way == "place":
            yield from self.mine_window(seat, {self.arrives(seat, at)})
        elif way == "grenade":
            self.explode(seat, at)
        elif way == "drop":
            due = min(3, self.reserve[seat])
            if due < 3:
                self.happened.add("drops fewer than three")
            first = 20 - self.reserve[seat]
            dropped = {self.arrives(seat, self.told.landed((seat, k))) for k in range(first, first + due)}
            yield from self.mine_window(seat, dropped)
        else:
            self.kill(seat, [target])

    def mine_window(self, active, stepped):
        self.stepped = stepped
        rounds, mines = 0, 1
        while mines and self.stepped:
            rounds, mines = rounds + 1, 0
            for n in range(1, len(self.seats)):
                seat = (active + n) % len(self.seats)
                if not self.hands[seat][BRICKS] or not self.stepped:
                    continue
                choice = yield seat, {("decline",)} | {("mine", soldier) for soldier in self.stepped}
                if choice == ("decline",):
                    continue
                mines += 1
                self.put_down(seat, BRICKS)
                self.explode(seat, self.soldiers[choice[1]])
                if rounds > 1:
                    self.happened.add("a mine in the second round")
        self.stepped = set()

    # --- the end ---

    def score(self, seat):
        return 3 * len(self.own(seat)) + self.taken[seat]

    def ranks(self):
        worth = [(self.score(seat), self.reserve[seat]) for seat in self.seats]
        if max(worth)[0] in [score for score, reserve in worth if (score, reserve) != max(worth)]:
            self.happened.add("reserves decide")
        return [1 + sum(other > mine for other in worth) for mine in worth]
