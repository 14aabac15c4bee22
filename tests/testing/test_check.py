"""The conformance suite catches what it says it catches: a sound little game, broken in one place at a time."""

import itertools

import pytest

import brillig
from brillig.testing import CheckFailed, check, examine, golden
from brillig.testing.conformance import POINTS, CheckPlan, Failed

SOUND = """
from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, option, rule
from brillig.parts.bag import draw, fill

EMPTY, NEVER = 1, 2
REFUSALS = {EMPTY: "There is no card to swap for.", NEVER: "Nobody may do that."}

class State(Record):
    turns_each = option(1, 2)
    deck = i8(4)
    hand = i8(2)
    turns = i8()
    odd = i8()

@rule
def setup(s):
    fill(s.deck, 1)
    for seat in range(2):
        s.hand[seat] = draw(s.deck, s)

@rule
def waiting(s, seat):
    return s.turns < 2 * s.turns_each and s.turns % 2 == seat

@rule
def refuse(s, seat, code):
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    return NEVER if code == 2 else 0

@rule
def choices(s, seat, out):
    out[0] = 0
    out[1] = 1
    return 2

@rule
def play(s, seat, code):
    if code == 1:
        s.deck[s.hand[seat]] += 1
        s.hand[seat] = draw(s.deck, s)
    s.turns += 1
    s.odd = s.turns % 2

@rule
def score(s, seat):
    return s.hand[seat]

@rule
def hide(s, seat):
    for other in range(2):
        if other != seat and s.hand[other] >= 0:
            s.deck[s.hand[other]] += 1
            s.hand[other] = -1

@rule
def guess(s, seat):
    for other in range(2):
        if s.hand[other] < 0:
            s.hand[other] = draw(s.deck, s)

@rule
def census(s, out):
    for card in range(4):
        out[card] = s.deck[card]
    for seat in range(2):
        out[s.hand[seat]] += 1

def label(s, seat, code):
    return f"swap {s.hand[seat]}" if code == 1 else "keep"

def touch(s, seat, code):
    return ("mine", "deck") if code == 1 else ()

def screen(s, seat):
    t = Screen(prompt="Swap?")
    t.line("deck", "pile", "Deck", count=s.seats)
    hand = t.line("hand", "hand", "Hand", note=str(s.hand[seat]) if seat >= 0 else "")
    t.line("mine", "hand", "Mine")
    t.panel(-1, "Table", turns=s.turns, odd=s.odd)
    return t

GAME = Game(__name__, title="Swap", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=3, bound=4, pieces=4,
            summary="Swap cards.", unseen=("deck",))
"""

UPSIDE_DOWN = """def rank(s, out):
    out[0] = 1 + (s.hand[0] > s.hand[1])
    out[1] = 1 + (s.hand[1] > s.hand[0])

@rule
def hide(s, seat):"""
SMALL = CheckPlan(games=50, closely=1, positions=40, gear="plain")
counter = itertools.count()


@pytest.fixture
def make(tmp_path):
    """The game with some text replaced, its golden files written from the sound one."""

    def build(*changes: tuple[str, str]):
        text = SOUND
        for old, new in changes:
            assert text.count(old) >= 1, old
            text = text.replace(old, new)
        folder = tmp_path / f"swap_{next(counter)}"
        folder.mkdir()
        (folder / "game.py").write_text(text)
        return brillig.load(f"{folder}/")

    return build


def failures(game) -> set[int]:
    return {r.number for r in examine(game, SMALL) if not r.ok}


def fails(game, point: int) -> bool:
    """Only the one point: the others would compile what this one does not need."""
    prove = list(POINTS.values())[point - 1]
    try:
        prove(game, SMALL)
    except Failed:
        return True
    except Exception:
        return point == 2  # plain Python may find the trouble first, by an error of its own
    return False


def test_the_sound_game_is_sound(make):
    game = make()
    assert failures(game) == {8}  # nothing golden yet
    golden.write(game)
    check(game, SMALL)


@pytest.mark.parametrize(
    ("point", "old", "new"),
    [
        (1, "bound=4", "bound=3"),
        (1, "    s.turns += 1\n", "    s.turns += code\n"),
        (2, "s.odd = s.turns % 2", "s.odd = (s.turns << 62) >> 62"),
        (3, "return NEVER if code == 2 else 0", "return 7 if code == 2 else 0"),
        (3, "return NEVER if code == 2 else 0", "return 0"),
        (3, "    if not waiting(s, seat):\n        return NOT_YOUR_TURN\n", "    s.odd = code % 2\n"),
        (4, 'f"swap {s.hand[seat]}"', 'f"swap {s.hand[1 - seat]}"'),
        (4, "s.hand[other] = draw(s.deck, s)", "s.hand[other] = 0"),
        (4, "            s.deck[s.hand[other]] += 1\n            s.hand[other] = -1", "            s.hand[other] = -1"),
        (4, "turns=s.turns", "turns=s.hand[0]"),
        (5, "        s.deck[s.hand[seat]] += 1\n", ""),
        (6, '"keep"', 'f"swap {s.hand[seat]}"'),
        (6, '("mine", "deck")', '("mine", "table")'),
        (6, 'else ()', 'else ("mine",)'),
        (6, "def screen(s, seat):", 'def also(s, seat, code):\n    return ("table", "mine")\n\ndef screen(s, seat):'),
        (6, "def screen(s, seat):", 'def also(s, seat, code):\n    return ("mine", "deck")\n\ndef screen(s, seat):'),
        (6, 't.line("mine"', 't.line("deck"'),
        (6, ", odd=s.odd", ""),
        (6, 'prompt="Swap?"', ""),
        (7, "def hide(s, seat):", "def rank(s, out):\n    out[0] = 1\n    out[1] = 3\n\n@rule\ndef hide(s, seat):"),
        (7, "def hide(s, seat):", UPSIDE_DOWN),
    ],
)  # fmt: skip
def test_a_broken_game_fails_at_its_point(make, point, old, new):
    assert fails(make((old, new)), point)


def test_a_change_of_rules_shows_in_the_golden_files(make):
    game = make()
    file = golden.write(game)[0]
    assert failures(game) == set()
    file.write_text(file.read_text().replace("Mine", "Yours", 1))
    (failed,) = [r for r in examine(game, SMALL) if not r.ok]
    assert failed.number == 8
    assert "Yours" in failed.detail
    file.write_text("not a playthrough")
    assert failures(game) == {8}


def test_a_failure_says_how_to_see_it_again(make):
    game = make(("        s.deck[s.hand[seat]] += 1\n", ""))
    with pytest.raises(CheckFailed, match=r"no piece appears or vanishes(.|\n)*game\.new\(seats=2, seed=1, deal="):
        check(game, SMALL)
