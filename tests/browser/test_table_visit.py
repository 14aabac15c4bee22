"""Two visits to the table of every game: at a desk with the fewest seats, and on a phone with the most.

Everything is looked at that one visit can show: it fits, fingers find it, nobody is shut out, and touches alone lead to
the end of the game.
"""

from __future__ import annotations

import pytest

from brillig import catalogue
from tests.browser.person import DESK, PHONE, SIDEWAYS

PATIENCE, STALL = 40_000, 200_000  # milliseconds; a race in which nobody lays a card ends after two minutes
HASTE = {"grenade-salad": {"mine pause": 3}}  # where people are waited for
# Where a random bot has nothing to lay, it looks at every place before it says so, and the race stalls first: minutes.
LONG = {"cover-some-ground", "diversify", "not-my-stack"}

VISITS = [pytest.param(game, *visit, id=f"{game.slug}-{visit[0]}") for game in catalogue.games() for visit in
          (("desk", game.seats[0]), ("phone", game.seats[1]))]  # fmt: skip

# A board of ten columns and more has no room for wider ones; on a map the first touch brings them nearer; on an open field
# a finger means the nearest piece.
SMALL = """() => [...document.querySelectorAll("#table :is(button, summary, [data-live])")]
  .filter(e => e.getClientRects().length && !e.closest("[data-layers], [data-field]"))
  .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 80), e.closest(".cells")?.style.getPropertyValue("--span-x") > 9 || !!e.closest("[data-map]")])
  .filter(([r, , many]) => (Math.max(r.width, r.height) < 44 && !many) || Math.min(r.width, r.height) < 28)
  .map(([r, html]) => `${Math.round(r.width)}x${Math.round(r.height)} ${html}`)"""


def fits(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"
    assert page.is_visible(".t-prompt")
    assert page.evaluate(SMALL) == []


def turn(page, screen):
    page.set_viewport_size(screen["viewport"])
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def plays_on(ann, game, seats):
    assert ann.play_on(seed=7, patience=STALL if game.real_time else PATIENCE) > 0
    ann.page.wait_for_selector(".t-result[open] h2")
    alone = seats == 1 or ann.page.get_attribute("#table", "data-together") is not None  # nobody to be ranked against
    assert ann.page.locator(".t-result .t-ranking tbody tr").count() == (0 if alone else seats)


@pytest.mark.parametrize(("game", "size", "seats"), VISITS)
def test_it_fits_nobody_is_shut_out_and_it_ends(person, axe, game, size, seats):
    ann = person(**(PHONE if size == "phone" else DESK), color_scheme="dark" if size == "phone" else "light")
    ann.sit(game.slug, *["bot:random"] * (seats - 1), options=HASTE.get(game.slug, {}))
    ann.my_turn()
    fits(ann.page)
    assert axe(ann.page) == []
    ann.page.click("text=More >> visible=true" if size == "desk" else ".t-bar button:last-child")
    assert axe(ann.page) == []
    ann.page.keyboard.press("Escape")
    if size == "phone":
        turn(ann.page, SIDEWAYS)
        fits(ann.page)
        turn(ann.page, PHONE)
    if game.slug not in LONG:
        plays_on(ann, game, seats)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "size", "seats"), [visit for visit in VISITS if visit.values[0].slug in LONG])
def test_a_long_race_ends(person, game, size, seats):
    ann = person(**(PHONE if size == "phone" else DESK))
    ann.sit(game.slug, *["bot:random"] * (seats - 1))
    plays_on(ann, game, seats)
