"""Table: one position of one game, with legality enforced in one place.

game = brillig.load("othellino")
table = game.new(seed=7)
table.play(0, table.choices(0)[0].code)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from brillig.core.chance import halves, sow
from brillig.core.errors import BadSeats, IllegalChoice, RuleFault
from brillig.core.faults import SLIPS, THE_TABLE, Step, fault, from_the_start, way_to
from brillig.core.record import Record
from brillig.core.screen import Screen
from brillig.core.screen.text import draw

if TYPE_CHECKING:
    from brillig.core.game import Game
    from brillig.core.gears import Gear

SPECTATOR = -1
NOT_YOUR_TURN = -1  # what `refuse` returns when another seat is to decide; the engine has the words for it


# What to say about a rule that breaks down in one of these methods.
DOING = {
    "lay_out": " when the table is laid out",
    "play": " when seat {} chooses {}",
    "tick": " when the table acts by itself",
}


class Choice(NamedTuple):
    """One of the things a seat may do now."""

    code: int
    label: str


class Footsteps(NamedTuple):
    """A step and those before it, so that tables which part ways share what they have in common."""

    before: Footsteps | None
    step: Step = ()

    def steps(self) -> list[Step]:
        found: list[Step] = []
        at = self
        while at.before is not None:
            found.append(at.step)
            at = at.before
        return found[::-1]


START = Footsteps(None)


class Table:
    """A position. `raw` is all of it; `plain` is the same bytes as a State, for reading in Python."""

    def __init__(
        self, game: Game, raw: bytearray, gear: Gear, timed: bool = True, began: tuple[int, int] | None = None
    ) -> None:
        self.game, self.raw, self.gear = game, raw, gear
        self.timed = timed  # somebody keeps the time and says when the table acts by itself
        # The seed and the deal it was laid out with, and what was done since, each step with those before it: enough to
        # come here again. What a seat may know (`hidden`) has neither.
        self.began, self.way = began, START
        self.plain: Any = game.state(raw)
        self.seats = int(self.plain.seats)
        self._x = self.plain if gear.name == "plain" else gear.open(raw)

    def lay_out(self) -> None:
        """Set the table up; its chance must have been started."""
        before = bytes(self.raw)
        try:
            self.gear.setup(self._x)
        except Exception as why:
            raise self._fault(why, "lay_out", before) from why

    def __bytes__(self) -> bytes:
        return bytes(self.raw)

    def __repr__(self) -> str:
        return f"<Table {self.game.slug} seats={self.seats} {'over' if self.over else f'waiting={self.waiting()}'}>"

    def copy(self) -> Table:
        other = Table(self.game, bytearray(self.raw), self.gear, self.timed, self.began)
        other.way = self.way
        return other

    def again(self) -> str:
        """How to come to this position again, for its author; empty if nobody knows."""
        if self.began is None:
            return ""
        return from_the_start(self.seats, *self.began, self.options, self.way.steps(), self.timed)

    # ---- what is going on ------------------------------------------------------------------------------------------

    @property
    def options(self) -> dict[str, int | str]:
        return self.game.decode(self.plain)

    def waiting(self) -> list[int]:
        """The seats that are to decide now; none when the game is over."""
        try:
            return self.gear.who(self._x)
        except Exception as why:
            raise self._fault(why, "waiting") from why

    @property
    def over(self) -> bool:
        return not self.waiting() and self.due() < 0

    def scores(self) -> list[int]:
        try:
            return [self.gear.score(self._x, seat) for seat in range(self.seats)]
        except Exception as why:
            raise self._fault(why, "scores") from why

    def ranks(self) -> list[int]:
        """Places: 1 is best, ties share."""
        try:
            return self.gear.rank(self._x, self.seats)
        except Exception as why:
            raise self._fault(why, "ranks") from why

    def census(self) -> list[int]:
        """How many there are of each kind of piece, wherever they lie."""
        try:
            return self.gear.census(self._x)
        except Exception as why:
            raise self._fault(why, "census") from why

    # ---- deciding --------------------------------------------------------------------------------------------------

    def codes(self, seat: int, asked: bool = False) -> list[int]:
        """The choices of a seat as bare numbers; none when it is not to decide. `asked`: it is known to be."""
        self.check_seat(seat)
        try:
            return self.gear.choices(self._x, seat) if asked or self.gear.waiting(self._x, seat) else []
        except Exception as why:
            raise self._fault(why, "codes", None, seat) from why

    def shortlist(self, seat: int) -> list[int]:
        """The choices that are worth thinking about, for bots and learners; all of them unless the game says otherwise."""
        self.check_seat(seat)
        try:
            return self.gear.shortlist(self._x, seat) if self.gear.waiting(self._x, seat) else []
        except Exception as why:
            raise self._fault(why, "shortlist", None, seat) from why

    def asides(self, seat: int) -> list[int]:
        """What a seat may do besides, whoever is to decide. Nobody waits for it, and bots do not think about it."""
        self.check_seat(seat)
        if not self.game.asides:
            return []
        codes = self.codes(seat)
        return [code for code in self.game.asides if code not in codes and not self.refusal(seat, code)]

    def choices(self, seat: int) -> list[Choice]:
        """The choices of a seat in words, from what that seat can see."""
        codes = self.codes(seat)
        view = self.view(seat) if codes else None
        with way_to(self):
            return [Choice(code, self.game.label(view, seat, code)) for code in codes]

    def refusal(self, seat: int, code: int) -> str:
        """Why this seat may not choose this code now; empty when it may."""
        self.check_seat(seat)
        if type(code) is not int or not 0 <= code < self.game.codes:
            return f"There is no choice {str(code)[:20]} in {self.game.title}."
        try:
            reason = self.gear.refuse(self._x, seat, code)
            if reason == 0 and self.gear.waiting(self._x, seat):
                return ""
            if reason == 0 and code in self.game.asides and not self.over:
                return ""
        except Exception as why:
            raise self._fault(why, "refusal", None, seat, code) from why
        if self.over:
            return "The game is over."
        if reason in (0, NOT_YOUR_TURN):
            return "It is not your turn."
        return self.game.refusals.get(reason, f"That is not allowed (reason {reason}).")

    def play(self, seat: int, code: int) -> None:
        """Carry a choice out, or raise IllegalChoice and change nothing."""
        reason = self.refusal(seat, code)
        if reason:
            raise IllegalChoice(reason)
        before = bytes(self.raw)
        now = self.plain.now if self.began and self.game.due else None
        try:
            self.gear.play(self._x, seat, code)
            if not self.timed:
                self.settle()
        except RuleFault:  # after the choice, when the table acted by itself
            self.raw[:] = before
            raise
        except Exception as why:
            raise self._fault(why, "play", before, seat, code) from why
        if self.began:
            self.way = Footsteps(self.way, (seat, code) if now is None else (seat, code, int(now)))

    def due(self) -> int:
        """When the table acts by itself, in milliseconds since the start; -1: never."""
        try:
            return self.gear.due(self._x) if self.game.due else -1
        except Exception as why:
            raise self._fault(why, "due") from why

    def tick(self) -> None:
        """The table acts by itself: its deadline has come."""
        before = bytes(self.raw)
        self.plain.now = self.due()
        try:
            self.gear.tick(self._x)
        except Exception as why:
            raise self._fault(why, "tick", before) from why
        if self.began and self.timed:  # else it does so by itself after every choice
            self.way = Footsteps(self.way, (THE_TABLE, 0))

    def settle(self) -> Table:
        """Let the table act by itself until a seat is to decide (a count-down comes first), or it is over."""
        while not self.waiting() and self.due() >= 0:
            self.tick()
        return self

    # ---- what a seat may know --------------------------------------------------------------------------------------

    def hidden(self, seat: int, into: Table | None = None) -> Table:
        """The same table with everything wiped that this seat may not know (SPECTATOR: nobody's seat).

        `into`: a table that nobody needs any more. To write over it is quicker than to make a new one.
        """
        self.check_seat(seat, spectator=True)
        other = into or Table(self.game, bytearray(self.raw), self.gear, self.timed)
        other.raw[:] = self.raw
        rng = self.game.state.fields["rng"]
        other.raw[rng.offset : rng.offset + rng.bytes] = bytes(rng.bytes)
        if self.game.hide:
            try:
                other.gear.hide(other._x, seat)
            except Exception as why:
                raise self._fault(why, "hidden", None, seat) from why
        return other

    def view(self, seat: int) -> Any:
        """The record that this seat may know."""
        return self.hidden(seat).plain

    def guess(self, seat: int, seed: int = 0, deal: int = 0) -> Table:
        """A whole table that agrees with all this seat knows; another seed, another guess."""
        other = self.hidden(seat)
        sow(other.plain.rng, *halves(seed), deal, 0)
        try:
            self.gear.guess(other._x, seat)
        except Exception as why:
            raise self._fault(why, "guess", None, seat, seed, deal) from why
        return other

    def screen(self, seat: int) -> Screen:
        """The table as this seat sees it."""
        with way_to(self):
            return self.game.screen(self.view(seat), seat)

    def text(self, seat: int = SPECTATOR) -> str:
        """The table as this seat sees it, drawn in letters."""
        return draw(self.screen(seat))

    def _fault(self, why: Exception, method: str, before: bytes | None = None, *args: int) -> Exception:
        """Which rule broke down in a method; every byte is then as it was before."""
        if before is not None:
            self.raw[:] = before
        if self.gear.name == "plain":
            return fault(self.game, why, when=DOING.get(method, "").format(*args)).begun(self.again())
        if not isinstance(why, (*SLIPS, RuleFault)):
            return why  # it cannot be compiled at all
        again = Table(self.game, bytearray(self.raw), self.game.plain)
        return fault(self.game, why, lambda: getattr(again, method)(*args)).begun(self.again())

    def check_seat(self, seat: int, spectator: bool = False) -> None:
        if type(seat) is not int or not (SPECTATOR if spectator else 0) <= seat < self.seats:
            raise BadSeats(f"There is no seat {str(seat)[:20]} at this table; seats are 0 to {self.seats - 1}.")

    def state(self) -> Record:
        """The whole truth, for tests and tools."""
        record: Record = self.plain
        return record
