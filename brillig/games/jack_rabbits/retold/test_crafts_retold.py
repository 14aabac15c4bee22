"""The crafts of the full level told once more: flights, palaces, fights, markets and trades."""

from brillig.games.jack_rabbits.retold.test_hands_retold import AISLE, ANY, DISCARD, GONE, NUMBERS, ROYALS, suit_of
from brillig.games.jack_rabbits.retold.test_journey_retold import Journeys, TurnOver
from brillig.games.jack_rabbits.retold.test_land_retold import HERE, OFF


class Crafts(Journeys):
    def is_a(self, title, tile):
        """A tower (K), a palace (Q) or a plaza (J): a house of that title, or the advanced Citadel."""
        return self.options["citadel"] == "advanced" if tile == HERE else tile[0] == title

    def others_from(self, seat):
        """Clockwise."""
        return [(seat + k) % len(self.seats) for k in range(1, len(self.seats))]

    def forget(self, seat, partner):
        """A card has left a hand face down: only the one who has seen it still knows the rest."""
        for card in self.hand(seat) & set(NUMBERS):
            self.knows[card] &= {partner}

    def return_royals(self, seat):
        while len(self.royals(seat)) > 3:
            self.happened.add("a fourth royal")
            self.move((yield from self.ask(seat, "return royal", self.royals(seat))), AISLE)

    # ---- clubs -----------------------------------------------------------------------------------------------------

    def show_passport(self, seat):
        clubs = self.accepted(seat, {"♣"})
        if self.place[seat] in self.land.hexagons and self.is_a("K", self.place[seat]) and clubs:
            choice = yield from self.ask(seat, "passport", clubs | {"no flight"})
            if choice != "no flight":
                self.passport = choice
                self.show(choice)

    def fly(self, seat):
        tower = self.place[seat]
        missing = self.price() - self.worth(seat, self.passport) - self.extra(seat)
        if missing > 0:
            suits = ANY if tower == HERE else {tower[1]}
            can = self.means(seat, suits, tip=0) >= missing
            choice = yield from self.ask(seat, "shortfall", {"fall"} | ({"pay shortfall"} if can else set()))
            self.happened.add("a fall" if choice == "fall" else "a shortfall")
            if choice == "fall":
                self.passport = None
                self.send_off(seat)
            yield from self.pay(seat, missing, suits, tip=0)
        self.passport = None
        towers = {("hexagon", tile) for tile in self.land.hexagons if self.is_a("K", tile) and tile != tower}
        self.happened.add("a flight")
        return (yield from self.ask(seat, "land", towers))[1], None

    # ---- hearts ----------------------------------------------------------------------------------------------------

    def has_six(self, seat):
        return self.means(seat, {"♥"}) >= 6

    def be_challenged(self, visitor):
        palace = self.place[visitor]
        if not self.is_a("Q", palace) or palace in self.hand(visitor):
            return
        for seat in self.others_from(visitor):
            queen = {palace} & self.hand(seat)
            if self.place[seat] == OFF or not (queen or self.has_six(seat)):
                continue
            if (yield from self.ask(seat, "challenge", {"let in", "challenges"})) == "challenges":
                yield from self.prove(visitor, seat, queen)
                return

    def prove(self, visitor, seat, queen):
        self.rival, self.proof, self.hearts = seat, set(), set()
        first = (self.accepted(seat, {"♥"}) if self.has_six(seat) else set()) | queen
        self.lay_open(self.proof, (yield from self.ask(seat, "prove first", first)))
        if self.proof == queen:
            self.happened.add("a queen challenges")
        else:
            yield from self.show_hearts(seat, "prove first", self.proof)
        choice = "refuses"
        if self.has_six(visitor):
            choice = yield from self.ask(visitor, "prove", self.accepted(visitor, {"♥"}) | {"refuses"})
        if choice == "refuses":
            self.happened.add("a visitor without hearts")
            self.send_off(visitor)
        self.lay_open(self.hearts, choice)
        yield from self.show_hearts(visitor, "prove", self.hearts)
        for card in self.proof:
            self.move(card, "tray" if card in NUMBERS else AISLE)
        self.happened.add("a visitor with hearts")
        self.send_off(seat)

    def lay_open(self, shown, card):
        self.show(card)
        shown.add(card)

    def show_hearts(self, seat, what, shown):
        """On, until there are six."""
        while self.total(seat, shown) + self.extra(seat) < 6:
            self.lay_open(shown, (yield from self.ask(seat, what, self.accepted(seat, {"♥"}) - shown)))

    # ---- spades ----------------------------------------------------------------------------------------------------

    def fight(self, seat, rival):
        """True: a royal was won, and the turn goes to its increment."""
        self.rival = rival
        self.force = {side: self.extra(side) for side in (seat, rival)}
        side, other, opening = seat, rival, True
        while True:
            yields = yield from self.strike(side, other, opening)
            if yields:
                break
            side, other, opening = other, side, False
        if side == seat:
            self.happened.add("an attacker yields")
            self.send_off(seat)
        self.send_off(rival)
        return (yield from self.steal(seat, rival))

    def strike(self, side, other, opening):
        """Spades one by one until it is higher and strikes. True: it yields."""
        if not opening and self.force[side] + self.total(side, self.accepted(side, {"♠"})) <= self.force[other]:
            return True
        played = False
        while True:
            higher = played if opening else self.force[side] > self.force[other]
            choices = self.accepted(side, {"♠"})
            if higher:
                choices |= {"strike"}
            elif not opening:
                choices |= {"yield"}
            choice = yield from self.ask(side, "attack", choices)
            if choice in ("strike", "yield"):
                self.happened.add(f"a fighter may {choice}")
                return choice == "yield"
            self.force[side] += self.spend(side, choice)
            played = True

    def steal(self, seat, rival):
        if not self.hand(rival):
            return False
        card = self.told.stolen(self, seat, self.hand(rival))
        self.move(card, seat, known={rival})
        self.forget(rival, seat)
        if card not in ROYALS:
            yield from self.keep_to_the_limit(seat)
            return False
        self.happened.add("a royal is stolen")
        yield from self.return_royals(seat)
        yield from self.keep_to_the_limit(seat)
        self.win_at_home(seat)
        return True

    # ---- diamonds --------------------------------------------------------------------------------------------------

    def goods(self, seat, picked=frozenset()):
        """What the seat can still buy here."""
        plaza = self.place[seat]
        if not self.is_a("J", plaza):
            return set()
        sold = ANY if plaza == HERE else {plaza[1]}
        left = self.means(seat, self.coins(plaza)) - sum(map(self.price_of, picked))
        return {
            card
            for card in self.lying(DISCARD) - picked
            if suit_of(card) in sold and self.price_of(card) <= left
        }  # fmt: skip

    def coins(self, plaza):
        return ANY if plaza == "J♦" else {"♦"}

    def buy_at_the_market(self, seat):
        self.picked = set()
        while True:
            choices = self.goods(seat, self.picked) | ({"done"} if self.picked else set())
            choice = yield from self.ask(seat, "goods", choices)
            if choice == "done":
                break
            self.picked.add(choice)
        self.happened.add("a market")
        yield from self.pay(seat, sum(map(self.price_of, self.picked)), self.coins(self.place[seat]))
        for card in self.picked:
            self.move(card, seat, known=self.everybody())
        yield from self.keep_to_the_limit(seat)

    def trade(self, seat, partner, selling):
        self.rival, self.selling = partner, selling
        self.offered.add(partner)
        self.named = yield from self.ask(seat, "offer card", set(self.where) - self.lying(GONE))
        self.asked_price = (yield from self.ask(seat, "offer price", {("price", k) for k in range(1, 21)}))[1]
        if (yield from self.ask(partner, "accept", {"yes", "no"})) == "no":
            return
        seller, buyer = (seat, partner) if selling else (partner, seat)
        sold = yield from self.ask(seller, "seller gives", self.hand(seller))
        gold = set()
        while True:
            choices = self.hand(buyer) - gold
            choice = yield from self.ask(buyer, "buyer gives", choices | ({"done"} if gold else set()))
            if choice == "done":
                break
            gold.add(choice)
        for card in gold:
            self.move(card, seller, known={buyer})
        self.forget(buyer, seller)
        self.move(sold, buyer, known={seller})
        self.forget(seller, buyer)
        for side in (seat, partner):
            yield from self.return_royals(side)
        for side in (seat, partner):
            yield from self.keep_to_the_limit(side)
        short = {buyer} if sold != self.named else set()
        short |= {seller} if sum(map(self.money, gold)) < self.asked_price else set()
        self.happened.add(f"a trade in which {len(short)} are short-changed")
        swindlers = set()
        for side, other in ((seat, partner), (partner, seat)):
            if side in short and (yield from self.ask(side, "expose", {"exposes", "quiet"})) == "exposes":
                swindlers.add(other)
        for side in swindlers:
            self.place[side] = OFF
        if seat in swindlers:
            raise TurnOver
        self.win_at_home(seat)
