"""A journey told once more: from where a rabbit stands to where it ends, tile by tile."""

from brillig.games.jack_rabbits.retold.test_hands_retold import AISLE, BLACK, RED, Hands
from brillig.games.jack_rabbits.retold.test_land_retold import HERE, OFF, RHOMBI, UNDERGROUND, is_hexagon

TRAIL, MERCHANT, INN, HOLE = set("♣♠♥"), set("♦♠"), set("♦♥"), set("♦♣")


class TurnOver(Exception):
    """The seat in turn is sent off."""


class Journeys(Hands):
    """`land` is laid and finished; `place` of each rabbit a hexagon, UNDERGROUND or OFF."""

    def start_walking(self, seat):
        self.origin, self.entered = self.place[seat], set()

    def price(self):
        return sum(self.dice) if self.dice else 99  # dice nobody saw: a turn without a decision

    def can_pay(self, seat, suits):
        return self.means(seat, suits) >= self.price()

    def is_new(self, end):
        """May one choose to leave a tile by this end? Not onto an end that was entered in this journey."""
        return self.land.across[end] not in self.entered or self.land.across[end] is None

    def send_off(self, seat):
        self.place[seat] = OFF
        if seat == self.mover:
            raise TurnOver

    def journey(self, seat):
        """Ends in (place, the road it came by or None), or in None: stayed."""
        self.start_walking(seat)
        if self.origin == UNDERGROUND:
            if not self.land.caves:
                return HERE, None
            choices = {("road", cave) for cave in self.land.caves}
        else:
            choices = {("road", (self.origin, k)) for k in self.land.roads[self.origin]} | {"stay"}
        if self.where[RED] == seat:
            choices.add("horse joker")
        choice = yield from self.ask(seat, "depart", choices)
        if choice == "stay":
            return None
        if choice == "horse joker":
            return (yield from self.ride_the_joker(seat))
        return (yield from self.walk(seat, choice[1]))

    def ride_the_joker(self, seat):
        self.happened.add("the horse joker")
        self.move(RED, AISLE)
        return (yield from self.ride(seat))

    def ride(self, seat):
        tile = yield from self.ask(seat, "ride", {("hexagon", tile) for tile in self.land.hexagons})
        return tile[1], None

    def walk(self, seat, end):
        """Out of a tile by an end of it, and on."""
        step = ("leave", end)
        while step and step[0] in ("leave", "enter"):
            step = yield from (self.leave if step[0] == "leave" else self.enter)(seat, step[1])
        return step

    def leave(self, seat, end):
        other = self.land.across[end]
        if other:
            return "enter", other
        ports = self.ports({self.land.water[end]}, end[0])
        choices = {"swim"} | ({"boat joker"} if self.where[BLACK] == seat and ports else set())
        if (yield from self.ask(seat, "shore", choices)) == "swim":
            self.send_off(seat)
        self.happened.add("the boat joker")
        self.move(BLACK, AISLE)
        return "enter", (yield from self.sail(seat, ports))

    def ports(self, waters, but):
        return {
            end
            for end, water in self.land.water.items()
            if water in waters and end[0] != but and end not in self.entered
        }

    def sail(self, seat, ports):
        return (yield from self.ask(seat, "sail", {("road", end) for end in ports}))[1]

    def enter(self, seat, end):
        if is_hexagon(end[0]):
            return end
        self.entered.add(end)
        if end[0] in RHOMBI:
            return (yield from self.trail(seat, end))
        return (yield from {"F": self.fork, "T": self.tavern, "C": self.cave}[end[0][0]](seat, end))

    def trail(self, seat, end):
        track = {end, self.land.through(end)}
        others = [(end[0], k) for k in range(4) if (end[0], k) not in track]
        targets = {("road", other) for other in others if self.is_new(other)}
        choices = {"keep"}
        if targets and self.can_pay(seat, TRAIL):
            if self.land.is_ring(others[0]):
                self.happened.add("a ring road")
            else:
                choices.add("trek")
        if (yield from self.ask(seat, "trek", choices)) == "keep":
            return "leave", self.land.through(end)
        yield from self.pay(seat, self.price(), TRAIL)
        return "leave", (yield from self.ask(seat, "trek end", targets))[1]

    def fork(self, seat, end):
        mine = [(end[0], k) for k in range(3)]
        choices = {("road", other) for other in mine if other != end and self.is_new(other)}
        ports = self.ports({self.land.water[other] for other in mine if other in self.land.water}, end[0])
        if self.can_pay(seat, MERCHANT):
            choices |= {"horse"} | ({"boat"} if ports else set())
        if not choices:
            self.happened.add("back to where the journey began")
            return None
        choice = yield from self.ask(seat, "fork", choices)
        if choice == "horse":
            yield from self.pay(seat, self.price(), MERCHANT)
            return (yield from self.ride(seat))
        if choice == "boat":
            self.happened.add("a boat")
            yield from self.pay(seat, self.price(), MERCHANT)
            return "enter", (yield from self.sail(seat, ports))
        return "leave", choice[1]

    def tavern(self, seat, end):
        bought = False
        while True:
            choices = {"walk on"}
            if not bought and self.can_pay(seat, INN):
                choices |= {f"buy {joker}" for joker in (RED, BLACK) if self.where[joker] == AISLE}
            if self.where[RED] == seat:
                choices.add("horse joker")
            choice = yield from self.ask(seat, "tavern", choices)
            if choice == "walk on":
                return "leave", self.land.through(end)
            if choice == "horse joker":
                return (yield from self.ride_the_joker(seat))
            yield from self.pay(seat, self.price(), INN)
            self.move(choice.removeprefix("buy "), seat)
            yield from self.keep_to_the_limit(seat)
            bought = True

    def cave(self, seat, end):
        others = {("road", cave) for cave in self.land.caves if cave != end and self.is_new(cave)}
        choices = {"go under"} | ({"cave"} if others and self.can_pay(seat, HOLE) else set())
        if (yield from self.ask(seat, "cave", choices)) == "go under":
            return UNDERGROUND, None
        yield from self.pay(seat, self.price(), HOLE)
        return "leave", (yield from self.ask(seat, "cave out", others))[1]
