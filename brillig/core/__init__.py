"""All that the author of a game imports."""

from brillig.core.chance import below, random
from brillig.core.compiled.kept import CacheWarning
from brillig.core.errors import (
    BadGame,
    BadOption,
    BadReplay,
    BadSeats,
    BrilligError,
    IllegalChoice,
    NotCompiled,
    RuleFault,
    UnknownGame,
)
from brillig.core.game import Game, Playouts
from brillig.core.record import Grid, Part, Record, Row, i8, i16, i32, i64, many, one, option
from brillig.core.rule import rule
from brillig.core.screen import Aim, Face, Piece, Screen, Spot, Swing, Zone, lasting
from brillig.core.table import NOT_YOUR_TURN, SPECTATOR, Choice, Table

__all__ = [
    "NOT_YOUR_TURN", "SPECTATOR", "Aim", "BadGame", "BadOption", "BadReplay", "BadSeats", "BrilligError", "CacheWarning",
    "Choice", "Face", "Game", "Grid", "IllegalChoice", "NotCompiled", "Part", "Piece", "Playouts", "Record", "Row",
    "RuleFault", "Screen", "Spot", "Swing", "Table", "UnknownGame", "Zone", "below", "i8", "i16", "i32", "i64", "lasting",
    "many", "one", "option", "random", "rule",
]  # fmt: skip
