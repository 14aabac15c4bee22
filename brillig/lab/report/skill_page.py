"""The report of a skill curve: how much better play pays, and what is at stake in a decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

import numpy as np

from brillig.lab.report import plots
from brillig.lab.report.page import Chart, Section, render, spread_chart
from brillig.lab.report.plots import Bar
from brillig.lab.simulation.tally import Spread
from brillig.lab.statistics.figures import SURE, Figures, exactly, number, percent, spread

THIRDS = ("First third", "Second third", "Last third")
COLUMNS = 20  # at most


def skill_report(summary: Figures) -> str:
    """The page for a summary of `brillig.lab.skill`."""
    levels = [summary["steps"][0]["worse"], *(step["better"] for step in summary["steps"])]
    played = (
        f"{summary['games']:,} games with {summary['seats']} seats"
        if summary["seats"] > 1
        else f"{summary['games']:,} games"
    )
    lead = f"Does it matter how one plays? What {played} show, from {levels[0]} to {levels[-1]}."
    parts = [Section("How much better play pays", [_takes(summary), _above(summary)])]
    if any(summary["stakes"]):
        parts.append(Section("What is at stake in a decision", list(_stakes(summary))))
    return render(summary, lead=lead, sections=parts)


def _takes(summary: Figures) -> Chart:
    title = "What each takes from the one below"
    rows = [
        Bar(f"{s['better']} : {s['worse']}", s["share"], s["low"], s["high"], exactly(s["share"]))
        for s in summary["steps"]
    ]
    note = "The share of the points, every deal from all sides. Who is no better takes half."
    picture = plots.bars(title, "; ".join(f"{r.label}, {r.text}" for r in rows), rows, mark=(0.5, "no better"))
    table = [[r.label, *map(exactly, r[1:4]), f"{s['games']:,}"] for r, s in zip(rows, summary["steps"], strict=True)]
    return Chart(title, note, picture, ["", "takes", "from", "to", "games"], table)


def _above(summary: Figures) -> Chart:
    """The curve itself: step upon step."""
    title = "The skill curve"
    rows, height, below, above = [Bar(summary["steps"][0]["worse"], 0.0, 0.0, 0.0, "0")], 0.0, 0.0, 0.0
    for s in summary["steps"]:
        height += s["elo"]
        below, above = sqrt(below**2 + (s["elo"] - s["elo_low"]) ** 2), sqrt(above**2 + (s["elo_high"] - s["elo"]) ** 2)
        rows.append(Bar(s["better"], height, height - below, height + above, number(height)))
    note = "Points of Elo above the weakest, step upon step: 100 are 64% of the points, 200 are 76%, 400 are 91%."
    picture = plots.intervals(title, "; ".join(f"{r.label}: {r.text}" for r in rows), rows)
    return Chart(title, note, picture, ["", "Elo", "from", "to"], [[r.label, *map(number, r[1:4])] for r in rows])


def _stakes(summary: Figures) -> Iterator[Chart]:
    points, every = summary["for_points"], [stake for game in summary["stakes"] for stake in game]
    form, text, unit = (plots.plain, number, "points") if points else (plots.percent, percent, "of a win")
    found = spread(_counted([s["cost"] for s in every]), 1000, COLUMNS)
    note = (
        f"What a choice at random would have cost beside the best one, in {len(every):,} decisions of "
        f"{len(summary['stakes']):,} games that {summary['looked_at']} plays against itself."
    )
    chart = spread_chart(
        "Do decisions matter?", note, found, unit, (found["mean"], f"mean {text(found['mean'])}"), form
    )
    if chart:
        yield chart
    title, rows = "When they matter", []
    for k, name in enumerate(THIRDS):
        of = [[s["cost"] for s in game if int(3 * s["when"]) == k] for game in summary["stakes"]]
        costs = [cost for game in of for cost in game]
        if costs:
            mean = sum(costs) / len(costs)
            # Decisions of one game are alike: the interval comes from how much games differ.
            half = SURE * _counted([sum(game) / len(game) for game in of if game]).error / 1000
            rows.append(Bar(name, mean, max(0.0, mean - half), mean + half, text(mean)))
    if rows:
        picture = plots.bars(title, "; ".join(f"{r.label}: {r.text}" for r in rows), rows, form)
        note = f"The mean cost of a choice at random ({unit}), by the part of the game."
        yield Chart(title, note, picture, ["", "costs", "from", "to"], [[r.label, *map(text, r[1:4])] for r in rows])


def _counted(costs: Sequence[float]) -> Spread:
    thousandths: Any = np.array([round(1000 * cost) for cost in costs], np.int64)
    return Spread.of(thousandths)
