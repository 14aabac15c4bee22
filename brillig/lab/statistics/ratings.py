"""Ratings: the numbers that make the results of all duels most likely (Bradley and Terry), on Elo's scale."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Any, NamedTuple

import numpy as np

from brillig.lab.statistics.sequential_test import SURE, Duel

ELO = 400 / log(10)
DRAWN = 1.0  # a drawn game is added to every duel, so that who has never lost is not rated endlessly high
STEPS = 200


class Rating(NamedTuple):
    rating: float  # 0 is the middle of the field
    low: float
    high: float


def rate(players: int, duels: Mapping[tuple[int, int], Duel]) -> list[Rating]:
    """A rating for each player, with its 95% interval, from duels of player a with player b."""
    strength = np.zeros(players)
    for _ in range(STEPS):  # Newton's method
        gradient, curve, _ = _slopes(players, duels, strength)
        step = np.linalg.pinv(curve) @ gradient
        strength = strength + np.clip(step, -1, 1)
        strength -= strength.mean()
        if np.abs(step).max() < 1e-9:
            break
    _, curve, noise = _slopes(players, duels, strength)
    inverse = np.linalg.pinv(curve)
    # Rounds may vary more or less than as many games would that have nothing to do with each other: the wider counts.
    spread = np.sqrt(np.maximum(np.diag(inverse @ noise @ inverse), np.diag(inverse)).clip(0))
    return [Rating(ELO * s, ELO * (s - SURE * e), ELO * (s + SURE * e)) for s, e in zip(strength, spread, strict=True)]


def _slopes(players: int, duels: Mapping[tuple[int, int], Duel], strength: Any) -> tuple[Any, Any, Any]:
    """First and second derivatives of the log-likelihood, and how much the first vary from round to round."""
    gradient, curve, noise = np.zeros(players), np.zeros((players, players)), np.zeros((players, players))
    for (a, b), duel in duels.items():
        if not duel.rounds:
            continue
        games, worth = duel.games, duel.count_as / duel.rounds
        p = 1 / (1 + np.exp(strength[b] - strength[a]))
        side = np.zeros(players)
        side[a], side[b] = 1, -1
        gradient += side * (worth * games * (duel.total - duel.rounds * p) + DRAWN * (0.5 - p))
        across = np.outer(side, side)
        curve += across * (worth * games * duel.rounds + DRAWN) * p * (1 - p)
        noise += across * worth * games**2 * max(0.0, duel.squares - 2 * p * duel.total + duel.rounds * p * p)
    return gradient, curve, noise
