"""Maps: a wheel, the keys and two fingers make them larger, and a finger is never asked to hit what is too small for it."""

from __future__ import annotations

import pytest

from tests.browser.person import LAPTOP, PHONE, SIDEWAYS, Person
from tests.browser.test_table_drag import Finger, middle
from tests.browser.test_table_told import HELLO, StandIn, screen, view

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


def live(page):
    """The middles and the smallest side of all that is alight on the map."""
    return page.evaluate("""() => [...document.querySelectorAll("#table [data-map] [data-live]")].map(e => {
      const { x, y, width, height } = e.getBoundingClientRect();
      return { id: e.dataset.id, x: x + width / 2, y: y + height / 2, size: Math.min(width, height) };
    })""")


def test_a_finger_finds_small_places(person):
    """The first touch on what is smaller than a finger, and has neighbours, makes the map larger there; the next one chooses."""
    ann = person(**PHONE)
    ann.sit("halma", "bot:random")
    ann.my_turn()
    ann.page.wait_for_timeout(200)
    places = live(ann.page)
    small, *_ = [
        a
        for a in places
        if a["size"] < 42 and any(0 < max(abs(a["x"] - b["x"]), abs(a["y"] - b["y"])) <= 44 for b in places)
    ]
    ann.page.touchscreen.tap(small["x"], small["y"])
    assert ann.page.locator("[data-picked]").count() == 0
    assert ann.page.locator("[data-map][data-zoomed]").count() == 1
    box = ann.page.locator(f"#table [data-id={small['id']}]").bounding_box()
    assert min(box["width"], box["height"]) >= 42
    assert 0 <= box["x"] <= 390 - box["width"]
    ann.page.tap(f"#table [data-id={small['id']}]")
    assert ann.page.get_attribute(f"#table [data-id={small['id']}]", "data-picked") == ""


@pytest.fixture
def land(person):
    """A phone, and a server that says what lies alight on a map of 24 by 24 places."""
    ann, server = person(profile="stand-in", **PHONE), StandIn()
    ann.page.route_web_socket("**/ws/*", server.open)
    ann.go(str(ann.lay("gold-mine", "bot:random")["id"]))
    server.say(HELLO)

    def alight(*places: str, ply: int = 1, **more: object) -> Person:
        spots = [{"id": f"p{k}-{n}", "row": k, "col": n, "say": f"{k}, {n}"} for k in range(24) for n in range(24)]
        pawn = {"id": "pawn", "face": {"kind": "pawn", "text": "P", "say": "pawn", "look": {"colour": "red"}}}
        spots[24 * 5 + 20] |= {"pieces": [pawn]}
        zone = {"id": "land", "kind": "grid", "title": "", "rows": 24, "cols": 24, "map": True, "spots": spots, **more}
        choices = [{"code": k, "label": f"to {id}", "touch": [id]} for k, id in enumerate(places)]
        choices += [{"code": 99, "label": "Stay", "touch": []}]
        server.say(view(ply=ply, choices=choices, screen=screen(zones=[zone])))
        ann.wait(f'[data-ply="{ply}"]')
        ann.page.wait_for_timeout(400)
        return ann

    alight.server = server
    return alight


def test_a_map_comes_near_what_is_asked_about(land):
    """What is alight is large enough for a finger and in sight, without a pinch, also when the phone is turned."""
    page = land("p4-6", "p5-8").page
    for window in (PHONE, SIDEWAYS, PHONE):
        page.set_viewport_size(window["viewport"])
        page.wait_for_timeout(400)
        frame = page.locator("[data-map] .frame").bounding_box()
        for place in live(page):
            assert place["size"] >= 42
            assert frame["x"] <= place["x"] <= frame["x"] + frame["width"]
            assert frame["y"] <= place["y"] <= frame["y"] + frame["height"]
    page.focus("#table [data-map] [data-live]")
    page.keyboard.press("0")  # whoever wants to see all of it does
    page.wait_for_timeout(300)
    assert page.locator("[data-map][data-zoomed]").count() == 0
    land("p0-0", "p23-23", ply=2)  # these are everywhere: all of the map is meant
    assert page.locator("[data-map][data-zoomed]").count() == 0
    land(ply=3, about="pawn")  # nothing is alight, but it is about somebody
    pawn, frame = page.locator("[data-id=pawn]").bounding_box(), page.locator("[data-map] .frame").bounding_box()
    assert pawn["width"] > 30
    assert frame["x"] <= pawn["x"] <= frame["x"] + frame["width"] - pawn["width"]


def test_a_finger_beside_a_small_place_means_it(land):
    """Where nothing else is near it, it is chosen at once, though it is drawn smaller than a finger."""
    page = land("p0-0", "p23-23").page
    place = live(page)[1]
    assert place["size"] < 20
    page.touchscreen.tap(place["x"] - 17, place["y"])
    page.wait_for_timeout(200)
    assert [said["code"] for said in land.server.heard if said["type"] == "choose"] == [1]
    assert page.locator("[data-map][data-zoomed]").count() == 0


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
