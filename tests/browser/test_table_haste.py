"""Hasty games: keys that touch things, a card that goes at once where it is sent, and comes back if it is refused."""

from __future__ import annotations

import pytest

from tests.browser.person import PHONE

SEND = """async () => {
  const root = document.getElementById("table"), seen = [];
  const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const until = async done => { while (!done()) await new Promise(resolve => setTimeout(resolve, 5)); };
  for (const card of "123")
    for (const pile of ["ArrowLeft", "ArrowRight"]) {
      await until(() => root.dataset.state === "yours" && !document.querySelector(".flying"));
      const ply = root.dataset.ply;
      press(card);
      const picked = document.querySelectorAll("[data-picked]").length;
      press(pile);
      const flying = document.querySelectorAll(".flying").length;
      await until(() => root.dataset.state === "yours");
      seen.push({ picked, flying, went: root.dataset.ply !== ply, why: document.querySelector(".t-why").textContent });
      if (root.dataset.ply !== ply) return seen;
    }
  return seen;
}"""


def test_cards_are_sent_by_keys_and_fly_at_once(person):
    ann, bob = (person(name, reduced_motion="no-preference") for name in ("Ann", "Bob"))
    laid = ann.lay("speed", "open", options={"countdown": 1})
    ann.go(laid["id"])
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    bob.go(laid["id"])
    for somebody in (ann, bob):
        assert somebody.page.get_attribute("#table", "data-brisk") is not None
        somebody.page.click("[data-key=ready]")
    seen, sender = [], ann
    for somebody in (ann, bob):  # if Ann has nothing that fits, Bob has
        assert somebody.my_turn()
        sender, tries = somebody, somebody.page.evaluate(SEND)
        seen += tries
        if tries[-1]["went"]:
            break
    assert all(each["picked"] == 1 and each["flying"] >= 1 for each in seen)
    assert {each["why"] for each in seen[:-1]} <= {"It must match number, symbol or colour."}
    assert seen[-1]["went"]
    deck = 1 if sender is ann else 2
    before = sender.ply
    sender.page.keyboard.press(" ")
    sender.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
    assert sender.page.inner_text(f"[data-id=deck-{deck}] > .badge") == "22"


ROOM = "['.t-main', '.t-ask'].map(css => document.querySelector(css).getBoundingClientRect().height)"


def test_what_is_picked_up_is_seen_at_once_and_nothing_else_moves(person):
    """Hundreds of places are lit after it, and the board keeps its room: it is not laid out anew."""
    ann = person(**PHONE)
    ann.sit("cover-some-ground", "bot:random", options={"stall": 300})
    ann.my_turn()
    ann.page.wait_for_selector("[data-zone=hand] .piece[data-live]")
    for _ in range(2):  # the explanation is read whole, and folded away
        ann.page.evaluate("document.querySelector('.t-helper').click()")
    ann.page.wait_for_selector(".t-help", state="hidden")
    room = ann.page.evaluate(ROOM)
    seen = ann.page.evaluate("""() => {
      document.querySelector("[data-zone=hand] .piece[data-live]").click();
      return [document.querySelectorAll("[data-zone=hand] [data-picked]").length, document.querySelector(".t-prompt").textContent];
    }""")
    assert seen[0] == 1
    assert seen[1].endswith("now touch where it goes.")
    assert ann.page.evaluate(ROOM) == room
    ann.page.wait_for_function("() => document.querySelectorAll('.t-main .spot[data-live]').length > 20")
    ann.page.click("[data-key=back]")
    assert ann.page.locator("[data-picked]").count() == 0
    ann.page.wait_for_function("() => !document.querySelector('.t-main .spot[data-live]')")
    assert ann.page.evaluate(ROOM) == room


@pytest.mark.soak  # random bots are slow: it takes minutes until the first is out
def test_time_that_runs_out_for_everybody_is_shown(person):
    """Five bots race; when the first is out, a ring counts down for whoever has not laid all cards."""
    ann = person()
    ann.sit("diversify", *["bot:random"] * 5)
    ann.page.click("[data-key=ready]")
    ann.page.wait_for_selector(".t-ring:not([hidden])", timeout=400_000)
    left = int(ann.page.inner_text(".t-ring b"))
    assert 0 < left <= 60
    ann.page.wait_for_function("n => +document.querySelector('.t-ring b').textContent < n", arg=left)
    assert (
        ann.page.evaluate(
            "document.elementFromPoint(...['left', 'top'].map(side => document.querySelector('.t-ring').getBoundingClientRect()[side] + 20))?.closest('.t-ring')"
        )
        is None
    )
