"""brillig tournament: which bot is better?"""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
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
from brillig.core import BadOption

GAMES = 200
KEEP_EVERY = 1.0  # seconds between two checkpoints
EXAMPLES = examples(
    "brillig tournament othellino --bots random,easy,normal",
    "brillig tournament gold-mine --bots normal,hard --seats 4 --games 400",
    "brillig tournament othellino --bots easy,hard --option size=8 --json",
    "brillig tournament othellino --bots easy,hard --games 2000 --out duel --resume  # go on after Ctrl-C",
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
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A new folder for what was played and for the standings.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the tournament in --out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, for other programs.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> None:
    """Let bots play each other and rate them.

    Every bot plays every other, and every deal is played from all sides, so that luck and seats even out. A pair stops
    as soon as it is clear who is better, or that they are even. In solo and co-operative games, bots play the same
    deals and their points are compared. Where hardly anything is left to chance, every round begins with random choices.

    Ctrl-C stops; with --out nothing is lost, and --resume goes on, also with more --games.
    """
    from brillig.lab.simulation.folder import refuse_used
    from brillig.lab.simulation.simulate import cores
    from brillig.lab.tournament import Tournament
    from brillig.lab.tournament_folder import go_on, save

    game = catalogue.load(slug)
    event = Tournament(game, bots.split(","), games=games, seats=seats, options=options(option or []), seed=seed)
    if resume and out is None:
        raise BadOption("Say which tournament to go on with: --resume --out DIR.")
    if out and resume:
        go_on(out, event)
    elif out:
        refuse_used(out)
    kept = perf_counter()
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
            nonlocal kept
            if out and perf_counter() - kept > KEEP_EVERY:
                save(out, event)
                kept = perf_counter()
            still = sum(not event.verdict(pair) for pair in event.duels)
            bar.update(task, completed=rounds, open=f"{still} of {len(event.duels)} pairs open")

        finished = event.go(threads or cores(), tell, stopped)
    result = event.standings()
    if out:
        save(out, event, result)
    if as_json:
        typer.echo(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        _print(console(), result)
    if not finished:
        again = "; to go on, say the same with --resume" if out else ""
        console(stderr=True).print(f"Stopped before the end{again}.")
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
    out.print(_tests(result["pairs"]))
    for sentence in result["verdicts"]:
        out.print(Text(clean(sentence, 1000)))
    out.print(
        Text(f"brillig {result['brillig']}, {result['game']}, rules {result['rules']}, seed {result['seed']}", "dim")
    )


def _tests(pairs: list[dict[str, Any]]) -> Table:
    """How far each pair is from being settled."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title="Is it settled?", title_justify="left", title_style="bold")
    heads = ("", "took", "in the long run", "from", "to", "first better", "second better", "needed", "games", "to go")
    for head in heads:
        table.add_column(head, justify="right" if head else "left")
    for p in pairs:
        go = "?" if p["games_to_go"] is None else f"{p['games_to_go']:,}" if p["games_to_go"] else "-"
        table.add_row(
            clean(f"{p['first']} : {p['second']}"), *(f"{100 * p[x]:.1f}%" for x in ("taken", "share", "low", "high")),
            *(f"{r:+.1f}" for r in p["ratios"]), f"{p['needed']:.1f}", f"{p['games']:,}", go,
        )  # fmt: skip
    table.caption = (
        "In the long run: without what is due to stopping as soon as one was ahead, and where that surely lies.\n"
        "First and second better: logarithms of how much likelier that is than even."
    )
    table.caption_justify = "left"
    return table


def _cross_table(names: list[str], pairs: list[dict[str, Any]]) -> Table:
    """What each bot took from each other, in percent."""
    took = {(p["first"], p["second"]): p["taken"] for p in pairs if p["games"]}
    took |= {(p["second"], p["first"]): 1 - p["taken"] for p in pairs if p["games"]}
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title="Row against column", title_justify="left", title_style="bold")
    table.add_column("")
    for name in names:
        table.add_column(clean(name), justify="right")
    for row in names:
        cells = [f"{100 * took[row, col]:.0f}%" if (row, col) in took else "-" for col in names]
        table.add_row(clean(row), *cells)
    return table
