"""GNU Backgammon as a player at our table: its program runs beside us and answers positions through a pipe.

It plays a match to one point, where gammons and the cube mean nothing, so it wants what our plain scoring wants.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

from brillig.core import BrilligError, Table

OFF = 25  # a place of ours and the same of theirs add up to this: theirs count down, from 25 outside to 0 off
ANSWER = "brillig:"
# It has a Python of its own inside, which reads a position a line: plies, dice, then 25 counts of either side. Without dice
# it is asked how likely the mover is to win.
SCRIPT = f"""
import sys
import gnubg
for line in ("set player 0 human", "set player 1 human", "set automatic game off", "set automatic roll off",
             "set automatic move off", "set automatic bearoff off", "set confirm new off", "set display off",
             "new match 1"):
    gnubg.command(line)
while gnubg.posinfo()["dice"] == (0, 0):
    gnubg.command("roll")
print("\\n{ANSWER} ready", flush=True)
while True:
    line = sys.stdin.readline()
    if not line:
        break
    plies, first, second, *counts = map(int, line.split())
    context = dict(gnubg.evalcontext(), plies=plies)
    board = (tuple(counts[25:]), tuple(counts[:25]))
    if first == 0:
        print("\\n{ANSWER}", gnubg.evaluate(board, gnubg.cubeinfo(), context)[0], flush=True)
        continue
    gnubg.command("set dice %d %d" % (first, second))
    print("\\n{ANSWER}", *gnubg.findbestmove(board, gnubg.cubeinfo(), context), flush=True)
"""


class NoGnubg(BrilligError):
    """GNU Backgammon is not installed, or not as we need it."""


class Gnubg:
    """A bot for Backgammon. Use it in a `with` statement: it is a process of its own."""

    def __init__(self, plies: int) -> None:
        self.plies, self.name = plies, f"gnubg {plies}-ply"
        program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
        if not program:
            raise NoGnubg("GNU Backgammon is not installed; on Debian: apt-get install gnubg.")
        self.home = tempfile.TemporaryDirectory(prefix="brillig-gnubg-")
        script = Path(self.home.name) / "brillig.py"
        script.write_text(SCRIPT)
        self.process = subprocess.Popen(
            [program, "--tty", "--quiet", "--no-rc", "--python", str(script)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=self.home.name,
            env={**os.environ, "HOME": self.home.name},
        )  # fmt: skip
        self.turn: tuple[bytes, list[int]] = (b"", [])  # the position that is to be, and the steps that are left
        self._answer()

    def __enter__(self) -> Gnubg:
        return self

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None) -> None:
        self.process.stdin.close()  # type: ignore[union-attr]
        self.process.wait(timeout=10)
        self.process.stdout.close()  # type: ignore[union-attr]
        self.home.cleanup()

    def choose(self, view: Table, seat: int, seed: int) -> int:
        """The next step of its turn. It is asked once a turn, and the rest is remembered."""
        view = view.hidden(seat)
        expected, steps = self.turn
        if not steps or expected != bytes(view):
            steps = self.steps(view, seat)
        after = view.copy()
        after.play(seat, steps[0])
        self.turn = bytes(after.hidden(seat)), steps[1:]
        return steps[0]

    def steps(self, view: Table, seat: int) -> list[int]:
        """Its turn as steps of ours, in an order that our rules allow."""
        s = view.plain
        counts = [s.cubes[who, OFF - 1 - k] for who in (seat, 1 - seat) for k in range(OFF)]
        print(self.plies, *s.roll, *counts, file=self.process.stdin, flush=True)
        points = [int(word) for word in self._answer().split()]
        wanted = [s.cubes[seat, place] for place in range(OFF + 1)]
        for start, target in batched(points):
            wanted[OFF - start] -= 1
            wanted[OFF - target] += 1
        found = way_to(view, seat, wanted, len(points) // 2)
        if found is None:
            raise NoGnubg(f"GNU Backgammon wants to play {points}, which our rules do not allow.")
        return found

    def worth(self, table: Table, seat: int) -> float:
        """What a position is worth to a seat whose turn is over, from -1 to 1."""
        s = table.plain
        if table.over:
            return 2.0 * table.scores()[seat] - 1
        counts = [s.cubes[who, OFF - 1 - k] for who in (1 - seat, seat) for k in range(OFF)]
        print(self.plies, 0, 0, *counts, file=self.process.stdin, flush=True)
        return 1 - 2 * float(self._answer())

    def _answer(self) -> str:
        for line in self.process.stdout or ():
            if line.startswith(ANSWER):
                return line.removeprefix(ANSWER).strip()
        raise NoGnubg("GNU Backgammon has stopped; it must be built with Python, as Debian's is.")


def batched(points: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(points[::2], points[1::2], strict=True)


def way_to(table: Table, seat: int, wanted: list[int], steps: int) -> list[int] | None:
    """The codes of so many steps after which the seat's cubes stand like that."""
    cubes = [table.plain.cubes[seat, place] for place in range(OFF + 1)]
    if steps == 0:
        return [] if cubes == wanted else None
    for code in table.codes(seat):
        after = table.copy()
        after.play(seat, code)
        rest = way_to(after, seat, wanted, steps - 1)
        if rest is not None:
            return [code, *rest]
    return None
