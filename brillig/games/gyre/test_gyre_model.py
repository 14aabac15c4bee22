"""The game once more, in dicts and sets of names as on paper, and whole games played beside it."""

import random

import pytest

from brillig.games.gyre import grid
from brillig.games.gyre.game import GAME

COLOURS = "GYP"
CELLS = [row + column for row in "ABC" for column in "12345"]
RING = "N1 N2 N3 N4 N5 E1 E2 E3 S5 S4 S3 S2 S1 W3 W2 W1".split()
INNER, CORNERS = {"B2", "B3", "B4"}, {"A1", "A5", "C1", "C5"}


def line(space):
    """The cells that a Jabberwocky looks along, the nearest first."""
    side, k = space[0], int(space[1])
    cells = [row + space[1] for row in "ABC"] if side in "NS" else ["ABC"[k - 1] + column for column in "12345"]
    return cells if side in "NW" else cells[::-1]


class Model:
    """The rules again, as literally as they are told. `told` answers for chance: colours, the deal, who begins."""

    def __init__(self, seats, options, told):
        self.seats, self.options, self.told = range(seats), options, told
        self.colour = {}  # of each seat
        self.card = {}  # cell: (colour, number)
        self.down, self.gems = set(), {}  # cells; cell: {colour: gems}
        self.space, self.tray = {}, {}  # of each colour
        self.mover, self.moving, self.step = 0, None, "colour"
        self.last_neutral, self.turns, self.last_flip = False, 0, 0
        self.winner, self.over = None, False
        self.began, self.flipped = None, set()
        self.last, self.left = None, None  # the last choice and who made it; the space that was left by it
        self.flew = set()  # seats whose last action was to fly
        self.happened = set()  # rare things, for the tests

    @property
    def neutral(self):
        return "" if len(self.seats) == 3 else (set(COLOURS) - set(self.colour.values())).pop()

    def own_cards(self, colour):
        return {cell for cell, (owner, _) in self.card.items() if owner == colour}

    def flipped_cards(self, seat):
        """Numbers of the own cards that lie face down."""
        if not self.card:
            return []
        return [self.card[cell][1] for cell in self.own_cards(self.colour[seat]) & self.down]

    # ---- the game ---------------------------------------------------------------------------------------------------

    def game(self):
        """Yields {seat: choices} of the one who decides, and is sent the choice."""
        if self.options["colours"] == "chosen":
            for seat in (0, 1):
                self.mover = seat
                free = set(COLOURS) - set(self.colour.values())
                _, self.colour[seat] = yield from self.ask({("take", colour) for colour in free})
            if 2 in self.seats:
                self.colour[2] = (set(COLOURS) - set(self.colour.values())).pop()
        else:
            self.colour = self.told.colours()
        self.set_up(self.told.deal())
        self.mover = self.told.first()
        self.step = "who" if self.neutral else "whiffle"
        self.told.ready(self)
        while not self.over:
            yield from self.turn()
            self.end_check()

    def ask(self, choices):
        choice = yield {self.mover: choices}
        self.last, self.left, self.flipped = (self.mover, choice), None, set()
        return choice

    def set_up(self, cards):
        self.card = dict(zip(CELLS, cards, strict=True))
        self.down = {cell for cell in CELLS if self.card[cell][1] == self.options["face_down"]}
        for cell in CELLS:
            own = self.card[cell][0]
            self.gems[cell] = {c: int(c != own and cell not in self.down) for c in COLOURS}
        for c in COLOURS:
            outside = self.own_cards(c) - self.down - INNER
            lowest = min(outside, key=lambda cell: self.card[cell][1])
            touched = [space for space in RING if line(space)[0] == lowest]
            if lowest in CORNERS:
                touched = [space for space in touched if space[0] in "NS"]
            (self.space[c],) = touched
            self.tray[c] = 0

    def turn(self):
        colour, neutral = self.colour[self.mover], False
        if self.neutral:
            self.step, self.moving = "who", None
            (who,) = yield from self.ask({("own",)} if self.last_neutral else {("own",), ("neutral",)})
            neutral = who == "neutral"
            colour = self.neutral if neutral else colour
        self.step, self.moving, self.began = "whiffle", colour, self.space[colour]
        _, space = yield from self.ask({("go", space) for space in self.whiffles(colour)})
        self.left, self.space[colour] = self.space[colour], space
        self.step = "action"
        kind, *where = yield from self.ask(self.actions(colour))
        if kind == "fly":
            self.left, self.space[colour] = self.space[colour], where[0]
            self.flew.add(self.mover)
        else:
            self.gems, self.tray = {"inhale": self.inhale, "exhale": self.exhale, "resolve": self.resolve}[kind](colour)
            self.flew.discard(self.mover)
        self.turns += 1
        self.flip()
        self.last_neutral = neutral

    # ---- moves and actions ------------------------------------------------------------------------------------------

    def empty(self):
        return set(RING) - set(self.space.values())

    def whiffles(self, colour):
        here, free, reached = RING.index(self.space[colour]), self.empty(), set()
        for way in (1, -1):
            for steps in range(1, 16):
                space = RING[(here + way * steps) % 16]
                if space not in free:
                    break
                reached.add(space)
        if not reached:
            self.happened.add("shut in")
        return reached or free

    def actions(self, colour):
        kinds = set()
        if any(self.gems[cell][colour] for cell in line(self.space[colour])):
            kinds.add(("inhale",))
        if self.exhale(colour)[0] != self.gems:
            kinds.add(("exhale",))
        if self.resolve(colour)[0] != self.gems:
            kinds.add(("resolve",))
        return kinds | {("fly", space) for space in self.empty()}

    def copies(self):
        return {cell: dict(gems) for cell, gems in self.gems.items()}, dict(self.tray)

    def inhale(self, colour):
        gems, tray = self.copies()
        cells = line(self.space[colour])
        for cell in cells:
            gems[cell][colour] = 0
        for k, cell in enumerate(cells):
            for _ in range(self.gems[cell][colour]):
                onto = k - 1
                while onto >= 0 and cells[onto] in self.down:
                    onto -= 1
                if onto < 0:
                    tray[colour] += 1
                else:
                    gems[cells[onto]][colour] += 1
        return gems, tray

    def exhale(self, colour):
        gems, tray = self.copies()
        cells = line(self.space[colour])
        for k in range(self.tray[colour]):
            onto = k
            while onto < len(cells) and cells[onto] in self.down:
                onto += 1
            if onto < len(cells):
                gems[cells[onto]][colour] += 1
                tray[colour] -= 1
        return gems, tray

    def resolve(self, colour):
        gems, tray = self.copies()
        for cell in CELLS:
            for controls in COLOURS:
                others = [c for c in COLOURS if c != controls]
                if self.gems[cell][controls] > sum(self.gems[cell][c] for c in others):
                    for c in others:
                        tray[c] += gems[cell][c]
                        gems[cell][c] = 0
        return gems, tray

    def flip(self):
        for cell, (own, number) in self.card.items():
            others = sum(self.gems[cell][c] for c in COLOURS if c != own)
            if cell not in self.down and self.gems[cell][own] >= number and not others:
                self.flipped.add(cell)
                if own != self.moving:
                    self.happened.add("another's card")
        for cell in self.flipped:
            own = self.card[cell][0]
            self.tray[own] += self.gems[cell][own]
            self.gems[cell][own] = 0
        self.down |= self.flipped
        if self.flipped:
            self.last_flip = self.turns

    # ---- the end ----------------------------------------------------------------------------------------------------

    def end_check(self):
        done = {seat for seat in self.seats if self.own_cards(self.colour[seat]) <= self.down}
        if done:
            in_turn = [(self.mover + k) % len(self.seats) for k in range(len(self.seats))]
            self.winner = next(seat for seat in in_turn if seat in done)
            self.note_end(done)
        elif self.turns == self.options["turn_limit"]:
            self.happened.add("the limit")
        else:
            if self.neutral and self.own_cards(self.neutral) <= self.down:
                self.happened.add("neutral is done")
            self.mover = (self.mover + 1) % len(self.seats)
            self.step, self.moving = "who" if self.neutral else "whiffle", None
            return
        self.over, self.step = True, "over"

    def note_end(self, done):
        if self.turns == self.options["turn_limit"]:
            self.happened.add("won on the last turn")
        if len(done) > 1:
            own = self.mover in done
            self.happened.add("both at once" if self.neutral else f"two at once, {'one' if own else 'none'} in turn")
        elif self.mover not in done:
            self.happened.add("won in another's turn")

    def ranks(self):
        if self.winner is not None:
            return [1 if seat == self.winner else 2 for seat in self.seats]
        if self.options["at_limit"] == "none":
            return [1 for _ in self.seats]
        order = [(len(self.flipped_cards(seat)), sum(self.flipped_cards(seat))) for seat in self.seats]
        return [1 + sum(other > mine for other in order) for mine in order]


