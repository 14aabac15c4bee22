"""Cover Some Ground: lay cards where the patterns match, all at once, each on as many squares as you can."""

from __future__ import annotations

from brillig.core import Game, rule
from brillig.parts.boxes.trickster import TIMED_RACE as USES
from brillig.parts.trickster import closing
from brillig.parts.trickster.closing import REFUSALS, due, play, prefer, rank, refuse, score, tick, value
from brillig.parts.trickster.patterns import CARDS
from brillig.parts.trickster.points_screen import points_screen as screen
from brillig.parts.trickster.points_screen import tell
from brillig.parts.trickster.race import census, choices, guess, hide, missed, shuns, waiting
from brillig.parts.trickster.record import CODES, KINDS
from brillig.parts.trickster.screen import candidates, label, touch

__all__ = [
    "GAME", "KINDS", "REFUSALS", "USES", "State", "candidates", "census", "choices", "due", "guess", "hide", "label", "missed",
    "play", "prefer", "rank", "refuse", "score", "screen", "setup", "shuns", "tell", "tick", "touch", "value", "waiting",
]  # fmt: skip


class State(closing.ForPoints):
    """The record of a race for points: this game adds nothing to it."""


@rule
def setup(s: State) -> None:
    closing.prepare_for_points(s, closing.COVERED)


GAME = Game(
    __name__,
    title="Cover Some Ground",
    box="Trickster",
    seats=(2, 6),
    minutes=5,
    complexity=1,
    codes=CODES,
    bound=closing.bound,
    summary="Everybody lays cards at once wherever the patterns match, for a point from every square they cover.",
    pieces=CARDS,
    real_time=True,
    seeing=True,
    tags=("cards", "hidden hands"),
    unseen=("enough", "since", "limit", "worth"),
)
