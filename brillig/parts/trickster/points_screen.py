"""How a race of Trickster for points looks and is told: what every card earned, the score, and the time that is left."""

from __future__ import annotations

from brillig.core import Screen
from brillig.core.screen import TABLE
from brillig.parts.bits import members
from brillig.parts.trickster.closing import (
    COVERED,
    EXTRA,
    MOST,
    ForPoints,
    ahead,
    earned,
    is_closing,
    points,
    standing,
    who_lost_by_stopping,
)
from brillig.parts.trickster.overlap import ALL, MEETS, NONE, START, step_to
from brillig.parts.trickster.patterns import IN_A_DECK, card_name
from brillig.parts.trickster.record import BEATS, OUT, OVER, RACING, TIME
from brillig.parts.trickster.screen import ENDS, race_screen, tell_race
from brillig.parts.words import counted, names, seat_name, winners

TIME_ENDS = {**ENDS, TIME: "Time is up!"}


def under(s: ForPoints, k: int) -> list[int]:
    """The cards that the k-th was laid on, each once."""
    b, bare, found = s.board, ALL, []
    for j in range(k - 1, -1, -1):
        step = step_to(b, j, b.location[k], b.x[k], b.y[k])
        if step != NONE and MEETS[step] & bare:
            found.append(b.card[j])
            bare &= ~MEETS[step]
    return found


def points_screen(s: ForPoints, seat: int) -> Screen:
    t = race_screen(s, seat)
    t.timer = is_closing(s) and s.tempo != BEATS
    if s.phase == RACING and seat >= 0:
        t.prompt = prompt(s, seat, t.prompt)
    show_points(t, s)
    for panel in t.panels:
        if panel.seat != TABLE and s.phase >= RACING:
            panel.counters = {"points": points(s, panel.seat), **panel.counters}
        elif s.beats_left and s.phase == RACING:
            panel.counters["beats left"] = s.beats_left
    if s.ended:
        t.verdict = result(s)
    return t


def prompt(s: ForPoints, seat: int, usual: str) -> str:
    if s.token[seat]:
        return "You are out. The others have until the time is up."
    if is_closing(s) and usual.startswith("Lay a card"):
        return f"Time runs out! {usual}"
    what = "each of its squares on another card" if s.worth == COVERED else "each different card under it"
    return usual.replace("three squares at least.", f"three squares at least. A point for {what}.")


def show_points(t: Screen, s: ForPoints) -> None:
    """On the card laid last what it earned; when all is over, on every card. Whoever points at one sees what it lies on."""
    earners = {s.deck[seat] for seat in range(s.seats)}
    pieces = {piece.id: piece for zone in t.zones for spot in zone.spots for piece in spot.pieces}
    for k in range(START, s.board.count):
        piece = pieces[f"card-{card_name(s.board.card[k])}"]
        piece.lights = [f"card-{card_name(card)}" for card in under(s, k)]
        if s.board.card[k] // IN_A_DECK in earners and (s.phase == OVER or k + 1 == s.board.count):
            piece.badge = f"+{earned(s, k)}"


def result(s: ForPoints) -> str:
    quit, seats = who_lost_by_stopping(s), range(s.seats)
    ranks = [1 + sum(ahead(s, other, seat, quit) for other in seats if other != seat) for seat in seats]
    first = ranks.index(1)
    told = [winners(ranks, counted(points(s, first), "point"))]
    if any(rank > 1 and standing(s, seat, quit) == standing(s, first, quit) for seat, rank in enumerate(ranks)):
        told.append("Equal points: the lower token is ahead, then more cards laid, then the better single card.")
    if last := members(quit):
        comes = f"come{'s' * (len(last) == 1)}"
        told.append(f"{names(last)} could still lay a card, and so {comes} last, with {MOST} points less.")
    return " ".join(told)


def tell(before: ForPoints, after: ForPoints, viewer: int) -> list[str]:
    told = tell_race(before, after, viewer, lambda k: f": {counted(earned(after, k), 'point')}")
    if is_closing(after) and not is_closing(before):
        left = f"{after.beats_left} beats" if after.tempo == BEATS else f"{EXTRA[after.level] // 1000} seconds"
        told.append(f"The others have {left}.")
    if after.ended and not before.ended:
        if after.ended == OUT:
            out = [seat for seat in range(after.seats) if after.token[seat]]
            told.append("All are out." if len(out) == after.seats else f"{seat_name(out[0])} is out: that ends it.")
        else:
            told.append(TIME_ENDS[after.ended])
        told.append(result(after))
    return told
