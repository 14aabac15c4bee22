"""Quick reference: a short section of a game's rules.md, for beside the table and for one page of paper."""

from __future__ import annotations

import re

from brillig.core import BadGame, Game

HEADING = "Quick reference"
FEWEST_WORDS, MOST_WORDS = 40, 320
MOST_LINES = 45
_SECTION = re.compile(rf"^## {HEADING}[ \t]*\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S)


def quick_reference(game: Game) -> str:
    """The section as it is written; BadGame in a sentence if there is none."""
    try:
        text = (game.folder / "rules.md").read_text(encoding="utf-8")
    except OSError as why:
        raise BadGame(f"{game.title} has no rules.md, so it has no quick reference.") from why
    found = _SECTION.search(text)
    if not found or not found["text"].strip():
        raise BadGame(
            f"The rules.md of {game.title} needs a section ## {HEADING}: a turn, the end, points, the symbols."
        )
    return found["text"].strip()


def quick_faults(game: Game) -> list[str]:
    """What keeps it from being quick, in sentences; none if nothing does."""
    try:
        text = quick_reference(game)
    except BadGame as why:
        return [str(why)]
    words, found = len(re.findall(r"\w+", text)), []
    if not FEWEST_WORDS <= words <= MOST_WORDS:
        found.append(f"A quick reference has {FEWEST_WORDS} to {MOST_WORDS} words, not {words}.")
    if len(text.splitlines()) > MOST_LINES:
        found.append(f"A quick reference has at most {MOST_LINES} lines, not {len(text.splitlines())}.")
    if "```" in text:
        found.append("A quick reference is words and tables; positions are for the rest of the rules.")
    return found
