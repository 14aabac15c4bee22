"""brillig puzzles: the book of Trickster's puzzles, proofs of their solutions, and more of them."""

from __future__ import annotations

from datetime import date
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brillig.cli.console import clean, console, examples
from brillig.core import BrilligError
from brillig.parts.puzzles.book import MORE, STARS, Puzzle, numbered, of_the_day, read, starred
from brillig.parts.puzzles.making import Wish, make, page_of
from brillig.parts.trickster.patterns import SIDES, card_name

MOST_AT_ONCE = 60
EXAMPLES = examples(
    "brillig puzzles make --stars 3  # a new puzzle, as a line of text",
    "brillig puzzles make --stars 5 --count 12 --out more.txt  # a page of a book",
    f"{MORE}=more.txt brillig  # play them: they are numbered on from 61",
    "brillig puzzles prove 22  # search it completely: how many solutions has it?",
    "brillig puzzles today  # the puzzle of the day",
)
app = typer.Typer(
    help="The puzzles of Trickster: make more, prove how many solutions one has.", epilog=EXAMPLES, no_args_is_help=True
)


@app.command("make", epilog=EXAMPLES)
def make_(
    stars: Annotated[int, typer.Option(min=1, max=STARS, help="How hard.")] = 3,
    count: Annotated[
        int, typer.Option(min=1, max=MOST_AT_ONCE, help="How many; their kinds change as in the book.")
    ] = 1,
    side: Annotated[str, typer.Option(metavar="animals|gems", help="Only this side of the cards.")] = "",
    wild: Annotated[bool | None, typer.Option("--wild/--plain", help="Only with the wild symbol, or without.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other puzzles.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Add them to this file instead of printing them.")] = None,
) -> None:
    """Make new puzzles, by the same recipe as those of the book.

    Each line is a puzzle with one of its answers, so do not read them closely. Play them by naming the file in
    BRILLIG_PUZZLES.
    """
    if side and side not in SIDES:
        raise BrilligError(f"There is no side {side[:20]!r}: say animals or gems.")
    first = 1
    if out is not None and out.exists():
        try:
            first += len(read(out.read_text("utf-8").splitlines(), clean(out)))
        except (OSError, UnicodeDecodeError) as why:
            raise BrilligError(f"{clean(out)} cannot be read: name a file of puzzles, or a new one.") from why
    made = []
    for n, kind in enumerate(islice(page_of(stars), count)):
        wish = Wish(stars, SIDES.index(side) if side else kind.side, kind.wild if wild is None else wild, kind.least)
        made.append(str(make(wish, seed + n, first + n)))
    if out is None:
        typer.echo("\n".join(made))
        return
    try:
        with out.open("a", encoding="utf-8") as book:
            book.write("\n".join(made) + "\n")
    except OSError as why:
        raise BrilligError(f"{clean(out)} cannot be written: name a file in a folder that exists.") from why
    console().print(Text(f"{len(made)} more in {clean(out)}. To play: {MORE}={clean(out)} brillig"), soft_wrap=True)


@app.command(epilog=EXAMPLES)
def prove(
    number: Annotated[str, typer.Argument(help="The number of a puzzle.")],
    answers: Annotated[bool, typer.Option("--answers", help="Show the solutions, too.")] = False,
) -> None:
    """Search a puzzle completely, and show what was tried on each black square."""
    puzzle, said = numbered(number), console()
    proof = puzzle.prove()
    said.print(Text(headline(puzzle), "bold"))
    said.print(Text(f"Cards {' '.join(map(card_name, puzzle.cards))}"))
    for (x, y), trials in zip(proof.path, proof.trials, strict=True):
        said.print(Text(f"  black square {x},{y}: {trials} trials"))
    said.print(
        Text(f"{sum(proof.trials)} trials in all, and {solutions(len(proof.solutions))}: effort {proof.effort}.")
    )
    for found in proof.solutions if answers else []:
        said.print(Text(f"  {' '.join(map(str, found))}"))
    if (len(proof.solutions), sum(proof.trials)) != (puzzle.solutions, puzzle.trials):
        raise BrilligError(f"The book says {solutions(puzzle.solutions)} after {puzzle.trials} trials: it is wrong.")


@app.command(epilog=EXAMPLES)
def today() -> None:
    """Say which puzzle is the puzzle of the day."""
    console().print(Text(headline(of_the_day(date.today()))))


def headline(puzzle: Puzzle) -> str:
    """'Puzzle 22 ★★☆☆☆ gems, wild'"""
    return f"Puzzle {puzzle.number} {starred(puzzle.stars)} {SIDES[puzzle.side]}{', wild' * puzzle.wild}"


def solutions(n: int) -> str:
    return f"{n} solution{'s' * (n != 1)}"
