"""brillig bench: how fast the games are, and how they compare with the same games elsewhere."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

import brillig
from brillig import catalogue
from brillig.cli.console import clean, console, examples
from brillig.core import Game

if TYPE_CHECKING:
    from brillig.bench.compile_cost import Bill
    from brillig.bench.gpu_speed import GpuSpeed
    from brillig.bench.speed import Speed

EXAMPLES = examples(
    "brillig bench  # all games",
    "brillig bench othellino backgammon --seconds 20  # longer, so steadier",
    "brillig bench --gpu  # on an NVIDIA GPU, beside one core and beside Pgx",
    "brillig bench --compile  # what it costs to compile each game",
    "brillig bench --json > bench.json  # for other programs",
)


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="SLUG_OR_PATH", help="Games to measure; all of them if none.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON, for other programs.")] = False,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=3600, help="About how long each game's random games are timed.")
    ] = 5.0,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="Random games on an NVIDIA GPU, beside one core and beside Pgx.")
    ] = False,
    compiling: Annotated[
        bool, typer.Option("--compile", help="CPU seconds to compile each game, from an empty cache.")
    ] = False,
) -> None:
    """Measure how fast games start, decide and play at random.

    Games are played by the fewest seats with the default options. Figures that
    are compared with each other are taken in turns, and the median counts.

    "machine" is what two threads over one give here for work that shares
    nothing: no game can do better, and a busy machine gives less than 2.

    Where OpenSpiel has the same game, its C++ random games, and the iterations of
    its search, are timed in between ours, in the same process and thread.
    """
    from brillig.bench.speed import measure, peer_of

    found = [catalogue.load(name) for name in names] if names else catalogue.games()
    if compiling:
        _compiling(found, as_json)
        return
    if gpu:
        _on_a_gpu(found, seconds, as_json)
        return
    done = []
    with console(stderr=True).status("") as status:
        for game in found:
            done.append(measure(game, seconds, lambda what: status.update(Text(clean(what)))))
    if as_json:
        typer.echo(json.dumps({**machine(), "seconds": seconds, "games": [asdict(s) for s in done]}, indent=2))
    else:
        _print(done)
    missing = {p.extra: p.name for g, s in zip(found, done, strict=True) if (p := peer_of(g)) and not s.peer}
    for extra, name in missing.items():
        typer.echo(f"The comparison with {name} needs `pip install brillig[{extra}]`.", err=True)


def machine() -> dict[str, Any]:
    """Where and with what it was measured."""
    import numba

    return {
        "brillig": brillig.__version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }


def _on_a_gpu(games: list[Game], seconds: float, as_json: bool) -> None:
    from brillig.bench import gpu_speed

    with console(stderr=True).status("") as status:
        done = [gpu_speed.measure(g, seconds, lambda what: status.update(Text(clean(what)))) for g in games]
    if as_json:
        typer.echo(json.dumps({**machine(), "gpu": gpu_speed.gpu(), "games": [asdict(s) for s in done]}, indent=2))
    else:
        _print_gpu(done)


def _compiling(games: list[Game], as_json: bool) -> None:
    from brillig.bench import compile_cost

    with console(stderr=True).status("") as status:
        bill = compile_cost.measure(games, lambda what: status.update(Text(clean(what))))
    if as_json:
        typer.echo(json.dumps({**machine(), **asdict(bill)}, indent=2))
    else:
        _print_bill(bill)


# ---- printing ------------------------------------------------------------------------------------------------------


def _print(done: list[Speed]) -> None:
    out = console()
    starting = _table("First use; decisions in the plain gear", "cold s", "warm s", "mean ms", "longest ms")
    playing = _table("Random games, compiled", "a second", "choices", "2 threads", "ratio", "machine", "2n to n")
    lab = _table("Simulated with statistics by 2 threads; search on one", "seats", "games a second", "iterations")
    beside = _table("Random games a second on one core, in turns with theirs", "ours", "theirs", "ours over theirs")
    search = _table("Iterations of the search a second on one core", "ours", "theirs", "ours over theirs")
    for s in done:
        starting.add_row(
            clean(s.title), f"{s.cold_seconds:.1f}", f"{s.warm_seconds:.2f}",
            f"{s.plain_mean_ms:.2f}", f"{s.plain_max_ms:.2f}",
        )  # fmt: skip
        playing.add_row(
            clean(s.title), _count(s.games_per_second), _count(s.choices_per_second),
            _count(s.games_per_second_2_threads), f"{s.threads_ratio:.2f}",
            f"{s.machine_ratio:.2f}", f"{s.doubling_ratio:.2f}",
        )  # fmt: skip
        lab.add_row(
            clean(s.title), str(s.simulated_seats), _count(s.simulated_per_second), _count(s.search.ours_per_second)
        )
        if p := s.peer:
            options = "".join(f", {name} {value}" for name, value in p.options.items())
            beside.add_row(
                f"{clean(s.title)}{options}\n{p.name} {p.version} {p.game}",
                _count(p.ours_per_second), _count(p.games_per_second), f"{p.ratio:.1f}",
            )  # fmt: skip
        if (found := s.search).ratio:
            search.add_row(
                f"{clean(s.title)}\n{found.name} {found.version} MCTSBot",
                _count(found.ours_per_second), _count(found.theirs_per_second), f"{found.ratio:.1f}",
            )  # fmt: skip
    for table in (starting, playing, lab, beside, search):
        if table.row_count:
            out.print(table)


def _print_bill(bill: Bill) -> None:
    costs = _table("CPU seconds of a process", "cold answer", "cold, all", "warm answer", "warm, all")
    for c in bill.games:
        costs.add_row(clean(c.title), f"{c.answer:.1f}", f"{c.all:.1f}", f"{c.warm_answer:.2f}", f"{c.warm_all:.2f}")
    costs.add_row("all games", f"{sum(c.answer for c in bill.games):.1f}", f"{sum(c.all for c in bill.games):.1f}")
    costs.add_row("once for the machine", f"{bill.machine_answer:.1f}", f"{bill.machine_all:.1f}")
    console().print(costs)


def _print_gpu(done: list[GpuSpeed]) -> None:
    from brillig.bench import gpu_speed

    out = console()
    playing = _table(f"Random games a second on {gpu_speed.gpu()}", "one core", "the GPU", "ratio", "same games")
    beside = _table("Whole random games a second beside Pgx", "ours", "theirs", "ours over theirs")
    for s in done:
        playing.add_row(
            f"{clean(s.title)} ({s.seats})", _count(s.core_per_second), _count(s.gpu_per_second),
            f"{s.ratio:.0f}", "all" if s.same else "NO",
        )  # fmt: skip
        if s.pgx:
            beside.add_row(
                f"{clean(s.title)}{s.pgx.options}\nPgx {s.pgx.version} {s.pgx.game}\n{s.pgx.batch:,} at a time",
                _count(s.pgx.ours_per_second), _count(s.pgx.theirs_per_second), f"{s.pgx.ratio:.1f}",
            )  # fmt: skip
    for table in (playing, beside):
        if table.row_count:
            out.print(table)


def _table(title: str, *heads: str) -> Grid:
    table = Grid(box=SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left", title_style="bold")
    table.add_column("")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _count(n: float) -> str:
    """A number of games or choices, with as many digits as mean something."""
    return f"{n:,.0f}" if n >= 100 else f"{n:.1f}"
