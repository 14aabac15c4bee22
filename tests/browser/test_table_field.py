"""An open field: pointing anywhere, by mouse, by finger and by keyboard, with what is in reach shown."""

from __future__ import annotations

import pytest

from tests.browser.person import DESK, PHONE

GAME = "grenade-salad"
SOLDIER = "#table .field .piece[data-live]"
PLACE = """(id) => { const e = document.querySelector(`#table [data-id="${id}"]`);
  const unit = +e.style.getPropertyValue("--x"); return [unit, +e.style.getPropertyValue("--y")]; }"""
# Where a point of the field is in the window.
WINDOW = """([x, y]) => { const cells = document.querySelector("#table .field .cells"), box = cells.getBoundingClientRect();
  const [left, top, wide] = cells.dataset.view.split(" ").map(Number), unit = box.width / wide;
  return [box.x + (x - left) * unit, box.y + (y - top) * unit]; }"""

# Is a point of the field in sight, and nothing there but its ground?
EMPTY = f"""point => {{ const [x, y] = ({WINDOW})(point), e = document.elementFromPoint(x, y);
  const box = document.querySelector("#table .field .cells").getBoundingClientRect();
  return box.left < x && x < box.right && box.top < y && y < box.bottom && !!e?.closest(".field") && !e.closest(".piece"); }}"""


def my_move(ann):
    """At the table, asked for a turn with a soldier to move (and not for a mine)."""
    ann.sit(GAME, "bot:random")
    for _ in range(40):
        assert ann.my_turn()
        if "ove a soldier" in ann.page.inner_text(".t-prompt") and ann.page.query_selector(SOLDIER):
            return
        ann.page.click(".t-ask [data-choice] >> nth=-1")
        ann.page.wait_for_timeout(150)
    raise AssertionError("it is never my move")


def free_point(ann, id):
    """A point near a soldier that may be pointed at, once it is picked up: the one furthest to the left of it."""
    x, y = ann.page.evaluate(PLACE, id)
    path = ann.page.get_attribute("#table .over .area", "d")
    columns = [
        (int(float(a) + 0.5), int(float(b) + 0.5)) for a, b in (p.split("h")[0].split() for p in path.split("M")[1:])
    ]
    return min(columns, key=lambda p: abs(p[0] - x + 10) + abs(p[1] - y))


def picked(ann):
    id = ann.page.get_attribute(SOLDIER, "data-id")
    ann.page.evaluate("id => document.querySelector(`[data-id='${id}']`).click()", id)
    ann.page.wait_for_selector("#table .over .area", state="attached")
    return id


def arrived(ann, id, point):
    ann.page.wait_for_function(
        "([id, x, y]) => { const e = document.querySelector(`[data-id='${id}']`);"
        " return !e || (+e.style.getPropertyValue('--x') === x && +e.style.getPropertyValue('--y') === y); }",
        arg=[id, *point],
    )


def test_only_tables_with_a_field_fetch_what_draws_it(person):
    ann, asked = person(profile="new", **DESK), []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.sit("othellino", "bot:random")
    assert any("/static/table/draw.js" in url for url in asked)
    assert not any("/static/table/rare/" in url for url in asked)
    ann.sit(GAME, "bot:random")
    ann.page.wait_for_selector("#table .field .piece")
    assert any("/static/table/rare/aim.js" in url for url in asked)


def test_a_mouse_points_and_clicks(person):
    ann = person(**DESK)
    my_move(ann)
    id = picked(ann)
    point = free_point(ann, id)
    ann.page.mouse.click(*ann.page.evaluate(WINDOW, point))
    arrived(ann, id, point)


