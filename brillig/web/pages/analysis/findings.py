"""Findings: what a page tells of choices that were weighed: the curves of who stood how, and where the match turned."""

from __future__ import annotations

from collections.abc import Sequence

from brillig.bots.analysis import Analysis, Decision, Question, WeighedChoice, worth
from brillig.core import Game
from brillig.match import EndEntry
from brillig.web.http.forms import DecisionSheet, MatchAnalysis, SeatTally, StandingCurve, WeighedSheet

MOST_TURNS = 8
LEAST_LOST, LEAST_POINTS = 0.05, 1.0  # of a win, or in points: what is less may be an error of ours


def weigh(question: Question, decision: Decision) -> DecisionSheet:
    """A choice beside the best one, with what is touched on the board for either."""
    analysis = decision.analysis
    chosen, best = analysis.option(decision.code), analysis.options[0]
    better = best.code != chosen.code and decision.cost > 0
    return DecisionSheet(
        question.step, question.seat, _option(question, analysis, chosen),
        _option(question, analysis, best) if better else None,
        round(chosen.mean, 4), round(decision.cost, 4), _lost(decision.cost, analysis.for_points), analysis.exact,
    )  # fmt: skip


def _option(question: Question, analysis: Analysis, option: WeighedChoice) -> WeighedSheet:
    view = question.view
    touch = view.game.touch(view.plain, question.seat, option.code)
    return WeighedSheet(option.label, worth(analysis, option), list(touch))


def _lost(cost: float, for_points: bool) -> str:
    return f"{cost:.1f} points" if for_points else f"{100 * cost:.0f}%"


def gather(game: Game, seats: int, made: Sequence[DecisionSheet], end: EndEntry | None, steps: int) -> MatchAnalysis:
    """Everything about a match, from its choices in order."""
    points = game.for_points(seats)
    least = LEAST_POINTS if points else LEAST_LOST
    dear = [k for k, decision in enumerate(made) if decision.better and decision.cost >= least]
    turns = sorted(sorted(dear, key=lambda k: -made[k].cost)[:MOST_TURNS])
    tallies = [tally(seat, made, points) for seat in range(seats)]
    return MatchAnalysis(
        points, list(made), turns, [t for t in tallies if t.made], curves(game, seats, made, end, steps)
    )


def tally(seat: int, made: Sequence[DecisionSheet], points: bool) -> SeatTally:
    mine = [decision for decision in made if decision.seat == seat]
    lost = sum(decision.cost for decision in mine)
    words = f"{lost:.1f} points" if points else f"{100 * lost:.0f}% of a win"
    return SeatTally(seat, len(mine), sum(decision.better is None for decision in mine), words)


def curves(
    game: Game, seats: int, made: Sequence[DecisionSheet], end: EndEntry | None, steps: int
) -> list[StandingCurve]:  # fmt: skip
    """How each seat stood after its choices, in its own eyes. Where two play and nothing is hidden, what one has the other
    lacks, so each choice tells about both."""
    points, mirrored = game.for_points(seats), seats == 2 and not game.hidden and not game.together
    found = []
    for seat in range(seats):
        line = [
            (d.step, d.mean if d.seat == seat else round(1 - d.mean, 4)) for d in made if mirrored or d.seat == seat
        ]
        if end:
            line.append((steps, float(end.scores[seat]) if points else beaten(end.ranks, seat)))
        if any(d.seat == seat for d in made) or mirrored:
            found.append(StandingCurve(seat, line))
    return found


def beaten(ranks: Sequence[int], seat: int) -> float:
    """The share of the others that a seat has beaten, those beside it counted half."""
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    if not others:
        return 1.0
    return sum((rank > ranks[seat]) + 0.5 * (rank == ranks[seat]) for rank in others) / len(others)
