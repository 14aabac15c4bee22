"""What Diversify and Cover Some Ground share."""

from brillig.parts.trickster.model.test_race import Race


class ForPoints(Race):
    """Points of cards, and a timer once somebody is out. A game says what a card is worth."""

    def __init__(self, seats, options, told):
        self.limit, self.beats_left, self.closing = 0, 0, False
        super().__init__(seats, options, told)

    def worth(self, laid):
        raise NotImplementedError

    def out(self, seat):
        first = not self.closing
        self.closing = True
        extra = {"beginner": 60_000, "advanced": 30_000, "expert": 0}[self.options["level"]]
        if not self.racing() or not extra:
            self.end("out")
        elif first and self.clock:
            self.limit = self.now + extra
        elif first:
            self.beats_left = extra // 10_000 + 1  # this beat is not one of them

    def after_beat(self):
        if not self.closing:
            super().after_beat()
            return
        self.beats_left -= 1
        if not self.beats_left:
            self.end("time")

    def rings(self):
        return self.limit if self.phase == "race" and self.closing and self.clock else super().rings()

    def ring(self):
        if self.phase == "race" and self.closing:
            self.now = self.rings()
            self.end("time")
        else:
            super().ring()

    def end(self, how):
        self.happened.add(f"{how} in {'closing' if self.closing else 'the race'}")
        super().end(how)

    def stopping_is_giving_up(self):
        return not self.closing

    def fields(self):
        waiting = {"limit": self.limit, "beats_left": self.beats_left}
        return waiting if self.closing else waiting | super().fields()

    def points(self, seat):
        return [self.worth(laid) for laid in self.cards_laid(seat)] if self.phase in ("race", "over") else []

    def score(self, seat):
        return sum(self.points(seat)) - (54 if seat in self.gave_up else 0)

    def order(self, seat):
        points = self.points(seat)
        return -sum(points), self.tokens[seat] or 99, -len(points), -max(points, default=0)
