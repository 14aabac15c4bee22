"""brillig verify: was a match honest?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brillig import catalogue
from brillig.cli.console import clean, console, examples
from brillig.core import BadReplay
from brillig.match import replay
from brillig.match import verify as judge
from brillig.match.log import FORMAT

NOT_HONEST = 1
EXAMPLES = examples(
    "brillig verify match.jsonl",
    "brillig verify match.jsonl --commitment 5e88...1542  # you noted it when the match began",
)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A finished match.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that was shown when the match began.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="PATH", help="The folder of the game, if it is in no catalogue.")
    ] = None,
) -> None:
    """Deal a finished match again and say whether it was honest.

    Exit code 0: honest. 1: not honest, or not over yet. 2: the file cannot be read as a match.
    """
    _check_legible(file)
    verdict = judge(file, game=catalogue.load(game) if game else None, commitment=commitment)
    out = console()
    for sentence in verdict.sentences:
        out.print(Text(clean(sentence, 500)))
    if verdict.honest:
        out.print(Text("The match was honest.", "bold green"))
        return
    out.print(Text("This does not prove an honest match.", "bold red"))
    raise typer.Exit(NOT_HONEST)


def _check_legible(file: Path) -> None:
    """Raise unless this is a match of ours. One that was tampered with is: that is for the verdict to say."""
    try:
        replay.read(file)
    except BadReplay:
        if not _begins_like_one(file):
            raise


def _begins_like_one(file: Path) -> bool:
    try:
        with file.open("rb") as lines:
            head = json.loads(lines.readline(replay.LINE_BYTES))
        return bool(head["brillig"] == FORMAT) and file.stat().st_size <= replay.MOST_BYTES
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False
