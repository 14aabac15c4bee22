"""How to come to the same point of a match again, for the author of a rule that broke down there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brillig.core import RuleFault
from brillig.match.log import ChoiceEntry, words

if TYPE_CHECKING:
    from brillig.match.referee import Match


def tell(match: Match, why: BaseException) -> None:
    """If it was a rule that broke down, its author learns how to come here."""
    if isinstance(why, RuleFault):
        why.begun(way(match))


def way(match: Match) -> str:
    """What to type. The secret is only called by its name: whoever reads this may be somebody who plays."""
    header = match.header
    given = [f"seats={len(header.seats)}", f"options={header.options}", "secret=match.secret"]
    if any(header.nonces):
        given.append("nonces=match.nonces")
    if header.simulated:
        given.append(f"simulated={header.simulated}")
    entries = match.log.entries
    done = [(e.seat, e.code, e.at) if isinstance(e, ChoiceEntry) else words(e) for e in entries]
    laid = f"Match.start(game, {', '.join(given)})"
    return f"{laid}, then choose(seat, code, at) for {done}" if done else laid
