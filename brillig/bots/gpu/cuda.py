"""What runs the search's lanes on an NVIDIA GPU: a thread each, and all they need laid out on the GPU beforehand."""

from __future__ import annotations

import threading
import types
import warnings
from collections.abc import Callable
from typing import Any

from brillig.bots.endgame.solver import solvable
from brillig.bots.gpu import hash_table, kernels, lookahead
from brillig.bots.gpu.hash_table import KNOWN, WORDS, nothing_known
from brillig.bots.gpu.kernels import Lane
from brillig.bots.gpu.lookahead import DEEPEST, NOTHING, Step
from brillig.bots.gpu.trail import Trail
from brillig.bots.kernels import SearchPlan
from brillig.core import Game
from brillig.core import kernels as core_kernels
from brillig.core.chance import halves
from brillig.core.contract import MOST_CODES
from brillig.core.cuda import BLOCKS_PER_CHIP, THREADS, need_gpu, tables
from brillig.core.gears import stand_ins
from brillig.core.rule import Translator

WHO = "The bot gpu"
SLOTS = 1 << 27  # places in the tree's table (a path can name no more), or what an eighth of the GPU's memory holds
SHARERS = 128  # threads that look ahead for one lane

# ---- kernels -------------------------------------------------------------------------------------------------------

# Filled in for each game: numba's types, its cuda, and the rules that the kernels call.
cuda: Any = None
STATE: Any = None
LANE: Any = None
STEP: Any = None
CODE: Any = None
CODES = 0
RECORDS = DEEPEST + 1
iterate: Any = None
look_ahead: Any = None
add_up: Any = None
look: Any = None


def lane_a_thread(
    root: Any, me: int, plans: Any, table: Any, known: Any, trails: Any, leaves: Any, low: int, high: int, first: int,
    count: int,
) -> None:  # fmt: skip
    at = cuda.grid(1)
    if at < count:
        x = cuda.local.array(1, STATE)
        own = cuda.local.array(1, LANE)
        out = cuda.local.array(CODES, CODE)
        x[0] = root[0]
        iterate(x[0], me, own[0], plans[0], table, known, out, trails, leaves, low, high, first, at, count)


