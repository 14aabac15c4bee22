"""The manual: the tables in docs/protocol.md, made from the structs themselves.

    python -m brillig.web.socket.manual docs/protocol.md

writes them anew between the two marks in that file.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct, inspect

from brillig.core import Screen
from brillig.core.screen import Aim, Face, Panel, Piece, Spot, Swing, Zone
from brillig.match import Clock
from brillig.web import protocol
from brillig.web.limits import RATES
from brillig.web.refusals import CODES

BEGIN, END = "<!-- made by brillig.web.socket.manual -->", "<!-- end -->"
PARTS: tuple[type[Struct], ...] = (
    protocol.Error, protocol.Told, protocol.Scene, protocol.OfferedChoice, protocol.Offer, protocol.People,
    protocol.Sitter, protocol.Clocks, protocol.Result, protocol.ChatLine, Clock,
)  # fmt: skip
SCREEN: tuple[type[Struct], ...] = (Screen, Zone, Spot, Piece, Face, Panel, Swing, Aim)


def render() -> str:
    """Everything between the marks."""
    blocks = ["## From the client"]
    blocks += [message(struct) for struct in get_args(protocol.Command)]
    blocks.append("## From the server")
    blocks += [message(struct) for struct in get_args(protocol.Message)]
    blocks.append("## Parts of messages")
    blocks += [part(struct) for struct in PARTS]
    blocks.append(
        "## The screen\n\nA screen is declared by the game (`brillig/core/screen` says what everything means). A "
        "field that is left out has the value that is empty for its kind: no text, no pieces, 0, false; `seat` of a "
        "zone is then -1, for nobody's."
    )
    blocks += [part(struct) for struct in SCREEN]
    blocks.append("## Refusals\n\n" + table(("code", "HTTP", "sentence"), refusals()))
    blocks.append(
        "## Rate limits\n\nA bucket each, that fills by itself; `brillig serve --limits` multiplies them all.\n\n"
        + table(("what, and by what it is counted", "a second", "at once"), rates())
    )
    return "\n\n".join(blocks)


def message(struct: type[Struct]) -> str:
    tag = struct.__struct_config__.tag
    return f"### `{tag}`\n\n{said(struct)}{fields(struct, f'`{tag}`')}"


def part(struct: type[Struct]) -> str:
    return f"### {struct.__name__}\n\n{said(struct)}{fields(struct)}"


def said(struct: type[Struct]) -> str:
    return " ".join((struct.__doc__ or "").split())


def fields(struct: type[Struct], type_is: str = "") -> str:
    info: Any = inspect.type_info(struct)
    rows = [("`type`", type_is, "")] if type_is else []
    for field in info.fields:
        needed = "" if field.required or struct in SCREEN else " (may be left out)"
        rows.append((f"`{field.encode_name}`", kind(field.type) + needed, meaning(field.type)))
    return "\n\n" + table(("field", "what", "meaning"), rows)


def meaning(found: Any) -> str:
    if not isinstance(found, inspect.Metadata):
        return ""
    described = (found.extra_json_schema or {}).get("description")
    return described or meaning(found.type)


def kind(found: Any) -> str:
    """A type and its limits in words."""
    match found:
        case inspect.Metadata(type=inner):
            return kind(inner)
        case inspect.IntType():
            low = found.ge if found.ge is not None else found.gt
            high = found.le if found.le is not None else None if found.lt is None else found.lt - 1
            limits = "" if low is None else f", from {low}" if high is None else f", {low} to {high}"
            return f"whole number{limits}"
        case inspect.StrType(min_length=low, max_length=high, pattern=pattern):
            length = "" if high is None else f", {low or 0} to {high} characters"
            return f"text{length}{f', like `{shown(pattern)}`' if pattern else ''}"
        case inspect.FloatType():
            return "number"
        case inspect.TupleType(item_types=items):
            return f"list of {len(items)}: {', '.join(map(kind, items))}"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.ListType(item_type=item, max_length=most) | inspect.VarTupleType(item_type=item, max_length=most):
            return f"list of {kind(item)}{f', at most {most}' if most is not None else ''}"
        case inspect.DictType(key_type=key, value_type=value):
            return f"object: {kind(key)} to {kind(value)}"
        case inspect.LiteralType(values=values):
            return " or ".join(f"`{value}`" for value in values)
        case inspect.UnionType(types=types):
            return " or ".join(kind(one) for one in types)
        case inspect.StructType(cls=struct):
            return f"[{struct.__name__}](#{struct.__name__.lower()})"
    raise TypeError(f"the manual has no words for {found}")


def shown(pattern: str) -> str:
    """A pattern without what only guards against a line's end."""
    return pattern.replace(r"$(?!\n)", "$").replace(r"\Z", "$").replace("|", r"\|")


def refusals() -> list[tuple[str, str, str]]:
    return [(f"`{code}`", str(status), sentence) for code, (status, sentence) in CODES.items()]


def rates() -> list[tuple[str, str, str]]:
    return [(what, f"{rate.each_second:.3g}", str(rate.at_once)) for what, rate in RATES.items()]


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]] | list[tuple[str, str, str]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(path: Path) -> None:
    before, _, rest = path.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n\n{render()}\n\n{END}{after}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
