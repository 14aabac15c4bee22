"""Worlds that did come about bear witness against a guess that did not.

Winding back can go wrong, so that it finds no past for a guess proves nothing by itself. But the same choice can be made in
other worlds that the seat thought possible before, with other luck, as long as it looks the same to the seat. What comes
of that has a past for certain. If winding back, by what the choice changed in the others, finds a past for every one of
these, and none for the guess, then the guess has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from brillig.core import Table
from brillig.core.chance import sow
from brillig.testing.winding import EXACT, forgets, same_view, wound_back

WORLDS, RIGGED = 100, 2000  # that are guessed to find witnesses; where chance follows the choice
ROLLS, EACH = 96, 6  # how often chance is tried in one of them, and how often it may bear witness
SELDOM = 150  # where it hardly ever looks the same again, nobody is waited for
ENOUGH, FEWEST = 100, 16  # witnesses; and different worlds without which nothing is said


class Witness(NamedTuple):
    """A world before and after a choice that looks like the one the seat has seen."""

    world: int  # which of the guesses, -1: the table itself
    before: Table
    after: Table
    code: int


def no_past(before: Table, after: Table, actor: int, code: int, guess: Table, seat: int) -> bool:
    """Is it certain that the choice did not lead to the guess?"""
    if forgets(before, after, seat):
        return False
    them = [Witness(-1, before, after, code), *witnesses(before, after, actor, code, seat)]

    def possible(world: Table, ways: Iterable[Witness]) -> bool:
        found = ((way, past) for way in ways for past in wound_back(way.before, way.after, world, seat, EXACT))
        return any(not past.refusal(actor, way.code) for way, past in found)

    if len({one.world for one in them}) < FEWEST or possible(guess, them):
        return False
    return all(possible(one.after, (other for other in them if other.world != one.world)) for one in them)


def witnesses(before: Table, after: Table, actor: int, code: int, seat: int) -> Iterator[Witness]:
    """The same made again: in guesses from before the choice, with the same code or another, with other luck."""
    chance = list(before.plain.rng) != list(after.plain.rng)
    found = tried = 0
    for k in range(RIGGED if chance else WORLDS):
        world, here = before.guess(seat, deal=k), 0
        for each, rolls in tries(world, actor, code, k, chance):
            for roll in range(rolls):
                then = world.copy()
                sow(then.plain.rng, k, roll, each, 0)
                then.play(actor, each)
                tried += 1
                if same_view(then, after, seat):
                    here += 1
                    yield Witness(k, world, then, each)
                    if here == EACH:
                        break
        found += here
        if found >= ENOUGH or tried > SELDOM * (found + EACH):
            return


def tries(world: Table, actor: int, code: int, k: int, chance: bool) -> Sequence[tuple[int, int]]:
    """Codes to try in a world, and how often: what was chosen, and one of the others, which may look the same."""
    codes = world.codes(actor)
    same = [(code, ROLLS if chance else 1)] if not world.refusal(actor, code) else []
    return [*same, *((other, 1) for other in codes[k % max(1, len(codes)) :][:1] if other != code)]
