"""New puzzles are as hard as was wished, have the solutions that they say, and come again with their seed."""

import pytest

from brillig.core import BrilligError
from brillig.parts.puzzles.book import parsed, wrong_with
from brillig.parts.puzzles.making import RATINGS, Wish, make, needs_few, page_of, spoilt
from brillig.parts.puzzles.tables import BOOK

KINDS = [(1, 0), (1, 8), (2, 5), (2, 8), (3, 11), (5, 1)]


def wish_of(stars, place):
    kinds = page_of(stars)
    return [next(kinds) for _ in range(place + 1)][place]


@pytest.mark.parametrize(("stars", "place"), KINDS)
def test_a_new_puzzle_is_what_was_wished(stars, place):
    wish = wish_of(stars, place)
    puzzle = make(wish, seed=3)
    rating = RATINGS[stars]
    assert wrong_with(puzzle) == ""
    assert not spoilt(wish, puzzle.squares)
    assert (puzzle.stars, puzzle.side, puzzle.wild) == (stars, wish.side, wish.wild)
    assert rating.effort[0] <= puzzle.effort <= rating.effort[1]
    fewest, most = rating.wild_cards if wish.wild else rating.cards
    assert fewest <= len(puzzle.answer) <= most
    proof = puzzle.prove()
    assert (len(proof.solutions), sum(proof.trials)) == (puzzle.solutions, puzzle.trials)
    assert 1 <= puzzle.solutions <= rating.solutions
    assert parsed(str(puzzle)) == puzzle
    assert make(wish, seed=3) == puzzle
    assert make(wish, seed=4) != puzzle


def test_the_kinds_of_the_book():
    for puzzle in BOOK:
        wish = wish_of(puzzle.stars, (puzzle.number - 1) % 12)
        assert (wish.stars, wish.side, wish.wild) == (puzzle.stars, puzzle.side, puzzle.wild)
        assert needs_few(puzzle.squares) == puzzle.few
        assert not spoilt(wish, puzzle.squares)
        if not wish.wild:
            assert (wish.least == 1) == puzzle.few


@pytest.mark.parametrize(
    ("squares", "why"),
    [
        ([(1, 1), (3, 1), (1, 3), (3, 3)], "it looks the same after a quarter turn"),
        ([(1, 1), (3, 2), (5, 3)], "it looks the same after half a turn"),
        ([(1, 1), (3, 1), (5, 1), (7, 1), (9, 1), (11, 1), (1, 3)], "it is too wide"),
        ([(1, 1), (2, 1), (3, 3)], "two centres are close, and it has no wild symbol"),
    ],
)
def test_what_is_rejected(squares, why):
    assert spoilt(Wish(3, 0, False, 3), squares), why


def test_a_wild_puzzle_has_two_centres_that_are_close():
    assert spoilt(Wish(3, 0, True, 3), [(1, 1), (3, 1), (1, 3)])
    assert not spoilt(Wish(3, 0, True, 3), [(1, 1), (2, 1), (3, 3)])


def test_there_is_no_wild_puzzle_of_one_star():
    with pytest.raises(BrilligError, match="ask for two stars or more"):
        make(Wish(1, 0, True, 3), seed=1)
