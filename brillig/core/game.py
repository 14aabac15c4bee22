"""Game: ties the names of a game module together, and opens tables.

    GAME = Game(__name__, title="Othellino", box="Green Box of Games", seats=(2, 2), ...)

finds `State`, `setup`, `waiting`, `refuse`, `play` and the rest in that module by their names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from brillig.core.chance import THE_TABLE, halves, sow
from brillig.core.contract import check_arguments, check_module, check_numbers
from brillig.core.errors import BadGame, BadOption, BadSeats, near
from brillig.core.faults import NOT_PLAYED, SLIPS, random_game
from brillig.core.gears import HELPS, RULES, Compiled, Gear, Plain
from brillig.core.record import Record, plain_word
from brillig.core.screen import Screen
from brillig.core.screen.looks import check_screen
from brillig.core.table import Table

if TYPE_CHECKING:
    import numpy as np

    from brillig.core.cuda import Cuda


class Playouts(NamedTuple):
    """Results of random games: a row a game, a column a seat. A length of -1: not over within the bound."""

    scores: np.ndarray[Any, Any]
    ranks: np.ndarray[Any, Any]
    lengths: np.ndarray[Any, Any]


class Game:
    """A game: what a box says on its lid, and the rules of its module."""

    def __new__(cls, *module: str, **given: object) -> Game:
        """A mistyped argument is told before Python's own words for it."""
        if module:
            code = cls.__init__.__code__
            named = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
            check_arguments(slug_of(module[0]), given, named, cls.__init__.__kwdefaults__ or ())
        return super().__new__(cls)

    def __init__(
        self,
        module: str,
        *,
        title: str,
        box: str,
        seats: tuple[int, int],
        minutes: int,
        complexity: int,
        codes: int,  # choices are numbered 0 to codes - 1
        bound: int | Callable[[int, Mapping[str, int]], int],  # most choices in a game, of all seats together
        summary: str,  # one sentence for the lobby
        pieces: int = 0,  # kinds of piece that `census` counts
        together: bool = False,  # all seats play on one side, for points
        real_time: bool = False,  # no turns: the quickest wins
        seeing: bool = False,  # finding what may be chosen is the game: people are not shown a list of it
        asides: tuple[int, ...] = (),  # codes that a seat may choose at any time, also when it is not asked
        tags: tuple[str, ...] = (),  # words to find it by; nothing else depends on them
        variants: Sequence[tuple[int, Mapping[str, int | str]]] = (),  # seats and options that `check` plays; none: all
        unseen: tuple[str, ...] = (),  # fields that a screen need not show
        rolls: tuple[int, ...] = (),  # where chance draws one number between two turns: how often each of them counts
        version: int = 1,  # raise it when a rule changes: older replays then say so
    ) -> None:
        here = vars(sys.modules[module])
        self.slug = slug_of(module)
        check_module(self.slug, here)
        self.module, self.title, self.box, self.summary = module, title, box, summary
        self.seats, self.minutes, self.complexity = seats, minutes, complexity
        self.together, self.real_time, self.seeing, self.variants = together, real_time, seeing, variants
        self.codes, self.pieces, self.tags, self.unseen, self.version = codes, pieces, tags, unseen, version
        self.asides, self.rolls = asides, rolls
        self._bound = bound
        self.state: type[Record] = here["State"]
        for name in (*RULES, *HELPS):
            setattr(self, name, here.get(name))
        self.label: Callable[[Any, int, int], str] = here["label"]
        self.touch: Callable[[Any, int, int], tuple[str, ...]] = here["touch"]
        # A second way to touch a choice, where there is one that people may try first.
        self.also: Callable[[Any, int, int], tuple[str, ...]] | None = here.get("also")
        self._screen: Callable[[Any, int], Screen] = here["screen"]
        # What a seat is to stop now, where the game has a moment of skill; bots work it by this.
        self.swing: Callable[[Any, int], Any] | None = here.get("swing")
        # Does a choice only begin what the next one of the same seat completes? A person then makes both at once.
        self.begins: Callable[[Any, int, int], bool] | None = here.get("begins")
        # And if what completes it is a point of an open field: where that may be (a code of -1: the point that is asked for).
        self.aim: Callable[[Any, int, int], Any] | None = here.get("aim")
        self.tell: Callable[[Any, Any, int], list[str]] | None = here.get("tell")
        # In games of seeing: the codes that a person might try, fit or not.
        self.candidates: Callable[[Any, int], list[int]] | None = here.get("candidates")
        # And what a try that does not fit costs: the choice that the referee makes instead, -1: none.
        self.missed: Callable[[Any, int, int], int] | None = here.get("missed")
        # In games of remembering: wipe from what a seat knows all but so much, for bots that are not perfect.
        self.forget: Callable[[Any, int, int], None] | None = here.get("forget")
        # For bots: a choice that none makes who has another.
        self.shuns: Callable[[Any, int, int], bool] | None = here.get("shuns")
        # For loose bots: by how many thousandths one end of a turn may look worse than the best, and be taken all the same;
        self.leeway: Callable[[Any, Any, int], int] | None = here.get("leeway")
        # and put a turn that has begun back to where it began. False: nobody can tell.
        self.retrace: Callable[[Any, int], bool] | None = here.get("retrace")
        # For bots: put what everybody knows back to when the secrets were dealt that are still kept.
        self.rewind: Callable[[Any], None] | None = here.get("rewind")
        # Nothing moves any more: bots agree to a draw.
        self.stuck: Callable[[Any], bool] | None = here.get("stuck")
        # Alone or together: what was achieved, in numbers, to be kept with the match; `solved` among them: was it?
        self.feat: Callable[[Any], dict[str, int]] | None = here.get("feat")
        # For `check`: what is wrong with a whole position, a guessed one or a real one; empty if nothing is.
        self.sound: Callable[[Any], str] | None = here.get("sound")
        # Why these options do not go together, or not with so many seats; empty if they do.
        self.allowed: Callable[[int, Mapping[str, int | str]], str] | None = here.get("allowed")
        # The options as they are played, where so many seats leave no choice.
        self.as_played: Callable[[int, dict[str, int | str]], Mapping[str, object]] | None = here.get("as_played")
        # Options that go well together, under a name: a first game, a long one.
        self.presets: dict[str, Mapping[str, int | str]] = here.get("PRESETS", {})
        self.refusals: dict[int, str] = here.get("REFUSALS", {})
        # Names for ranges of codes, as choices are counted and lessons show them.
        self.kinds: dict[str, Collection[int]] | None = here.get("KINDS")
        self.options = self.state.options()
        self._compiled: Compiled | None = None
        check_numbers(self)

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def screen(self, s: Any, seat: int) -> Screen:
        """The table as this seat sees it, made of things that can be drawn."""
        try:
            shown = self._screen(s, seat)
            check_screen(shown)
        except BadGame as why:
            raise BadGame(f"{self.title}: {why}").with_traceback(
                why.__traceback__
            ) from None  # where the author wrote it
        return shown

    @property
    def folder(self) -> Path:
        """The game's folder: rules.md, golden/ and the module."""
        return Path(str(sys.modules[self.module].__file__)).parent

    @property
    def hidden(self) -> bool:
        """Is there anything that a seat may not know?"""
        return self.hide is not None

    # ---- gears -----------------------------------------------------------------------------------------------------

    @cached_property
    def plain(self) -> Plain:
        return Plain(self)

    @property
    def compiled(self) -> Compiled:
        if self._compiled is None:
            self._compiled = Compiled(self)
        return self._compiled

    @cached_property
    def cuda(self) -> Cuda:
        """The gear for NVIDIA GPUs, which only plays out many games."""
        from brillig.core.cuda import Cuda

        return Cuda(self)

    def gear(self, name: str | None = None) -> Gear:
        """A gear by name; without one, the compiled gear if this process has it already, else the plain one."""
        if name is None:
            return self._compiled or self.plain
        if name not in ("plain", "compiled"):
            raise BadOption(f"There is no gear {name!r}; there are plain and compiled.")
        return self.plain if name == "plain" else self.compiled

    # ---- tables ----------------------------------------------------------------------------------------------------

    def new(
        self,
        seats: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        *,
        deal: int = 0,
        gear: str | None = None,
        timed: bool = False,
    ) -> Table:
        """A table with everything laid out. Deal k of a seed is game k of `playouts` with that seed.

        A table that acts by itself (a count-down, a new deal) does so as soon as everybody waits for it, so there is
        always somebody to decide until the game is over. `timed`: not so; whoever keeps the time says when (`tick`).
        """
        raw = self.blank(seats, options)
        table = Table(self, raw, self.gear(gear), timed, (check_seed(seed), deal))
        sow(table.plain.rng, *halves(seed), deal, THE_TABLE)
        table.lay_out()
        return table if timed else table.settle()

    def restore(self, raw: bytes, *, gear: str | None = None) -> Table:
        """The table whose `bytes()` these are."""
        if len(raw) != self.state.nbytes:
            raise BadGame(f"A position of {self.title} has {self.state.nbytes} bytes, not {len(raw)}.")
        return Table(self, bytearray(raw), self.gear(gear))

    def blank(self, seats: int | None, options: Mapping[str, object] | None = None) -> bytearray:
        """A record with its seats and options, and nothing laid out yet."""
        raw = bytearray(self.state.nbytes)
        s = self.state(raw)
        s.seats = self.check_seats(seats)
        for name, value in self.encode(options).items():
            setattr(s, name, value)
        if self.as_played:
            for name, value in self.encode(self.as_played(s.seats, self.decode(s))).items():
                setattr(s, name, value)
        if reason := self.forbidden(s.seats, self.decode(s)):
            raise BadOption(reason)
        return raw

    def forbidden(self, seats: int, options: Mapping[str, int | str]) -> str:
        """Why so many seats cannot play with these options (all of them, as people write them); empty if they can."""
        for name, o in self.options.items():
            if o.seat is not None and o.seat >= seats and options[name] != o.default:
                spoken = name.replace("_", " ")
                return f"Nobody sits in seat {o.seat + 1} of {seats}: leave {spoken} at {o.default}, or add seats."
        return self.allowed(seats, options) if self.allowed else ""

    def for_points(self, seats: int) -> bool:
        """Do so many seats play for points, alone or together, and not for places?"""
        return seats == 1 or self.together

    def check_seats(self, seats: int | None) -> int:
        fewest, most = self.seats
        seats = fewest if seats is None else seats
        if not isinstance(seats, int) or isinstance(seats, bool) or not fewest <= seats <= most:
            allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise BadSeats(f"{self.title} is for {allowed} player{'s' * (most > 1)}, not {str(seats)[:20]}.")
        return seats

    def encode(self, options: Mapping[str, object] | None) -> dict[str, int]:
        """The options as numbers, the missing ones by their defaults."""
        known = {plain_word(name): name for name in self.options}
        given = {}
        for name, value in (options or {}).items():
            if plain_word(name) not in known:
                listed = f"it has {', '.join(self.options)}" if self.options else "it has none"
                hint = near(str(name), self.options)
                raise BadOption(f"{self.title} has no option {str(name)[:40]!r}; {listed}.{hint}")
            given[known[plain_word(name)]] = value
        return {name: o.encode(given.get(name, o.default)) for name, o in self.options.items()}

    def decode(self, s: Record) -> dict[str, int | str]:
        """The options of a position as people write them."""
        return {name: o.decode(getattr(s, name)) for name, o in self.options.items()}

    def bound(self, seats: int, options: Mapping[str, object] | None = None) -> int:
        """The most choices a game can take."""
        return self._bound if isinstance(self._bound, int) else self._bound(seats, self.encode(options))

    # ---- many games ------------------------------------------------------------------------------------------------

    def playouts(
        self,
        n: int,
        seed: int = 0,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        threads: int = 1,
        *,
        first: int = 0,
        gear: str = "compiled",
        device: str = "cpu",
    ) -> Playouts:
        """Random games first ... first + n - 1 of a seed. The result does not depend on threads, gear or device."""
        import numpy as np

        if not isinstance(n, int) or n < 0:
            raise BadOption(f"The number of games must be a whole number of at least 0, not {n!r}.")
        if threads < 1:
            raise BadOption(f"The number of threads must be at least 1, not {threads}.")
        blank = bytes(self.blank(seats, options))
        count = self.check_seats(seats)
        cap = self.bound(count, options)
        scores, ranks = np.zeros((n, count), np.int32), np.zeros((n, count), np.int8)
        lengths = np.full(n, NOT_PLAYED, np.int32)
        low, high = halves(check_seed(seed))
        if device not in ("cpu", "cuda"):
            raise BadOption(f"There is no device {device!r}; there are cpu and cuda.")
        run = self.cuda.playouts if device == "cuda" else self.gear(gear).playouts

        def part(a: int, b: int) -> None:
            try:
                run(blank, low, high, first + a, cap, scores[a:b], ranks[a:b], lengths[a:b])
            except SLIPS as why:
                broken = first + a + int(np.argmax(lengths[a:b] == NOT_PLAYED))
                raise random_game(self, why, blank, seed, broken, cap) from why

        edges = [n * k // threads for k in range(threads + 1)]
        if threads == 1 or device == "cuda":
            part(0, n)
        else:
            part(0, 0)  # compile before the threads start
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(part, edges[:-1], edges[1:]))
        return Playouts(scores, ranks, lengths)


def slug_of(module: str) -> str:
    """A game's name in addresses: that of its folder."""
    *_, folder, name = f".{module}".split(".")
    return (folder if name == "game" and folder else name).replace("_", "-")


def check_seed(seed: int) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 1 << 64:
        raise BadOption(f"A seed is a whole number from 0 to 2^64 - 1, not {str(seed)[:40]!r}.")
    return seed
