"""The table is for everyone, small, quick, and asks for nothing from elsewhere."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import brillig.web
from brillig.web.pages.strip_comments import lean

STATIC = Path(brillig.web.__file__).parent / "static"
ROOT = Path(__file__).parents[2]
KIB = 1024
TYPESCRIPT = "typescript@7.0.2"


def busy() -> float:
    """How many times longer things take here now than on a machine that has nothing else to do."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def test_budgets():
    scripts = [
        *STATIC.glob("table/*.js"),
        *STATIC.glob("art/*.js"),
        STATIC / "pages/shell.js",
        STATIC / "pages/theme.js",
    ]
    rare = {"every.js", "flower.js", "land.js", "pattern.js", "tower.js"}  # drawn in few games, and fetched there
    size = sum(len(gzip.compress(lean(path, 0), 6)) for path in scripts if path.name not in rare)
    assert size < 60 * KIB, f"{size / KIB:.1f} KiB of JavaScript"
    for path in STATIC.glob("table/rare/*.js"):  # fetched where a game asks for it
        assert len(gzip.compress(lean(path, 0), 6)) < 8 * KIB, path


def test_scripts_are_sent_without_comments(person):
    ann = person()
    sent = ann.context.request.get(f"{ann.url}/static/table/fit.js")
    assert "export class Fit" in sent.text()
    assert "/**" not in sent.text()
    assert sent.headers["content-type"].startswith("text/javascript")
    again = ann.context.request.get(f"{ann.url}/static/table/fit.js", headers={"if-none-match": sent.headers["etag"]})
    assert again.status == 304


WEIGHT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((bytes, entry) => bytes + entry.encodedBodySize, 0)"""


def test_first_load_is_small_quick_and_from_here(person):
    ann = person(profile="new")
    line = ann.context.new_cdp_session(ann.page)
    line.send("Network.enable")
    loaded: list[float] = []
    asked: list[str] = []
    line.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.sit("bandersnatch")
    ann.my_turn()
    assert sum(loaded) < 150 * KIB, f"{sum(loaded) / KIB:.1f} KiB"
    assert ann.page.evaluate(WEIGHT) < 75_000
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(ann.url).netloc}
    took = []
    for _ in range(3):
        ann.page.reload()
        ann.wait("[data-state=yours]")
        took.append(ann.page.evaluate("performance.now()"))
    assert min(took) < 1000 * busy(), took


DRAW = """async () => {
  const { Stage } = await import("/static/table/draw.js"), { newAreas } = await import("/static/table/areas.js");
  const areas = newAreas(), stage = new Stage(areas, "green-box-of-games");
  document.getElementById("table").replaceChildren(...Object.values(areas));
  const colours = ["red", "green", "blue", "yellow"];
  const screen = turn => ({ zones: [{ id: "board", kind: "grid", title: "", rows: 10, cols: 10, spots: Array.from({ length: 100 }, (_, k) => ({
    id: `s${k}`, row: Math.floor(k / 10), col: k % 10, say: `s${k}`, look: "tile-back",
    pieces: [{ id: `p${(k + 7 * turn) % 100}`, face: { kind: "cube", text: "", say: "cube", look: { colour: colours[(k + turn) % 4] } } }],
  })) }] });
  const took = [];
  for (let turn = 0; turn < 8; turn++) {
    const start = performance.now();
    stage.show(screen(turn));
    areas.main.getBoundingClientRect();
    took.push(performance.now() - start);
  }
  return took;
}"""


def test_a_hundred_pieces_are_drawn_at_once(person):
    ann = person()
    ann.sit("othellino", "bot:random")
    took = ann.page.evaluate(DRAW)
    assert min(took[1:]) < 50 * busy(), took


def test_motion_is_only_for_those_who_like_it(person):
    for wish, moved in (("reduce", 0), ("no-preference", 1)):
        ann = person(reduced_motion=wish)
        ann.sit("othellino", "bot:random", options={"first mover": "seat 1"})
        ann.my_turn()
        ann.page.evaluate("""() => {
          window.flights = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...given) { window.flights++; return animate.apply(this, given); };
        }""")
        ann.page.click("[data-live]")
        ann.page.wait_for_function("() => +document.getElementById('table').dataset.ply > 1")
        assert bool(ann.page.evaluate("window.flights")) == bool(moved)


def test_types():
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("Node is not there.")
    home = ROOT / ".cache" / "node"
    tsc = home / "node_modules" / ".bin" / "tsc"
    if not tsc.exists():
        home.mkdir(parents=True, exist_ok=True)
        got = subprocess.run(
            [npm, "install", "--no-audit", "--no-fund", "--prefix", str(home), TYPESCRIPT], capture_output=True
        )
        if got.returncode:
            pytest.skip("TypeScript cannot be fetched.")
    files = map(str, STATIC.glob("*/*.js"))
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module es2022 --moduleResolution bundler"
    checked = subprocess.run(
        [str(tsc), *options.split(), "--lib", "es2023,dom,dom.iterable", *files], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


BACKS = """async () => {
  const { card } = await import("/static/art/card.js");
  const beyond = [];
  for (const box of ["Green Box of Games", "Jabberwocky", "another"]) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 100 140");
    svg.innerHTML = card({ back: 1 }, "", box);
    document.body.append(svg);
    for (const part of svg.querySelectorAll("path, rect, ellipse, circle")) {
      const { x, y, width, height } = part.getBBox();
      if (x < 0 || y < 0 || x + width > 100 || y + height > 140) beyond.push(part.outerHTML.slice(0, 90));
    }
    svg.remove();
  }
  return beyond;
}"""


def test_what_is_drawn_on_the_back_of_a_card_stays_on_it(person):
    ann = person()
    ann.page.goto(ann.url)
    assert ann.page.evaluate(BACKS) == []
