"""A word for a look that nobody can draw is an error with the list of what there is, as soon as the screen is made."""

from typing import get_args

import pytest

import brillig
from brillig.core import BadGame, Face, Screen, Zone, screen
from brillig.core.screen import looks
from brillig.testing import examine
from brillig.testing.conformance import shows_itself
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
        ("card", {"back": "purpleish"}, "The look 'back' of a card is 1, or it is left out; it cannot be 'purpleish'."),
        ("card", {"number": "x"}, "The number of a card is a whole number, or one or two capital letters; it cannot be 'x'."),
        ("gem", {"number": "x"}, "The number of a gem is a whole number; it cannot be 'x'."),
        ("gem", {"count": -1}, "The count of a gem is a whole number; it cannot be -1."),
        ("die", {"number": 9}, "The number of a die is a whole number from 0 to 6; it cannot be 9."),
    ],
)  # fmt: skip
def test_a_face_that_cannot_be_drawn(kind, look, sentence):
    with pytest.raises(BadGame) as found:
        Face(kind, "A", "a", look)
    assert str(found.value).startswith(sentence)


def test_a_face_has_few_letters():
    Face("token", "ABCDE", "a")
    with pytest.raises(BadGame, match=r"A face shows at most 5 letters; 'ABCDEFG' has 7\."):
        Face("token", "ABCDEFG", "a")


def laid(**changes):
    """A screen with one thing of everything, and one word changed."""
    t = Screen(layout=changes.get("layout", ""))
    board = t.grid("board", 1, 1)
    board.area, board.look = changes.get("area", ""), changes.get("zone_look", "")
    spot = board.spot("a1", 0, 0, "a1", changes.get("spot_mark", ""), changes.get("spot_look", ""))
    spot.stack = changes.get("stack", "")
    spot.put("cube", CUBE, changes.get("piece_mark", ""))
    t.line("pile", "pile", "Pile", count=3, back=changes.get("back", CUBE))
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
        ({"stack": "sideways"}, "There is no stack 'sideways'; there are up, down."),
        (
            {"back": "blue"},
            "The back of a pile is a Face, such as Face('card', '##', 'back', {'back': 1}); not 'blue'.",
        ),
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
    Face("card", "K", "king", {"number": "K", "back": 0})
    Face("die", "?", "die, not rolled", {"number": 0})


def test_types_and_words_are_the_same():
    assert set(get_args(screen.Kind)) == set(looks.ZONE_KINDS)
    assert set(get_args(screen.Area)) == {"", *looks.AREAS}
    assert set(get_args(screen.Layout)) == {"", *looks.LAYOUTS}
    assert set(get_args(screen.Stack)) == {"", *looks.STACKS}


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


def test_the_suite_finds_a_face_that_was_changed_after_it_was_made(tmp_path):
    """To look at every face of every screen again would make tables slower."""
    made = (
        'mine = t.line("mine", "hand", "Mine")\n    mine.put("own", Face("cube", "R", "red cube", {"colour": "red"}))'
    )
    whole = ('t.line("mine", "hand", "Mine")', made)
    imported = ("import NOT_YOUR_TURN, Game", "import NOT_YOUR_TURN, Face, Game")
    plan = CheckPlan(games=5, closely=1, positions=5, gear="plain")
    shows_itself(brillig.load(str(changed("swap", tmp_path, imported, whole))), plan)
    broken = (whole[0], f'{made}\n    mine.pieces[0].face.look["colour"] = "nope"')
    with pytest.raises(BadGame, match="There is no colour 'nope'"):
        shows_itself(brillig.load(str(changed("swap", tmp_path, imported, broken))), plan)
