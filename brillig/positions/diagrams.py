"""Diagrams: positions in the rules of a game, told in a few lines and played out by the game itself.

    ```position
    seats: 2
    options: size=6; first mover=seat 1
    play: c2; b3
    show: board
    mark: b3
    caption: O places on b3.
    ```

Every line is optional. A position begins with `seats`, `seed` and `options`, or in a golden playthrough (`golden:
game-1 after 24`); then so many choices at `random` are made, and then those of `play`, each told by its label, by the
first letters of its label, or by its number. Where several seats decide at once, write `seat 2 Run`, or `all Stay` for
every seat that is asked. `view` is whose eyes we borrow (`seat 1`, or `table` for somebody who watches), `show` the
zones and panels to keep, `mark` the ids to point at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy

from msgspec import Struct

from brillig.core import SPECTATOR, BadGame, BrilligError, Game, Piece, Screen, Spot, Table
from brillig.core.text import draw
from brillig.positions.drive import carry_out
from brillig.positions.walk import Variant, walk

FENCE = "position"
KEYS = ("seats", "seed", "options", "golden", "random", "play", "view", "show", "mark", "caption")
_BLOCK = re.compile(rf"^```{FENCE}[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_GOLDEN = re.compile(r"([\w-]+) after (\d+)")
_STEP = re.compile(r"(?:seat (\d+)|(all))\s+(.*)", re.IGNORECASE)


class Diagram(Struct, frozen=True):
    """A position to look at."""

    screen: Screen
    caption: str

    @property
    def text(self) -> str:
        """The same in letters, for those who cannot see pictures and for terminals."""
        return draw(self.screen)


def diagram(game: Game, source: str) -> Diagram:
    """The position that these lines tell of; BadGame if they cannot be understood or played."""
    try:
        given = _lines(source)
        table = _begin(game, given)
        for step in _split(given.get("play", "")):
            _play(table, step)
        screen = table.screen(_viewer(given.get("view", "table")))
        screen.prompt = ""  # nobody is asked anything in a book
        if "show" in given:
            _keep(screen, given["show"].split())
        screen = deepcopy(screen)  # a game may share the parts of its screens
        _mark(screen, given.get("mark", "").split())
    except BrilligError as why:
        raise BadGame(f"{game.slug}, a position in its rules: {why}") from why
    except (ValueError, OSError) as why:
        raise BadGame(f"{game.slug}, a position in its rules cannot be read: {why}.") from why
    return Diagram(screen, given.get("caption", ""))


def replaced(game: Game, rules: str, by: Callable[[Diagram], str]) -> str:
    """Rules with something else in place of every position, such as its drawing. One that cannot be played stays."""

    def drawn(found: re.Match[str]) -> str:
        with suppress(BadGame):
            return by(diagram(game, found[1]))
        return found[0]

    return _BLOCK.sub(drawn, rules)


def _lines(source: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for line in filter(None, map(str.strip, source.splitlines())):
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            raise BadGame(f"a line begins with one of {', '.join(KEYS)} and a colon, not {line[:60]!r}.")
        # A long line may be told in several.
        given[key] = f"{given[key]} {value.strip()}" if key in given else value.strip()
    return given


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


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
    options = dict(_option(word) for word in _split(given.get("options", "")))
    wanted = int(given.get("random", "0"))
    for line in walk(game, Variant(seats, dict(options)), int(given.get("seed", "0")), 0, "plain"):
        if len(line.chosen) == wanted:
            return line.table
    raise BadGame(f"the game is over before {wanted} random choices.")


def _option(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise BadGame(f"an option is name=value, not {word[:40]!r}.")
    return name.strip(), value.strip()


def _play(table: Table, step: str) -> None:
    waiting = table.waiting()
    if not waiting:
        raise BadGame(f"the game is over before {step!r}.")
    found = _STEP.fullmatch(step)
    who = [waiting[0]] if not found else waiting if found[2] else [int(found[1]) - 1]
    wish = found[3] if found else step
    for seat in who:
        table.play(seat, _code(table, seat, wish))


def _code(table: Table, seat: int, wish: str) -> int:
    if wish.isdigit():
        return int(wish)
    choices, wanted = table.choices(seat), wish.casefold()
    meant = [c.code for c in choices if c.label.casefold() == wanted]
    meant = meant or [c.code for c in choices if c.label.casefold().startswith(wanted)]
    if len(meant) != 1:
        few = ", ".join(c.label for c in choices[:12])
        raise BadGame(f"seat {seat + 1} has {len(meant) or 'no'} choices {wish!r}; it has {few}.")
    return meant[0]


def _viewer(words: str) -> int:
    return SPECTATOR if words == "table" else int(words.removeprefix("seat ")) - 1


def _keep(screen: Screen, ids: list[str]) -> None:
    unknown = set(ids) - {z.id for z in screen.zones} - {p.id for p in screen.panels}
    if unknown:
        raise BadGame(f"there is no zone or panel {', '.join(sorted(unknown))}.")
    screen.zones = [zone for zone in screen.zones if zone.id in ids]
    screen.panels = [panel for panel in screen.panels if panel.id in ids]


def _mark(screen: Screen, ids: list[str]) -> None:
    """Only what is meant stays marked; without a wish, what was played last."""
    if not ids:
        return
    marked = set()
    for zone in screen.zones:
        spots = zone.spots
        things: list[Spot | Piece] = [*spots, *zone.pieces, *(piece for spot in spots for piece in spot.pieces)]
        for thing in things:
            if thing.mark == "last" or thing.id in ids:
                thing.mark = "last" if thing.id in ids else ""
                marked.add(thing.id)
    if set(ids) - marked:
        raise BadGame(f"there is no {', '.join(sorted(set(ids) - marked))} to mark.")
