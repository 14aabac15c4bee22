"""Touching: the way through the touches, back out of it, why not, and what is remembered of a person's wishes."""

from __future__ import annotations

import pytest


@pytest.fixture
def bandersnatch(person):
    ann = person()
    ann.sit("bandersnatch")
    ann.my_turn()
    return ann


def alight(ann):
    return ann.page.eval_on_selector_all("#table [data-live]", "all => all.map(e => e.dataset.touch)")


def prompt(ann):
    return ann.page.inner_text(".t-prompt")


def why(ann):
    return ann.page.inner_text(".t-why")


def test_a_card_then_a_place(bandersnatch):
    ann = bandersnatch
    hand = alight(ann)
    assert len(hand) == 2
    assert all(id.startswith("card-") for id in hand)
    ann.page.click(f"[data-touch={hand[0]}]")
    assert prompt(ann).endswith(": on which empty card?")
    assert {id.split("-")[0] for id in alight(ann)} == {"cell"}
    assert all(ann.page.eval_on_selector_all(".spot[data-live] .preview", "all => all.map(e => e.textContent)"))
    ann.page.click("[data-touch=cell-5]")
    ann.wait('[data-ply="1"]')
    assert ann.page.get_attribute("[data-touch=cell-5]", "data-mark") == "last"
    assert ann.page.locator(f"[data-touch=cell-5] [data-id={hand[0]}]").count() == 1


def test_back_out_of_it(bandersnatch):
    ann = bandersnatch
    first, second = alight(ann)
    ann.page.click(f"[data-touch={first}]")
    ann.page.keyboard.press("Escape")
    assert alight(ann) == [first, second]
    ann.page.click(f"[data-touch={first}]")
    ann.page.click(f"[data-touch={second}]")  # the other one instead
    assert ann.page.get_attribute(f"[data-touch={second}]", "data-picked") == ""
    ann.page.click(f"[data-touch={second}]")  # and put back
    assert alight(ann) == [first, second]
    ann.page.click(f"[data-touch={first}]")
    ann.page.click(".t-main", position={"x": 5, "y": 5})  # elsewhere
    assert alight(ann) == [first, second]
    ann.page.click(f"[data-touch={first}]")
    ann.page.click(".t-ask >> text=Put it back")
    assert alight(ann) == [first, second]
    assert ann.ply == 0


def test_why_not(bandersnatch, person):
    ann = bandersnatch
    ann.page.click("[data-touch=cell-1]")
    assert "You cannot use this (top left" in why(ann)
    assert "Play a card" in why(ann)
    ann.page.click("#table [data-live]")
    ann.page.click("[data-touch=deck]")
    assert "cannot go there" in why(ann)
    bob = person("Bob")
    bob.sit("othellino", "open")
    assert "begins when every seat is taken" in prompt(bob)


def test_not_your_turn_and_only_watching(person):
    ann, bob, eve = person("Ann"), person("Bob"), person("Eve")
    laid = ann.lay("othellino", "open", options={"first mover": "seat 1"})
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    for somebody in (ann, bob, eve):
        somebody.go(laid["id"])
        somebody.page.wait_for_selector("[data-touch=a1]")
    bob.page.click("[data-touch=a1]")
    assert why(bob) == "It is not your turn: Ann is to decide."
    eve.page.click("[data-touch=a1]")
    assert why(eve).startswith("You are watching")
    assert "1 watching" in ann.page.inner_text(".t-watchers")
    ann.page.click("[data-touch=a1]")
    assert "trap" in why(ann)


def test_pointing_shows_what_would_come_of_it(person):
    ann = person()
    ann.sit("othellino", "bot:random", options={"first mover": "seat 1"})
    ann.my_turn()
    ann.page.hover("[data-touch=c2]")
    assert ann.page.eval_on_selector_all("[data-lit]", "all => all.map(e => e.dataset.id)") == ["cube-c3"]
    ann.page.hover("[data-touch=a6]")
    assert ann.page.locator("[data-lit]").count() == 0


