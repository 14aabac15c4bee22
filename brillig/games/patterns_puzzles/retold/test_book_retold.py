"""The sixty puzzles, read, turned and solved once more, as the specification tells it; and that the book keeps its word."""

import re
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations, islice

import pytest

from brillig.parts.puzzles.book import numbered
from brillig.parts.puzzles.making import make, page_of
from brillig.parts.trickster.model.test_tables import FACES, fits, squares_of
from brillig.parts.trickster.patterns import SIDES, card_name


@dataclass(frozen=True)
class Puzzle:
    number: int
    stars: int
    side: str
    wild: bool
    few: bool
    cards: list
    black: list
    solutions: int
    effort: int
    answer: list  # (card, square, turn), the lowest first


def block(square):
    """The nine coordinates of a card whose centre lies there."""
    return {(square[0] + right, square[1] + down) for right in (-1, 0, 1) for down in (-1, 0, 1)}


def outline(black):
    return set().union(*map(block, black))


def turned(puzzle, quarters):
    """The whole puzzle turned clockwise."""
    for _ in range(quarters):
        height = 1 + max(y for _, y in outline(puzzle.black))
        puzzle = replace(
            puzzle,
            black=[(height - 1 - y, x) for x, y in puzzle.black],
            answer=[(card, (height - 1 - y, x), (turn + 1) % 4) for card, (x, y), turn in puzzle.answer],
        )
    return puzzle


# ---- solving -------------------------------------------------------------------------------------------------------


@cache
def shown(side, card, square, turn):
    """What a card shows at each of its nine coordinates."""
    x, y = square
    return {(x + right, y + down): seen for (right, down), seen in squares_of(FACES[side][card], turn).items()}


def order_of_filling(black):
    """First the square whose block shares most with the others, then always the one sharing most with those taken."""
    taken = []
    while len(taken) < len(black):
        beside = taken or black
        left = [square for square in black if square not in taken]

        def sharing(square, beside=beside):
            return sum(len(block(square) & block(other)) for other in beside if other != square)

        taken.append(min(left, key=lambda square: (-sharing(square), square[1], square[0])))
    return taken


@dataclass
class Search:
    """All solutions of a puzzle, and how many trials it took to find them."""

    puzzle: Puzzle
    trials: int = 0

    def __post_init__(self):
        self.order, self.found = order_of_filling(self.puzzle.black), []
        self.fill([], {})

    def fill(self, laid, top):
        """Whatever square is no centre shows one pattern only, in whatever order the cards are laid."""
        if len(laid) == len(self.order):
            if not self.puzzle.wild or can_be_laid(self.puzzle, frozenset(laid), {}):
                self.found.append(frozenset(laid))
            return
        square = self.order[len(laid)]
        for card in sorted({*self.puzzle.cards} - {lies[0] for lies in laid}):
            for turn in range(4):
                self.trials += 1
                mine = shown(self.puzzle.side, card, square, turn)
                if all(top.get(at, seen) == seen for at, seen in mine.items() if at not in self.puzzle.black):
                    self.fill([*laid, (card, square, turn)], top | mine)


def can_be_laid(puzzle, left, top):
    """Is there an order in which these cards can be laid on what is seen?"""
    if not left:
        return True
    for lies in left:
        mine = shown(puzzle.side, *lies)
        if fits({at: top[at] for at in mine if at in top}, mine, puzzle.wild) and can_be_laid(
            puzzle, left - {lies}, top | mine
        ):
            return True
    return False


@cache
def searched(number):
    return Search(BOOK[number])


# ---- the book ------------------------------------------------------------------------------------------------------


def read(line):
    """A line of the file. Cards are listed by name, squares like a page."""
    number, stars, side, symbol, overlap, solutions, trials, *answer = line.split()
    laid = []
    for entry in answer:
        card, turn, x, y = re.fullmatch(r"(\w\d)/(\d)@(\d+),(\d+)", entry).groups()
        laid.append((card, (int(x), int(y)), int(turn)))
    black = sorted((square for _, square, _ in laid), key=lambda square: (square[1], square[0]))
    return Puzzle(
        int(number), int(stars), {"A": "animals", "G": "gems"}[side], symbol == "wild", overlap == "few",
        sorted(card for card, _, _ in laid), black, int(solutions), int(trials) // int(solutions), laid,
    )  # fmt: skip


LINES = (files("brillig.parts.puzzles") / "puzzles.txt").read_text().splitlines()
BOOK = {puzzle.number: puzzle for puzzle in map(read, (line for line in LINES if line[0] != "#"))}
NUMBERS = range(1, 61)


