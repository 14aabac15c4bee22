"""Do the lessons of a game teach everything that there is to decide?"""

from __future__ import annotations

from brillig.core import Game
from brillig.positions.lessons import lessons, shortcomings


def untaught(game: Game) -> list[str]:
    """What is missing, in sentences; BadGame if a step is not possible."""
    steps = lessons(game)
    missing = shortcomings(steps)
    if game.kinds is not None:
        from brillig.lab.simulation.choice_kinds import THE_REST, kinds_of  # it counts with NumPy, which takes a while

        kinds = kinds_of(game)
        offered = {int(kinds.of[code]) for step in steps for code in step.table.codes(max(0, step.seat))}
        unseen = [name for k, name in enumerate(kinds.names) if k not in offered and name != THE_REST]
        if unseen:
            missing.append(f"No step offers: {', '.join(unseen)}.")
    return missing
