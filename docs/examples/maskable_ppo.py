"""Stable-Baselines3's MaskablePPO learns a game against our bots, on the CPU: `python maskable_ppo.py`.

It wants a flat observation and a method that says what is allowed: a wrapper of a few lines.
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

from brillig.learn.gymnasium import env


class Flat(gymnasium.ObservationWrapper):
    """The numbers that a network is shown, and the mask where MaskablePPO looks for it."""

    def __init__(self, inner):
        super().__init__(inner)
        self.observation_space = inner.observation_space["observation"]

    def observation(self, seen):
        self.mask = seen["action_mask"] == 1
        return seen["observation"]

    def action_masks(self):
        return self.mask


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="gold-mine")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--moves", type=int, default=60_000)
    parser.add_argument("--games", type=int, default=300, help="to try what was learnt")
    parser.add_argument("--gear", default="compiled")
    args = parser.parse_args()
    games = Flat(env(args.game, args.seats, bots=args.bots, observations="tensor", gear=args.gear))
    model = MaskablePPO(
        "MlpPolicy", games, n_steps=1024, batch_size=256, gamma=1.0, ent_coef=0.01, seed=1, device="cpu"
    )
    model.learn(args.moves)
    paid = []
    for seed in range(args.games):
        seen, _ = games.reset(seed=10_000 + seed)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=games.action_masks(), deterministic=True)
            seen, reward, over, _, _ = games.step(int(action))
        paid.append(reward)
    print(f"{np.mean(paid):+.2f} on average over {args.games} games, from 1 for the first place to -1 for the last")


if __name__ == "__main__":
    main()
