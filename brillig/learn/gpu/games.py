"""Games that live on an NVIDIA GPU: records, masks, observations, rewards and chance never leave it.

    games = GpuGames("othellino", 65_536, options={"size": 8}, bots="none")
    games.reset(seed=1)
    while True:
        logits = network(games.observation)         # PyTorch, JAX or CuPy: they see the same memory
        games.step(games.sample(logits))            # or any actions of yours

The same seed and the same actions give the same games as on the CPU, bit for bit: it is the same Python, compiled
once more. A step is two kernel launches, none of which waits for the computer, so it may be captured in a CUDA graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from brillig import catalogue
from brillig.core import Game, IllegalChoice
from brillig.core.chance import LOW32, halves
from brillig.core.cuda import need_gpu, small_launches
from brillig.core.game import check_seed
from brillig.learn.encoding import encode
from brillig.learn.encoding.kernels import FIELDS
from brillig.learn.episode import one_of
from brillig.learn.gpu.array_sharing import OnGpu, choose, stream_of, taker
from brillig.learn.gpu.kernels import (
    COUNTERS,
    ENDED,
    ILLEGAL,
    LANES,
    WHERE,
    WRONG,
    common_kernels,
    kernels_of,
    words_of,
)
from brillig.learn.observation import fields as fields_of
from brillig.learn.settings import OBSERVATIONS, VectorSettings
from brillig.learn.vector_kernels import Course, EpisodeState

WHO = "A learner's environment on the GPU"
FLOATS = ("float32", "float16")
ILLEGALS = ("first", "raise")
BLOCK = 64  # threads: rules branch much and use many registers, so small blocks fill the chip best
SMALL_BLOCK = 32  # for so few environments that they do not fill it anyway
FEW = 16_384
WIDE_BLOCK = 256  # for kernels without branches
ROWS_A_THREAD = 16  # of one column
MEBIBYTE = 1 << 20
MOST = 1 << 50


@cache
def compiled(game: Game) -> tuple[Any, Any]:
    """A game's kernels. They are compiled when they first run, which takes a while, once in a process."""
    driver = need_gpu(WHO)
    from numba import config

    # Not optimised at link time: made so, Speed Round's kernel reads where nothing is (docs/gpu.md). Numba's simulator
    # has nothing to link.
    how = {} if config.ENABLE_CUDASIM else {"lto": False}
    opening, stepping = (driver.jit(kernel, **how) for kernel in kernels_of(game, driver, driver.to_device))
    return opening, stepping


@cache
def common() -> dict[str, Any]:
    driver = need_gpu(WHO)
    # Only chance's logarithms may be rough: they are no part of a game.
    return {
        name: driver.jit(kernel, fastmath=name == "sample_a_warp") for name, kernel in common_kernels(driver).items()
    }


