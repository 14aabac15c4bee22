"""Are our Othello and Backgammon the games that OpenSpiel has? Random games of both, side by side.

    python -m brillig.bench.same_rules --games 2000

In Othello every list of moves must be the same. A turn of Backgammon is several choices with us and one or two moves
there, so what is compared is the set of positions that a full turn can lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer

import brillig
from brillig.bench import same_rules_kernels
from brillig.bench.peers import PEERS
from brillig.bench.same_rules_kernels import STEPS
from brillig.core import BrilligError, Game, Table
from brillig.core.gears import own_kernels
from brillig.learn.adapters import missing
from brillig.positions.drive import ByChance, drive, players_chance

try:
    import pyspiel
except ImportError as why:
    raise missing("open_spiel", "brillig.bench.same_rules", "openspiel") from why

POINTS, BAR, CUBES = 24, 100, 15  # of OpenSpiel's board
WAYS = 200_000  # to end a turn; many lead to the same position


class Different(BrilligError):
    """The two games are not the same."""


def same(what: str, ours: Any, theirs: Any, seed: int, turn: int) -> None:
    if ours != theirs:
        raise Different(f"{what} differ in game {seed} at turn {turn}: ours {ours}, OpenSpiel's {theirs}.")


# ---- Othello -------------------------------------------------------------------------------------------------------


def othello(games: int, seed: int = 0) -> Iterator[int]:
    """Compare random games; the moves compared in each."""
    peer = PEERS["othellino"]
    game, theirs = brillig.load(peer.slug), pyspiel.load_game(peer.game)
    for k in range(seed, seed + games):
        yield othello_game(game, theirs, dict(peer.options), k)


def othello_game(game: Game, theirs: Any, options: dict[str, Any], seed: int) -> int:
    """One random game of both, move by move; how many moves it took."""
    dice, moves = Random(seed), 0
    table = game.new(options={**options, "first_mover": "seat 1"}, gear="compiled")
    state = theirs.new_initial_state()

    def choose(seat: int) -> int:
        if state.current_player() != seat:  # there a pass is a move
            (only,) = state.legal_actions()
            state.apply_action(only)
        codes = table.codes(seat)
        same("Moves", codes, state.legal_actions(), seed, moves)
        return dice.choice(codes)

    for _, code in drive(table, ByChance(players_chance(seed)), choose):
        state.apply_action(code)
        moves += 1
    mine, other = table.scores()
    same("Ends", (True, (mine > other) - (mine < other)), (state.is_terminal(), state.returns()[0]), seed, moves)
    return moves


# ---- Backgammon ----------------------------------------------------------------------------------------------------


class FullTurns:
    """The positions that a full turn of ours can lead to."""

    def __init__(self) -> None:
        self.game = brillig.load("backgammon")
        self.kernel = own_kernels(self.game, same_rules_kernels)["turns"]
        self.raw = np.zeros((STEPS + 1, self.game.state.nbytes), np.uint8)
        self.x = self.raw.view(self.game.state.dtype())[:, 0]
        self.scratch = (
            np.zeros((STEPS, self.game.codes), np.int16),
            np.zeros(STEPS, np.int64),
            np.zeros(STEPS, np.int64),
        )
        self.found = np.zeros((WAYS, 2, 26), np.int8)

    def after(self, table: Table) -> set[bytes]:
        self.raw[0] = np.frombuffer(table.raw, np.uint8)
        ways = self.kernel(self.x, self.raw, *self.scratch, self.found)
        rows = np.unique(self.found[:ways].reshape(ways, -1).view("V52"))
        return {row.tobytes() for row in rows}


def theirs_after(state: Any, seat: int) -> dict[bytes, list[int]]:
    """The positions that a full turn of OpenSpiel's can lead to, each with moves that lead there."""
    found: dict[bytes, list[int]] = {}
    between: dict[bytes, Any] = {}
    for move in state.legal_actions():
        child = state.child(move)
        if child.current_player() == seat:  # a double is two moves of two steps
            between.setdefault(position(child), (child, move))
        else:
            found.setdefault(position(child), [move])
    for child, move in between.values():
        for where, moves in theirs_after(child, seat).items():
            found.setdefault(where, [move, *moves])
    return found


