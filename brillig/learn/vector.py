"""Many games in one step: a Gymnasium vector environment over an array of records.

    envs = brillig.learn.gymnasium.vector_env("gold-mine", 1024, seats=4)
    envs = brillig.learn.gymnasium.vector_env("gold-mine", 65_536, seats=4, device="cuda")      # see gpu/

The records lie side by side, and one compiled loop makes a step of every game, lets random players answer, deals the
next game where one has ended (Gymnasium's same-step reset), hides, masks and spells out what a network is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

from brillig.core import Game
from brillig.core import kernels as engine
from brillig.core.chance import halves
from brillig.core.faults import SLIPS, fault
from brillig.core.gears import long_kernels, stand_ins
from brillig.core.rule import Translator
from brillig.learn import vector_kernels
from brillig.learn.adapters import find, usual_errors
from brillig.learn.encoding import encode
from brillig.learn.encoding.kernels import FIELDS
from brillig.learn.episode import one_of
from brillig.learn.history import NOT_SHOWN, History, retraced
from brillig.learn.observation import fields, first, observation_space
from brillig.learn.settings import OBSERVATIONS, VectorSettings
from brillig.learn.vector_kernels import Course, EpisodeState

GEARS = ("compiled", "plain")
DEVICES = ("cpu", "cuda")


def vector_env(
    slug: str | Game, num_envs: int, seats: int | None = None, *, device: str = "cpu", **settings: Any
) -> Any:
    """Many games for one agent. The settings are those of `Games`, or of `GpuVector` with device="cuda"."""
    if one_of("device", device, DEVICES) == "cuda":
        from brillig.learn.gpu.vector import GpuVector

        return GpuVector(slug, num_envs, seats, **settings)
    return Games(slug, num_envs, seats, **settings)


@cache
def kernels(game: Game, gear: str) -> Mapping[str, Any]:
    """The loops over all environments for a game, compiled or (for debugging) as they are."""
    if gear == "compiled":
        return long_kernels(game, vector_kernels)
    make = Translator(lambda f: f, stand_ins(game, engine, vector_kernels))
    return {name: make(getattr(vector_kernels, name)) for name in vector_kernels.WAYS_IN}


class Games(VectorEnv):
    """The agent has one seat in every game, and random players or a policy the others; with bots="none", every seat.

    With every seat, `infos["seat"]` says who decides in each game, and a reward is that of the seat that has just
    decided. What all seats got for a game that ended is in `infos["final_info"]["returns"]`.
    """

    def __init__(
        self,
        slug: str | Game,
        num_envs: int,
        seats: int | None = None,
        *,
        bots: str | Callable[..., Any] = "random",  # "none": the agent decides for every seat; or a policy (see below)
        seat: int = 0,  # the agent's
        options: Mapping[str, object] | None = None,  # of the game
        rewards: str | None = None,  # by "ranks" or by "scores"; ranks, if there are any
        observations: str = "record",  # or "tensor": numbers for a network (see encoding/)
        final_obs: bool = True,  # put the last view of games that ended into infos: takes time where games are short
        copy: bool = True,  # False: every step writes over what the last one returned
        threads: int = 1,
        gear: str = "compiled",
    ) -> None:
        """A policy is called with an observation and the seats that decide, and answers with an action for each."""
        if num_envs < 1 or threads < 1:
            raise ValueError(f"There must be at least one environment and one thread, not {num_envs} and {threads}.")
        game = find(slug)
        with usual_errors():
            self.settings = VectorSettings(game, num_envs, seats, bots, seat, options, rewards, final_obs)
        self.blank = np.frombuffer(self.settings.blank, np.int64)
        self.seats, self.policy = self.settings.seats, self.settings.policy
        self.course = np.frombuffer(self.settings.course, Course.dtype()).copy()
        self.gear = one_of("gear", gear, GEARS)
        self.game, self.num_envs, self.threads = game, num_envs, min(threads, num_envs)
        tensor = one_of("observations", observations, OBSERVATIONS) == "tensor"
        self.encoding = encode(game, seats, options) if tensor else None
        self.plan = self.encoding.plan if self.encoding else np.zeros((FIELDS, 0), np.int32)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_space(game, self.plan.shape[1])
        self.single_action_space = spaces.Discrete(game.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.final_obs, self.copy = final_obs, copy
        self.records, self.raw = self.room()
        self.places = np.zeros(num_envs, EpisodeState.dtype())
        self.everyone = np.arange(num_envs)
        self.desk = self.new_desk()
        self.started = False
        self.kernels: Mapping[str, Any] = {}  # others than the game's own, to look at what they do
        self.history = History(num_envs, int(self.course["cap"][0]))
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def room(self) -> tuple[Any, Any]:
        """Space for a record of every environment, and its words."""
        raw = np.zeros((self.num_envs, self.game.state.nbytes // 8), np.int64)
        return raw.view(self.game.state.dtype())[:, 0], raw

    def new_desk(self) -> dict[str, Any]:
        """Room for all that a step gives."""
        view, shown = self.room()
        final, ended = self.room() if self.final_obs else (view, shown)
        return {
            "view": view, "shown": shown, "final": final, "ended": ended,
            "mask": np.zeros((self.num_envs, self.game.codes), np.int8),
            "rows": np.zeros((self.num_envs, self.plan.shape[1]), np.float32),
            "rewards": np.zeros(self.num_envs), "returns": np.zeros((self.num_envs, self.seats)),
        }  # fmt: skip

    @property
    def mask(self) -> Any:
        return self.desk["mask"]

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """With a seed deals 0, 1, 2, ... of that seed; without one those of a seed that follows from the last."""
        super().reset(seed=seed)
        low, high = halves(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        self.course["low"], self.course["high"] = low, high
        self.places["deal"] = self.everyone
        self.history.open(self.everyone)
        self.desk = self.new_desk()
        self.run("open_all")
        self.others()
        self.started = True
        return self.seen(), self.infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        actions = self.allowed(actions)
        if self.copy:
            self.desk = self.new_desk()
        self.history.add(actions, None)
        self.run("step_all", actions, 1)
        self.others()
        cut = self.places["cut"] == 1
        over = (self.places["over"] == 1) & ~cut
        infos = self.infos()
        if (over | cut).any():
            self.history.ended(over | cut, self.places["deal"])
            infos |= self.last_words(over | cut)
        return self.seen(), self.desk["rewards"], over, cut, infos

    def others(self) -> None:
        """Let the policy play until the agent is to decide everywhere."""
        while self.policy is not None:
            theirs = self.places["seat"] != self.settings.seat
            if not theirs.any():
                return
            chosen = self.allowed(np.asarray(self.policy(self.seen(), self.places["seat"].copy())), theirs)
            self.history.add(chosen, theirs)
            self.run("step_all", chosen, 0, theirs)

    def allowed(self, actions: Any, theirs: Any = None) -> Any:
        """The actions as an array, if every one of them is allowed; of the others' moves only those that are theirs."""
        if not self.started and theirs is None:
            raise ResetNeeded("There is no game on: call reset() first.")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise InvalidAction(f"{self.num_envs} environments need an array of {self.num_envs} whole numbers.")
        inside = np.clip(actions, 0, self.game.codes - 1)
        fits = (self.mask[self.everyone, inside] == 1) & (inside == actions)
        if theirs is not None:
            fits |= ~theirs
        if not fits.all():
            i = int(np.argmin(fits))
            codes = np.flatnonzero(self.mask[i]).tolist()
            few = ", ".join(map(str, codes[:12])) + (", ..." if len(codes) > 12 else "")
            raise InvalidAction(f"Environment {i} does not allow {actions[i]}; its action_mask allows {few}.")
        return actions.astype(np.int64)

    def run(self, kernel: str, actions: Any = None, fresh: int = 0, theirs: Any = slice(None)) -> None:
        """A kernel over all environments, a share of them for each thread. `theirs`: those in which something is done."""
        desk, seen = self.desk, self.desk["shown"]
        desk["mask"][theirs, 0] = NOT_SHOWN
        words = [seen.view(kind) for kind in (np.int8, np.int16, np.int32, np.int64)]

        def part(a: int, b: int) -> None:
            scratch: Any = np.zeros(self.game.codes, np.int16)
            ranks = np.zeros(self.seats, np.int16)
            rows = [each[a:b] for each in (self.records, self.raw, desk["view"], seen, self.places)]
            course: Any = self.course
            given: list[Any] = []
            if actions is not None:
                results = (each[a:b] for each in (desk["rewards"], desk["returns"], desk["final"], desk["ended"]))
                given = [actions[a:b], fresh, ranks, *results]
            if self.gear == "plain":
                scratch, course = scratch.tolist(), self.as_python(course)
                rows, given = [self.as_python(each) for each in rows], [self.as_python(each) for each in given]
            try:
                (self.kernels or kernels(self.game, self.gear))[kernel](
                    *rows, self.blank, course, scratch, desk["mask"][a:b], self.plan, *(each[a:b] for each in words),
                    desk["rows"][a:b], *given,
                )  # fmt: skip
            except SLIPS as why:
                if self.kernels:
                    raise fault(self.game, why) from why
                raise retraced(self, why, a, b) from why

        edges = [self.num_envs * k // self.threads for k in range(self.threads + 1)]
        if self.pool is None:
            part(0, self.num_envs)
        else:
            list(self.pool.map(part, edges[:-1], edges[1:]))

    def alone(self, kernels: Mapping[str, Any]) -> Games:
        """One environment like these, played by these kernels in plain Python."""
        one = Games(self.game, 1, self.seats, options=self.options, final_obs=False, gear="plain")
        one.course, one.kernels = self.course.copy(), kernels
        one.course["keeps"] = 0
        return one

    @property
    def seed(self) -> int:
        return int(self.course["high"][0]) << 32 | int(self.course["low"][0])

    @property
    def options(self) -> dict[str, int | str]:
        return self.game.decode(self.game.state(bytearray(self.settings.blank)))

    def as_python(self, rows: Any) -> Any:
        """Rows as plain rules need them: records as their class, and no NumPy number among the actions."""
        if isinstance(rows, int):
            return rows
        if rows.dtype.names:
            kinds = {EpisodeState.dtype(): EpisodeState, Course.dtype(): Course}
            kind = kinds.get(rows.dtype, self.game.state)
            return [kind(memoryview(row.view(np.uint8))) for row in rows[:, None]]
        return rows.tolist() if rows.dtype == np.int64 and rows.ndim == 1 else rows

    def seen(self) -> dict[str, Any]:
        shown = fields(self.desk["view"]) if self.encoding is None else self.desk["rows"]
        return {"observation": shown, "action_mask": self.desk["mask"]}

    def infos(self) -> dict[str, Any]:
        return {"seat": self.places["seat"].copy()}

    def last_words(self, over: Any) -> dict[str, Any]:
        """What there is to say of games that ended, where Gymnasium looks for it."""
        infos = {"final_info": {"returns": self.desk["returns"], "_returns": over}, "_final_info": over}
        if not self.final_obs:
            return infos
        views, shown = np.full(self.num_envs, None, object), fields(self.desk["final"])
        none = np.zeros((self.num_envs, self.game.codes), np.int8)
        for i in np.flatnonzero(over).tolist():
            last = first(shown, i) if self.encoding is None else self.spelt(i)
            views[i] = {"observation": last, "action_mask": none[i]}
        return infos | {"final_obs": views, "_final_obs": over}

    def spelt(self, i: int) -> Any:
        """The last view of a game that ended, as a row of numbers."""
        assert self.encoding is not None
        return self.encoding.row(self.desk["ended"][i].tobytes(), int(self.places["paid"][i]))

    def close_extras(self, **kwargs: Any) -> None:
        if self.pool:
            self.pool.shutdown()
