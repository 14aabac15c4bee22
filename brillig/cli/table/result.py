"""How a match ended, for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from brillig.cli.console import clean
from brillig.parts.words import listed, seat_name


def print_result(
    out: Console, names: Sequence[str], scores: Sequence[int], ranks: Sequence[int], headline: str = ""
) -> None:
    """Places and points, the best first, and who won; or what a game for one or for all together says of its end."""
    if headline:
        out.print(Text(f"{clean(headline)}: {scores[0]} point{'s' * (abs(scores[0]) != 1)}.", "bold green"))
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("place", "", "points"):
        table.add_column(heading, justify="left" if not heading else "right")
    for rank, seat in sorted(zip(ranks, range(len(ranks)), strict=True)):
        table.add_row(str(rank), named(seat, names), str(scores[seat]), style="bold" if rank == 1 else "")
    out.print(table)
    out.print(Text(winners(names, scores, ranks), "bold green"))


def winners(names: Sequence[str], scores: Sequence[int], ranks: Sequence[int]) -> str:
    best = [named(seat, names) for seat, rank in enumerate(ranks) if rank == 1]
    if len(ranks) == 1:
        return f"The game is over with {scores[0]} point{'s' * (scores[0] != 1)}."
    if len(best) == 1:
        return f"{best[0]} wins."
    return f"{listed(best)} share the first place."


def named(seat: int, names: Sequence[str]) -> str:
    """'Seat 1 (you)'"""
    name = clean(names[seat])
    return seat_name(seat) if name == seat_name(seat) else f"{seat_name(seat)} ({name})"
