"""What is one and the same code for every game is tried with a few games, of every kind; with all of them in the long run."""

from __future__ import annotations

from typing import Any

import pytest

from brillig import catalogue

FEW = {
    "backgammon",  # dice
    "fawlty-towers",  # a moment of skill
    "flower-garden",  # a market
    "gold-mine",  # chosen at the same time
    "grenade-salad",  # an open field
    "liars-cards",  # hands, and what is said of them
    "othellino",  # nothing hidden, no chance
    "slithy",  # bids
    "speed-round",  # a race
    "temple-of-doom",  # together against the game
}


def slugs(*more: str) -> list[Any]:
    """For pytest's parametrize: the few, and these; the others in the long run."""
    them = FEW.union(more)
    return [slug if slug in them else pytest.param(slug, marks=pytest.mark.soak) for slug in catalogue.slugs()]
