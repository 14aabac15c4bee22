"""brillig looks: every word that a screen may use for how a thing looks."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from brillig.cli.console import STYLES, console, examples
from brillig.core.screen import looks as words

EXAMPLES = examples("brillig looks", "brillig  # then open /kit in the browser: the same, drawn")


def looks() -> None:
    """List what a game's screen may be made of: colours, symbols, kinds of pieces, marks, areas and layouts.

    The page /kit of the server draws them all.
    """
    out = console()
    for title, rows in LISTS.items():
        out.print(Text(title, "bold"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for word, says in rows.items():
            table.add_row(Text(word, STYLES.get(word, "cyan") if rows is words.COLOURS else "cyan"), says)
        out.print(table)


LISTS: dict[str, dict[str, str]] = {
    'Colours, and their letters: Face look={"colour": ...}': words.COLOURS,
    'Symbols: look={"symbol": ...}': dict.fromkeys(words.SYMBOLS, ""),
    "Kinds of pieces, and the words of a look that they show: Face(kind, ...)": {
        kind: f"{drawn.says} ({', '.join((*drawn.shows, *words.EVERY_KIND))})" for kind, drawn in words.KINDS.items()
    },
    'Grounds of cards: look={"ground": ...}': dict.fromkeys(words.GROUNDS, ""),
    "Decks and sides of patterns": {**dict.fromkeys(words.DECKS, "deck"), **dict.fromkeys(words.SIDES, "side")},
    "Marks of a piece: piece.mark": words.PIECE_MARKS,
    "Marks of a place: spot.mark": words.SPOT_MARKS,
    "Looks of a place: spot.look": words.SPOT_LOOKS,
    "Kinds of zones: Zone(id, kind, ...)": words.ZONE_KINDS,
    "Looks of a zone: zone.look": words.ZONE_LOOKS,
    "Lamps of a panel": words.LAMPS,
    "Areas: zone.area": words.AREAS,
    "Shapes of a map: Shape.look": words.SHAPES,
    "Layouts: screen.layout": words.LAYOUTS,
    "Stacks: spot.stack": words.STACKS,
}
