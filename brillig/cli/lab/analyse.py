"""brillig analyse: what the choices of a match were worth, and which of them cost most."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from brillig import catalogue
from brillig.bots.analysis import ITERATIONS, Decision, decisions, settings_for, worth
from brillig.cli.console import clean, console, examples
from brillig.core import BadSeats
from brillig.match import Match
from brillig.match.replay import read
from brillig.parts.words import seat_name

TOP = 10
WORST = 3  # that are marked, if they cost enough: so much of a win, or so many points
MARKED, MARKED_POINTS = 0.02, 1.0
EXAMPLES = examples(
    "brillig analyse match.jsonl  # the ten choices that cost most",
    "brillig analyse match.jsonl --seat 2 --all  # every choice of Seat 2",
    "brillig analyse match.jsonl --iterations 100000 --json > analysis.json  # slow and thorough, for other programs",
)


def analyse(
    file: Annotated[Path, typer.Argument(metavar="REPLAY", help="A match, finished or not.")],
    seat: Annotated[int | None, typer.Option(metavar="N", help="Only the choices of this seat, from 1.")] = None,
    top: Annotated[int, typer.Option(min=1, max=10_000, help="How many of the dearest choices to show.")] = TOP,
    show_all: Annotated[bool, typer.Option("--all", help="Show every choice, in order.")] = False,
    iterations: Annotated[
        int, typer.Option(min=100, max=10_000_000, help="How long to think about each choice.")
    ] = ITERATIONS,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, for other programs.")] = False,
    game: Annotated[
        str | None, typer.Option(metavar="PATH", help="The folder of the game, if it is in no catalogue.")
    ] = None,
) -> None:
    """Think about every choice of a match again, and mark those that cost most.

    A choice is judged by what its seat could know at the time. Its cost is what it gave away beside the best choice:
    chances to win, or points in a game that is played for points.
    """
    record = read(file)
    match = Match.opening(record, game=catalogue.load(game) if game else None)
    if seat is not None and not 1 <= seat <= len(match.names):
        raise BadSeats(f"There is no Seat {seat} in this match; it has {len(match.names)}.")
    settings = settings_for(match.game, iterations, seconds=3600.0)
    made: list[Decision] = []
    with console(stderr=True).status("") as status:
        for decision in decisions(record, match.game, settings):
            status.update(Text(f"choice {decision.ply}"))
            if seat in (None, decision.seat + 1):
                made.append(decision)
    if as_json:
        found = {"game": match.game.slug, "names": match.names, "decisions": [_plain(d) for d in made]}
        typer.echo(json.dumps(found, indent=2))
    elif not made:
        typer.echo("Nobody had anything to decide.")
    else:
        _print(made, match.names, top, show_all)


def _print(made: list[Decision], names: list[str], top: int, show_all: bool) -> None:
    out = console()
    dear = [d for d in sorted(made, key=lambda d: -d.cost)[:top] if d.cost > 0]
    marked = [d.ply for d in dear[:WORST] if d.cost >= (MARKED_POINTS if d.analysis.for_points else MARKED)]
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for head in ("", "who", "chose", "worth", "best", "worth", "cost"):
        grid.add_column(head, justify="right" if head in ("", "worth", "cost") else "left")
    for d in made if show_all else sorted(dear, key=lambda d: d.ply):
        best = d.analysis.options[0]
        better = best.code != d.code
        grid.add_row(
            str(d.ply), seat_name(d.seat), clean(d.label), worth(d.analysis, d.analysis.option(d.code)),
            clean(best.label) if better else "", worth(d.analysis, best) if better else "", cost(d),
            style="bold red" if d.ply in marked else "",
        )  # fmt: skip
    if grid.row_count:
        out.print(grid)
    for seat, name in enumerate(names):
        mine = [d for d in made if d.seat == seat]
        if mine:
            lost, hits = sum(d.cost for d in mine), sum(d.analysis.options[0].code == d.code for d in mine)
            given = f"{lost:.1f} points" if mine[0].analysis.for_points else f"{lost:.0%} of a win"
            who = f"{seat_name(seat)} ({clean(name)})" if name != seat_name(seat) else seat_name(seat)
            out.print(Text(f"{who}: the best choice {hits} times in {len(mine)}; gave away {given}."))


def cost(decision: Decision) -> str:
    if decision.analysis.for_points:
        return f"{decision.cost:.1f}"
    return f"{100 * decision.cost:.0f}%"


def _plain(decision: Decision) -> dict[str, Any]:
    analysis = decision.analysis
    return {
        "ply": decision.ply,
        "seat": decision.seat + 1,
        "code": decision.code,
        "label": decision.label,
        "cost": round(decision.cost, 4),
        "exact": analysis.exact,
        "options": [
            {"code": o.code, "label": o.label, "mean": round(o.mean, 4), "visits": o.visits, "margin": o.margin}
            for o in analysis.options
        ],
    }
