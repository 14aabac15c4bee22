"""Room: whoever is to decide sees all there is to touch, whole, large enough, and without scrolling; in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from brillig import catalogue
from tests.browser.person import LAPTOP, PHONE, SIDEWAYS

MEASURE = (Path(__file__).parent / "room.js").read_text(encoding="utf-8")
SIZES = {"laptop": (LAPTOP, 32), "phone": (PHONE, 44), "sideways": (SIDEWAYS, 44)}
MOST, SECONDS = 80, 60  # touches, or as long: enough for most kinds of decision


@pytest.mark.soak  # ten seconds a visit, and there are three for every game
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)
def test_all_that_can_be_touched_is_in_sight(person, game, size):
    screen, least = SIZES[size]
    ann = person(**screen)
    ann.sit(game.slug, *["bot:random"] * (min(game.seats[1], 4) - 1))
    ann.my_turn()
    seen = ann.page.evaluate(MEASURE, {"seed": 11, "most": MOST, "least": least, "seconds": SECONDS})
    assert seen["touches"] > 0
    assert seen["wrong"] == []
