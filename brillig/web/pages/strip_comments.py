"""Scripts as they are sent: without the comments that only those need who read the source."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

# Comments that begin a line: a template's text never looks like one.
BLOCK = re.compile(r"^[ \t]*/\*\*.*?\*/[ \t]*\n?", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
# The type of what follows, in the midst of a line.
CAST = re.compile(r"/\*\* @[^*]*\*/ ?")
# What is said at the end of a line. With a quote in it, it might be a part of a string, and stays.
BEHIND = re.compile(r"(?<=[;,{}()\[\]]) // [^\"'`\n]*$", re.MULTILINE)


@lru_cache(maxsize=256)
def lean(path: Path, changed: float) -> bytes:
    """A script without its comments; `changed`: when the file was, so that a newer one is read again."""
    text = path.read_text(encoding="utf-8")
    for comment in (BLOCK, LINE, CAST, BEHIND):
        text = comment.sub("", text)
    return text.encode()
