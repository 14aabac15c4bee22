"""The verdict: was a finished match honest? Anyone can ask, with nothing but the file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from brillig.core import BadReplay, Game
from brillig.match import replay
from brillig.match.log import ChoiceEntry, ResignEntry, StopEntry, TickEntry, TimeoutEntry, UndoEntry
from brillig.match.referee import Match


class Verdict(NamedTuple):
    honest: bool
    sentences: list[str]


def verify(
    source: str | os.PathLike[str] | Iterable[str | bytes],
    *,
    game: Game | None = None,
    commitment: str | None = None,
    gear: str | None = None,
) -> Verdict:
    """Deal a match again from its file or lines, and compare everything.

    `commitment`: what was published at the start, if you noted it. Without it the file is only checked against
    itself, and somebody could have made up a whole match with a secret of their own.
    """
    try:
        record = replay.read(source) if isinstance(source, str | os.PathLike) else replay.parse_lines(source)
        if not record.finished:
            return Verdict(False, [record.note, "It can be verified when it is over and its secret is shown."])
        if commitment is not None and commitment.strip().lower() != record.header.commitment:
            return Verdict(False, ["Line 1: this is not the commitment that was published at the start."])
        match = Match.follow(record, game=game, gear=gear)
    except BadReplay as why:
        return Verdict(False, [str(why)])
    count = {
        kind: sum(isinstance(e, kind) for e in record.entries)
        for kind in (ChoiceEntry, TimeoutEntry, TickEntry, UndoEntry, ResignEntry, StopEntry)
    }
    told = [
        f"The {len(record.entries) + 1} lines are linked without a gap.",
        f"The secret is the one that was committed to: {record.header.commitment}.",
        f"Dealt again from it, {match.game.title} went as recorded: every choice is legal ({count[ChoiceEntry]}).",
    ]
    if record.header.simulated:
        seed, number = record.header.simulated
        told.append(f"It is game {number} of a simulation with seed {seed}: its chance was no secret to anybody.")
    if count[TimeoutEntry]:
        told.append(f"What the clock chose was drawn as it should be ({count[TimeoutEntry]}).")
    if count[TickEntry]:
        told.append(f"The table acted at its deadlines ({count[TickEntry]}).")
    if count[UndoEntry]:
        told.append(f"Nothing was taken back that had to stand ({count[UndoEntry]} taken back).")
    if count[ResignEntry]:
        told.append(f"Who resigned comes behind those who did not ({count[ResignEntry]}).")
    if count[StopEntry]:
        told.append("It was ended by agreement, not by its rules.")
    told.append(f"The result and the last position are as recorded: {', '.join(map(str, match.result().scores))}.")
    return Verdict(True, told)
