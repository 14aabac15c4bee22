"""brillig simulate: play a game many times and say what a designer wants to know."""

from __future__ import annotations

import shlex
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from brillig import catalogue
from brillig.cli.arguments import options
from brillig.cli.console import clean, console, examples
from brillig.core import BadOption, Game
from brillig.parts.words import listed

if TYPE_CHECKING:
    from brillig.lab.simulation.simulate import Run

INTERRUPTED = 130
GAMES = 1000
EXAMPLES = examples(
    "brillig simulate gold-mine --seats 4 --games 100000  # what the rules do, in a few seconds",
    "brillig simulate gold-mine --sweep seats=2,4,6,8 --out gold  # what changes with more players",
    "brillig simulate othellino --bots hard,easy --games 200 --out duel",
    "brillig simulate othellino --sweep size=6,8 --games 10000 --out sizes",
    "brillig simulate othellino --out sizes --resume  # go on after Ctrl-C",
    "brillig simulate othellino --bots hard --games 100 --out duel --keep  # and replays of the games that stand out",
    "brillig simulate gold-mine --games 20000 --compare reshuffle=yes  # two rule variants, with a verdict",
    "brillig simulate ./old --games 20000 --compare ./new --out change  # two versions of your own game",
    "brillig simulate gold-mine --skill --out skill  # how much better play pays, and whether decisions matter",
    "brillig simulate gold-mine --games 10000000 --cluster local",
)


def simulate(
    slug: Annotated[str, typer.Argument(metavar="SLUG_OR_PATH", help="The game.")],
    seats: Annotated[int | None, typer.Option(help="How many play; the fewest if not said.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="A bot for each seat, or one for all: random (if not said), greedy, easy, normal, hard, expert.",
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help=f"How many games (of each variant of a sweep); {GAMES:,} if not said.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game. May be given again.")
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=V1,V2,...", help="Compare values of an option, or of seats. May be given again."),
    ] = None,
    compare: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=VALUE,...|PATH",
            help="Play with these options too, or the game in that folder, and say what differs.",
        ),
    ] = None,
    skill: Annotated[
        bool,
        typer.Option("--skill", help="Each level against the one below, and what is at stake in a decision."),
    ] = False,
    seed: Annotated[int | None, typer.Option(help="The same seed, the same games; 0 if not said.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="A new folder for the report (HTML), its figures (JSON) and the games (CSV, Parquet)."
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option("--keep", help="Write replays into --out: the shortest game, the longest, the closest, ..."),
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the simulation in --out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, for other programs.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    threads: Annotated[int | None, typer.Option(min=1, help="How many threads; all cores if not said.")] = None,
    gpu: Annotated[bool, typer.Option("--gpu", help="Play random games on an NVIDIA GPU.")] = False,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster; local: on one made here.")
    ] = None,
) -> None:
    """Play a game many times and say what a designer wants to know.

    Who wins and by how much, whether it helps to go first, how long games are, when they are decided, what is chosen
    and whether it pays, and what an option changes. With --out, every game is kept, and there is a report to look at.

    Ctrl-C stops; with --out nothing is lost, and --resume goes on. The numbers depend on the seed and on nothing else.
    """
    from brillig.lab.simulation.simulate import Threads, WorkersLost, cores

    if keep and out is None:
        raise BadOption("Say where to write the replays: --keep --out DIR.")
    game = catalogue.load(slug)
    given = {
        "seats": seats, "bots": None if bots is None else bots.split(","), "games": games, "seed": seed,
        "options": options(option) if option else None, "sweep": _sweeps(sweep) if sweep else None, "gpu": gpu or None,
    }  # fmt: skip
    if skill:
        if compare or sweep or resume or cluster or keep or gpu:
            raise BadOption("--skill goes with --seats, --bots, --games, --option, --seed, --out and --json only.")
        from brillig.cli.lab.skill import skill as curve

        with stopping() as stopped:
            curve(game, given, out, as_json, stopped)
        return
    if compare:
        if sweep or resume or cluster or keep:
            raise BadOption("--compare goes without --sweep, --resume, --keep and --cluster.")
        _compare(game, compare, given, out, as_json, quiet, threads or cores())
        return
    run = _set_up(game, out, resume, given)
    began, before = perf_counter(), run.done
    spelt = run.folder is not None
    if cluster:
        from brillig.lab.simulation.cluster import Dask

        workers: Any = Dask(run.plan, cluster, spelt)
    else:
        workers = Threads(run.lab, threads or cores(), spelt)
    with stopping() as stopped, _progress(run, quiet) as progress:
        try:
            finished = run.go(workers, progress, stopped)
        except WorkersLost:
            _print_stopped(run, game, out)
            raise
    if not finished:
        _print_stopped(run, game, out)
        raise typer.Exit(INTERRUPTED)
    _report(run, out, keep, as_json, quiet, run.done - before, perf_counter() - began)


def _compare(
    game: Game, other: str, given: dict[str, Any], out: Path | None, as_json: bool, quiet: bool, threads: int
) -> None:
    from brillig.cli.lab.compare import compare
    from brillig.lab.report import findings
    from brillig.lab.simulation.simulate import Threads

    def play(run: Run) -> bool:
        with stopping() as stopped, _progress(run, quiet) as progress:
            return run.go(Threads(run.lab, threads, False), progress, stopped)

    asked = {"games": GAMES} | {name: value for name, value in given.items() if value is not None}
    summary = compare(game, other, asked, out, play)
    if summary is None:
        console(stderr=True).print("Stopped; nothing was kept.")
        raise typer.Exit(INTERRUPTED)
    if as_json:
        typer.echo(findings.as_json(summary))
    else:
        _print(console(), summary, out, True)


