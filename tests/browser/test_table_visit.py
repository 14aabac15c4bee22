"""Two visits to the table of every game: at a desk with the fewest seats, and on a phone with the most.

Everything is looked at that one visit can show: it fits, fingers find it, nobody is shut out, and touches alone lead to
the end of the game.
"""

from __future__ import annotations

import pytest

from brillig import catalogue
from tests import few
from tests.browser.person import DESK, PHONE, SIDEWAYS

# The shortest game that can be played of those that touches at random take long to end; and where people are waited for.
SHORT = {
    "gauntlet": {"turn cap": 20},
    "grenade-salad": {"mine pause": 3},
    "gyre": {"turn limit": 100},
    "halma": {"board": "6x6", "pieces": 3},
    "jack-rabbits": {"level": "intro", "round cap": 20},
}
# A minute and more even so: they are played out in the long runs, as are most games with all seats taken.
LONG = {"cover-some-ground", "diversify", "grenade-salad", "not-my-stack", "speed-round"}
WITH_ALL_SEATS = {"gold-mine", "othellino"}
REST = 150  # milliseconds between touches where time runs: hundreds that are refused end no race sooner

VISITS = [pytest.param(game, *visit, id=f"{game.slug}-{visit[0]}") for game in catalogue.games() for visit in
          (("desk", game.seats[0]), ("phone", game.seats[1]))]  # fmt: skip

# A board of ten columns and more has no room for wider ones; on a map the first touch brings them nearer; on an open field
# a finger means the nearest piece.
SMALL = """() => [...document.querySelectorAll("#table :is(button, summary, [data-live])")]
  .filter(e => e.getClientRects().length && !e.closest("[data-layers], [data-field]"))
  .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 80), e.closest(".cells")?.style.getPropertyValue("--span-x") > 9, !!e.closest("[data-map]")])
  .filter(([r, , many, map]) => (Math.max(r.width, r.height) < 44 && !many && !map) || Math.min(r.width, r.height) < (map ? 16 : 28))
  .map(([r, html]) => `${Math.round(r.width)}x${Math.round(r.height)} ${html}`)"""

# Words that a lamp beside them leaves no room for.
SQUEEZED = """() => [...document.querySelectorAll("#table .seat > .counters:not([hidden])")]
  .filter(e => e.clientWidth && e.clientWidth < 56).map(e => `${e.clientWidth} px for ${e.innerText}`)"""

# What a finger in the middle of it would not find.
COVERED = """() => [...document.querySelectorAll("#table :is([data-live], [data-choice])")].filter(e => e.getClientRects().length)
  .map(e => {
    e.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width, height } = e.getBoundingClientRect();
    return [e, document.elementFromPoint(x + width / 2, y + height / 2)];
  })
  .filter(([e, top]) => !e.contains(top)).map(([e, top]) => `${e.outerHTML.slice(0, 120)} under ${top?.outerHTML.slice(0, 120)}`)"""

# Seats that somebody on a phone would have to scroll to.
OUT_OF_SIGHT = """() => {
  const room = document.querySelector("#table .t-seats").getBoundingClientRect();
  return [...document.querySelectorAll("#table .seat")].filter(seat => {
    const { top, bottom } = seat.getBoundingClientRect();
    return top < room.top - 2 || bottom > room.bottom + 2;
  }).map(seat => seat.innerText);
}"""
MANY_SEATS = {"fawlty-towers", "flower-garden", "gold-mine", "slithy"}


def fits(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the screen"
    assert page.is_visible(".t-prompt")
    assert page.evaluate(SMALL) == []
    assert page.evaluate(SQUEEZED) == []
    assert page.evaluate(COVERED) == []


def turn(page, screen):
    page.set_viewport_size(screen["viewport"])
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def sits_down(ann, game, seats, short):
    """With bots at random; where time runs, with those who are quick, since nobody who touches at random ends a race."""
    others = ["bot:expert" if game.real_time else "bot:random"] * (seats - 1)
    ann.sit(game.slug, *others, options=SHORT.get(game.slug, {}) if short else {})


def plays_on(ann, game, seats):
    assert ann.play_on(seed=7, rest=REST if game.real_time else 0) > 0
    ann.page.wait_for_selector(".t-result[open] h2")
    alone = seats == 1 or ann.page.get_attribute("#table", "data-together") is not None  # nobody to be ranked against
    assert ann.page.locator(".t-result .t-ranking tbody tr").count() == (0 if alone else seats)


def goes(ann):
    """Where time runs, bots would race on after somebody who has left, through all the tests that follow."""
    ann.page.click(".t-bar button:last-child")
    ann.page.click("text=Abandon the match")
    ann.page.click("text=Abandon the match: are you sure?")
    ann.wait("[data-state=over]")


@pytest.mark.parametrize(("game", "size", "seats"), VISITS)
def test_it_fits_nobody_is_shut_out_and_it_ends(person, axe, game, size, seats):
    ann = person(**(PHONE if size == "phone" else DESK), color_scheme="dark" if size == "phone" else "light")
    sits_down(ann, game, seats, short=size == "desk")  # what fits on a phone is the usual game
    ann.my_turn()
    if size == "phone" and game.slug in MANY_SEATS:
        assert ann.page.evaluate(OUT_OF_SIGHT) == []
    fits(ann.page)
    if size == "phone" or game.slug in few.FEW:  # at a desk it is the same page with more room
        assert axe(ann.page) == []
    if game.slug in few.FEW:  # the menu is the same everywhere
        ann.page.click("text=More >> visible=true" if size == "desk" else ".t-bar button:last-child")
        assert axe(ann.page, within=".t-menu") == []
        ann.page.keyboard.press("Escape")
    if size == "phone":
        turn(ann.page, SIDEWAYS)
        fits(ann.page)
        turn(ann.page, PHONE)
    if game.slug not in LONG if size == "desk" else game.slug in WITH_ALL_SEATS:
        plays_on(ann, game, seats)
    elif game.real_time and seats > 1:
        goes(ann)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("slug", "size"),
    [
        *((slug, "phone") for slug in catalogue.slugs() if slug not in WITH_ALL_SEATS),
        *((slug, "desk") for slug in sorted(LONG)),
    ],
)
def test_a_long_game_ends(person, slug, size):
    ann, game = person(**(PHONE if size == "phone" else DESK)), catalogue.load(slug)
    seats = game.seats[1] if size == "phone" else game.seats[0]
    sits_down(ann, game, seats, short=True)
    plays_on(ann, game, seats)
