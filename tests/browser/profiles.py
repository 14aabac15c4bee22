"""Browser profiles, lent to one person after the other: who comes next finds nothing of who was there before.

A new profile costs a process and every script anew, which is half of what a visit to a table costs. So is drawing: nobody
looks at these pages, so all is laid out and can be touched, and nothing is drawn but while axe looks.
"""

from __future__ import annotations

from typing import Any

from tests.browser.person import DESK

LENT = {"viewport", "color_scheme", "reduced_motion"}  # what a page can be told later
UNDRAWN = """(() => {
  const sheet = window.undrawn = new CSSStyleSheet();
  sheet.replaceSync(":root { opacity: 0 !important }");
  document.adoptedStyleSheets.push(sheet);
})()"""
DRAWN = """drawn => {
  if (window.undrawn) window.undrawn.disabled = drawn;
  return +getComputedStyle(document.documentElement).opacity;
}"""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


class Profiles:
    def __init__(self, browser: Any, url: str) -> None:
        self.browser, self.url = browser, url
        self.free: dict[str, list[Any]] = {}  # pages at rest, by their sort
        self.sorts: dict[Any, str] = {}  # of pages that are lent; those that are not kept are not here

    def lend(self, profile: str = "", **wishes: Any) -> Any:
        """A page in a profile that is as good as new; or in one that is "new", where it matters what is fetched or where
        something is done to a page that cannot be undone. Any other word: such as these are lent only by the same word.
        """
        given = {**DESK, "color_scheme": "light", "reduced_motion": "reduce", **wishes}
        machine = {name: value for name, value in given.items() if name not in LENT}
        sort = f"{profile} {sorted(machine.items())}"
        if resting := self.free.get(sort):
            page = resting.pop()
            page.set_viewport_size(given["viewport"])
            page.emulate_media(color_scheme=given["color_scheme"], reduced_motion=given["reduced_motion"])
        else:
            context = self.browser.new_context(**given)
            context.add_init_script(UNDRAWN)
            page = context.new_page()
        if profile != "new" and machine.get("java_script_enabled", True):
            self.sorts[page] = sort
        return page

    def take_back(self, page: Any) -> None:
        sort = self.sorts.pop(page, None)
        if sort is None:
            page.context.close()
            return
        page.goto(f"{self.url}/healthz")  # the same house: its process stays
        page.evaluate(FORGET)
        page.context.clear_cookies()
        self.free.setdefault(sort, []).append(page)

    def close(self) -> None:
        for resting in self.free.values():
            for page in resting:
                page.context.close()
