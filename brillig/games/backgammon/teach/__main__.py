"""Teaches the networks with which our bots judge Backgammon, from nothing but games against themselves:

    python -m brillig.games.backgammon.teach --games 1500000 --out network.txt

The file goes to the folder of the game. A core plays a thousand games a second or so. To go on with what a file knows:
`--begin network.txt --done 0.3` learns as if three tenths of all games had been played. What comes of it was then taught
further, with more units, by study.py.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from brillig.games.backgammon.teach.kernels import WIDE
from brillig.games.backgammon.teach.networks import units_of
from brillig.games.backgammon.teach.pupil import Pupil

PORTION = 500  # games between two lines of progress
UNITS = (16, 80, 48)  # hidden ones of each kind's network: races, contact, and taking off with contact
# How fast it learns, and how much what came later counts beside what was said next: at first, and in the end.
RATE, MIX = (0.02, 0.0003), (0.7, 0.1)


def main(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write the network.")],
    games: Annotated[int, typer.Option(min=PORTION, help="How many games it learns from.")] = 1_500_000,
    units: Annotated[tuple[int, int, int], typer.Option(help="Hidden units of each kind, multiples of 16.")] = UNITS,
    begin: Annotated[Path | None, typer.Option(metavar="FILE", help="Networks to begin with.")] = None,
    done: Annotated[float, typer.Option(min=0, max=0.99, help="How much of its time they have learnt already.")] = 0.0,
    seed: Annotated[int, typer.Option(min=0, max=1 << 31, help="Another seed, another network.")] = 1,
) -> None:
    """Teach networks to judge Backgammon."""
    if any(each < WIDE or each % WIDE for each in units):
        raise typer.BadParameter(f"a network has a multiple of {WIDE} units")
    known = begin.read_text().splitlines() if begin else []
    if any(new < old for new, old in zip(units, units_of(known), strict=False)):
        raise typer.BadParameter(f"no network can have fewer units than before; these have {units_of(known)}")
    pupil, began = Pupil(units, seed), perf_counter()
    if known:
        pupil.recall(known)
    while pupil.games < games:
        now = done + (1 - done) * pupil.games / games
        rate, mix = RATE[0] * (RATE[1] / RATE[0]) ** now, MIX[0] + (MIX[1] - MIX[0]) * now
        turns = pupil.teach(PORTION, rate, mix)
        if pupil.games % (20 * PORTION) == 0:
            out.write_text(pupil.lines())
            took = perf_counter() - began
            typer.echo(f"{pupil.games} games of about {turns:.0f} turns, {pupil.games / took:.0f} a second")
    out.write_text(pupil.lines())


if __name__ == "__main__":
    typer.run(main)
