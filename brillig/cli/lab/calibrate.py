"""brillig calibrate: measure the levels of the bots, and find budgets with which each beats the one below."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from brillig import catalogue
from brillig.bots.levels import calibration, ladders
from brillig.bots.levels.ladders import LEVELS, Ladder, Measured
from brillig.bots.random import Random
from brillig.cli.console import clean, console, examples
from brillig.core import Game

GAMES = 100
FOREVER = float("inf")
EXAMPLES = examples(
    "brillig calibrate othellino  # how each level does against the one below",
    "brillig calibrate othellino --fit --write  # find better budgets, and keep them in the game's folder",
)


def calibrate(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[SLUG_OR_PATH]...", help="Games to calibrate; all of them if none.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, max=100_000, help="Games for each comparison.")] = GAMES,
    fit: Annotated[bool, typer.Option("--fit", help="Look for budgets first; expert's stays as it is.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other games.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Games that are played at a time.")] = 1,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.05, max=10_000, help="Most time for each game; with less, fewer games are played."),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Keep the levels in the game's folder (levels.json).")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON, for other programs.")] = False,
) -> None:
    """Measure the levels of the bots against each other.

    Every level should win 65 to 85 of 100 games against the one below; in games that are played alone or together,
    it should make clearly more points. Each deal is played from both sides. Of the choices that every level made, the
    table says how many were worse in every sample than another (there should be none); and where time runs, what a model
    of a person wins against each level. With --fit, a game without levels also gets the way of thinking that suits it.
    """
    found = [catalogue.load(name) for name in names] if names else catalogue.games()
    done: list[tuple[Game, Ladder]] = []
    with console(stderr=True).status("") as status:

        def say(what: str) -> None:
            status.update(Text(clean(what)))

        for game in found:
            ladder = calibration.calibrated(
                game, ladders.ladder(game), games, seed, say, workers, fit, 60 * minutes if minutes else FOREVER
            )
            done.append((game, ladder))
            if write:
                ladders.write(ladder, ladders.file_of(game))
    if as_json:
        typer.echo(json.dumps({game.slug: _plain(ladder) for game, ladder in done}, indent=2))
    else:
        _print(done)


def _print(done: list[tuple[Game, Ladder]]) -> None:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for head in ("", "level", "thinking", "result", "games", "dominated"):
        grid.add_column(head, justify="right" if head in ("result", "games", "dominated") else "left")
    for game, ladder in done:
        for k, name in enumerate(LEVELS):
            measured = ladder.measured.get(name)
            grid.add_row(
                clean(game.title) if k == 0 else "", name, calibration.words(ladder.levels[name]),
                result(game, measured, k) if measured else "", str(measured.games) if measured else "",
                f"{ladder.dominated[name]:.1%}" if name in ladder.dominated else "",
            )  # fmt: skip
        if ladder.style:
            grid.add_row("", "(all)", calibration.style_words(ladder.style))
        for person, won in ladder.people.items():
            shares = ", ".join(f"{share:.0%} against {name}" for name, share in won.items())
            grid.add_row("", f"({person})", f"a model of a person: {shares}")
    console().print(grid)


def result(game: Game, measured: Measured, k: int) -> str:
    if calibration.alone_or_together(game):
        return f"{measured.mean:.1f} points (±{measured.give_or_take:.1f})"
    other = LEVELS[k - 1] if k else Random.name
    return f"{measured.mean:.0%} (±{measured.give_or_take:.0%}) against {other}"


def _plain(ladder: Ladder) -> dict[str, object]:
    return {
        name: {
            "settings": {**ladder.style, **ladder.levels[name]},
            "measured": {"games": m.games, "mean": m.mean, "give_or_take": m.give_or_take} if m else None,
            "dominated": ladder.dominated.get(name),
            "people": {person: won[name] for person, won in ladder.people.items()},
        }
        for name in LEVELS
        for m in (ladder.measured.get(name),)
    }
