"""brillig puzzles: make, prove, today."""

import os
import subprocess
import sys
from datetime import date

import pytest

from brillig.parts.puzzles.book import of_the_day, read


def test_make_prints_puzzles(brillig):
    shown = brillig("puzzles", "make", "--stars", "2", "--count", "2", "--seed", "5")
    assert shown.code == 0
    first, second = read(shown.out.splitlines())
    assert (first.stars, first.side, second.side) == (2, 0, 1)


def test_make_adds_to_a_file_and_what_is_made_can_be_played(brillig, tmp_path):
    file = tmp_path / "more.txt"
    for _ in range(2):
        assert brillig("puzzles", "make", "--stars", "1", "--side", "gems", "--out", str(file)).code == 0
    assert [puzzle.number for puzzle in read(file.read_text().splitlines())] == [1, 2]
    code = (
        "import brillig; from brillig.parts.puzzles.tables import BOOK\n"
        "t = brillig.load('patterns-puzzles').new(1, options={'puzzle': 62}, gear='plain')\n"
        "print(len(BOOK), BOOK[t.plain.number].number, t.plain.count)"
    )
    env = {**os.environ, "BRILLIG_PUZZLES": str(file)}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.split()[:2] == ["62", "62"]


def test_prove(brillig):
    shown = brillig("puzzles", "prove", "22")
    assert shown.code == 0
    assert "420 trials in all, and 1 solution: effort 420." in shown.out
    assert "M6/3@3,2" not in shown.out
    assert "M6/3@3,2" in brillig("puzzles", "prove", "22", "--answers").out


def test_today(brillig):
    assert f"Puzzle {of_the_day(date.today()).number} " in brillig("puzzles", "today").out


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("prove", "61"), "There is no puzzle '61': they are numbered 1 to 60."),
        (("prove", "x"), "There is no puzzle 'x'"),
        (("make", "--side", "back"), "There is no side 'back': say animals or gems."),
        (("make", "--stars", "1", "--wild"), "ask for two stars or more"),
        (("make", "--out", "/nowhere/x.txt"), "name a file in a folder that exists"),
    ],
)
def test_bad_input_is_one_sentence(brillig, args, why):
    shown = brillig("puzzles", *args)
    assert shown.code == 2
    assert why in shown.err.replace("\n", " ")


def test_a_file_that_is_no_book_is_a_sentence(tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text("nonsense\n")
    env = {**os.environ, "BRILLIG_PUZZLES": str(file)}
    ran = subprocess.run(
        [sys.executable, "-m", "brillig", "games"], env=env, capture_output=True, text=True, check=False
    )
    said = " ".join(ran.stderr.split())
    assert "Line 1 of" in said
    assert "is not a puzzle: `brillig puzzles make` writes such lines." in said
    assert "Traceback" not in ran.stderr
