"""How fast the loop of a learner is on one GPU: look, network, sample, step; ours beside Pgx's, and every game.

    python -m brillig.bench.learning_speed --pgx --games --cpu --json speed.json

The same small network in half precision on both sides (as wide in the middle, as many choices), the same number of
games at a time, games that are over dealt anew at once. Whole games are counted, since a step means something else in
every library. Ours runs in PyTorch as one CUDA graph of several steps; Pgx's in `lax.scan`.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import multiprocessing
import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import Any

from brillig import catalogue
from brillig.bench.gpu_speed import PGX
from brillig.core import BrilligError, Game
from brillig.learn.gpu import GpuGames

HIDDEN = 256  # the width of the network
STEPS = 32  # in a graph, or in a scan
BATCHES = (4096, 65_536)
MEMORY = 48 << 30  # bytes that all of a game's numbers may take; a game with more gets a smaller batch


def network(torch: Any, columns: int, codes: int) -> Any:
    last = codes + -codes % 8  # matrices of half-precision numbers want it so
    layers = torch.nn.Sequential(
        torch.nn.Linear(columns, HIDDEN), torch.nn.ReLU(inplace=True), torch.nn.Linear(HIDDEN, last)
    )
    return layers.cuda().half().requires_grad_(False)


def ours(game: Game, batch: int, seconds: float, options: Any = None, alone: Any = None) -> dict[str, float]:
    """Our loop: steps and games a second, and the environment's share of the time.

    `alone`: a lock under which nobody else uses the GPU. Compiling needs none.
    """
    torch: Any = importlib.import_module("torch")
    games = GpuGames(game, batch, options=options, bots="none", floats="float16")
    games.reset(1)
    layers = network(torch, games.columns, game.codes)

    def whole() -> None:
        games.sample(layers(games.observation))
        games.step()

    whole()  # compiles
    logits = layers(games.observation)
    with alone or nullcontext():
        whole_step, ended = timed_graph(torch, whole, seconds, games)
        network_step, _ = timed_graph(torch, lambda: layers(games.observation), seconds / 4)
        sample_step, _ = timed_graph(torch, lambda: games.sample(logits), seconds / 4)
        show, _ = timed_graph(torch, games.show, seconds / 4)
    step = whole_step - network_step - sample_step  # alone it would carry out the same actions again and again
    return {
        "batch": batch, "columns": games.columns, "steps": batch / whole_step, "games": ended,
        "step_us": whole_step * 1e6, "network_us": network_step * 1e6, "sample_us": sample_step * 1e6,
        "environment_us": step * 1e6, "show_us": show * 1e6, "share": step / whole_step,
    }  # fmt: skip


def timed_graph(torch: Any, work: Callable[[], Any], seconds: float, games: Any = None) -> tuple[float, float]:
    """Seconds for a piece of work in a CUDA graph; and how many of these games ended in a second."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            work()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(STEPS):
            work()
    for _ in range(3):  # gets the games out of step with each other
        graph.replay()
    torch.cuda.synchronize()
    done, began = 0, perf_counter()
    before = games.games_over if games else 0
    while perf_counter() - began < seconds:
        for _ in range(4):
            graph.replay()
        torch.cuda.synchronize()
        done += 4
    took = perf_counter() - began
    return took / (done * STEPS), ((games.games_over - before) / took if games else 0.0)


