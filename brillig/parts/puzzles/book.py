"""The book: sixty puzzles kept as lines of text, those that somebody has made besides, and the puzzle of a day.

A line holds an answer. Everything else follows from it: the cards are those of the answer, the black squares are their
centres, and the outline is the nine squares around each.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from brillig.core import BrilligError
from brillig.parts.puzzles.solver import Laid, Proof, Square, can_be_laid, solve
from brillig.parts.trickster.patterns import CARDS, TURNS, card_named

OURS = Path(__file__).with_name("puzzles.txt")
MORE = "BRILLIG_PUZZLES"  # names a file with more of them
STARS = 5
MOST_CARDS = 9
LARGEST = 12  # rows and columns of an outline
MOST = 999  # puzzles in a book


class Puzzle(NamedTuple):
    number: int
    stars: int
    side: int  # ANIMALS or GEMS
    wild: bool
    few: bool  # some card must cover fewer than three squares, in any order of laying
    solutions: int
    trials: int
    answer: list[Laid]  # in a legal order of laying

    @property
    def cards(self) -> list[int]:
        return sorted(laid.card for laid in self.answer)

    @property
    def squares(self) -> list[Square]:
        """The black squares, row by row."""
        return sorted((laid.at for laid in self.answer), key=lambda at: (at[1], at[0]))

    @property
    def size(self) -> tuple[int, int]:
        """How many squares the outline is wide and high."""
        return max(x for x, _ in self.squares) + 2, max(y for _, y in self.squares) + 2

    @property
    def effort(self) -> int:
        return self.trials // max(1, self.solutions)

    def prove(self) -> Proof:
        """Search it completely."""
        return solve(self.side, self.cards, self.squares, self.wild)

    def __str__(self) -> str:
        """As a line of a book."""
        wild, few = ("plain", "wild ")[self.wild], ("three", "few  ")[self.few]
        told = f"{self.number:>2} {self.stars} {'AG'[self.side]} {wild} {few} {self.solutions} {self.trials:>5}"
        return f"{told}  {' '.join(map(str, self.answer))}"


def starred(stars: int) -> str:
    """'★★★☆☆'"""
    return "★" * stars + "☆" * (STARS - stars)


# ---- reading -------------------------------------------------------------------------------------------------------


def read(lines: Iterable[str], where: str = "the book") -> list[Puzzle]:
    """The puzzles of a book; a sentence if a line is not one."""
    found = []
    for n, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                puzzle = parsed(line)
            except (ValueError, IndexError):
                raise BrilligError(
                    f"Line {n} of {where} is not a puzzle: `brillig puzzles make` writes such lines."
                ) from None
            if why := wrong_with(puzzle):
                raise BrilligError(f"The puzzle in line {n} of {where} cannot be played: {why}.")
            found.append(puzzle)
    if len(found) > MOST:
        raise BrilligError(f"There are {len(found)} puzzles in {where}; {MOST} is the most that a book can have.")
    return found


def parsed(line: str) -> Puzzle:
    """What a line says; ValueError if it says nothing."""
    number, stars, side, wild, few, solutions, trials, *answer = line.split()
    return Puzzle(
        int(number), int(stars), "AG".index(side), ("plain", "wild").index(wild) == 1,
        ("three", "few").index(few) == 1, int(solutions), int(trials), [parsed_card(word) for word in answer],
    )  # fmt: skip


def parsed_card(word: str) -> Laid:
    """'C3/0@3,1'"""
    name, _, rest = word.partition("/")
    rotation, _, at = rest.partition("@")
    x, y = at.split(",")
    laid = Laid(card_named(name), int(rotation), (int(x), int(y)))
    if laid.card not in range(CARDS) or str(laid) != word:
        raise ValueError("there is no such card")
    return laid


def wrong_with(puzzle: Puzzle) -> str:
    """Why it cannot be played; empty if it can."""
    cards, squares = {*puzzle.cards}, {*puzzle.squares}
    if not 1 <= puzzle.stars <= STARS:
        return f"a puzzle has 1 to {STARS} stars"
    if not 3 <= len(puzzle.answer) <= MOST_CARDS:
        return f"it has 3 to {MOST_CARDS} cards"
    if len(cards) < len(puzzle.answer):
        return "a card comes twice"
    if any(laid.rotation not in range(TURNS) for laid in puzzle.answer):
        return "a rotation is 0 to 3"
    if len(squares) < len(cards) or min(x for x, _ in squares) != 1 or min(y for _, y in squares) != 1:
        return "its outline does not begin at 0,0, or two centres are on one square"
    if max(puzzle.size) > LARGEST:
        return f"its outline is larger than {LARGEST} by {LARGEST}"
    near = any(a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 2 for a in squares for b in squares)
    if near and not puzzle.wild:
        return "two centres are closer than 2, and it has no wild symbol"
    return "" if can_be_laid(puzzle.side, puzzle.answer) else "its answer cannot be laid in that order"


@cache
def book() -> list[Puzzle]:
    """All puzzles, ours first; those of the file that BRILLIG_PUZZLES names are numbered on."""
    found = read(OURS.read_text("utf-8").splitlines())
    if more := os.environ.get(MORE, ""):
        try:
            lines = Path(more).read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as why:
            raise BrilligError(
                f"{MORE} names {more}, which cannot be read: name a file of puzzles, or unset it."
            ) from why
        found += read(lines, more)
    return [puzzle._replace(number=n) for n, puzzle in enumerate(found, 1)]


@cache
def ours() -> int:
    """How many come with the box."""
    return len(read(OURS.read_text("utf-8").splitlines()))


def numbered(number: int | str) -> Puzzle:
    """A puzzle by its number; a sentence if there is none."""
    word, most = str(number).strip(), len(book())
    if not (word.isascii() and word.isdigit() and len(word) < 6 and 1 <= int(word) <= most):
        raise BrilligError(f"There is no puzzle {word[:12]!r}: they are numbered 1 to {most}.")
    return book()[int(word) - 1]


def of_the_day(day: date) -> Puzzle:
    """The same for everybody. In sixty days each of the sixty comes once, easy and hard ones by turns."""
    stride = 37  # without a common divisor with sixty
    return book()[day.toordinal() * stride % ours()]
