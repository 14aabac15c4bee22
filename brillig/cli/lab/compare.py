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
    changed, asked = game, dict(given)
    if _is_change(other):
        asked["options"] = {**(given.get("options") or {}), **options(other.split(","))}
        names = [_words(given.get("options") or {}) or "the rules as they are", _words(asked["options"])]
    else:
        changed = catalogue.load(other)
        names = [_where(game), _where(changed)]
    plans = [make_plan(game, **given), make_plan(changed, **asked)]
    if plans[0].rules == plans[1].rules and plans[0].variants == plans[1].variants:
        raise BadOption("There is nothing to compare: both are the same rules with the same options.")
    if out:
        refuse(out, plans[0], columns(plans[0], game))
    runs = [lab.start(plan) for plan in plans]
    for run in runs:
        if not play(run):
            return None
    summary = comparison.compared(runs, names, findings.command(plans[0]) + f" --compare {shlex.quote(other)}")
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


def _where(game: Game) -> str:
    return f"the rules in {game.folder}"
