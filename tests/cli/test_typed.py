"""What a person types, and which choice it means."""

import pytest

from brillig.cli.console import clean, numbered
from brillig.cli.table.answers import are_numbered, understand
from brillig.core import Choice
from brillig.games.othellino.game import GAME
from brillig.parts.words import listed

WORDS = [Choice(7, "Stay"), Choice(8, "Run"), Choice(9, "Run away"), Choice(3, "12 -> 16")]


@pytest.fixture
def table():
    return GAME.new(options={"first_mover": "seat 1"})


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("1", 7),
        ("3", 9),
        ("stay", 7),
        ("s", 7),
        ("RUN", 8),  # exact, though another begins so
        ("run  AWAY", 9),
        ("run a", 9),
        ("12", 3),  # no choice has that number, but a label begins so
        ("12 -> 16", 3),
    ],
)
def test_understood(table, typed, code):
    assert understand(typed, table, 0, WORDS) == next(choice for choice in WORDS if choice.code == code)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("r", "'r' could be Run, Run away; type a little more."),
        ("9", "There is no choice 9; there are 1 to 4."),
        ("0", "There is no choice 0; there are 1 to 4."),
        ("99999999999999999999", "There is no choice 99999999999999999999; there are 1 to 4."),
        ("jump", "'jump' is none of the choices; type a number, a label, or help."),
    ],
)
def test_not_understood(table, typed, sentence):
    assert understand(typed, table, 0, WORDS) == sentence


def test_the_rules_say_why_not(table):
    choices = table.choices(0)
    assert understand("c3", table, 0, choices) == "That square is taken."
    assert understand("A1", table, 0, choices) == "You must trap at least one enemy cube in a straight line."


def test_labels_that_are_numbers_go_without_numbers(table):
    dice = [Choice(0, "2"), Choice(1, "1"), Choice(2, "6")]
    assert not are_numbered(dice)
    assert understand("1", table, 0, dice) == dice[1]
    assert understand("6", table, 0, dice) == dice[2]
    assert [text.plain for text in numbered(dice, are_numbered(dice)).renderables] == ["2", "1", "6"]


def test_nothing_steers_the_terminal():
    assert clean("a\x1b[2Jb\r\n\tc\u202e\x07d") == "a[2Jb   cd"
    assert clean("x" * 500, 10) == "xxxxxxx..."
    assert clean("[bold]Ann[/bold]") == "[bold]Ann[/bold]"


def test_listed():
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"
