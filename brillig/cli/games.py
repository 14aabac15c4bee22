"""brillig games: what there is to play."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from brillig import catalogue
from brillig.cli.console import clean, console, examples
from brillig.core import Game
from brillig.core.record import Option

MOST_COMPLEX = 5
MOST_LISTED = 8
EXAMPLES = examples("brillig games", "brillig games --json  # for other programs")


def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON, for other programs.")] = False,
) -> None:
    """List the games, with their seats and options.

    The first value of an option is the one you get without asking.
    """
    found, broken = _all()
    if as_json:
        typer.echo(json.dumps([describe(game) for game in found], indent=2))
    else:
        console().print(_table(found))
    for sentence in broken:
        console(stderr=True).print(Text(sentence, "red"))
    if broken:
        raise typer.Exit(1)


def _all() -> tuple[list[Game], list[str]]:
    """The games, and a sentence for each that cannot be loaded: one broken folder does not hide the others."""
    with suppress(Exception):  # it is other people's code that runs here
        return catalogue.games(), []
    found, broken = [], []
    for slug in catalogue.slugs():
        try:
            found.append(catalogue.load(slug))
        except Exception as why:
            broken.append(f"{slug} cannot be loaded: {clean(why)}")
    return sorted(found, key=lambda game: game.title), broken


def describe(game: Game) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "slug": game.slug,
        "title": game.title,
        "box": game.box,
        "summary": game.summary,
        "seats": list(game.seats),
        "minutes": game.minutes,
        "complexity": game.complexity,
        "tags": list(game.tags),
        "options": [
            {"name": name, "values": list(o.values), "default": o.default, "help": o.help}
            for name, o in game.options.items()
        ],
    }


def _table(found: list[Game]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", leading=1)
    for heading in ("game", "slug", "players", "min", "level"):
        table.add_column(heading, no_wrap=True)
    table.add_column("options", ratio=1, overflow="fold")
    for game in found:
        fewest, most = game.seats
        table.add_row(
            Text.assemble((clean(game.title), "bold"), "\n", (clean(game.box), "dim")),
            Text(game.slug, "cyan"),
            str(fewest) if fewest == most else f"{fewest}-{most}",
            str(game.minutes),
            "●" * game.complexity + "○" * (MOST_COMPLEX - game.complexity),
            Text("\n").join(_option(o) for o in game.options.values()),
        )
    return table


def _option(option: Option) -> Text:
    """'size: 6, 8', the default first and bold; of a long row of values only the ends."""
    values = option.values
    others = [f", {v}" for v in values if v != option.default]
    if len(values) > MOST_LISTED:
        others = [f" ({values[0]} to {values[-1]})"]
    return Text.assemble(f"{option.name}: ", (str(option.default), "bold"), *others)
