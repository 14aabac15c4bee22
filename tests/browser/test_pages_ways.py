"""Ways through the pages: from the lobby to a table, friends by a link, replays, and a browser without scripts."""

from __future__ import annotations

import re
import time

import pytest

from tests.browser.person import PHONE


def offered(page):
    return [e.get_attribute("data-game") for e in page.query_selector_all("[data-game]") if e.is_visible()]


def finished(ann, game="othellino", seats=2):
    """A match that bots have played."""
    id = ann.post("/api/tables", game=game, seats=["bot:random"] * seats)["id"]
    until = time.monotonic() + 60
    while ann.context.request.get(f"{ann.url}/api/tables/{id}").json()["status"] != "over":
        assert time.monotonic() < until
        ann.page.wait_for_timeout(50)
    return id


# ---- the lobby -----------------------------------------------------------------------------------------------------


def test_filters_work_at_once_and_can_be_linked_to(person):
    ann = person()
    ann.page.goto(ann.url)
    everything = offered(ann.page)
    ann.page.fill("#search", "othel")
    assert offered(ann.page) == ["othellino"]
    assert ann.page.inner_text("#found") == f"1 of {len(everything)} games"
    assert ann.page.url.endswith("?search=othel")
    ann.page.reload()
    assert offered(ann.page) == ["othellino"]
    ann.page.check("[name=solo]", force=True)
    assert offered(ann.page) == []
    assert ann.page.is_visible("#nothing")
    with ann.page.expect_navigation():
        ann.page.click("#nothing a")
    assert offered(ann.page) == everything
    ann.page.check("[name=solo]", force=True)
    assert "bandersnatch" in offered(ann.page)
    assert "othellino" not in offered(ann.page)
    ann.page.uncheck("[name=solo]", force=True)
    ann.page.select_option("#players", "8")
    assert "gold-mine" in offered(ann.page)
    assert "backgammon" not in offered(ann.page)


def test_pictures_are_drawn_by_the_renderer_of_the_table(person):
    ann = person()
    ann.page.goto(ann.url)
    place = "[data-game=othellino] .picture"
    ann.page.locator(place).scroll_into_view_if_needed()
    ann.page.wait_for_selector(f"{place}[data-drawn] svg")
    frame, table = (ann.page.locator(where).bounding_box() for where in (place, f"{place} > .table-picture"))
    assert table["height"] <= frame["height"] + 1
    assert table["width"] <= frame["width"] + 1
    assert table["height"] > 0.8 * frame["height"] or table["width"] > 0.8 * frame["width"]


@pytest.mark.parametrize("game", ["bandersnatch", "gold-mine"])
def test_one_click_to_play(person, game):
    ann = person(**PHONE)
    ann.page.goto(ann.url, wait_until="networkidle")
    ann.page.click(f"[data-game={game}] .button.main")
    assert ann.my_turn()
    ann.page.click(".bar .brand")
    ann.page.wait_for_load_state("networkidle")
    assert ann.page.inner_text(".mine .ticket >> nth=0").endswith("Play on")
    ann.page.click(".mine .ticket >> nth=0")
    assert ann.my_turn()


def test_light_and_dark_are_remembered(person):
    ann = person(color_scheme="light")
    ann.page.goto(ann.url)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = ann.page.evaluate(ground)
    ann.page.click("#theme")
    dark = ann.page.evaluate(ground)
    assert dark != light
    ann.page.goto(f"{ann.url}/replays")
    assert ann.page.evaluate(ground) == dark
    ann.page.click("#theme")
    assert ann.page.evaluate(ground) == light


# ---- friends -------------------------------------------------------------------------------------------------------


def test_a_friend_joins_by_the_link(person):
    ann, bob = person(), person("Nobody yet", **PHONE)
    ann.page.goto(f"{ann.url}/new/gold-mine")
    assert ann.page.locator(".seats select:visible").count() == 3
    ann.page.check("[name=seats][value='2']", force=True)
    assert ann.page.locator(".seats select:visible").count() == 2
    ann.page.select_option("#seat-2", "open")
    ann.page.select_option("#clock", "2m")
    ann.page.fill("#nickname", "Ann of the Hill")
    ann.page.click("text=Lay the table")
    ann.wait("[data-line=open]")
    link = ann.page.input_value("#link")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/join/\w+#[\w-]{20,}", link)
    ann.page.reload()  # does not lay another table
    assert ann.page.input_value("#link") == link
    bob.page.goto(link)
    assert "Ann of the Hill" in bob.page.inner_text(".sitting")
    bob.page.fill("#nickname", "Bob")
    bob.page.click("#sit")
    assert bob.my_turn()
    assert ann.my_turn()
    assert "Bob" in ann.page.inner_text("#table")
    assert ann.page.locator("#waiting").count() == 0


HOLD_A_FETCH = """() => {
  const real = window.fetch;
  window.fetch = (...all) => new Promise((done) => { window.letGo = () => done(real(...all)); });
  document.getElementById("table").dataset.free = "9";
}"""


