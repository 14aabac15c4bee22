"""Words that every game needs: seats by name, numbers of things, lists, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def seat_name(seat: int) -> str:
    """'Seat 1'. The table in the browser puts the player's name in its place."""
    return f"Seat {seat + 1}"


def counted(n: int, thing: str, things: str = "") -> str:
    """'1 nugget', '3 nuggets', '0 nuggets'."""
    return f"{n} {thing if n == 1 else things or thing + 's'}"


def so_far(n: int, most: int) -> str:
    """'12', and '245 of at most 300' once the end that few games reach is near."""
    return f"{n} of at most {most}" if 5 * n >= 4 * most else str(n)


def listed(words: Iterable[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    *first, final = list(words) or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def a(thing: str) -> str:
    """'a Drop', 'an Arrow'."""
    return f"{'an' if thing[:1] in 'aeiouAEIOU' else 'a'} {thing}"


def capital(words: str) -> str:
    """'Red Drop 6': the words as a sentence begins, names within them untouched."""
    return words[:1].upper() + words[1:]


def won_by(*seats: int, what: str = "") -> str:
    """'Seat 2 wins.', 'Seat 1 and Seat 3 win with 5 points.'"""
    return f"{names(seats)} win{'s' * (len(seats) == 1)}{f' with {what}' if what else ''}."


def winners(ranks: Sequence[int], what: str = "") -> str:
    """The same from the places of a finished game."""
    return won_by(*(seat for seat, rank in enumerate(ranks) if rank == 1), what=what)


def names(seats: Iterable[int]) -> str:
    """'Seat 1, Seat 2 and Seat 4'."""
    return listed(map(seat_name, seats))


def most_win(points: Sequence[int], thing: str = "point") -> str:
    """'Seat 1 and Seat 3 win with 5 points.', from the points of all seats."""
    most = max(points)
    return winners([1 if n == most else 2 for n in points], counted(most, thing))
