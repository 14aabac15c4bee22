"""Lessons: what a file of them says, what a choice is answered, and what is wrong with one in a sentence."""

import re

import pytest

from brillig import catalogue
from brillig.core import BadGame
from brillig.positions import lessons as module
from brillig.positions.lessons import has_lessons, lessons, minutes, shortcomings
from brillig.testing.lesson_coverage import untaught
from tests import toys

GAME = catalogue.load("othellino")
HEAD = "# Lessons\n\n## A step\nSome words.\n\n```step\n"
OPENING = "options: first mover=seat 1\n"
FULL = OPENING + "choose: c2; b3\nwrong: e4: Not there.\notherwise: Another one.\nthen: Good.\npoint: c3 board\n"


@pytest.fixture
def read(monkeypatch, tmp_path):
    """What is made of a file of lessons."""

    def steps(text, game=GAME):
        (tmp_path / "lessons.md").write_text(text, encoding="utf-8")
        monkeypatch.setattr(module, "file_of", lambda game: tmp_path / "lessons.md")
        return lessons.__wrapped__(game)

    return steps


def test_a_step(read):
    (step,) = read(f"{HEAD}{FULL}```\n")
    c2, e4, d5 = 10, 28, 35
    assert (step.title, step.text, step.seat) == ("A step", "Some words.", 0)
    assert step.point == ["c3", "board"]
    assert step.answer(c2) == (True, "Good.")
    assert step.answer(e4) == (False, "Not there.")
    assert step.answer(d5) == (False, "Another one.")
    assert step.answer(0) == (False, step.table.refusal(0, 0))
    before = bytes(step.table)
    assert step.after(c2).scores() == [4, 1]
    assert bytes(step.table) == before


def test_what_the_others_do_then(read):
    (step,) = read(f"{HEAD}{FULL}next: b2\n```\n")
    assert step.after(10).waiting() == [0]


def test_a_step_that_only_shows(read):
    (step,) = read(f"{HEAD}{OPENING}view: table\n```\n")
    assert (step.wanted, step.seat) == ([], -1)


@pytest.mark.parametrize(
    ("block", "why"),
    [
        (OPENING + "choose: a1\nthen: x\notherwise: x\n", "has no choices 'a1'; it has c2, b3, e4, d5"),
        (OPENING + "choose: 0\nthen: x\notherwise: x\n", "choice 0 is not allowed: "),
        (OPENING + "choose: c2\nthen: x\n", "say under `otherwise` why any other choice is not right"),
        (OPENING + "choose: c2\notherwise: x\n", "say under `then` what comes of the right choice"),
        (OPENING + "point: nowhere\n", "it points at nowhere, which is not on the screen"),
        (OPENING + "wrong: c2\n", "`wrong` is a choice, a colon and why not"),
        (OPENING + "play: c2; c2\n", "has no choices 'c2'"),
        (OPENING + "choose: c2\nthen: x\notherwise: x\nnext: zz\n", "has no choices 'zz'"),
        ("seats: many\n", "cannot be read"),
        ("golden: game-99 after 1\n", "cannot be read"),
        ("random: 999\n", "the game is over before 999 random choices"),
        ("set: cubs=1\n", "there is no field 'cubs'"),
        ("options: size=7\n", "size"),
        ("colour: red\n", "a line begins with one of"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(read, block, why):
    with pytest.raises(BadGame, match=re.escape(why)) as caught:
        read(f"{HEAD}{block}```\n")
    assert str(caught.value).startswith("othellino, step 1 of its lessons")
    assert "\n" not in str(caught.value)


def test_too_many_words_or_none(read):
    with pytest.raises(BadGame, match="72 words; 70 are enough"):
        read(HEAD.replace("Some words.", "word " * 69) + OPENING + "then: x\n```\n")
    with pytest.raises(BadGame, match="there are no sentences"):
        read(HEAD.replace("Some words.", "") + OPENING + "```\n")


def test_a_heading_without_a_block(read):
    with pytest.raises(BadGame, match="every ## heading is followed by sentences and one ```step block"):
        read(f"{HEAD}{OPENING}```\n\n## Another\nWords.\n")


def test_pieces_that_are_not_there(read):
    """A position set up by hand has all the pieces of the game."""
    with pytest.raises(BadGame, match="other pieces than the game: set fields so that every piece is somewhere"):
        read(f"{HEAD}set: deck[0]=3\n```\n", catalogue.load("gold-mine"))


def test_what_keeps_them_from_being_good(read):
    (step,) = read(f"{HEAD}{FULL}```\n")
    shows = read(f"{HEAD}{OPENING}```\n")
    assert shortcomings([step] * 6) == []
    assert shortcomings([step]) == ["Lessons have 6 to 12 steps, not 1."]
    assert shortcomings(shows * 6) == ["At least half of the steps ask for a choice, not 0 of 6."]
    assert shortcomings([step] * 40)[-1].startswith("Lessons take at most 5 minutes")
    assert minutes([step]) == pytest.approx(5 / 200 + 10 / 60)


def test_a_game_without_lessons():
    snail = toys.load("slip")
    assert not has_lessons(snail)
    with pytest.raises(BadGame, match="has no lessons: they are written into"):
        lessons(snail)


@pytest.mark.parametrize(
    "game", [g for g in catalogue.games() if g.module.startswith("brillig.games.")], ids=lambda g: g.slug
)
def test_every_game_of_ours_teaches_itself(game):
    assert has_lessons(game), f"{game.title} has no lessons.md"
    assert untaught(game) == []
    for step in lessons(game):
        assert step.text[-1] in ".?!"
        for said in (step.then, step.otherwise, *step.wrong.values()):
            assert not said or said[-1] in ".?!"
