"""Games to referee: Othellino, and two toys."""

from __future__ import annotations

import random

import pytest

import brillig
from brillig.match import Match
from tests import toys


@pytest.fixture(scope="session")
def othellino() -> brillig.Game:
    return brillig.load("othellino")


@pytest.fixture(scope="session")
def bomb() -> brillig.Game:
    return toys.load("bomb")


@pytest.fixture(scope="session")
def peep() -> brillig.Game:
    return toys.load("peep")


@pytest.fixture(scope="session")
def photo():
    """All of a match that a refused command must leave alone."""

    def take(match: Match) -> tuple[object, ...]:
        return (
            bytes(match.table), match.log.hash, len(match.log), match.ply, match.now,
            match.clocks.left[:], match.clocks.since[:], match.alarm(),
        )  # fmt: skip

    return take


@pytest.fixture(scope="session")
def play_on():
    """Random choices, undos where allowed, and time passing, until the match is over or `steps` are done."""

    def go(match: Match, seed: int = 0, steps: int = 10_000, undo: float = 0.2, pause: int = 900) -> Match:
        dice = random.Random(seed)
        at = match.now
        for _ in range(steps):
            if match.finished:
                break
            at += dice.randrange(pause)
            match.advance(at)
            seats = match.table.waiting()
            if match.finished or not seats:
                continue
            someone = dice.randrange(len(match.names))
            if dice.random() < undo and not match.can_undo(someone, at):
                match.undo(someone, at)
                continue
            seat = dice.choice(seats)
            codes = match.table.codes(seat)
            if codes:
                match.choose(seat, dice.choice(codes), at)
        return match

    return go
