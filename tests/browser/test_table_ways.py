"""Pieces that come along a way travel from place to place, as one movement."""

from __future__ import annotations

WAYS = """async () => {
  const { hops, way } = await import("/static/table/hops.js");
  const places = new Map([["a", 0], ["b", 100], ["c", 200]].map(([id, x]) => {
    const place = document.createElement("div");
    Object.assign(place.style, { position: "fixed", left: `${x}px`, top: x === 100 ? "40px" : "0", width: "50px", height: "50px" });
    document.body.append(place);
    return [id, place];
  }));
  const stage = { things: places }, piece = { path: ["a", "b", "c"] };
  const at = id => places.get(id).getBoundingClientRect();
  const path = way(stage, piece, at("a"));
  return {
    path: path.map(({ x, y }) => [x, y]),
    elsewhere: way(stage, piece, at("b")).length,
    gone: way(stage, { path: ["a", "x", "c"] }, at("a")).length,
    none: way(stage, {}, at("a")).length,
    frames: hops(path, at("c")).map(frame => frame.transform),
  };
}"""


def test_a_way_is_followed_hop_by_hop_from_where_the_piece_was(person):
    ann = person()
    ann.page.goto(ann.url)
    found = ann.page.evaluate(WAYS)
    assert found["path"] == [[25, 25], [125, 65], [225, 25]]
    assert [found["elsewhere"], found["gone"], found["none"]] == [0, 0, 0]
    first, up, second, up_again, last = found["frames"]
    assert first == "translate(-200px, 0px) scale(1)"
    assert second == "translate(-100px, 40px) scale(1)"
    assert last == "none"
    assert up != up_again
    assert "scale(1.16)" in up


def test_a_chain_of_leaps_flies_along_its_spaces(person):
    """Two leaps in a row: at no time is the cube straight between the first space and the last."""
    ann = person(reduced_motion="no-preference")
    ann.sit("halma", "bot:random", options={"board": "6x6", "pieces": "6"})
    seen: set[int] = set()
    for _ in range(20):
        if not ann.my_turn():
            break
        seen |= set(ann.page.evaluate(FLIGHTS))
        if 3 in seen and max(seen) > 3:
            break
    assert 3 in seen  # a step or a single leap: begin, top, end
    assert max(seen) > 3  # and a chain


# Touch the cube and the space that are farthest apart of all, and look at how many frames the flight has.
FLIGHTS = """async () => {
  const live = () => [...document.querySelectorAll("#table .spot[data-live]")];
  const rest = ms => new Promise(done => setTimeout(done, ms));
  const middle = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  let best = null, far = -1;
  for (const cube of live().filter(e => e.querySelector(".piece")).map(e => e.dataset.touch)) {
    document.querySelector(`#table [data-touch="${cube}"]`).click();
    await rest(20);
    const [x, y] = middle(document.querySelector(`#table [data-touch="${cube}"]`));
    for (const to of live().filter(e => !e.querySelector(".piece"))) {
      const [a, b] = middle(to), away = Math.hypot(a - x, b - y);
      if (away > far) [far, best] = [away, [cube, to.dataset.touch]];
    }
    document.querySelector(`#table [data-touch="${cube}"]`).click();
    await rest(20);
  }
  const frames = [];
  for (const id of best) {
    document.querySelector(`#table [data-touch="${id}"]`).click();
    await rest(10);
  }
  for (let k = 0; k < 20; k++) {
    for (const copy of document.querySelectorAll(".flying"))
      for (const flight of copy.getAnimations()) frames.push(flight.effect.getKeyframes().length);
    await rest(15);
  }
  return frames;
}"""
