"""A portion of a simulation: some games in a row of one variant, played, added up and spelt out.

This is all that a thread, a process or a machine of a cluster does.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Any

import msgspec
import numpy as np

from brillig import bots
from brillig.core import BrilligError, Game
from brillig.lab.simulation import sum_kernels
from brillig.lab.simulation.choice_kinds import column_names, kinds_of
from brillig.lab.simulation.kernels import NOBODY
from brillig.lab.simulation.plan import SEATS, Plan, PlannedVariant, rules_of
from brillig.lab.simulation.sum_kernels import NO_NUMBER
from brillig.lab.simulation.tally import Tally, outcomes, tally
from brillig.lab.simulation.watch import SeenGames, blank_sheet, bot_games, most_games, random_games

WIDEST = 21  # bytes of a number and its comma
WATCHED = 20_000  # games of each variant that are watched on the CPU while a GPU plays them all
ON_A_GPU = 1 << 20  # games that a GPU plays at once
FACTS = {  # what stands of a game in the files: a column, and what is noted of it
    "length": "length", "choices_offered": "offered", "forced": "forced", "lead_changes": "changes",
    "decided_at": "decided", "winner_was_behind": "behind", "first_to_decide": "opener",
}  # fmt: skip


@dataclass(frozen=True)
class Task:
    variant: int
    first: int
    count: int


@dataclass
class Portion:
    """What came of a task."""

    task: Task
    tally: Tally
    text: bytes  # a line for each game; empty if not wanted
    seconds: float


@dataclass
class Lab:
    """A plan with its game loaded and its rules compiled, ready to carry out tasks."""

    plan: Plan
    game: Game

    def carry_out(self, task: Task, spelt: bool, stopped: Callable[[], bool] = lambda: False) -> Portion:
        began = perf_counter()
        variant = self.plan.variants[task.variant]
        whole, texts = Tally({}, {}, {}), []
        step = ON_A_GPU if self.plan.gpu else most_games(self.game, variant.seats)
        for first in range(task.first, task.first + task.count, step):
            n = min(step, task.first + task.count - first)
            added, text = self._some(variant, first, n, spelt, stopped)
            whole = whole + added
            texts.append(text)
        return Portion(task, whole, b"".join(texts), perf_counter() - began)

    def _some(self, variant: PlannedVariant, first: int, n: int, spelt: bool, stopped: Callable[[], bool]) -> Any:
        game, plan = self.game, self.plan
        if plan.gpu:
            return self._some_on_gpu(variant, first, n, spelt)
        if plan.random:
            sheet = random_games(game, variant, plan.seed, first, n)
        else:
            sheet = bot_games(game, variant, plan.seed, first, n, stopped)
        return tally(game, sheet), spell(self, variant, table_of(self, variant, sheet)) if spelt else b""

    def _some_on_gpu(self, variant: PlannedVariant, first: int, n: int, spelt: bool) -> Any:
        """All games on the GPU; the first of them on the CPU too, which gives the same and sees more."""
        game, plan = self.game, self.plan
        played = game.playouts(n, plan.seed, variant.seats, variant.options, first=first, device="cuda")
        watched = min(n, max(0, WATCHED - first))
        sheet = random_games(game, variant, plan.seed, first, watched)
        fine, coarse = tally(game, sheet), outcomes(*played, first)
        for mine, theirs in ((fine.counts, coarse.counts), (fine.sums, coarse.sums), (fine.spreads, coarse.spreads)):
            mine.update(theirs)  # type: ignore[arg-type]
        fine.telling = coarse.telling
        numbers = np.arange(first, first + n)[:, None]
        table = np.hstack([numbers, played.lengths[:, None], *self._padded(played.scores, played.ranks)])
        return fine, spell(self, variant, table) if spelt else b""

    def _padded(self, *arrays: Any) -> list[Any]:
        """With empty cells for the seats that only other variants have."""
        most = max(v.seats for v in self.plan.variants)
        return [np.pad(a.astype(np.int64), ((0, 0), (0, most - a.shape[1])), constant_values=NO_NUMBER) for a in arrays]


_loading = threading.Lock()


@lru_cache(maxsize=8)
def _prepared(encoded: bytes) -> Lab:
    plan = msgspec.json.decode(encoded, type=Plan)
    lab = Lab(plan, plan.game)
    prepare(lab)
    return lab


def lab_for(encoded: bytes) -> Lab:
    """The laboratory for a plan, made once in every process."""
    with _loading:
        return _prepared(encoded)


def prepare(lab: Lab) -> None:
    """Compile what the tasks will need, so that they do not all try at once."""
    plan, game = lab.plan, lab.game
    if rules_of(game) != plan.rules:
        raise BrilligError(f"The rules of {game.title} are not the same on all machines; install the same version.")
    if plan.gpu:
        game.cuda  # noqa: B018 (it says if there is none)
    if not plan.random:
        bots.warm(game)
    variant = plan.variants[0]
    sheet = random_games(game, variant, plan.seed, 0, 1) if plan.random else blank_sheet(game, variant.seats, 0, 1)
    tally(game, sheet)
    spell(lab, variant, table_of(lab, variant, sheet))


# ---- a line a game -------------------------------------------------------------------------------------------------


def columns(plan: Plan, game: Game) -> list[str]:
    """The names of the columns in the files."""
    most = max(v.seats for v in plan.variants)
    seats = [f"{what}_{seat + 1}" for what in ("score", "rank") for seat in range(most)]
    swept = list(plan.sweep)
    if plan.gpu:
        return [*swept, "game", "length", *seats]
    return [*swept, "game", *FACTS, *seats, *(column_names(kinds_of(game)) if kinds_of(game).several else [])]


def table_of(lab: Lab, variant: PlannedVariant, sheet: SeenGames) -> Any:
    """What was seen as a table of numbers, without the columns of a sweep."""
    n = len(sheet)
    facts = np.stack([sheet.games[name] for name in FACTS.values()], axis=1).astype(np.int64)
    facts[:, -1] = np.where(facts[:, -1] == NOBODY, NO_NUMBER, facts[:, -1] + 1)
    parts = [np.arange(sheet.first, sheet.first + n)[:, None], facts, *lab._padded(sheet.scores, sheet.ranks)]
    if kinds_of(lab.game).several:
        parts.append(sheet.made.sum(1, dtype=np.int64))
    return np.hstack(parts)


def spell(lab: Lab, variant: PlannedVariant, table: Any) -> bytes:
    swept = [variant.seats if name == SEATS else variant.options[name] for name in lab.plan.sweep]
    prefix = "".join(f"{quoted(value)}," for value in swept).encode()
    text = np.empty(len(table) * (len(prefix) + WIDEST * table.shape[1]), np.uint8)
    used = sum_kernels.spell(np.ascontiguousarray(table, np.int64), np.array(list(prefix), np.uint8), text)
    return text[:used].tobytes()


def quoted(value: int | str) -> str:
    """A value of an option as a cell of a CSV file."""
    word = str(value)
    return '"' + word.replace('"', '""') + '"' if set(word) & set(',"\r\n') else word
