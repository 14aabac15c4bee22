"""A race, as literally as it is told. Whatever chance decides is asked of `told`; all else is worked out here.

Choices are placements (see test_tables.py), ("rest",), ("miss",), ("take back",) and ("pick", deck).
"""

from brillig.parts.trickster.model.test_tables import BEATEN, COVERS_CENTRE, DECK, DIFFERS, OFF, TOO_FEW, Tables
from brillig.parts.trickster.patterns import DECK_LETTERS

REST, MISS, TAKE_BACK = ("rest",), ("miss",), ("take back",)


class Race:
    """A game of the box. A game of its own says where a seat may lay, what is scored, and how it ranks."""

    common = True  # one board for all, begun with a deck of nobody's

    def __init__(self, seats, options, told):
        self.seats, self.options, self.told = range(seats), options, told
        self.clock = options["tempo"] == "clock"
        self.tables = Tables(options["side"], False)
        self.decks = [None for _ in self.seats]
        self.start, self.aside, self.taken_back = None, set(), 0
        self.hands, self.piles = [set() for _ in self.seats], [set() for _ in self.seats]
        self.tokens, self.locked = [0 for _ in self.seats], [0 for _ in self.seats]
        self.rests = ["awake" for _ in self.seats]
        self.chosen, self.late, self.idle = {}, set(), 0
        self.now = self.since = 0
        self.phase, self.ended, self.gave_up, self.all_gave_up = "picking", None, set(), False
        self.known = {}  # what each seat can lay, until a card is laid
        self.happened = set()  # for the tests
        if options["decks"] == "random":
            for seat in self.seats:
                self.take_deck(seat, told.deck(seat))

    # ---- before go -------------------------------------------------------------------------------------------------

    def take_deck(self, seat, deck):
        assert deck not in self.decks
        self.decks[seat], self.piles[seat] = deck, {*DECK[deck]}
        if all(self.decks):
            self.all_have_decks()

    def all_have_decks(self):
        self.phase = "building"
        if self.common:
            self.start = self.told.start()
            assert self.start in {*DECK_LETTERS} - {*self.decks}
            self.aside = {*DECK[self.start]}
        self.prepare_board()

    def prepare_board(self):
        if self.options["start_board"] == "automatic":
            self.build()

    def build(self):
        """The table builds the starting board; chance says of which cards and how."""
        self.tables = Tables(self.options["side"], False)
        self.aside = {*DECK[self.start]}
        for lies in self.told.board()[:3]:
            assert ("place", *lies) in self.to_begin_with()
            self.begin_with(*lies)

    def to_begin_with(self):
        """What anybody may add to the starting board."""
        if not self.tables.laid:
            return {("place", card, 0, 0, 0, 0) for card in self.aside}
        return self.tables.placements(self.aside, {0})

    def begin_with(self, card, turn, x, y, table):
        self.aside.remove(card)
        self.tables.lay(card, turn, x, y, table)
        if len(self.tables.laid) == 3:
            self.count_down()

    def count_down(self):
        """Where nobody has a clock there is none."""
        self.phase, self.since = "ready", self.now
        if not self.clock:
            self.go()

    def go(self):
        self.phase, self.since = "race", self.now
        self.tables = Tables(self.options["side"], self.options["centers_wild"] == "on", self.tables.laid)
        self.laid_before = len(self.tables.laid)
        for seat in self.seats:
            hand = self.told.hand(seat)
            assert len(hand) == 3
            assert hand <= self.piles[seat]
            self.hands[seat] = hand
            self.piles[seat] -= hand
        self.end_if_blocked()

    # ---- who may do what -------------------------------------------------------------------------------------------

    def open_to(self, seat):
        return {0}

    def fields(self):
        """What else the record says."""
        return {"idle": self.idle}

    def can_lay(self, seat):
        if seat not in self.known:
            self.known[seat] = self.tables.placements(self.hands[seat], self.open_to(seat))
        return self.known[seat]

    def racing(self):
        """The seats that have cards."""
        return [seat for seat in self.seats if self.hands[seat]]

    def is_locked(self, seat):
        return self.now < self.locked[seat]

    def allowed(self, seat):
        """What a seat may choose; nothing when it is not asked."""
        if self.phase == "picking" and not self.decks[seat]:
            return {("pick", deck) for deck in {*DECK_LETTERS} - {*self.decks}}
        if self.phase == "building":
            return self.to_begin_with() | ({TAKE_BACK} if self.tables.laid else set())
        if self.phase != "race" or not self.hands[seat] or self.rests[seat] == "rests on" or seat in self.chosen:
            return set()
        if self.is_locked(seat):
            return {REST}
        lockable = self.clock and self.options["miss_lock"]
        return self.can_lay(seat) | {REST} | ({MISS} if lockable else set())

    def reasons(self, seat, placement):
        """Every reason that may be given against a placement in the race; none: it is allowed."""
        _, card, turn, x, y, table = placement
        if self.phase != "race":
            return {"The race is not on."}
        if not self.hands[seat]:
            return {"You are already out.", "You have no cards left."}
        reasons = self.reasons_against(seat, table)
        if card not in self.hands[seat]:
            reasons.add("That card is not in your hand.")
        if self.is_locked(seat):
            reasons.add("Wait a moment: your last try did not fit.")
        if self.rests[seat] == "rests on":
            reasons.add("You rest until the next card is laid.")
        if seat in self.chosen:
            reasons |= {"You have chosen for this beat.", "You have chosen: wait for the others."}
        misfit = self.tables.reasons(card, turn, x, y, table)
        return reasons | ({BEATEN} if misfit and self.fitted_before(placement) else misfit)

    def reasons_against(self, seat, table):
        """What speaks against a table as a whole."""
        return set() if table in self.open_to(seat) else {"That is another table."}

    def fitted_before(self, placement):
        """Would it have been legal at an earlier moment of the race?"""
        laid = self.tables.laid
        for count in range(self.laid_before, len(laid)):
            if not Tables(self.options["side"], self.tables.wild, laid[:count]).reasons(*placement[1:]):
                return True
        return False

    def is_miss(self, seat, placement):
        """Does this try cost anything?"""
        if MISS not in self.allowed(seat):
            return False
        return bool(self.reasons(seat, placement)) and self.reasons(seat, placement) <= {
            TOO_FEW, DIFFERS, COVERS_CENTRE, OFF
        }  # fmt: skip

    # ---- what then happens -----------------------------------------------------------------------------------------

    def play(self, seat, choice):
        kind, *rest = choice
        if kind == "pick":
            self.take_deck(seat, rest[0])
        elif self.phase == "building":
            self.add_to_board(seat, choice)
        elif not self.clock:
            self.chosen[seat] = choice
            if {*self.chosen} == {*self.racing()}:
                self.beat()
        elif kind == "miss":
            self.locked[seat] = self.now + self.options["miss_lock"]
        elif kind == "rest":
            self.rest(seat)
        else:
            self.place(seat, choice)

    def add_to_board(self, seat, choice):
        if choice != TAKE_BACK:
            self.begin_with(*choice[1:])
            return
        *others, last = self.tables.laid
        self.tables = Tables(self.options["side"], False, others)
        self.aside.add(last.card)
        self.taken_back += 1
        if self.taken_back == 6:
            self.happened.add("six cards taken back")
            self.build()

    def rest(self, seat):
        """Who looks again, and again finds nothing, is not asked before a card is laid."""
        after = {"awake": "rests", "rests": "looks again", "looks again": "rests on"}
        self.rests[seat] = after[self.rests[seat]]
        if all(self.rests[other] in ("rests", "rests on") for other in self.racing()):
            self.end("rested")

    def place(self, seat, placement):
        assert placement in self.can_lay(seat)
        card = placement[1]
        self.tables.lay(*placement[1:])
        if max(map(abs, placement[3:5])) > 29:
            self.happened.add("at the edge")
        self.since, self.known = self.now, {}
        self.rests = ["awake" for _ in self.seats]
        self.hands[seat].remove(card)
        if self.piles[seat]:
            (drawn,) = self.told.hand(seat) - self.hands[seat]
            self.piles[seat].remove(drawn)
            self.hands[seat].add(drawn)
        if not self.hands[seat]:
            self.tokens[seat] = max(self.tokens) + 1
            self.out(seat)
        if self.phase == "race":
            self.end_if_blocked()

    def out(self, seat):
        """The game's own end test."""

    def end_if_blocked(self):
        if not any(self.can_lay(seat) for seat in self.racing()):
            self.end("blocked")

    def beat(self):
        """All have chosen: chance says in which order it is done. What is not done must have come too late."""
        wanted = {seat: choice for seat, choice in self.chosen.items() if choice != REST}
        self.chosen, before = {}, len(self.tables.laid)
        spoilt = set()
        for lies in self.told.board()[before:]:
            (seat,) = [seat for seat, choice in wanted.items() if choice == ("place", *lies)]
            assert self.phase == "race"
            self.place(seat, wanted.pop(seat))
            spoilt |= {other for other, choice in wanted.items() if choice not in self.can_lay(other)}
        self.late = {*wanted}
        if self.late:
            self.happened.add("late in a beat")
        if self.phase == "race":
            assert self.late <= spoilt
            self.idle = 0 if len(self.tables.laid) > before else self.idle + 1
            self.after_beat()

    def after_beat(self):
        if self.idle == 3:
            self.end("stalled")

    # ---- time and the end ------------------------------------------------------------------------------------------

    def rings(self):
        """When the table acts by itself, if it does."""
        if self.phase == "ready":
            return self.since + 3000
        return self.since + 1000 * self.options["stall"] if self.phase == "race" and self.clock else None

    def ring(self):
        self.now = self.rings()
        if self.phase == "ready":
            self.go()
        else:
            self.end("stalled")

    def end(self, how):
        """Whoever could go on when a race ends by resting or a stall has given up."""
        if how in ("rested", "stalled") and self.stopping_is_giving_up():
            could = {seat for seat in self.racing() if self.can_lay(seat)}
            self.all_gave_up = could == {*self.seats}
            self.gave_up = could if not self.all_gave_up else set()
        self.happened |= {how, *(["given up"] if self.gave_up else [])}
        self.phase, self.ended = "over", how

    def stopping_is_giving_up(self):
        return True

    def cards_laid(self, seat):
        return [laid for laid in self.tables.laid[self.laid_before :] if laid.card[0] == self.decks[seat]]

    def ranks(self):
        """Places, best first, by what the game compares (`order`); who gave up comes behind everybody who did not."""
        order = [(seat in self.gave_up, *self.order(seat)) for seat in self.seats]
        return [1 + sum(other < mine for other in order) for mine in order]
