"""What `brillig print` makes, measured in the file: sizes, counts, fonts, fronts and backs."""

from __future__ import annotations

import os
import shutil

import pytest

from brillig import catalogue
from brillig.paper import contents
from brillig.parts.components import Component, PrintedBoard
from brillig.web.pages.paper.document import PrintWishes
from brillig.web.pages.paper.pdf import NAMES, make_pdf

pytest.importorskip("pypdfium2")
from tests.paper.measure import pages

pytestmark = pytest.mark.xdist_group("pdf")
A4, LETTER = (210.0, 297.0), (215.9, 279.4)
NEAR = 0.1  # millimetres
GAMES = catalogue.games()
BOXES = sorted({game.box for game in GAMES})


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A box or a game, printed once."""
    if not os.environ.get("BRILLIG_CHROMIUM") and not any(map(shutil.which, NAMES)):
        if os.environ.get("CI"):
            pytest.fail("Chromium is not installed.")
        pytest.skip("Chromium is not installed.")
    made, folder = {}, tmp_path_factory.mktemp("printed")

    def make(name, **wishes):
        key = (name, PrintWishes(**wishes))
        if key not in made:
            file = folder / f"{len(made)}.pdf"
            what = contents.of_box(name, GAMES) if name in BOXES else contents.of_game(catalogue.load(name))
            make_pdf(what, key[1], file)
            made[key] = what, pages(file)
        return made[key]

    return make


def parts(what, found, *, backs=True):
    """The pages of a PDF: the cover, the sheets as pairs of front and back, the quick references."""
    briefs = len(what.games)
    cover = 2 if backs else 1
    laid = found[cover:-briefs]
    return found[:cover], list(zip(laid[::2], laid[1::2], strict=True)) if backs else laid, found[-briefs:]


@pytest.mark.parametrize("box", BOXES)
def test_the_box_s_list_is_in_the_file_at_its_true_size(printed, box):
    what, found = printed(box)
    for page in found:
        assert (page.wide, page.high) == pytest.approx(A4, abs=0.15)
    _, sheets, _ = parts(what, found)
    cut = [(round(frame.wide, 1), round(frame.high, 1)) for front, _ in sheets for frame in front.frames]
    printable = [thing for thing in what.things if isinstance(thing, Component) and thing.wide]
    sizes = {(thing.wide, thing.high) for thing in printable}
    assert set(cut) == sizes
    for size in sizes:
        assert cut.count(size) == sum(len(thing) for thing in printable if (thing.wide, thing.high) == size)
    for front, _ in sheets:
        for frame in front.frames:
            assert frame.wide == pytest.approx(round(frame.wide), abs=0.02)
            assert front.drawn_in(frame), "nothing is drawn there"


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize(
    ("paper", "size", "edge"),
    [
        ("a4", A4, "long"),
        pytest.param("letter", LETTER, "long", marks=pytest.mark.soak),
        pytest.param("a4", A4, "short", marks=pytest.mark.soak),
        pytest.param("letter", LETTER, "short", marks=pytest.mark.soak),
    ],
)
def test_backs_meet_their_fronts(printed, box, paper, size, edge):
    what, found = printed(box, paper=paper, backs=edge, ink="black" if edge == "short" else "colour")
    assert (found[0].wide, found[0].high) == pytest.approx(size, abs=0.15)
    met, expected = 0, sum(len(thing) for thing in what.things if isinstance(thing, Component) and thing.backs)
    for front, back in parts(what, found)[1]:
        assert not back.frames
        for frame in front.frames:
            x, y = frame.middle
            behind = (x, front.high - y) if edge == "short" else (front.wide - x, y)
            place = frame._replace(x=behind[0] - frame.wide / 2, y=behind[1] - frame.high / 2)
            drawn, shown = back.outline_in(place), front.outline_in(frame)
            if drawn:
                assert drawn.middle == pytest.approx(behind, abs=NEAR)
                assert shown.middle == pytest.approx(frame.middle, abs=NEAR)
                met += 1
    assert met == expected


@pytest.mark.parametrize("box", BOXES)
def test_marks_are_at_every_cut_and_outside_the_pieces(printed, box):
    what, found = printed(box)
    boards = [(thing.wide, thing.high) for thing in what.things if isinstance(thing, PrintedBoard)]
    for front, _ in parts(what, found)[1]:
        frames, marks = front.frames, front.marks
        if not frames:  # a board: a sheet of its own, with marks at its edges
            xs, ys = [m.x for m in marks if m.wide < 0.01], [m.y for m in marks if m.high < 0.01]
            boards.remove((round(max(xs) - min(xs), 1), round(max(ys) - min(ys), 1)))
            continue
        cuts_x = {round(x, 1) for f in frames for x in (f.x, f.x + f.wide)}
        cuts_y = {round(y, 1) for f in frames for y in (f.y, f.y + f.high)}
        assert {round(m.x, 1) for m in marks if m.wide < 0.01} == cuts_x
        assert {round(m.y, 1) for m in marks if m.high < 0.01} == cuts_y
        assert len(marks) == 2 * (len(cuts_x) + len(cuts_y))
        assert not [m for m in marks for f in frames if f.holds(m.middle)]
        for m in marks:
            assert m.x > 2
            assert m.x + m.wide < front.wide - 2
            assert m.y > 2
            assert m.y + m.high < front.high - 2
    assert not boards


@pytest.mark.parametrize("box", BOXES)
def test_fonts_are_in_the_file(printed, box):
    _, found = printed(box)
    used = [embedded for page in found for embedded in page.fonts]
    assert used
    assert all(used)


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_quick_reference_is_one_page(printed, box, paper):
    what, found = printed(box, paper=paper)
    _, _, briefs = parts(what, found)
    for game, page in zip(what.games, briefs, strict=True):
        assert page.text.startswith(f"{game.title} in brief")
        low = max(each.y + each.high for each in page.bounds)
        assert low < page.high - 8, f"{game.slug} runs off the page"


def test_the_cover_says_what_is_needed_besides(printed):
    _, found = printed("Green Box of Games")
    said = " ".join(found[0].text.split())
    assert "cards 54 63 by 88 mm" in said
    assert (
        "80 cubes: 20 red cubes, 20 green cubes, 20 blue cubes, 20 yellow cubes (or the counters of these sheets)"
        in said
    )
    assert "2 dice: 1 white die, 1 black die" in said


def test_a_game_alone_brings_what_it_uses_and_no_backs_if_none_are_wanted(printed):
    what, found = printed("backgammon", backs="none", counters=False)
    _, sheets, briefs = parts(what, found, backs=False)
    assert [len(page.frames) for page in sheets] == [9, 3]
    assert len(briefs) == 1
    assert len(found) == 4


def test_black_ink_is_black(printed):
    _, found = printed("Jabberwocky", ink="black")
    image = found[2].page.render(scale=1).to_numpy().astype(int)
    assert abs(image[..., 0] - image[..., 2]).max() <= 2
    _, coloured = printed("Jabberwocky")
    assert coloured[2].page.render(scale=1).to_numpy().mean() < image.mean() - 20, "it saves ink"
