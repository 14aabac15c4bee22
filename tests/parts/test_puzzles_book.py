"""The book: what the specification says of the sixty, proofs, a day's puzzle, and files that are no book."""

import itertools
from datetime import date, timedelta

import pytest

from brillig.core import BrilligError
from brillig.parts.puzzles import book
from brillig.parts.puzzles.book import numbered, of_the_day, read
from brillig.parts.puzzles.solver import can_be_laid
from brillig.parts.puzzles.tables import BOOK

EFFORT = {1: (0, 199), 2: (200, 499), 3: (500, 1199), 4: (1200, 2999), 5: (3000, 99999)}
MOST_SOLUTIONS = {1: 3, 2: 3, 3: 2, 4: 2, 5: 1}


def turned(puzzle):
    """The outline after a quarter turn, with its cards: what two puzzles alike would have in common."""
    squares, high = puzzle, max(y for _, y in puzzle) + 2
    return frozenset((high - 1 - y, x) for x, y in squares)


@pytest.mark.parametrize("puzzle", BOOK[:60], ids=lambda p: str(p.number))
def test_the_search_proves_the_number_of_solutions(puzzle):
    proof = puzzle.prove()
    assert len(proof.solutions) == puzzle.solutions
    assert sum(proof.trials) == puzzle.trials
    low, high = EFFORT[puzzle.stars]
    assert low <= proof.effort <= high
    assert puzzle.solutions <= MOST_SOLUTIONS[puzzle.stars]
    assert {*puzzle.answer} in [{*found} for found in proof.solutions]
    assert can_be_laid(puzzle.side, puzzle.answer)
    assert all(can_be_laid(puzzle.side, found) for found in proof.solutions)


def test_sixty_twelve_to_each_rating_sides_by_turns_sixteen_wild():
    assert len(BOOK) == book.ours() == 60
    for stars in range(1, 6):
        assert [p.number for p in BOOK if p.stars == stars] == [*range(12 * stars - 11, 12 * stars + 1)]
        assert sum(p.wild for p in BOOK if p.stars == stars) == (4 if stars > 1 else 0)
    assert [p.side for p in BOOK] == [0, 1] * 30


def test_no_two_puzzles_are_alike_however_they_are_turned():
    seen = {}
    for puzzle in BOOK:
        ways, way = set(), frozenset(puzzle.squares)
        for _ in range(4):
            ways.add((frozenset(puzzle.cards), puzzle.side, way))
            way = turned(way)
        assert way == frozenset(puzzle.squares)  # four quarter turns are none
        assert len(ways) == 4, f"puzzle {puzzle.number} looks the same when it is turned"
        assert not ways & {*seen}, f"{puzzle.number} is like {[seen[w] for w in ways & {*seen}]}"
        seen |= dict.fromkeys(ways, puzzle.number)


def test_a_line_says_all_of_a_puzzle():
    lines = [line for line in book.OURS.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [str(puzzle) for puzzle in BOOK] == lines


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("61 1 A plain three 2 148 C3/0@1,1", "3 to 9 cards"),
        ("61 6 A plain three 2 148  C3/0@3,1 M5/3@3,3 M1/0@1,3", "1 to 5 stars"),
        ("61 1 A plain three 2 148  C3/0@3,1 C3/3@3,3 M1/0@1,3", "comes twice"),
        ("61 1 A plain three 2 148  C3/0@4,1 M5/3@4,3 M1/0@2,3", "does not begin at 0,0"),
        ("61 1 A plain three 2 148  C3/0@3,1 M5/3@3,2 M1/0@1,3", "closer than 2"),
        ("61 1 A plain three 2 148  C3/1@3,1 M5/3@3,3 M1/0@1,3", "cannot be laid"),
        ("61 1 A plain three 2 148  C3/0@30,1 M5/3@3,3 M1/0@1,3", "larger than 12"),
        ("61 1 A plain three 2 148  Z3/0@3,1 M5/3@3,3 M1/0@1,3", "is not a puzzle"),
        ("61 1 A plain three 2 148  C9/0@3,1 M5/3@3,3 M1/0@1,3", "is not a puzzle"),
        ("61 1 A plain three 2 148  C3/4@3,1 M5/3@3,3 M1/0@1,3", "a rotation is 0 to 3"),
        ("nonsense", "is not a puzzle"),
    ],
)
def test_a_line_that_is_no_puzzle_is_a_sentence(line, why):
    with pytest.raises(BrilligError, match=why):
        read([line])


@pytest.mark.parametrize("number", ["0", "61", "-1", "x", "", "9" * 50, "٣"])
def test_a_number_that_does_not_exist_is_a_sentence(number):
    with pytest.raises(BrilligError, match="they are numbered 1 to 60"):
        numbered(number)


def test_the_puzzle_of_the_day():
    first = date(2026, 11, 16)
    assert of_the_day(first) == of_the_day(first)
    sixty = [of_the_day(first + timedelta(days)).number for days in range(60)]
    assert sorted(sixty) == [*range(1, 61)]
    stars = [of_the_day(first + timedelta(days)).stars for days in range(60)]
    assert all(a != b for a, b in itertools.pairwise(stars))