class GpuGames:
    """Many games of one kind on the GPU, a step of all of them at a time.

    What the last step gave lies in `observation`, `mask`, `seat` (who decides), `reward`, `over`, `cut` (ran past the
    bound), and, of games that ended, `returns` (what each seat got). These are always the same arrays.
    """

    def __init__(
        self,
        slug: str | Game,
        count: int,
        seats: int | None = None,
        *,
        bots: str | Callable[..., Any] = "random",  # "none": every seat's decisions are yours; or a policy (see below)
        seat: int = 0,  # the agent's
        options: Mapping[str, object] | None = None,  # of the game
        rewards: str | None = None,  # by "ranks" or by "scores"; ranks, if there are any
        observations: str = "tensor",  # or "record": the bare fields
        floats: str = "float32",  # or "float16": of the tensor
        final_obs: bool = False,  # keep the last view of games that ended in `final`
        illegal: str = "first",  # what replaces an action outside the mask; or "raise", which waits for the GPU
        arrays: str | None = None,  # for "torch", "jax", "cupy" or "bare"; PyTorch if it is there
    ) -> None:
        """A policy is called with an observation, a mask and the seats that decide; it answers with actions."""
        if type(count) is not int or count < 1:
            raise ValueError(f"There must be at least one game, not {str(count)[:20]}.")
        self.game = game = slug if isinstance(slug, Game) else catalogue.load(slug)
        self.count, self.library = count, choose(arrays)
        self.settings = VectorSettings(game, count, seats, bots, seat, options, rewards, final_obs)
        self.seats, self.policy = self.settings.seats, self.settings.policy
        self.illegal, self.final_obs = one_of("illegal", illegal, ILLEGALS), final_obs
        tensor = one_of("observations", observations, OBSERVATIONS) == "tensor"
        one_of("floats", floats, FLOATS)
        self.driver = need_gpu(WHO)
        self.encoding = encode(game, seats, options) if tensor else None
        self.columns = self.encoding.columns if self.encoding else 0
        self.started, self.seed = False, 0
        self.take = taker(self.library)
        self.check_memory(np.dtype(floats).itemsize)
        self.lay_out(np.dtype(floats))

    # ---- memory ----------------------------------------------------------------------------------------------------

    def check_memory(self, width: int) -> None:
        """Say it in a sentence if the GPU has too little."""
        game, hides = self.game, self.game.hidden
        records = 1 + int(hides) + int(self.final_obs)
        numbers = self.columns * width * (1 + int(self.final_obs))
        one = records * game.state.nbytes + EpisodeState.nbytes + numbers + 8 * words_of(game) + game.codes
        one += 8 + 4 * (1 + self.seats) + 4
        free = int(min(self.driver.current_context().get_memory_info()[0], MOST))  # numba's simulator has no end
        if one * self.count > free:
            raise ValueError(
                f"{self.count:,} games of {game.title} need {one * self.count // MEBIBYTE:,} MiB of the GPU's memory, "
                f"of which {free // MEBIBYTE:,} MiB are free; {free * 9 // 10 // one:,} would fit."
            )

    def lay_out(self, floats: Any) -> None:
        game, count, new = self.game, self.count, self.driver.device_array
        self.raw, self.records = self.room()
        self.shown, self.views = self.room() if game.hidden else (self.raw, self.records)
        self.ended, self.final_views = self.room() if self.final_obs else (self.shown, self.views)
        self.seen = self.as_numbers(self.shown)
        self.blank = self.driver.to_device(np.frombuffer(self.settings.blank, np.int64).copy())
        plan = self.encoding.plan if self.encoding else np.zeros((FIELDS, 1), np.int32)
        self.plan = self.driver.to_device(plan)
        self.places = self.driver.to_device(np.zeros(count, EpisodeState.dtype()))
        self.courses = self.driver.to_device(np.frombuffer(self.settings.course, Course.dtype()).copy())
        self.bits = new((words_of(game), count), np.int64)
        self.counters = self.driver.to_device(np.zeros(COUNTERS, np.int64))
        own = {
            "actions": new(count, np.int64), "seat": new(count, np.int8), "reward": new(count, np.float32),
            "returns": new((count, self.seats), np.float32), "over": new(count, np.bool_), "cut": new(count, np.bool_),
            "paid": new(count, np.int8), "mask": new((count, game.codes), np.bool_),
            "rows": new((count, max(1, self.columns)), floats),
            "last": new((count, max(1, self.columns)) if self.final_obs else (1, 1), floats),
        }  # fmt: skip
        self.own = own
        shared = {name: self.take(OnGpu(array)) for name, array in own.items()}
        self.actions, self.mask, self.seat = shared["actions"], shared["mask"], shared["seat"]
        self.reward, self.returns = shared["reward"], shared["returns"]
        self.over, self.cut = shared["over"], shared["cut"]
        self.observation = shared["rows"] if self.encoding else self.bare(self.views)
        self.final = None
        if self.final_obs:
            self.final = shared["last"] if self.encoding else self.bare(self.final_views)

    def room(self) -> tuple[Any, Any]:
        """A record for every game: as words, and as what it is."""
        words = self.game.state.nbytes // 8
        flat = self.driver.to_device(np.zeros(self.count * words, np.int64))
        return flat.reshape(self.count, words), flat.view(self.game.state.dtype())

    def as_numbers(self, raw: Any) -> list[Any]:
        """The same bytes as whole numbers of 1, 2, 4 and 8 bytes."""
        flat = raw.reshape(raw.shape[0] * raw.shape[1])
        kinds = (np.int8, np.int16, np.int32, np.int64)
        return [flat.view(kind).reshape(self.count, raw.shape[1] * 8 // np.dtype(kind).itemsize) for kind in kinds]

    def bare(self, records: Any) -> dict[str, Any]:
        """The fields of hidden records as arrays: views of them, a row a game."""
        layout = np.zeros(1, self.game.state.dtype())
        flat = self.as_numbers(self.shown if records is self.views else self.ended)

        def of(shown: dict[str, Any], base: int) -> dict[str, Any]:
            found: dict[str, Any] = {}
            for name, column in shown.items():
                if isinstance(column, dict):
                    found[name] = of(column, base)
                    continue
                at = column.__array_interface__["data"][0] - base
                found[name] = self.take(OnGpu(Strided(flat[0], at, column, self.game.state.nbytes, self.count)))
            return found

        return of(fields_of(layout), layout.__array_interface__["data"][0])

    # ---- playing ---------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Deals 0, 1, 2, ... of that seed; without one those of the next."""
        self.seed = self.seed + 1 if seed is None else check_seed(seed)
        self.driver.synchronize()
        course = Course(self.settings.course)
        course.low, course.high = halves(self.seed)
        places = np.zeros(self.count, EpisodeState.dtype())
        places["deal"] = np.arange(self.count)
        for array, first in (
            (self.courses, np.frombuffer(self.settings.course, Course.dtype())), (self.places, places),
            (self.counters, np.zeros(COUNTERS, np.int64)), (self.own["reward"], np.zeros(self.count, np.float32)),
            (self.own["over"], np.zeros(self.count, np.bool_)), (self.own["cut"], np.zeros(self.count, np.bool_)),
            (self.own["returns"], np.zeros((self.count, self.seats), np.float32)),
        ):  # fmt: skip
            array.copy_to_device(np.ascontiguousarray(first))
        self.driver.synchronize()  # the first launch may be on another stream
        opening, _ = compiled(self.game)
        self.launch(opening, *self.common_arguments())
        self.started = True
        self.show()
        self.others()
        self.settle()

    def step(self, actions: Any = None) -> None:
        """Carry an action out in every game, let the others answer, and deal the next game where one has ended.

        Without actions those in `self.actions`, where `sample` leaves them.
        """
        self.take_actions(self.own["actions"] if actions is None else actions)
        if self.illegal == "raise":
            self.check()
        self.advance(1)
        self.show()
        self.others()
        if self.final_obs and self.encoding:
            self.spell(self.as_numbers(self.ended), self.own["paid"], self.own["last"], self.columns, 0)
        self.settle()

    def sample(self, logits: Any) -> Any:
        """Actions by the odds that a network gives to what is allowed, into `self.actions`.

        The logits may have more columns than there are choices: those are not looked at.
        """
        if not self.started:
            raise ValueError("There is no game on: call reset() first.")
        there = self.on_gpu(logits, "f", (self.count, self.game.codes), "Logits")
        key = (self.seed ^ (self.seed >> 32)) & LOW32
        self.launch(common()["sample_a_warp"], there, self.bits, self.own["actions"], key, self.counters,
                    threads=WIDE_BLOCK, total=self.count * LANES)  # fmt: skip
        return self.actions

    @property
    def illegal_actions(self) -> int:
        """How many actions since the last reset were not allowed; to ask waits for the GPU."""
        return int(self.read(self.counters)[ILLEGAL])

    @property
    def games_over(self) -> int:
        """How many games have ended since the last reset; to ask waits for the GPU."""
        return int(self.read(self.counters)[ENDED])

    def common_arguments(self) -> tuple[Any, ...]:
        return (
            self.records, self.raw, self.views, self.shown, self.places, self.blank, self.courses, self.bits,
            self.own["seat"],
        )  # fmt: skip

    def advance(self, fresh: int) -> None:
        own, (_, stepping) = self.own, compiled(self.game)
        self.launch(
            stepping, *self.common_arguments(), own["actions"], fresh, own["reward"], own["returns"], own["over"],
            own["cut"], own["paid"], self.final_views, self.ended, self.counters,
        )  # fmt: skip

    def show(self) -> None:
        self.spell(self.seen, self.own["seat"], self.own["rows"], self.columns, self.game.codes)

    def spell(self, seen: list[Any], viewers: Any, rows: Any, numbers: int, codes: int) -> None:
        strides = -(-self.count // ROWS_A_THREAD)
        self.launch(
            common()["show_a_column"], *seen, viewers, self.seats, self.plan, numbers, rows, self.bits, codes,
            self.own["mask"], strides, threads=WIDE_BLOCK, total=strides * (numbers + codes),
        )  # fmt: skip

    def others(self) -> None:
        """Let the policy play until the agent is to decide in every game."""
        while self.policy is not None and (self.read(self.own["seat"]) != self.settings.seat).any():
            self.settle()
            self.take_actions(self.policy(self.observation, self.mask, self.seat))
            if self.illegal == "raise":
                self.check(self.settings.seat)
            self.advance(0)
            self.show()

    # ---- what is given ---------------------------------------------------------------------------------------------

    def on_gpu(self, given: Any, kinds: str, shape: tuple[int, ...], what: str) -> Any:
        """An array of somebody else's as one of numba's, without copying; a sentence if it is not the right one."""
        if hasattr(given, "block_until_ready"):
            given.block_until_ready()  # JAX has streams of its own
        if hasattr(given, "detach"):
            given = given.detach()
        try:
            there = given if hasattr(given, "copy_to_host") else self.driver.as_cuda_array(given)
        except (TypeError, AttributeError, RuntimeError, ValueError):
            there = None
        words = {"i": "whole numbers", "f": "floating-point numbers of 16 or 32 bits"}[kinds]
        if there is None:
            raise ValueError(f"{what} must lie on the GPU (device 'cuda'); {type(given).__name__} does not.")
        kind = np.dtype(there.dtype).kind
        size = tuple(there.shape)
        fits = len(size) == len(shape) and size[0] == shape[0] and size[-1] >= shape[-1]
        if not fits or kind not in kinds.replace("i", "iu"):
            wanted = " x ".join(f"{n:,}" for n in shape)
            raise ValueError(f"{what} must be {wanted} {words}, not {there.dtype} {size}.")
        return there

    def take_actions(self, actions: Any) -> None:
        if not self.started:
            raise ValueError("There is no game on: call reset() first.")
        if actions is self.actions or actions is self.own["actions"]:
            return
        there = self.on_gpu(actions, "i", (self.count,), "Actions")
        self.launch(common()["take_a_thread"], there, self.own["actions"], threads=WIDE_BLOCK)

    def check(self, mine: int = -2) -> None:
        """Refuse actions outside the mask before anything has changed."""
        start = self.read(self.counters)
        start[WRONG], start[WHERE] = 0, self.count
        self.counters.copy_to_device(start)
        self.driver.synchronize()
        self.launch(common()["check_a_thread"], self.own["actions"], self.bits, self.game.codes, self.own["seat"], mine,
                    self.counters, threads=WIDE_BLOCK)  # fmt: skip
        found = self.read(self.counters)
        if found[WRONG]:
            i = int(found[WHERE])
            code = int(self.read(self.own["actions"])[i])
            codes = np.flatnonzero(self.read(self.own["mask"])[i]).tolist()
            few = ", ".join(map(str, codes[:12])) + (", ..." if len(codes) > 12 else "")
            raise IllegalChoice(f"Game {i} does not allow {code}; its mask allows {few}.")

    # ---- launching -------------------------------------------------------------------------------------------------

    def launch(self, kernel: Any, *given: Any, threads: int = 0, total: int = 0) -> None:
        threads = threads or (SMALL_BLOCK if self.count <= FEW else BLOCK)
        blocks = -(-(total or self.count) // threads)
        stream = stream_of(self.library)
        with small_launches():
            kernel[blocks, threads, self.driver.external_stream(stream) if stream else 0](*given)

    def settle(self) -> None:
        """JAX works on streams of its own, which do not wait for ours."""
        if self.library == "jax":
            self.driver.synchronize()

    def read(self, array: Any) -> Any:
        """An array in the computer's own memory, when all that was launched is done, on whatever stream."""
        self.driver.synchronize()
        return array.copy_to_host()

    def record(self, i: int) -> bytes:
        """The whole truth of one game, for tests and tools."""
        return bytes(self.read(self.raw)[i].tobytes())


class Strided:
    """One field of an array of records on the GPU."""

    def __init__(self, memory: Any, at: int, column: Any, step: int, count: int) -> None:
        self.memory, self.dtype = memory, column.dtype
        self.shape = (count, *column.shape[1:])
        self.strides = (step, *column.strides[1:])
        pointer = memory.__cuda_array_interface__["data"][0] + at
        self.__cuda_array_interface__ = {
            "shape": self.shape, "strides": self.strides, "typestr": column.dtype.str, "data": (pointer, False),
            "version": 3, "owner": memory,
        }  # fmt: skip


class SideBySide:
    """Games of different kinds on one GPU, each with its own network or seat count, stepped together."""

    def __init__(self, *games: GpuGames) -> None:
        if not games:
            raise ValueError("There must be at least one kind of game.")
        self.games = games

    def reset(self, seed: int | None = None) -> None:
        for games in self.games:
            games.reset(seed)

    def step(self, actions: Sequence[Any] | None = None) -> None:
        """Actions for each kind, in their order. All are looked at before any is carried out."""
        given = actions if actions is not None else [None] * len(self.games)
        if len(given) != len(self.games):
            raise ValueError(
                f"{len(self.games)} kinds of game need {len(self.games)} arrays of actions, not {len(given)}."
            )
        for games, wanted in zip(self.games, given, strict=True):
            games.take_actions(games.actions if wanted is None else wanted)
            if games.illegal == "raise":
                games.check()
        for games in self.games:
            games.step()