def test_a_mouse_drags_a_soldier(person):
    ann = person(**DESK)
    my_move(ann)
    id = picked(ann)
    point = free_point(ann, id)
    ann.page.click("[data-key=back]")
    start = ann.page.evaluate(WINDOW, ann.page.evaluate(PLACE, id))
    ann.page.mouse.move(*start)
    ann.page.mouse.down()
    ann.page.mouse.move(start[0] + 8, start[1] + 8)
    ann.page.wait_for_selector("#table .over .area", state="attached")
    ann.page.wait_for_timeout(200)  # the table may have another size now
    ann.page.mouse.move(*ann.page.evaluate(WINDOW, point))
    ann.page.mouse.up()
    arrived(ann, id, point)


def test_a_point_out_of_reach_is_refused_in_the_servers_words(person):
    ann = person(**DESK)
    my_move(ann)
    id = picked(ann)
    before = ann.ply
    x, y = ann.page.evaluate(PLACE, id)
    far = next(  # in sight, and where nobody stands: else the click would be for whoever does
        [x + a, y + b]
        for a in (40, -40) for b in range(0, 40, 5)
        if ann.page.evaluate(EMPTY, [x + a, y + b])
    )  # fmt: skip
    ann.page.mouse.click(*ann.page.evaluate(WINDOW, far))
    ann.page.wait_for_selector(".t-why:not([hidden])")
    assert ann.page.inner_text(".t-why") == "You can move at most one tile's width."
    assert ann.ply == before
    assert ann.page.evaluate(PLACE, id) == [x, y]


def test_a_finger_points_slides_and_presses_a_button(person):
    ann = person(**PHONE)
    my_move(ann)
    id = picked(ann)
    ann.page.wait_for_timeout(300)  # it comes nearer
    point = free_point(ann, id)
    ann.page.touchscreen.tap(*ann.page.evaluate(WINDOW, point))
    ann.page.wait_for_timeout(100)
    assert ann.page.get_attribute("#table", "data-state") == "yours"  # nothing is sent yet
    ann.page.tap(".t-ask [data-key=aim]")
    arrived(ann, id, point)


def test_arrow_keys_and_enter(person):
    ann = person(**DESK)
    my_move(ann)
    keys = ann.page.keyboard
    ann.page.focus("#table")
    for _ in range(40):
        keys.press("l")
        if ann.page.evaluate("document.activeElement.matches('.field .piece[data-live]')"):
            break
    id = ann.page.evaluate("document.activeElement.dataset.id")
    x, y = ann.page.evaluate(PLACE, id)
    keys.press("Enter")
    ann.page.wait_for_selector("#table .over .area", state="attached")
    left = 1 if x > 30 else -1
    for _ in range(3):
        keys.press("ArrowLeft" if left > 0 else "ArrowRight")
    keys.press("Shift+ArrowDown" if y < 200 else "Shift+ArrowUp")
    point = ann.page.eval_on_selector("#table .over .mark", "e => [+e.getAttribute('x') + 2, +e.getAttribute('y') + 2]")
    assert point != [x, y]
    free = ann.page.query_selector("#table .over .mark.no") is None
    keys.press("Enter")
    if free:
        arrived(ann, id, point)
    else:
        ann.page.wait_for_selector(".t-why:not([hidden])")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_what_a_grenade_would_hit_is_marked(person, size):
    ann = person(**size)
    for _ in range(8):
        my_move(ann)
        card = ann.page.query_selector("#table [data-touch=card-wheel][data-live]")
        if card:
            break
    else:
        pytest.skip("no grenade was dealt")
    card.click()
    picked(ann)
    ann.page.wait_for_timeout(300)
    marks = "() => document.querySelectorAll('#table .field .piece[data-hit]').length"
    square = ann.page.eval_on_selector(
        "#table .over .mark.blast", "e => [+e.getAttribute('x') + 12, +e.getAttribute('y') + 12]"
    )
    within = ann.page.evaluate(
        "([x, y]) => [...document.querySelectorAll('#table .field .piece')].filter(e =>"
        " Math.abs(e.style.getPropertyValue('--x') - x) <= 12 && Math.abs(e.style.getPropertyValue('--y') - y) <= 12).length",
        square,
    )
    assert ann.page.evaluate(marks) == within
