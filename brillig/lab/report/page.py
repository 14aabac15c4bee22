"""The report: one HTML page with everything in it, no script, and nothing to fetch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from brillig.lab.report import findings, plots
from brillig.lab.report.plots import Bar, Box, Curve
from brillig.lab.statistics.figures import Figures, exactly, many, number, percent
from brillig.parts.words import listed

STYLE = Path(__file__).with_name("report.css")
MOST_OPEN = 1  # variants that are shown unfolded
TELLING = 0.05  # a correlation below this is not drawn in a plot of its own
MOST_BARS = 16  # in a plot of kinds; the table has all
SO_FAR = "part of the game that is over"
RARE = 0.002  # of the seats: so few tell nothing about what they won


class Chart(NamedTuple):
    """A picture, and the same in figures."""

    title: str
    note: str
    picture: str  # SVG
    heads: Sequence[str]
    rows: Sequence[Sequence[Any]]


class Section(NamedTuple):
    """Charts about one question."""

    title: str
    charts: list[Chart]


class VariantPage(NamedTuple):
    """All that is shown of one variant."""

    label: str
    parts: list[Section]


_pages = Environment(
    loader=FileSystemLoader(STYLE.parent), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
)


def report(summary: Figures) -> str:
    """The page for a summary (see summary.py)."""
    variants = summary["variants"]
    return render(
        summary,
        lead=_lead(summary),
        tiles=_tiles(variants[0]) if len(variants) == 1 else [],
        sections=[_effect(effect) for effect in summary["effects"]],
        variants=[VariantPage(f["label"][:1].upper() + f["label"][1:], _sections(f)) for f in variants],
    )


def render(
    summary: Figures,
    *,
    lead: str,
    sections: Sequence[Section],
    tiles: Sequence[tuple[str, str]] = (),
    variants: Sequence[VariantPage] = (),
) -> str:
    """A page: what is said in short, then charts, then the variants one by one."""
    return _pages.get_template("report.html").render(
        summary=summary,
        style=STYLE.read_text(),
        lead=lead,
        tiles=tiles,
        effects=sections,
        variants=variants,
        most_open=MOST_OPEN,
    )


# ---- the top -------------------------------------------------------------------------------------------------------


def _lead(summary: Figures) -> str:
    first = summary["variants"][0]
    seats = sorted({f["seats"] for f in summary["variants"]})
    players = f"{seats[0]} to {seats[-1]} players" if len(seats) > 1 else many(seats[0], "player")
    bots = sorted(set(first["bots"]))
    together = "all " if seats[-1] > 1 else ""
    how = f"{together}choosing at random" if bots == ["random"] else f"played by {listed(bots)}"
    every = " of each kind" if len(summary["variants"]) > 1 else ""
    return f"What {summary['games']:,} games{every} with {players} show, {how}."


def _tiles(f: Figures) -> list[tuple[str, str]]:
    tiles = [(number(f["length"]["mean"]), "choices in a game")]
    if not f["for_points"]:
        if f["opener"] != "nobody":
            tiles.append((exactly(f["wins_by_order"][0]["share"]), "wins for whoever goes first"))
        tiles.append((percent(f["tied"]["share"]), "of the games end in a tie"))
    tiles.append(
        (number(f["score"]["mean"]), "points at the end" if f["seats"] == 1 else "points of a seat at the end")
    )
    tiles.append((number(f["branching"]["mean"]), "choices at a decision"))
    tiles.append((percent(f["forced"]["share"]), "of the decisions have one choice only"))
    if f.get("drama"):
        tiles.append((number(f["drama"]["changes"]["mean"]), "changes of the lead in a game"))
    return tiles


# ---- what an option changes ----------------------------------------------------------------------------------------


def _effect(effect: Figures) -> Section:
    charts = []
    for row in effect["rows"]:
        share = row["is_share"]
        text = exactly if share else number
        bars = [
            Bar(value, m["mean"], m["low"], m["high"], text(m["mean"]))
            for value, m in zip(effect["names"], row["values"], strict=True)
        ]
        title = row["measure"][0].upper() + row["measure"][1:]
        says = "; ".join(f"{b.label}: {b.text}" for b in bars)
        picture = plots.intervals(title, says, bars, plots.percent if share else plots.plain)
        note = f"{row['note']}, over the same deals."
        table = [[b.label, *map(text, b[1:4])] for b in bars]
        charts.append(Chart(title, note, picture, ["", "mean", "from", "to"], table))
    return Section(effect.get("heading") or f"What {effect['title']} changes", charts)


# ---- a variant -----------------------------------------------------------------------------------------------------


def _sections(f: Figures) -> list[Section]:
    parts: list[tuple[str, Iterable[Chart | None]]] = [] if f["for_points"] else [("Who wins", _winning(f))]
    parts += [("Points", _points(f))]
    if f.get("drama"):
        parts.append(("Tension", _drama(f)))
    parts += [("Length and choices", _choosing(f))]
    if f["kinds"]:
        parts.append(("What is chosen", _kinds(f)))
    return [Section(title, [chart for chart in charts if chart]) for title, charts in parts]


def seat_names(f: Figures) -> list[str]:
    several = len(set(f["bots"])) > 1
    return [f"Seat {k + 1}" + (f" ({bot})" if several else "") for k, bot in enumerate(f["bots"])]


def _winning(f: Figures) -> Iterable[Chart | None]:
    fair = (1 / f["seats"], f"fair: {percent(1 / f['seats'])}")
    if f["opener"] != "nobody" and len(set(f["bots"])) == 1:
        places = [f"Goes {findings.order(k)}" for k in range(f["seats"])]
        yield _shares("Does it help to go first?", findings.on_seats(f), places, f["wins_by_order"], fair)
    if f["opener"] != "same" or len(set(f["bots"])) > 1:
        note = findings.on_seats(f) if f["opener"] == "nobody" or len(set(f["bots"])) > 1 else ""
        yield _shares("Wins by seat", note, seat_names(f), f["wins"], fair)
    yield spread_chart("How close it is", findings.on_ties(f), f["margin"], "points between the first and the second")


def _shares(title: str, note: str, names: Sequence[str], shares: Sequence[Figures], fair: tuple[float, str]) -> Chart:
    rows = [Bar(n, s["share"], s["low"], s["high"], exactly(s["share"])) for n, s in zip(names, shares, strict=True)]
    picture = plots.bars(title, "; ".join(f"{r.label}: {r.text}" for r in rows), rows, mark=fair)
    return Chart(title, note, picture, ["", "wins", "from", "to"], [[r.label, *map(exactly, r[1:4])] for r in rows])


def _points(f: Figures) -> Iterable[Chart | None]:
    yield spread_chart("Points at the end", findings.on_points(f), f["score"], "points")
    if f["seats"] > 1 and not f["for_points"]:
        rows = [Box(n, s["quantiles"]) for n, s in zip(seat_names(f), f["scores"], strict=True)]
        note = "The stroke is the middle; half of the games are in the box, nine in ten on the line."
        says = "; ".join(f"{r.label}: middle {number(r.quantiles[2])}" for r in rows)
        table = [
            [r.label, number(s["mean"]), *map(number, r.quantiles)] for r, s in zip(rows, f["scores"], strict=True)
        ]
        heads = ["", "mean", "5%", "25%", "50%", "75%", "95%"]
        yield Chart("Points by seat", note, plots.boxes("Points by seat", says, rows), heads, table)


def _drama(f: Figures) -> Iterable[Chart | None]:
    drama = f["drama"]
    points = [
        ((k + 1) / 10, w["share"], w["low"], w["high"])
        for k, w in enumerate(drama["leader_wins"])
        if drama["leads"][k]["share"] > RARE
    ]
    if points:
        picture = plots.lines(
            "How safe is a lead?", "; ".join(f"after {percent(p[0])}: {percent(p[1])}" for p in points),
            [Curve("", points)], plots.percent, mark=(1 / f["seats"], "worth nothing"), axis=SO_FAR,
        )  # fmt: skip
        table = [
            [percent((k + 1) / 10), percent(a["share"]), percent(w["share"])]
            for k, (a, w) in enumerate(zip(drama["leads"], drama["leader_wins"], strict=True))
        ]
        note = "How often who leads alone goes on to win. " + findings.on_leader(f)
        yield Chart("How safe is a lead?", note, picture, ["after", "somebody leads alone", "and wins"], table)
    note = "The part of the game after which the winner leads alone to the end."
    middle = drama["decided"]["quantiles"][2]
    yield spread_chart(
        "When is it decided?",
        note,
        drama["decided"],
        "part of the game",
        (middle, f"half by {percent(middle)}"),
        plots.percent,
    )
    yield spread_chart("Changes of the lead", findings.on_drama(f), drama["changes"], "changes in a game")
    note = f"In {percent(drama['came_back'])} of the games, the winner was behind at some time."
    yield spread_chart("Coming from behind", note, drama["behind"], "points that the winner was behind at worst")


def _choosing(f: Figures) -> Iterable[Chart | None]:
    yield spread_chart(
        "Length of a game", findings.on_length(f), f["length"], "choices" + " of all seats together" * (f["seats"] > 1)
    )
    yield spread_chart("Choices at a decision", findings.on_choices(f), f["branching"], "choices")
    rows = [((k + 0.5) / 10, x, x, x) for k, x in enumerate(f["branching_by_tenth"])]
    if f["branching"]["least"] == f["branching"]["most"]:
        return
    picture = plots.lines(
        "Choices as the game goes on", "; ".join(f"{percent(r[0])}: {number(r[1])}" for r in rows),
        [Curve("", rows)], plots.percent, plots.plain, axis=SO_FAR,
    )  # fmt: skip
    table = [[f"{10 * k}% to {10 * k + 10}%", number(r[1])] for k, r in enumerate(rows)]
    yield Chart(
        "Choices as the game goes on", "The mean number of choices at a decision.", picture, ["", "choices"], table
    )


def _kinds(f: Figures) -> Iterable[Chart | None]:
    kinds = sorted((k for k in f["kinds"] if k["made"]), key=lambda k: -k["made"])
    aim = "points" if f["for_points"] else "winning"
    title, note = "How often it is chosen", "Shares of all choices made" + _of_many(kinds, "the most frequent")
    rows = [Bar(k["name"], k["of_all"], k["of_all"], k["of_all"], percent(k["of_all"])) for k in kinds[:MOST_BARS]]
    table = [[k["name"], f"{k['made']:,}", percent(k["of_all"]), percent(k["taken"])] for k in kinds]
    says = "; ".join(f"{r.label}: {r.text}" for r in rows)
    yield Chart(title, note, plots.bars(title, says, rows), ["", "made", "of all choices", "when on offer"], table)
    known = sorted((k for k in kinds if k["correlation"]), key=lambda k: -abs(k["correlation"]["r"]))
    if not known:
        return
    rows = []
    for k in sorted(known[:MOST_BARS], key=lambda k: -k["correlation"]["r"]):
        r, low, high = (k["correlation"][x] for x in ("r", "low", "high"))
        rows.append(Bar(k["name"], r, low, high, f"{r:+.2f}"))
    title = f"What goes together with {aim}"
    note = (
        f"Correlation of how often it is chosen when it is on offer with {aim}"
        + ("." if f["for_points"] else ", beside the others at the same table.")
        + " It says what goes together, not what causes what."
    )
    says = "; ".join(f"{r.label}: {r.text}" for r in rows)
    picture = plots.intervals(title, says, rows, mark=0.0)
    yield Chart(
        title, note, picture, ["", "r", "from", "to"], [[r.label, *(f"{x:+.3f}" for x in r[1:4])] for r in rows]
    )
    telling = findings.strongest(f)
    if telling and abs(telling["correlation"]["r"]) >= TELLING:
        yield from _by_rate(f, telling)


def _of_many(kinds: Sequence[Figures], which: str) -> str:
    return f", {which} {MOST_BARS} of {len(kinds)} kinds." if len(kinds) > MOST_BARS else "."


def _by_rate(f: Figures, kind: Figures) -> Iterable[Chart | None]:
    seats = sum(t["seats"] for t in kind["by_rate"])
    usual = [t for t in kind["by_rate"] if t["seats"] > RARE * seats and t["seats"] >= 30]
    if len(usual) < 2:
        return
    points = f["for_points"]
    rows = []
    for t in usual:
        half = 0.0 if points else 1.96 * (t["mean"] * (1 - t["mean"]) / t["seats"] / f["worth"]) ** 0.5
        rows.append((t["rate"], t["mean"], t["mean"] - half, t["mean"] + half))
    more = "more" if kind["correlation"]["r"] > 0 else "less"
    title = f"The {more} often “{kind['name']}” the better?"
    note = f"{'Mean points' if points else 'Share of wins'} of those who took it so often when they could."
    says = "; ".join(f"{percent(r[0])}: {number(r[1]) if points else percent(r[1])}" for r in rows)
    mark = None if points else (1 / f["seats"], "fair")
    form = plots.plain if points else plots.percent
    axis = "of the decisions at which it is on offer"
    picture = plots.lines(title, says, [Curve("", rows)], plots.percent, form, mark, not points, axis)
    table = [
        [percent(t["rate"]), f"{t['seats']:,}", number(t["mean"]) if points else exactly(t["mean"])] for t in usual
    ]
    yield Chart(title, note, picture, ["when on offer", "seats", "points" if points else "wins"], table)


# ---- parts ---------------------------------------------------------------------------------------------------------


def spread_chart(
    title: str,
    note: str,
    s: Figures,
    axis: str,
    mark: tuple[float, str] | None = None,
    form: plots.Format = plots.plain,
) -> Chart | None:
    if s["least"] == s["most"]:  # there is nothing to draw
        return None
    text = percent if form is plots.percent else number
    mark = mark or (s["mean"], f"mean {number(s['mean'])}")
    says = f"Mean {text(s['mean'])}; nine in ten from {text(s['quantiles'][0])} to {text(s['quantiles'][-1])}"
    picture = plots.spread(title, says, s["bins"], form, mark, axis)
    heads = ["mean", "least", "5%", "25%", "50%", "75%", "95%", "most"]
    cells = [text(x) for x in (s["mean"], s["least"], *s["quantiles"], s["most"])]
    return Chart(title, note, picture, heads, [cells])
