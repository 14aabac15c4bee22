"""Maps: a wheel, the keys and two fingers make them larger, and a finger is never asked to hit what is too small for it."""

from __future__ import annotations

from tests.browser.person import LAPTOP, PHONE
from tests.browser.test_table_drag import Finger, middle

WIDE = "document.querySelector('[data-map] .cells').getBoundingClientRect().width"


def test_by_wheel_and_keys(person):
    ann = person(**LAPTOP)
    ann.sit("son-of-kark", "bot:random")
    ann.my_turn()
    page, whole = ann.page, ann.page.evaluate(WIDE)
    page.mouse.move(*middle(ann, "[data-map] .frame"))
    page.mouse.wheel(0, -100)
    assert page.evaluate(WIDE) > 1.2 * whole
    page.mouse.wheel(0, 100)
    assert abs(page.evaluate(WIDE) - whole) < 3
    page.focus("#table [data-map] .spot[data-touch]")
    for key, larger in (("+", True), ("+", True), ("-", False), ("0", False)):
        before = page.evaluate(WIDE)
        page.keyboard.press(key)
        assert (page.evaluate(WIDE) > before) == larger
    assert abs(page.evaluate(WIDE) - whole) < 3


def test_by_two_fingers(person):
    ann = person(**PHONE)
    ann.sit("son-of-kark", "bot:random")
    ann.my_turn()
    whole, before, finger = ann.page.evaluate(WIDE), ann.ply, Finger(ann.page)
    x, y = middle(ann, "[data-map] .frame")
    finger.send("touchStart", (x - 30, y), (x + 30, y))
    for far in (40, 50, 60, 70):
        finger.send("touchMove", (x - far, y), (x + far, y))
    finger.send("touchEnd")
    assert ann.page.evaluate(WIDE) > 1.5 * whole
    assert ann.ply == before


def test_a_finger_finds_small_places(person):
    """The first touch on what is smaller than a finger makes the map larger there; the next one chooses."""
    ann = person(**PHONE)
    ann.sit("temple-of-doom")
    ann.my_turn()
    ann.page.tap("#table .zone.hand [data-live] >> nth=0")
    ann.page.wait_for_function("() => document.querySelector('#table .spot .piece[data-live]')")
    cube = ann.page.locator("#table .spot .piece[data-live]").first
    id = cube.get_attribute("data-id")
    if cube.bounding_box()["width"] < 42:
        cube.tap()
        assert ann.page.locator("[data-picked]").count() == 0
        assert ann.page.locator("[data-map][data-zoomed]").count() == 1
    box = ann.page.locator(f"#table .piece[data-id={id}]").bounding_box()
    assert min(box["width"], box["height"]) >= 42
    assert 0 <= box["x"] <= 390 - box["width"]
    ann.page.tap(f"#table .piece[data-id={id}]")
    assert ann.page.get_attribute(f"#table .piece[data-id={id}]", "data-picked") == ""
