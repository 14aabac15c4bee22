"""brillig tournament: which bot is better?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from brillig import catalogue
from brillig.cli.arguments import options
from brillig.cli.console import clean, console, examples
from brillig.cli.lab.simulate import INTERRUPTED, stopping

GAMES = 200
EXAMPLES = examples(
    "brillig tournament othellino --bots random,easy,normal",
    "brillig tournament gold-mine --bots normal,hard --seats 4 --games 400",
    "brillig tournament othellino --bots easy,hard --option size=8 --json",
)


def tournament(
    slug: Annotated[str, typer.Argument(metavar="SLUG_OR_PATH", help="The game.")],
    bots: Annotated[str, typer.Option(metavar="A,B,...", help="The bots that are to be compared.")],
    games: Annotated[int, typer.Option(min=1, help="The most games for each pair.")] = GAMES,
    seats: Annotated[
        int | None, typer.Option(help="How many play, two bots in turns round the table; 2 if not said.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game. May be given again.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed, the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="How many threads; all cores if not said.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, for other programs.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> None:
    """Let bots play each other and rate them.

    Every bot plays every other, and every deal is played from all sides, so that luck and seats even out. A pair stops
    as soon as it is clear who is better, or that they are even. In solo and co-operative games, bots play the same
    deals and their points are compared.
    """
    from brillig.lab.simulation.simulate import cores
    from brillig.lab.tournament import Tournament

    game = catalogue.load(slug)
    event = Tournament(game, bots.split(","), games=games, seats=seats, options=options(option or []), seed=seed)
    parts = (
        TextColumn("[bold]{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[open]}"),
        TimeElapsedColumn(),
    )
    say = console(stderr=True)
    silent = quiet or not say.is_terminal
    with stopping() as stopped, Progress(*parts, console=say, transient=True, disable=silent) as bar:
        task = bar.add_task(clean(game.title), total=event.rounds * len(event.duels), open="")

        def tell(rounds: int) -> None:
            still = sum(not event.verdict(pair) for pair in event.duels)
            bar.update(task, completed=rounds, open=f"{still} of {len(event.duels)} pairs open")

        finished = event.go(threads or cores(), tell, stopped)
    result = event.standings()
    if as_json:
        typer.echo(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        _print(console(), result)
    if not finished:
        console(stderr=True).print("Stopped before the end.")
        raise typer.Exit(INTERRUPTED)


def _print(out: Console, result: dict[str, Any]) -> None:
    names = [bot["bot"] for bot in result["bots"]]
    ratings = Table(
        box=SIMPLE_HEAD, pad_edge=False, title=clean(result["title"]), title_justify="left", title_style="bold"
    )
    ratings.add_column("")
    for head in ("rating", "from", "to", "games", "points"):
        ratings.add_column(head, justify="right")
    for bot in result["bots"]:
        ratings.add_row(
            clean(bot["bot"]), f"{bot['rating']:+.0f}", f"{bot['low']:+.0f}", f"{bot['high']:+.0f}",
            f"{bot['games']:,}", f"{100 * bot['share']:.1f}%",
        )  # fmt: skip
    out.print(ratings)
    out.print(_cross_table(names, result["pairs"]))
    for sentence in result["verdicts"]:
        out.print(Text(clean(sentence, 1000)))
    out.print(
        Text(f"brillig {result['brillig']}, {result['game']}, rules {result['rules']}, seed {result['seed']}", "dim")
    )


def _cross_table(names: list[str], pairs: list[dict[str, Any]]) -> Table:
    """What each bot took from each other, in percent."""
    took = {(p["first"], p["second"]): p["share"] for p in pairs if p["games"]}
    took |= {(p["second"], p["first"]): 1 - p["share"] for p in pairs if p["games"]}
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title="Row against column", title_justify="left", title_style="bold")
    table.add_column("")
    for name in names:
        table.add_column(clean(name), justify="right")
    for row in names:
        cells = [f"{100 * took[row, col]:.0f}%" if (row, col) in took else "-" for col in names]
        table.add_row(clean(row), *cells)
    return table
