"""The whole game told once more, as one long sentence that stops wherever somebody decides."""

from brillig.games.jack_rabbits.retold.test_crafts_retold import Crafts
from brillig.games.jack_rabbits.retold.test_hands_retold import AISLE, DISCARD, NUMBERS, TRAY
from brillig.games.jack_rabbits.retold.test_journey_retold import TurnOver
from brillig.games.jack_rabbits.retold.test_land_retold import HERE, HOUSES, OFF, RHOMBI, TRIANGLES, UNDERGROUND, Land

SHAPES = {"hexagon": list(HOUSES), "rhombus": RHOMBI, "triangle": TRIANGLES}


class Won(Exception):
    """The seat in turn is home with a fitting trio."""


class Model(Crafts):
    def __init__(self, seats, options, suits, starter, told, land=None):
        super().__init__(seats, options, suits, told)
        self.mover = self.starter = starter
        self.place = [HERE] * seats
        self.turns, self.over, self.winner = 0, False, None
        self.dice, self.after, self.offered, self.shown = None, False, set(), set()
        self.land, self.is_built = land or Land(), land is not None
        self.share = None

    def game(self):
        """Yields (seat, what is asked, choices), and is sent a choice."""
        if not self.is_built:
            yield from self.build()
        self.land.finish()
        self.is_built = True
        for seat in self.seats:
            for _ in range(3):
                self.draw(seat)
        try:
            while self.turns < self.options["round_cap"] * len(self.seats):
                yield from self.turn(self.mover)
                self.turns += 1
                self.mover = (self.mover + 1) % len(self.seats)
            self.happened.add("the round cap")
        except Won:
            self.happened.add("a win")
            self.winner = self.mover
        self.over = True

    # ---- a turn ----------------------------------------------------------------------------------------------------

    def turn(self, seat):
        self.dice, self.after, self.offered, self.shown = None, False, set(), set()
        self.win_at_home(seat)
        try:
            if self.is_full():
                yield from self.show_passport(seat)
            self.dice = self.told.dice(self)
            yield from self.lottery(seat)
            if self.place[seat] == OFF:
                self.place[seat] = UNDERGROUND
            else:
                yield from self.travel(seat)
        except TurnOver:
            self.clear_the_tray()
            return
        self.clear_the_tray()
        self.draw(seat)
        yield from self.keep_to_the_limit(seat)

    def is_full(self):
        return self.options["level"] == "full"

    def clear_the_tray(self):
        for card in self.lying(TRAY):
            self.move(card, DISCARD)

    def win_at_home(self, seat):
        if self.place[seat] == HERE and self.has_trio(seat):
            raise Won

    def lottery(self, seat):
        while True:
            if not self.dice:  # nobody was asked
                return
            matching = {card for card in self.hand(seat) - self.shown if any(self.ties(card, die) for die in self.dice)}
            choice = yield from self.ask(seat, "lottery", matching | {"no prize"})
            if choice == "no prize":
                return
            if self.place[seat] == OFF:
                self.happened.add("a prize off the board")
            self.shown.add(choice)
            self.show(choice)
            windfall = self.options["windfall"] == "on"
            for _ in range(sum(self.ties(choice, die) for die in self.dice) if windfall else 1):
                self.draw(seat)
                yield from self.keep_to_the_limit(seat)
            if not windfall:
                return

    def travel(self, seat):
        """From where the rabbit is to the increment."""
        if self.passport:
            self.start_walking(seat)
            arrival = yield from self.fly(seat)
        else:
            if self.place[seat] != UNDERGROUND and self.is_full() and (yield from self.be_local(seat)):
                return
            arrival = yield from self.journey(seat)
        while arrival:
            self.place[seat], came = arrival
            if arrival[0] == UNDERGROUND:
                return
            if self.is_full():
                yield from self.be_challenged(seat)
            self.win_at_home(seat)
            onward = yield from self.go_on(seat, came)
            if onward is None:
                break
            arrival = yield from self.walk(seat, onward)
        else:
            self.place[seat] = self.origin
            if self.origin == UNDERGROUND:
                return
        self.after = True
        yield from self.be_local(seat)

    def go_on(self, seat, came):
        """Trail of carrots: the road by which the journey goes on, or None."""
        house = self.place[seat]
        if self.options["trail_of_carrots"] == "off" or self.where.get(house) != seat:
            return None
        ways = {("road", (house, k)) for k in self.land.roads[house] if k != came and self.is_new((house, k))}
        choice = yield from self.ask(seat, "stop", ways | {"stop"})
        if choice == "stop":
            return None
        self.happened.add("a trail of carrots")
        return choice[1]

    def be_local(self, seat):
        """What is done on a hexagon. True: the turn goes to its increment."""
        while True:
            here = [k for k in self.others_from(seat) if self.place[k] == self.place[seat]]
            choices = {"leave"}
            if self.is_full():
                if self.accepted(seat, {"♠"}):
                    choices |= {("fight", k) for k in here}
                if self.goods(seat):
                    choices.add("market")
                for k in here:
                    if k not in self.offered and self.hand(seat) and self.hand(k):
                        choices |= {("buy from", k), ("sell to", k)}
            if self.after and self.may_acquire(seat):
                choices.add("acquire")
            choice = yield from self.ask(seat, "local", choices)
            if choice == "leave":
                return False
            if choice == "acquire":
                yield from self.acquire(seat)
                return True
            if choice == "market":
                yield from self.buy_at_the_market(seat)
            elif choice[0] == "fight":
                if (yield from self.fight(seat, choice[1])):
                    return True
            else:
                yield from self.trade(seat, choice[1], selling=choice[0] == "sell to")

    def may_acquire(self, seat):
        house = self.place[seat]
        if self.where.get(house) != AISLE or self.means(seat, {house[1]}) < 10:
            return False
        return len(self.royals(seat)) < 3 or bool(self.royals(seat) & self.accepted(seat, {house[1]}))

    def acquire(self, seat):
        house = self.place[seat]
        first = self.royals(seat) if len(self.royals(seat)) == 3 else None
        yield from self.pay(seat, 10, {house[1]}, first)
        self.move(house, seat)
        self.happened.add("a royal is acquired")
        yield from self.keep_to_the_limit(seat)

    # ---- building --------------------------------------------------------------------------------------------------

    def in_play(self):
        """Tiles to lay, by shape."""
        copies = "1234"[: len(self.suits)]
        return {
            shape: {tile for tile in tiles if tile[1] in (self.suits if shape == "hexagon" else copies)}
            for shape, tiles in SHAPES.items()
        }

    def build(self):
        if self.options["board"] == "strict":
            yield from self.build_strictly()
        else:
            yield from self.build_freely()
        self.mover = self.starter

    def build_strictly(self):
        left = self.in_play()
        self.share = [{shape: len(tiles) // len(self.seats) for shape, tiles in left.items()} for _ in self.seats]
        aside = []
        while any(left.values()):
            seat = self.mover
            shapes = {("shape", shape) for shape in left if self.share[seat][shape]}
            shape = (yield from self.ask(seat, "build shape", shapes))[1]
            tile = self.told.turned_up(left[shape])
            left[shape].remove(tile)
            self.share[seat][shape] -= 1
            if not (yield from self.lay(seat, tile)):
                self.happened.add("a tile that fits nowhere")
                aside.append((tile, seat))
            self.mover = (seat + 1) % len(self.seats)
        placed = True
        while placed and aside:
            placed = False
            for tile, seat in list(aside):
                if (yield from self.lay(seat, tile)):
                    aside.remove((tile, seat))
                    placed = True

    def build_freely(self):
        self.own = self.told.shares()
        for shape, tiles in self.in_play().items():
            dealt = [{tile for tile in own if tile in SHAPES[shape]} for own in self.own]
            assert set.union(*dealt) == tiles
            assert {len(own) for own in dealt} == {len(tiles) // len(self.seats)}
        idle = 0
        while idle < len(self.seats):
            seat = self.mover
            choices = {("tile", tile) for tile in self.own[seat] if self.land.placements(tile)[0]}
            if choices:
                tile = (yield from self.ask(seat, "build tile", choices))[1]
                yield from self.lay(seat, tile)
                self.own[seat].remove(tile)
            idle = 0 if choices else idle + 1
            self.mover = (seat + 1) % len(self.seats)

    def lay(self, seat, tile):
        placements, soft = self.land.placements(tile)
        if not placements:
            return False
        if soft:
            self.happened.add("triangles are joined")
        self.tile, self.soft = tile, soft
        _, spot = yield from self.ask(seat, "build spot", {("spot", spot) for spot, _ in placements})
        ways = {("turn", roads) for at, roads in placements if at == spot}
        _, roads = yield from self.ask(seat, "build turn", ways)
        self.land.lay(tile, spot, roads)
        self.tile = None
        return True

    # ---- the end ---------------------------------------------------------------------------------------------------

    def ranks(self):
        merit = [(seat == self.winner, *self.merit(seat)) for seat in self.seats]
        return [1 + sum(other > mine for other in merit) for mine in merit]


def test_shares_of_tiles():
    """Example 2."""
    for seats, suits, each in ((2, "♣♦♥♠", 6), (3, "♣♦♥♠", 4), (4, "♣♦♥♠", 3), (3, "♣♦♠", 3), (2, "♦♠", 3)):
        model = Model(seats, {"short_hands": "off"}, set(suits), 0, None)
        assert {len(tiles) // seats for tiles in model.in_play().values()} == {each}
        assert sum(model.where[card] == "pile" for card in NUMBERS) == 10 * len(suits)
