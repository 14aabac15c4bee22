"""The summary of a simulation: everything that is reported, as plain data that is the same for the same plan."""

from __future__ import annotations

import json
import shlex

from brillig.core import Game
from brillig.lab.report.findings import gathered, on_all_seats, verdicts, whose
from brillig.lab.report.sweep import effects
from brillig.lab.simulation.folder import signature
from brillig.lab.simulation.plan import SEATS, Plan
from brillig.lab.simulation.tally import Tally
from brillig.lab.statistics.figures import Figures, figures, rounded

MOST_WARNINGS = 24
MOST_COMPARED = 6  # variants whose seats get a sentence each at the top


def summarise(plan: Plan, game: Game, tallies: list[Tally]) -> Figures:
    """The figures of every variant, what the options change, verdicts and warnings."""
    variants = [figures(plan, game, v, t) for v, t in zip(plan.variants, tallies, strict=True)]
    changes = effects(plan, variants)
    said = verdicts(variants[0]) if len(variants) == 1 else [effect["words"] for effect in changes]
    if 1 < len(variants) <= MOST_COMPARED and not variants[0]["for_points"]:
        said += on_all_seats(variants)
    if plan.random:
        said.append("Every choice was made at random: the figures describe the rules, not good play.")
    found = gathered(variants)
    if len(found) > MOST_WARNINGS:
        found = [*found[:MOST_WARNINGS], f"And {len(found) - MOST_WARNINGS} more of this kind."]
    if len(variants) > 1:
        for f in variants:
            f["verdicts"] = [f"{whose(f)}: {sentence}" for sentence in verdicts(f)]
    return {
        "signature": signature(plan),
        "brillig": plan.version,
        "game": plan.slug,
        "title": game.title,
        "rules": plan.rules,
        "seed": plan.seed,
        "games": plan.games,
        "gpu": plan.gpu,
        "sweep": plan.sweep,
        "command": command(plan),
        "verdicts": said,
        "warnings": found,
        "effects": rounded(changes),
        "variants": rounded(variants),
    }


def command(plan: Plan) -> str:
    """What to type to get the same numbers."""
    first = plan.variants[0]
    words = ["brillig", "simulate", plan.where or plan.slug, "--games", str(plan.games), "--seed", str(plan.seed)]
    if SEATS not in plan.sweep:
        words += ["--seats", str(first.seats)]
    alike = len(set(first.bots)) == 1
    words += ["--bots", first.bots[0] if alike else ",".join(first.bots)]
    for name, value in first.options.items():
        if name not in plan.sweep:
            words += ["--option", f"{name}={value}"]
    for name, values in plan.sweep.items():
        words += ["--sweep", f"{name}={','.join(map(str, values))}"]
    return shlex.join([*words, *["--gpu"] * plan.gpu])


def as_json(summary: Figures) -> str:
    return json.dumps(summary, indent=1, ensure_ascii=False)