def theirs(name: str, batch: int, seconds: float) -> dict[str, float]:
    """Pgx's loop with a network of the same size."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the GPU is for both
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    auto_reset: Any = importlib.import_module("pgx.experimental.wrappers").auto_reset
    np = jax.numpy
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
    state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(1), batch))
    columns, codes = int(np.prod(np.array(state.observation.shape[1:]))), int(state.legal_action_mask.shape[1])
    one, two = jax.random.split(jax.random.PRNGKey(0))
    first = jax.random.normal(one, (columns, HIDDEN), np.float16) * 0.05
    second = jax.random.normal(two, (HIDDEN, codes), np.float16) * 0.05

    def act(carried: Any, key: Any) -> tuple[Any, Any]:
        state, games = carried
        chance, luck = jax.random.split(key)
        seen = state.observation.reshape(batch, columns).astype(np.float16)
        logits = (jax.nn.relu(seen @ first) @ second).astype(np.float32)
        logits = np.where(state.legal_action_mask, logits, np.finfo(np.float32).min)
        state = step(state, jax.random.categorical(chance, logits, axis=-1), jax.random.split(luck, batch))
        return (state, games + state.terminated.sum()), None

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def some(state: Any, key: Any) -> Any:
        carried, _ = jax.lax.scan(act, (state, np.int32(0)), jax.random.split(key, STEPS))
        return carried

    for k in range(3):
        state, games = jax.block_until_ready(some(state, jax.random.PRNGKey(k)))
    done, ended, began, k = 0, 0, perf_counter(), 3
    while perf_counter() - began < seconds:
        state, games = some(state, jax.random.PRNGKey(k))
        ended, done, k = ended + int(games), done + 1, k + 1
    took = perf_counter() - began
    steps = batch * STEPS * done / took
    return {"batch": batch, "columns": columns, "steps": steps, "games": ended / took, "step_us": batch / steps * 1e6}


def on_cpu(game: Game, batch: int, threads: int, seconds: float, options: Any = None) -> dict[str, float]:
    """The vector environment on the CPU with a random choice of what is allowed; the choosing is not counted."""
    np: Any = importlib.import_module("numpy")
    vector = importlib.import_module("brillig.learn.vector")
    vector.kernels(game, "compiled")["step_all"].prepare()  # with the game's rules compiled into it, as in a long job
    envs = vector.vector_env(
        game, batch, options=options, bots="none", observations="tensor", threads=threads, final_obs=False, copy=False
    )
    dice = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    took, steps, ended = 0.0, 0, 0
    while took < seconds:
        mask = seen["action_mask"]
        # The k-th of the choices that are open, without a loop over environments.
        upto = np.cumsum(mask, axis=1, dtype=np.int16)
        actions = (upto <= (dice.random(batch) * upto[:, -1]).astype(np.int16)[:, None]).sum(axis=1)
        began = perf_counter()
        seen, _, over, _, _ = envs.step(actions)
        if steps:  # the first compiles
            took += perf_counter() - began
            ended += int(over.sum())
        steps += 1
    envs.close()
    return {"batch": batch, "threads": threads, "steps": (steps - 1) * batch / took, "games": ended / took}


def fitting(game: Game, batch: int) -> int:
    """A batch that leaves room on the GPU."""
    from brillig.learn.encoding import encode

    one = 2 * encode(game).columns + 3 * game.codes + 3 * game.state.nbytes
    while batch * one > MEMORY:
        batch //= 2
    return batch


_alone: Any = None  # in the processes that measure one game each


def _be_alone(lock: Any) -> None:
    global _alone
    _alone = lock


def one_game(asked: tuple[str, float]) -> dict[str, Any]:
    """Our loop with one game; or why there is none."""
    slug, seconds = asked
    game = catalogue.load(slug)
    try:
        return {"game": slug, **ours(game, fitting(game, BATCHES[-1]), seconds, alone=_alone)}
    except (BrilligError, ValueError, RuntimeError) as why:
        return {"game": slug, "failed": str(why)}


def every_game(slugs: list[str], seconds: float, processes: int) -> list[dict[str, Any]]:
    """Each game in a process of its own, since compiling takes longest; one at a time on the GPU."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(processes, len(slugs)), _be_alone, (context.Lock(),), maxtasksperchild=1) as pool:
        found = []
        for each in pool.imap_unordered(one_game, [(slug, seconds) for slug in slugs]):
            found.append(each)
            print(line(each), flush=True)
        return found


def line(each: dict[str, Any]) -> str:
    if "failed" in each:
        return f"{each['game']}: {each['failed']}"
    return (
        f"{each['game']} at {each['batch']:,}, {each['columns']} numbers: {each['steps']:,.0f} steps, "
        f"{each['games']:,.0f} games a second; environment {each['share']:.0%} of {each['step_us']:.0f} us "
        f"(showing {each['show_us']:.0f}, network {each['network_us']:.0f}, sampling {each['sample_us']:.0f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the loop of a learner is on one GPU.")
    parser.add_argument("--pgx", action="store_true", help="beside Pgx")
    parser.add_argument("--games", nargs="*", help="every game, or those named")
    parser.add_argument("--cpu", type=int, default=0, metavar="THREADS", help="the vector environment on the CPU too")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--json", type=Path, help="write the figures there")
    said = parser.parse_args()
    found: dict[str, Any] = {"pgx": [], "games": [], "cpu": []}
    if said.pgx:
        # Ours first: JAX throws its old kernels away whenever it likes, and no graph can be captured meanwhile.
        both = [(slug, batch) for slug in PGX for batch in BATCHES]
        measured = [ours(catalogue.load(slug), batch, said.seconds, PGX[slug][1]) for slug, batch in both]
        for (slug, batch), mine in zip(both, measured, strict=True):
            name = PGX[slug][0]
            other = theirs(name, batch, said.seconds)
            ratio = mine["games"] / other["games"]
            found["pgx"].append({"game": name, "ours": mine, "theirs": other, "ratio": ratio})
            print(
                f"{name} at {batch:,}: ours {mine['steps']:,.0f} steps, {mine['games']:,.0f} games a second; "
                f"Pgx {other['steps']:,.0f} and {other['games']:,.0f}: {ratio:.1f} times the games; "
                f"a step {mine['step_us']:.0f} us: network {mine['network_us']:.0f}, sampling "
                f"{mine['sample_us']:.0f}, environment {mine['environment_us']:.0f} (showing {mine['show_us']:.0f})",
                flush=True,
            )
    if said.games is not None:
        found["games"] = every_game(said.games or catalogue.slugs(), said.seconds, os.cpu_count() or 1)
    for slug in ("othellino", "backgammon", "gold-mine") if said.cpu else ():
        game = catalogue.load(slug)
        for threads in sorted({1, said.cpu}):
            cpu = on_cpu(game, BATCHES[0] * 4, threads, said.seconds, dict(PGX[slug][1]) if slug in PGX else None)
            found["cpu"].append({"game": slug, **cpu})
            print(
                f"{game.title} on the CPU, {threads} threads, {cpu['batch']:,} games at a time: "
                f"{cpu['steps']:,.0f} steps, {cpu['games']:,.0f} games a second",
                flush=True,
            )
    if said.json:
        said.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
