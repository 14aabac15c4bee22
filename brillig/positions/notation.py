"""Positions told in a few lines, and played out by the game itself: for diagrams and lessons.

A position begins with `seats`, `seed` and `options`, or in a golden playthrough (`golden: game-1 after 24`); then so many
choices at `random` are made, fields of the record are `set` by hand (`set: mover=0; board[2,3]=1; hand[0].count=2`), and
then the choices of `play` are made, each told by its label, by the first letters of its label, or by its number. Where
several seats decide at once, write `seat 2 Run`, or `all Stay` for every seat that is asked. `view` is whose eyes we
borrow: `seat 1`, or `table` for somebody who watches.
"""

from __future__ import annotations

import json
import re
from typing import Any

from brillig.core import SPECTATOR, BadGame, Game, Table
from brillig.core.errors import near
from brillig.positions.drive import carry_out
from brillig.positions.walk import Variant, walk

KEYS = ("seats", "seed", "options", "golden", "random", "set", "play", "view")
_GOLDEN = re.compile(r"([\w-]+) after (\d+)")
_STEP = re.compile(r"(?:seat (\d+)|(all))\s+(.*)", re.IGNORECASE)
_FIELD = re.compile(r"(\w+)(?:\[([\d, ]+)\])?")
_SET = re.compile(r"((?:\w+(?:\[[\d, ]+\])?)(?:\.\w+(?:\[[\d, ]+\])?)*)\s*=\s*(-?\d+)")


def read(source: str, keys: tuple[str, ...]) -> dict[str, str]:
    """What the lines say, by the word before the colon."""
    given: dict[str, str] = {}
    for line in filter(None, map(str.strip, source.splitlines())):
        key, colon, value = line.partition(":")
        if not colon or key not in keys:
            raise BadGame(f"a line begins with one of {', '.join(keys)} and a colon, not {line[:60]!r}.")
        # A long line may be told in several.
        given[key] = f"{given[key]} {value.strip()}" if key in given else value.strip()
    return given


def split(text: str) -> list[str]:
    """The parts of a line between semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def position(game: Game, given: dict[str, str]) -> Table:
    """The table that these lines tell of."""
    table = _begin(game, given)
    for word in split(given.get("set", "")):
        _set(table.plain, word)
    return play_on(table, given.get("play", ""))


def play_on(table: Table, steps: str) -> Table:
    """Make the choices that a line of `play` tells of."""
    for step in split(steps):
        _play(table, step)
    return table


def _begin(game: Game, given: dict[str, str]) -> Table:
    if "golden" in given:
        found = _GOLDEN.fullmatch(given["golden"])
        if not found:
            raise BadGame("a golden playthrough is told as: golden: game-1 after 24.")
        with open(game.folder / "golden" / f"{found[1]}.txt", encoding="utf-8") as file:
            head = json.loads(file.readline())
        table = game.new(head["seats"], head["seed"], head["options"], gear="plain", timed=True)
        for step in head["chosen"][: int(found[2])]:
            carry_out(table, step)
        return table
    seats = int(given["seats"]) if "seats" in given else game.seats[0]
    options = dict(_option(word) for word in split(given.get("options", "")))
    wanted = int(given.get("random", "0"))
    for line in walk(game, Variant(seats, dict(options)), int(given.get("seed", "0")), 0, "plain"):
        if len(line.chosen) == wanted:
            return line.table
    raise BadGame(f"the game is over before {wanted} random choices.")


def _set(record: Any, word: str) -> None:
    """Write a number into a field."""
    record, name, index, number = _field(record, word)
    if index:
        getattr(record, name)[_index(index)] = number
    else:
        setattr(record, name, number)


def holds(record: Any, word: str) -> bool:
    """Has a field that number?"""
    record, name, index, number = _field(record, word)
    found = getattr(record, name)
    return bool((found[_index(index)] if index else found) == number)


def _field(record: Any, word: str) -> tuple[Any, str, str, int]:
    """The record that a field lies in, its name, its index if there is one, and the number that is named with it."""
    found = _SET.fullmatch(word)
    if not found:
        raise BadGame(f"a field is set as name=number or name[2,3]=number, not {word[:40]!r}.")
    *way, last = _FIELD.findall(found[1])
    for name, index in way:
        record = getattr(record, name)
        record = record[_index(index)] if index else record
    name, index = last
    if not hasattr(record, name):
        fields = [each for each in dir(type(record)) if not each.startswith("_")]
        raise BadGame(f"there is no field {name!r}.{near(name, fields)}")
    return record, name, index, int(found[2])


def _index(words: str) -> Any:
    numbers = tuple(int(number) for number in words.split(","))
    return numbers if len(numbers) > 1 else numbers[0]


def _option(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise BadGame(f"an option is name=value, not {word[:40]!r}.")
    return name.strip(), value.strip()


def _play(table: Table, step: str) -> None:
    waiting = table.settle().waiting()
    if not waiting:
        raise BadGame(f"the game is over before {step!r}.")
    found = _STEP.fullmatch(step)
    who = [waiting[0]] if not found else waiting if found[2] else [int(found[1]) - 1]
    wish = found[3] if found else step
    for seat in who:
        table.play(seat, code_of(table, seat, wish))


def code_of(table: Table, seat: int, wish: str) -> int:
    """The choice that a label, its first letters, or a number means."""
    if wish.isdigit():
        return int(wish)
    choices, wanted = table.choices(seat), wish.casefold()
    meant = [c.code for c in choices if c.label.casefold() == wanted]
    meant = meant or [c.code for c in choices if c.label.casefold().startswith(wanted)]
    if len(meant) != 1:
        few = ", ".join(c.label for c in choices[:12])
        raise BadGame(f"seat {seat + 1} has {len(meant) or 'no'} choices {wish!r}; it has {few}.")
    return meant[0]


def viewer(words: str) -> int:
    """Whose eyes are meant."""
    return SPECTATOR if words == "table" else int(words.removeprefix("seat ")) - 1