# ---- beside the game ------------------------------------------------------------------------------------------------


class Told:
    """What the record says about chance."""

    def __init__(self, table, options, people, thin):
        self.table, self.options, self.people, self.thin = table, options, people, thin
        self.s = table.plain

    def colours(self):
        colours = [COLOURS[c] for c in self.s.colour]
        assert sorted(colours) == sorted(COLOURS)
        return dict(enumerate(colours[: self.table.seats]))

    def deal(self):
        assert sorted(self.s.card) == list(range(15))
        return [(COLOURS[card // 5], card % 5 + 1) for card in self.s.card]

    def first(self):
        if self.options["first"] != "random":
            seat = int(self.options["first"][-1]) - 1
            assert self.s.mover == (seat if seat < self.table.seats else 0)
        return self.s.mover

    def ready(self, model):
        """The cards lie, and nobody has moved."""
        if self.thin:
            thin_out(self.table, model, self.people)


def thin_out(table, model, people):
    """Before the first turn: one or two cards of each colour are left, and most gems lie on their own cards or at home."""
    s = table.plain
    for c in COLOURS:
        up = sorted(model.own_cards(c) - model.down)
        model.down |= set(people.sample(up, people.choice([2, 3, 3, 3])))
    up = [cell for cell in CELLS if cell not in model.down]
    model.gems = {cell: dict.fromkeys(COLOURS, 0) for cell in CELLS}
    model.tray = dict.fromkeys(COLOURS, 8)
    for c in COLOURS:
        own = [cell for cell in up if model.card[cell][0] == c]
        for cell in people.choices(own, k=people.randint(2, 7)) + people.choices(up, k=people.randint(0, 1)):
            model.gems[cell][c] += 1
            model.tray[c] -= 1
    model.space = dict(zip(COLOURS, people.sample(RING, 3), strict=True))
    model.turns = people.choice([0, model.options["turn_limit"] - 1, model.options["turn_limit"] - 20])
    s.turns = model.turns
    for c, colour in enumerate(COLOURS):
        s.space[c], s.tray[c] = RING.index(model.space[colour]), model.tray[colour]
        for k, cell in enumerate(CELLS):
            s.down[k], s.gems[k, c] = cell in model.down, model.gems[cell][colour]
    if not model.neutral:
        s.began = s.space[s.moving]


def named(code):
    """A choice in the words of the model."""
    if code < grid.OWN:
        return ("take", COLOURS[code])
    if code < grid.WALK:
        return (("own",), ("neutral",), ("another's",))[code - grid.OWN]
    if code < grid.INHALE:
        return ("go", RING[code - grid.WALK])
    if code < grid.FLY:
        return (("inhale",), ("exhale",), ("resolve",))[code - grid.INHALE]
    return ("fly", RING[code - grid.FLY])


STEPS = {"colour": grid.COLOUR, "who": grid.WHO, "whiffle": grid.WHIFFLE, "action": grid.ACTION, "over": grid.OVER}


def compare(table, model):
    s = table.plain
    seats = list(model.seats)
    assert s.step == STEPS[model.step]
    assert table.over == model.over
    assert (s.turns, s.last_flip) == (model.turns, model.last_flip)
    assert s.winner == (-1 if model.winner is None else model.winner)
    assert table.scores() == [len(model.flipped_cards(seat)) for seat in seats]
    owned = {seat: COLOURS[s.colour[seat]] for seat in seats if s.colour[seat] >= 0}
    assert owned == model.colour
    if model.last:
        assert (s.last_seat, named(s.last)) == model.last
    assert (RING[s.left] if s.left >= 0 else None) == model.left
    assert {cell for k, cell in enumerate(CELLS) if s.flipped >> k & 1} == model.flipped
    assert {seat for seat in seats if s.flew[seat]} == model.flew
    if not model.card:
        assert set(s.card) == {-1}
        return
    assert {cell: (COLOURS[card // 5], card % 5 + 1) for cell, card in zip(CELLS, s.card, strict=True)} == model.card
    assert {cell for k, cell in enumerate(CELLS) if s.down[k]} == model.down
    gems = {cell: {c: s.gems[k, i] for i, c in enumerate(COLOURS)} for k, cell in enumerate(CELLS)}
    assert gems == model.gems
    assert {c: RING[s.space[i]] for i, c in enumerate(COLOURS)} == model.space
    assert {c: s.tray[i] for i, c in enumerate(COLOURS)} == model.tray
    if model.neutral:
        assert COLOURS[s.colour[2]] == model.neutral
    if not model.over:
        assert s.last_neutral == model.last_neutral
    if model.step in ("whiffle", "action"):
        assert COLOURS[s.moving] == model.moving
        assert RING[s.began] == model.began


# How people like each kind of choice.
STYLES = {
    "anything": {},
    "breather": {"inhale": 13, "exhale": 13, "resolve": 13},
    "resolver": {"resolve": 200, "inhale": 5, "exhale": 40},
    "flyer": {"fly": 20},
    "meddler": {"neutral": 9, "inhale": 9, "exhale": 9},
}


def play_beside(seats, options, seed, style="", thin=False, gear="plain"):
    """A whole game, compared at every step."""
    people = random.Random(seed)
    table = GAME.new(seats, seed, options, gear=gear)
    model = Model(seats, options, Told(table, options, people, thin))
    styles = [STYLES[style or people.choice(sorted(STYLES))] for _ in model.seats]
    story = model.game()
    asked = next(story)
    while asked:
        compare(table, model)
        seat = model.mover
        assert table.waiting() == list(asked) == [seat]
        allowed = table.codes(seat)
        codes = {named(code): code for code in allowed}
        assert len(codes) == len(allowed)
        assert set(codes) == asked[seat]
        choices = sorted(codes)
        choice = people.choices(choices, [styles[seat].get(choice[0], 1) for choice in choices])[0]
        table.play(seat, codes[choice])
        try:
            asked = story.send(choice)
        except StopIteration:
            asked = {}
    compare(table, model)
    assert table.waiting() == []
    assert table.ranks() == model.ranks()
    return model


def any_options(seed):
    """Options of a game; all values come up in a few dozen games."""
    people = random.Random(-seed)
    return {
        "face_down": people.randint(1, 5),
        "colours": people.choice(["random", "chosen"]),
        "first": people.choice(["random", "seat 1", "seat 2", "seat 3"]),
        "turn_limit": people.choice([100, 100, 101, people.randint(102, 400), 1000 if seed % 10 == 0 else 300]),
        "at_limit": people.choice(["none", "ranked"]),
    }


@pytest.mark.parametrize("seats", [2, 3])
def test_whole_games_go_as_in_the_model(seats):
    for seed in range(4):
        play_beside(seats, any_options(seed), seed)


def test_rare_things_are_compared():
    happened = set()
    for seed in range(80):
        happened |= play_beside(
            2 + seed % 2, any_options(seed), seed, ("resolver", "")[seed % 3 == 0], thin=True
        ).happened
    assert happened == {
        "shut in", "another's card", "the limit", "won on the last turn", "won in another's turn", "neutral is done",
        "both at once", "two at once, one in turn", "two at once, none in turn",
    }  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3])
def test_hundreds_of_games_go_as_in_the_model(seats):
    for seed in range(1000, 1300):
        play_beside(seats, any_options(seed), seed, thin=seed % 3 == 0, gear="compiled")
