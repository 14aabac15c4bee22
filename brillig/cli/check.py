"""brillig check: does a game keep the contract?"""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from brillig import catalogue
from brillig.cli.console import clean, console, examples
from brillig.core import BrilligError, Game
from brillig.testing import PointResult, examine, golden
from brillig.testing.conformance import POINTS, golden_unchanged
from brillig.testing.plan import CheckPlan

EXAMPLES = examples(
    "brillig check  # all games",
    "brillig check othellino gold-mine",
    "brillig check ./my_game --quick  # a game in a folder of yours",
    "brillig check ./my_game --write-golden  # the rules changed, and that is meant",
)
QUICK = CheckPlan(games=100, closely=1, positions=60)


def check(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="SLUG_OR_PATH", help="Games to check; all of them if none.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Play fewer games: for a first look while you write.")] = False,
    write_golden: Annotated[
        bool, typer.Option("--write-golden", help="Write the golden playthroughs anew, if all else holds.")
    ] = False,
) -> None:
    """Prove that a game keeps the contract.

    It is played at random at every seat count and option. What fails is printed below the table with the seed, the
    deal, the options and the choices that show it again.

    The first check of a game compiles its rules, which takes some seconds.
    """
    out = console()
    found = [catalogue.load(name) for name in names] if names else catalogue.games()
    broken: list[tuple[str, list[PointResult]]] = []
    for game in found:
        results = _check(out, game, QUICK if quick else CheckPlan(), write_golden)
        if failed := [result for result in results if not result.ok]:
            broken.append((game.slug, failed))
    for slug, failed in broken:
        _print_failures(out, slug, failed)
    if broken:
        out.print(Text(f"Failed: {', '.join(slug for slug, _ in broken)}.", "bold red"))
        raise typer.Exit(1)
    out.print(Text(f"All {len(POINTS)} points hold for {', '.join(game.slug for game in found)}.", "green"))


def _write_golden(game: Game) -> None:
    try:
        golden.write(game)
    except OSError as why:
        raise BrilligError(f"The golden playthroughs of {game.title} cannot be written: {why.strerror}.") from why


def _check(out: Console, game: Game, plan: CheckPlan, write_golden: bool) -> list[PointResult]:
    """The points one by one, each in the table as soon as it is proved."""
    out.print(Text(f"\n{clean(game.title)}", "bold"))
    out.print(_row(out, "point", "", "what was looked at", "seconds"), style="dim")
    examined, done = examine(game, plan), list[PointResult]()
    written = False
    for number, (title, prove) in enumerate(POINTS.items(), 1):
        began = perf_counter()
        with out.status(f"{number}. {title}"):
            if write_golden and prove is golden_unchanged and all(result.ok for result in done):
                _write_golden(game)  # this point compares them; those of a broken game are worth nothing
                written = True
            result = next(examined)
        done.append(result)
        verdict = Text("ok", "green") if result.ok else Text("FAILED", "bold red")
        first, *_ = result.detail.splitlines() or [""]
        detail = Text(clean(first, 300), "" if result.ok else "red")
        out.print(_row(out, f"{number}. {title}", verdict, detail, f"{perf_counter() - began:.1f}"))
    if write_golden:
        sentence = (
            f"are in {clean(game.folder / 'golden')}" if written else "were not written: all rules must hold first"
        )
        out.print(Text(f"The golden playthroughs {sentence}."), soft_wrap=True)
    out.print()
    return done


def _row(out: Console, *cells: Text | str) -> Table:
    """A row of a table that is printed row by row, so its columns cannot depend on what comes later."""
    row = Table.grid(padding=(0, 2, 0, 0), expand=True)
    row.add_column(width=30 if out.width < 100 else 52)
    row.add_column(width=6)
    row.add_column(ratio=1)
    row.add_column(width=7, justify="right")
    row.add_row(*cells)
    return row


def _print_failures(out: Console, slug: str, failed: list[PointResult]) -> None:
    """All of them, unshortened and unwrapped, so that they can be copied."""
    shown: dict[str, int] = {}
    for result in failed:
        out.print(Text(f"{slug}, point {result.number}: {result.title}", "bold red"))
        lines = result.detail.splitlines()
        first = shown.setdefault("\n".join(lines[:3]), result.number)
        if first != result.number:
            lines = [f"The same as point {first}."]
        elif result.again:
            lines += ["Where to look:", *result.again.splitlines()]
        for line in lines:
            out.print(Text("  " + clean(line, 1 << 20)), soft_wrap=True)
        out.print()
