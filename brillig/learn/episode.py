"""One game as learners play it: whose decision it is, how time passes, and what it was worth.

Where several seats are to decide at once they are asked one after another, going round the table; what they chose is
hidden from the others until the rules show it, so that comes to the same. Where a clock runs, seeing takes time: who
is ready first is chance, drawn like everything else from the seed (see bots/levels/pace.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brillig.bots.levels.duels import shares
from brillig.bots.levels.pace import Pace
from brillig.core import Game, IllegalChoice, Table, below
from brillig.core.kernels import THINKS
from brillig.positions.drive import NOBODY, players_chance

REWARDS = ("ranks", "scores")
ILLEGAL = ("raise", "random")


class Episode:
    """A table, and who is to decide at it. `begin` lays it out anew."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        rewards: str | None = None,
        illegal: str = "raise",
        gear: str = "compiled",
        players: Sequence[Any] | None = None,
    ) -> None:
        self.game, self.seats, self.options, self.gear = game, game.check_seats(seats), options, gear
        self.rewards_by = check_rewards(rewards, self.seats)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.players = players or [None] * self.seats  # whose reaction times count; a learner has the usual one
        game.encode(options)

    def begin(self, seed: int) -> None:
        """The game that `game.new` opens with this seed."""
        self.seed, self.ply = seed, 0
        self.rng = players_chance(seed)
        self.table: Table = self.game.new(self.seats, seed, self.options, gear=self.gear, timed=True)
        self.pace = Pace(self.players, self.rng)
        self.last = self.seats - 1
        self.seat = self.next_seat()

    # ---- who is to decide ------------------------------------------------------------------------------------------

    def next_seat(self) -> int:
        """The seat that decides now; NOBODY: the game is over. What the table does by itself is done."""
        while True:
            waiting, due = self.table.waiting(), self.table.due()
            if due < 0:
                return next((s for s in self.round() if s in waiting), NOBODY) if waiting else NOBODY
            seat = self.pace.next(self.table)
            if seat != NOBODY:
                return seat
            self.table.tick()

    def round(self) -> list[int]:
        """All seats, going round the table from the one that decided last."""
        return [(self.last + 1 + k) % self.seats for k in range(self.seats)]

    @property
    def over(self) -> bool:
        return self.seat == NOBODY

    # ---- deciding --------------------------------------------------------------------------------------------------

    def act(self, code: Any) -> str:
        """Let the seat whose decision it is choose. Why something else was played instead, or nothing."""
        code, refused = self.allowed(self.seat, code)
        self.table.play(self.seat, code)
        self.ply += 1
        self.last = self.seat
        self.seat = self.next_seat()
        return refused

    def act_at_once(self, wanted: Mapping[int, Any]) -> dict[int, str]:
        """Let all these seats choose, who all see the same table; chance says whose choice arrives first.

        Whose choice was not played, and why.
        """
        for seat in self.table.waiting():
            if self.table.due() < 0 and wanted.get(seat) is None:
                raise IllegalChoice(f"Seat {seat} is to decide: its action is missing.")
        wanted = {seat: wanted[seat] for seat in self.table.waiting() if wanted.get(seat) is not None}
        chosen = {seat: self.allowed(seat, code) for seat, code in wanted.items()}
        refused = {seat: why for seat, (_, why) in chosen.items() if why}
        arrives = dict.fromkeys(chosen, 0)
        if self.table.due() >= 0:
            start = int(self.table.plain.now)
            arrives = {seat: start + 1 + below(self.rng, THINKS) for seat in chosen}
            arrives[NOBODY] = start + THINKS  # when the step is over, whoever chose
        for seat in sorted(arrives, key=lambda seat: arrives[seat]):
            self.pass_time(arrives[seat])
            if seat == NOBODY or self.table.over:
                continue
            late = self.table.refusal(seat, chosen[seat][0])
            if late:
                refused[seat] = late
            else:
                self.table.play(seat, chosen[seat][0])
                self.ply += 1
        self.table.settle()
        self.seat = NOBODY if self.table.over else self.table.waiting()[0]
        return refused

    def pass_time(self, until: int) -> None:
        """Let the clock run, if there is one, and the table act when its time has come."""
        while 0 <= self.table.due() <= until:
            self.table.tick()
        if self.table.due() >= 0:
            self.table.plain.now = max(int(self.table.plain.now), until)

    def allowed(self, seat: int, code: Any) -> tuple[int, str]:
        """The choice to play, and why it is not the one that was asked for."""
        try:
            wanted = int(code)
        except (TypeError, ValueError):
            wanted = -1
        why = self.table.refusal(seat, wanted)
        if not why:
            return wanted, ""
        codes = self.table.shortlist(seat)
        if self.illegal == "random":
            return codes[below(self.rng, len(codes))], why
        few = ", ".join(map(str, codes[:12])) + (", ..." if len(codes) > 12 else "")
        raise IllegalChoice(f"Seat {seat} may not choose {str(code)[:20]}: {why} Its action_mask allows {few}.")

    # ---- what it was worth -----------------------------------------------------------------------------------------

    def rewards(self) -> list[float]:
        """What each seat gets for a finished game; nothing before, so that a reward tells no secret."""
        return worth(self.table, self.rewards_by) if self.over else [0.0] * self.seats


def worth(table: Table, by: str) -> list[float]:
    """By scores: the points. By ranks: from 1 for beating all others to -1 for being beaten by all; together 0."""
    if by == "scores":
        return [float(points) for points in table.scores()]
    return [2 * share - 1 for share in shares(table)]


def check_rewards(rewards: str | None, seats: int) -> str:
    """Ranks, where there is anybody to be compared with."""
    if rewards is None:
        return "ranks" if seats > 1 else "scores"
    if rewards == "ranks" and seats == 1:
        raise ValueError("There are no ranks in a game for one; rewards can be 'scores'.")
    return one_of("rewards", rewards, REWARDS)


def one_of(what: str, word: str, words: Sequence[str]) -> str:
    if word not in words:
        raise ValueError(f"{what} cannot be {str(word)[:40]!r}; it can be {' or '.join(map(repr, words))}.")
    return word
