"""An attempt at a puzzle, as literally as it is told; and that it knows the examples of the specification.

Whatever chance decides is asked of `told`; all else is worked out here. Choices are ("place", card, square, turn),
("lift", card), ("hint",), ("give up",) and ("go on",), which takes a giving up back. The table adds two things to the
specification: giving up is taken back a hundred times at most, and where cards are dealt a program may ("look on",).
"""

from itertools import product

import pytest

from brillig.games.patterns_puzzles.retold.test_book_retold import BOOK, block, shown, turned
from brillig.parts.trickster.model.test_tables import fits

HINT, GIVE_UP, GO_ON, LOOK_ON = ("hint",), ("give up",), ("go on",), ("look on",)
MOST_ACTIONS = 2000
MOST_TAKEN_BACK = 100
NOT_FREE = "That card is not free."
NOT_BLACK = "Centres go on empty black squares."
DIFFERS = "Overlapping squares must match."
COVERED = "Another card lies on it."
NOT_YOURS = "That card is not yours to move."
NO_HINTS = "No hints left."
FINISHED = "This puzzle is finished."
NOT_LAID = "That card does not lie on the outline."
HAS_GIVEN_UP = "You have given up already; it counts when everybody has."
HAS_NOT = "You have not given up."
TOO_OFTEN = "You have taken it back often enough."
NOBODY_ELSE = "There is nobody to wait for."


class Attempt:
    def __init__(self, seats, options, told):
        self.seats, self.options = range(seats), options
        self.number, self.quarters = told.number(), told.quarters()
        wanted = options["puzzle"]
        assert wanted in (self.number, f"{BOOK[self.number].stars} star{'s' * (BOOK[self.number].stars > 1)}")
        assert self.quarters in (range(4) if options["orientation"] == "free" else [0])
        self.puzzle = turned(BOOK[self.number], self.quarters)
        self.owner = dict.fromkeys(self.puzzle.cards, None)
        if options["cards"] == "dealt":
            self.owner = {card: k % seats for k, card in enumerate(self.puzzle.cards)}
        self.laid = []  # (card, square, turn), the lowest first
        self.hints, self.named, self.last = options["hints"], None, None
        self.actions, self.now, self.took, self.ended = 0, 0, 0, None
        self.given_up, self.taken_back, self.looking_on = set(), [0 for _ in self.seats], set()
        self.known = None  # what anybody could lay, until a card is moved
        self.happened = set()  # for the tests

    # ---- what lies -------------------------------------------------------------------------------------------------

    def seen(self):
        """What is seen at every coordinate: what was laid there last."""
        top = {}
        for lies in self.laid:
            top |= shown(self.puzzle.side, *lies)
        return top

    def lies(self, card):
        return next((lies for lies in self.laid if lies[0] == card), None)

    def free(self):
        return [card for card in self.puzzle.cards if not self.lies(card)]

    def empty(self):
        return [square for square in self.puzzle.black if square not in [lies[1] for lies in self.laid]]

    def is_covered(self, card):
        lies = self.lies(card)
        above = self.laid[self.laid.index(lies) + 1 :]
        return any(block(lies[1]) & block(other[1]) for other in above)

    def matches(self, lies, top):
        mine = shown(self.puzzle.side, *lies)
        return fits({at: top[at] for at in mine if at in top}, mine, self.puzzle.wild)

    # ---- what may be done ------------------------------------------------------------------------------------------

    def against_laying(self, card, square, turn):
        """What speaks against it, whoever does it. Only a free card on an empty black square is compared at all."""
        reasons = set()
        if card not in self.free():
            reasons.add(NOT_FREE)
        if square not in self.empty():
            reasons.add(NOT_BLACK)
        if not reasons and not self.matches((card, square, turn), self.seen()):
            reasons.add(DIFFERS)
        return reasons

    def against_lifting(self, card):
        if not self.lies(card):
            return {NOT_LAID}
        return {COVERED} if self.puzzle.wild and self.is_covered(card) else set()

    def reasons(self, seat, choice):
        """All that speaks against a choice."""
        if self.ended:
            return {FINISHED}
        if choice == HINT:
            return set() if self.hints else {NO_HINTS}
        if choice == GIVE_UP:
            return {HAS_GIVEN_UP} if seat in self.given_up else set()
        if choice == GO_ON:
            often = {TOO_OFTEN} if self.taken_back[seat] == MOST_TAKEN_BACK else set()
            return often if seat in self.given_up else {HAS_NOT}
        if choice == LOOK_ON:
            awake = {*self.seats} - self.looking_on
            if seat not in awake or self.options["cards"] != "dealt":
                return {NOBODY_ELSE}
            able = {other for other in awake if self.has_a_mind_to_change(other)}
            if awake - {seat} and not able - {seat}:
                self.happened.add("nobody who is awake can act")
            return set() if able - {seat} else {NOBODY_ELSE}
        kind, card = choice[:2]
        if card not in self.puzzle.cards:
            return {NOT_FREE if kind == "place" else NOT_LAID}
        reasons = self.against_laying(*choice[1:]) if kind == "place" else self.against_lifting(card)
        return reasons if self.owner[card] in (None, seat) else reasons | {NOT_YOURS}

    def has_a_mind_to_change(self, seat):
        """A seat that has not can be left with nothing to do, and is not waited for."""
        return not (self.reasons(seat, GIVE_UP) and self.reasons(seat, GO_ON))

    def allowed(self, seat):
        """Everything a seat may do now."""
        if self.ended or seat in self.looking_on:
            return set()
        if self.known is None:
            top, every = self.seen(), product(self.free(), self.empty(), range(4))
            self.known = {("place", *lies) for lies in every if self.matches(lies, top)}
        others = [("lift", card) for card in self.puzzle.cards] + [HINT, GIVE_UP, GO_ON, LOOK_ON]
        return {choice for choice in self.known if self.owner[choice[1]] in (None, seat)} | {
            choice for choice in others if not self.reasons(seat, choice)
        }

    # ---- what then happens -----------------------------------------------------------------------------------------

    def play(self, seat, choice):
        if choice == LOOK_ON:
            self.looking_on.add(seat)
            self.happened.add("looks on")
            return
        self.looking_on = set()
        self.named, self.last, self.known = None, None, None
        if choice[0] == "place":
            self.lay(*choice[1:])
        elif choice[0] == "lift":
            self.laid.remove(self.lies(choice[1]))
            self.count()
        elif choice == HINT:
            self.hint()
        elif choice == GIVE_UP:
            self.given_up.add(seat)
            if self.given_up == {*self.seats}:
                self.end("given up")
        else:
            self.given_up.remove(seat)
            self.taken_back[seat] += 1
            self.happened.add("taken back")

    def lay(self, card, square, turn):
        self.laid.append((card, square, turn))
        self.last = card
        if not self.free():
            printed = {*self.laid} == {*self.puzzle.answer}
            self.happened.add("another solution" if not printed else "the printed solution")
            self.end("solved")
        self.count()

    def count(self):
        self.actions += 1
        if self.actions == MOST_ACTIONS:
            if self.ended:
                self.happened.add("solved by the last action")
            else:
                self.end("actions")

    def hint(self):
        self.hints -= 1
        astray = [lies[0] for lies in self.laid if lies not in self.puzzle.answer]
        if astray:
            self.named = astray[-1]
            squares = [lies[:2] for lies in self.puzzle.answer]
            turned_wrongly = self.lies(self.named)[:2] in squares
            self.happened.add("a hint names a card turned wrongly" if turned_wrongly else "a hint names a card astray")
            if self.named != self.laid[-1][0]:
                self.happened.add("a hint names one below")
            return
        first = next(lies for lies in self.puzzle.answer if lies not in self.laid)
        if self.against_laying(*first):
            self.named = self.laid[-1][0]
            self.happened.add("a hint undoes the order")
        else:
            self.happened.add("a hint lays a card")
            self.lay(*first)

    # ---- the clock and the end -------------------------------------------------------------------------------------

    def rings(self):
        """When the time is up, in milliseconds; None: never."""
        limit = self.options["clock"]
        return None if self.ended or limit in ("off", "count up") else 1000 * int(limit.removesuffix(" s"))

    def ring(self):
        self.now = self.rings()
        self.end("time")

    def end(self, how):
        self.ended, self.took = how, self.now
        self.happened.add(f"ended: {how}")

    def result(self):
        """What a table of records goes by."""
        used = self.options["hints"] - self.hints
        return {
            "puzzle": self.number, "solved": int(self.ended == "solved"), "hints": used, "time": self.took,
            "actions": self.actions,
        }  # fmt: skip


