"""Lessons: a game taught in a few steps, each a position with something to see or to choose.

A game's folder has a `lessons.md`:

    # Lessons

    ## Trap them in a line
    Place a cube so that enemy cubes lie between it and another of yours. They change sides.

    ```step
    options: first mover=seat 1
    choose: c2
    then: Two cubes turn at once.
    otherwise: That is a legal move, but it traps only one. Find the one that traps two.
    wrong: b1: The corner next door is dangerous ground.
    point: c3 d3
    ```

A heading begins a step; what follows are two or three sentences; the block is the position (see notation.py) and what is
asked. `choose`: the choices that are right, told like those of `play`, between semicolons, or `Stop it *` for all that
begin so; without it the step only shows something. `wrong`: why one choice is not right; there may be several such lines.
`otherwise`: what is said about any other. `must`: fields as they are to be after a right choice and what completes it
(`taken[0]=2`), for choices that begin something. `then`: what is said when the right choice was made. `next`: what the
others do then, told like `play`, for it to be seen. `point`: ids on the screen that the sentences speak of. The seat that
learns is the one of `view`, else the first that is to decide.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from brillig.core import BadGame, BrilligError, Game, Screen, Table
from brillig.positions import notation

FILE = "lessons.md"
FENCE = "step"
KEYS = (*notation.KEYS, "choose", "must", "wrong", "otherwise", "then", "next", "point")
FEWEST, MOST = 6, 12  # steps
MOST_WORDS = 70  # in the sentences of a step
MOST_MINUTES = 5.0
WORDS_A_MINUTE = 200
SECONDS_A_CHOICE = 10
_STEP = re.compile(rf"^## (?P<title>[^\n]+)\n(?P<text>.*?)^```{FENCE}[ \t]*\n(?P<block>.*?)^```[ \t]*$", re.M | re.S)


class LessonStep(Struct, frozen=True):
    """One step of a lesson."""

    title: str
    text: str  # two or three sentences
    table: Table  # the position, in truth; what the seat is shown of it is its view
    seat: int  # who learns
    wanted: list[int]  # the codes that are right; none: there is only something to see
    wrong: dict[int, str]  # why not, by code
    otherwise: str  # why not any other
    then: str  # what is said when the right choice was made
    next: str  # what the others do then
    point: list[str]  # ids that the text speaks of
    must: list[str] = []  # what is to be so when the right choice has been made: where a point makes the difference

    def answer(self, code: int, *more: int) -> tuple[bool, str]:
        """Is this choice right? And what is said about it. A choice that is not allowed is told why.

        `more`: what completes it, if it only begins something.
        """
        table = self.table.copy()
        for each in (code, *more):
            if reason := table.refusal(self.seat, each):
                return False, reason
            table.play(self.seat, each)
        if code in self.wanted and all(not more or notation.holds(table.plain, wish) for wish in self.must):
            return True, self.then
        return False, self.wrong.get(code) or self.otherwise

    def after(self, code: int, *more: int) -> Table:
        """The table when that choice has been made, and the others have answered."""
        table = self.table.copy()
        for each in (code, *more):
            table.play(self.seat, each)
        return notation.play_on(table, self.next).settle()

    @property
    def words(self) -> int:
        return len(f"{self.title} {self.text} {self.then}".split())


def file_of(game: Game) -> Path:
    return game.folder / FILE


def has_lessons(game: Game) -> bool:
    return file_of(game).exists()


@cache
def lessons(game: Game) -> list[LessonStep]:
    """The steps of a game, in order; BadGame in a sentence if one of them is not possible."""
    if not has_lessons(game):
        raise BadGame(f"{game.title} has no lessons: they are written into {FILE} in its folder.")
    text = file_of(game).read_text(encoding="utf-8")
    found = list(_STEP.finditer(text))
    if len(found) != len(re.findall(r"^## ", text, re.M)):
        raise BadGame(f"{game.slug}: in {FILE} every ## heading is followed by sentences and one ```{FENCE} block.")
    return [_step(game, number, each) for number, each in enumerate(found, 1)]


def minutes(steps: list[LessonStep]) -> float:
    """How long the lessons take somebody who reads at the usual speed and thinks for a while about each choice."""
    reading = sum(step.words for step in steps) / WORDS_A_MINUTE
    return reading + sum(bool(step.wanted) for step in steps) * SECONDS_A_CHOICE / 60


def shortcomings(steps: list[LessonStep]) -> list[str]:
    """What keeps these steps from being good lessons, in sentences; none if nothing does."""
    found, asking = [], sum(bool(step.wanted) for step in steps)
    if not FEWEST <= len(steps) <= MOST:
        found.append(f"Lessons have {FEWEST} to {MOST} steps, not {len(steps)}.")
    if 2 * asking < len(steps):
        found.append(f"At least half of the steps ask for a choice, not {asking} of {len(steps)}.")
    if minutes(steps) > MOST_MINUTES:
        found.append(f"Lessons take at most {MOST_MINUTES:.0f} minutes, not {minutes(steps):.1f}: use fewer words.")
    return found


def _step(game: Game, number: int, found: re.Match[str]) -> LessonStep:
    where = f"{game.slug}, step {number} of its lessons"
    try:
        lines = [line for line in found["block"].splitlines() if not line.startswith("wrong:")]
        given = notation.read("\n".join(lines), KEYS)
        table = notation.position(game, given).settle()
        before = notation.position(game, {key: words for key, words in given.items() if key not in ("set", "play")})
        if table.census() != before.census():
            raise BadGame("the position has other pieces than the game: set fields so that every piece is somewhere.")
        seat = notation.viewer(given["view"]) if "view" in given else (table.waiting() or [0])[0]
        wanted = [code for wish in notation.split(given.get("choose", "")) for code in _meant(table, seat, wish)]
        wrong = {}
        for line in found["block"].splitlines():
            if line.startswith("wrong:"):
                wish, colon, why = line.removeprefix("wrong:").strip().partition(": ")
                if not colon:
                    raise BadGame(f"`wrong` is a choice, a colon and why not; not {line[:60]!r}.")
                wrong[notation.code_of(table, seat, wish)] = why.strip()
        text = " ".join(found["text"].split())
        step = LessonStep(
            found["title"].strip(), text, table, seat, wanted, wrong, given.get("otherwise", ""),
            given.get("then", ""), given.get("next", ""), given.get("point", "").split(),
            notation.split(given.get("must", "")),
        )  # fmt: skip
        _check(step)
    except BrilligError as why:
        raise BadGame(f"{where}: {why}") from why
    except (ValueError, KeyError, IndexError, OSError, AttributeError) as why:
        raise BadGame(f"{where} cannot be read: {why}.") from why
    return step


def _meant(table: Table, seat: int, wish: str) -> list[int]:
    """The choice that a label means, or all that begin as it does before a star."""
    if not wish.endswith("*"):
        return [notation.code_of(table, seat, wish)]
    begins = wish.removesuffix("*").strip().casefold()
    found = [choice.code for choice in table.choices(seat) if choice.label.casefold().startswith(begins)]
    if not found:
        raise BadGame(f"no choice begins with {wish!r}.")
    return found


def _check(step: LessonStep) -> None:
    """Does the step make sense, and are its choices allowed?"""
    table, seat = step.table, step.seat
    if not step.text:
        raise BadGame("there are no sentences.")
    if step.words > MOST_WORDS:
        raise BadGame(f"it has {step.words} words; {MOST_WORDS} are enough.")
    allowed = table.codes(seat) if 0 <= seat < table.seats else []
    for code in (*step.wanted, *step.wrong):
        if code not in allowed:
            raise BadGame(f"choice {code} is not allowed: {table.refusal(seat, code)}")
    others = set(allowed) - set(step.wanted) - set(step.wrong)
    if step.wanted and others and not step.otherwise:
        raise BadGame("say under `otherwise` why any other choice is not right.")
    if step.wanted and not step.then:
        raise BadGame("say under `then` what comes of the right choice.")
    for code in step.wanted:
        step.after(code)
    for word in step.must:
        notation.holds(table.plain, word)
    if missing := set(step.point) - ids(table.screen(seat)):
        raise BadGame(f"it points at {', '.join(sorted(missing))}, which is not on the screen.")


def ids(screen: Screen) -> set[str]:
    """Everything on a screen that has a name."""
    found = {panel.id for panel in screen.panels}
    for zone in screen.zones:
        found |= {zone.id, *(piece.id for piece in zone.pieces)}
        for spot in zone.spots:
            found |= {spot.id, *(piece.id for piece in spot.pieces)}
    return found
