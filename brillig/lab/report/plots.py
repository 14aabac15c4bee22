"""Plots as SVG: bars, spreads, boxes, intervals and lines.

They are drawn in numbers of a 480 wide canvas and take their colours from the page (report.css), so they are right by
day and by night. Every plot says in words what it shows; nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH = 480
TOP, RIGHT, FOOT = 14, 22, 34
ROW = 34  # height of a bar with the space around it
LABELS = 118  # width of the names of bars
PLOT = 190  # height of a plot with an axis of its own

Format = Callable[[float], str]


class Bar(NamedTuple):
    label: str
    value: float
    low: float
    high: float
    text: str  # the value in words, beside the bar


class Box(NamedTuple):
    label: str
    quantiles: Sequence[float]  # 5%, 25%, 50%, 75%, 95%


class Curve(NamedTuple):
    label: str
    points: Sequence[tuple[float, float, float, float]]  # x, y, and between what y lies


def plain(x: float) -> str:
    return f"{x:,.0f}" if abs(x - round(x)) < 1e-9 else f"{x:,.2f}".rstrip("0").rstrip(".")


def percent(x: float) -> str:
    return f"{100 * x:.0f}%" if abs(100 * x - round(100 * x)) < 1e-6 else f"{100 * x:.1f}%"


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers that cover a range."""
    if high <= low:
        high = low + 1
    step = 10 ** floor(log10((high - low) / most))
    for times in (1, 2, 5, 10, 20, 50):
        first = floor(low / (step * times) + 1e-9)
        last = ceil(high / (step * times) - 1e-9)
        if last - first <= most:
            break
    return [round(k * step * times, 12) for k in range(first, last + 1)]


# ---- plots ---------------------------------------------------------------------------------------------------------


def bars(
    title: str, says: str, rows: Sequence[Bar], form: Format = percent, mark: tuple[float, str] | None = None
) -> str:
    """Lying bars from nought, with intervals; `mark`: a line to compare with, and its name."""
    head = 20 if mark else 0
    top = TOP + head
    marks = ticks(0, max([r.high for r in rows] + ([mark[0]] if mark else [])), 5)
    high = top + ROW * len(rows)
    x = _scale(marks[0], marks[-1], LABELS, WIDTH - RIGHT - 54)
    body = [_grid_down(x, marks, top, high, form)]
    for k, row in enumerate(rows):
        y = top + ROW * k + ROW / 2
        body.append(_text(LABELS - 10, y, _short(row.label, 15), "label end"))
        wide = max(0.5, x(row.value) - x(0))
        body.append(f'<rect class="bar" x="{x(0):.1f}" y="{y - 9:.1f}" width="{wide:.1f}" height="18" rx="2"/>')
        if row.low < row.high:
            body.append(_whisker(x(row.low), x(row.high), y))
        body.append(_text(max(x(row.value), x(row.high)) + 8, y, row.text, "value"))
    if mark:
        at = x(mark[0])
        body.append(f'<line class="mark" x1="{at:.1f}" x2="{at:.1f}" y1="{top - 4}" y2="{high}"/>')
        body.append(_text(at, TOP + 2, mark[1], "marked middle"))
    return _canvas(title, says, high + FOOT, body)


