"""An attempt at a puzzle, as literally as it is told; and that it knows the examples of the specification.

Whatever chance decides is asked of `told`; all else is worked out here. Choices are ("place", card, square, turn),
("lift", card), ("hint",), ("give up",) and ("go on",), which takes a giving up back.
"""

import pytest

from brillig.games.patterns_puzzles.retold.test_book_retold import BOOK, block, shown, turned
from brillig.parts.trickster.model.test_tables import fits

HINT, GIVE_UP, GO_ON = ("hint",), ("give up",), ("go on",)
MOST_ACTIONS = 2000
NOT_FREE = "That card is not free."
NOT_BLACK = "Centres go on empty black squares."
DIFFERS = "Overlapping squares must match."
COVERED = "Another card lies on it."
NOT_YOURS = "That card is not yours to move."
NO_HINTS = "No hints left."
FINISHED = "This puzzle is finished."


class Attempt:
    def __init__(self, seats, options, told):
        self.seats, self.options = range(seats), options
        number, quarters = told.number(), told.quarters()
        wanted = options["puzzle"]
        assert BOOK[number].stars == wanted[1] if isinstance(wanted, tuple) else number == wanted
        assert quarters in (range(4) if options["orientation"] == "free" else [0])
        self.puzzle = turned(BOOK[number], quarters)
        self.owner = dict.fromkeys(self.puzzle.cards, None)
        if seats > 1 and options["cards"] == "dealt":
            self.owner = {card: k % seats for k, card in enumerate(self.puzzle.cards)}
        self.laid = []  # (card, square, turn), the lowest first
        self.hints, self.used, self.named = options["hints"], 0, None
        self.actions, self.now, self.given_up, self.ended = 0, 0, set(), None
        self.happened = set()  # for the tests

    # ---- what lies ---------------------------------------------------------------------------------------------------

    def shown(self, card, square, turn):
        return shown(self.puzzle.side, card, square, turn)

    def seen(self):
        """What is seen at every coordinate: what was laid there last."""
        top = {}
        for lies in self.laid:
            top |= self.shown(*lies)
        return top

    def lies(self, card):
        return next((lies for lies in self.laid if lies[0] == card), None)

    def free(self):
        return [card for card in self.puzzle.cards if not self.lies(card)]

    def is_covered(self, card):
        lies = self.lies(card)
        above = self.laid[self.laid.index(lies) + 1 :]
        return any(block(lies[1]) & block(other[1]) for other in above)

    # ---- what may be done --------------------------------------------------------------------------------------------

    def against(self, card, square, turn, top=None):
        """What speaks against laying a card, whoever does it."""
        reasons = set()
        if card not in self.free():
            reasons.add(NOT_FREE)
        if square not in self.puzzle.black or square in [lies[1] for lies in self.laid]:
            reasons.add(NOT_BLACK)
        mine, top = self.shown(card, square, turn), self.seen() if top is None else top
        if not fits({at: top[at] for at in mine if at in top}, mine, self.puzzle.wild):
            reasons.add(DIFFERS)
        return reasons

    def reasons(self, seat, choice):
        """All that speaks against a choice."""
        if self.ended:
            return {FINISHED}
        if choice == HINT:
            return set() if self.hints else {NO_HINTS}
        if choice[0] in ("give up", "go on"):
            return set() if (seat in self.given_up) == (choice == GO_ON) else {"not now"}
        kind, card = choice[:2]
        if card not in self.puzzle.cards:
            return {NOT_FREE}
        reasons = {NOT_YOURS} if self.owner[card] not in (None, seat) else set()
        if kind == "place":
            return reasons | self.against(*choice[1:])
        if not self.lies(card):
            return reasons | {"does not lie"}
        return reasons | ({COVERED} if self.puzzle.wild and self.is_covered(card) else set())

    def allowed(self, seat):
        """Everything a seat may do now."""
        if self.ended:
            return set()
        top, mine = self.seen(), [card for card in self.puzzle.cards if self.owner[card] in (None, seat)]
        placements = {
            ("place", card, square, turn)
            for card in mine
            for square in self.puzzle.black
            for turn in range(4)
            if not self.against(card, square, turn, top)
        }
        others = [("lift", card) for card in mine] + [HINT, GIVE_UP, GO_ON]
        return placements | {choice for choice in others if not self.reasons(seat, choice)}

    # ---- what then happens -------------------------------------------------------------------------------------------

    def play(self, seat, choice):
        assert not self.reasons(seat, choice)
        self.named = None
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
                self.ended = "given up"
        else:
            self.given_up.remove(seat)
            self.happened.add("taken back")

    def lay(self, card, square, turn):
        self.laid.append((card, square, turn))
        if not self.free():
            self.ended = "solved"
            other = {*self.laid} != {*self.puzzle.answer}
            self.happened.add("solved as nobody printed it" if other else "solved as printed")
        self.count()

    def count(self):
        self.actions += 1
        if self.actions == MOST_ACTIONS and not self.ended:
            self.ended = "actions"

    def hint(self):
        self.hints -= 1
        self.used += 1
        astray = [lies[0] for lies in self.laid if lies not in self.puzzle.answer]
        if astray:
            self.named = astray[-1]
            self.happened.add("named: astray")
            return
        first = next(lies for lies in self.puzzle.answer if lies not in self.laid)
        if self.against(*first):
            self.named = self.laid[-1][0]
            self.happened.add("named: the wrong order")
        else:
            self.happened.add("laid by a hint")
            self.lay(*first)

    # ---- the clock ---------------------------------------------------------------------------------------------------

    def rings(self):
        """When the time is up, in milliseconds; None: never."""
        limit = self.options["clock"]
        return 1000 * limit if isinstance(limit, int) and not self.ended else None

    def ring(self):
        self.now, self.ended, self.named = self.rings(), "time", None

    # ---- the examples ------------------------------------------------------------------------------------------------


class Fixed:
    def __init__(self, number, quarters=0):
        self.number, self.quarters = lambda: number, lambda: quarters


PLAIN = {"cards": "common", "clock": "off", "hints": 3, "orientation": "printed"}


def attempt(number, *laid, seats=1, **options):
    made = Attempt(seats, PLAIN | {"puzzle": number} | options, Fixed(number))
    for card, square, turn in laid:
        made.play(0, ("place", card, square, turn))
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
