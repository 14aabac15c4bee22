"""Teaches the networks further, from what they foresee themselves a turn ahead:

    python -m brillig.games.backgammon.teach.study --begin network.txt --out better.txt --positions 300000 --rounds 2

In every round the networks play games against themselves on all cores. Each position is looked at a turn further, over all
rolls (ahead.py), and then networks, which may have more units than before, are brought near to what was foreseen, in this
round and earlier ones (fitting.py). A core looks at two thousand positions a second; with only a few
thousand of them the networks get worse. Another number of cores gives the same networks, a limit in minutes does not.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from brillig.games.backgammon.insight import KINDS
from brillig.games.backgammon.teach.foresight import Fit, Foresight, gathered, joined
from brillig.games.backgammon.teach.kernels import WIDE
from brillig.games.backgammon.teach.networks import Networks, units_of

PORTION = 8000  # positions that are gathered at a time
UNITS = (64, 256, 160)  # hidden ones of each kind's network: races, contact, and taking off with contact
RATE = (0.003, 0.00003)  # how fast they are brought near: at first, and in the end
KEPT_BACK = 50  # one position in so many is not learnt from: how wrong the networks are is asked there

Weights = tuple[NDArray[np.float32], NDArray[np.float32]]
Lesson = tuple[Foresight, NDArray[np.float32]]  # positions, and what the networks are to say of each


def known(lines: list[str]) -> Networks:
    """The networks of a file, with the units that they have there."""
    networks = Networks(units_of(lines), 0)
    networks.recall(lines)
    return networks


def portion(lines: list[str], rows: int, seed: int, until: float) -> Lesson:
    """What one core gathers at a time; nothing when it is too late."""
    in_time = perf_counter() < until  # one clock for all processes of a machine
    found = gathered(known(lines), rows, seed) if in_time else Foresight.room(0)
    return found, found.wanted()


def gather(pool: ProcessPoolExecutor, lines: list[str], positions: int, seed: int, until: float) -> Lesson:
    """So many positions and what is wanted of them, or as many as there is time for."""
    portions = -(-positions // PORTION)
    tasks = [pool.submit(portion, lines, PORTION, seed + k, until) for k in range(portions)]
    found, wanted = zip(*(task.result() for task in tasks), strict=True)
    return joined(found), np.concatenate(wanted)


def fitted(
    networks: Networks, which: int, given: Foresight, wanted: NDArray[np.float32], times: int
) -> tuple[Weights, str]:
    """The network of one kind, brought near to what is wanted, and how wrong it was and is where it did not learn."""
    fit, order = Fit(networks, which, given, wanted), np.arange(len(wanted))
    asked, rest = order[::KEPT_BACK], order[order % KEPT_BACK != 0]
    before, dice = fit.wrong(asked), np.random.default_rng(which)
    rates = np.geomspace(*RATE, times + 1)
    for rate, rate_then in pairwise(rates):
        fit.learn(dice.permutation(rest), float(rate), float(rate_then))
    how = f"kind {which}: {len(rest)} positions, wrong by {before:.4f} before, {fit.wrong(asked):.4f} now"
    return (fit.first, fit.last), how


def rounds(
    lines: list[str], units: tuple[int, int, int], positions: int, many: int, times: int, cores: int, seed: int,
    minutes: float,
) -> Iterator[tuple[Networks, str]]:  # fmt: skip
    """The networks after each round."""
    gathered(known(lines), 1, seed)  # compiled here, once
    found, wanted = Foresight.room(0), np.zeros(0, np.float32)
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        for k in range(many):
            began = perf_counter()
            new, goal = gather(pool, lines, positions, (seed + k) << 16, began + 60 * minutes)
            found, wanted = joined([found, new]), np.concatenate([wanted, goal])
            took = perf_counter() - began
            networks = Networks(units, seed)
            networks.recall(lines)
            at = [np.flatnonzero(found.kinds == which) for which in range(KINDS)]
            tasks = [
                pool.submit(fitted, networks, which, found.some(own), wanted[own], times)
                for which, own in enumerate(at)
            ]
            said = [f"round {k + 1}: {len(new.said)} positions more in {took:.0f} s, fitted in "]
            for which, task in enumerate(tasks):
                (networks.first[which], networks.last[which]), how = task.result()
                said.append(how)
            said[0] += f"{perf_counter() - began - took:.0f} s"
            lines = networks.lines().splitlines()
            yield networks, "\n".join(said)


def main(
    begin: Annotated[Path, typer.Option(metavar="FILE", help="The networks to begin with.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write the networks, after every round.")],
    positions: Annotated[int, typer.Option(min=PORTION, help="Positions that are looked at in a round.")] = 300_000,
    many: Annotated[
        int, typer.Option("--rounds", min=1, help="Rounds: each looks ahead with what was learnt before.")
    ] = 2,
    times: Annotated[int, typer.Option(min=1, help="How often all positions are learnt from in a round.")] = 16,
    units: Annotated[tuple[int, int, int], typer.Option(help="Hidden units of each kind, multiples of 16.")] = UNITS,
    cores: Annotated[int, typer.Option(min=1, help="Processes that work at the same time.")] = os.cpu_count() or 1,
    seed: Annotated[int, typer.Option(min=1, max=1 << 14, help="Another seed, other games.")] = 1,
    minutes: Annotated[float, typer.Option(min=0.01, help="A round gathers no longer than this.")] = 600.0,
) -> None:
    """Teach networks what they foresee."""
    if any(each < WIDE or each % WIDE for each in units):
        raise typer.BadParameter(f"a network has a multiple of {WIDE} units")
    lines = begin.read_text().splitlines()
    if any(new < old for new, old in zip(units, units_of(lines), strict=True)):
        raise typer.BadParameter(f"no network can have fewer units than before; these have {units_of(lines)}")
    for networks, how in rounds(lines, units, positions, many, times, cores, seed, minutes):
        out.write_text(networks.lines())
        typer.echo(how)


if __name__ == "__main__":
    typer.run(main)
