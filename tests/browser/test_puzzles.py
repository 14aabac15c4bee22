"""Puzzles in a real browser: solved by their stored answers with touches alone, alone and together, and shared."""

from __future__ import annotations

import re
from typing import Any

import pytest

from brillig.parts.puzzles.book import numbered
from brillig.parts.puzzles.solver import Laid
from brillig.parts.trickster.patterns import card_name
from tests.browser.person import LAPTOP, PHONE, Person

FEW = (7, 60)  # those that are solved in every run: a plain one of three cards, and the hardest with the wild symbol


def touch(ann: Person, id: str) -> None:
    """A finger where there is one. On a map a place that is too small is zoomed to first, and then touched."""
    before = ann.page.evaluate("document.querySelectorAll('#table [data-picked]').length")
    thing = ann.page.locator(f'#table [data-touch="{id}"]').first
    for _ in range(3):
        box = thing.bounding_box()
        assert box, f"{id} is not there"
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if ann.touches:
            ann.page.touchscreen.tap(x, y)
        else:
            ann.page.mouse.click(x, y)
        ann.page.wait_for_timeout(60)
        now = ann.page.evaluate("document.querySelectorAll('#table [data-picked]').length")
        if now != before or not thing.count() or not thing.is_visible():
            return


def lay(ann: Person, laid: Laid) -> None:
    before = ann.ply
    ways = [
        f"card-{card_name(laid.card)}",
        *[f"turn-{laid.rotation}"] * (laid.rotation > 0),
        f"at_{laid.at[0]}_{laid.at[1]}",
    ]
    for id in ways:
        touch(ann, id)
    ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)


def begin(ann: Person, number: int) -> None:
    ann.sit("patterns-puzzles", options={"puzzle": number})
    assert ann.my_turn()


@pytest.mark.parametrize("number", [n if n in FEW else pytest.param(n, marks=pytest.mark.soak) for n in range(1, 61)])
def test_every_puzzle_is_solved_by_touches_alone(person: Any, number: int) -> None:
    ann = person(**(PHONE if number % 2 == 0 else LAPTOP))
    ann.touches = number % 2 == 0
    begin(ann, number)
    for laid in numbered(number).answer:
        lay(ann, laid)
    ann.page.wait_for_selector(".t-result[open] h2")
    assert ann.page.inner_text(".t-result h2") == "Solved!"
    assert f"with {len(numbered(number).answer)} actions" in ann.page.inner_text(".t-result")


def test_what_does_not_match_is_refused_in_words_and_a_card_is_taken_back(person: Any) -> None:
    ann = person(**LAPTOP)
    ann.touches = False
    begin(ann, 7)
    c2, m2, r6 = numbered(7).answer
    lay(ann, m2)
    for id in (f"card-{card_name(c2.card)}", "turn-2", f"at_{c2.at[0]}_{c2.at[1]}"):
        touch(ann, id)
    ann.page.wait_for_selector("text=Overlapping squares must match.")
    before = ann.ply
    for id in (f"card-{card_name(m2.card)}", f"home-{card_name(m2.card)}"):
        touch(ann, id)
    ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
    assert "3 to go" in ann.page.inner_text(".t-prompt")
    for laid in (m2, c2, r6):
        lay(ann, laid)
    ann.page.wait_for_selector(".t-result[open] h2")


def test_two_browsers_solve_one_puzzle_together_and_share_it(person: Any) -> None:
    ann, bob = person("Ann", **LAPTOP), person("Bob", **PHONE)
    ann.touches, bob.touches = False, True
    laid = ann.lay("patterns-puzzles", "open", options={"puzzle": 7, "clock": "count up"})
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    for somebody in (ann, bob):
        somebody.go(laid["id"])
        somebody.page.click("[data-key=ready]")
    for somebody in (ann, bob):
        somebody.wait("[data-state=yours]")
    first, second, third = numbered(7).answer
    lay(ann, first)
    bob.page.wait_for_function("() => +document.getElementById('table').dataset.ply > 0")
    lay(bob, second)
    ann.page.wait_for_function("() => +document.getElementById('table').dataset.ply > 1")
    lay(ann, third)
    for somebody in (ann, bob):
        somebody.page.wait_for_selector(".t-result[open] h2")
        assert somebody.page.inner_text(".t-result h2") == "Solved!"
    ann.page.click(".t-result button:has-text('Share')")
    ann.page.wait_for_selector(".feat")
    said = " ".join(ann.page.inner_text(".feat").split())
    assert "Ann, Bob solved puzzle 7" in said
    assert re.search(r"in \d+:\d\d, with 3 actions and no hints", said)
    assert ann.page.input_value("#link").startswith("http")
