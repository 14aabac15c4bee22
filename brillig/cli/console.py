"""Printing for people: one console, tables of a game in colour, and strangers' words made harmless."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import chain

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from brillig.core import SPECTATOR, Choice, Screen, Table

NARROWEST = 56  # letters inside a frame
FRAME = 4  # letters that the frame itself takes
# Colours of pieces and seats. Every piece carries its letter too: nothing is told by hue alone.
STYLES = {
    "red": "bold red", "green": "bold green", "blue": "bold bright_blue", "yellow": "bold yellow",
    "white": "bold bright_white", "black": "grey62", "purple": "bold magenta", "orange": "dark_orange",
    "cyan": "cyan", "grey": "grey62", "pink": "hot_pink", "brown": "orange4",
}  # fmt: skip


def console(stderr: bool = False) -> Console:
    """Where a command prints. Numbers and words in quotes stay as they are."""
    return Console(stderr=stderr, highlight=False)


def clean(text: object, most: int = 200) -> str:
    """A line from a file or a stranger, without anything that steers a terminal."""
    line = "".join(c if c.isprintable() else " " if c.isspace() else "" for c in str(text)[: 4 * most])
    return line if len(line) <= most else line[: most - 3] + "..."


def examples(*lines: str) -> str:
    """The end of a command's help: a command a line, what it does after the #."""
    parts = [[half.strip() for half in line.split("#")] for line in lines]
    wide = max(len(command) for command, *_ in parts)
    shown = [f"[cyan]{c.ljust(wide)}[/cyan]" + "".join(f"  [dim]{w}[/dim]" for w in what) for c, *what in parts]
    return "\n\n".join(["[bold]Examples[/bold]", *shown])


def drawing(table: Table, seat: int = SPECTATOR, width: int = 0, tight: bool = False) -> Text:
    """The table as this seat sees it, pieces and seats in their colours; tight: without the empty lines."""
    lines = [clean(line, 1000) for line in table.text(seat).splitlines()]
    text = Text("\n".join(_folded(line, width) for line in lines if line or not tight))
    for word, style in _colours(table.screen(seat)).items():
        text.highlight_regex(rf"(?<![\w-]){re.escape(word)}(?=x\d|[^\w-]|$)", style)
    text.highlight_regex(r"(?m)^> ", "bold")
    return text


def _folded(line: str, width: int) -> str:
    """A line too long for the frame goes on below where its facts begin."""
    if not 0 < width < len(line):
        return line
    facts = re.search(r"(?<=\S)(  +|: )", line)
    indent = min(facts.end() if facts else 0, width // 2)
    return "\n".join(textwrap.wrap(line, width, subsequent_indent=" " * indent))


def _colours(screen: Screen) -> dict[str, str]:
    found: dict[str, str] = {}
    for piece in chain.from_iterable([*z.pieces, *(p for s in z.spots for p in s.pieces)] for z in screen.zones):
        style = STYLES.get(str(piece.face.look.get("colour")))
        if style and re.search(r"[A-Za-z]", piece.face.text):  # a bare number could be anything
            found[piece.face.text] = style
    for panel in screen.panels:
        if panel.colour in STYLES:
            found[panel.title] = STYLES[panel.colour]
    return found


def print_table(out: Console, table: Table, seat: int, title: str, note: str = "", tight: bool = False) -> None:
    """The table in a frame as wide as it needs, but not so narrow that it would jump from turn to turn."""
    body = drawing(table, seat, out.width - FRAME, tight)
    lines = [title, note, *body.plain.splitlines()]
    out.print(Panel(
        body, title=Text(title, "bold"), title_align="left", subtitle=Text(note, "dim") if note else None,
        subtitle_align="right", border_style="dim", padding=(0, 1), width=max(NARROWEST, *map(cell_len, lines)) + FRAME,
    ))  # fmt: skip


def numbered(choices: Sequence[Choice], with_numbers: bool = True) -> Columns:
    """The choices in columns that are read downwards, with their numbers from 1."""
    wide = len(str(len(choices)))
    shown = [
        Text.assemble((f"{number:>{wide}}  ", "bold cyan") if with_numbers else "", clean(label))
        for number, (_, label) in enumerate(choices, 1)
    ]
    return Columns(shown, column_first=True, padding=(0, 3))