def row(puzzle):
    """A puzzle as the table of the specification has it."""
    answer = [f"{card}/{turn}@{x},{y}" for card, (x, y), turn in puzzle.answer]
    cells = [
        puzzle.number, puzzle.stars, {"animals": "A", "gems": "G"}[puzzle.side], "wild" if puzzle.wild else "",
        "few" if puzzle.few else "", " ".join(puzzle.cards), " ".join(f"{x},{y}" for x, y in puzzle.black),
        puzzle.solutions, puzzle.effort, " ".join(answer),
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |\n"


def test_the_book_is_the_table_of_the_specification():
    """All sixty rows, letter by letter: this is their fingerprint."""
    assert [*BOOK] == [*NUMBERS]
    assert (
        sha256("".join(map(row, BOOK.values())).encode()).hexdigest()
        == "8092576824ed4117f6d9d234d12ad620b599851f06b4f420a6b6932081fed61f"
    )


def test_the_faces_are_those_of_the_specification():
    lines = [f"{card} {FACES['animals'][card]} {FACES['gems'][card]}\n" for card in FACES["animals"]]
    fingerprint = "0f216100d6b633294816e95ccad6a3cc7a4329dd46a9c819e06beb31ffcbf3d9"
    assert sha256("".join(lines).encode()).hexdigest() == fingerprint


def check_search(puzzle, search):
    assert len({*search.found}) == len(search.found) == puzzle.solutions
    assert search.trials // puzzle.solutions == puzzle.effort
    assert frozenset(puzzle.answer) in search.found


@pytest.mark.parametrize("number", NUMBERS)
def test_a_complete_search_finds_as_many_solutions_as_the_book_says(number):
    check_search(BOOK[number], searched(number))


@pytest.mark.parametrize("number", [n if n % 7 == 1 else pytest.param(n, marks=pytest.mark.soak) for n in NUMBERS])
def test_the_solver_of_the_project_finds_the_same_solutions(number):
    proof = numbered(number).prove()
    found = [frozenset((card_name(lies.card), lies.at, lies.rotation) for lies in one) for one in proof.solutions]
    assert {*found} == {*searched(number).found}
    assert len(found) == len(searched(number).found)
    assert (proof.path, sum(proof.trials)) == (searched(number).order, searched(number).trials)


@pytest.mark.parametrize("number", NUMBERS)
def test_the_answer_can_be_laid_in_the_order_of_the_book(number):
    puzzle, top = BOOK[number], {}
    for lies in puzzle.answer:
        mine = shown(puzzle.side, *lies)
        assert fits({at: top[at] for at in mine if at in top}, mine, puzzle.wild)
        top |= mine
    assert {*top} == outline(puzzle.black)


def test_example_2_puzzle_1_takes_148_trials():
    assert searched(1).trials == 148


# ---- what is said of every puzzle ------------------------------------------------------------------------------------


def in_place(black):
    """Moved so that the outline begins at (0, 0)."""
    left, top = min(x for x, _ in black) - 1, min(y for _, y in black) - 1
    return frozenset((x - left, y - top) for x, y in black)


def turnings(black):
    turns = [frozenset(black)]
    for _ in range(3):
        turns.append(in_place([(-y, x) for x, y in turns[-1]]))
    return turns


def looks(black):
    """The black squares turned and mirrored in all eight ways."""
    return {*turnings(black), *turnings(in_place([(-x, y) for x, y in black]))}


def test_no_two_puzzles_are_alike_under_turning_or_mirroring():
    for one, other in combinations(BOOK.values(), 2):
        same = one.side == other.side and one.cards == other.cards
        assert not (same and frozenset(other.black) in looks(one.black)), (one.number, other.number)


def check_making(puzzle):
    """Nothing for which it would have been rejected, and as hard as its stars say."""
    apart = [max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(puzzle.black, 2)]
    assert min(apart) == 1 if puzzle.wild else min(apart) >= 2
    assert in_place(puzzle.black) == frozenset(puzzle.black)
    assert max(map(max, outline(puzzle.black))) < 12
    assert turnings(puzzle.black).count(frozenset(puzzle.black)) == 1
    assert can_cover_three(puzzle.black) != puzzle.few
    least, most, plain, symbol, solutions = RATINGS[puzzle.stars]
    assert least <= puzzle.effort <= most
    assert len(puzzle.cards) in (symbol if puzzle.wild else plain)
    assert 1 <= puzzle.solutions <= solutions


def can_cover_three(black):
    """Can the cards be laid so that each but the first covers at least three squares? More cards never hinder."""
    for first in black:
        taken = [first]
        while more := [s for s in black if s not in taken and len(block(s) & outline(taken)) >= 3]:
            taken += more
        if len(taken) == len(black):
            return True
    return False


# Stars: least and most effort, how many cards, how many with the symbol, most solutions.
RATINGS = {
    1: (0, 199, {3, 4}, set(), 3),
    2: (200, 499, {4, 5}, {4, 5}, 3),
    3: (500, 1199, {5, 6}, {5, 6}, 2),
    4: (1200, 2999, {6, 7, 8}, {6, 7}, 2),
    5: (3000, 99999, {8, 9}, {7, 8}, 1),
}


@pytest.mark.parametrize("stars", RATINGS)
def test_the_twelve_of_a_rating_are_as_the_book_is_made(stars):
    twelve = [puzzle for puzzle in BOOK.values() if puzzle.stars == stars]
    assert [puzzle.number for puzzle in twelve] == [12 * stars - 11 + k for k in range(12)]
    assert [puzzle.side for puzzle in twelve] == ["animals", "gems"] * 6
    assert [puzzle.wild for puzzle in twelve] == [stars > 1 and k >= 8 for k in range(12)]
    few = [False] * 8 + [True] * 4 if stars == 1 else [False] * 4 + [True] * 4
    assert [puzzle.few for puzzle in twelve[: len(few)]] == few
    assert not any(puzzle.few for puzzle in twelve[8:10] if puzzle.wild)
    for puzzle in twelve:
        check_making(puzzle)


@pytest.mark.soak
@pytest.mark.parametrize("stars", RATINGS)
def test_new_puzzles_are_as_puzzles_are_made(stars):
    for n, wish in enumerate(islice(page_of(stars), 12), 1):
        puzzle = read(str(make(wish, 100 * stars + n, n)))
        check_making(puzzle)
        check_search(puzzle, Search(puzzle))
        assert (puzzle.stars, puzzle.side, puzzle.wild) == (stars, SIDES[wish.side], wish.wild)
        assert puzzle.few if wish.least == 1 and not wish.wild else wish.least == 1 or not puzzle.few
