"""Quick reference: a short section of a game's rules.md, for beside the table and for one page of paper."""

from __future__ import annotations

import re

from brillig.core import BadGame, Game

HEADING = "Quick reference"
FEWEST_WORDS, MOST_WORDS = 20, 260
MOST_LINES = 30
_SECTION = re.compile(rf"^## {HEADING}[ \t]*\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S)


def quick_reference(game: Game) -> str:
    """The section as it is written; BadGame in a sentence if there is none."""
    if found := _section(game):
        return found
    raise BadGame(
        f"{game.title} has no quick reference: write ## {HEADING} into its rules.md (a turn, the end, points, signs)."
    )


def has_quick_reference(game: Game) -> bool:
    return bool(_section(game))


def _section(game: Game) -> str:
    try:
        text = (game.folder / "rules.md").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = _SECTION.search(text)
    return found["text"].strip() if found else ""


def quick_faults(game: Game) -> list[str]:
    """What keeps it from being quick, in sentences; none if nothing does."""
    text, found = quick_reference(game), []
    words, lines = len(re.findall(r"\w+", text)), len(text.splitlines())
    if not FEWEST_WORDS <= words <= MOST_WORDS:
        found.append(f"A quick reference has {FEWEST_WORDS} to {MOST_WORDS} words, not {words}.")
    if lines > MOST_LINES:
        found.append(f"A quick reference has at most {MOST_LINES} lines, not {lines}.")
    if "```" in text:
        found.append("A quick reference is words and tables; positions are for the rest of the rules.")
    return found
