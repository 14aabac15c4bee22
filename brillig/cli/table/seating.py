"""Who sits where: people at the keyboard, and bots of every level."""

from __future__ import annotations

import hashlib
import random

from brillig import bots
from brillig.core import BadSeats, Game
from brillig.core.errors import near
from brillig.core.game import check_seed
from brillig.match import Match
from brillig.parts.words import listed

YOU, RANDOM = "you", "random"
KINDS = (YOU, *bots.KINDS)


def seated(game: Game, given: str | None) -> list[str]:
    """'you,random' as a kind for every seat; without it, you and as many at random as the game needs."""
    if given is None:
        return [YOU] + [RANDOM] * (game.seats[0] - 1)
    kinds = [word.strip().lower() for word in given.split(",")]
    for kind in kinds:
        if kind not in KINDS:
            raise BadSeats(
                f"There is no player {kind[:40]!r}; a seat is {listed(KINDS, 'or')}, as in --seats you,normal."
                + near(kind, KINDS)
            )
    game.check_seats(len(kinds))
    return kinds


def seated_again(match: Match, given: str | None) -> list[str]:
    """Who goes on with a match from a file: as it says, or others in the same seats."""
    if given is None:
        return [name if name in KINDS else YOU for name in match.names]
    kinds = seated(match.game, given)
    if len(kinds) != len(match.names):
        raise BadSeats(f"This match has {len(match.names)} seats, not {len(kinds)}.")
    return kinds


def secret_of(seed: int) -> bytes:
    """The secret of a match that is to be the same every time."""
    return hashlib.sha256(f"brillig seed {check_seed(seed)}".encode()).digest()


def at_random(match: Match, seat: int) -> int:
    """A legal choice, the same whenever the same match comes to the same point."""
    point = match.secret + match.ply.to_bytes(8, "big") + bytes([seat])
    return random.Random(hashlib.sha256(b"random player" + point).digest()).choice(match.table.codes(seat))


def chosen(match: Match, seat: int, kind: str) -> int:
    """What a bot chooses, from what its seat may know; the same whenever the same match comes to the same point."""
    if kind == RANDOM:
        return at_random(match, seat)
    point = match.secret + match.ply.to_bytes(8, "big") + bytes([seat])
    seed = int.from_bytes(hashlib.sha256(b"bot" + point).digest()[:7], "big")
    return bots.make(kind, match.game).choose(match.table.hidden(seat), seat, seed)