def intervals(
    title: str, says: str, rows: Sequence[Bar], form: Format = plain, mark: float | None = None, room: int = LABELS
) -> str:
    """Points with their intervals, each on a line of its own."""
    low, high = min(r.low for r in rows), max(r.high for r in rows)
    if mark is not None:
        reach = max(abs(low - mark), abs(high - mark), 1e-9)
        low, high = mark - reach, mark + reach
    marks = ticks(low, high, 5)
    foot = TOP + ROW * len(rows)
    x = _scale(marks[0], marks[-1], room, WIDTH - RIGHT - 54)
    body = [_grid_down(x, marks, TOP, foot, form)]
    if mark is not None:
        body.append(f'<line class="mark" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="{TOP}" y2="{foot}"/>')
    for k, row in enumerate(rows):
        y = TOP + ROW * k + ROW / 2
        body.append(_text(room - 10, y, _short(row.label, room // 8), "label end"))
        body.append(_whisker(x(row.low), x(row.high), y, "reach"))
        body.append(f'<circle class="point" cx="{x(row.value):.1f}" cy="{y:.1f}" r="5"/>')
        body.append(_text(WIDTH - 4, y, row.text, "value end"))
    return _canvas(title, says, foot + FOOT, body)


def spread(
    title: str, says: str, bins: Sequence[tuple[float, float, float]], form: Format = plain,
    mark: tuple[float, str] | None = None, axis: str = "",
) -> str:  # fmt: skip
    """How often numbers came up: a column for each bin. `mark`: a number to point out, and its name."""
    left, foot = 44, TOP + 16 + PLOT
    one_each = all(high - low == 1 for low, high, _ in bins)  # columns stand over their number
    low, high = (bins[0][0] - 0.5, bins[-1][1] - 0.5) if one_each else (bins[0][0], bins[-1][1])
    marks = ticks(0, max(share for *_, share in bins), 4)
    x, y = _scale(low, high, left, WIDTH - RIGHT), _scale(0, marks[-1], foot, TOP + 16)
    body = [_grid_across(y, marks, left, percent)]
    gap = 1.0 if len(bins) < 40 else 0.4
    for a, b, share in bins:
        start, end = (a - 0.5, b - 0.5) if one_each else (a, b)
        if share:
            body.append(
                f'<rect class="bar" x="{x(start) + gap:.1f}" y="{y(share):.1f}" '
                f'width="{max(0.6, x(end) - x(start) - 2 * gap):.1f}" height="{max(0.5, foot - y(share)):.1f}"/>'
            )
    under = [t for t in ticks(low, high, 7) if low <= t <= high and (not one_each or t == round(t))]
    body.append(_axis_below(x, under, left, foot, form))
    if mark:
        at = x(mark[0])
        body.append(f'<line class="mark" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP + 8}" y2="{foot}"/>')
        side = "start" if at < WIDTH / 2 else "end"
        body.append(_text(at + (6 if side == "start" else -6), TOP + 4, mark[1], f"marked {side}"))
    return _canvas(title, says, foot + FOOT + 16 * bool(axis), [*body, _named(axis, foot)])


def boxes(title: str, says: str, rows: Sequence[Box], form: Format = plain) -> str:
    """For each row: from 5% to 95% a line, from 25% to 75% a box, the middle a stroke."""
    marks = ticks(min(r.quantiles[0] for r in rows), max(r.quantiles[-1] for r in rows), 6)
    foot = TOP + ROW * len(rows)
    x = _scale(marks[0], marks[-1], LABELS, WIDTH - RIGHT - 14)
    body = [_grid_down(x, marks, TOP, foot, form)]
    for k, (label, (least, lower, middle, upper, most)) in enumerate(rows):
        y = TOP + ROW * k + ROW / 2
        body.append(_text(LABELS - 10, y, _short(label, 15), "label end"))
        body.append(f'<line class="whisker" x1="{x(least):.1f}" x2="{x(most):.1f}" y1="{y}" y2="{y}"/>')
        wide = max(2.0, x(upper) - x(lower))
        body.append(f'<rect class="box" x="{x(lower):.1f}" y="{y - 9}" width="{wide:.1f}" height="18" rx="2"/>')
        body.append(
            f'<line class="middle-stroke" x1="{x(middle):.1f}" x2="{x(middle):.1f}" y1="{y - 10}" y2="{y + 10}"/>'
        )
    return _canvas(title, says, foot + FOOT, body)


def lines(
    title: str, says: str, series: Sequence[Curve], form_x: Format = plain, form_y: Format = percent,
    mark: tuple[float, str] | None = None, from_nought: bool = True, axis: str = "",
) -> str:  # fmt: skip
    """Lines with the band in which they surely lie; each carries its name at its end."""
    left, foot = 48, TOP + 10 + PLOT
    points = [p for line in series for p in line.points]
    reach = [p[2] for p in points] + [p[3] for p in points] + ([mark[0]] if mark else []) + [0.0] * from_nought
    marks = ticks(min(reach), max(reach), 5)
    end = WIDTH - RIGHT - (70 if len(series) > 1 else 6)
    first, last = min(p[0] for p in points), max(p[0] for p in points)
    x, y = (
        _scale(first, last if last > first else first + 1, left + 10, end),
        _scale(marks[0], marks[-1], foot, TOP + 10),
    )
    body = [_grid_across(y, marks, left, form_y)]
    under = sorted({p[0] for p in points})
    under = under if len(under) <= 11 else [t for t in ticks(first, last, 8) if first <= t <= last]
    body.append(_axis_below(x, under, left, foot, form_x))
    if mark:
        body.append(f'<line class="mark" x1="{left}" x2="{end}" y1="{y(mark[0]):.1f}" y2="{y(mark[0]):.1f}"/>')
        body.append(_text(end, y(mark[0]) + (11 if y(mark[0]) < foot - 20 else -11), mark[1], "marked end"))
    for k, line in enumerate(series):
        there = [f"{x(p[0]):.1f},{y(p[3]):.1f}" for p in line.points]
        back = [f"{x(p[0]):.1f},{y(p[2]):.1f}" for p in reversed(line.points)]
        body.append(f'<polygon class="band s{k % 4}" points="{" ".join(there + back)}"/>')
        along = " ".join(f"{x(p[0]):.1f},{y(p[1]):.1f}" for p in line.points)
        body.append(f'<polyline class="line s{k % 4}" points="{along}"/>')
        body += [f'<circle class="point s{k % 4}" cx="{x(p[0]):.1f}" cy="{y(p[1]):.1f}" r="3.5"/>' for p in line.points]
        if len(series) > 1:
            at = line.points[-1]
            body.append(_text(x(at[0]) + 8, y(at[1]), _short(line.label, 10), "value"))
    return _canvas(title, says, foot + FOOT + 16 * bool(axis), [*body, _named(axis, foot)])


# ---- their parts ---------------------------------------------------------------------------------------------------


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    span = high - low or 1
    return lambda value: start + (end - start) * (value - low) / span


def _canvas(title: str, says: str, height: float, body: Sequence[str]) -> str:
    says = escape(f"{title}. {says}", quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{says}">{"".join(body)}</svg>'


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" dy=".35em">{escape(words)}</text>'


def _whisker(a: float, b: float, y: float, kind: str = "whisker") -> str:
    ends = "".join(f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 4}" y2="{y + 4}"/>' for x in (a, b))
    return f'<line class="{kind}" x1="{a:.1f}" x2="{b:.1f}" y1="{y}" y2="{y}"/>' + ends


def _grid_down(x: Callable[[float], float], marks: Sequence[float], top: float, foot: float, form: Format) -> str:
    return "".join(
        f'<line class="grid" x1="{x(t):.1f}" x2="{x(t):.1f}" y1="{top}" y2="{foot}"/>'
        + _text(x(t), foot + 16, form(t), "tick middle")
        for t in marks
    )


def _grid_across(y: Callable[[float], float], marks: Sequence[float], left: float, form: Format) -> str:
    return "".join(
        f'<line class="grid" x1="{left}" x2="{WIDTH - RIGHT}" y1="{y(t):.1f}" y2="{y(t):.1f}"/>'
        + _text(left - 8, y(t), form(t), "tick end")
        for t in marks
    )


def _axis_below(x: Callable[[float], float], marks: Sequence[float], left: float, foot: float, form: Format) -> str:
    line = f'<line class="axis" x1="{left}" x2="{WIDTH - RIGHT}" y1="{foot}" y2="{foot}"/>'
    return line + "".join(_text(x(t), foot + 16, form(t), "tick middle") for t in marks)


def _named(axis: str, foot: float) -> str:
    return _text(WIDTH - RIGHT, foot + 36, axis, "tick end") if axis else ""


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
