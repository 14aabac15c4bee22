"""Simulating: a plan cut into portions, played wherever there is room, added up in order, kept on disk.

The numbers depend on the plan alone, not on the portions, the threads or the machines, nor on how often it was stopped
and went on.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import msgspec

from brillig.core import BadOption, BrilligError, Game
from brillig.lab.simulation.folder import BadFolder, Folder, read
from brillig.lab.simulation.plan import SEATS, Plan, make_plan, rules_of
from brillig.lab.simulation.portion import Lab, Portion, Task, columns, prepare
from brillig.lab.simulation.tally import Tally

A_LOOK = 0.1  # seconds between two looks at whether to stop
A_PORTION = 0.25  # seconds that a portion should take on a thread: short enough to stop soon
MOST_IN_A_PORTION = 1 << 20  # games
KEEP_EVERY = 1.0  # seconds between two checkpoints


class WorkersLost(BrilligError):
    """There is nobody left to carry out tasks."""


class Workers(Protocol):
    """Those who carry out tasks."""

    count: int
    seconds: float  # that a portion should take

    def submit(self, task: Task) -> Any: ...  # something with result(timeout)
    def close(self) -> None: ...


class Threads:
    """The cores of this machine: compiled code runs beside other threads."""

    seconds = A_PORTION

    def __init__(self, lab: Lab, count: int, spelt: bool) -> None:
        if count < 1:
            raise BadOption(f"The number of threads must be at least 1, not {count}.")
        self.count, self._lab, self._spelt = 1 if lab.plan.gpu else count, lab, spelt
        self._stop = threading.Event()
        self._pool = ThreadPoolExecutor(self.count)

    def submit(self, task: Task) -> Future[Portion]:
        return self._pool.submit(self._lab.carry_out, task, self._spelt, self._stop.is_set)

    def close(self) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)


@dataclass
class Run:
    """A simulation that has been set up: `go` plays it, as far as it is not stopped."""

    plan: Plan
    lab: Lab
    folder: Folder | None = None

    def __post_init__(self) -> None:
        self.done = self.folder.done if self.folder else 0
        self.tallies = self.folder.tallies if self.folder else [Tally({}, {}, {}) for _ in self.plan.variants]

    @property
    def finished(self) -> bool:
        return self.done == self.plan.total

    def go(
        self,
        workers: Workers,
        progress: Callable[[int], None] = lambda done: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Play until all games are there or somebody says stop; are they all there?"""
        pace = PortionSize(workers.seconds)
        todo = self._tasks(pace)
        flying: deque[tuple[Task, Any]] = deque()
        kept = perf_counter()
        try:
            if self.folder:
                self.folder.open()
            while True:
                while len(flying) < 2 * workers.count and (task := next(todo, None)):
                    flying.append((task, workers.submit(task)))
                if not flying or (portion := _wait(flying.popleft()[1], stopped)) is None:
                    break
                pace.learn(portion)
                self._add(portion)
                progress(self.done)
                if self.folder and perf_counter() - kept > KEEP_EVERY:
                    self.folder.save()
                    kept = perf_counter()
        except WorkersLost:
            if self.folder:
                self.folder.save()  # what came back before counts, and the simulation can go on
            raise
        finally:
            workers.close()
        if self.folder:
            self.folder.save()
        return self.finished

    def _tasks(self, pace: PortionSize) -> Iterator[Task]:
        at = self.done
        while at < self.plan.total:
            variant, first = divmod(at, self.plan.games)
            count = min(pace.games, self.plan.games - first)
            yield Task(variant, first, count)
            at += count

    def _add(self, portion: Portion) -> None:
        variant, games = portion.task.variant, portion.task.count
        if self.folder:
            self.folder.add(variant, games, portion.tally, portion.text)
        else:
            self.tallies[variant] = self.tallies[variant] + portion.tally
        self.done += games


class PortionSize:
    """How many games a portion should have, by how long the last ones took."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.games = seconds, 1

    def learn(self, portion: Portion) -> None:
        aim = self.seconds * portion.task.count / max(portion.seconds, 1e-6)
        # Not more than eight times as many at once: the first portions tell little.
        self.games = max(1, min(round(aim), 8 * self.games, MOST_IN_A_PORTION))


def _wait(future: Any, stopped: Callable[[], bool]) -> Portion | None:
    """What came of a task; None if somebody says stop first."""
    while not stopped():
        try:
            portion: Portion = future.result(timeout=A_LOOK)
            return portion
        except (NotYet, TimeoutError):
            continue
    return None


# ---- setting up ----------------------------------------------------------------------------------------------------


def start(plan: Plan, out: Path | None = None) -> Run:
    """A new simulation. Nothing is written before it goes."""
    lab = Lab(plan, plan.game)
    folder = Folder.fresh(out, plan, columns(plan, lab.game)) if out else None
    prepare(lab)
    return Run(plan, lab, folder)


def resume(out: Path, game: Game, given: Mapping[str, Any]) -> Run:
    """Go on with the simulation in a folder. `given`: arguments of `make_plan`, which must agree with it."""
    kept = read(out).plan
    if kept.slug != game.slug:
        raise BadFolder(f"{out} holds a simulation of {kept.slug}, not of {game.slug}.")
    if kept.rules != rules_of(game):
        raise BadFolder(
            f"The rules of {game.title}, or the Python that runs them, have changed since the checkpoint in {out}; "
            f"start anew in another folder."
        )
    plan = make_plan(game, **{**arguments(kept), **given})
    begun = f"{out} was begun with"
    if plan.variants == kept.variants and plan.minds != kept.minds:
        raise BadFolder(
            f"The bots, or the Python that runs them, have changed since the checkpoint in {out}; "
            f"start anew in another folder."
        )
    if plan.seed != kept.seed:
        raise BadFolder(f"{begun} seed {kept.seed}, not {plan.seed}; leave --seed out to go on.")
    if plan.variants != kept.variants or plan.gpu != kept.gpu:
        raise BadFolder(f"{begun} other seats, bots or options; leave those out to go on, or choose another folder.")
    if plan.games < kept.games or (plan.games > kept.games and kept.sweep):
        raise BadFolder(
            f"{begun} {kept.games:,} games{' of each variant' * bool(kept.sweep)}; leave --games out to go on."
        )
    lab, folder = Lab(plan, game), Folder.again(out, plan, columns(plan, game))
    prepare(lab)
    return Run(plan, lab, folder)


def arguments(plan: Plan) -> dict[str, Any]:
    """What `make_plan` was given for this plan."""
    first = plan.variants[0]
    return {
        "seats": None if SEATS in plan.sweep else first.seats,
        "bots": first.bots[:1] if len(set(first.bots)) == 1 else first.bots,
        "games": plan.games,
        "options": {name: value for name, value in first.options.items() if name not in plan.sweep},
        "sweep": plan.sweep,
        "seed": plan.seed,
        "gpu": plan.gpu,
    }


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def encoded(plan: Plan) -> bytes:
    """A plan for another process."""
    return msgspec.json.encode(plan)
