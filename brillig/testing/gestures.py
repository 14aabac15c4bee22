"""Shortlists are for choices that are allowed; what people begin, aim at and make at once must be possible one by one."""

from __future__ import annotations

from brillig.core import Aim, Table

NOW = -1  # in place of a code: what is asked for now
MOST_BEGUN = 6  # choices of a position that are followed
MOST_COLUMNS = 3  # and columns of an aim


def begun_wrongly(table: Table, seat: int) -> str:
    """What is wrong with what this seat can begin, or is in the midst of; empty if nothing is."""
    game, view = table.game, table.view(seat)
    short = set(table.shortlist(seat))
    if not short or short - set(table.codes(seat)):
        return f"the shortlist is empty, or has a choice that is not allowed: {sorted(short)[:8]}"
    if game.aim and (aim := game.aim(view, seat, NOW)):
        return aimed_wrongly(table, seat, aim)
    beginning = [code for code in table.codes(seat) if game.begins and game.begins(view, seat, code)]
    for code in beginning[:: max(1, len(beginning) // MOST_BEGUN)]:
        after, known = table.copy(), table.hidden(seat)
        after.play(seat, code)
        known.play(seat, code)
        if after.waiting() != [seat]:
            return f"code {code} only begins something, but then seats {after.waiting()} are to decide"
        if list(after.plain.rng) != list(table.plain.rng):
            return f"code {code} only begins something, but chance has a part in it"
        if bytes(after.hidden(seat)) != bytes(known):
            return f"code {code} only begins something, but shows the seat what it did not know"
        if game.aim and (aim := game.aim(view, seat, code)) and (wrong := aimed_wrongly(after, seat, aim)):
            return f"after code {code}: {wrong}"
    return ""


def aimed_wrongly(table: Table, seat: int, aim: Aim) -> str:
    """Where the points of an aim are not those that the rules allow."""
    if aim.across < 0:
        return column(table, seat, aim, aim.left)
    columns = [aim.left + k for k, runs in enumerate(aim.columns) if runs]
    allowed = sorted(code - aim.across for code in table.codes(seat))
    if columns != allowed:
        odd = sorted(set(columns) ^ set(allowed))
        return f"the aim and the rules disagree on x = {odd[0]}"
    for x in columns[:: max(1, len(columns) // MOST_COLUMNS)]:
        after = table.copy()
        after.play(seat, aim.across + x)
        if wrong := column(after, seat, aim, x):
            return wrong
    return ""


def column(table: Table, seat: int, aim: Aim, x: int) -> str:
    runs = aim.columns[x - aim.left]
    shown = {y for low, high in zip(runs[::2], runs[1::2], strict=True) for y in range(low, high + 1)}
    allowed = {code - aim.down for code in table.codes(seat)}
    odd = sorted(shown ^ allowed)
    return f"the aim and the rules disagree on {x}, {odd[0]}" if odd else ""
