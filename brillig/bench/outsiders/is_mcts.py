"""Oh Hell against OpenSpiel's ISMCTSBot, whose rules, guesses and search are its own C++: ours takes no more time than it."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean
from time import perf_counter
from typing import Any

import msgspec

from brillig.bench.outsiders.oh_hell import CARDS, GAME, RANKS, SEATS, SUITS, TRICKS
from brillig.bots.levels.duels import NOTHING, DuelTally, seed_of
from brillig.bots.levels.ladders import ladder
from brillig.bots.thinker import Thinker
from brillig.core import BrilligError, Table
from brillig.parts.bits import members
from brillig.positions.drive import ByChance, drive, players_chance

UNLIMITED = 1 << 19  # iterations: time decides
SHORTEST, LONGEST = 0.005, 60.0  # seconds a choice
EXPLORATION = 8.0  # of theirs, in points: the best for it of 2, 4, 8 and 16


class OhHell:
    """Our search against OpenSpiel's, on one core each, with the same time.

    A deal is played six times: ours in each seat against two of theirs, and theirs in each seat against two of ours. What
    counts is what the one has more than each of the two, in points.
    """

    def __init__(self, seconds: float, exploration: float = EXPLORATION) -> None:
        import pyspiel

        self.spiel, self.seconds, self.exploration = pyspiel, seconds, exploration
        cut = {"players": SEATS, "num_suits": SUITS, "num_cards_per_suit": RANKS, "num_tricks_fixed": TRICKS}
        self.theirs = pyspiel.load_game("oh_hell", cut)
        expert = ladder(GAME).settings("expert")  # of a game that nobody has calibrated
        self.settings = msgspec.structs.replace(expert, iterations=UNLIMITED, threads=1)
        self.our_times: list[float] = []
        self.their_times: list[float] = []

    def games(self, deals: int, seed: int) -> Iterator[DuelTally]:
        """By how many points ours is ahead of each of theirs, after each deal."""
        tally = NOTHING
        for k in range(deals):
            tally = tally.plus(self.deal(seed + k))
            yield tally

    def deal(self, seed: int) -> float:
        """The mean of the six games of a deal."""
        ahead = 0.0
        for seat in range(SEATS):
            for sign, ours in ((1, {seat}), (-1, {*range(SEATS)} - {seat})):
                points = self.game(seed, ours).scores()
                ahead += sign * (points[seat] - (sum(points) - points[seat]) / (SEATS - 1))
        return ahead / (2 * SEATS)

    def game(self, seed: int, ours: set[int]) -> Table:
        """One game with us in these seats; the table at its end."""
        table = GAME.new(seed=seed, gear="compiled")
        state, ply = self.begun(table), 0

        def choose(seat: int) -> int:
            if sorted(table.codes(seat)) != state.legal_actions():
                raise BrilligError("Brillig and OpenSpiel do not agree what may be chosen.")
            move = self.our_move if seat in ours else self.their_move
            return move(table, state, seat, seed_of(seed, ply, seat))

        for _, code in drive(table, ByChance(players_chance(seed)), choose):
            state.apply_action(code)
            ply += 1
        if list(state.returns()) != table.scores():
            raise BrilligError("Brillig and OpenSpiel do not agree on the points.")
        return table

    def begun(self, table: Table) -> Any:
        """The same deal there: how many tricks, who deals, the cards one by one, and the trump."""
        s: Any = table.plain
        hands = [members(s.hand[seat]) for seat in range(SEATS)]
        state = self.theirs.new_initial_state()
        for outcome in (TRICKS, s.dealer, *(hands[k % SEATS][k // SEATS] for k in range(CARDS - 1)), s.trump):
            state.apply_action(outcome)
        return state

    def our_move(self, table: Table, state: Any, seat: int, seed: int) -> int:
        late = sum(self.our_times) - len(self.our_times) * mean(self.their_times or [self.seconds])
        allowed = max(SHORTEST, min(self.seconds, self.seconds - late))
        settings = msgspec.structs.replace(self.settings, seconds=allowed)
        began = perf_counter()
        code = Thinker(GAME, settings).choose(table.hidden(seat), seat, seed)
        self.our_times.append(perf_counter() - began)
        return code

    def their_move(self, table: Table, state: Any, seat: int, seed: int) -> int:
        seed %= 1 << 31
        began, seconds, code = perf_counter(), self.seconds, -1
        while code < 0:
            bot = self.spiel.ISMCTSBot(
                seed, self.spiel.RandomRolloutEvaluator(1, seed), self.exploration, UNLIMITED, -1,
                self.spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False, seconds,
            )  # fmt: skip
            try:
                code = int(bot.step(state))
            except self.spiel.SpielError:  # on a busy machine the time can be up before it has looked once
                if seconds > LONGEST:
                    raise
                seconds *= 4
        self.their_times.append(perf_counter() - began)
        return code
