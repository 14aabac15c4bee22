"""Games are played to their end by two people, and by keyboard."""

from __future__ import annotations

import random


def test_two_browsers_at_one_table(person):
    ann, bob = person("Ann"), person("Bob", viewport={"width": 390, "height": 844})
    laid = ann.lay("othellino", "open")
    ann.go(laid["id"])
    assert "begins when every seat is taken" in ann.page.inner_text(".t-prompt")
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    bob.go(laid["id"])
    pick = random.Random(3)
    while ann.state != "over":
        for somebody in (ann, bob):
            if somebody.state == "yours":
                before = somebody.ply
                somebody.touch_anything(pick)
                somebody.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
        ann.page.wait_for_timeout(5)
    bob.wait("[data-state=over]")
    assert ann.page.inner_text(".t-story") == bob.page.inner_text(".t-story")


def test_othellino_by_keyboard_alone(person):
    ann = person()
    ann.sit("othellino", "bot:random")
    keys = ann.page.keyboard
    ann.page.focus("#table")
    while ann.my_turn():
        before = ann.ply
        keys.press("l")
        assert ann.page.evaluate("document.activeElement.hasAttribute('data-live')")
        keys.press("Enter")
        ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
    assert ann.ply > 8


def test_gold_mine_by_keyboard_alone(person):
    ann = person()
    ann.sit("gold-mine", "bot:random", "bot:random")
    keys, moves = ann.page.keyboard, 0
    while ann.my_turn():
        if not ann.page.evaluate("document.activeElement.hasAttribute('data-choice')"):
            for _ in range(40):
                keys.press("Tab")
                if ann.page.evaluate("document.activeElement.hasAttribute('data-choice')"):
                    break
        before = ann.ply
        keys.press("Enter" if moves % 3 else "2")
        ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
        moves += 1
    assert moves >= 4


def test_arrows_walk_the_board(person):
    ann = person()
    ann.sit("othellino", "bot:random", options={"first mover": "seat 1"})
    ann.my_turn()
    ann.page.focus("[data-touch=a1]")
    at = lambda: ann.page.evaluate("document.activeElement.dataset.touch")  # noqa: E731
    for key, place in (
        ("ArrowRight", "b1"),
        ("ArrowDown", "b2"),
        ("ArrowLeft", "a2"),
        ("ArrowUp", "a1"),
        ("ArrowLeft", "a1"),
    ):
        ann.page.keyboard.press(key)
        assert at() == place
    assert ann.page.locator(".board [tabindex='0']").count() == 1
