"""Everybody can use every page: no fault that axe knows, in light and dark, on a desk and on a phone; and the budgets."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import brillig.web
from brillig import catalogue
from brillig.paper.contents import box_id
from tests.browser.conftest import COLOURS
from tests.browser.person import DESK, PHONE

STATIC = Path(brillig.web.__file__).parent / "static"
KIB = 1024
SLUGS = catalogue.slugs()


@pytest.fixture(scope="session")
def over(house, browser):
    """A finished match."""
    context = browser.new_context()
    made = context.request.post(
        f"{house.url}/api/tables", data={"game": "othellino", "seats": ["bot:random", "bot:random"]}
    ).json()["id"]
    page = context.new_page()
    for _ in range(300):
        if context.request.get(f"{house.url}/api/tables/{made}").json()["status"] == "over":
            break
        page.wait_for_timeout(100)
    context.close()
    return made


def settle(page, most=100):
    """So many pictures are drawn, and then emptied: thousands of things, which are looked at where they are tables."""
    page.evaluate(
        """async most => {
      const places = [...document.querySelectorAll("[data-picture]")];
      for (const place of places.splice(most)) place.remove();
      for (const place of places) {
        place.scrollIntoView();
        for (let k = 0; k < 1000 && !("drawn" in place.dataset); k++) await new Promise(r => setTimeout(r, 20));
        if (!("drawn" in place.dataset)) throw new Error("not drawn: " + place.dataset.picture);
        place.firstElementChild.replaceChildren();
      }
      scrollTo(0, 0);
    }""",
        most,
    )


def shuts_nobody_out(ann, axe, path, over="", pictures=100):
    ann.page.emulate_media(color_scheme="light")
    ann.page.goto(ann.url + path)
    if over and path.endswith(over):
        ann.page.wait_for_selector("#board svg")
    elif "nothing" not in path:
        settle(ann.page, pictures)
    assert axe(ann.page) == [], path
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
    ann.page.emulate_media(color_scheme="dark")
    assert axe(ann.page, COLOURS) == [], f"{path}, dark"


# All are of one make, so a few are enough but in the long run.
@pytest.mark.parametrize(
    ("size", "slugs"),
    [
        pytest.param(DESK, SLUGS[::9], id="desk"),
        pytest.param(PHONE, SLUGS[4::12], id="phone"),
        pytest.param(DESK, SLUGS, id="desk-all", marks=pytest.mark.soak),
        pytest.param(PHONE, SLUGS, id="phone-all", marks=pytest.mark.soak),
    ],
)
def test_no_rules_shut_anybody_out(person, axe, size, slugs):
    ann = person(**size)
    for slug in slugs:
        shuts_nobody_out(ann, axe, f"/rules/{slug}")


@pytest.mark.parametrize(
    ("size", "all_of_them"),
    [
        pytest.param(DESK, False, id="desk"),
        pytest.param(PHONE, False, id="phone"),
        pytest.param(DESK, True, id="desk-all", marks=pytest.mark.soak),
        pytest.param(PHONE, True, id="phone-all", marks=pytest.mark.soak),
    ],
)
def test_no_page_shuts_anybody_out(person, axe, over, size, all_of_them):
    bob = person("Bob")
    bob.lay("gold-mine", "open", "bot:random", listed=True)
    ann = person(**size)
    ann.lay("othellino", "bot:random")
    boxes = [f"/box/{box_id(box)}" for box in sorted({game.box for game in catalogue.games()})]
    paper = [
        "/quick/gold-mine",
        "/quick/temple-of-doom",
        "/print/backgammon",
        "/print/box/jabberwocky?ink=black&paper=letter",
    ]
    nowhere = ["/nowhere", "/tables/nosuchtable", "/box/nothing", "/print/nothing"]
    few = ["/", "/puzzles/22", "/new/gold-mine", boxes[0], paper[0], f"/replays/{over}", nowhere[0]]
    few += ["/name", "/replays"] if size == DESK else ["/puzzles"]
    more = [
        "/?search=nothing+of+the+kind",
        "/name",
        "/replays",
        "/kit",
        "/puzzles",
        *boxes[1:],
        *paper[1:],
        *nowhere[1:],
    ]
    for path in few + more if all_of_them else few:
        ann.forgiven = path in nowhere
        shuts_nobody_out(ann, axe, path, over, 100 if all_of_them else 6)


def test_invitations_shut_nobody_out(person, axe):
    ann = person(**PHONE)
    ann.page.goto(f"{ann.url}/new/gold-mine")
    ann.page.select_option("#seat-2", "open")
    ann.page.click("text=Lay the table")
    ann.wait("[data-line=open]")
    assert axe(ann.page) == []
    link = ann.page.input_value("#link")
    bob = person("Bob")
    bob.page.goto(link)
    settle(bob.page)
    assert axe(bob.page) == []


def test_rules_at_the_table_shut_nobody_out(person, axe):
    ann = person()
    ann.sit("othellino", "bot:random")
    ann.page.click("#show-rules")
    ann.page.wait_for_selector("#rules [data-drawn]")
    assert axe(ann.page) == []
    assert ann.page.evaluate("document.activeElement.id") == "hide-rules"
    ann.page.keyboard.press("Escape")
    assert not ann.page.is_visible("#rules")
    assert ann.page.evaluate("document.activeElement.id") == "show-rules"


def test_the_rules_in_brief_beside_the_table(person, axe):
    ann = person()
    ann.sit("othellino", "bot:random")
    ann.page.click("#show-brief")
    ann.page.wait_for_selector("#rules table")
    assert "Othellino in brief" in ann.page.inner_text("#rules")
    assert axe(ann.page) == []
    ann.page.click("#rules [data-show]")  # the whole of them in its place
    ann.page.wait_for_selector("#rules [data-drawn]")
    assert ann.page.get_attribute("#show-brief", "aria-expanded") == "false"
    ann.page.keyboard.press("Escape")
    assert ann.page.evaluate("document.activeElement.id") == "show-rules"
    ann.page.click("#show-brief")
    assert "in brief" in ann.page.inner_text("#rules .panel-title"), "it is still there"
    assert ann.page.is_visible("#rules table")


@pytest.mark.parametrize(
    "path", ["/", "/new/gold-mine", "/replays", "/name", "/box/jacks", "/print/jacks", "/quick/jacks"]
)
def test_things_to_press_are_large_enough_for_a_thumb(person, path):
    ann = person(**PHONE)
    ann.page.goto(ann.url + path)
    small = ann.page.evaluate("""() => [...document.querySelectorAll("button, select, .button, nav a, input:not([type=hidden])")]
      .map(e => [e, (e.closest(".chip") ?? e).getBoundingClientRect()])
      .filter(([e, r]) => r.width && (r.height < 43.5 || r.width < 43.5)).map(([e, r]) => e.outerHTML.slice(0, 80) + r.height)""")
    assert small == []


def test_the_way_through_the_lobby_by_keyboard(person):
    ann = person()
    ann.page.goto(ann.url)
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.textContent") == "Skip to the content"
    ann.page.keyboard.press("Enter")
    ann.page.focus("[data-game=othellino] .button.main")
    ann.page.keyboard.press("Enter")
    ann.wait("[data-line=open]")
    assert "/tables/" in ann.page.url


# ---- budgets -------------------------------------------------------------------------------------------------------


def test_the_table_s_javascript_is_under_60_kib(person):
    ann, scripts = person(profile="new"), {}
    ann.page.on("response", lambda answer: scripts.update({answer.url: answer.body()} if ".js" in answer.url else {}))
    ann.page.goto(f"{ann.url}/tables/{ann.lay('othellino', 'bot:random')['id']}")
    ann.wait("[data-line=open]")
    total = sum(len(gzip.compress(body, 6)) for body in scripts.values())
    assert len(scripts) > 20
    assert total < 60 * KIB, total


@pytest.mark.parametrize(
    ("path", "most"), [("/", 105_000), ("/rules/gold-mine", 150 * KIB), ("/new/gold-mine", 150 * KIB)]
)
def test_the_first_load_is_light(person, path, most):
    ann, sizes = person(profile="new"), []
    ann.page.on("requestfinished", lambda r: sizes.append((r.sizes()["responseBodySize"], r.url)))
    ann.page.goto(ann.url + path)
    ann.page.wait_for_load_state("networkidle")
    # Pictures come when they are looked at; they are no part of the page's first load.
    first = [(size, url) for size, url in sizes if "/picture" not in url]
    assert sum(size for size, _ in first) < most, sorted(first)


def test_nothing_is_loaded_from_elsewhere(person, over):
    ann, asked = person(profile="new"), []
    ann.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/rules/backgammon", "/new/othellino", f"/replays/{over}", "/replays"):
        ann.page.goto(ann.url + path)
        ann.page.wait_for_load_state("networkidle")
    assert asked
    assert all(url.startswith((ann.url, "data:")) for url in asked)
