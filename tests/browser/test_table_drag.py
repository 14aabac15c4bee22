"""Dragging: by mouse and by finger, as often as one likes; the piece under the pointer, home again from anywhere else."""

from __future__ import annotations

import pytest

from tests.browser.person import PHONE

WATCH = """() => {
  window.native = [];
  for (const name of ["dragstart", "pointercancel"])
    addEventListener(name, event => window.native.push(event.defaultPrevented ? `${name} prevented` : name));
}"""


def middle(ann, selector):
    box = ann.page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hand(ann):
    return ann.page.eval_on_selector_all("#table .t-hand [data-live]", "all => all.map(e => e.dataset.touch)")


def at_the_table(person, **size):
    ann = person(**size)
    ann.sit("bandersnatch")
    ann.my_turn()
    ann.page.evaluate(WATCH)
    return ann


def lit_cell(ann):
    """A place that what is picked up may go to."""
    return ann.page.locator("#table [data-touch^=cell-][data-live]").last.get_attribute("data-touch")


class Mouse:
    def __init__(self, page):
        self.mouse = page.mouse

    def down(self, x, y):
        self.mouse.move(x, y)
        self.mouse.down()

    def move(self, x, y):
        self.mouse.move(x, y, steps=6)

    def up(self):
        self.mouse.up()


class Finger:
    """Touches as the browser gets them from glass."""

    def __init__(self, page):
        self.line = page.context.new_cdp_session(page)
        self.at = (0, 0)

    def send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, x, y):
        self.at = (x, y)
        self.send("touchStart", self.at)

    def move(self, x, y):
        x0, y0 = self.at
        for k in range(1, 7):
            self.send("touchMove", (x0 + (x - x0) * k / 6, y0 + (y - y0) * k / 6))
        self.at = (x, y)

    def up(self):
        self.send("touchEnd")


@pytest.mark.parametrize(("how", "size"), [(Mouse, {}), (Finger, PHONE)], ids=["mouse", "finger"])
def test_drag_after_drag(person, how, size):
    ann = at_the_table(person, **size)
    pointer, plies = how(ann.page), 0
    while ann.my_turn() and plies < 5 and hand(ann):
        card, before = hand(ann)[0], ann.ply
        x, y = middle(ann, f".t-hand [data-touch={card}]")
        pointer.down(x, y)
        pointer.move(x + 20, y - 20)
        cell = lit_cell(ann)
        pointer.move(*middle(ann, f"[data-touch={cell}]"))
        # It is under the pointer, and where it would fall is alight.
        assert ann.page.locator(".carried").count() == 1
        box = ann.page.locator(".carried").bounding_box()
        tx, ty = middle(ann, f"[data-touch={cell}]")
        assert abs(box["x"] + box["width"] / 2 - tx) < 40
        assert abs(box["y"] + box["height"] / 2 - ty) < 60
        assert ann.page.get_attribute(f"[data-touch={cell}]", "data-over") == ""
        pointer.up()
        ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
        assert ann.page.locator(f"[data-touch={cell}] [data-id={card}]").count() == 1
        assert ann.page.locator(".carried, .away").count() == 0
        plies += 1
    assert plies >= 2
    assert ann.page.evaluate("getSelection().toString()") == ""
    assert [event for event in ann.page.evaluate("window.native") if "prevented" not in event] == []


@pytest.mark.parametrize(("how", "size"), [(Mouse, {}), (Finger, PHONE)], ids=["mouse", "finger"])
def test_let_go_elsewhere_it_glides_home(person, how, size):
    ann = at_the_table(person, **{"reduced_motion": "no-preference", **size})
    pointer, cards = how(ann.page), hand(ann)
    pointer.down(*middle(ann, f"[data-touch={cards[0]}]"))
    pointer.move(*middle(ann, ".t-prompt"))
    assert ann.page.locator(".carried").count() == 1
    pointer.up()
    ann.page.wait_for_function("() => !document.querySelector('.carried, .away')")
    assert ann.ply == 0
    assert hand(ann) == cards
    assert ann.page.locator("[data-picked]").count() == 0


def test_what_was_picked_up_by_a_click_can_be_dragged(person):
    ann = at_the_table(person)
    card = hand(ann)[0]
    ann.page.click(f"[data-touch={card}]")
    cell = lit_cell(ann)
    mouse = Mouse(ann.page)
    mouse.down(*middle(ann, f"[data-touch={card}]"))
    mouse.move(*middle(ann, f"[data-touch={cell}]"))
    mouse.up()
    ann.wait('[data-ply="1"]')


def test_a_cube_on_a_space_is_dragged_too(person):
    ann = person()
    ann.sit("backgammon", "bot:random")
    mouse = Mouse(ann.page)
    for _ in range(3):
        ann.my_turn()
        before = ann.ply
        source = ann.page.locator("#table .spot[data-live]").first.get_attribute("data-touch")
        mouse.down(*middle(ann, f"[data-touch={source}] .piece >> nth=-1"))
        mouse.move(*middle(ann, ".t-prompt"))
        lit = ann.page.locator("#table .spot[data-lit]")  # it can go to one place only; else to all that are alight
        target = (lit if lit.count() else ann.page.locator("#table .spot[data-live]")).first.get_attribute("data-touch")
        mouse.move(*middle(ann, f"[data-touch={target}]"))
        mouse.up()
        ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
