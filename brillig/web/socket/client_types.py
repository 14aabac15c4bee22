"""The types that the table's client is checked with, made from the structs that the server sends.

    python -m brillig.web.socket.client_types

writes static/table/types.js anew; a test says when that is due.
"""

from __future__ import annotations

import types
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from brillig.core import screen
from brillig.match import Clock
from brillig.web import protocol

FILE = Path(__file__).parents[1] / "static" / "table" / "types.js"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
STRUCTS: tuple[type[Struct], ...] = (
    screen.Face, screen.Piece, screen.Spot, screen.Shape, screen.Zone, screen.Aim, screen.Panel, screen.Swing,
    screen.Screen, Clock, protocol.Told, protocol.OfferedChoice, protocol.Offer, protocol.Scene, protocol.Sitter, protocol.People,
    protocol.Clocks, protocol.Result, protocol.Error, protocol.Advice, protocol.ChatLine,
    *get_args(protocol.Message),
)  # fmt: skip
HEAD = """/**
 * What the server says about a table, made by brillig/web/socket/client_types.py: do not change it by hand. Fields with
 * a question mark may be left out, and then have the value that is usual for them.
 *
 * @typedef {Record<string, string | number>} Look
"""
LINE = 116


def render() -> str:
    """The whole file."""
    told = "\n".join(f" * @typedef {{{_struct(struct)}}} {struct.__name__}" for struct in STRUCTS)
    message = " | ".join(each.__name__ for each in get_args(protocol.Message))
    return f"{HEAD}{told}\n * @typedef {{{message}}} Message\n */\nexport {{}};\n"


def _struct(struct: type[Struct]) -> str:
    hints = get_type_hints(struct, include_extras=False)
    config = struct.__struct_config__
    parts = [f'{config.tag_field}: "{config.tag}"'] if config.tag else []
    for each in fields(struct):
        left_out = config.omit_defaults and (each.default is not NODEFAULT or each.default_factory is not NODEFAULT)
        parts.append(f"{each.encode_name}{'?' * left_out}: {_type(hints[each.name])}")
    lines = [" *  "]
    for part in parts:
        if len(lines[-1]) + len(part) > LINE:
            lines.append(" *  ")
        lines[-1] += f" {part},"
    if len(lines) == 1:
        return f"{{ {', '.join(parts)} }}"
    return "{\n" + "\n".join(lines) + "\n * }"


def _type(hint: Any) -> str:
    """A type of Python's in the words of TypeScript."""
    origin, given = get_origin(hint), get_args(hint)
    if hint == dict[str, int | str]:
        return "Look"
    if origin is Annotated:
        return _type(given[0])
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(_type, given)))
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in given)
    if origin in (list, tuple):
        inner = _type(given[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(given[0])}, {_type(given[1])}>"
    return PLAIN.get(hint) or str(hint.__name__)


if __name__ == "__main__":
    FILE.write_text(render(), encoding="utf-8")
