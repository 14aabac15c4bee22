"""Speed Round: lay cards where the patterns match, all at once, and be the first to have none left."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Screen, rule
from brillig.parts.bits import count, members
from brillig.parts.boxes.trickster import RACE as USES
from brillig.parts.trickster import race, record
from brillig.parts.trickster.course import among, cards_left, prepare, who_stopped
from brillig.parts.trickster.overlap import NONE, PLACEMENTS
from brillig.parts.trickster.patterns import CARDS, IN_A_DECK
from brillig.parts.trickster.race import census, choices, due, guess, hide, missed, play, prefer, shuns, tick, waiting
from brillig.parts.trickster.record import BEATS, CODES, KINDS, OUT, Race
from brillig.parts.trickster.screen import ENDS, candidates, label, race_screen, tell_race, touch
from brillig.parts.words import names, seat_name, winners

__all__ = [
    "GAME", "KINDS", "REFUSALS", "USES", "State", "candidates", "census", "choices", "due", "guess", "hide", "label", "missed",
    "play", "prefer", "refuse", "score", "screen", "setup", "shuns", "tell", "tick", "touch", "waiting",
]  # fmt: skip

SOMEBODY_OUT = 20
REFUSALS = {**record.REFUSALS, SOMEBODY_OUT: "Somebody is out: the round is over."}


class State(Race):
    """The record of a race: this game adds nothing to it."""


@rule
def setup(s: State) -> None:
    prepare(s, 1)  # the first seat out ends it


@rule
def refuse(s: State, seat: int, code: int) -> int:
    return SOMEBODY_OUT if s.ended == OUT and code < PLACEMENTS else race.refuse(s, seat, code)


@rule
def score(s: State, seat: int) -> int:
    """Cards laid. The seat that is out has laid them all, and nobody else has: it alone is first.

    Who stopped while a card still fitted has given up, and comes behind all who had none that did. Where all have, nothing
    counts: nobody has won.
    """
    stopped = who_stopped(s)
    if s.deck[seat] == NONE or count(stopped) == s.seats:
        return 0  # it has not picked its cards yet, or nobody has won
    laid: int = IN_A_DECK - cards_left(s, seat)
    return laid - IN_A_DECK if among(s, seat, stopped) else laid


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = race_screen(s, seat)
    if s.ended:
        t.verdict = result(s)
    return t


def result(s: State) -> str:
    most = max(score(s, seat) for seat in range(s.seats))
    ranks = [1 if score(s, seat) == most else 2 for seat in range(s.seats)]
    if s.ended == OUT:
        first = seat_name(ranks.index(1))
        return f"{first} is out first and wins. The others are ranked by the cards they have left, the fewest first."
    quit = members(who_stopped(s))
    if len(quit) == s.seats:
        return "Nobody is out, and everybody could still lay a card: nobody has won, and all share the place."
    behind = f" {names(quit)} could still lay a card, and so come{'s' * (len(quit) == 1)} last." if quit else ""
    among = " of those who could lay no more" if quit else ""
    return f"Nobody is out. {winners(ranks, f'the fewest cards left{among}')}{behind}"


def tell(before: State, after: State, viewer: int) -> list[str]:
    told = tell_race(before, after, viewer)
    for seat in range(after.seats):
        left = cards_left(after, seat)
        if left != cards_left(before, seat) and left in (1, 2):
            told.append(f"{seat_name(seat)} has {('one card', 'two cards')[left - 1]} left.")
    if after.ended and not before.ended:
        told += [ENDS[after.ended]] if after.ended in ENDS else []
        told.append(result(after))
    return told


def bound(seats: int, options: Mapping[str, int]) -> int:
    """All but one seat can lay five cards, and the winner six."""
    return race.bound(seats, options["stall"], options["miss_lock"], options["tempo"] == BEATS, 5 * seats + 1)


GAME = Game(
    __name__,
    title="Speed Round",
    box="Trickster",
    seats=(2, 6),
    minutes=3,
    complexity=1,
    codes=CODES,
    bound=bound,
    summary="Everybody lays cards at once wherever the patterns match, and the first with none left wins.",
    pieces=CARDS,
    real_time=True,
    seeing=True,
    tags=("cards", "hidden hands"),
    unseen=("enough", "since"),
    version=3,
)
