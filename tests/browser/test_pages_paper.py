"""Pages for paper: every piece is drawn, quick references are one screen and one page, boxes are found from the lobby."""

from __future__ import annotations

import pytest

from brillig import catalogue
from brillig.paper import contents
from brillig.paper.contents import box_id
from tests.browser.person import DESK, PHONE

GAMES = catalogue.games()
LAPTOP = {**DESK, "viewport": {"width": 1366, "height": 768}}

# Which quick references do not fit into the window, or not on their page.
TOO_LONG = """() => [...document.querySelectorAll(".paper.quick, .paper.cover")]
  .filter(page => page.scrollHeight > page.clientHeight + 1 || page.scrollWidth > page.clientWidth + 1)
  .map(page => page.getAttribute("aria-label") + " " + page.scrollHeight)"""


def test_a_quick_reference_is_one_screen(person):
    ann = person(**LAPTOP)
    high = {}
    for game in GAMES:
        ann.page.goto(f"{ann.url}/quick/{game.slug}")
        high[game.slug] = ann.page.evaluate("document.querySelector('.brief').getBoundingClientRect().bottom")
    assert {slug: bottom for slug, bottom in high.items() if bottom > 768} == {}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_quick_reference_is_one_page(person, paper):
    ann = person(**LAPTOP)
    for box in sorted({game.box for game in GAMES}):
        ann.page.goto(f"{ann.url}/print/box/{box_id(box)}?paper={paper}")
        assert ann.page.evaluate(TOO_LONG) == [], box


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_every_piece_of_a_box_is_drawn_to_print_and_to_look_at(person, size):
    ann = person(**size)
    what = contents.of_box("Jabberwocky", GAMES)
    ann.page.goto(f"{ann.url}/print/box/jabberwocky?backs=none")
    assert ann.page.locator(".laid svg svg").count() == sum(len(thing) for thing in what.things)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.page.goto(f"{ann.url}/box/jabberwocky")
    faces = 15 + 3 + 3 + 2  # cards, Jabberwocky cards, gems, and two backs
    assert ann.page.locator(".faces .piece svg").count() == faces
    assert ann.page.locator(".offer").count() == len(what.games)


def test_wishes_are_heard(person):
    ann = person(**LAPTOP)
    ann.page.goto(f"{ann.url}/print/jacks")
    pages = ann.page.locator(".paper").count()
    ann.page.select_option("#backs", "none")
    ann.page.wait_for_url("**backs=none**")
    assert ann.page.locator(".paper").count() < pages
    ann.page.select_option("#counters", "no")
    ann.page.wait_for_url("**counters=no**")
    assert ann.page.locator("[data-sheet]").count() == 2


def test_from_the_lobby_to_a_box_to_its_sheets(person):
    ann = person(**LAPTOP)
    ann.page.goto(ann.url)
    ann.page.click(".boxes >> text=Jacks")
    ann.page.wait_for_url("**/box/jacks")
    ann.page.click("text=Print this box")
    ann.page.wait_for_url("**/print/box/jacks")
    ann.page.wait_for_selector("#print")
