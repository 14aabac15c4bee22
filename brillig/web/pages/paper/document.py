"""Document: everything that a page to print needs, for the browser and for the PDF alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from brillig.core import BrilligError
from brillig.paper.contents import Contents, box_id
from brillig.paper.sheets import PAPERS, PaperSheet, paper_named, sheets, turning_named
from brillig.parts.components import Component, PrintedBoard
from brillig.web.pages.rules import in_brief

INKS = ("colour", "black")


class PrintWishes(Struct, frozen=True):
    """How somebody wants it."""

    paper: str = "a4"
    backs: str = "long"  # the edge over which the paper is turned; none: no backs
    ink: str = "colour"  # black: black on white, and little of it
    counters: bool = True  # flat pieces for cubes and gems

    @classmethod
    def read(cls, query: Mapping[str, str]) -> PrintWishes:
        usual = cls()
        return cls(
            query.get("paper", usual.paper), query.get("backs", usual.backs), query.get("ink", usual.ink),
            query.get("counters", "yes") != "no",
        ).checked()  # fmt: skip

    def checked(self) -> PrintWishes:
        """With names as we write them; a sentence if one means nothing."""
        if self.ink not in INKS:
            raise BrilligError(f"There is no ink {self.ink[:20]!r}; there are {' and '.join(INKS)}.")
        return PrintWishes(paper_named(self.paper).name, turning_named(self.backs), self.ink, self.counters)


class ListedThing(Struct, frozen=True):
    """A line in the list of what there is."""

    count: int
    name: str
    called: str  # "54 cards"
    size: str  # "63 by 88 mm"; "": it is not printed
    kinds: list[tuple[int, str]]  # of things that one needs: so many of each


def document(contents: Contents, wishes: PrintWishes) -> dict[str, Any]:
    """What print.html is filled with."""
    paper, turning = paper_named(wishes.paper), turning_named(wishes.backs)
    laid = sheets(contents.things, paper, turning, wishes.counters)
    return {
        "contents": contents, "box": box_id(contents.box), "wishes": wishes, "papers": list(PAPERS.values()),
        "paper": paper, "sheets": laid, "drawn": as_script(laid),
        "things": [listed(thing) for thing in contents.things if not (isinstance(thing, Component) and thing.solid)],
        "needed": [listed(thing) for thing in contents.needed],
        "briefs": [(game, in_brief(game)) for game in contents.games],
    }  # fmt: skip


def as_script(laid: list[PaperSheet]) -> Markup:
    """Data for a script in the page, where only "<" could end it early."""
    return Markup(msgspec.json.encode(laid).decode().replace("<", "\\u003c"))


def listed(thing: Component | PrintedBoard) -> ListedThing:
    size = f"{thing.wide:g} by {thing.high:g} mm" if thing.wide else ""
    if isinstance(thing, PrintedBoard):
        return ListedThing(1, thing.name, thing.called, size, [])
    said = [face.say for face in thing.faces]
    kinds = [(said.count(one), one) for one in dict.fromkeys(said)] if thing.solid else []
    return ListedThing(len(thing), thing.name, thing.called, size, kinds)
