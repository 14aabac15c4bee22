"""When a rule breaks down: which one it was, where, and how to get there again.

Compiled code knows what went wrong but not much about where. The plain gear does the same with the same bytes, so what
failed is done again there, and Python itself shows the rule and the line.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brillig.core import kernels
from brillig.core.errors import RuleFault
from brillig.core.gears import HELPS, RULES, stand_ins
from brillig.core.rule import Translator, reach

if TYPE_CHECKING:
    from brillig.core.game import Game

Steps = list[tuple[int, int]]
SLIPS = (ArithmeticError, LookupError, ValueError)  # what compiled rules raise
NOT_PLAYED = -2  # the length of a game before it was played
THE_TABLE = -1  # in place of a seat: the table acts by itself


def fault(
    game: Game, why: Exception, again: Callable[[], object] = lambda: None, when: str = "", steps: Steps | None = None
) -> RuleFault:
    """A sentence for what went wrong. `again` does it once more in the plain gear, adding to `steps` on the way."""
    try:
        again()
    except RuleFault as known:
        return known
    except Exception as plainly:
        why = plainly
    rule, place = where(game, why)
    what = f"{type(why).__name__}: {why}" if str(why) else type(why).__name__
    way = f", after {' '.join(f'{seat}:{code}' for seat, code in steps)} (seat:code)" if steps else ""
    named = f"the rule {rule}" if rule else "a rule"
    sentence = f"{game.title}: {named} breaks down{when}{way}: {what}{f' ({place})' if place else ''}."
    return RuleFault(sentence, rule, tuple(steps or ()))


def where(game: Game, why: Exception) -> tuple[str, str]:
    """The innermost rule in which it happened, and its file and line; empty if Python cannot tell."""
    written = [f for f in (getattr(game, name) for name in (*RULES, *HELPS)) if f is not None]
    known = {f.__code__: f.__name__ for f in reach(written, stand_ins(game))}
    found = "", ""
    for frame, line in traceback.walk_tb(why.__traceback__):
        if frame.f_code in known:
            found = known[frame.f_code], f"{Path(frame.f_code.co_filename).name}, line {line}"
    return found


def random_game(game: Game, why: Exception, blank: bytes, seed: int, deal: int, cap: int) -> RuleFault:
    """What went wrong in a game of `playouts`."""
    steps: Steps = []
    s, rng, out = game.state(bytearray(blank)), [0] * 4, [0] * game.codes
    playout = Translator(lambda f: f, noted(game, steps), templates=kernels)(kernels.playout)
    when = f" in game {deal} of seed {seed} with {s.seats} seats"
    if options := ", ".join(f"{name} {value}" for name, value in game.decode(s).items()):
        when += f" ({options})"
    return fault(game, why, lambda: playout(s, out, rng, seed & 0xFFFFFFFF, seed >> 32, deal, cap), when, steps)


def noted(game: Game, steps: Steps) -> dict[Any, Any]:
    """The stand-ins for a game's rules, with all that is done at the table written down."""
    found = stand_ins(game)

    def play(s: Any, seat: int, code: int) -> None:
        steps.append((seat, code))
        game.play(s, seat, code)

    def tick(s: Any) -> None:
        steps.append((THE_TABLE, 0))
        if game.tick:
            game.tick(s)

    return {**found, kernels.play: play, kernels.tick: tick}
