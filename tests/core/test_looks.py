"""A word for a look that nobody can draw is an error with the list of what there is, as soon as the screen is made."""

from typing import get_args

import pytest

import brillig
from brillig.core import BadGame, Face, Screen, Zone, screen
from brillig.core.screen import looks
from brillig.testing import examine
from brillig.testing.plan import CheckPlan
from tests.toys import changed

CUBE = Face("cube", "R", "red cube", {"colour": "red"})


@pytest.mark.parametrize(
    ("kind", "look", "sentence"),
    [
        ("cube", {"colour": "gren"}, "There is no colour 'gren' (did you mean green or grey?); there are green, grey, red, "),
        ("token", {"symbol": "wheel"}, "There is no symbol 'wheel' (did you mean Wheel?); there are Wheel, Drop, "),
        ("snial", {}, "There is no kind of piece 'snial'; there are card, tile, "),
        ("crad", {}, "There is no kind of piece 'crad' (did you mean card"),
        ("cube", {"color": "red"}, "There is no look of a cube 'color' (did you mean colour?); there are colour, count."),
        ("cube", {"back": 1}, "There is no look of a cube 'back'; there are colour, count."),
        ("card", {"ground": "blue"}, "There is no ground 'blue'; there are pink, brown, green."),
        ("pattern", {"deck": "Foxx", "back": 1}, "There is no deck 'Foxx' (did you mean Fox?); there are Fox, Chameleon, "),
        ("square", {"colour": "red greeen"}, "There is no colour 'greeen' (did you mean green"),
    ],
)  # fmt: skip
def test_a_face_that_cannot_be_drawn(kind, look, sentence):
    with pytest.raises(BadGame) as found:
        Face(kind, "A", "a", look)
    assert str(found.value).startswith(sentence)


def laid(**changes):
    """A screen with one thing of everything, and one word changed."""
    t = Screen(layout=changes.get("layout", ""))
    board = t.grid("board", 1, 1)
    board.area, board.look = changes.get("area", ""), changes.get("zone_look", "")
    spot = board.spot("a1", 0, 0, "a1", changes.get("spot_mark", ""), changes.get("spot_look", ""))
    spot.put("cube", CUBE, changes.get("piece_mark", ""))
    t.zones.append(Zone("row", changes.get("kind", "row"), "Row"))
    t.zones[-1].put("other", CUBE, changes.get("row_mark", ""))
    t.panel(0, "Ann", changes.get("colour", "")).lamps["on"] = changes.get("lamp", "on")
    return t


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"layout": "besides"}, "There is no layout 'besides' (did you mean beside?); there are beside, below."),
        ({"area": "top"}, "There is no area 'top'; there are main, left, right, hand."),
        ({"zone_look": "tunel"}, "There is no look of a zone 'tunel' (did you mean tunnel?)"),
        ({"kind": "heap"}, "There is no kind of zone 'heap'"),
        ({"spot_mark": "dim"}, "There is no mark of a place 'dim'; there are last, warn, maybe."),
        ({"spot_look": "tile-bakc"}, "There is no colour 'bakc' (did you mean black?)"),
        ({"spot_look": "tiles"}, "There is no look of a place 'tiles' (did you mean tile"),
        ({"piece_mark": "warn"}, "There is no mark of a piece 'warn'; there are last, dim."),
        ({"row_mark": "lst"}, "There is no mark of a piece 'lst' (did you mean last?)"),
        ({"colour": "violet"}, "There is no colour 'violet'"),
        ({"lamp": "green"}, "There is no lamp 'green'; there are off, on, amber, red."),
    ],
)
def test_a_screen_that_cannot_be_drawn(change, sentence):
    looks.check_screen(laid())
    with pytest.raises(BadGame) as found:
        looks.check_screen(laid(**change))
    assert str(found.value).startswith(sentence)


def test_what_can_be_drawn_passes():
    looks.check_screen(
        laid(spot_look="tile-nw-red", colour="#12aBef", spot_mark="maybe", row_mark="dim", layout="beside")
    )
    Face("square", "", "", {"colour": "red blue", "symbol": "Jack"})
    Face("token", "A", "a", {"colour": "#102030"})


def test_types_and_words_are_the_same():
    assert set(get_args(screen.Kind)) == set(looks.ZONE_KINDS)
    assert set(get_args(screen.Area)) == {"", *looks.AREAS}
    assert set(get_args(screen.Layout)) == {"", *looks.LAYOUTS}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('t.line("mine", "hand", "Mine")', 't.line("mine", "hand", "Mine", area="hnad")', "Swap: There is no area 'hnad'"),
        ('t.panel(-1, "Table"', 't.panel(-1, "Table", "gren"', "Swap: There is no colour 'gren' (did you mean green"),
    ],
)  # fmt: skip
def test_the_suite_finds_it(tmp_path, old, new, told):
    game = brillig.load(str(changed("swap", tmp_path, (old, new))))
    with pytest.raises(BadGame, match=r"did you mean|there are"):
        game.new().screen(0)
    found = [r.detail for r in examine(game, CheckPlan(games=5, closely=1, positions=5, gear="plain")) if not r.ok]
    assert any(told in detail for detail in found), found