def share_a_thread(trails: Any, leaves: Any, findings: Any, plans: Any, sharers: int, count: int) -> None:
    at = cuda.grid(1)
    if at < sharers * count:
        x = cuda.local.array(RECORDS, STATE)
        steps = cuda.local.array(RECORDS, STEP)
        outs = cuda.local.array((RECORDS, CODES), CODE)
        look_ahead(trails, leaves, findings, plans[0], x, steps, outs, at // sharers, at % sharers, sharers)


def sum_a_thread(table: Any, known: Any, trails: Any, findings: Any, count: int) -> None:
    at = cuda.grid(1)
    if at < count:
        add_up(table, known, trails, findings, at)


def look_a_thread(table: Any, keys: Any, sums: Any, count: int) -> None:
    at = cuda.grid(1)
    if at < count:
        look(table, keys, sums, at, at + 1)


def wipe(table: Any) -> None:
    for at in range(cuda.grid(1), table.shape[0], cuda.gridsize(1)):
        table[at] = 0


def claim_at_once(table: Any, at: int, key: int) -> int:
    was: int = cuda.atomic.cas(table, at, 0, key)
    return was


def add_at_once(table: Any, at: int, much: int) -> None:
    cuda.atomic.add(table, at, much)


def least_at_once(table: Any, at: int, much: int) -> None:
    cuda.atomic.min(table, at, much)


def most_at_once(table: Any, at: int, much: int) -> None:
    cuda.atomic.max(table, at, much)


def device_rules(driver: Any, swaps: dict[Any, Any], far: Callable[[Any], Any]) -> Translator:
    """Builds rules for the GPU. `far` takes large tables there."""

    def there(f: Any) -> Any:
        return types.FunctionType(f.__code__, {"cuda": driver, "__name__": __name__}, f.__name__)

    at_once = {
        hash_table.claim: there(claim_at_once), hash_table.add: there(add_at_once),
        hash_table.least: there(least_at_once), hash_table.most: there(most_at_once),
    }  # fmt: skip
    return Translator(driver.jit(device=True), {**swaps, **at_once}, tables(far))


def kernels_of(game: Game, driver: Any, far: Callable[[Any], Any]) -> list[Any]:
    """The kernels of a game's lanes and of those who look ahead for them, as Python that numba's cuda can compile."""
    from numba import from_dtype
    from numba import types as number

    make = device_rules(driver, stand_ins(game, core_kernels, kernels), far)
    known = {
        "cuda": driver, "STATE": from_dtype(game.state.dtype()), "LANE": from_dtype(Lane.dtype()),
        "STEP": from_dtype(Step.dtype()), "CODE": number.int16, "CODES": game.codes, "RECORDS": RECORDS,
        "iterate": make(kernels.iterate), "look_ahead": make(lookahead.look_ahead),
    }  # fmt: skip
    name = game.slug.replace("-", "_")
    return [types.FunctionType(f.__code__, known, f"{name}_{f.__name__}") for f in (lane_a_thread, share_a_thread)]


def common_kernels(driver: Any) -> list[Any]:
    """The kernels that know nothing of games."""
    make = device_rules(driver, {}, driver.to_device)
    rules = {"cuda": driver, "range": range, "add_up": make(kernels.add_up), "look": make(hash_table.look)}
    return [types.FunctionType(f.__code__, rules, f.__name__) for f in (sum_a_thread, look_a_thread, wipe)]


# ---- the GPU ------------------------------------------------------------------------------------------------------


class GpuMemory:
    """A GPU's memory for thinking, and what does not depend on the game."""

    def __init__(self, slots: int = 0, lanes: int = 0) -> None:
        import numpy as np

        self.cuda = driver = need_gpu(WHO)
        warnings.filterwarnings("ignore", ".*Grid size", category=Warning)  # the first rounds do not fill a chip
        self.lock = threading.Lock()
        chips = getattr(driver.get_current_device(), "MULTIPROCESSOR_COUNT", 1)  # the simulator does not say
        self.most = lanes or chips * BLOCKS_PER_CHIP * THREADS
        if not slots:
            slots = SLOTS
            while slots * WORDS * 8 > driver.current_context().get_memory_info().free // 8:
                slots //= 2
        self.blocks = chips * BLOCKS_PER_CHIP
        self.table, self.known = driver.device_array(WORDS * slots, np.int64), driver.device_array(2 * KNOWN, np.int64)
        self.trails = driver.device_array(self.most, Trail.dtype())
        self.plan = driver.device_array(1, SearchPlan.dtype())
        self.keys, self.sums = driver.device_array(MOST_CODES, np.int64), driver.device_array((MOST_CODES, 2), np.int64)
        self.sum, self.look, self.wipe = map(driver.jit, common_kernels(driver))
        self.wipe[self.blocks, THREADS](self.table)  # which compiles them
        self.look[1, THREADS](self.table, self.keys, self.sums, 0)


_making = threading.Lock()
_rooms: dict[tuple[int, int], GpuMemory] = {}
_gpus: dict[tuple[Game, int, int], GpuLanes] = {}


def gpu_of(game: Game, slots: int = 0, lanes: int = 0) -> GpuLanes:
    """The GPU with the kernel of a game. (Two threads may want the same one.)"""
    with _making:
        if (slots, lanes) not in _rooms:
            _rooms[slots, lanes] = GpuMemory(slots, lanes)
        if (game, slots, lanes) not in _gpus:
            _gpus[game, slots, lanes] = GpuLanes(game, _rooms[slots, lanes])
        return _gpus[game, slots, lanes]


def blocks(threads: int) -> int:
    return max(1, -(-threads // THREADS))


class GpuLanes:
    """A thread for every lane."""

    def __init__(self, game: Game, room: GpuMemory) -> None:
        import numpy as np

        self.room, self.lock, self.most = room, room.lock, room.most
        self.dtype, self.seat, self.seed = game.state.dtype(), 0, (0, 0)
        self.prepared, self.ahead, self.looks = False, False, solvable(game)
        self.root = room.cuda.device_array(1, self.dtype)
        leaves = self.most if self.looks else 1
        self.leaves = room.cuda.device_array(leaves, self.dtype)
        self.findings = room.cuda.to_device(np.full(leaves * game.codes, NOTHING, np.int32))
        self.lanes, self.shares = map(room.cuda.jit, kernels_of(game, room.cuda, room.cuda.to_device))

    def begin(self, root: bytes, seat: int, plan: bytearray, seed: int) -> None:
        import numpy as np

        room = self.room
        room.wipe[room.blocks, THREADS](room.table)
        room.known.copy_to_device(np.array(nothing_known(), np.int64))
        room.plan.copy_to_device(np.frombuffer(bytes(plan), SearchPlan.dtype()))
        self.root.copy_to_device(np.frombuffer(root, self.dtype))
        self.seat, self.seed, self.ahead = seat, halves(seed), SearchPlan(plan).ahead > 0

    def prepare(self) -> None:
        self.room.cuda.current_context()  # this thread may be new to the GPU
        if not self.prepared:
            self.ahead, self.prepared = self.looks, True
            self.round(0, 0)
            self.wait()

    def round(self, first: int, count: int) -> None:
        room = self.room
        left = room.trails, self.leaves
        self.lanes[blocks(count), THREADS](
            self.root, self.seat, room.plan, room.table, room.known, *left, *self.seed, first, count
        )
        if self.ahead:
            self.shares[blocks(count * SHARERS), THREADS](*left, self.findings, room.plan, SHARERS, count)
        room.sum[blocks(count), THREADS](room.table, room.known, room.trails, self.findings, count)

    def wait(self) -> None:
        self.room.cuda.synchronize()

    def sums(self, keys: list[int]) -> list[tuple[int, int]]:
        import numpy as np

        room, n = self.room, len(keys)
        given, found = np.zeros(MOST_CODES, np.int64), np.zeros((MOST_CODES, 2), np.int64)
        given[:n] = keys
        room.keys.copy_to_device(given)
        room.look[-(-n // THREADS), THREADS](room.table, room.keys, room.sums, n)
        room.sums.copy_to_host(found)
        return [(visits, total) for visits, total in found[:n].tolist()]
