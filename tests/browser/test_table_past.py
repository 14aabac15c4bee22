"""Stepping back through the moves at the table while the match goes on."""

from __future__ import annotations

import random

from tests.browser.person import PHONE

BOARD = "[...document.querySelectorAll('.t-main .spot')].map(spot => spot.dataset.say).join()"


def begun(person, **size):
    ann, bob = person(**size), person("Bob")
    laid = ann.lay("othellino", "open")
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    ann.go(laid["id"])
    bob.go(laid["id"])
    boards, pick = {0: ann.page.evaluate(BOARD)}, random.Random(3)
    for ply in range(1, 5):
        while not (movers := [who for who in (ann, bob) if who.state == "yours"]):
            ann.page.wait_for_timeout(50)
        movers[0].touch_anything(pick)
        for who in (ann, bob):
            who.page.wait_for_function("n => +document.getElementById('table').dataset.ply >= n", arg=ply)
        boards[ply] = ann.page.evaluate(BOARD)
    return ann, bob, boards


def at(ann, step):
    ann.page.wait_for_selector(f".t-past >> text=Step {step} of")


def test_back_and_forth_by_keys_and_back_to_now(person, axe):
    ann, bob, boards = begun(person)
    ann.page.keyboard.press(",")
    at(ann, 3)
    assert ann.page.evaluate(BOARD) == boards[3]
    assert ann.page.locator("[data-live]").count() == 0  # nothing can be touched in the past
    assert axe(ann.page) == []
    for step in (2, 1, 0):
        ann.page.keyboard.press(",")
        at(ann, step)
        assert ann.page.evaluate(BOARD) == boards[step]
    ann.page.keyboard.press(".")
    at(ann, 1)
    # The match goes on meanwhile, and this screen stays where it is.
    mover = bob if bob.state == "yours" else None
    if mover:
        bob.touch_anything(random.Random(5))
        ann.page.wait_for_selector(".t-past >> text=Step 1 of 5")
        assert ann.page.evaluate(BOARD) == boards[1]
    ann.page.click("text=Back to now")
    assert ann.page.is_hidden(".t-past")
    assert ann.page.evaluate(BOARD) == bob.page.evaluate(BOARD)


def test_a_line_of_the_story_leads_to_its_moment(person):
    ann, _, boards = begun(person, **PHONE)
    line = ann.page.locator(".t-story [data-ply='2']").first
    line.scroll_into_view_if_needed()
    line.click()
    at(ann, 2)
    assert ann.page.evaluate(BOARD) == boards[2]
    ann.page.keyboard.press("Escape")
    assert ann.page.is_hidden(".t-past")
    assert ann.page.evaluate(BOARD) == boards[4]
