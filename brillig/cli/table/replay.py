"""brillig replay: a match, told from its file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from brillig import catalogue
from brillig.cli.console import clean, console, examples, print_table
from brillig.cli.table.result import print_result
from brillig.core import SPECTATOR, BadOption, BadSeats, Game
from brillig.match import EndEntry, Match, Replay
from brillig.match.narrator import Moment, story
from brillig.match.replay import read
from brillig.parts.words import seat_name

EVERY = 12
EXAMPLES = examples(
    "brillig replay match.jsonl",
    "brillig replay match.jsonl --seat 2 --every 1  # as Seat 2 saw it, the table after every choice",
    "brillig replay match.jsonl --ply 30  # the table after 30 choices",
    "brillig replay match.jsonl --step  # press Enter for the next choice",
)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match, finished or not.")],
    seat: Annotated[int | None, typer.Option(metavar="N", help="Look with the eyes of this seat, from 1.")] = None,
    every: Annotated[
        int | None,
        typer.Option(metavar="K", help=f"Draw the table after every K choices; 0: never. [dim]({EVERY})[/dim]"),
    ] = None,
    ply: Annotated[int | None, typer.Option(metavar="N", help="Only draw the table after N choices, and stop.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every choice.")] = False,
    game: Annotated[
        str | None, typer.Option(metavar="PATH", help="The folder of the game, if it is in no catalogue.")
    ] = None,
) -> None:
    """Tell a match from its file: every choice, the table now and then, and the result."""
    record, out = read(file), console()
    match = Match.opening(record, game=catalogue.load(game) if game else None)
    viewer = _viewer(seat, len(match.names))
    if ply is not None:
        _print_table_at(out, record, match, viewer, ply)
        return
    every = (1 if step else EVERY) if every is None else every
    if every < 0:
        raise BadOption(f"The table is drawn after every so many choices, 0 for never; {every} is not possible.")
    _print_header(out, match, record)
    if every:
        print_table(out, match.table, viewer, "At the start")
    last = match.table
    for moment in story(record, viewer, game=match.game):
        _print_moment(out, moment)
        last = moment.table
        if every and moment.ply % every == 0:
            print_table(out, last, viewer, f"After {_choices(moment.ply)}")
        if step and not _next():
            return
    end = record.entries[-1] if record.entries else None
    print_table(out, last, viewer, "At the end" if isinstance(end, EndEntry) else "So far")
    if isinstance(end, EndEntry):
        print_result(out, match.names, end.scores, end.ranks, last.screen(viewer).headline)
    else:
        out.print(Text(clean(record.note), "yellow"))


def _viewer(seat: int | None, seats: int) -> int:
    if seat is None:
        return SPECTATOR
    if not 1 <= seat <= seats:
        raise BadSeats(
            f"There is no Seat {seat} in this match; there {'is Seat 1' if seats == 1 else f'are Seats 1 to {seats}'}."
        )
    return seat - 1


def _print_header(out: Console, match: Match, record: Replay) -> None:
    game: Game = match.game
    out.print(Text(clean(game.title), "bold"), Text(f"({clean(game.box)})", "dim"))
    for k, name in enumerate(match.names):
        out.print(Text(f"{seat_name(k)}: {clean(name)}"))
    if match.header.options:
        out.print(Text("Options: " + ", ".join(f"{k} = {clean(v)}" for k, v in match.header.options.items())))
    if match.header.clock.kind != "off":
        out.print(Text(f"Clock: {match.header.clock}"))
    out.print(Text(f"Commitment {match.header.commitment}", "dim"), soft_wrap=True)


def _print_moment(out: Console, moment: Moment) -> None:
    out.print(Text.assemble((f"{moment.ply:>3}  ", "dim"), (clean(moment.head), "bold")))
    for sentence in moment.sentences:
        out.print(Text(f"     {clean(sentence)}"))


def _print_table_at(out: Console, record: Replay, match: Match, viewer: int, ply: int) -> None:
    """The table after so many choices that stood; of a choice taken back and made anew, the one that stood."""
    tables = {0: match.table} | {moment.ply: moment.table for moment in story(record, viewer, game=match.game)}
    if ply not in tables:
        raise BadOption(f"This match has {_choices(max(tables))}, so there is no table after {ply}.")
    print_table(out, tables[ply], viewer, f"{clean(match.game.title)}, after {_choices(ply)}")


def _choices(n: int) -> str:
    return f"{n} choice{'s' * (n != 1)}"


def _next() -> bool:
    """Wait for Enter; no when there is nobody to press it, or they have seen enough."""
    try:
        return input("Enter for the next, q to stop: ").strip().lower() not in ("q", "quit")
    except EOFError:
        print()
        return False
