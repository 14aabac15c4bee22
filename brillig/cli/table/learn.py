"""brillig learn: a game's lessons in the terminal."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from brillig import catalogue
from brillig.cli.console import clean, console, examples, numbered, print_table
from brillig.cli.table.answers import are_numbered, understand
from brillig.core import Choice
from brillig.parts.words import seat_name
from brillig.positions.lessons import LessonStep, lessons

EXAMPLES = examples(
    "brillig learn othellino  # seven steps, about three minutes",
    "brillig learn othellino --step 4  # go on from there",
)
HELP = "Type the number of a choice, its label or the beginning of it; skip goes to the next step, quit ends."


class Enough(Exception):
    """Somebody has learnt enough for today."""


def learn(
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="The game: a slug, a title, or a folder.")],
    step: Annotated[int, typer.Option(min=1, metavar="N", help="The step to begin with.")] = 1,
) -> None:
    """Learn a game in a few steps.

    Each step shows a table and says a few words about it; most ask you to choose. Whatever you choose, you are told why.
    """
    game, out = catalogue.load(slug), console()
    steps = lessons(game)
    if step > len(steps):
        raise typer.BadParameter(f"{game.title} has {len(steps)} steps.", param_hint="--step")
    out.print(Text(HELP, "dim"))
    try:
        for number, each in enumerate(steps[step - 1 :], step):
            _teach(out, each, number, len(steps))
    except Enough:
        out.print(Text(f"Go on with: brillig learn {clean(slug)} --step {number}"), soft_wrap=True)
        return
    out.print(Text(f"Now you can play: brillig play {clean(slug)}", "bold"), soft_wrap=True)


def _teach(out: Console, step: LessonStep, number: int, steps: int) -> None:
    """One step, until its choice is made or it is skipped."""
    game = step.table.game
    out.print()
    out.print(Text.assemble((f"Step {number} of {steps}: ", "dim"), (clean(step.title), "bold")))
    out.print(Text(clean(step.text, 1000)))
    print_table(out, step.table, step.seat, f"{clean(game.title)}: {seat_name(step.seat)}")
    if not step.wanted:
        _read(out, "Enter goes on> ")
        return
    choices = step.table.choices(step.seat)
    out.print(Text(clean(step.table.screen(step.seat).prompt, 500), "bold"))
    out.print(numbered(choices, are_numbered(choices)))
    while (typed := _read(out, "> ")).lower() != "skip":
        if not typed:
            continue
        meant = understand(typed, step.table, step.seat, choices)
        if not isinstance(meant, Choice):
            out.print(Text(clean(meant, 500)))
            continue
        right, said = step.answer(meant.code)
        if right:
            print_table(out, step.after(meant.code), step.seat, clean(meant.label))
        out.print(Text(clean(said, 500), "green" if right else "yellow"))
        if right:
            return


def _read(out: Console, prompt: str) -> str:
    try:
        typed = input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        out.print()
        raise Enough from None
    if not sys.stdin.isatty():
        out.print(Text(clean(typed)))  # a terminal has shown it already
    if typed.lower() == "quit":
        raise Enough
    return typed
