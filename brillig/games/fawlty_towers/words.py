"""Codes and names: what a choice is, and what things are called."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from brillig.games.fawlty_towers.towers import COLOURS, COLUMNS, FARTHEST, HARD_TO_PASS, LEVELS, TOWERS
from brillig.parts.boxes.greenbox import COLOURS as COLOUR_NAMES

ON_TOWER = 0  # colour x 4 + tower
TAKE_CARD = ON_TOWER + COLOURS * TOWERS  # column x 6 + level
DECLINE = TAKE_CARD + COLUMNS * LEVELS
NEW_BASE = DECLINE + 1  # colour
DROP = NEW_BASE + COLOURS  # 60 + how far off the middle
HAND = DROP + 2 * FARTHEST + 1
CODES = HAND + 1

COLUMN_NAMES = "ABCD"


def place_id(column: int, level: int) -> str:
    return f"place-{place_name(column, level)}"


def place_name(column: int, level: int) -> str:
    """'B3'"""
    return f"{COLUMN_NAMES[column]}{level + 1}"


def tower_id(tower: int) -> str:
    return f"tower-{tower + 1}"


def stock_id(colour: int) -> str:
    return f"stock-{COLOUR_NAMES[colour]}"


def missing() -> Iterator[tuple[int, str]]:
    """Everything that a tower can lack, as `lacks` counts it, in words."""
    most = LEVELS - 1  # cards below the highest
    for *colours, any_colour in product(*[range(LEVELS)] * COLOURS, range(HARD_TO_PASS * most + 1)):
        if sum(colours) > most or not any((*colours, any_colour)):
            continue
        digits = sum(n * LEVELS**k for k, n in enumerate(colours)) + any_colour * LEVELS**COLOURS
        words = [f"{n} {COLOUR_NAMES[k]}" for k, n in enumerate(colours) if n]
        if any_colour:
            words.append(f"{any_colour} of any colour")
        yield digits, ", ".join(words)