# ---- the examples --------------------------------------------------------------------------------------------------


class Fixed:
    def __init__(self, number, quarters=0):
        self.number, self.quarters = lambda: number, lambda: quarters


PLAIN = {"cards": "common", "clock": "off", "hints": 3, "orientation": "printed"}


def attempt(number, *laid, seats=1, **options):
    made = Attempt(seats, PLAIN | {"puzzle": number} | options, Fixed(number))
    for lies in laid:
        assert not made.reasons(0, ("place", *lies))
        made.play(0, ("place", *lies))
    return made


def test_the_model_knows_both_solutions_of_puzzle_1():
    for answer in (
        [("M5", (3, 3), 3), ("C3", (3, 1), 0), ("M1", (1, 3), 0)],
        [("M5", (3, 3), 0), ("M1", (3, 1), 1), ("C3", (1, 3), 1)],
    ):
        assert attempt(1, *answer).ended == "solved"


def test_the_model_knows_refusals_and_lifting():
    assert attempt(6, ("S6", (1, 3), 2)).reasons(0, ("place", "O4", (1, 1), 0)) == {DIFFERS}
    seven = attempt(7, ("C2", (3, 1), 0), ("R6", (2, 3), 0))
    assert {("lift", "C2"), ("lift", "R6")} <= seven.allowed(0)
    covered = attempt(22, ("M6", (3, 2), 3), ("G5", (2, 2), 1))
    assert covered.reasons(0, ("lift", "M6")) == {COVERED}
    assert ("lift", "G5") in covered.allowed(0)


def test_the_model_knows_that_the_order_of_laying_matters():
    assert attempt(22, ("M6", (3, 2), 3)).reasons(0, ("place", "O4", (5, 4), 0)) == {DIFFERS}
    attempt(22, ("M6", (3, 2), 3), ("L2", (4, 3), 2), ("O4", (5, 4), 0))


@pytest.mark.parametrize(
    ("number", "laid", "named", "put"),
    [
        (22, [("M6", (3, 2), 3), ("L2", (4, 3), 2)], None, ("G5", (2, 2), 1)),
        (22, [("O4", (5, 4), 0)], "O4", None),
        (1, [("M5", (3, 3), 0)], "M5", None),
    ],
)
def test_the_model_knows_the_hints(number, laid, named, put):
    made = attempt(number, *laid)
    made.play(0, HINT)
    assert made.named == named
    assert made.laid == laid + ([put] if put else [])
    assert made.actions == len(made.laid)


def test_the_model_knows_how_a_puzzle_is_turned():
    once = turned(BOOK[1], 1)
    assert once.black == [(3, 3), (1, 1), (1, 3)]
    assert once.answer == [("C3", (3, 3), 1), ("M5", (1, 3), 0), ("M1", (1, 1), 1)]
