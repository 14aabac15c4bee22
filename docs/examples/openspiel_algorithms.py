"""OpenSpiel's own algorithms on our games: CFR on a small one, Monte Carlo tree search on another.

    python openspiel_algorithms.py --rounds 200 --games 20

The small game is Fists, in the folder beside this file: stone, paper, scissors, or an open hand, shown at once. CFR
finds out that the open hand is none too good and how often to show the others. The other game is Othellino.
"""

import argparse
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, mcts

from brillig.learn import openspiel


def regret(slug, rounds, parameters=None):
    """How much both lose together, by CFR's average policy, against those who know it: before, and after so many rounds."""
    game = pyspiel.load_game(openspiel.register(slug)[0], parameters or {})
    solver = cfr.CFRSolver(game)
    found = []
    for k in range(rounds + 1):
        if k in (1, rounds):
            found.append(exploitability.exploitability(game, solver.average_policy()))
        if k < rounds:
            solver.evaluate_and_update_policy()
    return found


def duel(slug, games, simulations):
    """Games that their search wins against a random player, draws half; seats change every game."""
    game = pyspiel.load_game(openspiel.register(slug)[0])
    won = 0.0
    for k in range(games):
        dice = np.random.RandomState(k)
        searcher = mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                codes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(dice.choice(codes, p=odds)))
            elif state.current_player() == k % 2:
                state.apply_action(searcher.step(state))
            else:
                state.apply_action(int(dice.choice(state.legal_actions())))
        won += (state.returns()[k % 2] + 1) / 2
    return won


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--small", default=str(Path(__file__).parent / "fists"), help="what CFR solves: a game or a folder"
    )
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--search", default="othellino")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=50)
    args = parser.parse_args()
    first, last = regret(args.small, args.rounds)
    print(f"exploitability: {first:.3f} after one round, {last:.3f} after {args.rounds}")
    won = duel(args.search, args.games, args.simulations)
    print(f"{args.search}: the search won {won:g} of {args.games} against a random player")


if __name__ == "__main__":
    main()