def position(state: Any) -> bytes:
    """OpenSpiel's board as ours: for each seat outside, its 24 spaces as it counts them, and off."""
    first = [state.board(0, k) for k in range(POINTS)]
    second = [state.board(1, k) for k in range(POINTS - 1, -1, -1)]
    sides = []
    for seat, spaces in enumerate((first, second)):
        outside = state.board(seat, BAR)
        sides += [outside, *spaces, CUBES - outside - sum(spaces)]
    return bytes(sides)


def backgammon(games: int, seed: int = 0) -> Iterator[int]:
    """Compare random games; the turns compared in each."""
    ours, theirs = FullTurns(), pyspiel.load_game(PEERS["backgammon"].game)
    for k in range(seed, seed + games):
        yield backgammon_game(ours, theirs, k)


def backgammon_game(ours: FullTurns, theirs: Any, seed: int) -> int:
    dice, turns = Random(seed), 0
    table, state = ours.game.new(seed=seed, gear="compiled"), theirs.new_initial_state()
    s = table.plain
    opening(state, s.mover, s.roll)
    while True:
        seat, turn = s.mover, s.turn
        reached = theirs_after(state, seat)
        same("Positions after a turn", ours.after(table), set(reached), seed, turn)
        turns += 1
        while s.mover == seat and s.turn == turn:
            table.play(seat, dice.choice(table.codes(seat)))
        for move in reached[cubes(table)]:
            state.apply_action(move)
        if s.mover < 0 and not s.by_pips:
            same("Ends", (True, s.points[0] - s.points[1]), (state.is_terminal(), state.returns()[0]), seed, turn)
        lost = str(s.missed) if s.missed else ""
        if s.mover < 0 or len(lost) != 2 * (s.turn - turn - 1):
            return turns  # over; or more rolls were lost in a row than the record holds
        for at in range(0, len(lost), 2):
            roll(state, [int(lost[at]), int(lost[at + 1])])
            (only,) = state.legal_actions()
            before = position(state)
            state.apply_action(only)
            same("Positions after a lost roll", before, position(state), seed, turn)
        roll(state, s.roll)


def cubes(table: Table) -> bytes:
    """Where the cubes of both seats stand."""
    return bytes(table.plain.cubes[seat, place] for seat in range(2) for place in range(POINTS + 2))


def opening(state: Any, seat: int, dice: Any) -> None:
    """The first roll says who begins."""
    for outcome, _ in state.chance_outcomes():
        child = state.child(outcome)
        if child.current_player() == seat and shown(state, outcome) == sorted(dice):
            state.apply_action(outcome)
            return
    raise Different(f"OpenSpiel cannot begin with {list(dice)} for seat {seat}.")


def roll(state: Any, dice: Any) -> None:
    for outcome, _ in state.chance_outcomes():
        if shown(state, outcome) == sorted(dice):
            state.apply_action(outcome)
            return
    raise Different(f"OpenSpiel cannot roll {list(dice)}.")


def shown(state: Any, outcome: int) -> list[int]:
    """The dice of a chance outcome, which only its words tell."""
    words = state.action_to_string(pyspiel.PlayerId.CHANCE, outcome)
    return sorted(int(each) for each in words.partition("roll: ")[2] if each.isdigit())


def main(
    games: Annotated[int, typer.Option(min=1, help="Games of each.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other games.")] = 0,
) -> None:
    """Compare Othello and Backgammon with OpenSpiel's."""
    for name, play in (("Othello", othello), ("Backgammon", backgammon)):
        began = perf_counter()
        turns = sum(play(games, seed))
        typer.echo(f"{name}: {games} games, {turns} turns, no difference; {perf_counter() - began:.1f} s")


if __name__ == "__main__":
    typer.run(main)
