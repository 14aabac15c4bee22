"""What the table does with whatever a server may say: a stand-in for the server says it."""

from __future__ import annotations

import json
from typing import Any

import pytest

HELLO = {
    "type": "hello", "protocol": 1, "table": "t", "status": "playing", "seat": 0, "game": "toy", "title": "Toy", "rules": 1,
    "options": {}, "names": ["Ann", "Bob", "Bob"], "clock": {"kind": "off", "seconds": 0, "increment": 0},
    "commitment": "c" * 64, "seek": False,
}  # fmt: skip
SEATS = [{"kind": "person", "name": name, "here": True, "away": False} for name in HELLO["names"]]
PEOPLE = {"seats": SEATS, "watching": [], "watchers": 0}


def card(id: str, **more: Any) -> dict[str, Any]:
    face = {"kind": "card", "text": id, "say": f"card {id}", "look": {"colour": "red", "number": 3}}
    return {"id": id, "face": face, **more}


def screen(**more: Any) -> dict[str, Any]:
    spots = [{"id": f"s{k}", "row": 0, "col": k, "say": f"place {k}"} for k in range(3)]
    return {
        "prompt": "Choose.",
        "zones": [
            {"id": "board", "kind": "grid", "title": "", "rows": 1, "cols": 3, "spots": spots},
            {"id": "hand", "kind": "hand", "title": "Hand", "seat": 0, "pieces": [card("a"), card("b")]},
        ],
        "panels": [{"id": f"seat-{k + 1}-panel", "seat": k, "title": f"Seat {k + 1}"} for k in range(3)],
        **more,
    }


def view(ply: int = 1, waiting: tuple[int, ...] = (0,), choices: Any = (), **more: Any) -> dict[str, Any]:
    scene = {
        "waiting": list(waiting),
        "choices": choices,
        "screen": more.pop("screen", screen()),
        **more.pop("scene", {}),
    }
    told = {"type": "view", "ply": ply, "told": [], "scene": scene, "people": PEOPLE, "clocks": None, "can_undo": False}
    return {**told, "result": None, **more}


