"""Small games for tests, each in a folder of its own. They are no games of the house: `load` finds them by their name.

| toy | what it is for |
|---|---|
| bomb | a clock that the table keeps: it acts by itself |
| buzzer | several seats decide at once |
| coin | kinds of choices, counted by the laboratory |
| count | two files, one of them with a constant that a rule uses |
| cup, dig, fists | hidden dice; a heap to dig in; both choose at once: for the search |
| crack | breaks down in the rule that an option names |
| follow | tricks: who does not follow suit has shown something that a guess must keep to |
| heap | sound and tiny; tests break it by changing its text |
| market | an open card goes into a hidden hand, and all have seen it |
| nim | nothing hidden and no chance: what is right is known |
| peep | secrets, and choices that tell them |
| prizes | bidding at once for what is turned up |
| refill | tricks after which both draw: what a choice has shown, chance covers up |
| slip | rules that break down |
| squares | a board, and no word of what the game is made of: for paper |
| swap | sound, with secrets; tests break it one promise at a time |
"""

from __future__ import annotations

import itertools
from pathlib import Path

import brillig

TOYS = Path(__file__).parent
_made = itertools.count(1)


def load(name: str) -> brillig.Game:
    return brillig.load(str(TOYS / name))


def text(name: str) -> str:
    """The game module of a toy."""
    return (TOYS / name / "game.py").read_text(encoding="utf-8")


def changed(name: str, into: Path, *changes: tuple[str, str]) -> Path:
    """A toy in a folder of its own under `into`, with some of its text replaced."""
    source = text(name)
    for old, new in changes:
        assert old in source, f"{name} does not say {old!r}"
        source = source.replace(old, new)
    folder = into / f"{name}_{next(_made)}"
    folder.mkdir()
    (folder / "game.py").write_text(source, encoding="utf-8")
    return folder
