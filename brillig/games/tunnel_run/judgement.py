"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tiles."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.tunnel_run import tunnel
from brillig.games.tunnel_run.tunnel import State
from brillig.parts.judging import chance

A_LEAP = 8  # tiles that a card brings, if one chooses well
A_CARD = 6  # what a card in hand is worth
ENOUGH = 5  # cards; more than those are worth half
TO_MOVE = 4  # to be the next to play
HALF = 24  # so much ahead of another seat is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    mine, won = standing(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - standing(s, other), HALF)
    return won // (s.seats - 1)


@rule
def standing(s: State, seat: int) -> int:
    """How far from home, less than nothing: a pirate needs a card, however near the exit it is."""
    worth = TO_MOVE if s.mover == seat else 0
    for k in range(tunnel.crew(s)):
        if s.at[seat, k] != tunnel.OUT:
            worth -= max(A_LEAP, tunnel.OUT - s.at[seat, k])
    if s.rules == tunnel.ADVANCED:
        worth += A_CARD * min(s.held[seat], ENOUGH) + A_CARD * max(0, s.held[seat] - ENOUGH) // 2
    return worth


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Long leaps, and of two the pirate further back; back where the cards are worth the way, and there are any."""
    if code == tunnel.END:
        return 12
    if code >= tunnel.BACK:
        place = code - tunnel.BACK
        tile = tunnel.behind(s, place)
        gain = A_CARD * min(s.crowd[tile], tunnel.to_come(s)) - (place - tile)
        return 1 + max(0, gain) * 12
    place = code % tunnel.PLACES
    leap = tunnel.ahead(s, place, code // tunnel.PLACES) - place
    return 1 + leap * leap + (tunnel.OUT - place) // 6
