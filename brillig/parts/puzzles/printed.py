"""The puzzles on paper: a page for every rating, with the outlines of its twelve puzzles and the cards that each needs."""

from __future__ import annotations

from itertools import product

from brillig.core import Screen
from brillig.core.screen import Zone
from brillig.parts.components import PrintedBoard
from brillig.parts.puzzles.book import OURS, Puzzle, read, starred
from brillig.parts.trickster.patterns import SIDES, card_name

ABREAST = 3
WIDE, HIGH = 185.0, 245.0  # millimetres that a page may have
GAP = 1  # squares between two outlines
HEAD = 2  # rows of words above an outline

PAGES = {stars: f"puzzles with {stars} star{'s' * (stars > 1)}" for stars in range(1, 6)}


def pages() -> tuple[PrintedBoard, ...]:
    """Those that come with the box; what somebody has made is not in it."""
    found = read(OURS.read_text("utf-8").splitlines())
    return tuple(page(name, [p for p in found if p.stars == stars]) for stars, name in PAGES.items())


def page(name: str, puzzles: list[Puzzle]) -> PrintedBoard:
    rows = [puzzles[k : k + ABREAST] for k in range(0, len(puzzles), ABREAST)]
    high = [max(puzzle.size[1] for puzzle in row) + HEAD + GAP for row in rows]
    wide = [max(puzzle.size[0] for puzzle in puzzles[k::ABREAST]) + GAP for k in range(ABREAST)]
    screen = Screen()
    zone = screen.grid("puzzles", sum(high), sum(wide))
    for r, row in enumerate(rows):
        for c, puzzle in enumerate(row):
            draw(zone, puzzle, sum(high[:r]), sum(wide[:c]), wide[c] - GAP)
    square = min(WIDE / sum(wide), HIGH / sum(high))
    return PrintedBoard(name, screen, round(square * sum(wide), 1), round(square * sum(high), 1))


def draw(zone: Zone, puzzle: Puzzle, top: int, left: int, wide: int) -> None:
    """A puzzle with its number, its kind and its cards above the outline."""
    kind = f"{puzzle.number} {starred(puzzle.stars)[: puzzle.stars]} {SIDES[puzzle.side]}{', wild' * puzzle.wild}"
    for k, words in enumerate((kind, " ".join(map(card_name, puzzle.cards)))):
        head = zone.spot(f"head-{puzzle.number}-{k}", top + k, left, words, look="words")
        head.badge, head.wide = words, wide
    steps = (-1, 0, 1)
    pale = {(x + right, y + down) for (x, y), right, down in product(puzzle.squares, steps, steps)}
    for x, y in sorted(pale, key=lambda at: (at[1], at[0])):
        look = "black" if (x, y) in puzzle.squares else "outline"
        zone.spot(f"p{puzzle.number}_{x}_{y}", top + HEAD + y, left + x, look, look=look)
