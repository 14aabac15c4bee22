"""Where a match turned, in a browser: from the result by keyboard alone, on the board, and on a phone."""

from __future__ import annotations

from tests.browser.person import PHONE

CURRENT = "document.querySelectorAll('#turns [aria-current]').length"


def test_from_the_result_to_the_turning_points_by_keyboard_alone(person, axe):
    ann = person()
    id = ann.sit("othellino", "bot:random")
    ann.play_on(seed=1)
    ann.page.wait_for_selector(".t-result[open]")
    ann.page.focus("text=Where it turned")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(f"**/replays/{id}/analysis")
    ann.page.wait_for_selector("#board [data-verdict=better]")
    assert axe(ann.page) == []
    assert ann.page.locator("#graph path.line-0, #graph path.line-1").count() == 2
    # The board shows the very place that the words name.
    place = ann.page.get_attribute("#board [data-verdict=better]", "data-id")
    assert place
    assert ann.page.inner_text("#told .better span") in (place, place.rpartition("-")[2])
    first = ann.page.inner_text("#told")
    ann.page.keyboard.press("n")
    ann.page.wait_for_function("told => document.getElementById('told').innerText !== told", arg=first)
    assert ann.page.evaluate(CURRENT) == 1
    ann.page.keyboard.press("End")
    ann.page.wait_for_function(
        "() => document.getElementById('choice').value === document.getElementById('choice').max"
    )
    # It is kept: whoever comes back need not wait.
    ann.page.goto(f"{ann.url}/me")
    ann.page.click(f"a[href='/replays/{id}/analysis']")
    ann.page.wait_for_selector("#board [data-verdict]")
    assert not ann.page.is_visible("#thinking")


def test_on_a_phone_it_lies_in_one_column(person, axe):
    ann = person(**PHONE)
    id = ann.post("/api/tables", game="gold-mine", seats=["bot:random"] * 3)["id"]
    while ann.context.request.get(f"{ann.url}/api/tables/{id}").json()["status"] != "over":
        ann.page.wait_for_timeout(100)
    ann.page.goto(f"{ann.url}/replays/{id}/analysis")
    ann.page.wait_for_selector("#board svg")
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ann.page.locator("#legend li").count() == 4
    box = ann.page.locator("#graph").bounding_box()
    ann.page.touchscreen.tap(
        box["x"] + box["width"] - 2, box["y"] + 20
    )  # the graph leads to the choice that is nearest
    ann.page.wait_for_function(
        "() => +document.getElementById('choice').value > 0.7 * document.getElementById('choice').max"
    )
    ann.page.tap("#turns button >> nth=0")
    before = ann.page.input_value("#choice")
    ann.page.tap("#turn-next")
    ann.page.wait_for_function("before => document.getElementById('choice').value !== before", arg=before)
    assert axe(ann.page) == []
