"""Othello against OpenSpiel's MCTSBot: it thinks for about a given time a move, and ours takes no more in all."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import msgspec

import brillig
from brillig.bench.peers import EXPLORATION, MEGABYTES, PEERS
from brillig.bots.levels.duels import NOTHING, DuelTally, seed_of, shares
from brillig.bots.levels.ladders import ladder
from brillig.bots.thinker import Thinker
from brillig.core import BrilligError, Table
from brillig.positions.drive import ByChance, drive, players_chance

UNLIMITED = 1 << 19  # iterations: time decides
PASS = 64  # a move of OpenSpiel's Othello; ours passes by itself
SHORTEST = 0.005  # seconds a move
FASTER = 1.2  # at most, from one move to the next


class Othello:
    """Our search against OpenSpiel's, on one core each, with the same time."""

    def __init__(self, seconds: float) -> None:
        import pyspiel

        self.spiel, self.seconds = pyspiel, seconds
        peer = PEERS["othellino"]
        self.ours, self.theirs = brillig.load(peer.slug), pyspiel.load_game(peer.game)
        self.options = dict(peer.options)
        self.rate = self.rate_at_first = self._first_rate()  # simulations a second
        self.our_times: list[float] = []
        self.their_times: list[float] = []

    def _first_rate(self) -> float:
        """Simulations a second from the start of a game; later they are shorter."""
        bot = self.spiel.MCTSBot(
            self.theirs, self.spiel.RandomRolloutEvaluator(1, 1), EXPLORATION, 200, MEGABYTES, True, 1, False
        )
        began = perf_counter()
        bot.step(self.theirs.new_initial_state())
        return 200 / (perf_counter() - began)

    def games(self, games: int, seed: int) -> Iterator[DuelTally]:
        """What ours has won after each game."""
        tally = NOTHING
        for k in range(games):
            tally = tally.plus(self.game(k % 2, seed + k))
            yield tally

    def game(self, seat: int, seed: int) -> float:
        """What ours wins in this seat: 1, 0 or a half. The first seat always begins."""
        table = self.ours.new(seed=seed, options={**self.options, "first_mover": "seat 1"}, gear="compiled")
        state, ply = self.theirs.new_initial_state(), 0
        self.rate = self.rate_at_first

        def choose(mover: int) -> int:
            while state.legal_actions() == [PASS]:
                state.apply_action(PASS)
            move = self.our_move if mover == seat else self.their_move
            return move(table, state, seed_of(seed, ply, mover))

        for _, code in drive(table, ByChance(players_chance(seed)), choose):
            state.apply_action(code)
            ply += 1
        while not state.is_terminal():
            state.apply_action(PASS)
        share = shares(table)[seat]
        if state.returns()[seat] != 2 * share - 1:
            raise BrilligError("Brillig and OpenSpiel do not agree who has won.")
        return share

    def our_move(self, table: Table, state: Any, seed: int) -> int:
        seat = table.waiting()[0]
        ahead = sum(self.their_times) - sum(self.our_times)
        allowed = max(SHORTEST, min(self.seconds, self.seconds + ahead))
        settings = msgspec.structs.replace(
            ladder(self.ours).settings("expert"), iterations=UNLIMITED, seconds=allowed, threads=1
        )
        began = perf_counter()
        code = Thinker(self.ours, settings).choose(table.hidden(seat), seat, seed)
        self.our_times.append(perf_counter() - began)
        return code

    def their_move(self, table: Table, state: Any, seed: int) -> int:
        simulations, seed = max(2, int(self.rate * self.seconds)), seed % (1 << 31)
        evaluator = self.spiel.RandomRolloutEvaluator(1, seed)
        bot = self.spiel.MCTSBot(self.theirs, evaluator, EXPLORATION, simulations, MEGABYTES, True, seed, False)
        began = perf_counter()
        code = int(bot.step(state))
        took = perf_counter() - began
        self.their_times.append(took)
        # Near the end it may find out everything long before its simulations are used up: that says nothing.
        self.rate = min(simulations / took, FASTER * self.rate)
        return code
