"""Many games in one step: a Gymnasium vector environment over an array of records.

    envs = brillig.learn.gymnasium.vector_env("gold-mine", 1024, seats=4)

The records lie side by side, and one compiled loop makes a step of every game, lets random players answer, deals the
next game where one has ended (Gymnasium's same-step reset), hides and masks.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from brillig.learn.adapters import missing

try:
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as why:
    raise missing("gymnasium", "brillig.learn.vector", "learn") from why

from brillig.core import BadSeats, Game
from brillig.core import kernels as engine
from brillig.core.chance import halves
from brillig.core.faults import SLIPS, fault
from brillig.core.gears import long_kernels, stand_ins
from brillig.core.rule import Translator
from brillig.learn import vector_kernels
from brillig.learn.adapters import find, usual_errors
from brillig.learn.episode import check_rewards, one_of
from brillig.learn.observation import fields, first, space
from brillig.learn.vector_kernels import EVERY, EpisodeState

BOTS = ("random", "none")
GEARS = ("compiled", "plain")


def vector_env(slug: str | Game, num_envs: int, seats: int | None = None, **settings: Any) -> Games:
    """Many games for one agent. The settings are those of `Games`."""
    return Games(slug, num_envs, seats, **settings)


@cache
def kernels(game: Game, gear: str) -> Mapping[str, Any]:
    """The loops over all environments for a game, compiled or (for debugging) as they are."""
    if gear == "compiled":
        return long_kernels(game, vector_kernels)
    make = Translator(lambda f: f, stand_ins(game, engine, vector_kernels))
    return {name: make(getattr(vector_kernels, name)) for name in vector_kernels.WAYS_IN}


class Games(VectorEnv):
    """The agent has one seat in every game, and random players the others; or, with bots="none", every seat.

    With every seat, `infos["seat"]` says who decides in each game, and a reward is that of the seat that has just
    decided. What all seats got for a game that ended is in `infos["final_info"]["returns"]`.
    """

    def __init__(
        self,
        slug: str | Game,
        num_envs: int,
        seats: int | None = None,
        *,
        bots: str = "random",  # or "none": the agent decides for every seat
        seat: int = 0,  # the agent's
        options: Mapping[str, object] | None = None,  # of the game
        rewards: str | None = None,  # by "ranks" or by "scores"; ranks, if there are any
        threads: int = 1,
        gear: str = "compiled",
    ) -> None:
        if num_envs < 1 or threads < 1:
            raise ValueError(f"There must be at least one environment and one thread, not {num_envs} and {threads}.")
        game = find(slug)
        with usual_errors():
            self.blank = np.frombuffer(bytes(game.blank(seats, options)), np.uint8)
            self.seats = game.check_seats(seats)
            if not 0 <= seat < self.seats:
                raise BadSeats(f"There is no seat {seat} for the agent; seats are 0 to {self.seats - 1}.")
            self.cap = game.bound(self.seats, options) + 1
        self.gear = one_of("gear", gear, GEARS)
        self.mine = EVERY if one_of("bots", bots, BOTS) == "none" else seat
        self.by_ranks = int(check_rewards(rewards, self.seats) == "ranks")
        self.game, self.num_envs, self.threads = game, num_envs, min(threads, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space, self.single_action_space = space(game), spaces.Discrete(game.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.records, self.raw = self.room()
        self.places = np.zeros(num_envs, EpisodeState.dtype())
        self.mask = np.zeros((num_envs, game.codes), np.int8)
        self.low = self.high = 0
        self.started = False
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def room(self) -> tuple[Any, Any]:
        """Space for a record of every environment, and its bytes."""
        raw = np.zeros((self.num_envs, self.game.state.nbytes), np.uint8)
        return raw.view(self.game.state.dtype())[:, 0], raw

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """With a seed deals 0, 1, 2, ... of that seed; without one those of a seed that follows from the last."""
        super().reset(seed=seed)
        self.low, self.high = halves(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        self.places["deal"] = np.arange(self.num_envs)
        view, shown = self.room()
        self.mask = np.zeros_like(self.mask)
        self.run("open_all", (view, shown), (), ())
        self.started = True
        return self.seen(view, self.mask), self.infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        actions = self.allowed(actions)
        view, shown = self.room()
        final, ended = self.room()
        self.mask = np.empty_like(self.mask)
        rewards, returns = np.zeros(self.num_envs), np.zeros((self.num_envs, self.seats))
        settings = (self.num_envs, self.cap, self.by_ranks)
        self.run("step_all", (view, shown), settings, (actions, None, rewards, returns, final, ended))
        cut = self.places["cut"] == 1
        over = (self.places["over"] == 1) & ~cut
        infos = self.infos()
        if (over | cut).any():
            infos |= self.last_words(over | cut, final, returns)
        return self.seen(view, self.mask), rewards, over, cut, infos

    def allowed(self, actions: Any) -> Any:
        """The actions as an array, if every one of them is allowed."""
        if not self.started:
            raise ResetNeeded("There is no game on: call reset() first.")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise InvalidAction(f"{self.num_envs} environments need an array of {self.num_envs} whole numbers.")
        fits = (actions >= 0) & (actions < self.game.codes)
        fits[fits] = self.mask[np.flatnonzero(fits), actions[fits]] == 1
        if not fits.all():
            i = int(np.argmin(fits))
            codes = np.flatnonzero(self.mask[i]).tolist()
            few = ", ".join(map(str, codes[:12])) + (", ..." if len(codes) > 12 else "")
            raise InvalidAction(f"Environment {i} does not allow {actions[i]}; its action_mask allows {few}.")
        return actions.astype(np.int64)

    def run(self, kernel: str, views: tuple[Any, ...], settings: tuple[int, ...], results: tuple[Any, ...]) -> None:
        """A kernel over all environments, a share of them for each thread."""

        def part(a: int, b: int) -> None:
            scratch: Any = np.zeros(self.game.codes, np.int16)
            ranks = np.zeros(self.seats, np.int16)
            rows = [each[a:b] for each in (self.records, self.raw, *views, self.places)]
            given = [ranks if each is None else each[a:b] for each in results]
            if self.gear == "plain":
                scratch = scratch.tolist()
                rows, given = [self.as_python(each) for each in rows], [self.as_python(each) for each in given]
            try:
                kernels(self.game, self.gear)[kernel](
                    *rows, self.blank, scratch, self.mask[a:b], self.low, self.high, self.mine, *settings, *given
                )
            except SLIPS as why:
                raise fault(self.game, why, when=f" in environments {a} to {b - 1}") from why

        edges = [self.num_envs * k // self.threads for k in range(self.threads + 1)]
        if self.pool is None:
            part(0, self.num_envs)
        else:
            list(self.pool.map(part, edges[:-1], edges[1:]))

    def as_python(self, rows: Any) -> Any:
        """Rows as plain rules need them: records as their class, and no NumPy number among the actions."""
        if rows.dtype.names:
            kind = EpisodeState if rows.dtype == EpisodeState.dtype() else self.game.state
            return [kind(memoryview(row.view(np.uint8))) for row in rows[:, None]]
        return rows.tolist() if rows.dtype == np.int64 else rows

    def seen(self, view: Any, mask: Any) -> dict[str, Any]:
        return {"observation": fields(view), "action_mask": mask.copy()}

    def infos(self) -> dict[str, Any]:
        return {"seat": self.places["seat"].copy()}

    def last_words(self, over: Any, final: Any, returns: Any) -> dict[str, Any]:
        """What there is to say of games that ended, where Gymnasium looks for it."""
        views, shown = np.full(self.num_envs, None, object), fields(final)
        none = np.zeros((self.num_envs, self.game.codes), np.int8)
        for i in np.flatnonzero(over).tolist():
            views[i] = {"observation": first(shown, i), "action_mask": none[i]}
        return {
            "final_obs": views, "_final_obs": over,
            "final_info": {"returns": returns, "_returns": over}, "_final_info": over,
        }  # fmt: skip

    def close_extras(self, **kwargs: Any) -> None:
        if self.pool:
            self.pool.shutdown()