def test_what_is_chosen_while_the_waiting_room_is_fetched_stays_chosen(person):
    ann = person()
    laid = ann.lay("gold-mine", "open", "open")
    ann.go(laid["id"])
    ann.page.wait_for_timeout(500)
    ann.page.evaluate(HOLD_A_FETCH)
    ann.page.wait_for_function("() => window.letGo")
    ann.page.select_option("#bot", "normal")
    ann.page.evaluate("() => { document.querySelector('#waiting h2').dataset.old = ''; window.letGo(); }")
    ann.page.wait_for_selector("#waiting h2[data-old]", state="detached")
    assert ann.page.input_value("#bot") == "normal"


def test_friends_and_bots_fill_the_waiting_room(person):
    ann, bob = person(), person("Bob")
    laid = ann.lay("gold-mine", "open", "open", "open")
    ann.go(laid["id"])
    ann.page.select_option("#bot", "normal")
    bob.page.goto(ann.page.input_value("#link"))
    bob.page.click("#sit")
    ann.page.wait_for_selector("#waiting >> text=Seat 2: Bob")  # without loading the page again
    assert ann.page.input_value("#bot") == "normal"
    ann.page.focus("#waiting [name=seat][value='3']")
    ann.page.keyboard.press("Enter")
    ann.wait("[data-line=open]")
    ann.page.wait_for_selector("#waiting >> text=Seat 4: Normal bot")
    ann.page.select_option("#bot", "random" if ann.page.locator("#bot [value=random]").count() else "easy")
    ann.page.click("#waiting [name=seat][value='2']")
    assert ann.my_turn()
    assert bob.my_turn()


def test_the_level_of_the_bots_is_remembered(person):
    ann = person()
    ann.page.goto(ann.url)
    ann.page.select_option("#level", "hard")
    ann.page.goto(ann.url)
    assert ann.page.input_value("#level") == "hard"
    ann.page.click("[data-game=othellino] .button.main")
    ann.wait("[data-line=open]")
    assert "Hard bot" in ann.page.inner_text("#table")


def shared(ann, game, seats):
    """Two at one screen, by way of the form."""
    ann.page.goto(f"{ann.url}/new/{game}", wait_until="networkidle")
    if ann.page.locator("[name=seats][type=radio]").count():
        ann.page.check(f"[name=seats][value='{seats}']", force=True)
    ann.page.select_option("#seat-2", "me")
    ann.page.click("text=Lay the table")
    ann.wait("[data-line=open]")


def test_two_at_one_screen_with_a_curtain_between_their_secrets(person):
    ann = person()
    shared(ann, "gold-mine", 2)
    ann.page.wait_for_selector(".t-curtain:visible")  # nobody has been asked yet whose cards lie open there
    assert ann.page.locator("#table .zone").count() == 0
    ann.page.click(".t-curtain button")
    assert ann.my_turn()
    ann.page.click("[data-choice] >> nth=0")
    ann.page.wait_for_selector(".t-curtain:visible")
    assert "Pass the screen to Ann 2." in ann.page.inner_text(".t-curtain")
    ann.page.click(".t-curtain button")
    assert ann.my_turn()
    ann.page.click("[data-choice] >> nth=0")
    assert ann.my_turn()


def test_two_at_one_screen_where_nothing_is_hidden(person):
    ann = person()
    shared(ann, "othellino", 2)
    for _ in range(4):
        assert ann.my_turn()
        before = ann.ply
        ann.page.click("[data-live] >> nth=0")
        ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
        assert not ann.page.is_visible(".t-curtain")


def test_half_a_link(person):
    ann, bob = person(), person("Bob")
    laid = ann.lay("othellino", "open")
    bob.page.goto(f"{bob.url}/join/{laid['id']}")
    assert "the part after # belongs to it" in bob.page.inner_text("#no-invite")
    assert bob.page.is_disabled("#sit")
    bob.page.goto(f"{bob.url}/join/{laid['id']}#{laid['invite']}")
    bob.page.reload()
    assert not bob.page.is_visible("#no-invite")
    bob.page.click("#sit")
    bob.wait("[data-line=open]")
    bob.forgiven = True
    cid = person("Cid")
    cid.forgiven = True
    cid.page.goto(f"{bob.url}/join/{laid['id']}#{laid['invite']}")
    assert "All seats are taken." in cid.page.inner_text("main")
    cid.page.click("text=Watch the table")
    cid.wait("[data-line=open]")


def test_the_rules_lie_beside_the_table(person):
    ann = person()
    ann.sit("gold-mine", "bot:random")
    ann.page.click("#show-rules")
    ann.page.locator("#rules .position").first.scroll_into_view_if_needed()
    ann.page.wait_for_selector("#rules .position [data-drawn] svg")
    assert "third of its symbol" in ann.page.inner_text("#rules")
    ann.page.click("#hide-rules")
    assert not ann.page.is_visible("#rules")


# ---- replays -------------------------------------------------------------------------------------------------------


