"""Making puzzles: lay cards at random where they fit, keep the outline, and search for every way to fill it.

What has been laid is a solution, so there is always one. A puzzle is kept if the complete search says that it has the
difficulty that was wanted. The same seed makes the same puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from typing import NamedTuple

from brillig.core import BrilligError
from brillig.core.chance import THE_TABLE, below, halves, sow
from brillig.parts.puzzles.book import LARGEST, STARS, Puzzle
from brillig.parts.puzzles.solver import Laid, Square, solve, squares_of
from brillig.parts.trickster.patterns import CARDS, TURNS

LOOKED_AT = 8  # cards of the shuffle that are looked at for the next place
MOST_TRIES = 20_000  # shuffles for one puzzle; none has needed a tenth of them


class Hardness(NamedTuple):
    """What a puzzle with so many stars is like."""

    effort: tuple[int, int]  # trials for a solution, the least and the most
    cards: tuple[int, int]
    wild_cards: tuple[int, int]  # (0, 0): there are none with the symbol
    solutions: int  # at most


RATINGS = {
    1: Hardness((0, 199), (3, 4), (0, 0), 3),
    2: Hardness((200, 499), (4, 5), (4, 5), 3),
    3: Hardness((500, 1199), (5, 6), (5, 6), 2),
    4: Hardness((1200, 2999), (6, 8), (6, 7), 2),
    5: Hardness((3000, 1 << 40), (8, 9), (7, 8), 1),
}


class Wish(NamedTuple):
    """What kind of puzzle is wanted."""

    stars: int
    side: int
    wild: bool
    least: int  # squares that every card covers as it is laid: 3, or 1


def page_of(stars: int) -> Iterator[Wish]:
    """The twelve kinds of a rating, as the book has them, again and again."""
    for n in count():
        place = n % 12
        if stars == 1:
            yield Wish(stars, place % 2, False, 3 if place < 8 else 1)
        else:
            yield Wish(stars, place % 2, place >= 8, 1 if 4 <= place < 8 or place >= 10 else 3)


def make(wish: Wish, seed: int, number: int = 1) -> Puzzle:
    """The first puzzle of that kind that chance brings."""
    if wish.stars not in RATINGS:
        raise BrilligError(f"A puzzle has 1 to {STARS} stars, not {wish.stars}.")
    rating = RATINGS[wish.stars]
    if wish.wild and not rating.wild_cards[1]:
        raise BrilligError("There are no puzzles of one star with the wild symbol: ask for two stars or more.")
    for attempt in range(MOST_TRIES):
        rng = [0, 0, 0, 0]
        sow(rng, *halves(seed), attempt, THE_TABLE)
        laid = build(wish, rating, rng)
        if laid and not spoilt(wish, [card.at for card in laid]):
            found = rated(wish, rating, laid, number)
            if found:
                return found
    raise BrilligError(f"Chance brought no such puzzle with seed {seed}: try another.")


# ---- building ------------------------------------------------------------------------------------------------------


def build(wish: Wish, rating: Hardness, rng: list[int]) -> list[Laid]:
    """Cards laid one after the other, with the outline beginning at (0, 0); none if one did not fit."""
    fewest, most = rating.wild_cards if wish.wild else rating.cards
    cards = fewest + below(rng, most - fewest + 1)
    shuffle = list(range(CARDS))
    for k in range(CARDS - 1, 0, -1):
        other = below(rng, k + 1)
        shuffle[k], shuffle[other] = shuffle[other], shuffle[k]
    laid = [Laid(shuffle.pop(0), below(rng, TURNS), (0, 0))]
    visible = shown(wish.side, laid[0])
    while len(laid) < cards:
        places = list(placements(wish, shuffle[:LOOKED_AT], laid, visible))
        if wish.wild and below(rng, 2):
            close = [place for place in places if any(is_close(place[1].at, card.at) for card in laid)]
            places = close or places
        if not places:
            return []
        if below(rng, 3):  # two times of three
            places.sort(key=lambda place: -place[0])
            places = places[: -(-len(places) // 4)]
        new = places[below(rng, len(places))][1]
        laid.append(new)
        visible |= shown(wish.side, new)
        shuffle.remove(new.card)
    left, top = min(card.at[0] for card in laid) - 1, min(card.at[1] for card in laid) - 1
    return [card._replace(at=(card.at[0] - left, card.at[1] - top)) for card in laid]


def shown(side: int, laid: Laid) -> dict[Square, str]:
    """What a card shows on its nine squares; its centre is empty, and agrees with anything."""
    return {**dict(squares_of(side, laid)), laid.at: ""}


def is_close(a: Square, b: Square) -> bool:
    """So close that one would cover the other's centre."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 2


def placements(
    wish: Wish, cards: Sequence[int], laid: Sequence[Laid], visible: dict[Square, str]
) -> Iterator[tuple[int, Laid]]:
    """Every place of these cards that matches and covers enough, with how many squares it covers."""
    steps = range(-2, 3)
    near = {(card.at[0] + right, card.at[1] + down) for card in laid for right, down in product(steps, steps)}
    for at in sorted(near, key=lambda at: (at[1], at[0])):
        if any(card.at == at or (not wish.wild and is_close(card.at, at)) for card in laid):
            continue
        for card, rotation in product(cards, range(TURNS)):
            new = Laid(card, rotation, at)
            face = shown(wish.side, new)
            covered = [spot for spot in face if spot in visible]
            if len(covered) >= wish.least and all(
                not face[spot] or not visible[spot] or face[spot] == visible[spot] for spot in covered
            ):
                yield len(covered), new


# ---- rejecting and rating ------------------------------------------------------------------------------------------


def spoilt(wish: Wish, squares: Sequence[Square]) -> bool:
    """Would it look the same when turned, or is it too large, or not of the kind that is wanted?"""
    wide, high = max(x for x, _ in squares) + 2, max(y for _, y in squares) + 2
    if max(wide, high) > LARGEST or len({*squares}) < len(squares):
        return True
    half = {(wide - 1 - x, high - 1 - y) for x, y in squares}
    quarter = {(high - 1 - y, x) for x, y in squares}
    if {*squares} in (half, quarter):
        return True
    close = any(a != b and is_close(a, b) for a in squares for b in squares)
    return close != wish.wild or (wish.least == 1 and not wish.wild and not needs_few(squares))


def needs_few(squares: Iterable[Square]) -> bool:
    """Must some card cover fewer than three squares, in any order of laying?"""
    blocks = [block(at) for at in squares]
    for first in blocks:  # what is covered only grows, so whatever can be laid may be laid at once
        covered, left = {*first}, [other for other in blocks if other is not first]
        while more := [other for other in left if len(covered & other) >= 3]:
            covered.update(*more)
            left = [other for other in left if not any(other is one for one in more)]
        if not left:
            return False
    return True


def block(at: Square) -> set[Square]:
    """The nine squares around a centre."""
    return {(at[0] + right, at[1] + down) for right, down in product((-1, 0, 1), (-1, 0, 1))}


def rated(wish: Wish, rating: Hardness, laid: list[Laid], number: int) -> Puzzle | None:
    """The puzzle, if it is as hard as was wanted."""
    squares = [card.at for card in laid]
    proof = solve(wish.side, [card.card for card in laid], squares, wish.wild, most=rating.solutions)
    least, most = rating.effort
    if len(proof.solutions) > rating.solutions or not least <= proof.effort <= most:
        return None
    few = needs_few(squares)
    return Puzzle(number, wish.stars, wish.side, wish.wild, few, len(proof.solutions), sum(proof.trials), laid)
