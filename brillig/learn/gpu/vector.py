"""Gymnasium's vector environment over games that live on a GPU: `vector_env(..., device="cuda")`.

What a step returns lies on the GPU and is written over by the next step: who wants to keep something copies it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from brillig.core import Game, IllegalChoice
from brillig.learn.adapters import find, usual_errors
from brillig.learn.gpu import GpuGames
from brillig.learn.observation import observation_space

SEEDS = 1 << 63


class GpuVector(VectorEnv):
    """Many games for one agent, on the GPU. The settings are those of `GpuGames`."""

    def __init__(self, slug: str | Game, num_envs: int, seats: int | None = None, **settings: Any) -> None:
        game = find(slug)
        with usual_errors():
            self.games = GpuGames(game, num_envs, seats, **settings)
        self.game, self.num_envs, self.encoding = game, num_envs, self.games.encoding
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_space(game, self.games.columns)
        self.single_action_space = spaces.Discrete(game.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """With a seed deals 0, 1, 2, ... of that seed; without one those of a seed that follows from the last."""
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        return self.seen(), {"seat": self.games.seat}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        games = self.games
        try:
            games.step(actions)
        except (IllegalChoice, ValueError) as why:
            raise InvalidAction(str(why)) from why
        infos: dict[str, Any] = {
            "seat": games.seat,
            "final_info": {"returns": games.returns, "_returns": games.over},
            "_final_info": games.over,
        }
        if games.final is not None:
            infos |= {"final_obs": games.final, "_final_obs": games.over}
        return self.seen(), games.reward, games.over, games.cut, infos

    def seen(self) -> dict[str, Any]:
        return {"observation": self.games.observation, "action_mask": self.games.mask}

    def sample_actions(self, logits: Any) -> Any:
        """Actions by the odds that a network gives to what is allowed."""
        return self.games.sample(logits)

    def illegal_actions(self) -> int:
        """How many actions since the last reset were not allowed and replaced."""
        return int(np.int64(self.games.illegal_actions))
