"""Table: one position of one game, with legality enforced in one place.

game = brillig.load("othellino")
table = game.new(seed=7)
table.play(0, table.choices(0)[0].code)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from brillig.core.chance import halves, sow
from brillig.core.errors import BadSeats, BrilligError, IllegalChoice
from brillig.core.faults import SLIPS, fault
from brillig.core.record import Record
from brillig.core.screen import Screen
from brillig.core.text import draw

if TYPE_CHECKING:
    from brillig.core.game import Game
    from brillig.core.gears import Gear

SPECTATOR = -1
NOT_YOUR_TURN = -1  # what `refuse` returns when another seat is to decide; the engine has the words for it


F = TypeVar("F", bound=Callable[..., Any])


# What a table does when it changes.
CHANGES = {
    "lay_out": " when the table is laid out",
    "play": " when seat {} chooses {}",
    "tick": " when the table acts by itself",
}


def asks_rules(method: F) -> F:
    """If a rule breaks down in this method of a table, say which; every byte is then as it was before."""
    doing = CHANGES.get(method.__name__)

    @wraps(method)
    def asked(table: Table, *args: Any, **named: Any) -> Any:
        before = bytes(table.raw) if doing else b""
        try:
            return method(table, *args, **named)
        except BrilligError:
            raise
        except Exception as why:
            if table.gear.name != "plain" and not isinstance(why, SLIPS):
                raise
            if doing:
                table.raw[:] = before
            again = Table(table.game, bytearray(table.raw), table.game.plain)
            when = doing.format(*args) if doing else ""
            raise fault(table.game, why, lambda: method(again, *args, **named), when) from why

    return asked  # type: ignore[return-value]


class Choice(NamedTuple):
    """One of the things a seat may do now."""

    code: int
    label: str


class Table:
    """A position. `raw` is all of it; `plain` is the same bytes as a State, for reading in Python."""

    def __init__(self, game: Game, raw: bytearray, gear: Gear, timed: bool = True) -> None:
        self.game, self.raw, self.gear = game, raw, gear
        self.timed = timed  # somebody keeps the time and says when the table acts by itself
        self.plain: Any = game.state(raw)
        self.seats = int(self.plain.seats)
        self._x = self.plain if gear.name == "plain" else gear.open(raw)

    @asks_rules
    def lay_out(self) -> None:
        """Set the table up; its chance must have been started."""
        self.gear.setup(self._x)

    def __bytes__(self) -> bytes:
        return bytes(self.raw)

    def __repr__(self) -> str:
        return f"<Table {self.game.slug} seats={self.seats} {'over' if self.over else f'waiting={self.waiting()}'}>"

    def copy(self) -> Table:
        return Table(self.game, bytearray(self.raw), self.gear, self.timed)

    # ---- what is going on ------------------------------------------------------------------------------------------

    @property
    def options(self) -> dict[str, int | str]:
        return self.game.decode(self.plain)

    @asks_rules
    def waiting(self) -> list[int]:
        """The seats that are to decide now; none when the game is over."""
        return self.gear.who(self._x)

    @property
    def over(self) -> bool:
        return not self.waiting() and self.due() < 0

    @asks_rules
    def scores(self) -> list[int]:
        return [self.gear.score(self._x, seat) for seat in range(self.seats)]

    @asks_rules
    def ranks(self) -> list[int]:
        """Places: 1 is best, ties share."""
        return self.gear.rank(self._x, self.seats)

    @asks_rules
    def census(self) -> list[int]:
        """How many there are of each kind of piece, wherever they lie."""
        return self.gear.census(self._x)

    # ---- deciding --------------------------------------------------------------------------------------------------

    @asks_rules
    def codes(self, seat: int) -> list[int]:
        """The choices of a seat as bare numbers; none when it is not to decide."""
        self.check_seat(seat)
        return self.gear.choices(self._x, seat) if self.gear.waiting(self._x, seat) else []

    def choices(self, seat: int) -> list[Choice]:
        """The choices of a seat in words, from what that seat can see."""
        codes = self.codes(seat)
        view = self.view(seat) if codes else None
        return [Choice(code, self.game.label(view, seat, code)) for code in codes]

    @asks_rules
    def refusal(self, seat: int, code: int) -> str:
        """Why this seat may not choose this code now; empty when it may."""
        self.check_seat(seat)
        if type(code) is not int or not 0 <= code < self.game.codes:
            return f"There is no choice {str(code)[:20]} in {self.game.title}."
        reason = self.gear.refuse(self._x, seat, code)
        if reason == 0 and self.gear.waiting(self._x, seat):
            return ""
        if self.over:
            return "The game is over."
        if reason in (0, NOT_YOUR_TURN):
            return "It is not your turn."
        return self.game.refusals.get(reason, f"That is not allowed (reason {reason}).")

    @asks_rules
    def play(self, seat: int, code: int) -> None:
        """Carry a choice out, or raise IllegalChoice and change nothing."""
        reason = self.refusal(seat, code)
        if reason:
            raise IllegalChoice(reason)
        self.gear.play(self._x, seat, code)
        if not self.timed:
            self.settle()

    @asks_rules
    def due(self) -> int:
        """When the table acts by itself, in milliseconds since the start; -1: never."""
        return self.gear.due(self._x) if self.game.due else -1

    @asks_rules
    def tick(self) -> None:
        """The table acts by itself: its deadline has come."""
        self.plain.now = self.due()
        self.gear.tick(self._x)

    def settle(self) -> Table:
        """Let the table act by itself until a seat is to decide (a count-down comes first), or it is over."""
        while not self.waiting() and self.due() >= 0:
            self.tick()
        return self

    # ---- what a seat may know --------------------------------------------------------------------------------------

    @asks_rules
    def hidden(self, seat: int, into: Table | None = None) -> Table:
        """The same table with everything wiped that this seat may not know (SPECTATOR: nobody's seat).

        `into`: a table that nobody needs any more. To write over it is quicker than to make a new one.
        """
        self.check_seat(seat, spectator=True)
        other = into or self.copy()
        other.raw[:] = self.raw
        rng = self.game.state.fields["rng"]
        other.raw[rng.offset : rng.offset + rng.bytes] = bytes(rng.bytes)
        if self.game.hide:
            other.gear.hide(other._x, seat)
        return other

    def view(self, seat: int) -> Any:
        """The record that this seat may know."""
        return self.hidden(seat).plain

    @asks_rules
    def guess(self, seat: int, seed: int = 0, deal: int = 0) -> Table:
        """A whole table that agrees with all this seat knows; another seed, another guess."""
        other = self.hidden(seat)
        sow(other.plain.rng, *halves(seed), deal, 0)
        self.gear.guess(other._x, seat)
        return other

    def screen(self, seat: int) -> Screen:
        """The table as this seat sees it."""
        shown: Screen = self.game.screen(self.view(seat), seat)
        return shown

    def text(self, seat: int = SPECTATOR) -> str:
        """The table as this seat sees it, drawn in letters."""
        return draw(self.screen(seat))

    def check_seat(self, seat: int, spectator: bool = False) -> None:
        if type(seat) is not int or not (SPECTATOR if spectator else 0) <= seat < self.seats:
            raise BadSeats(f"There is no seat {str(seat)[:20]} at this table; seats are 0 to {self.seats - 1}.")

    def state(self) -> Record:
        """The whole truth, for tests and tools."""
        record: Record = self.plain
        return record
