"""When a rule breaks down: which one it was, where, and how to get there again.

Compiled code knows what went wrong but not much about where. The plain gear does the same with the same bytes, so what
failed is done again there, and Python itself shows the rule and the line.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from brillig.core import kernels
from brillig.core.errors import BrilligError, RuleFault
from brillig.core.gears import HELPS, RULES, stand_ins
from brillig.core.rule import Translator, reach

if TYPE_CHECKING:
    from brillig.core.game import Game

Step = tuple[int, ...]  # a seat and its code, with the time where the table has deadlines; or THE_TABLE and 0
Steps = list[Step]
SLIPS = (ArithmeticError, AssertionError, LookupError, ValueError)  # what compiled rules raise
NOT_PLAYED = -2  # the length of a game before it was played
THE_TABLE = -1  # in place of a seat: the table acts by itself


def fault(
    game: Game, why: Exception, again: Callable[[], object] = lambda: None, when: str = "", steps: Steps | None = None
) -> RuleFault:
    """A sentence for what went wrong. `again` does it once more in the plain gear, adding to `steps` on the way."""
    if isinstance(why, RuleFault):
        return why
    try:
        again()
    except RuleFault as known:
        return known
    except Exception as plainly:
        why = plainly
    rule, place = where(game, why)
    what = f"{type(why).__name__}: {why}" if str(why) else type(why).__name__
    way = f", after {' '.join(f'{seat}:{code}' for seat, code, *_ in steps)} (seat:code)" if steps else ""
    named = f"the rule {rule}" if rule else "a rule"
    sentence = f"{game.title}: {named} breaks down{when}{way}: {what}{f' ({place})' if place else ''}."
    return RuleFault(sentence, rule, tuple(steps or ()), own_frames(game, why))


@contextmanager
def telling(
    game: Game, again: Callable[[], object] = lambda: None, when: str = "", steps: Steps | None = None
) -> Iterator[None]:
    """Around a kernel that calls the rules of a game: what they raise comes out as a RuleFault (see fault)."""
    try:
        yield
    except SLIPS as why:
        raise fault(game, why, again, when, steps) from why


def where(game: Game, why: Exception) -> tuple[str, str]:
    """The innermost rule in which it happened, and its file and line; empty if Python cannot tell.

    What draws and names things is in the game's own files too, and counts as much.
    """
    written = [f for f in (getattr(game, name) for name in (*RULES, *HELPS)) if f is not None]
    known = {f.__code__ for f in reach(written, stand_ins(game))}
    found = "", ""
    for frame, line in traceback.walk_tb(why.__traceback__):
        code = frame.f_code
        if code in known or Path(code.co_filename).is_relative_to(game.folder):
            name = found[0] if code.co_name.startswith("<") else code.co_name  # "<listcomp>" is part of what it is in
            found = name, f"{Path(code.co_filename).name}, line {line}"
    return found


def own_frames(game: Game, why: BaseException) -> str:
    """The lines of the game's own files that it went through; empty if there are none."""
    frames = traceback.extract_tb(why.__traceback__)
    return "".join(traceback.format_list([f for f in frames if Path(f.filename).is_relative_to(game.folder)]))


# ---- how it came there ---------------------------------------------------------------------------------------------


def from_the_start(
    seats: int, seed: int, deal: int, options: Mapping[str, int | str], steps: Sequence[Step], timed: bool = True
) -> str:
    """What an author types to come to the same position."""
    by_itself = ", timed=True" if timed else ""
    laid = f"game.new(seats={seats}, seed={seed}, deal={deal}, options={dict(options)}{by_itself})"
    return f"{laid}, then play(seat, code) for {list(steps)}" if steps else laid


class Reached(Protocol):
    """A table or a match."""

    game: Game

    def again(self) -> str:
        """How to come to the same point."""


@contextmanager
def way_to(table: Reached) -> Iterator[None]:
    """Whatever of the game breaks down in here, in what a bot knows or tries, is told with the way to this table."""
    try:
        yield
    except RuleFault as why:
        why.begun(table.again())
        raise
    except BrilligError:
        raise
    except Exception as why:
        if not own_frames(table.game, why):
            raise
        raise fault(table.game, why).begun(table.again()) from why


def random_game(
    game: Game, why: Exception, blank: bytes, seed: int, deal: int, cap: int, watched: bool = False
) -> RuleFault:
    """What went wrong in a game of `playouts`. `watched`: somebody looked at the scores all the time."""
    steps: Steps = []
    raw = bytearray(blank)
    s, out, places, rng = game.state(raw), [0] * game.codes, [0] * game.seats[1], [0] * 4
    known = noted(game, steps)

    def looked_at(s: Any, rng: Any) -> int:
        for seat in range(s.seats if watched else 0):
            game.score(s, seat)
        return int(any_seat(s, rng))

    any_seat = Translator(lambda f: f, known, templates=kernels)(kernels.any_seat)
    play = Translator(lambda f: f, {**known, kernels.any_seat: looked_at}, templates=kernels)(kernels.playouts)
    given = [s], raw, blank, out, places, rng, seed & 0xFFFFFFFF, seed >> 32, deal, cap
    found = fault(game, why, lambda: play(*given, {}, {}, [0]), f" in game {deal} of seed {seed}")
    found.steps = tuple(steps)
    return found.begun(from_the_start(s.seats, seed, deal, game.decode(game.state(bytearray(blank))), steps))


def noted(game: Game, steps: Steps) -> dict[Any, Any]:
    """The stand-ins for a game's rules, with all that is done at the table written down since it was guessed or laid out."""
    found = stand_ins(game)
    guessed = found[kernels.guess]

    def guess(s: Any, seat: int) -> None:
        steps.clear()
        guessed(s, seat)

    def play(s: Any, seat: int, code: int) -> None:
        steps.append((seat, code, int(s.now)) if game.due else (seat, code))
        game.play(s, seat, code)

    def tick(s: Any) -> None:
        steps.append((THE_TABLE, 0))
        if game.tick:
            game.tick(s)

    return {**found, kernels.guess: guess, kernels.play: play, kernels.tick: tick}
