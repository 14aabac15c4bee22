"""One browser and one server for all tests of what people see. Every page is watched for errors.

Without Playwright or Chromium these tests are left out on somebody's own machine, and fail where CI is set.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import engine
from tests.browser.house import House
from tests.browser.person import Person
from tests.browser.profiles import DRAWN, Profiles

HERE = Path(__file__).parent

# What axe looks for.
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# The lines of the drawings on a table, most of all elements, are taken out while it looks: only a whole drawing has a name.
AXE = """async ([rules, within]) => {
  const drawings = [...document.querySelectorAll("#table svg")].map(svg => [svg, [...svg.childNodes]]);
  for (const [svg] of drawings) svg.replaceChildren();
  const found = await axe.run(within, {runOnly: rules, resultTypes: ["violations"], preload: false});
  for (const [svg, lines] of drawings) if (!svg.firstChild) svg.replaceChildren(...lines);
  return found.violations;
}"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them share one browser, so one process runs them."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))


def missing(what: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed.")
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=engine.found(), args=engine.ARGS)
        except Exception as why:
            missing(f"Chromium cannot be started: {str(why).splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = House(tmp_path_factory.mktemp("house"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def profiles(browser: Any, house: House) -> Iterator[Profiles]:
    kept = Profiles(browser, house.url)
    yield kept
    kept.close()


@pytest.fixture
def person(profiles: Profiles) -> Iterator[Callable[..., Person]]:
    """Makes people, each with a browser profile of their own; when they leave, nothing must have gone wrong."""
    people: list[Person] = []

    def make(name: str = "Ann", url: str = profiles.url, profile: str = "", **wishes: Any) -> Person:
        people.append(Person(profiles.lend(profile, **wishes), url, name))
        return people[-1]

    yield make
    trouble = [line for somebody in people for line in somebody.trouble]
    for somebody in people:
        somebody.leave()
        profiles.take_back(somebody.page)
    assert not trouble, trouble


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[tuple[str, str, str, str]]]:
    """A function that lists what axe finds wrong on a page."""
    try:
        import axe_playwright_python
    except ImportError:
        missing("axe-playwright-python is not installed.")
    script = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")

    def faults(page: Any, rules: dict[str, Any] = ALL, within: str = "html") -> list[tuple[str, str, str, str]]:
        if not page.evaluate("!!window.axe"):
            page.evaluate(script)
        assert page.evaluate(DRAWN, True) == 1, "what cannot be seen axe does not look at"
        found = page.evaluate(AXE, [rules, within])
        page.evaluate(DRAWN, False)
        return [(v["impact"], v["id"], node["target"], node["html"][:150]) for v in found for node in v["nodes"]]

    return faults


@pytest.fixture(scope="session", autouse=True)
def waits_are_functions() -> None:
    """A plain expression is evaluated at every look, and our pages forbid that: it fails only where it has to wait."""
    asked = re.compile(r"wait_for_function\(\s*\"(?!.*=>)(.*)")
    plain = [f"{path.name}: {found}" for path in HERE.glob("*.py") for found in asked.findall(path.read_text("utf-8"))]
    assert not plain, plain
