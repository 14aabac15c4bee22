"""What an option changes: every figure that matters, value by value, the other options mixed evenly.

Variants are compared game by game, since game k of all of them has the same deal: see pairs.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from brillig.lab.simulation.plan import SEATS, Plan, players
from brillig.lab.simulation.tally import Tally
from brillig.lab.statistics.figures import SURE, Figures, exactly, many, number
from brillig.lab.statistics.pairs import Difference, difference

WORTH_SAYING = 0.03  # of the figure itself
MATTERS = 0.10  # a difference so great must be visible before it is said that there is none
MOST_SAID = 4  # differences in a sentence, the greatest first
FEW = 100  # games: that so few are alike in everything does not say that all are


class Measure(NamedTuple):
    name: str
    is_share: bool
    blocks: str  # where a tally keeps what is measured, block by block
    of: Callable[[Figures], Figures | None]

    def text(self, x: float) -> str:
        return exactly(x) if self.is_share else number(x)

    def gap(self, d: Difference, mean: float, more: str = "") -> str:
        """'+1.5 points (+1.1 to +1.9)' or '+12% (...)'; `more` goes into the brackets."""
        scale, unit = self.scale(mean)
        return f"{scale * d.gap:+.1f}{unit} ({scale * d.low:+.1f} to {scale * d.high:+.1f}{more})"

    def unseen(self, d: Difference, mean: float) -> str:
        """A difference that is not sure, and how great one must be for so many games to show it."""
        scale, unit = self.scale(mean)
        return f"{self.name} {self.gap(d, mean, f'; the least that could be seen: {scale * d.least:.1f}{unit}')}"

    def scale(self, mean: float) -> tuple[float, str]:
        """How much it takes to make one of the units in which a difference is told, and the unit."""
        return (100.0, " points") if self.is_share else (100 / abs(mean) if mean else 0.0, "%")


def _goes_first(f: Figures) -> bool:
    return bool(f.get("opener", "nobody") != "nobody")


MEASURES = (
    Measure("who goes first wins", True, "first", lambda f: f["wins_by_order"][0] if _goes_first(f) else None),
    Measure("ties", True, "ties", lambda f: f.get("tied")),
    Measure("choices in a game", False, "length", lambda f: f["length"]),
    Measure("points of a seat", False, "score", lambda f: f["score"]),
    Measure("choices at a decision", False, "branching", lambda f: f["branching"]),
    Measure("decisions with one choice", True, "forced", lambda f: f["forced"]),
    Measure("lead changes", False, "changes", lambda f: f["drama"]["changes"] if f.get("drama") else None),
    Measure("part of the game before it is decided", True, "decided",
            lambda f: f["drama"]["decided"] if f.get("drama") else None),
)  # fmt: skip


def effects(plan: Plan, variants: list[Figures], tallies: Sequence[Tally]) -> list[Figures]:
    """For each option that varies: each measure at each of its values, and in words what changes."""
    return [_effect(variants, tallies, name, values) for name, values in plan.sweep.items()]


def _effect(variants: list[Figures], tallies: Sequence[Tally], name: str, values: list[int | str]) -> Figures:
    title = "the number of players" if name == SEATS else name.replace("_", " ")
    shown = [players(value) if name == SEATS else str(value) for value in values]
    of = [f["seats"] if name == SEATS else f["options"][name] for f in variants]
    groups = [[k for k, its in enumerate(of) if its == value] for value in values]
    rows, said, unseen = compare(variants, tallies, groups, shown)
    what = title[0].upper() + title[1:]
    games = min(f["games"] for f in variants)
    words = f"{what} makes a difference: {'; '.join(said)}." if said else _nothing(what, unseen, games)
    names = shown if name == SEATS else [f"{title} {value}" for value in shown]
    return {"option": name, "title": title, "values": shown, "names": names, "rows": rows, "words": words}


def compare(
    variants: Sequence[Figures], tallies: Sequence[Tally], groups: list[list[int]], shown: list[str]
) -> tuple[list[Figures], list[str], list[Unseen]]:
    """Groups of variants beside each other: each measure, what differs for sure in words, and what cannot be seen."""
    rows: list[Figures] = []
    said: list[tuple[float, str]] = []
    unseen: list[Unseen] = []
    for measure in MEASURES:
        means = [_pooled(measure, [variants[k] for k in group]) for group in groups]
        known = [m for m in means if m]
        if len(known) < len(means):
            continue
        a, b = _outermost(known)
        worth = min(variants[k]["worth"] for k in (*groups[a], *groups[b]))
        blocks = [[tallies[k].counts[f"block {measure.blocks}"] for k in groups[g]] for g in (a, b)]
        d = difference(blocks[0], blocks[1], worth)
        if d is None or not (d.gap or d.error):
            continue
        largest = max(abs(known[a]["mean"]), abs(known[b]["mean"]))
        mean = known[a]["mean"] or largest
        gap = measure.gap(d, mean)
        note = f"{gap} from {shown[a]} to {shown[b]}"
        rows.append({
            "measure": measure.name, "is_share": measure.is_share, "values": known, "from": shown[a], "to": shown[b],
            "difference": {"gap": d.gap, "low": d.low, "high": d.high, "sure": d.sure, "least": d.least}, "note": note,
        })  # fmt: skip
        if d.sure and abs(d.gap) >= (0.01 if measure.is_share else WORTH_SAYING * largest):
            one, two = (f"{measure.text(known[k]['mean'])} ({shown[k]})" for k in (a, b))
            said.append((abs(d.gap) / largest if largest else 0.0, f"{measure.name} {one} to {two}, {gap}"))
        else:
            words = measure.unseen(d, mean)
            enough = measure.scale(mean)[0] * d.least <= 100 * MATTERS
            unseen.append(Unseen(words, f"from {shown[a]} to {shown[b]}", enough))
    return rows, [words for _, words in sorted(said, reverse=True)[:MOST_SAID]], unseen


def _pooled(measure: Measure, group: list[Figures]) -> Figures | None:
    """The mean over some variants, with its interval."""
    found = [m for f in group if (m := measure.of(f)) is not None]
    if not found or len(found) < len(group):
        return None
    mean = sum(m["share"] if measure.is_share and "share" in m else m["mean"] for m in found) / len(found)
    error = sqrt(sum(((m["high"] - m["low"]) / 2 / SURE) ** 2 for m in found)) / len(found)
    return {"mean": mean, "low": mean - SURE * error, "high": mean + SURE * error}


class Unseen(NamedTuple):
    """A difference that is not sure, and the least that would have been."""

    words: str
    way: str  # 'from no to yes'
    enough: bool  # were there games enough to see what would matter?


def _nothing(what: str, unseen: list[Unseen], games: int) -> str:
    """No difference is sure: how great one could have been, or that there are too few games to say."""
    too_few = f"These are too few games to tell what {what[0].lower()}{what[1:]} changes"
    if not unseen:
        if games < FEW:
            return f"{too_few}: all {many(games, 'game')} went the same in everything that is measured."
        return f"{what} changes nothing that was measured: all figures are exactly the same."
    details = in_detail(unseen)
    if all(one.enough for one in unseen[:MOST_SAID]):
        return f"{what} makes no difference that can be seen: {details}."
    return f"{too_few}: {details}."


def in_detail(unseen: Sequence[Unseen]) -> str:
    """'from no to yes, ties +0.4 points ...; ...'; the way is said once if it is the same for all."""
    told = unseen[:MOST_SAID]
    if len({one.way for one in told}) == 1:
        return f"{told[0].way}, {'; '.join(one.words for one in told)}"
    return "; ".join(f"{one.way}, {one.words}" for one in told)


def _outermost(means: list[Figures]) -> list[int]:
    low = min(range(len(means)), key=lambda k: means[k]["mean"])
    high = max(range(len(means)), key=lambda k: means[k]["mean"])
    return sorted((low, high)) if low != high else [0, len(means) - 1]
