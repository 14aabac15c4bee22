"""Trouble: what people at a table are told when the game breaks down there.

They learn which rule it was and what becomes of the match. How it came to that is in the log of the server, and in that of
the match: an author finds it there, and it is nothing that those who play may know.
"""

from __future__ import annotations

from msgspec import Raw

from brillig.core import Game, RuleFault, Screen, Table
from brillig.core.faults import where


def refused(game: Game, why: Exception) -> str:
    return f"{_named(game, why)} breaks down there, so that cannot be done. The match is as it was before."


def not_shown(game: Game, why: Exception) -> str:
    return f"{_named(game, why)} breaks down here, so this table cannot be shown. The match is kept."


def stands(game: Game, why: Exception) -> str:
    return f"{_named(game, why)} breaks down here, so the match does not go on by itself. It is kept."


def not_begun(game: Game, why: Exception) -> str:
    return f"{_named(game, why)} breaks down when the table is laid out, so there is no match."


def _named(game: Game, why: Exception) -> str:
    rule = why.rule if isinstance(why, RuleFault) else where(game, why)[0]
    return f"{game.title}: the rule {rule}" if rule else f"{game.title}: something"


def drawn(seen: Table, seat: int, sentence: str) -> Raw:
    """The table as far as it can be drawn, with what is wrong in place of what is asked."""
    try:
        screen = seen.game.screen(seen.plain, seat)
        screen.prompt, screen.swing = sentence, None
        return Raw(screen.to_json())
    except Exception:  # that is told already
        return Raw(Screen(sentence).to_json())
