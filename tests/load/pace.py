"""How quick the table is under a finger: python -m tests.load.pace [ROUNDS]

A phone with a race on it, Cover Some Ground with fifty cards on the table, and a processor four times slower than this one.
Told are, from letting go of the glass to the picture that shows it: what the page's thread computes (from Chromium's trace,
so that it is true on a busy machine too), and what the clock says; where that time goes; how many frames a second there can
be while a card is dragged over the board; and how long a choice takes until the server has acknowledged it, over this machine's
own network.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from brillig.core import Table
from brillig.games.cover_some_ground.game import GAME
from brillig.parts.trickster import overlap
from brillig.web.table.seat_view import scene
from tests.browser import engine
from tests.browser.house import House
from tests.browser.person import PHONE, Person

CARDS = 50  # on the table, those in hand and the arrows included
SLOWER = 4
REST = 500  # milliseconds between two touches
CATEGORIES = ["devtools.timeline", "blink.user_timing"]
PARTS = {
    "script": ("FunctionCall", "EvaluateScript", "RunMicrotasks"),
    "styles": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "painting": ("PrePaint", "Paint", "Layerize", "Commit"),
}

ARM = """() => {
  window.drawn = null;
  let begun = 0;
  const once = { capture: true, once: true };
  addEventListener("pointerup", event => { begun = event.timeStamp; performance.mark("let go"); }, once);
  addEventListener("click", () => requestAnimationFrame(() => {
    const after = new MessageChannel(); // what is posted in a frame is heard when it has been drawn
    after.port1.onmessage = () => { performance.mark("drawn"); window.drawn = performance.now() - begun; };
    after.port2.postMessage(0);
  }), once);
}"""
DRAG = """async seconds => {
  const box = element => element.getBoundingClientRect();
  const card = document.querySelector(".t-hand [data-zone=hand] .piece"), from = box(card), map = box(document.querySelector(".zone[data-map]"));
  const fire = (type, x, y) => card.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, composed: true, pointerId: 7, pointerType: "touch", isPrimary: true, button: 0, buttons: 1,
    clientX: x, clientY: y }));
  fire("pointerdown", from.x + 20, from.y + 20);
  const times = [], begun = performance.now();
  performance.mark("let go");
  await new Promise(done => {
    const step = now => {
      times.push(now);
      const angle = times.length / 10;
      fire("pointermove", map.x + map.width / 2 + 100 * Math.cos(angle), map.y + map.height / 2 + 100 * Math.sin(angle));
      if (performance.now() - begun > 1000 * seconds) done();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  performance.mark("drawn");
  fire("pointercancel", 0, 0);
  return times.slice(1).map((time, k) => time - times[k]);
}"""
ACKNOWLEDGED = """() => {
  window.acknowledged = [];
  const sent = new Map(), send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { type, id } = JSON.parse(text);
    if (type === "choose") sent.set(id, performance.now());
    if (!this.watched) this.addEventListener("message", ({ data }) => {
      const { type, id, ok } = JSON.parse(data);
      if (type === "ack" && sent.has(id)) window.acknowledged.push([ok, performance.now() - sent.get(id)]);
    });
    this.watched = true;
    send.call(this, text);
  };
}"""


def fifty() -> Table:
    """A race of six in which all but a hand of cards lies on the table."""
    table = GAME.new(6, seed=11, timed=True)
    table.tick()
    s, pick, out = table.plain, random.Random(3), [0] * 30_000
    left = dict.fromkeys(range(8), 63)
    left[s.deck[0]] &= ~s.hand[0]
    left[s.start] = s.aside
    while s.board.count < CARDS - 5:
        fits = [
            (deck, out[k])
            for deck, cards in left.items()
            for k in range(overlap.all_fits(s.board, 1, 6 * deck, cards, out))
        ]
        if not fits:
            break
        deck, code = pick.choice(fits)
        overlap.lay(s.board, 6 * deck, code)
        left[deck] &= ~(1 << (code % 24 // 4))
    for seat in range(1, 6):
        s.hand[seat] = s.pile[seat] = s.token[seat] = 0
    s.pile[0] = s.aside = 0
    return table


@contextmanager
def phone() -> Iterator[tuple[Any, Person]]:
    """A browser, and somebody with a phone in it."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        house.start()
        browser = playwright.chromium.launch(executable_path=engine.found(), args=engine.ARGS)
        try:
            yield browser, Person(browser.new_page(**PHONE, color_scheme="light"), house.url, "Ann")
        finally:
            browser.close()
            house.stop()


def sit_before(ann: Person, screen: Any) -> None:
    """At a race whose every picture is this one."""

    def relay(socket: Any) -> None:
        server = socket.connect_to_server()

        def back(message: str) -> None:
            told = json.loads(message)
            if told.get("type") == "view":
                told["scene"] = screen
            socket.send(json.dumps(told))

        server.on_message(back)
        socket.on_message(server.send)

    ann.page.route_web_socket("**/ws/*", relay)
    ann.sit(GAME.slug, "bot:random", options={"stall": 300})
    ann.my_turn()
    ann.page.wait_for_timeout(4500)  # three, two, one


def in_turn(k: int) -> list[tuple[str, str]]:
    return [
        ("pick up a card", f".t-hand [data-zone=hand] .piece >> nth={k % 3}"),
        ("turn it", f".t-hand [data-zone=turns] .piece >> nth={k % 3}"),
        ("put it back", ".t-ask button:visible >> nth=0"),
    ]


def touch(ann: Person, selector: str) -> float:
    """Milliseconds by the clock."""
    box = ann.page.locator(selector).bounding_box()
    ann.page.evaluate(ARM)
    ann.page.wait_for_timeout(REST)
    ann.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.wait_for_function("() => window.drawn !== null")
    return float(ann.page.evaluate("window.drawn"))


def computed(trace: bytes) -> list[tuple[float, Counter[str]]]:
    """Milliseconds that the page's thread computed for each touch, and for what."""
    events = json.loads(trace)["traceEvents"]
    marks = sorted((e for e in events if e.get("name") in ("let go", "drawn")), key=lambda e: e["ts"])
    found = []
    for begin, end in zip(marks[::2], marks[1::2], strict=True):
        mine = [
            e
            for e in events
            if e.get("tid") == begin["tid"] and e.get("ph") == "X" and begin["ts"] <= e["ts"] <= end["ts"]
        ]
        parts = Counter({part: sum(outer(mine, names)) / 1000 for part, names in PARTS.items()})
        found.append(((end["tts"] - begin["tts"]) / 1000, parts))
    return found


def outer(events: list[dict[str, Any]], names: tuple[str, ...]) -> Iterator[float]:
    """Thread time of these events, but of none that is within another, and without styles and layout within scripts."""
    until = 0
    for event in sorted((e for e in events if e["name"] in names), key=lambda e: e["ts"]):
        if event["ts"] >= until:
            until = event["ts"] + event["dur"]
            inside = [
                e for e in events if e["name"] in ("UpdateLayoutTree", "Layout") and event["ts"] < e["ts"] < until
            ]
            yield event.get("tdur", 0) - sum(e.get("tdur", 0) for e in inside)


def touches(browser: Any, ann: Person, rounds: int) -> None:
    slow = ann.context.new_cdp_session(ann.page)
    for k in range(2):  # everything is made once
        for _, selector in in_turn(k):
            touch(ann, selector)
    browser.start_tracing(page=ann.page, categories=CATEGORIES)
    names = [name for k in range(rounds) for name, selector in in_turn(k) if touch(ann, selector)]
    thread = computed(browser.stop_tracing())
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    clock = [(name, touch(ann, selector)) for k in range(rounds) for name, selector in in_turn(k)]
    print(f"from touch to drawn, milliseconds; computed time is times {SLOWER}")
    for name in dict.fromkeys(names):
        mine = [(SLOWER * each, parts) for other, (each, parts) in zip(names, thread, strict=True) if other == name]
        means = {part: SLOWER * statistics.mean(parts[part] for _, parts in mine) for part in PARTS}
        by_clock = [each for other, each in clock if other == name]
        print(
            f"  {name:15} computed: median {statistics.median(t for t, _ in mine):5.1f}, most {max(t for t, _ in mine):5.1f} "
            f"({', '.join(f'{part} {mean:.1f}' for part, mean in means.items())}); "
            f"clock: median {statistics.median(by_clock):.0f}, least {min(by_clock):.0f}"
        )
    by_clock = ann.page.evaluate(DRAG, 3)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    browser.start_tracing(page=ann.page, categories=CATEGORIES)
    frames = len(ann.page.evaluate(DRAG, 3))
    each = SLOWER * computed(browser.stop_tracing())[0][0] / frames
    print(
        f"a card dragged over the board: {each:.1f} ms computed for a frame, so {min(60, 1000 / each):.0f} a second; "
        f"clock: {1000 / statistics.mean(by_clock):.0f} a second"
    )


def acknowledged(ann: Person) -> None:
    ann.page.add_init_script(f"({ACKNOWLEDGED})()")
    ann.sit("othellino", "bot:random")
    ann.play_on(seed=5)
    took = [ms for ok, ms in ann.page.evaluate("window.acknowledged") if ok]
    print(
        f"from touch to acknowledged (played, written to the disk), {len(took)} choices: "
        f"median {statistics.median(took):.1f} ms, most {max(took):.1f} ms"
    )


def main(rounds: int) -> None:
    table = fifty()
    with phone() as (browser, ann):
        acknowledged(ann)
        sit_before(ann, json.loads(bytes(scene(table.hidden(0), 0, [0]))))
        cards, spots = (ann.page.locator(css).count() for css in ("#table [data-kind=pattern]", "#table .t-main .spot"))
        print(f"{cards} pattern cards on the screen, {spots} places on the board")
        touches(browser, ann, rounds)
        for line in ann.trouble:
            print("trouble:", line)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
