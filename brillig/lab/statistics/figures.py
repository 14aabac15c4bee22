"""From what was added up to the figures a designer asks for, each with how sure it is."""

from __future__ import annotations

from math import erfc, exp, gamma, sqrt
from typing import Any

from brillig.core import Game
from brillig.lab.simulation.choice_kinds import kinds_of
from brillig.lab.simulation.plan import Plan, PlannedVariant
from brillig.lab.simulation.tally import RATES, WHOLE, Spread, Tally

SURE = 1.959964  # standard errors either side, for 95%
POINTS_MEAN_SOMETHING = 0.05  # the share of choices, from which on, after which somebody must lead alone
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SHOWN_BINS = 48  # of a spread in a figure
DRAGS = 2  # times as long as the middle one
FAR_OFF = 0.001  # so many at either end may share the outermost bins

Figures = dict[str, Any]


def figures(plan: Plan, game: Game, variant: PlannedVariant, tally: Tally) -> Figures:
    """All figures of a variant, as plain data."""
    games, over = (int(n) for n in tally.counts["games"])
    seats, worth = variant.seats, worth_of(variant, tally)
    found: Figures = {
        "seats": seats,
        "options": variant.options,
        "bots": variant.bots,
        "label": plan.label(variant),
        "games": games,
        "unfinished": games - over,
        "watched": int(tally.counts["watched"][0]),
        "opening": variant.opening,
        "different": tally.different.number if tally.different else None,  # games; not said of random ones
        "worth": worth,
        "for_points": game.for_points(seats),
        "length": spread(tally.spreads["length"], worth=worth),
        "dragging": dragging(tally.spreads["length"]),
        "scores": [spread(tally.spreads[f"score {seat}"], worth=worth) for seat in range(seats)],
        "score": spread(sum((tally.spreads[f"score {seat}"] for seat in range(seats)), Spread()), worth=worth),
    }
    if not found["for_points"]:
        found |= _winning(tally, over, worth)
        found |= _drama(tally, worth)
    return found | _choosing(game, tally, found)


def worth_of(variant: PlannedVariant, tally: Tally) -> float:
    """What a game tells, beside one that is like no other: less where bots repeat themselves and nothing was drawn."""
    games = int(tally.counts["games"][0])
    if variant.opening is None or not tally.different or not games:
        return 1.0
    return min(1.0, tally.different.count_as / games)


def dragging(lengths: Spread) -> float:
    """The share of games that take more than twice as many choices as the middle one."""
    return lengths.at_least(DRAGS * lengths.quantile(0.5) + 1)


# ---- winning -------------------------------------------------------------------------------------------------------


def _winning(tally: Tally, games: int, worth: float) -> Figures:
    ties = tally.counts["ties"]
    opened = tally.counts["openers"]
    return {
        "wins": win_shares(tally.counts["wins"], games, worth),
        "tied": share(int(ties[1:].sum()), games, worth),
        "all_tied": share(int(ties[-1]), games, worth),
        "margin": spread(tally.spreads["margin"], worth=worth),
        # Who decides first: nobody (all at once), always the same seat, or now this and now that one.
        "opener": "nobody" if not opened.sum() else "same" if (opened > 0).sum() == 1 else "varies",
        "wins_by_order": win_shares(tally.counts["wins by order"], int(opened.sum()), worth),
    }


