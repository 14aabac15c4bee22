"""The panel of a seat, as nearly every game has it: the seat's name, its colour, whether it decides, what is counted."""

from __future__ import annotations

from brillig.core import Screen
from brillig.core.screen import Panel
from brillig.parts.boxes.greenbox import SEAT_COLOURS
from brillig.parts.words import seat_name


def seat_panel(t: Screen, seat: int, turn: bool, colour: str | None = None, **counters: int | str) -> Panel:
    """`turn`: this seat is to decide. A game whose pieces have other colours than the Green Box names one, or ""."""
    return t.panel(seat, seat_name(seat), SEAT_COLOURS[seat] if colour is None else colour, turn, **counters)
