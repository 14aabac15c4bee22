"""How fast the search is, beside OpenSpiel's: iterations a second on one core, in turns with theirs.

Both sides do the same work: a tree from the start of the game, and one random game to the end in every iteration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from brillig.bench.peers import EXPLORATION, MEGABYTES, PEERS, OpenSpiel
from brillig.bots.search import Search, Settings
from brillig.core import Game, Table

ROUNDS = 5  # alternations; the median counts, so that one disturbance does not
MOST = 1 << 19  # iterations in one tree: they all get a node


@dataclass
class SearchSpeed:
    """Iterations a second."""

    ours_per_second: float
    theirs_per_second: float  # 0 when OpenSpiel does not have the game, or is not installed
    ratio: float  # ours over theirs; 0 without theirs
    name: str = ""
    version: str = ""


def search_speed(game: Game, options: Mapping[str, object] | None = None, seconds: float = 5.0) -> SearchSpeed:
    """Measure for about so long. With a peer, the options should be those that make the two games alike."""
    table = game.new(options=options, gear="compiled").settle()
    peer = PEERS.get(game.slug)
    version = peer.version() if peer else ""
    share = seconds / ROUNDS / (2 if version else 1)
    ours(table, 0.01, 0)  # compiles
    mine, theirs = [], []
    for k in range(ROUNDS):
        mine.append(ours(table, share, k))
        if peer and version:
            theirs.append(of_openspiel(peer, share, k))
    if not theirs:
        return SearchSpeed(median(mine), 0.0, 0.0)
    ratio = median(a / b for a, b in zip(mine, theirs, strict=True))
    return SearchSpeed(median(mine), median(theirs), ratio, peer.name if peer else "", version)


def ours(table: Table, seconds: float, seed: int) -> float:
    """Our iterations a second."""
    search = Search(table.game, Settings(iterations=MOST, seconds=seconds, prefer=False, value=False))
    done = took = 0.0
    while took < seconds:
        thought = search.think(table, table.waiting()[0], seed)
        done, took = done + thought.iterations, took + thought.seconds
    return done / took


def of_openspiel(peer: OpenSpiel, seconds: float, seed: int) -> float:
    """Theirs: MCTSBot with a random rollout for each simulation, as many simulations as fit."""
    import pyspiel

    game = pyspiel.load_game(peer.game)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[seed % len(outcomes)][0])
    simulations = 64
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed + 1)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEGABYTES, False, seed + 1, False)
        began = perf_counter()
        bot.mcts_search(state)
        took = perf_counter() - began
        if took > seconds / 2:
            return simulations / took
        simulations = max(2 * simulations, int(0.8 * simulations * seconds / took))