def _set_up(game: Game, out: Path | None, resume: bool, given: dict[str, Any]) -> Run:
    from brillig.lab.simulation import simulate as lab
    from brillig.lab.simulation.plan import make_plan

    asked = {name: value for name, value in given.items() if value is not None}
    if resume and out is None:
        raise BadOption("Say which simulation to go on with: --resume --out DIR.")
    with console(stderr=True).status("Getting the rules ready"):
        if resume and out:
            return lab.resume(out, game, asked)
        return lab.start(make_plan(game, **{"games": GAMES, **asked}), out)


def _sweeps(given: list[str]) -> dict[str, list[str]]:
    """['size=6,8'] as names and values; the game says whether it has them."""
    found: dict[str, list[str]] = {}
    for word in given:
        name, equals, values = word.partition("=")
        several = [value.strip() for value in values.split(",") if value.strip()]
        if not equals or not name.strip() or not several:
            raise BadOption(f"A sweep is written name=value,value, as in --sweep size=6,8, not {word[:40]!r}.")
        if name.strip() in found:
            raise BadOption(f"The sweep of {name.strip()[:40]} is given twice.")
        found[name.strip()] = several
    return found


@contextmanager
def stopping() -> Iterator[Any]:
    """Ctrl-C once: stop when it is safe. Twice: at once."""
    wanted = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def stop(*_: object) -> None:
        wanted.set()
        signal.signal(signal.SIGINT, before)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, stop)
    try:
        yield wanted.is_set
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(run: Run, quiet: bool) -> Iterator[Any]:
    """A bar with games a second and the time that is left."""
    say = console(stderr=True)
    if quiet or not say.is_terminal:
        yield lambda done: None
        return
    parts = (
        TextColumn("[bold]{task.description}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}", style="cyan"), TimeRemainingColumn(), TextColumn("left"),
    )  # fmt: skip
    began, before = perf_counter(), run.done
    with Progress(*parts, console=say, transient=True) as bar:
        task = bar.add_task(clean(run.lab.game.title), total=run.plan.total, completed=run.done, pace="")

        def tell(done: int) -> None:
            pace = (done - before) / max(1e-9, perf_counter() - began)
            bar.update(task, completed=done, pace=f"{pace:,.0f} games/s" if pace >= 10 else f"{pace:.2g} games/s")

        yield tell


def _print_stopped(run: Run, game: Game, out: Path | None) -> None:
    say = console(stderr=True)
    say.print(f"Stopped after {run.done:,} of {run.plan.total:,} games.")
    if out:
        again = shlex.join(["brillig", "simulate", run.plan.where or game.slug, "--out", str(out), "--resume"])
        say.print(Text(f"To go on:\n  {clean(again, 1000)}"), soft_wrap=True)
    else:
        say.print("Nothing was kept; with --out DIR a simulation can go on later.")


def _report(run: Run, out: Path | None, keep: bool, as_json: bool, quiet: bool, played: int, seconds: float) -> None:
    from brillig.lab.report import findings as lab
    from brillig.lab.report.page import report

    summary = lab.summarise(run.plan, run.lab.game, run.tallies)
    if keep and out:
        from brillig.lab import kept_games

        with console(stderr=True).status("Writing the replays"):
            summary["kept"] = kept_games.keep(out, run.plan, run.lab.game, run.tallies)
    whole = True
    if run.folder:
        whole = run.folder.finish(lab.as_json(summary).encode(), report(summary).encode())
        run.folder.close()
    if as_json:
        typer.echo(lab.as_json(summary))
    else:
        _print(console(), summary, out, whole)
    if not quiet and played:
        console(stderr=True).print(
            f"{played:,} games in {seconds:.1f} s: {played / seconds:,.0f} games/s.", style="dim"
        )


def _print(out: Console, summary: dict[str, Any], folder: Path | None, whole: bool) -> None:
    from brillig.lab.statistics.figures import many

    n = len(summary["variants"])
    each = f" of each of {n} variants" if n > 1 else ""
    out.print(Text(f"{clean(summary['title'])}: {summary['games']:,} games{each}", "bold"))
    for sentence in summary["verdicts"]:
        out.print(Text(f"- {clean(sentence, 2000)}"))
    if summary["warnings"]:
        out.print(Text("Worth a look", "bold yellow"))
        for sentence in summary["warnings"]:
            out.print(Text(f"- {clean(sentence, 2000)}"))
    if folder:
        beside = "; the games are beside it" if (folder / "games.csv").exists() else ""
        out.print(Text(f"The report is {clean(folder / 'report.html')}{beside}."), soft_wrap=True)
        for game in summary["kept"]:
            if game["what"]:
                which = f"{game['label']}: " if game["label"] else ""
                out.print(Text(f"- {clean(which)}the {listed(game['what'])} game, {many(game['choices'], 'choice')}:"))
                out.print(Text(f"  brillig replay {clean(shlex.quote(str(folder / game['file'])))}"), soft_wrap=True)
        if not whole:
            out.print(Text("games.parquet was left out: it needs `pip install pyarrow`."))
    out.print(Text(clean(summary["signature"]), "dim"))
