"""brillig play: a match in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from brillig import bots, catalogue
from brillig.cli.arguments import options
from brillig.cli.console import clean, console, examples
from brillig.cli.table.saving import Keeping
from brillig.cli.table.seating import RANDOM, YOU, seated, seated_again, secret_of
from brillig.cli.table.session import Sitting
from brillig.core import BadOption, UnknownGame
from brillig.match import Match
from brillig.parts.words import listed, seat_name

EXAMPLES = examples(
    "brillig play othellino  # you against a player who chooses at random",
    "brillig play othellino --seats you,hard  # or easy, normal, expert, greedy",
    "brillig play othellino --seats you,you --option size=8",
    "brillig play gold-mine --seats you,random,random,random",
    "brillig play backgammon --seed 7 --save match.jsonl",
    "brillig play --load match.jsonl  # go on where you stopped",
)


def play(
    slug: Annotated[
        str | None, typer.Argument(metavar="SLUG", help="The game: a slug, a title, or a folder. See `brillig games`.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="you,hard,...",
            help="Who sits in each seat: you, random, greedy, easy, normal, hard, expert. "
            "Several [b]you[/b] pass the screen round.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game; again for another.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The same cards and dice for the same number: not secret.")
    ] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a match that was saved.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the match here when you stop.")] = None,
) -> None:
    """Play a game in the terminal.

    Type the number of a choice, its label, or the beginning of its label; [b]help[/b] tells the rest: undo, save,
    rules, log, quit. Without --seats you have Seat 1, and the others choose at random.
    """
    if load:
        match = _resumed(load, slug, option, seed)
        kinds = seated_again(match, seats)
    else:
        match, kinds = _started(slug, seats, option, seed)
    keeping = Keeping(match, load, save)
    out = console()
    _print_header(out, match, kinds, seed)
    if set(kinds) - {YOU, RANDOM}:
        with console(stderr=True).status("The bots get ready"):
            bots.warm(match.game)
    raise typer.Exit(Sitting(match, kinds, out, keeping, "" if seed is None else f"seed {seed}: not secret").run())


def _started(
    slug: str | None, seats: str | None, option: list[str] | None, seed: int | None
) -> tuple[Match, list[str]]:
    if slug is None:
        raise UnknownGame("Say which game: brillig play SLUG. `brillig games` lists them.")
    game = catalogue.load(slug)
    kinds = seated(game, seats)
    secret = None if seed is None else secret_of(seed)
    return Match.start(game, names=kinds, options=options(option or []), secret=secret, gear="plain"), kinds


def _resumed(load: Path, slug: str | None, option: list[str] | None, seed: int | None) -> Match:
    if option or seed is not None:
        raise BadOption("A saved match has its options and its chance already; leave out --option and --seed.")
    return Match.load(load, game=catalogue.load(slug) if slug else None, gear="plain")


def _print_header(out: Console, match: Match, kinds: list[str], seed: int | None) -> None:
    game = match.game
    out.print(Text.assemble((clean(game.title), "bold"), f"  {clean(game.summary)}"))
    yours = [seat_name(seat) for seat, kind in enumerate(kinds) if kind == YOU]
    facts = [f"You are {listed(yours)} of {len(kinds)}" if yours else f"{len(kinds)} seats, all bots"]
    facts += [f"{name} = {clean(value)}" for name, value in match.header.options.items()]
    out.print(Text(f"{', '.join(facts)}. Type help for all that you can type.", "dim"))
    if seed is not None:
        out.print(Text(f"Seed {seed}: whoever knows it can foretell this match; it is not secret.", "yellow"))
    else:
        out.print(Text(f"Commitment {match.header.commitment}", "dim"), soft_wrap=True)
