"""The page of the kit: all that Python knows is drawn, and what is drawn is all that Python knows; layouts."""

from __future__ import annotations

from brillig.core import Face, Screen
from brillig.core.screen import looks
from brillig.web.pages.kit import sections
from tests.browser.person import DESK, PHONE

NAMES = """async () => {
  const [colours, symbols, face, pattern, card] = await Promise.all(
    ["colours", "symbols", "face", "pattern", "card"].map(name => import(`/static/art/${name}.js`)));
  return {
    colours: Object.fromEntries(Object.entries(colours.NAMED).map(([name, [, letter]]) => [name, letter])),
    symbols: Object.keys(symbols.SYMBOLS), kinds: Object.keys(face.KINDS), decks: Object.keys(pattern.DECKS),
    sides: Object.keys(pattern.SQUARES), grounds: Object.keys(card.GROUNDS),
  };
}"""


def test_python_and_the_browser_know_the_same_words(person):
    ann = person()
    ann.page.goto(f"{ann.url}/kit")
    found = ann.page.evaluate(NAMES)
    assert found.pop("colours") == looks.COLOURS
    assert {name: sorted(words) for name, words in found.items()} == {
        "symbols": sorted(looks.SYMBOLS), "kinds": sorted(looks.KINDS), "decks": sorted(looks.DECKS),
        "sides": sorted(looks.SIDES), "grounds": sorted(looks.GROUNDS),
    }  # fmt: skip


def test_everything_is_drawn(person):
    ann = person(**PHONE)
    ann.page.goto(ann.url)
    ann.page.click("text=the kit")
    ann.page.wait_for_url("**/kit")
    blank = ann.page.evaluate("""async () => {
      const blank = [];
      for (const place of document.querySelectorAll("[data-picture]")) {
        place.scrollIntoView();
        for (let k = 0; k < 200 && !("drawn" in place.dataset); k++) await new Promise(r => setTimeout(r, 20));
        if (!place.querySelector("svg, .spot, .seat")) blank.push(place.parentElement.textContent.trim());
      }
      return blank;
    }""")
    assert blank == []
    assert ann.page.locator("[data-drawn]").count() == sum(len(section.samples) for section in sections())


SHOW = """async ([screen, size]) => {
  const { Stage } = await import("/static/table/draw.js");
  const { newFrame } = await import("/static/table/areas.js");
  const { Fit } = await import("/static/table/fit.js");
  const root = document.createElement("div");
  root.className = "table";
  document.body.className = "at-table";
  document.body.replaceChildren(root);
  const { areas, foot } = newFrame(root);
  foot.append(areas.hand);
  new Stage(areas, "").show(screen);
  new Fit(areas.main).fit("once");
  return Object.fromEntries([...root.querySelectorAll("[data-zone]")].map(zone => {
    const { left, top, right, bottom } = zone.getBoundingClientRect();
    return [zone.dataset.zone, { left, top, right, bottom, area: zone.parentElement.className }];
  }));
}"""


def places(ann, **changes):
    """Where a board, a row of cards and a sheet at the right come to lie."""
    t = Screen(layout=changes.get("layout", ""))
    board = t.grid("board", 2, 2)
    for k in range(4):
        board.spot(f"s{k}", k // 2, k % 2, "", look="ghost")
    row = t.line("row", "row", "Cards")
    row.first = changes.get("first", False)
    sheet = t.line("sheet", "row", "Sheet", area="right")
    sheet.keep = changes.get("keep", False)
    for k in range(3):
        for zone in (row, sheet):
            zone.put(f"{zone.id}-{k}", Face("card", str(k), "", {"colour": "red", "number": k}))
    ann.page.goto(f"{ann.url}/tables/nosuchtable")
    ann.page.add_style_tag(url="/static/css/table.css")
    ann.page.add_style_tag(url="/static/css/room.css")
    return ann.page.evaluate(SHOW, [t.to_dict(), 0])


def test_an_author_decides_what_lies_beside_what(person):
    for size in (DESK, PHONE):
        ann = person(**size)
        ann.forgiven = True
        beside = places(ann, layout="beside")
        assert beside["board"]["right"] <= beside["row"]["left"]
        below = places(ann, layout="below")
        assert below["board"]["bottom"] <= below["row"]["top"]
        first = places(ann, layout="below", first=True)
        assert first["row"]["bottom"] <= first["board"]["top"]


def test_what_must_not_scroll_away_is_in_the_window_of_a_phone(person):
    ann = person(**PHONE)
    ann.forgiven = True
    high = PHONE["viewport"]["height"]
    assert places(ann)["sheet"]["top"] >= high
    kept = places(ann, keep=True)["sheet"]
    assert kept["bottom"] < high
    assert kept["area"] == "t-left"
