"""Pictures for the README, taken of a real server with a real browser. Look at them before you keep them.

    python -m tests.browser.shoot docs/pictures [NAME...]

They are made smaller with Pillow where that is installed.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser import engine
from tests.browser.house import House
from tests.browser.person import DESK, PHONE, Person

BOT = "bot:random"
COLOURS = 256


def middle(game: str, bots: int, ply: int, seed: int = 1) -> Callable[[Person], None]:
    """A table after some steps, at our turn."""

    def go(ann: Person) -> None:
        ann.sit(game, *[BOT] * bots)
        pick = random.Random(seed)
        while ann.my_turn() and ann.ply < ply:
            ann.touch_anything(pick)
            ann.page.wait_for_timeout(80)
        ann.page.wait_for_timeout(1000)

    return go


def result(ann: Person) -> None:
    ann.sit("gold-mine", BOT, BOT)
    ann.play_on(seed=2)
    ann.page.wait_for_selector(".t-result[open]")


def lobby(ann: Person) -> None:
    ann.page.goto(ann.url, wait_until="networkidle")


def rules(ann: Person) -> None:
    ann.page.goto(f"{ann.url}/rules/gold-mine", wait_until="networkidle")
    ann.page.locator(".position").nth(1).scroll_into_view_if_needed()
    ann.page.wait_for_selector(".position [data-drawn] svg")


def making(ann: Person) -> None:
    ann.page.goto(f"{ann.url}/new/gold-mine", wait_until="networkidle")


def replay(ann: Person) -> None:
    id = ann.post("/api/tables", game="backgammon", seats=[BOT, BOT])["id"]
    while ann.context.request.get(f"{ann.url}/api/tables/{id}").json()["status"] != "over":
        ann.page.wait_for_timeout(200)
    ann.page.goto(f"{ann.url}/replays/{id}?step=40", wait_until="networkidle")


PICTURES: dict[str, tuple[dict[str, Any], str, Callable[[Person], None]]] = {
    "lobby": (DESK, "light", lobby),
    "making": (DESK, "light", making),
    "rules": (DESK, "light", rules),
    "replay": (DESK, "light", replay),
    "result": (DESK, "dark", result),
    "backgammon": (DESK, "light", middle("backgammon", 1, 24)),
    "othellino-phone": (PHONE, "light", middle("othellino", 1, 14)),
    "gold-mine-phone": (PHONE, "dark", middle("gold-mine", 3, 9, 3)),
    "temple-of-doom": (DESK, "light", middle("temple-of-doom", 1, 9, 7)),
    "mimsy-phone": (PHONE, "light", middle("mimsy", 2, 9, 7)),
    "jacks-phone": (PHONE, "light", middle("jacks", 3, 14, 7)),
}


def main(folder: Path, wanted: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        house.start()
        browser = playwright.chromium.launch(executable_path=engine.found(), args=engine.ARGS)
        for name in wanted or PICTURES:
            size, theme, go = PICTURES[name]
            context = browser.new_context(**size, color_scheme=theme, reduced_motion="reduce")
            ann = Person(context.new_page(), house.url, "Alice")
            go(ann)
            ann.page.wait_for_timeout(500)
            ann.page.screenshot(path=folder / f"{name}.png")
            context.close()
            shrink(folder / f"{name}.png")
            print(f"{name}: {(folder / f'{name}.png').stat().st_size >> 10} KiB {ann.trouble or ''}")
        browser.close()
        house.stop()


def shrink(file: Path) -> None:
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(file) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
