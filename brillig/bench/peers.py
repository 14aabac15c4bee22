"""What we measure against: the same game in another library, whose own compiled code plays the random games."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

EXPLORATION = 2.0
MEGABYTES = 100


@dataclass(frozen=True)
class OpenSpiel:
    """A game of OpenSpiel, and the game of ours that is the same."""

    slug: str
    game: str
    options: Mapping[str, int | str] = field(default_factory=dict)  # of ours, that make the two alike

    name = "OpenSpiel"
    package = "open_spiel"
    extra = "openspiel"

    def version(self) -> str:
        """The version that is installed; empty when none is."""
        try:
            import pyspiel  # noqa: F401

            return importlib.metadata.version(self.package)
        except ImportError:
            return ""

    def seconds(self, games: int, seed: int) -> float:
        """How long its C++ takes for so many random games from the start.

        A search of one simulation looks at the root and nothing else, so there is no tree to pay for: the evaluator
        plays its random games to the end, and their mean is the answer.
        """
        import pyspiel

        game = pyspiel.load_game(self.game)
        state = game.new_initial_state()
        while state.is_chance_node():  # backgammon's first roll
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[seed % len(outcomes)][0])
        evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, 1, MEGABYTES, False, seed, False)
        began = perf_counter()
        bot.mcts_search(state)
        return perf_counter() - began


PEERS = {
    peer.slug: peer
    for peer in (
        OpenSpiel("othellino", "othello", {"size": 8}),
        OpenSpiel("backgammon", "backgammon"),
    )
}
