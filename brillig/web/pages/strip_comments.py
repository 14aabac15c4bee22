"""Scripts and styles as they are sent: without comments and indents, which only those need who read the source."""

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
STYLE = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)  # of a template too: no line of ours begins with a space that is seen

EMPTY = re.compile(r"(?<=\n)\n+")
AROUND = re.compile(r"(?<=[{};,:])\s+|\s+(?=[{}])")  # of a style; nothing of ours that is shown has these in it

REST = {".js": (BLOCK, LINE, CAST, BEHIND, INDENT, EMPTY), ".css": (STYLE, AROUND)}


@lru_cache(maxsize=256)
def lean(path: Path, changed: float) -> bytes:
    """A script or a style without the rest; `changed`: when the file was, so that a newer one is read again."""
    text = path.read_text(encoding="utf-8")
    for rest in REST[path.suffix]:
        text = rest.sub("", text)
    return text.encode()