class StandIn:
    """Says what it is told to say, and notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.socket: Any = None

    def open(self, socket: Any) -> None:
        self.socket = socket
        socket.on_message(lambda text: self.heard.append(json.loads(text)))

    def say(self, message: dict[str, Any], **more: Any) -> None:
        self.socket.send(json.dumps({**message, **more}))

    def answer(self, **more: Any) -> None:
        self.say({"type": "ack", "id": self.heard[-1]["id"], "ok": True}, **more)


@pytest.fixture
def told(person):
    ann = person(profile="stand-in")
    server = StandIn()
    ann.page.route_web_socket("**/ws/*", server.open)
    ann.go(str(ann.lay("gold-mine", "bot:random")["id"]))  # a game with secrets
    server.say(HELLO)
    return ann, server


def settle(ann: Any) -> None:
    ann.page.evaluate("() => new Promise(resolve => setTimeout(resolve, 30))")


def test_a_choice_is_sent_once_and_a_refusal_is_shown(told):
    ann, server = told
    server.say(
        view(choices=[{"code": 5, "label": "a to 1", "touch": ["a", "s1"]}, {"code": 6, "label": "Pass", "touch": []}])
    )
    ann.wait("[data-state=yours]")
    ann.page.click("[data-touch=a]")
    assert ann.page.locator("[data-choice]").count() == 0  # buttons wait until the card is put back
    ann.page.dblclick("[data-touch=s1]")
    settle(ann)
    assert [m for m in server.heard if m["type"] == "choose"] == [
        {"type": "choose", "ply": 1, "code": 5, "id": server.heard[0]["id"]}
    ]
    assert ann.state == "waiting"
    server.answer(ok=False, error={"code": "illegal", "sentence": "Seat 2 is in the way."})
    ann.wait("[data-state=yours]")
    assert ann.page.inner_text(".t-why") == "Bob 2 is in the way."
    assert server.heard[-1]["type"] == "sync"
    ann.page.click("[data-choice='6']")
    settle(ann)
    assert server.heard[-1]["code"] == 6


def test_families_of_choices(told):
    ann, server = told
    offers = [
        {"code": 10, "label": "", "touch": [{"a": 0, "b": 1}, {"s0": 0, "s1": 20, "s2": 40}]},
        {"code": 7, "label": "Rest", "touch": []},
    ]
    server.say(view(choices=None, scene={"offers": offers}))
    ann.wait("[data-state=yours]")
    assert ann.page.inner_text("[data-choice]") == "Rest"
    ann.page.click("[data-touch=b]")
    assert ann.page.locator(".spot[data-live]").count() == 3
    ann.page.hover("[data-touch=s2]")
    assert ann.page.locator(".ghost").count() == 1
    ann.page.click("[data-touch=s2]")
    settle(ann)
    assert server.heard[-1]["code"] == 10 + 1 + 40
    assert ann.page.locator(".ghost").count() == 0


def test_a_busy_server_is_asked_again_with_the_same_command(told):
    ann, server = told
    server.say(view(choices=[{"code": 6, "label": "Pass", "touch": []}]))
    ann.page.click("[data-choice]")
    settle(ann)
    first = dict(server.heard[-1])
    server.answer(ok=False, error={"code": "try_again", "sentence": "That could not be saved: try again."})
    ann.page.wait_for_timeout(1000)
    assert server.heard[-1] == first
    assert len(server.heard) == 2
    server.answer()
    server.say(view(ply=2, waiting=(1,)))
    ann.wait('[data-ply="2"]')


def test_the_curtain_falls_between_two_at_one_screen(told):
    ann, server = told
    server.say(view(choices=[{"code": 6, "label": "Pass", "touch": []}]))
    ann.wait("[data-state=yours]")
    secret = screen(zones=[{"id": "hand", "kind": "hand", "title": "Hand", "seat": 1, "pieces": [card("secret")]}])
    server.say(HELLO, seat=1)
    server.say(view(ply=4, waiting=(1,), screen=secret, choices=[{"code": 8, "label": "Go", "touch": ["secret"]}]))
    ann.page.wait_for_selector(".t-curtain:visible")
    assert ann.page.inner_text(".t-curtain-words") == "Pass the screen to Bob 2."
    assert ann.page.locator("[data-touch=secret]").count() == 0
    assert ann.state == "waiting"
    ann.page.click("text=I am Bob 2")
    ann.page.click("[data-touch=secret]")
    settle(ann)
    assert server.heard[-1]["code"] == 8


def test_two_at_one_screen_without_secrets_need_no_curtain(person):
    ann = person()
    ann.sit("othellino", "me")
    seen = set()
    for _ in range(4):
        ann.my_turn()
        seen.add(ann.page.inner_text(".seat[data-mine] .seat-name"))
        before = ann.page.inner_text(".t-turn")
        ann.page.click("[data-live]")
        ann.page.wait_for_function("t => document.querySelector('.t-turn').textContent !== t", arg=before)
        assert not ann.page.is_visible(".t-curtain")
    assert len(seen) == 2
    assert ann.play_on(seed=2) > 0


def test_two_at_one_screen_with_secrets(person):
    """Both choose at once: who chose second has the screen already when the next round begins."""
    ann = person()
    ann.sit("gold-mine", "me")
    ann.page.click(".t-curtain button")  # it hangs there from the first turn on
    for _ in range(2):
        ann.my_turn()
        ann.page.click("[data-choice='0']")
        ann.page.wait_for_selector(".t-curtain:visible")
        assert ann.page.locator("[data-choice]").count() == 0
        ann.page.click(".t-curtain button")
        ann.my_turn()
        before = ann.ply
        ann.page.click("[data-choice='0']")
        ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
        assert not ann.page.is_visible(".t-curtain")


def test_a_hint(told):
    ann, server = told
    choices = [{"code": k, "label": f"place {k}", "touch": [f"s{k}"]} for k in range(3)]
    server.say(view(choices=choices))
    ann.wait("[data-state=yours]")
    assert not ann.page.is_visible("text=Hint")
    server.say(HELLO, hints=True)
    ann.page.click(".t-bar >> text=Hint")
    settle(ann)
    assert server.heard[-1]["type"] == "hint"
    server.answer(advice=[{"code": 2, "worth": "wins about 63%"}, {"code": 0, "worth": "loses by 2"}])
    ann.page.wait_for_selector("[data-touch=s2][data-hint]")
    assert ann.page.locator("[data-hint]").count() == 1
    assert "Hint: place 2. It wins about 63%." in ann.page.inner_text("#table")
    # It is brighter than what else can be touched, and at no moment dimmer.
    shown = """id => { const e = document.querySelector(`[data-touch=${id}]`), style = getComputedStyle(e, "::after");
      return { dims: e.getAnimations({ subtree: true }).some(a => a.effect.getKeyframes().some(k => k.opacity && k.opacity < 1)),
               clear: getComputedStyle(e).opacity, rings: style.boxShadow.split("rgb").length }; }"""
    hinted, other = ann.page.evaluate(shown, "s2"), ann.page.evaluate(shown, "s1")
    assert not hinted["dims"]
    assert hinted["clear"] == "1"
    assert hinted["rings"] >= other["rings"]
    assert ann.page.evaluate("document.querySelector('[data-hint]').getAnimations().length") >= 0


def test_names_stand_in_titles_and_margins(told):
    ann, server = told
    board = {"id": "board", "kind": "grid", "title": "Taken by seat 2", "rows": 1, "cols": 1, "col_names": ["Seat 1"],
             "note": "seat 3 leads", "spots": [{"id": "s0", "row": 0, "col": 0, "say": "tray of seat 2"}]}  # fmt: skip
    given = {
        "id": "gem",
        "face": {"kind": "cube", "text": "", "say": "cube of seat 2", "look": {"colour": "red"}},
        "badge": "seat 2",
    }
    heap = {"id": "heap", "kind": "row", "title": "", "pieces": [given]}
    choices = [{"code": 0, "label": "Ask seat 2", "touch": []}, {"code": 1, "label": "tray of seat 2", "touch": ["s0"]}]
    server.say(view(choices=choices, screen=screen(zones=[board, heap])))
    ann.wait("[data-state=yours]")
    assert ann.page.inner_text(".zone-title >> nth=0") == "Taken by Bob 2"
    assert ann.page.inner_text(".margin-name") == "Ann"
    assert ann.page.inner_text(".zone-note") == "Bob 3 leads"
    assert ann.page.get_attribute("[data-touch=s0]", "aria-label").startswith("tray of Bob 2")
    assert ann.page.inner_text("[data-id=gem] .badge") == "Bob 2"
    assert ann.page.inner_text("[data-choice='0']") == "Ask Bob 2"


def test_a_change_of_a_number_covers_nothing(person, told):
    ann, server = told
    ann.page.emulate_media(reduced_motion="no-preference")
    panels = [{"id": f"seat-{k + 1}-panel", "seat": k, "title": f"Seat {k + 1}", "counters": {"gold": 3, "loot": 2}}
              for k in range(3)]  # fmt: skip
    server.say(view(screen=screen(panels=panels)))
    ann.wait('[data-ply="1"]')
    panels[0]["counters"] = {"gold": 15, "loot": 2}
    server.say(view(ply=2, screen=screen(panels=panels)))
    ann.page.wait_for_selector(".rise")
    assert ann.page.inner_text(".rise") == "+12"
    over = ann.page.evaluate("""() => {
      const box = document.querySelector(".rise").getBoundingClientRect();
      return [...document.querySelectorAll(".seat-name, .counters dt, .counters dd")].filter(e => {
        const b = e.getBoundingClientRect();
        return b.left < box.right - 1 && b.right > box.left + 1 && b.top < box.bottom - 1 && b.bottom > box.top + 1;
      }).map(e => e.textContent); }""")
    assert over == []


def test_what_is_revealed_is_seen_for_a_moment(told):
    ann, server = told
    ann.page.emulate_media(reduced_motion="no-preference")
    server.say(view(waiting=(1,)))
    ann.wait('[data-ply="1"]')
    server.say(view(ply=2, waiting=(1,), screen=screen(prompt="All is open.", pause=900)))
    server.say(view(ply=3, waiting=(1,), screen=screen(prompt="Next.")))
    ann.wait('[data-ply="2"]')
    assert ann.page.inner_text(".t-prompt") == "All is open."
    ann.wait('[data-ply="3"]')
    assert ann.page.inner_text(".t-prompt") == "Next."


def test_your_turn_is_never_cut(told):
    ann, server = told
    server.say(HELLO, hints=True)
    server.say(view(choices=[{"code": 6, "label": "Pass", "touch": []}], can_undo=True))
    ann.wait("[data-state=yours]")
    for wide in (1366, 844, 390):
        ann.page.set_viewport_size({"width": wide, "height": 800})
        assert ann.page.is_visible(".t-bar >> text=Take back") or ann.page.locator(".t-bar button:visible").count() >= 3
        assert ann.page.evaluate("(e => e.scrollWidth <= e.clientWidth + 1)(document.querySelector('.t-turn'))"), wide
        rows = ann.page.evaluate(
            "new Set([...document.querySelectorAll('.slim :is(button, a)')].filter(e => e.getClientRects().length).map(e => Math.round(e.getBoundingClientRect().top))).size"
        )
        assert rows <= 2


def test_a_bot_that_is_warming_up(told):
    ann, server = told
    seats = [*SEATS[:2], {"kind": "bot", "name": "Bob", "here": False, "away": False}]
    server.say(view(people={**PEOPLE, "seats": seats}))
    ann.page.wait_for_selector(".seat-state >> text=makes ready")
    server.say(view(ply=2, waiting=(2,), people={**PEOPLE, "seats": seats}))
    ann.wait('[data-ply="2"]')
    assert ann.page.inner_text(".t-prompt").startswith("The bots make ready for this game.")
    server.say({"type": "presence", "people": {**PEOPLE, "seats": [*seats[:2], {**seats[2], "here": True}]}})
    ann.page.wait_for_function(
        "() => ![...document.querySelectorAll('.seat-state')].some(e => /makes ready/.test(e.textContent))"
    )
    assert "make ready" not in ann.page.inner_text(".t-prompt")


RESULTS = [
    ([9, 4, 2], [1, 2, 3], "You win", ""),
    ([3, 7, 7], [3, 1, 1], "You are 3rd: Bob 2 and Bob 3 win", ""),
    ([5, 5, 5], [1, 1, 1], "A draw", ""),
    (
        [6, 6, 1],
        [2, 1, 3],
        "You are 2nd: Bob 2 wins",
        "Bob 2 and Ann have the same points; by the tie-break of the rules Bob 2 comes first.",
    ),
]


@pytest.mark.parametrize(("scores", "ranks", "title", "tie"), RESULTS)
def test_the_result_is_explained(told, scores, ranks, title, tie):
    ann, server = told
    server.say(view())
    ann.wait('[data-ply="1"]')
    result = {"scores": scores, "ranks": ranks, "digest": "d" * 64, "secret": "e" * 64}
    server.say(view(ply=2, waiting=(), result=result, screen=screen(verdict="Seat 3 had no luck.")))
    ann.page.wait_for_selector(".t-result[open]")
    assert ann.page.inner_text(".t-result h2") == title
    words = ann.page.inner_text(".t-result")
    assert "Bob 3 had no luck." in words
    assert tie in words
    assert ("tie-break" in words) == bool(tie)
    assert ann.state == "over"
    ann.page.click("text=Look at the table")
    ann.page.click("[data-touch=s1]")
    assert ann.page.inner_text(".t-why") == "The game is over."
    assert ann.page.is_visible(".t-ask >> text=Rematch") or ann.page.is_visible(".t-ask >> text=Play again")
    ann.page.click(".t-ask >> text=Result")
    assert ann.page.is_visible(".t-result")


def test_games_for_one_or_for_all_together_say_it_in_their_own_words(told):
    ann, server = told
    ann.page.evaluate("document.getElementById('table').dataset.together = ''")
    ann.page.reload()
    server.say(HELLO, names=["Ann"])
    people = {**PEOPLE, "seats": SEATS[:1]}
    result = {"scores": [-3], "ranks": [1], "digest": "d" * 64, "secret": "e" * 64}
    server.say(view(people=people))
    ann.wait('[data-ply="1"]')
    over = screen(headline="The temple has beaten you", verdict="Nobody got out.", panels=[])
    server.say(view(ply=2, waiting=(), result=result, screen=over, people=people))
    ann.page.wait_for_selector(".t-result[open]")
    assert ann.page.inner_text(".t-result h2") == "The temple has beaten you"
    assert ann.page.locator(".t-ranking").count() == 0  # a lost game has no first place


def test_the_way_of_what_was_picked_up_lights_up(told):
    """Only when the cube that goes there has been touched, and only while that place is pointed at."""
    ann, server = told
    server.say(HELLO)
    choices = [{"code": k, "label": f"a to s{k}", "touch": ["a", f"s{k}"]} for k in (1, 2)]
    server.say(view(choices=choices, screen=screen(ways={"a s2": ["s1"]})))
    ann.wait('[data-ply="1"]')
    lit = lambda: ann.page.eval_on_selector_all("[data-lit]", "all => all.map(e => e.dataset.id)")  # noqa: E731
    ann.page.locator("[data-touch=a]").click()
    ann.page.hover("[data-touch=s2]")
    assert lit() == ["s1"]
    ann.page.hover("[data-touch=s1]")
    assert lit() == []


def test_anything_can_be_drawn(told):
    """Kinds that nobody knows, a turned board, hexagons, piles, panels that are touched, and letters that are code."""
    ann, server = told
    odd = {"kind": "snail", "text": "<i>", "say": "a <b>snail</b>", "look": {"colour": "no such", "symbol": "no such"}}
    spots = [
        {"id": f"h{k}", "row": k // 3, "col": k % 3, "say": "h", "pieces": [{"id": f"p{k}", "face": odd, "badge": "2"}]}
        for k in range(6)
    ]
    zones = [
        {"id": "hex", "kind": "hex", "title": "Hex", "rows": 2, "cols": 3, "spots": spots},
        {"id": "pile", "kind": "pile", "title": "Stones", "count": 30},
        {
            "id": "row",
            "kind": "row",
            "title": "Row",
            "pieces": [
                {"id": k, "face": {**odd, "kind": k}} for k in ("disc", "pawn", "token", "die", "gem", "tile", "card")
            ],
        },
    ]
    choices = [
        {"code": 1, "label": "Seat 2", "touch": ["seat-2-panel"]},
        {"code": 2, "label": "stones", "touch": ["pile"]},
        {"code": 3, "label": "p4", "touch": ["p4"]},
    ]
    server.say(view(choices=choices, screen=screen(zones=zones)))
    ann.wait("[data-state=yours]")
    assert ann.page.locator(".piece svg").count() == 13
    assert ann.page.locator("#table i, #table b").count() == 0
    first, fourth = (ann.page.locator(f"[data-touch=h{k}]").bounding_box()["x"] for k in (0, 3))
    assert fourth > first + 5  # every other row is shifted
    ann.page.click("[data-touch=seat-2-panel]")
    settle(ann)
    assert server.heard[-1]["code"] == 1
    server.answer(ok=False, error={"code": "illegal", "sentence": "No."})
    ann.wait("[data-state=yours]")
    ann.page.click("[data-touch=p4]")
    settle(ann)
    assert server.heard[-1]["code"] == 3