def test_ask_me_first(bandersnatch):
    ann = bandersnatch
    ann.page.click(".t-bar button:last-child")
    ann.page.check("text=Ask me before a choice is sent")
    ann.page.click(".t-menu >> text=Close")
    hand = alight(ann)
    ann.page.click(f"[data-touch={hand[0]}]")
    ann.page.click("[data-touch=cell-1]")
    assert prompt(ann).endswith("?")
    assert alight(ann) == []
    ann.page.click('.t-ask >> text="No"')
    assert alight(ann) == hand
    ann.page.reload()
    ann.my_turn()
    ann.page.click(f"[data-touch={hand[0]}]")
    ann.page.click("[data-touch=cell-1]")
    ann.page.click("text=Yes:")
    ann.wait('[data-ply="1"]')


def test_take_back(person):
    ann, bob = person("Ann"), person("Bob")
    laid = ann.lay("othellino", "open", options={"first mover": "seat 1"})
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    ann.go(laid["id"])
    ann.my_turn()
    cubes = "all => all.map(e => e.dataset.id + e.dataset.kind + e.innerHTML).join()"
    before = ann.page.eval_on_selector_all(".cells .piece", cubes), alight(ann)
    ann.page.click("[data-touch=c2]")
    ann.page.click("text=Take back")
    ann.wait("[data-state=yours]")
    assert "takes the last choice back" in ann.page.inner_text(".t-story")
    assert (ann.page.eval_on_selector_all(".cells .piece", cubes), alight(ann)) == before


def test_take_back_goes_through_what_bots_replied(person):
    ann = person()
    ann.sit("othellino", "bot:random", options={"first mover": "seat 1"})
    cubes = "all => all.map(e => e.dataset.id + e.innerHTML).join()"
    ann.my_turn()
    before = ann.page.eval_on_selector_all(".cells .piece", cubes), alight(ann)
    ann.page.click("[data-touch=c2]")
    ann.page.wait_for_function("() => +document.getElementById('table').dataset.ply >= 2")
    ann.my_turn()  # the bot has replied
    ann.page.click("text=Take back")
    ann.page.wait_for_function(
        "() => /Ann takes the last choice back/.test(document.querySelector('.t-story').textContent)"
    )
    ann.my_turn()
    assert (ann.page.eval_on_selector_all(".cells .piece", cubes), alight(ann)) == before


def test_all_choices_in_a_list(bandersnatch):
    ann = bandersnatch
    assert ann.page.locator("[data-choice]").count() == 0
    ann.page.click("text=All choices")
    ann.page.wait_for_selector("[data-choice]")
    choices = ann.page.locator("[data-choice]")
    assert choices.count() == 18
    choices.nth(3).click()
    ann.wait('[data-ply="1"]')


def test_the_first_time_it_is_explained(person):
    ann = person()
    ann.sit("othellino", "bot:random")
    ann.my_turn()
    assert "between the new cube and another of yours" in ann.page.inner_text(".t-help")
    before = ann.ply
    ann.page.click("[data-live]")
    ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p + 1", arg=before)
    ann.my_turn()
    assert not ann.page.is_visible(".t-help")
    ann.page.click(".t-helper")  # and again when somebody wants to read it
    assert "between the new cube and another of yours" in ann.page.inner_text(".t-help")
    ann.page.click(".t-helper")
    assert not ann.page.is_visible(".t-help")


def test_what_is_read_aloud(person):
    ann = person()
    ann.sit("othellino", "bot:random", options={"first mover": "seat 1"})
    ann.my_turn()
    assert ann.page.get_attribute("[data-touch=c3]", "aria-label").startswith("c3, green cube")
    assert ann.page.get_attribute("[data-touch=c2]", "aria-label") == "c2, can be touched"
    ann.page.click("[data-touch=c2]")
    said = "document.querySelector('#table .said[role=status]').textContent"
    heard = ann.page.wait_for_function(f"() => /bot places.*Your turn/.test({said}) && {said}").json_value()
    assert "Place a cube so that it traps" in heard
    assert ann.page.locator("#table .said[aria-live]").count() == 1
