"""Maps: a wheel, the keys and two fingers make them larger, and a finger is never asked to hit what is too small for it."""

from __future__ import annotations

from tests.browser.person import LAPTOP, PHONE
from tests.browser.test_table_drag import Finger, middle

GHOST = """() => {
  const middle = selector => { const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect(); return [x + width / 2, y + height / 2, width]; };
  const [ghost, place] = [middle("#table > .ghost"), middle("[data-id=at_3_2_0]")];
  return { off: Math.hypot(ghost[0] - place[0], ghost[1] - place[1]), times: ghost[2] / place[2] };
}"""
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


def test_a_card_is_seen_over_the_place_that_was_touched(person):
    """Half seen and three places wide, also when the map is made larger there or moved, and when the card is turned."""
    ann = person(**PHONE)
    ann.sit("not-my-stack", *["bot:random"] * 6)
    ann.my_turn()
    ann.page.tap("#table .zone.hand [data-live] >> nth=0")
    ann.page.tap("#table [data-id=at_3_2_0]")
    assert ann.page.locator("[data-map][data-zoomed]").count() == 1
    for change in ("0", "document.querySelector('[data-map] .frame').scrollBy(0, 30)"):
        ann.page.evaluate(change)
        ann.page.wait_for_timeout(100)
        seen = ann.page.evaluate(GHOST)
        assert seen["off"] < 2
        assert 2.8 < seen["times"] < 3.2


def test_a_card_is_taken_and_turned_by_keys_and_stays_in_sight(person):
    ann = person(**LAPTOP)
    ann.sit("not-my-stack", *["bot:random"] * 2)
    ann.my_turn()
    ann.page.keyboard.press("2")
    assert ann.page.locator(".zone.hand .piece").nth(1).get_attribute("data-picked") == ""
    ann.page.hover("#table [data-id=at_3_2_0]")
    for key, turned in (("4", "90deg"), ("6", "270deg"), ("6", "0deg")):  # the same once more: as it was
        ann.page.keyboard.press(key)
        assert ann.page.evaluate(GHOST)["off"] < 2
        assert ann.page.evaluate("document.querySelector('.ghost').style.getPropertyValue('--turned')") == turned
