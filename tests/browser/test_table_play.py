"""Every game is played to its end by touches alone, by one person with bots, by two people, and by keyboard."""

from __future__ import annotations

import random

import pytest

from brillig import catalogue
from tests.browser.person import PHONE

STALL = 200_000  # milliseconds; a race in which nobody lays a card ends after two minutes
HASTE = {"grenade-salad": {"mine pause": 3}}  # where people are waited for
SIZES = [(game.slug, seats) for game in catalogue.games() for seats in sorted(set(game.seats))]


# Where a random bot has nothing to lay, it looks at every place before it says so, and the race stalls first: minutes.
LONG = {"cover-some-ground", "diversify", "not-my-stack"}
ENDS = [
    pytest.param(game, seats, id=f"{game}-{seats}", marks=pytest.mark.soak if game in LONG else ())
    for game, seats in SIZES
]


@pytest.mark.parametrize(("game", "seats"), ENDS)
def test_every_game_ends(person, game, seats):
    ann = person(**(PHONE if seats % 2 else {}))
    ann.sit(game, *["bot:random"] * (seats - 1), options=HASTE.get(game, {}))
    assert ann.play_on(seed=7, patience=STALL if catalogue.load(game).real_time else 40_000) > 0
    ann.page.wait_for_selector(".t-result[open] h2")
    alone = seats == 1 or ann.page.get_attribute("#table", "data-together") is not None  # nobody to be ranked against
    assert ann.page.locator(".t-result .t-ranking tbody tr").count() == (0 if alone else seats)


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
