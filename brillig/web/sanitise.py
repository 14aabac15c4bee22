"""Sanitise: strangers' names and talk, made harmless before anybody else sees them."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from brillig.web.refusals import Refused

NAME_LENGTH = 24
MOST_MARKS = 3  # accents on one letter; more would climb over the lines above
# Control characters, those that turn the direction of writing or are invisible, and what is not a letter at all.
UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# Letters and marks by their category that show nothing: fillers of Korean, blank braille, selectors of a variant.
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0000-\U000e0fff]"
)
# Letters that look like another one, which is what is compared. Cyrillic, Greek, figures, and pairs.
TWINS = str.maketrans(
    "авсԁеһіјкӏмопԛрѕтуԝхүαβεηικνορτυχω013578|!$@ıƖɩɑɡℓłø",
    "abcdehijklmonqpstywxyabenikvoptuxwolestbllsalllagllo",
)
PAIRS = (("rn", "m"), ("vv", "w"))
BOT = re.compile(r"\bb[o0]ts?\b")


def clean(text: str, most: int) -> str:
    """In one spelling (NFC), on one line, without signs that are not seen, and not too long."""
    spaced = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", text[: 4 * most]))
    seen = "".join(c for c in BLANK.sub("", spaced) if unicodedata.category(c) not in UNSEEN)
    runs = (("".join(run), marks) for marks, run in groupby(seen, key=lambda c: unicodedata.combining(c) > 0))
    calm = "".join(run[:MOST_MARKS] if marks else run for run, marks in runs)
    return " ".join(calm.split())[:most].strip()


def nickname(given: str) -> str:
    name = clean(given, NAME_LENGTH)
    if not name or all(unicodedata.combining(c) for c in name):
        raise Refused("bad_name")
    if looks(name).endswith(("bot", "bots")) and BOT.search(_folded(given)):
        raise Refused("bots_name")
    return name


def looks(name: str) -> str:
    """What a name looks like: two that cannot be told apart at a glance are the same here."""
    plain = "".join(c for c in _folded(name) if c.isalnum())
    for pair, one in PAIRS:
        plain = plain.replace(pair, one)
    return plain.replace("i", "l")


def _folded(name: str) -> str:
    """Without accents, width and case, in letters of one alphabet."""
    apart = unicodedata.normalize("NFKD", BLANK.sub(" ", name)).casefold()
    return "".join(c for c in apart if not unicodedata.combining(c)).translate(TWINS)


def distinct(name: str, others: list[str]) -> str:
    """The name, with a number behind it if somebody else looks like that already."""
    taken, n, shown = {looks(other) for other in others if other}, 1, name
    while looks(shown) in taken:
        n += 1
        shown = f"{name[: NAME_LENGTH - 4]} ({n})"
    return shown
