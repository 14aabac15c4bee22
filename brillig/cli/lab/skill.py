"""brillig simulate --skill: how much better play pays, and whether decisions matter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from brillig import bots
from brillig.cli.console import clean, console
from brillig.core import BadOption, Game
from brillig.lab import skill as lab
from brillig.lab.report.findings import as_json as as_json_text
from brillig.lab.report.skill_page import skill_report
from brillig.lab.simulation.folder import REPORT, SUMMARY, refuse_used, sentences, write

GAMES = 60  # of each level with the one below
LOOKED_AT = 12  # games whose decisions are looked at
BAR = 20  # characters


def skill(game: Game, given: dict[str, Any], out: Path | None, as_json: bool, stopped: Any) -> None:
    """Play every level against the one below, look at what is at stake, and say it."""
    if out:
        refuse_used(out)
    names = [name.strip().lower() for name in given.get("bots") or lab.LADDER]
    if len(names) < 2:
        raise BadOption("A skill curve needs two bots at least, the weakest first: --skill --bots random,easy,normal.")
    games, seed, options = given.get("games") or GAMES, given.get("seed") or 0, given.get("options")
    seats = game.check_seats(given.get("seats") or max(game.seats[0], min(2, game.seats[1])))
    with console(stderr=True).status("Getting the bots ready") as status:
        bots.warm(game)
        status.update("Every level plays the one below")
        steps = lab.skill_curve(game, names, games, seats, options, seed, stopped=stopped)
        status.update("Looking at what is at stake")
        found = lab.stakes(game, names[1], min(games, LOOKED_AT), seats, options, seed, stopped=stopped)
    summary = lab.summary(game, steps, found, seats, seed, options)
    if out:
        with sentences(out):
            out.mkdir(parents=True, exist_ok=True)
            write(out / SUMMARY, as_json_text(summary).encode())
            write(out / REPORT, skill_report(summary).encode())
    if as_json:
        typer.echo(as_json_text(summary))
    else:
        _print(summary, out)


def _print(summary: dict[str, Any], folder: Path | None) -> None:
    out = console()
    out.print(Text(f"{clean(summary['title'])}: does it matter how one plays?", "bold"))
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for head in ("", "takes", "from", "to", "games", ""):
        grid.add_column(head, justify="right" if head else "left")
    for step in summary["steps"]:
        bar = "█" * round(BAR * step["share"])
        grid.add_row(f"{step['better']} against {step['worse']}", *(f"{100 * step[x]:.1f}%" for x in ("share", "low", "high")),
                     f"{step['games']:,}", Text(bar.ljust(BAR, "·"), "cyan"))  # fmt: skip
    out.print(grid)
    for sentence in summary["verdicts"]:
        out.print(Text(f"- {clean(sentence, 2000)}"))
    if folder:
        out.print(Text(f"The report is {clean(folder / 'report.html')}."), soft_wrap=True)
