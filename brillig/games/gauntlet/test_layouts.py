"""Laying out and reading positions, for the tests beside this."""

from collections.abc import Mapping, Sequence

from brillig.core import Table
from brillig.games.gauntlet.game import GAME
from brillig.games.gauntlet.record import HAND, NONE, PILE, PLAN, SLOTS, STEP_TO, STEPS
from brillig.games.gauntlet.tracks import FINISH, START, STRIDE
from brillig.parts.boxes.greenbox import CARDS

RED, GREEN, BLUE, YELLOW = range(4)
SPARE = (51, 52, 53, 50)  # a card for each seat to discard: black Arrow 1, Wheel 1, Bricks 2, Bricks 4


def place_at(name: str, outline: int = 2) -> int:
    """'c1', 'start' or 'finish'; of the Serpent unless it is said otherwise."""
    if name in ("start", "finish"):
        return START if name == "start" else FINISH
    return (int(name[1:]) - 1) * STRIDE[outline] + ord(name[0]) - ord("a")


def to(name: str, outline: int = 2) -> int:
    return STEP_TO + place_at(name, outline)


def lay_out(
    gear: str = "plain",
    at: Mapping[int, str] | None = None,
    plans: Mapping[int, Sequence[int]] | None = None,
    life: Mapping[int, int] | None = None,
    moves: int = 5,
    holder: int = RED,
    seats: int = 4,
    track: str = "Serpent",
) -> Table:
    """All are about to plan; then those seats plan these three cards and a spare one. Others have just the spare ones."""
    table = GAME.new(seats, options={"track": track}, gear=gear)
    s = table.plain
    for card in range(CARDS):
        if s.where[card] >= HAND:
            s.where[card] = PILE
    s.seen, s.holder, s.moves, s.phase, s.mover = 0, holder, moves, PLAN, NONE
    spare = [card for card in range(CARDS) if not any(card in plan for plan in (plans or {}).values())]
    for seat in range(seats):
        s.at[seat] = place_at((at or {}).get(seat, "start"), s.outline)
        s.life[seat], s.left[seat] = (life or {}).get(seat, 3), moves
        mine = list((plans or {}).get(seat, ()))
        mine += [spare.pop() for _ in range(7 - len(mine))]
        for card in mine:
            s.where[card] = HAND + seat
        s.held[seat] = 7
    for seat, plan in (plans or {}).items():
        for card in plan:
            table.play(seat, card)
        if len(plan) == STEPS:
            extra = next(c for c in range(CARDS) if s.where[c] == HAND + seat and c not in plan)
            table.play(seat, extra)
    return table


def play(table: Table, *codes: int) -> Table:
    """Choices of whoever acts."""
    for code in codes:
        table.play(table.waiting()[0], code)
    return table


def walk(table: Table, *names: str) -> Table:
    """Steps of whoever acts, on the Serpent."""
    return play(table, *(to(name) for name in names))


def offered(table: Table) -> set[int]:
    return set(table.codes(table.waiting()[0]))


def lives(table: Table) -> list[int]:
    return [table.plain.life[seat] for seat in range(table.seats)]


def full_plans(table: Table) -> bool:
    return all(table.plain.planned[seat] == SLOTS for seat in range(table.seats))