def win_shares(wins: Any, games: int, worth: float = 1.0) -> list[Figures]:
    """Each seat's share of the wins; a first place that is shared counts in part."""
    return [share(sum(int(n) * (WHOLE // (k + 1)) for k, n in enumerate(row)) / WHOLE, games, worth) for row in wins]


def share(part: float, whole: float, worth: float = 1.0) -> Figures:
    """A share with its 95% interval (Wilson's, which is right for rare and for few things too)."""
    if whole == 0:
        return {"share": 0.0, "low": 0.0, "high": 1.0}
    p, n, z2 = part / whole, whole * worth, SURE * SURE
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = SURE * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return {"share": p, "low": max(0.0, min(p, middle - half)), "high": min(1.0, max(p, middle + half))}


def chance_of_being_fair(wins: list[Figures], games: float) -> float:
    """How often a game that favours nobody would show shares at least as uneven (chi-square, an upper estimate)."""
    n = len(wins)
    uneven = games * sum((w["share"] - 1 / n) ** 2 for w in wins) * n
    return chi_square_tail(uneven, n - 1)


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance that a chi-square number exceeds x."""
    if x <= 0 or freedom < 1:
        return 1.0
    if x > 1400:
        return 0.0
    half, odd = x / 2, freedom % 2
    powers = [k + odd / 2 for k in range(freedom // 2)]
    tail = exp(-half) * sum(half**p / gamma(p + 1) for p in powers)
    return min(1.0, float(tail + (erfc(sqrt(half)) if odd else 0.0)))


# ---- drama ---------------------------------------------------------------------------------------------------------


def _drama(tally: Tally, worth: float) -> Figures:
    """Who led when. It means something only if points are made during the game."""
    decisions, _, _, led = (int(n) for n in tally.counts["decisions"])
    if decisions == 0 or led < POINTS_MEAN_SOMETHING * decisions:
        return {"drama": None}
    leader = tally.counts["leader"]
    decided = tally.spreads["decided"]
    return {
        "drama": {
            "changes": spread(tally.spreads["changes"], worth=worth),
            "decided": spread(decided, 1000, bins=20, of=(0, 1000), worth=worth),
            "decided_by_half": decided_by(decided, 500),
            "behind": spread(tally.spreads["behind"], worth=worth),
            "came_back": tally.spreads["behind"].at_least(1),
            # After each tenth: how often somebody leads alone, and how often the leader goes on to win.
            "leads": [share(int(lost + won), int(none + lost + won), worth) for none, lost, won in leader],
            "leader_wins": [share(int(won), int(lost + won), worth) for none, lost, won in leader],
        }
    }


def decided_by(decided: Spread, thousandths: int) -> float:
    """The share of games with a winner that were decided by then."""
    return 1 - decided.at_least(thousandths + 1) if decided.count else 0.0


# ---- choosing ------------------------------------------------------------------------------------------------------


def _choosing(game: Game, tally: Tally, found: Figures) -> Figures:
    decisions, offered, forced, _ = (int(n) for n in tally.counts["decisions"])
    width = tally.spreads["width"]
    worth = found["worth"]
    error = tally.spreads["branching"].error / 100 / sqrt(worth)
    mean = offered / decisions if decisions else 0.0
    return {
        "decisions": decisions,
        "branching": spread(width) | {"mean": mean, "low": mean - SURE * error, "high": mean + SURE * error},
        "branching_by_tenth": [int(c) / int(d) if d else 0.0 for d, c in tally.counts["by tenth"]],
        "forced": share(forced, decisions) | _clustered(tally.spreads["forced"], forced, decisions, worth),
        "kinds": kinds(game, tally, decisions, found["for_points"], worth) if kinds_of(game).several else [],
    }


def _clustered(by_game: Spread, part: int, whole: int, worth: float) -> Figures:
    """Decisions of one game are not independent: the interval comes from how much games differ."""
    p, half = part / whole if whole else 0.0, SURE * by_game.error / 1000 / sqrt(worth)
    return {"low": max(0.0, p - half), "high": min(1.0, p + half)}


def kinds(game: Game, tally: Tally, decisions: int, points: bool, worth: float = 1.0) -> list[Figures]:
    """How often each kind is made, taken when it is on offer, and how it goes together with winning (or points)."""
    names, sums = kinds_of(game).names, tally.sums["kinds"]
    groups = [tuple(sums[k : k + 6]) for k in range(0, len(sums), 6)]  # of each place, and there of each kind
    found = []
    for kind, name in enumerate(names):
        made, on_offer = int(tally.counts["made"][kind]), int(tally.counts["on offer"][kind])
        found.append(
            {
                "name": name,
                "made": made,
                "of_all": made / decisions if decisions else 0.0,
                "on_offer": on_offer,
                "taken": made / on_offer if on_offer else 0.0,
                "correlation": correlation(groups[kind :: len(names)], worth),
                "by_rate": by_rate(tally, kind, points),
            }
        )
    return found


def correlation(groups: list[tuple[int, ...]], worth: float = 1.0) -> Figures | None:
    """Pearson's within groups, with its 95% interval; None if one of the two never varies.

    Each group is n and the sums of y, y y, x, x x and x y. The seats of a table depend on each other, so that two of
    them tell about as much as one.
    """
    xx = yy = xy = 0.0
    for n, y, y_y, x, x_x, x_y in groups:
        if n:
            xx, yy, xy = xx + (n * x_x - x * x) / n, yy + (n * y_y - y * y) / n, xy + (n * x_y - x * y) / n
    if xx <= 0 or yy <= 0:
        return None
    r = max(-1.0, min(1.0, xy / (sqrt(xx) * sqrt(yy))))
    tables = worth * sum(group[0] for group in groups) / min(2, len(groups))
    half = SURE * (1 - r * r) / sqrt(max(1, tables - 1))
    return {"r": r, "low": max(-1.0, r - half), "high": min(1.0, r + half)}


def by_rate(tally: Tally, kind: int, points: bool) -> list[Figures]:
    """What those won who took this kind of choice at 0, 1, ... 10 tenths of the decisions at which they could."""
    seats = tally.counts["rates"][kind]
    won = tally.sums["won"][kind * RATES : (kind + 1) * RATES]
    found = []
    for tenth, count in enumerate(seats.tolist()):
        if count:
            mean = won[tenth] / count if points else won[tenth] / WHOLE / count
            found.append({"rate": tenth / (RATES - 1), "seats": count, "mean": mean})
    return found


# ---- spreads -------------------------------------------------------------------------------------------------------


def spread(
    numbers: Spread, scale: int = 1, bins: int = SHOWN_BINS, of: tuple[int, int] | None = None, worth: float = 1.0
) -> Figures:
    """Mean with its 95% interval, quantiles, and bins for a picture."""
    mean, half = numbers.mean / scale, SURE * numbers.error / scale / sqrt(worth)
    return {
        "mean": mean,
        "low": mean - half,
        "high": mean + half,
        "deviation": numbers.deviation / scale,
        "quantiles": [numbers.quantile(q) / scale for q in QUANTILES],
        "least": numbers.quantile(0) / scale,
        "most": numbers.quantile(1) / scale,
        "bins": binned(numbers, scale, bins, of),
    }


def binned(
    numbers: Spread, scale: int, most: int, of: tuple[int, int] | None = None
) -> list[tuple[float, float, float]]:
    """From, to and share of at most so many bins of equal width. Far-off numbers share the first and the last bin."""
    pairs, count = numbers.pairs(), numbers.count
    if not count:
        return []
    if of:  # a scale with fixed ends
        low, width, shares = of[0], (of[1] - of[0]) // most, [0.0] * most
    else:
        low, high = int(numbers.quantile(FAR_OFF)), int(numbers.quantile(1 - FAR_OFF))
        width = -(-(high - low + 1) // most)
        shares = [0.0] * -(-(high - low + 1) // width)
    for x, c in pairs:
        shares[max(0, min(len(shares) - 1, int(x - low) // width))] += c / count
    return [((low + k * width) / scale, (low + (k + 1) * width) / scale, part) for k, part in enumerate(shares)]


def rounded(data: Any, digits: int = 6) -> Any:
    """The same data with as many digits as mean something."""
    if isinstance(data, float):
        return float(f"{data:.{digits}g}")
    if isinstance(data, dict):
        return {key: rounded(value, digits) for key, value in data.items()}
    return [rounded(value, digits) for value in data] if isinstance(data, list | tuple) else data


# ---- numbers in sentences ------------------------------------------------------------------------------------------


def percent(x: float) -> str:
    """31%, 4.6%, 0.3%"""
    p = 100 * x
    if p != 0 and abs(p) < 0.1:
        return "less than 0.1%"
    return f"{p:.1f}%" if abs(p) < 10 or (90 < p < 100 and round(p) == 100) else f"{p:.0f}%"


def exactly(x: float) -> str:
    """31.4%: where intervals matter."""
    return f"{100 * x:.1f}%"


def number(x: float) -> str:
    """3 or 4 digits, as many as mean something."""
    if abs(x) >= 100:
        return f"{x:,.0f}"
    text = f"{x:.1f}" if abs(x) >= 10 else f"{x:.2f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def between(f: Figures) -> str:
    return f"{exactly(f['low'])} to {exactly(f['high'])}"


def many(n: float, one: str, more: str = "") -> str:
    """1 choice, 2 choices"""
    return f"{number(n)} {one if number(n) == '1' else more or one + 's'}"
