"""Sanitise: strangers' names and talk, made harmless before anybody else sees them."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from brillig.web.refusals import Refused

NAME_LENGTH = 24
MOST_MARKS = 3  # accents on one letter; more would climb over the lines above
# Control characters, those that turn the direction of writing or are invisible, and what is not a letter at all.
UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def clean(text: str, most: int) -> str:
    """In one spelling (NFC), on one line, without signs that are not seen, and not too long."""
    spaced = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", text[: 4 * most]))
    seen = "".join(c for c in spaced if unicodedata.category(c) not in UNSEEN)
    runs = (("".join(run), marks) for marks, run in groupby(seen, key=lambda c: unicodedata.combining(c) > 0))
    calm = "".join(run[:MOST_MARKS] if marks else run for run, marks in runs)
    return " ".join(calm.split())[:most].strip()


def nickname(given: str) -> str:
    name = clean(given, NAME_LENGTH)
    if not name or all(unicodedata.combining(c) for c in name):
        raise Refused("bad_name")
    return name