def test_a_replay_by_hand_and_by_itself(person):
    ann = person()
    id = finished(ann)
    ann.page.goto(f"{ann.url}/replays/{id}")
    page, steps = ann.page, int(ann.page.get_attribute("#replay", "data-steps"))
    cubes = lambda: page.locator("#board [data-kind=cube]").count()  # noqa: E731
    page.wait_for_selector("#board svg")
    assert cubes() == 4
    page.keyboard.press("ArrowRight")  # before anything was clicked
    page.wait_for_function("() => document.querySelectorAll('#board [data-kind=cube]').length === 5")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelectorAll('#board [data-kind=cube]').length === 4")
    page.click("#next")
    page.wait_for_function("() => document.querySelectorAll('#board [data-kind=cube]').length === 5")
    assert "places on" in page.inner_text("#told")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelectorAll('#board [data-kind=cube]').length === 6")
    page.keyboard.press("End")
    page.wait_for_function(f"() => document.getElementById('where').textContent === '{steps} of {steps}'")
    page.locator("#scrubber").fill("3")
    page.wait_for_function("() => document.querySelectorAll('#board [data-kind=cube]').length === 7")
    page.select_option("#pace", "500")
    page.click("#play")
    page.wait_for_function("() => parseInt(document.getElementById('where').textContent) >= 5")
    page.click("#play")
    stopped = page.inner_text("#where")
    page.wait_for_timeout(1200)
    assert page.inner_text("#where") == stopped
    page.goto(f"{ann.url}/replays/{id}?step=7")
    page.wait_for_function("() => document.querySelectorAll('#board [data-kind=cube]').length === 11")


def test_a_replay_through_the_eyes_of_a_seat(person):
    ann = person()
    id = finished(ann, "gold-mine", 3)
    ann.page.goto(f"{ann.url}/replays/{id}?step=1")
    ann.page.wait_for_selector("#told .head")
    assert re.search(r": (Stay|Run)\.$", ann.page.inner_text("#told .head"))
    ann.page.select_option("#seat", "2")
    ann.page.wait_for_function("() => document.querySelector('#told .head').textContent.endsWith('chooses in secret.')")


def test_fairness_is_checked_at_the_press_of_a_button(person):
    ann = person()
    ann.page.goto(f"{ann.url}/replays/{finished(ann)}")
    ann.page.click("#check")
    ann.page.wait_for_selector("#verdict .good")
    assert "every choice is legal" in ann.page.inner_text("#verdict")


def test_a_file_is_saved_and_opened_again(person, tmp_path):
    ann = person()
    ann.page.goto(f"{ann.url}/replays/{finished(ann)}")
    with ann.page.expect_download() as saving:
        ann.page.click("text=Download")
    file = tmp_path / "match.jsonl"
    saving.value.save_as(file)
    ann.page.goto(f"{ann.url}/replays")
    ann.page.set_input_files("#file", file)
    ann.page.click("text=Open it")
    ann.page.wait_for_url("**/replays/file-*")
    ann.page.wait_for_selector("#board svg")
    ann.forgiven = True
    ann.page.goto(f"{ann.url}/replays")
    ann.page.click("text=Open it")
    assert ann.page.inner_text("#why") == "Choose a file first."
    file.write_text("no replay")
    ann.page.set_input_files("#file", file)
    ann.page.click("text=Open it")
    ann.page.wait_for_function("() => document.getElementById('why').textContent.includes('no replay of Brillig')")


def test_a_server_that_is_away(person, browser):
    """The page says so, and goes on when the server is back."""
    ann = person()
    ann.page.goto(f"{ann.url}/replays/{finished(ann)}")
    ann.page.wait_for_selector("#board svg")
    ann.forgiven = True
    ann.context.set_offline(True)
    ann.page.click("#check")
    ann.page.wait_for_function("() => document.getElementById('verdict').textContent.includes('cannot be reached')")
    ann.page.select_option("#seat", "1")
    ann.page.wait_for_selector("#trouble:visible")
    ann.context.set_offline(False)
    ann.page.click("#next")
    ann.page.wait_for_selector("#trouble", state="hidden")


# ---- without scripts -----------------------------------------------------------------------------------------------


def test_without_scripts(person):
    """Looking round, choosing, reading and laying a table work; what needs scripts says so."""
    ann = person(java_script_enabled=False, **PHONE)
    page = ann.page
    page.goto(ann.url)
    assert "turn it on to play" in page.inner_text("main")
    page.fill("#search", "gold")
    page.click('button:text-is("Show")')
    assert offered(page) == ["gold-mine"]
    page.click("[data-game=gold-mine] .rules")
    assert page.locator(".position pre").count() == 3
    assert "RD6" in page.inner_text(".position pre >> nth=1")
    page.click("text=Set up a table")
    page.select_option("#seat-2", "open")
    page.click("text=Lay the table")
    assert page.locator(".invite svg.qr").count() == 1
    assert "The table needs JavaScript." in page.inner_text("#table")
    assert "your seat is kept" in page.inner_text("#table")
    page.goto(f"{ann.url}/replays/{finished(ann)}")
    assert "The replay needs JavaScript." in page.inner_text("main")
    page.click("text=Show the result")
    assert page.is_visible("table.result")
