"""brillig simulate --compare: two rule variants, or two folders of a game, over the same deals."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from brillig import catalogue
from brillig.cli.arguments import options
from brillig.core import BadOption, Game
from brillig.lab import comparison
from brillig.lab.report import findings
from brillig.lab.report.page import report
from brillig.lab.simulation import simulate as lab
from brillig.lab.simulation.folder import REPORT, SUMMARY, refuse, sentences, write
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.portion import columns


def compare(
    game: Game, other: str, given: Mapping[str, Any], out: Path | None, play: Callable[[lab.Run], bool]
) -> dict[str, Any] | None:
    """The summary of both; None if it was stopped. `other`: 'option=value,...', or another version of the game."""
    first, before = make_plan(game, **given), game.folder.resolve()
    if out:
        refuse(out, first, columns(first, game))
    if _is_change(other):
        chosen = given.get("options") or {}
        asked = {**given, "options": {**chosen, **options(other.split(","))}}
        second, names = make_plan(game, **asked), [_words(chosen) or "today's rules", _words(asked["options"])]
        if first.variants == second.variants:
            raise BadOption("There is nothing to compare: both are the same rules with the same options.")
        runs = [lab.start(first)]
        if not play(runs[0]):
            return None
    else:
        # One is played before the other is loaded: of two folders with the same last name, only one can be there at a time.
        runs = [lab.start(first)]
        names = told_apart(before, Path(other).resolve() if Path(other).exists() else catalogue.load(other).folder)
        if not play(runs[0]):
            return None
        second = make_plan(catalogue.load(other), **given)
    runs.append(lab.start(second))
    if not play(runs[1]):
        return None
    summary = comparison.compared(runs, names, f"{findings.command(first)} --compare {shlex.quote(other)}")
    if out:
        with sentences(out):
            out.mkdir(parents=True, exist_ok=True)
            write(out / SUMMARY, findings.as_json(summary).encode())
            write(out / REPORT, report(summary).encode())
    return summary


def _is_change(other: str) -> bool:
    return "=" in other and not Path(other).exists()


def _words(chosen: Mapping[str, object]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in chosen.items())


def told_apart(one: Path, two: Path) -> list[str]:
    """The last names of two folders, as many as it takes to tell them apart: 'old' and 'new', 'old/coin' and 'new/coin'."""
    for parts in range(1, max(len(one.parts), len(two.parts)) + 1):
        names = ["/".join(path.parts[-parts:]) for path in (one, two)]
        if names[0] != names[1]:
            return names
    raise BadOption("There is nothing to compare: both are the same folder.")
