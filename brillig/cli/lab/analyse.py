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
from brillig.bots.swings import Charge, charges, given_away, luck
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

    Its cost is what a choice gave away beside the best: chances to win, or points in a game that is played for points.
    It is judged by what its seat could know at the time; and between two, with everything in the open, by what came of it,
    so that a swing is charged to the choice that allowed it.
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
            made.append(decision)
        status.update(Text("looking for the choices that let it happen"))
        last = Match.follow(record, game=match.game).table
        end = last if last.over else None  # (not so where somebody resigned)
        charged = charges(made, settings, end)
    lucks = [luck(charged, k, end) if end else None for k in range(len(match.names))]
    shown = [charge for charge in charged if seat in (None, charge.decision.seat + 1)]
    if as_json:
        found = {"game": match.game.slug, "names": match.names, "decisions": [_plain(c) for c in shown], "luck": lucks}
        typer.echo(json.dumps(found, indent=2))
    elif not shown:
        typer.echo("Nobody had anything to decide.")
    else:
        _print(shown, match.names, lucks, top, show_all)


def _print(made: list[Charge], names: list[str], lucks: list[float | None], top: int, show_all: bool) -> None:
    out, points = console(), made[0].decision.analysis.for_points
    dear = [c for c in sorted(made, key=lambda c: -c.cost)[:top] if c.cost > 0]
    marked = [c.decision.ply for c in dear[:WORST] if c.cost >= (MARKED_POINTS if points else MARKED)]
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for head in ("", "who", "chose", "worth", "best", "worth", "cost"):
        grid.add_column(head, justify="right" if head in ("", "worth", "cost") else "left")
    for c in made if show_all else sorted(dear, key=lambda c: c.decision.ply):
        d = c.decision
        better = c.best.code != d.code
        grid.add_row(
            str(d.ply), seat_name(d.seat), clean(d.label), worth(d.analysis, d.analysis.option(d.code), c.got),
            clean(c.best.label) if better else "", worth(d.analysis, c.best, c.value) if better else "",
            share(c.cost, points), style="bold red" if d.ply in marked else "",
        )  # fmt: skip
    if grid.row_count:
        out.print(grid)
    for seat, name in enumerate(names):
        mine = [c for c in made if c.decision.seat == seat]
        if mine:
            hits = sum(c.best.code == c.decision.code for c in mine)
            lost = given_away(mine, seat)
            given = f"{lost:.1f} points" if points else f"{lost:.0%} of a win"
            who = f"{seat_name(seat)} ({clean(name)})" if name != seat_name(seat) else seat_name(seat)
            words = f"{who}: the best choice {hits} times in {len(mine)}; gave away {given}"
            by_luck = lucks[seat]
            if by_luck is not None:
                brought = f"{by_luck:+.1f} points" if points else f"{by_luck:+.0%}"
                words += f"; luck and the others brought {brought}"
            out.print(Text(words + "."))


def share(value: float, points: bool) -> str:
    return f"{value:.1f}" if points else f"{100 * value:.0f}%"


def _plain(charge: Charge) -> dict[str, Any]:
    decision, analysis = charge.decision, charge.decision.analysis
    return {
        "ply": decision.ply,
        "seat": decision.seat + 1,
        "code": decision.code,
        "label": decision.label,
        "cost": round(decision.cost, 4),  # as it looked at the time
        "charged": round(charge.cost, 4),  # with hindsight, where that is fair
        "better": charge.best.code,
        "exact": analysis.exact,
        "options": [
            {"code": o.code, "label": o.label, "mean": round(o.mean, 4), "visits": o.visits, "margin": o.margin}
            for o in analysis.options
        ],
    }
