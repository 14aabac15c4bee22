"""Games to simulate, and an honest second opinion: games played again in Python and looked at the slow way."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import brillig
from brillig.core import below
from brillig.core.chance import THE_PLAYERS, halves, sow
from brillig.core.kernels import THINKS
from tests import toys
from tests.commands import Ran, ran

GAMES = {"gold-mine": 4, "othellino": 2, "bandersnatch": 1, "backgammon": 2, "coin": 2, "buzzer": 3}


def load(name):
    return toys.load(name) if (toys.TOYS / name).is_dir() else brillig.load(name)


@pytest.fixture(params=GAMES)
def any_game(request):
    """A game and how many play it."""
    return load(request.param), GAMES[request.param]


@pytest.fixture
def gold_mine():
    return load("gold-mine")


@pytest.fixture
def othellino():
    return load("othellino")


@pytest.fixture
def coin():
    return load("coin")


@dataclass
class Told:
    """One game as somebody would tell it who watched it."""

    scores: list[int]
    ranks: list[int]
    steps: list[tuple[int, int, list[int]]]  # seat, code, all choices it had
    points: list[list[int]]  # after each choice
    at_first: list[int]  # the seats that were to decide at the start


def play_at_random(game, seats, options, seed, deal) -> Told:
    """Game `deal` of a seed, as `playouts` says it is played, in plain Python."""
    table, rng = game.new(seats, seed, options, deal=deal, gear="plain", timed=True), [0, 0, 0, 0]
    sow(rng, *halves(seed), deal, THE_PLAYERS)
    told = Told([], [], [], [], table.waiting())
    while True:
        waiting, due = table.waiting(), table.due()
        if not waiting and due < 0:
            break
        seat = -1
        if waiting:
            seat = waiting[below(rng, len(waiting))] if len(waiting) > 1 else waiting[0]
        if due >= 0:
            thought = table.plain.now + 1 + below(rng, THINKS)
            if seat < 0 or thought >= due:
                table.tick()
                continue
            table.plain.now = thought
        codes = table.codes(seat)
        code = codes[below(rng, len(codes))]
        table.play(seat, code)
        told.steps.append((seat, code, codes))
        told.points.append(table.scores())
    told.scores, told.ranks = table.scores(), table.ranks()
    return told


@pytest.fixture
def run(capsys, monkeypatch):
    """run("simulate", "gold-mine", ...) in this process, through the real `main`."""

    def go(*args: object) -> Ran:
        return ran(capsys, monkeypatch, args)

    return go


def contents(path):
    """What every file in a folder holds."""
    return {file.name: file.read_bytes() for file in path.iterdir()}
