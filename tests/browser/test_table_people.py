"""Among people: asking for a choice back, saying that one is ready, and meeting whoever waits for the same game."""

from __future__ import annotations

from tests.browser.person import PHONE


def sit_together(ann, bob, game, **more):
    laid = ann.lay(game, "open", **more)
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    for somebody in (ann, bob):
        somebody.go(laid["id"])
    return laid["id"]


def test_asking_for_a_choice_back_and_the_answer(person, axe):
    ann, bob = person(), person("Bob", **PHONE)
    sit_together(ann, bob, "othellino", options={"first mover": "seat 1"})
    for mover, other in ((ann, bob), (bob, ann)):
        assert mover.my_turn()
        ply = other.ply
        mover.page.click("#table [data-live] >> nth=0")
        other.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=ply)
    ann.my_turn()

    def ask():
        ann.page.click("text=More")
        ann.page.click("text=Ask to take back")
        bob.page.wait_for_selector("text=Ann asks to take the last choice back")

    ask()
    assert axe(bob.page) == []
    bob.page.tap(".t-notice button:text-is('No')")
    ann.page.wait_for_selector(".t-notice", state="hidden")
    ask()
    pieces = ann.page.locator("#table .board .piece").count()
    bob.page.tap("text=Let it be taken back")
    ann.page.wait_for_function("n => document.querySelectorAll('#table .board .piece').length === n - 2", arg=pieces)
    assert ann.my_turn()
    assert not bob.page.is_visible(".t-notice")


def test_a_race_begins_when_both_are_ready(person, axe):
    ann, bob = person(), person("Bob", **PHONE)
    sit_together(ann, bob, "speed", options={"countdown": 1})
    ann.page.wait_for_selector("[data-key=ready]")
    assert axe(ann.page) == []
    ann.page.focus("[data-key=ready]")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector("text=Waiting until Bob is ready")
    assert ann.state == "waiting"
    bob.page.tap("[data-key=ready]")
    for somebody in (ann, bob):
        somebody.wait(":not([data-holds])")
        assert somebody.my_turn()


def test_two_who_look_for_players_meet(person):
    ann, bob, eve = person(), person("Bob"), person("Eve")
    for somebody, where in ((ann, "/"), (bob, "/new/othellino")):
        somebody.page.goto(somebody.url + where)
        somebody.page.click("[formaction='/match/othellino']")
        somebody.page.wait_for_url("**/tables/*")
        somebody.wait("[data-line=open]")
    assert ann.page.url == bob.page.url
    ann.wait("[data-free='0']")
    eve.page.goto(eve.url)
    eve.page.click("[formaction='/match/othellino']")
    eve.page.wait_for_url("**/tables/*")
    assert eve.page.url != ann.page.url
    eve.page.wait_for_selector("#waiting .code svg")


def test_cards_are_announced_while_another_is_to_play(person, axe):
    ann, bob = person(), person("Bob", **PHONE)
    sit_together(ann, bob, "temple-of-doom")
    for somebody in (ann, bob):
        somebody.page.click("button:text-is('Not now')")
    for somebody in (ann, bob):
        somebody.page.wait_for_function("() => +document.getElementById('table').dataset.ply === 2")
    other = ann if ann.state == "waiting" else bob
    leader = bob if other is ann else ann
    announce = other.page.locator("button:text-is('Announce my cards')")
    assert axe(other.page) == []
    announce.click()
    leader.page.wait_for_selector("text=tells its cards")
    assert (other.state, leader.state, announce.count()) == ("waiting", "yours", 0)
