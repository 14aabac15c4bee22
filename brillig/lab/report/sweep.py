"""What an option changes: every figure that matters, value by value, the other options mixed evenly."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from brillig.lab.simulation.plan import SEATS, Plan, players
from brillig.lab.statistics.figures import SURE, Figures, exactly, number

SURELY = 3.5  # standard errors apart: many things are compared
WORTH_SAYING = 0.03  # of the figure itself
MATTERS = 0.10  # a difference so great must be visible before it is said that there is none
MOST_SAID = 4  # differences in a sentence, the greatest first


class Measure(NamedTuple):
    name: str
    is_share: bool
    of: Callable[[Figures], Figures | None]

    def text(self, x: float) -> str:
        return exactly(x) if self.is_share else number(x)


def _goes_first(f: Figures) -> bool:
    return bool(f.get("opener", "nobody") != "nobody")


MEASURES = (
    Measure("who goes first wins", True, lambda f: f["wins_by_order"][0] if _goes_first(f) else None),
    Measure("ties", True, lambda f: f.get("tied")),
    Measure("choices in a game", False, lambda f: f["length"]),
    Measure("points of a seat", False, lambda f: f["score"]),
    Measure("choices at a decision", False, lambda f: f["branching"]),
    Measure("decisions with one choice", True, lambda f: f["forced"]),
    Measure("lead changes", False, lambda f: f["drama"]["changes"] if f.get("drama") else None),
    Measure("part of the game before it is decided", True, lambda f: f["drama"]["decided"] if f.get("drama") else None),
)  # fmt: skip


def effects(plan: Plan, variants: list[Figures]) -> list[Figures]:
    """For each option that varies: each measure at each of its values, and in words what changes."""
    return [_effect(plan, variants, name, values) for name, values in plan.sweep.items()]


def _effect(plan: Plan, variants: list[Figures], name: str, values: list[int | str]) -> Figures:
    groups = [
        [f for f in variants if (f["seats"] if name == SEATS else f["options"][name]) == value] for value in values
    ]
    shown = [players(value) if name == SEATS else str(value) for value in values]
    rows, said, seen = [], [], []
    for measure in MEASURES:
        means = [_pooled(measure, group) for group in groups]
        known = [m for m in means if m]
        if len(known) < len(means) or len({(m["mean"], m["low"], m["high"]) for m in known}) == 1:
            continue
        seen.append(_seen(measure, known, shown))
        rows.append({"measure": measure.name, "is_share": measure.is_share, "values": known})
        if found := _difference(measure, known, shown):
            said.append(found)
    title = "the number of players" if name == SEATS else name.replace("_", " ")
    what = title[0].upper() + title[1:]
    telling = [words for _, words in sorted(said, reverse=True)[:MOST_SAID]]
    words = f"{what} makes a difference: {'; '.join(telling)}." if said else _nothing(what, seen)
    names = shown if name == SEATS else [f"{title} {value}" for value in shown]
    return {"option": name, "title": title, "values": shown, "names": names, "rows": rows, "words": words}


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
    enough: bool  # were there games enough to see what would matter?


def _seen(measure: Measure, means: list[Figures], shown: list[str]) -> Unseen:
    """'ties +0.4 points (-1.2 to +2.0) from no to yes, and 2.9 would have been seen': the outermost two."""
    a, b = _outermost(means)
    gap, error = means[b]["mean"] - means[a]["mean"], _error(means[a], means[b])
    largest = max(abs(means[a]["mean"]), abs(means[b]["mean"]))
    scale, unit = (100, " points") if measure.is_share else (100 / largest if largest else 0.0, "%")
    low, high, least = scale * (gap - SURE * error), scale * (gap + SURE * error), scale * SURELY * error
    words = (
        f"{measure.name} {scale * gap:+.1f}{unit} ({low:+.1f} to {high:+.1f}) from {shown[a]} to {shown[b]}, "
        f"and {least:.1f} would have been seen"
    )
    return Unseen(words, least <= 100 * MATTERS)


def _nothing(what: str, seen: list[Unseen]) -> str:
    """No difference is sure: how great one could have been, or that there are too few games to say."""
    if not seen:
        return f"{what} changes nothing that was measured: all figures are exactly the same."
    details = "; ".join(unseen.words for unseen in seen[:MOST_SAID])
    if all(unseen.enough for unseen in seen[:MOST_SAID]):
        return f"{what} makes no difference that can be seen: {details}."
    return f"These are too few games to tell what {what[0].lower()}{what[1:]} changes: {details}."


def _outermost(means: list[Figures]) -> list[int]:
    low = min(range(len(means)), key=lambda k: means[k]["mean"])
    high = max(range(len(means)), key=lambda k: means[k]["mean"])
    return sorted((low, high)) if low != high else [0, len(means) - 1]


def _error(one: Figures, two: Figures) -> float:
    return sqrt(sum(((m["high"] - m["low"]) / 2 / SURE) ** 2 for m in (one, two)))


def _difference(measure: Measure, means: list[Figures], shown: list[str]) -> tuple[float, str] | None:
    """'ties 3.1% (no) to 4.6% (yes)' if the outermost two surely differ, by enough to be worth saying; and how much."""
    a, b = _outermost(means)
    gap, error = abs(means[b]["mean"] - means[a]["mean"]), _error(means[a], means[b])
    least = 0.01 if measure.is_share else WORTH_SAYING * max(abs(means[a]["mean"]), abs(means[b]["mean"]))
    if gap <= SURELY * error or gap < least:
        return None
    one, two = (f"{measure.text(means[k]['mean'])} ({shown[k]})" for k in (a, b))
    largest = max(abs(means[a]["mean"]), abs(means[b]["mean"]))
    return gap / largest, f"{measure.name} {one} to {two}"
