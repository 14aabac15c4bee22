"""Ending before the rules do: places when seats have resigned, and how a log came to its end.

Somebody who resigns comes behind all who have not, and before those who resigned earlier. The match ends when at most one
seat is left; at a larger table it goes on, and somebody else, a bot, chooses for the seat. Agreed to be a draw, or abandoned,
it ends with nobody before another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from brillig.match.log import EndEntry, Entry, ResignEntry, StopEntry

How = Literal["draw", "abandon"]
RESIGNED_ALREADY = "You have resigned already."


def placed(ranks: list[int], resigned: Sequence[int]) -> list[int]:
    """The places by the rules, those behind who have resigned (in this order)."""
    stay = [rank for seat, rank in enumerate(ranks) if seat not in resigned]
    behind = {seat: len(stay) + 1 + k for k, seat in enumerate(reversed(resigned))}
    return [behind.get(seat) or 1 + sum(other < rank for other in stay) for seat, rank in enumerate(ranks)]


def ended(entries: Sequence[Entry]) -> str:
    """How a match ended, if not by its rules: "resign", "draw" or "abandon"."""
    match entries[-2:]:
        case [ResignEntry(), EndEntry()]:
            return "resign"
        case [StopEntry(how=how), EndEntry()]:
            return how
    return ""
