"""My games in a browser: the link to another one, results that wait to be seen, and the moves of a replay."""

from __future__ import annotations

from tests.browser.person import PHONE


def test_to_a_phone_by_a_link_and_back(person, axe):
    ann, phone = person(), person("Nobody yet", **PHONE)
    id = ann.sit("othellino", "bot:random")
    ann.page.goto(f"{ann.url}/me")
    ann.page.focus("text=Make a link")
    ann.page.keyboard.press("Enter")
    link = ann.page.input_value("#link")
    assert axe(ann.page) == []
    phone.page.goto(link)
    assert axe(phone.page) == []
    phone.page.click("#enter")
    phone.page.wait_for_url("**/me")
    assert axe(phone.page) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.page.click(f"a[href='/tables/{id}']")
    assert phone.my_turn()
    assert "you" in phone.page.inner_text(".t-seats")
    phone.forgiven = True
    phone.page.goto(link)
    phone.page.click("#enter")
    assert "used already" in phone.page.inner_text("main")
    phone.page.goto(f"{phone.url}/me")
    phone.page.click("text=Be Nobody yet again")
    assert "You have not played" not in phone.page.inner_text("main")
    assert phone.page.locator(f"a[href='/tables/{id}']").count() == 0


def test_half_a_link_to_another_browser(person):
    ann = person()
    ann.page.goto(f"{ann.url}/me/enter")
    assert ann.page.is_disabled("#enter")
    assert "the part after #" in ann.page.inner_text("#no-link")


def test_a_replay_lists_its_moves_and_keeps_its_result_until_the_end(person, axe):
    ann = person()
    id = ann.sit("othellino", "bot:random")
    ann.play_on(seed=1)
    ann.page.goto(f"{ann.url}/me")
    ann.page.click(f"a[href='/replays/{id}']")
    ann.page.wait_for_selector("#board svg")
    assert not ann.page.is_visible("table.result")
    ann.page.click("#moves summary")
    ann.page.click("#move-list button >> nth=4")
    ann.page.wait_for_function("() => document.getElementById('where').textContent.startsWith('5 of')")
    assert ann.page.inner_text("#move-list [aria-current]") == ann.page.inner_text("#told .head").rstrip(".")
    assert axe(ann.page) == []
    ann.page.keyboard.press("End")
    ann.page.wait_for_selector("table.result", state="visible")


def test_a_browser_shows_the_call_that_it_gets(person, axe):
    ann = person(profile="new")
    ann.context.grant_permissions(["notifications"], origin=ann.url)
    ann.page.goto(f"{ann.url}/me")
    assert "When it is your turn" in ann.page.inner_text("#calls")
    assert axe(ann.page) == []
    line = ann.context.new_cdp_session(ann.page)
    known: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda e: known.extend(r["registrationId"] for r in e["registrations"]),
    )
    line.send("ServiceWorker.enable")
    ann.page.evaluate(
        "navigator.serviceWorker.register('/call_worker.js').then(() => navigator.serviceWorker.ready).then(() => true)"
    )
    ann.page.wait_for_timeout(200)
    # A browser without windows keeps no notifications: what the worker wants to show is looked at.
    worker = ann.context.service_workers[0]
    worker.evaluate("""() => {
      self.shown = new Promise(done => {
        self.registration.showNotification = async (title, { body, data }) => done([title, body, data]);
      });
      return true;
    }""")
    data = '{"title": "Your turn", "body": "Othellino with Bob", "url": "/tables/abc"}'
    line.send("ServiceWorker.deliverPushMessage", {"origin": ann.url, "registrationId": known[0], "data": data})
    shown = worker.evaluate("() => Promise.race([self.shown, new Promise(late => setTimeout(() => late([]), 5000))])")
    assert shown == ["Your turn", "Othellino with Bob", "/tables/abc"]
