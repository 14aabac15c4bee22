"""The line to the server: it breaks and comes back, the server goes and comes back, and the game goes on."""

from __future__ import annotations

import signal

import pytest

from tests.browser.house import House

WAITING = "[data-line=waiting], #table[data-line=connecting]"


@pytest.fixture
def own_house(tmp_path):
    served = House(tmp_path)
    served.start()
    yield served
    served.stop()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["closed", "killed"])
def test_the_server_restarts_under_a_player(person, own_house, how):
    ann = person(url=own_house.url)
    ann.sit("othellino", "bot:random")
    for _ in range(3):
        ann.my_turn()
        before = ann.ply
        ann.page.click("[data-live]")
        ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
    ann.my_turn()
    ann.forgiven = True  # there is nobody there for a while
    story = ann.page.inner_text(".t-story")
    own_house.stop(how)
    ann.wait(WAITING)
    assert "trying again" in ann.page.inner_text(".t-line") or "Connecting" in ann.page.inner_text(".t-line")
    place = ann.page.get_attribute("[data-live]", "data-touch")
    ann.page.click("[data-live]")  # chosen while nobody is there
    assert ann.state == "waiting"
    own_house.start()
    ann.wait("[data-line=open]")
    ann.forgiven = False
    ann.page.wait_for_function("s => document.querySelector('.t-story').innerText.length > s.length", arg=story)
    after = ann.page.inner_text(".t-story")
    assert after.startswith(story)
    assert after.count(f"Ann places on {place} ") == 1
    assert ann.play_on(seed=5) > 0


def test_a_broken_line_is_mended(person):
    ann, bob = person("Ann"), person("Bob")
    laid = ann.lay("othellino", "open", options={"first mover": "seat 2"})
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    ann.go(laid["id"])
    bob.go(laid["id"])
    bob.my_turn()
    ann.forgiven = True
    ann.context.set_offline(True)
    ann.page.evaluate("dispatchEvent(new Event('offline'))")
    bob.page.click("[data-live]")
    bob.wait('[data-ply="1"]')
    ann.context.set_offline(False)
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    assert ann.my_turn()
    assert ann.page.inner_text(".t-story") == bob.page.inner_text(".t-story")


def test_an_old_page_says_so(person):
    ann = person(profile="new")
    ann.forgiven = True
    id = ann.lay("othellino", "bot:random")["id"]
    ann.page.route(
        "**/socket.js",
        lambda route: route.fulfill(
            body=route.fetch().text().replace("const PROTOCOL = 1", "const PROTOCOL = 0"),
            content_type="text/javascript",
        ),
    )
    ann.page.goto(f"{ann.url}/tables/{id}")
    ann.wait("[data-line=closed]")
    assert "out of date" in ann.page.inner_text(".t-notice")
    assert ann.page.is_visible("text=Load the page again")


def test_leave_and_come_back(person):
    ann, bob = person("Ann"), person("Bob")
    laid = ann.lay("othellino", "open", options={"first mover": "seat 2"})
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    ann.go(laid["id"])
    bob.go(laid["id"])
    ann.page.click(".t-bar button:last-child")
    ann.page.click("text=Leave: a bot plays on")
    bob.page.wait_for_selector(".seat >> text=a bot plays")
    bob.my_turn()
    bob.page.click("[data-live]")
    bob.wait('[data-ply="2"]')  # the bot has answered
    assert ann.page.locator("[data-live]").count() == 0
    ann.page.click(".t-notice >> text=Take my seat back")
    ann.page.wait_for_selector(".t-notice", state="hidden")
    bob.my_turn()
    bob.page.click("[data-live]")
    assert ann.my_turn()


def test_talk(person):
    ann, bob = person("Ann"), person("Bob")
    laid = ann.lay("othellino", "open")
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    ann.go(laid["id"])
    bob.go(laid["id"])
    ann.page.click("role=tab[name=Talk]")
    ann.page.click("text=Good luck!")
    ann.page.fill(".t-say input", "<b>hello</b>")
    ann.page.keyboard.press("Enter")
    bob.page.wait_for_selector("role=tab[name='Talk, 2 new']")
    bob.page.click("role=tab[name='Talk, 2 new']")
    assert bob.page.locator(".t-lines li").all_inner_texts()[1].startswith("Ann <b>hello</b>")
    bob.page.reload()
    bob.page.wait_for_selector(".t-lines li", state="attached")
    assert bob.page.locator(".t-lines li").count() == 2


def test_the_title_calls(person):
    ann, bob = person("Ann"), person("Bob")
    laid = ann.lay("othellino", "open", options={"first mover": "seat 2"})
    bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    ann.go(laid["id"])
    bob.go(laid["id"])
    ann.page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    bob.my_turn()
    bob.page.click("[data-live]")
    ann.page.wait_for_function("() => document.title.includes('Your turn')")


def test_clocks_run(person):
    ann = person()
    ann.sit("othellino", "bot:random", clock={"kind": "match", "seconds": 15, "increment": 0})
    ann.my_turn()
    clock = ann.page.locator(".seat[data-mine] .clock")
    first = clock.inner_text()
    ann.page.wait_for_function("t => document.querySelector('.seat[data-mine] .clock').textContent !== t", arg=first)
    assert clock.get_attribute("data-low") == ""
