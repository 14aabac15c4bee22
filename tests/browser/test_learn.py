"""Every lesson of every game, walked through with a real browser: a wrong answer first, then the right one."""

from __future__ import annotations

import gzip
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError

from brillig import catalogue
from brillig.positions import notation
from brillig.positions.lessons import lessons
from tests.browser.conftest import COLOURS
from tests.browser.person import DESK, LAPTOP, PHONE, SIDEWAYS

GAMES = pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)


def only(some):
    """For pytest's parametrize: these games; the others in the long run."""
    return [pytest.param(g, id=g.slug, marks=() if g.slug in some else pytest.mark.soak) for g in catalogue.games()]


SOME = {"othellino", "gold-mine", "speed-round"}
KIB = 1024


def offered(step):
    """The codes that a person can try at this step."""
    game, seat = step.table.game, step.seat
    return game.candidates(step.table.view(seat), seat) if game.seeing else step.table.codes(seat)


MANY = 40  # in games of seeing hundreds of wrong answers can be tried; as many as this are, from all over the board


def wrong_codes(step, most):
    wrong = [code for code in offered(step) if code not in step.wanted]
    return wrong[:most] if most else wrong[:: 1 + len(wrong) // MANY]


def way(step, code):
    """What is touched to make a choice: ids, a button, or what swings; and what completes one that only begins something."""
    game, seat, table = step.table.game, step.seat, step.table
    swing = game.swing(table.view(seat), seat) if game.swing else None
    if swing and swing.first <= code <= swing.last:
        return [".swing-stage"]
    ids = game.touch(table.view(seat), seat, code)
    more = []
    if game.begins and game.begins(table.view(seat), seat, code):
        after = table.copy()
        after.play(seat, code)
        aims = game.aim and game.aim(table.view(seat), seat, code)
        ids += () if aims else game.touch(after.view(seat), seat, completing(step, after))
        more = ["#table .t-ask [data-key=aim]"] if aims else []
    touches = [f'#table [data-touch="{id}"][data-live]' for id in ids] + more
    return touches or [f'#table .t-ask [data-choice="{code}"]']


def completing(step, after):
    """The choice that completes the one before as the step wants it, if it wants it in a certain way."""
    for code in after.codes(step.seat):
        then = after.copy()
        then.play(step.seat, code)
        if all(notation.holds(then.plain, wish) for wish in step.must):
            return code
    return after.codes(step.seat)[0]


def touch(ann, step, code, press):
    for selector in way(step, code):
        ann.page.wait_for_selector(selector, state="attached")
        if selector == ".swing-stage":
            stop(ann, press)
        else:
            press(selector)


def stop(ann, press):
    """Stop what swings. A press in its first moment meant what was there before, and on a busy machine that lasts."""
    for _ in range(20):
        ann.page.wait_for_timeout(300)
        press(".swing-stage")
        with suppress(TimeoutError):
            ann.page.wait_for_selector(".t-swing[hidden], #table[data-state=solved]", state="attached", timeout=1000)
            return
    raise AssertionError("it swings on")


ZOOMED = "[...document.querySelectorAll('#table [data-zoomed]')].map(map => map.dataset.zoomed).join()"
# Its middle; or, where another card lies on that, some other spot of it that can be seen.
SPOT = """e => {
  e.scrollIntoView({ block: "center", inline: "center" });
  const { x, y, width, height } = e.getBoundingClientRect();
  for (const down of [0.5, 0.2, 0.8, 0.1, 0.9])
    for (const right of [0.5, 0.2, 0.8, 0.1, 0.9]) {
      const at = [x + right * width, y + down * height];
      if (e.contains(document.elementFromPoint(...at))) return at;
    }
  throw new Error(`covered: ${e.outerHTML.slice(0, 200)}`);
}"""


def tap(ann):
    def press(selector):
        """A tap where it can be seen; on a map of small places the first one only brings it nearer."""
        for _ in range(3):
            before = ann.page.evaluate(ZOOMED)
            ann.page.touchscreen.tap(*ann.page.eval_on_selector(selector, SPOT))
            ann.page.wait_for_timeout(50)
            if ann.page.evaluate(ZOOMED) == before or not ann.page.query_selector(selector):
                return

    return press


def walk(ann, game, press, wrong=2):
    """All the way, with some wrong answers at every step."""
    steps = lessons(game)
    ann.page.goto(f"{ann.url}/learn/{game.slug}")
    for number, step in enumerate(steps, 1):
        ann.wait(f'[data-step="{number}"]')
        assert ann.page.inner_text(".t-lesson h2") == step.title
        assert ann.page.inner_text(".l-text") == step.text
        assert ann.page.locator("[data-point]").count() == len(step.point)
        if step.wanted:
            assert ann.page.get_attribute("#table", "data-state") == "yours"
            for code in wrong_codes(step, wrong):
                touch(ann, step, code, press)
                why = ann.page.locator(".t-why")
                why.wait_for()
                assert why.inner_text() == step.answer(code)[1]
            touch(ann, step, step.wanted[0], press)
            ann.wait("[data-state=solved]")
            assert ann.page.inner_text(".t-prompt").lower() == step.then.lower()
        ann.wait("[data-state=solved]")
        press("#table .t-ask [data-key=next]")
    ann.wait("[data-state=over]")
    assert ann.page.is_visible("text=Play your first game")


# What is touched in ways of its own: a market, an open field, hands, a map, a book. The others in the long run.
TOUCHED = {"flower-garden", "grenade-salad", "jack-rabbits", "liars-cards", "patterns-puzzles"}


@pytest.mark.parametrize("game", only(TOUCHED))
def test_by_touches_on_a_phone(person, game):
    ann = person(**PHONE)
    walk(ann, game, tap(ann), wrong=1)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.soak
@GAMES
def test_every_wrong_answer_by_clicks_on_a_laptop(person, game):
    ann = person(**LAPTOP)
    walk(ann, game, lambda selector: ann.page.mouse.click(*ann.page.eval_on_selector(selector, SPOT)), wrong=None)


# A game of turns, one of choosing at once, a race; the others in the long run.
BY_KEYBOARD = only(SOME)


@pytest.mark.parametrize("game", BY_KEYBOARD)
def test_by_keyboard(person, game):
    ann = person(**DESK)

    def press(selector):
        ann.page.focus(selector)
        ann.page.keyboard.press("Enter")

    walk(ann, game, press)


def test_by_clicks_on_a_phone_on_its_side(person):
    ann = person(**SIDEWAYS)
    walk(ann, catalogue.load("othellino"), tap(ann))


def test_those_who_listen_hear_every_word(person):
    ann = person()
    ann.page.goto(f"{ann.url}/learn/othellino")
    step = lessons(catalogue.load("othellino"))[0]
    said = ann.page.locator("#table > .said")
    said.filter(has_text=step.text).wait_for(state="attached")
    touch(ann, step, step.wanted[0], lambda selector: ann.page.click(selector))
    said.filter(has_text=step.then).wait_for(state="attached")
    assert ann.page.evaluate("document.activeElement.dataset.key") == "next"


def test_progress_is_kept_in_the_browser(person):
    ann = person()
    ann.page.goto(f"{ann.url}/learn/gold-mine")
    for number, press in ((1, "[data-key=next]"), (2, ".l-ways >> text=Skip")):
        ann.wait(f'[data-step="{number}"]')
        ann.page.click(press)
    ann.wait('[data-step="3"]')
    ann.page.reload()
    ann.wait('[data-step="3"]')
    ann.page.click(".l-ways >> text=Back")
    ann.wait('[data-step="2"]')


def test_the_first_game_has_a_coach(person):
    ann = person()
    steps = len(lessons(catalogue.load("othellino")))
    ann.page.goto(f"{ann.url}/learn/othellino")
    ann.wait('[data-step="1"]')
    ann.page.evaluate(f"localStorage.setItem('brillig.learn.othellino', '{steps}')")
    ann.page.reload()
    ann.wait(f'[data-step="{steps}"]')
    ann.page.click("text=Finish")
    ann.page.click("text=Play your first game")
    ann.wait("[data-line=open]")
    assert "/tables/" in ann.page.url
    assert ann.page.evaluate("localStorage.getItem('brillig.coach')") == "on"


@pytest.mark.parametrize("game", BY_KEYBOARD)
def test_nobody_is_shut_out(person, axe, game):
    """On a phone on its side, where there is the least room."""
    ann = person(**SIDEWAYS)
    ann.page.goto(f"{ann.url}/learn/{game.slug}")
    ann.wait('[data-step="1"]')
    assert axe(ann.page) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.page.emulate_media(color_scheme="dark")
    assert axe(ann.page, COLOURS) == []


def test_the_page_is_light(person):
    ann, bodies = person(profile="new"), {}
    ann.page.on("response", lambda answer: bodies.update({answer.url: answer.body()}))
    ann.page.goto(f"{ann.url}/learn/othellino", wait_until="networkidle")
    scripts = sum(len(gzip.compress(body, 6)) for url, body in bodies.items() if ".js" in url)
    assert scripts < 60 * KIB, scripts
    assert sum(len(gzip.compress(body, 6)) for body in bodies.values()) < 150 * KIB
