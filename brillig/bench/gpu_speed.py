"""How fast random games are on an NVIDIA GPU: beside one core of the CPU, and beside Pgx on the same GPU.

Whole games are counted, since a step means something else in every library. Both sides try several numbers of games at
a time and keep the best. Pgx gets a batch that never runs dry: whoever finishes starts another game at once.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from brillig.bench.speed import enough
from brillig.core import Game
from brillig.core.cuda import find_driver

COMPARED = 20_000  # games that must be the same on the CPU
BATCHES = tuple(1 << k for k in (13, 16, 19))  # Pgx's games at a time
PORTIONS = tuple(1 << k for k in (18, 21, 24))  # ours
STEPS = 256  # of Pgx's, between two looks at the clock

# By our slug: the game there, and the options of ours that make the two alike.
PGX: dict[str, tuple[str, Mapping[str, int | str]]] = {
    "othellino": ("othello", {"size": 8}),
    "backgammon": ("backgammon", {}),
}


@dataclass
class BesidePgx:
    version: str
    game: str
    options: str  # of ours, in words
    batch: int  # games at a time with which it was the fastest
    ours_per_second: float
    theirs_per_second: float
    ratio: float  # ours over theirs


@dataclass
class GpuSpeed:
    slug: str
    title: str
    seats: int
    core_per_second: float
    gpu_per_second: float
    ratio: float  # the GPU over one core
    same: bool  # were all games that were compared the same on both?
    pgx: BesidePgx | None = None


def measure(game: Game, seconds: float, say: Callable[[str], None]) -> GpuSpeed:
    say(f"{game.title}: on the GPU")
    seats = game.seats[0]
    ours = game.playouts(COMPARED, device="cuda")
    game.compiled.prepare()
    cpu = game.playouts(COMPARED)
    same = all((a == b).all() for a, b in zip(ours, cpu, strict=True))
    gpu = on_the_gpu(game, {}, seconds)
    say(f"{game.title}: on one core")
    n = enough(lambda n: timed(lambda: game.playouts(n)), seconds / 4)
    core = n / timed(lambda: game.playouts(n))
    return GpuSpeed(game.slug, game.title, seats, core, gpu, gpu / core, bool(same), beside_pgx(game, seconds, say))


def on_the_gpu(game: Game, options: Mapping[str, int | str], seconds: float) -> float:
    """Our games a second, copying the results back included, with the best number of games at a time."""
    best = 0.0
    for portion in PORTIONS:
        took = timed(lambda portion=portion: game.playouts(portion, options=options, device="cuda"))  # type: ignore[misc]
        if took < seconds:
            took = min(timed(lambda portion=portion: game.playouts(portion, options=options, device="cuda")), took)  # type: ignore[misc]
        best = max(best, portion / took)
        if took > seconds:
            break
    return best


def beside_pgx(game: Game, seconds: float, say: Callable[[str], None]) -> BesidePgx | None:
    if game.slug not in PGX or not importlib.util.find_spec("pgx"):
        return None
    name, options = PGX[game.slug]
    ours = on_the_gpu(game, options, seconds)
    batch, theirs = max(((batch, of_pgx(name, batch, seconds, say)) for batch in BATCHES), key=lambda found: found[1])
    words = "".join(f", {option} {value}" for option, value in options.items())
    return BesidePgx(importlib.metadata.version("pgx"), name, words, batch, ours, theirs, ours / theirs)


def of_pgx(name: str, batch: int, seconds: float, say: Callable[[str], None]) -> float:
    """Pgx's whole games a second."""
    say(f"Pgx's {name}, {batch:,} at a time")
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    auto_reset: Any = importlib.import_module("pgx.experimental.wrappers").auto_reset
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
    lowest = jax.numpy.finfo(jax.numpy.float32).min

    def act(carried: Any, key: Any) -> tuple[Any, Any]:
        state, games = carried
        chance, luck = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, lowest)
        state = step(state, jax.random.categorical(chance, logits, axis=-1), jax.random.split(luck, batch))
        return (state, games + state.terminated.sum()), None

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def some(state: Any, key: Any) -> Any:
        carried, _ = jax.lax.scan(act, (state, jax.numpy.int32(0)), jax.random.split(key, STEPS))
        return carried

    state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(1), batch))
    for k in range(2):  # compiles, and gets the games out of step with each other
        state, games = jax.block_until_ready(some(state, jax.random.PRNGKey(k)))
    done, began, k = 0, perf_counter(), 2
    while perf_counter() - began < seconds:
        state, games = some(state, jax.random.PRNGKey(k))
        done, k = done + int(games), k + 1
    return done / (perf_counter() - began)


def timed(work: Callable[[], Any]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def gpu() -> str:
    """What the GPU calls itself."""
    device = find_driver().get_current_device()
    name = device.name
    return name.decode() if isinstance(name, bytes) else str(name)
