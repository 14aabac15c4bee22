"""Two rule variants, or two versions of a game, side by side over the same deals: what differs for sure, and a verdict.

One plan is played with each; game k of both comes from the same seed and number, and the two are compared game by game.
"""

from __future__ import annotations

from collections.abc import Sequence

import brillig
from brillig.lab.report.findings import gathered, verdicts, whose
from brillig.lab.report.sweep import MOST_SAID, Unseen, compare
from brillig.lab.simulation.simulate import Run
from brillig.lab.statistics.figures import Figures, exactly, figures, rounded
from brillig.parts.words import listed

FAIR = 0.01  # of the games: a first player so near to a fair share is as fair as it gets
ADJECTIVES = {  # what it means to have more of something, and less
    "choices in a game": ("longer", "shorter"),
    "ties": ("more often tied", "less often tied"),
    "points of a seat": ("richer in points", "poorer in points"),
    "choices at a decision": ("wider in its choices", "narrower in its choices"),
    "decisions with one choice": ("more often forced", "less often forced"),
    "lead changes": ("livelier: the lead changes more often", "quieter: the lead changes less often"),
    "part of the game before it is decided": ("open for longer", "decided earlier"),
}  # fmt: skip


def compared(runs: Sequence[Run], names: Sequence[str], command: str) -> Figures:
    """A summary of two runs, as `summarise` makes it of one, with the comparison where a sweep has its effects."""
    first = runs[0].plan
    both = [figures(run.plan, run.lab.game, run.plan.variants[0], run.tallies[0]) for run in runs]
    for f, name in zip(both, names, strict=True):
        f["label"] = name
    rows, said, unseen = compare(both, [run.tallies[0] for run in runs], [[0], [1]], list(names))
    words = verdict(rows, unseen, names, min(f["seats"] for f in both))
    effect = {
        "option": "",
        "title": "the change",
        "heading": "Side by side",
        "values": list(names),
        "names": list(names),
        "rows": rows,
        "words": words,
    }
    for f in both:
        f["verdicts"] = [f"{whose(f)}: {sentence}" for sentence in verdicts(f)]
    rules = [run.plan.rules for run in runs]
    random = ["Every choice was made at random: the figures describe the rules, not good play."] if first.random else []
    return {
        "signature": f"brillig {brillig.__version__}, {first.slug}, rules {listed(rules)}, seed {first.seed}",
        "brillig": brillig.__version__,
        "game": first.slug,
        "title": f"{runs[0].lab.game.title}: {names[0]}, or {names[1]}",
        "rules": " ".join(rules),
        "seed": first.seed,
        "games": first.games,
        "gpu": first.gpu,
        "sweep": {},
        "command": command,
        "verdicts": [words, *(f"{sentence[0].upper()}{sentence[1:]}." for sentence in said), *random],
        "warnings": gathered(both),
        "effects": rounded([effect]),
        "kept": [],
        "variants": rounded(both),
    }


def verdict(rows: Sequence[Figures], unseen: Sequence[Unseen], names: Sequence[str], seats: int) -> str:
    """'New is fairer, longer and open for longer than old', or what could have been seen."""
    found = []
    for row in rows:
        if not row["difference"]["sure"]:
            continue
        if row["measure"] == "who goes first wins":
            found += _fairness([value["mean"] for value in row["values"]], 1 / seats)
        else:
            more, less = ADJECTIVES[row["measure"]]
            change = row["values"][1]["mean"] - row["values"][0]["mean"]
            found.append(more if change > 0 else less)
    what = f"Beside “{names[0]}”, “{names[1]}” is"
    if found:
        return f"{what} {listed(found)}. Nothing else differs for sure."
    if not rows:
        return f"“{names[0]}” and “{names[1]}” are the same game in all that is measured."
    details = "; ".join(one.words for one in unseen[:MOST_SAID])
    if all(one.enough for one in unseen):
        return f"{what} no different, as far as can be seen: {details}."
    return f"These are too few games to tell “{names[0]}” from “{names[1]}”: {details}."


def _fairness(first: list[float], fair: float) -> list[str]:
    """Has the first player less of an edge now?"""
    before, now = (abs(share - fair) for share in first)
    edge = f"(who goes first wins {exactly(first[1])} instead of {exactly(first[0])})"
    if abs(before - now) < FAIR:
        return [f"as unfair, the other way round {edge}"] if (first[0] - fair) * (first[1] - fair) < 0 else []
    return [f"{'fairer' if now < before else 'less fair'} {edge}"]
