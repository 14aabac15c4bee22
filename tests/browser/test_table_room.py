"""Room: whoever is to decide sees all there is to touch, whole, large enough, and without scrolling; in every game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from brillig import Game, catalogue
from tests.browser.person import LAPTOP, PHONE, SIDEWAYS, Person

ROOM = (Path(__file__).parent / "room.js").read_text(encoding="utf-8")
WINDOWS = {"phone": (PHONE, 44), "sideways": (SIDEWAYS, 44), "laptop": (LAPTOP, 32)}  # the least that can be touched
MOST, SECONDS = 80, 120  # touches, or as long: a race may last
FEW, SOON = 24, 10  # the same for a look at the decisions that most games begin with
ENOUGH = 2  # times that a kind of decision is measured; and now and then again, as the table fills
NOW_AND_THEN = 12
# On a phone's side: a long question pushes the last button ten pixels out of the window; a shop of long rows has places of 41 px.
TIGHT = {"not-my-stack", "flower-garden"}
GAMES = pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)


def faults(ann: Person, most: int, seconds: int, enough: int, seed: int = 11) -> Iterator[tuple[str, str]]:
    """Play on; at every kind of decision, and at every touch on the way to it, what is wrong in which window."""
    ann.page.evaluate(ROOM, seed)
    end, met = time.monotonic() + seconds, Counter[str]()
    for touch in range(most):
        kind = ann.page.evaluate("seconds => room.asked(seconds)", end - time.monotonic())
        if not kind:
            break
        met[kind] += 1
        if met[kind] <= enough or touch % NOW_AND_THEN == 0:
            for name, (screen, least) in WINDOWS.items():
                ann.page.set_viewport_size(screen["viewport"])
                if ann.page.evaluate("least => room.wrong(least)", least):  # perhaps it is still being laid out
                    ann.page.wait_for_timeout(400)
                    for fault in ann.page.evaluate("least => room.wrong(least)", least):
                        yield name, fault
        ann.page.evaluate("room.touch()")
    assert met, "nothing was asked"


def sits_down(ann: Person, game: Game) -> None:
    ann.sit(game.slug, *["bot:random"] * (min(game.seats[1], 4) - 1))
    ann.my_turn()


@pytest.mark.parametrize("game", [
    pytest.param(game, id=game.slug, marks=pytest.mark.soak if game.slug in TIGHT else ()) for game in catalogue.games()
])  # fmt: skip
def test_all_that_can_be_touched_is_in_sight(person, game):
    ann = person(**PHONE)
    sits_down(ann, game)
    assert list(faults(ann, FEW, SOON, enough=1)) == []


@pytest.mark.soak  # half a minute a game
@GAMES
def test_it_stays_in_sight_as_the_table_fills(person, game):
    ann = person(**PHONE)
    sits_down(ann, game)
    assert list(faults(ann, MOST, SECONDS, ENOUGH)) == []
