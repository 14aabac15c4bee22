"""Rhino as a player of Othello at our table: its program runs beside us and speaks GTP through a pipe.

It has five levels. A game is told to it move by move.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from random import Random
from time import perf_counter
from types import TracebackType

import brillig
from brillig.bots import Bot
from brillig.bots.levels.duels import NOTHING, DuelTally, seed_of, shares
from brillig.core import BrilligError
from brillig.positions.drive import ByChance, drive, players_chance

PROGRAM = "gtp-rhino"
LEVELS = range(1, 6)
COLUMNS = "abcdefgh"
COLOURS = ("black", "white")  # black is X, who begins
OPENING = 4  # choices at random, since neither side would ever vary; each opening is played from both sides


class NoRhino(BrilligError):
    """Rhino is not installed, or does not agree with us."""


class Rhino:
    """Plays one game at a time. Use it in a `with` statement: it is a process of its own."""

    def __init__(self, level: int, book: int = 0, randomness: int = 0) -> None:
        """`book`: 0 for none of its openings learnt by heart, 5 for very many. `randomness`: 0 to 10."""
        self.level, self.name = level, f"Rhino level {level}"
        program = shutil.which(PROGRAM) or shutil.which(PROGRAM, path="/usr/games")
        if not program:
            raise NoRhino("Rhino is not installed; on Debian: apt-get install grhino.")
        self.process = subprocess.Popen(
            [program, f"--level={level}", f"--book={book}", f"--rand={randomness}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.ask("boardsize 8")

    def __enter__(self) -> Rhino:
        return self

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None) -> None:
        self.process.stdin.close()  # type: ignore[union-attr]
        self.process.wait(timeout=10)
        self.process.stdout.close()  # type: ignore[union-attr]

    def ask(self, command: str) -> str:
        """What it answers; a sentence of ours if it refuses."""
        print(command, file=self.process.stdin, flush=True)
        lines: list[str] = []
        for line in self.process.stdout or ():
            if not line.strip() and lines:
                answer = " ".join(lines)
                if not answer.startswith("="):
                    raise NoRhino(f"Rhino does not accept {command!r}: {answer}")
                return answer.removeprefix("=").strip()
            if line.strip():
                lines.append(line.strip())
        raise NoRhino("Rhino has stopped.")

    def begin(self) -> None:
        """The board as both lay it out."""
        self.ask("clear_board")

    def told(self, colour: int, code: int) -> None:
        """Somebody has placed there."""
        self.ask(f"play {COLOURS[colour]} {square(code)}")

    def move(self, colour: int) -> int:
        """Where it places. It passes as our rules do, and need not be told."""
        return code_of(self.ask(f"genmove {COLOURS[colour]}"))


def square(code: int) -> str:
    """A code of ours as Rhino writes it: rows count from the top in both."""
    return f"{COLUMNS[code % 8]}{code // 8 + 1}"


def code_of(name: str) -> int:
    return 8 * (int(name[1:]) - 1) + COLUMNS.index(name[0].lower())


def lead(black: int, white: int) -> str:
    """How Rhino says who has won: squares that stayed empty count for the winner."""
    return f"B+{64 - 2 * white}" if black > white else f"W+{64 - 2 * black}"


class RhinoMatch:
    """A bot of ours against Rhino at standard Othello, and the time that both have taken."""

    def __init__(self, bot: Bot, rhino: Rhino) -> None:
        self.bot, self.rhino, self.game = bot, rhino, brillig.load("othellino")
        self.our_times: list[float] = []
        self.their_times: list[float] = []

    def games(self, games: int, seed: int) -> Iterator[DuelTally]:
        """What ours has won after each game."""
        tally = NOTHING
        for k in range(games):
            tally = tally.plus(self.play(k % 2, seed + k // 2))
            yield tally

    def play(self, seat: int, seed: int) -> float:
        """What ours wins in this seat: 1, 0 or a half. The first seat always begins."""
        table = self.game.new(seed=seed, options={"size": 8, "first_mover": "seat 1"}, gear="compiled")
        dice, ply = Random(seed), 0
        self.rhino.begin()

        def choose(mover: int) -> int:
            if ply < OPENING:
                return dice.choice(table.codes(mover))
            began = perf_counter()
            if mover == seat:
                code = self.bot.choose(table.hidden(mover), mover, seed_of(seed, ply, mover))
            else:
                code = self.rhino.move(mover)
            (self.our_times if mover == seat else self.their_times).append(perf_counter() - began)
            return code

        for mover, code in drive(table, ByChance(players_chance(seed)), choose):
            if mover == seat or ply < OPENING:
                self.rhino.told(mover, code)
            ply += 1
        black, white = table.scores()
        if black != white and self.rhino.ask("final_score") != lead(black, white):
            raise NoRhino("Brillig and Rhino do not agree who has won.")
        return shares(table)[seat]
