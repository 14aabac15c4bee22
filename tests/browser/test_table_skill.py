"""The crane of Fawlty Towers: stopped by mouse, finger and space bar, let go by a button, and what is seen of it."""

from __future__ import annotations

import pytest

from tests.browser.person import LAPTOP, PHONE, SIDEWAYS

CRANE = {"hand_1": "crane"}
SWINGS = ".t-swing:not([hidden])"


def lift(ann) -> None:
    """A red cube over the second tower."""
    ann.sit("fawlty-towers", "bot:random", options=CRANE)
    assert ann.my_turn()
    ann.page.click("[data-id=stock-red]")
    ann.page.click("[data-id=tower-2]")
    ann.page.wait_for_selector(SWINGS)


def words(ann) -> str:
    return str(ann.page.inner_text(".swing-words"))


def story(ann) -> str:
    return str(
        ann.page.evaluate("() => [...document.querySelectorAll('.t-talk li')].map(e => e.textContent).join(' ')")
    )


def press(ann, how: str) -> None:
    ann.page.wait_for_timeout(300)
    if how == "mouse":
        ann.page.click(".swing-stage")
    elif how == "finger":
        ann.page.tap(".swing-stage")
    elif how == "space":
        ann.page.keyboard.press(" ")
    else:
        ann.page.click("text=Let a hand drop it")


@pytest.mark.parametrize(
    ("size", "how"),
    [(LAPTOP, "mouse"), (LAPTOP, "space"), (PHONE, "finger"), (SIDEWAYS, "finger"), (LAPTOP, "button")],
    ids=["mouse", "space", "finger", "finger sideways", "button"],
)
def test_the_crane_is_stopped_twice_and_the_cube_lands(person, size, how):
    ann = person("Ann", **size)
    lift(ann)
    assert words(ann) == "Seen from the front"
    press(ann, how)
    ann.page.wait_for_function("() => document.querySelector('.swing-words').textContent === 'From near to far'")
    press(ann, how)
    ann.page.wait_for_selector(".t-swing", state="hidden")
    ann.page.wait_for_function(
        "() => [...document.querySelectorAll('.t-talk')].some(e => /drops a red cube/.test(e.textContent))"
    )


def test_what_the_crane_shows_is_what_is_sent(person):
    ann = person("Ann", **LAPTOP)
    lift(ann)
    ann.page.wait_for_timeout(400)
    shown = ann.page.evaluate("""() => {
      document.querySelector(".swing-stage").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      return document.querySelector(".hook").getAttribute("transform");  // before the server has answered
    }""")
    off = round(float(shown.split("(")[1].split(" ")[0]))
    ann.page.wait_for_function("() => document.querySelector('.swing-words').textContent === 'From near to far'")
    said = "in the middle" if off == 0 else f"{abs(off)} {'right' if off > 0 else 'left'}"
    assert f"stops the crane {said}." in ann.page.text_content(".t-talk")


COVERED = """async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = q => document.querySelector(q).getBoundingClientRect();
  const swing = box(".t-swing"), over = q => { const b = box(q); return !(b.bottom <= swing.top || b.top >= swing.bottom || b.right <= swing.left || b.left >= swing.right); };
  return { inside: swing.top >= 0 && swing.left >= 0 && swing.bottom <= innerHeight && swing.right <= innerWidth,
           prompt: over(".t-prompt"), button: over(".t-choices [data-choice]"), buttons: document.querySelectorAll(".t-choices [data-choice]").length };
}"""


def test_the_crane_covers_nothing_that_is_needed(person):
    """It lies whole in every window, and neither the words nor the button are under it."""
    ann = person("Ann", **PHONE)
    lift(ann)
    for size in (PHONE, SIDEWAYS, LAPTOP):
        ann.page.set_viewport_size(size["viewport"])
        found = ann.page.evaluate(COVERED)
        assert found == {"inside": True, "prompt": False, "button": False, "buttons": 1}, size


def test_nobody_else_gets_the_crane(person):
    ann, ben = person("Ann", **LAPTOP), person("Ben", **LAPTOP)
    id = ann.sit("fawlty-towers", "bot:random", options=CRANE)
    ben.go(id)
    assert ann.my_turn()
    ann.page.click("[data-id=stock-red]")
    ann.page.click("[data-id=tower-2]")
    ann.page.wait_for_selector(SWINGS)
    ben.page.wait_for_function("() => /works the crane/.test(document.querySelector('.t-prompt').textContent)")
    assert ben.page.query_selector(SWINGS) is None


def test_hands_are_asked_for_beside_their_seats(person):
    ann = person("Ann", **PHONE)
    ann.page.goto(f"{ann.url}/new/fawlty-towers")
    ann.page.check("input[name=seats][value='2']", force=True)
    assert ann.page.is_visible("select[name='option:hand_2']")
    assert not ann.page.is_visible("select[name='option:hand_3']")
    ann.page.select_option("select[name='option:hand_1']", "crane")
    ann.page.click("text=Lay the table")
    ann.page.wait_for_selector("#table [data-counter=hand]")
