"""Cards, hands and payments told once more. A card is its name; where it lies is a word, or the seat that holds it."""

import itertools

from brillig.games.jack_rabbits.retold.test_land_retold import SUITS

RED, BLACK = "red", "black"
NUMBERS = [rank + suit for suit in SUITS for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")]
ROYALS = [title + suit for suit in SUITS for title in "KQJ"]
PILE, DISCARD, TRAY, AISLE, TABLE, GONE = "pile", "discard", "tray", "aisle", "table", "gone"
ONLOOKER = "onlooker"
ANY = set(SUITS)
# Asked even where there is one answer: tiles and cards are picked by hand.
BY_HAND = {
    "build shape", "build tile", "build spot", "pay", "goods", "prove first", "prove", "attack", "seller gives", "buyer gives",
}  # fmt: skip


def suit_of(card):
    return "" if card in (RED, BLACK) else card[-1]


def is_ace(card):
    return card[0] == "A"


def fits(quest, trio):
    """Do three royals win?"""
    titles, suits = {card[0] for card in trio}, {card[1] for card in trio}
    return {
        "simple": True,
        "diverse": len(suits) == 3,
        "monarchical": len(titles) == 3,
        "diverse + monarchical": len(titles) == 3 and len(suits) == 3,
        "tribal": len(suits) == 1,
    }[quest]


TRIOS = {
    quest: [set(trio) for trio in itertools.combinations(ROYALS, 3) if fits(quest, trio)]
    for quest in ("simple", "diverse", "monarchical", "diverse + monarchical", "tribal")
}


class Hands:
    """Who holds what, what it is worth, and how it is paid. `told` answers for chance."""

    def __init__(self, seats, options, suits, told):
        self.seats, self.options, self.told = range(seats), options, told
        self.suits = suits  # that are in the game
        self.where = {card: PILE if card[-1] in suits else GONE for card in NUMBERS}
        self.where |= {card: AISLE if card[-1] in suits else GONE for card in ROYALS}
        self.where |= {RED: AISLE, BLACK: AISLE}
        self.knows = {}  # of a number card in a hand: who else knows that it is there
        self.capital = [None] * seats
        self.limit = 6 if options["short_hands"] == "on" else 9
        self.passport = None  # while its flight is not settled
        self.mover = None
        self.happened = set()  # rare things, for the tests

    def ask(self, seat, what, choices):
        """A decision. What leaves no choice happens by itself."""
        choices = set(choices)
        assert choices, what
        if len(choices) == 1 and what not in BY_HAND:
            return choices.pop()
        answer = yield seat, what, choices
        assert answer in choices, (answer, choices)
        return answer

    # ---- where cards are -------------------------------------------------------------------------------------------

    def lying(self, where):
        return {card for card, at in self.where.items() if at == where}

    def hand(self, seat):
        return self.lying(seat)

    def royals(self, seat):
        return {card for card in self.hand(seat) if card in ROYALS}

    def move(self, card, where, known=()):
        self.where[card] = where
        self.knows.pop(card, None)
        if where in self.seats and card in NUMBERS:
            self.knows[card] = set(known) - {where}

    def show(self, card):
        """All see it."""
        if card in NUMBERS:
            self.knows[card] = self.everybody() - {self.where[card]}

    def everybody(self):
        return {*self.seats, ONLOOKER}

    def draw(self, seat):
        if not self.lying(PILE):
            self.happened.add("the discard becomes the pile")
            for card in self.lying(DISCARD):
                self.move(card, PILE)
        if self.lying(PILE):
            self.move(self.told.drawn(self, seat, self.lying(PILE)), seat)

    def let_go(self, card):
        """Out of a hand without being spent."""
        self.move(card, DISCARD if card in NUMBERS else AISLE)

    def keep_to_the_limit(self, seat):
        while len(self.hand(seat)) > self.limit:
            card = yield from self.ask(seat, "discarding", self.hand(seat) - {self.passport})
            if card in ROYALS:
                self.happened.add("a royal is discarded")
            self.let_go(card)

    # ---- values ----------------------------------------------------------------------------------------------------

    def big(self):
        """What an ace counts when it counts much."""
        return 14 if self.options["patriarchal_values"] == "on" else 11

    def worth(self, seat, card, aces=0):
        """Spent or shown by a seat that has shown so many aces with it before."""
        if card in ROYALS:
            return {"K": 13, "Q": 12, "J": 11}[card[0]] if self.options["patriarchal_values"] == "on" else 10
        if not is_ace(card):
            return int(card[:-1])
        if self.options["aces"] == "plain":
            return 14 if self.options["patriarchal_values"] == "on" else 1
        if self.options["aces"] == "ambivalent":
            return self.big()
        return self.big() if self.capital[seat] is None and not aces else 1

    def total(self, seat, cards):
        """Of cards that are spent or shown together."""
        found = aces = 0
        for card in cards:
            found += self.worth(seat, card, aces)
            aces += is_ace(card)
        return found

    def price_of(self, card):
        """At a market."""
        if is_ace(card):
            return 14 if self.options["aces"] == "plain" and self.options["patriarchal_values"] == "on" else 1
        return int(card[:-1])

    def money(self, card):
        """In a trade, where only diamonds count."""
        if suit_of(card) != "♦":
            return 0
        if is_ace(card) and self.options["aces"].startswith("capital"):
            return 1
        return self.worth(None, card)

    def ties(self, card, die):
        if card not in NUMBERS:
            return False
        if is_ace(card) and self.options["aces"] == "plain" and self.options["patriarchal_values"] == "on":
            return False
        return die == (1 if is_ace(card) else int(card[:-1]))

    def extra(self, seat):
        """The point of an additional ace."""
        return int(self.options["aces"] == "capital + additional" and self.capital[seat] is not None)

    # ---- paying ----------------------------------------------------------------------------------------------------

    def accepted(self, seat, suits):
        return {card for card in self.hand(seat) if suit_of(card) in suits}

    def means(self, seat, suits, tip=None):
        """The most that a seat can pay; nothing without a card."""
        cards = self.accepted(seat, suits)
        return self.total(seat, cards) + (self.extra(seat) if tip is None else tip) if cards else 0

    def spend(self, seat, card):
        """Paid, or played in a fight. Gives what it counts."""
        worth = self.worth(seat, card)
        if is_ace(card) and self.options["aces"].startswith("capital") and self.capital[seat] is None:
            self.happened.add("a capital ace")
            self.capital[seat] = card
            self.move(card, TABLE)
        else:
            self.move(card, TRAY if card in NUMBERS else AISLE)
        return worth

    def pay(self, seat, due, suits, first=None, tip=None):
        """Card by card until it is enough, and at least one. `first`: what the first must be among."""
        self.due, self.paid = due, self.extra(seat) if tip is None else tip
        if self.paid:
            self.happened.add("an extra point")
        picked = 0
        while not picked or self.paid < due:
            cards = self.accepted(seat, suits)
            if first and not picked:
                cards &= first
            card = yield from self.ask(seat, "pay", cards)
            if card in ROYALS:
                self.happened.add("a royal is spent")
            self.paid += self.spend(seat, card)
            picked += 1

    # ---- the end ---------------------------------------------------------------------------------------------------

    def has_trio(self, seat):
        return self.royals(seat) in TRIOS[self.options["quest"]]

    def merit(self, seat):
        """What seats are ranked by."""
        royals = self.royals(seat)
        progress = max(len(royals & trio) for trio in TRIOS[self.options["quest"]])
        points = sum(1 if is_ace(card) else int(card[:-1]) for card in self.hand(seat) if card in NUMBERS)
        return progress, len(royals), points


def test_trios():
    assert {quest: len(trios) for quest, trios in TRIOS.items()} == {
        "simple": 220,
        "diverse": 4 * 27,
        "monarchical": 64,
        "diverse + monarchical": 24,
        "tribal": 4,
    }
