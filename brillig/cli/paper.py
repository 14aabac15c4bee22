"""brillig print: a game or a whole box, to cut out and play at a kitchen table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brillig import catalogue
from brillig.cli.console import clean, console, examples
from brillig.core import BrilligError, UnknownGame
from brillig.core.errors import near
from brillig.paper import contents
from brillig.paper.contents import Contents
from brillig.parts.components import Component, PrintedBoard

EXAMPLES = examples(
    "brillig print othellino  # makes othellino.pdf",
    "brillig print jabberwocky --paper letter --out box.pdf  # a whole box",
    "brillig print gold-mine --list  # what there is to print, and what one needs besides",
    "brillig print ./my_game --ink black --backs none  # frugally, on one side",
)


def print_(
    name: Annotated[str, typer.Argument(metavar="GAME_OR_BOX", help="A game (slug, title or folder), or a box.")],
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper.")] = "a4",
    backs: Annotated[
        str, typer.Option(metavar="long|short|none", help="The edge over which your printer turns the paper; none: no backs.")
    ] = "long",
    ink: Annotated[str, typer.Option(metavar="colour|black", help="black: black on white, and little of it.")] = "colour",
    counters: Annotated[bool, typer.Option(help="Flat counters for cubes, gems and the like.")] = True,
    out: Annotated[Path | None, typer.Option(help="The file; if none, the name with .pdf.")] = None,
    only_list: Annotated[bool, typer.Option("--list", help="Only say what there is, and what one needs besides.")] = False,
) -> None:  # fmt: skip
    """Make a PDF of the pieces and the quick references, at their true size and with marks to cut by.

    Chromium or Chrome makes it. Without one, run `brillig` and print the page /print/GAME from any browser.
    """
    from brillig.web.pages.paper.document import PrintWishes
    from brillig.web.pages.paper.pdf import (
        make_pdf,  # the server's packages: the other commands should not wait for them
    )

    wishes = PrintWishes(paper, backs, ink, counters).checked()
    what, said = named(name), console()
    if only_list:
        for thing in what.things:
            said.print(Text(listed(thing)), soft_wrap=True)
        return
    file = out or Path(f"{contents.box_id(what.title)}.pdf")
    if file.is_dir() or not file.parent.is_dir():
        raise BrilligError(
            f"{clean(file)} cannot be written: name a file in a folder that exists, as in --out game.pdf."
        )
    make_pdf(what, wishes, file)
    said.print(Text.assemble(("Made ", "bold"), (clean(file), "bold cyan"), ": print it at 100 %."), soft_wrap=True)
    for thing in what.needed:
        said.print(Text(f"You need besides: {listed(thing)}"), soft_wrap=True)


def listed(thing: Component | PrintedBoard) -> str:
    """'54 cards, 63 by 88 mm'"""
    size = f"{thing.wide:g} by {thing.high:g} mm" if thing.wide else "not printed"
    counters = "counters of " if isinstance(thing, Component) and thing.solid and thing.wide else ""
    return f"{clean(thing.called)}, {counters}{size}"


def named(name: str) -> Contents:
    """A game, or else a box."""
    try:
        return contents.of_game(catalogue.load(name))
    except UnknownGame:
        games = catalogue.games()
        boxes = {contents.box_id(game.box) for game in games}
        if contents.box_id(name) in boxes:
            return contents.of_box(name, games)
        hint = near(contents.box_id(name), [*catalogue.slugs(), *boxes])
        raise UnknownGame(
            f"There is no game or box {name[:40]!r}.{hint} `brillig games` lists the games; the boxes are "
            f"{', '.join(sorted(boxes))}."
        ) from None
