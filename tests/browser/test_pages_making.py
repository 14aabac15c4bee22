"""The page that makes a table: everything on it lies on the page, for every game and on every screen."""

from __future__ import annotations

import pytest

from brillig import catalogue
from tests.browser.person import LAPTOP, PHONE

OUTSIDE = """() => [...document.querySelectorAll("#new :is(select, input:not([type=hidden]), button)")]
  .filter(e => e.getClientRects().length)
  .map(e => [e.getBoundingClientRect(), e.name])
  .filter(([r]) => r.left < 0 || r.right > innerWidth)
  .map(([r, name]) => `${name} from ${Math.round(r.left)} to ${Math.round(r.right)} of ${innerWidth}`)"""


GAMES = catalogue.games()


@pytest.mark.parametrize(
    ("size", "games"),
    [
        pytest.param(LAPTOP, GAMES[1::5], id="laptop"),
        pytest.param(PHONE, GAMES[::2], id="phone"),
        pytest.param(LAPTOP, GAMES, id="laptop-all", marks=pytest.mark.soak),
        pytest.param(PHONE, GAMES, id="phone-all", marks=pytest.mark.soak),
    ],
)
def test_who_plays_is_asked_inside_the_window(person, size, games):
    ann = person(**size)
    for game in games:
        ann.page.goto(f"{ann.url}/new/{game.slug}")
        assert ann.page.evaluate(OUTSIDE) == [], game.slug
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game.slug
        assert ann.page.locator("#new li[data-seat]:visible select").count() >= game.seats[0]
