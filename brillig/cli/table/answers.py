"""What a person typed: a number, a label, or as much of a label as nothing else begins with."""

from __future__ import annotations

from collections.abc import Sequence

from brillig.core import Choice, Table

MOST_NAMED = 6


def are_numbered(choices: Sequence[Choice]) -> bool:
    """Choices get numbers, unless a label is itself a number: then it would be unclear which is meant."""
    return not any(choice.label.strip().isdecimal() for choice in choices)


def understand(typed: str, table: Table, seat: int, choices: Sequence[Choice]) -> Choice | str:
    """The choice that is meant, or a sentence about why there is none."""
    wanted = _plain(typed)
    a_number = wanted.isdecimal() and are_numbered(choices)
    if a_number and 1 <= int(wanted[:9]) <= len(choices):
        return choices[int(wanted[:9]) - 1]
    exact = [choice for choice in choices if _plain(choice.label) == wanted]
    begun = exact or [choice for choice in choices if _plain(choice.label).startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        named = [choice.label for choice in begun[:MOST_NAMED]] + ["..."] * (len(begun) > MOST_NAMED)
        return f"{typed[:40]!r} could be {', '.join(named)}; type a little more."
    if a_number:
        known = "is only 1" if len(choices) == 1 else f"are 1 to {len(choices)}"
        return f"There is no choice {typed[:40]}; there {known}."
    return _reason(wanted, table, seat) or f"{typed[:40]!r} is none of the choices; type a number, a label, or help."


def _reason(wanted: str, table: Table, seat: int) -> str:
    """Why the rules refuse it, if it is the label of a choice that exists but is not allowed now."""
    view, label = table.view(seat), table.game.label
    for code in range(table.game.codes):
        try:
            meant = _plain(label(view, seat, code)) == wanted
        except Exception:  # labels need only be right for what is allowed
            continue
        if meant and (reason := table.refusal(seat, code)):
            return reason
    return ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
