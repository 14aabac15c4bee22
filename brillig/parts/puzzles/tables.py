"""What rules need of the book, laid out in tables of numbers: a row a puzzle."""

from __future__ import annotations

from brillig.parts.puzzles.book import MOST_CARDS, STARS, book

BOOK = book()
PUZZLES = len(BOOK)
_BLANK = (0,) * MOST_CARDS


def _row(values: list[int]) -> tuple[int, ...]:
    """So many places that every row is as long as the others."""
    return (*values, *_BLANK)[:MOST_CARDS]


SIDE = tuple(puzzle.side for puzzle in BOOK)
WILD = tuple(int(puzzle.wild) for puzzle in BOOK)
COUNT = tuple(len(puzzle.answer) for puzzle in BOOK)
WIDE = tuple(puzzle.size[0] for puzzle in BOOK)
HIGH = tuple(puzzle.size[1] for puzzle in BOOK)
CARD = tuple(_row(puzzle.cards) for puzzle in BOOK)
X = tuple(_row([x for x, _ in puzzle.squares]) for puzzle in BOOK)
Y = tuple(_row([y for _, y in puzzle.squares]) for puzzle in BOOK)
# The answer, in its order of laying: places in the lists above.
ANSWER_CARD = tuple(_row([p.cards.index(laid.card) for laid in p.answer]) for p in BOOK)
ANSWER_SQUARE = tuple(_row([p.squares.index(laid.at) for laid in p.answer]) for p in BOOK)
ANSWER_ROTATION = tuple(_row([laid.rotation for laid in p.answer]) for p in BOOK)
# The puzzles of each rating, and how many there are.
RATED = tuple(
    tuple((*[n for n, p in enumerate(BOOK) if p.stars == stars], *[0] * PUZZLES)[:PUZZLES])
    for stars in range(1, STARS + 1)
)
RATED_COUNT = tuple(sum(p.stars == stars for p in BOOK) for stars in range(1, STARS + 1))
