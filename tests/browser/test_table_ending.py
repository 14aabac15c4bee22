"""Ending a match before its rules do, by the menu and by keyboard."""

from __future__ import annotations

from tests.browser.person import PHONE


def two(person, game="othellino", **size):
    ann, bob = person(), person("Bob", **size)
    laid = ann.lay(game, "open")
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    ann.go(laid["id"])
    bob.go(laid["id"])
    return ann, bob


def menu(somebody):
    somebody.page.click(".t-bar button:last-child")
    somebody.page.wait_for_selector(".t-menu[open]")


def test_resigning_is_asked_twice_and_ends_the_game(person, axe):
    ann, bob = two(person, **PHONE)
    menu(bob)
    assert axe(bob.page) == []
    bob.page.click("text=Resign")
    bob.page.wait_for_selector("text=Resign: are you sure?")
    assert bob.state != "over"
    bob.page.keyboard.press("Enter")
    bob.page.wait_for_selector(".t-result[open]")
    assert "You lose: Ann wins" in bob.page.inner_text(".t-result")
    assert "tie-break" not in bob.page.inner_text(".t-result")
    bob.page.click("text=Look at the table")
    assert bob.page.inner_text(".t-prompt") == "You lose: Ann wins."
    ann.page.wait_for_selector(".t-result[open]")
    assert "You win" in ann.page.inner_text(".t-result")
    assert "Bob resigns." in ann.page.inner_text(".t-story")


def test_a_draw_is_offered_and_agreed_to(person, axe):
    ann, bob = two(person)
    menu(ann)
    ann.page.click("text=Offer a draw")
    ann.page.click("text=Offer a draw: are you sure?")
    ann.page.wait_for_selector("text=You offer to call it a draw.")
    bob.page.wait_for_selector("text=Ann offers to call it a draw.")
    assert axe(bob.page) == []
    bob.page.click("text=Agree to a draw")
    bob.page.wait_for_selector(".t-result[open]")
    assert "A draw, by agreement" in bob.page.inner_text(".t-result")


def test_a_game_with_bots_is_abandoned_and_not_on_the_pile_any_more(person):
    ann = person()
    id = ann.sit("othellino", "bot:random")
    menu(ann)
    assert not ann.page.is_visible("text=Offer a draw")  # bots do not agree to one
    ann.page.click("text=Abandon the match")
    ann.page.click("text=Abandon the match: are you sure?")
    ann.page.wait_for_selector(".t-result[open]")
    assert "The match was abandoned" in ann.page.inner_text(".t-result")
    ann.page.goto(f"{ann.url}/me")
    assert ann.page.locator(f"a[href='/tables/{id}']").count() == 0
    assert "Abandoned" in ann.page.inner_text(".record")
