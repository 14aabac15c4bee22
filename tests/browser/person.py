"""Somebody with a browser: sits down at tables, touches what is alight, and notes everything that goes wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PILOT = (Path(__file__).parent / "pilot.js").read_text(encoding="utf-8")
PATIENCE = 120_000  # milliseconds: in some games the table waits for everybody, several times before it is my turn

ALIGHT = "#table :is([data-live], [data-choice])"
SEEN = "all => all.flatMap((e, k) => (e.checkVisibility({ visibilityProperty: true }) ? [k] : []))"

# Screens.
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


class Person:
    def __init__(self, page: Any, url: str, name: str) -> None:
        self.page, self.context, self.url, self.name = page, page.context, url, name
        self.trouble: list[str] = []
        self.forgiven = False  # is trouble meant to come now?
        self.context.set_default_timeout(PATIENCE)
        self.watch = {
            # Also what could not be fetched or was refused: Chromium says so there, and to listen to every answer costs more.
            "console": lambda m: m.type in ("error", "warning") and self.note(f"{m.text} {m.location['url']}"),
            "pageerror": lambda why: self.note(str(why)),
        }
        for what, heard in self.watch.items():
            page.on(what, heard)
        self.post("/api/session", nickname=name)

    def note(self, what: str) -> None:
        if not self.forgiven:
            self.trouble.append(f"{self.name}: {what}")

    def leave(self) -> None:
        for what, heard in self.watch.items():
            self.page.remove_listener(what, heard)

    def post(self, path: str, **form: Any) -> Any:
        answer = self.context.request.post(self.url + path, data=form)
        assert answer.ok, answer.text()
        return answer.json()

    # ---- at a table ------------------------------------------------------------------------------------------------

    def lay(self, game: str, *others: str, **more: Any) -> dict[str, Any]:
        """A table with me in the first seat."""
        laid: dict[str, Any] = self.post("/api/tables", game=game, seats=["me", *others], **more)
        return laid

    def sit(self, game: str, *others: str, **more: Any) -> str:
        """Lay a table and go there."""
        id = str(self.lay(game, *others, **more)["id"])
        self.go(id)
        return id

    def go(self, id: str) -> None:
        self.page.goto(f"{self.url}/tables/{id}")
        self.wait("[data-line=open]")

    def wait(self, selector: str) -> None:
        self.page.wait_for_selector(f"#table{selector}", state="attached")

    @property
    def state(self) -> str:
        return str(self.page.get_attribute("#table", "data-state"))

    @property
    def ply(self) -> int:
        return int(self.page.get_attribute("#table", "data-ply"))

    def my_turn(self) -> bool:
        """Wait until I am asked, or the game is over. A race begins when I say so."""
        self.wait(":is([data-state=yours], [data-state=over], [data-holds=people]:has([data-key=ready]))")
        if self.page.is_visible("[data-key=ready]"):
            self.page.click("[data-key=ready]")
        self.wait(":is([data-state=yours], [data-state=over])")
        return self.state == "yours"

    def touch_anything(self, pick: Any) -> None:
        """A real click on something that is alight."""
        live = self.page.eval_on_selector_all(ALIGHT, SEEN)
        assert live, "nothing can be touched"
        self.page.locator(ALIGHT).nth(pick.choice(live)).click()

    def play_on(self, seed: int, most: int = 4000, rest: int = 0) -> int:
        """Touch whatever is alight until the game is over, with rests (milliseconds); how many touches that took."""
        self.my_turn()
        return int(self.page.evaluate(PILOT, {"seed": seed, "most": most, "rest": rest}))
