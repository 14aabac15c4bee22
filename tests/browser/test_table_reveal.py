"""Hands that are laid open are seen one after the other, each under its owner's name."""

from __future__ import annotations

import random

# Whatever of the hands is made to come later, and when.
NOTE = """() => {
  window.late = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const id = this.dataset?.id ?? "";
    if (/^shown-\\d+(-\\d+)?$/.test(id)) window.late.push([id, how.delay ?? 0]);
    return animate.call(this, frames, how);
  };
}"""


def test_hand_after_hand(person):
    ann = person(profile="new", reduced_motion="no-preference")
    ann.page.add_init_script(f"({NOTE})()")
    ann.sit("liars-cards", "bot:random", "bot:random")
    pick = random.Random(5)
    for _ in range(120):
        if not ann.my_turn() or ann.page.locator(".t-reveal").count():
            break
        ann.touch_anything(pick)
        ann.page.wait_for_timeout(60)
    ann.page.wait_for_selector(".t-reveal .piece", state="attached")
    late = ann.page.evaluate("late")
    when = {
        seat: {delay for id, delay in late if id.split("-")[1] == seat} for seat in {id.split("-")[1] for id, _ in late}
    }
    assert len(when) >= 2
    first = [min(when[seat]) for seat in sorted(when)]
    assert first == sorted(set(first))  # each hand has its own moment, in the order of the seats
    middle = ann.page.locator(".t-reveal").bounding_box()
    assert abs(middle["x"] + middle["width"] / 2 - 640) < 2
    ann.page.click(".t-reveal")  # who has seen enough goes on
    assert ann.page.locator(".t-reveal").count() == 0
