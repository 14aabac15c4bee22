"""Every game as a PettingZoo environment, a seat an agent.

    env = brillig.learn.pettingzoo.env("gold-mine", seats=4)             # one decision after another (AEC)
    env = brillig.learn.pettingzoo.parallel_env("gold-mine", seats=4)    # a step for all who are to decide

The agents are seat_0, seat_1, ... What they see is described in observing.py, who is asked when in episode.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brillig.learn.adapters import missing

try:
    import pettingzoo
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo.utils import wrappers
except ImportError as why:
    raise missing("pettingzoo", "brillig.learn.pettingzoo", "learn") from why

from brillig.core import Game
from brillig.learn.adapters import find, usual_errors
from brillig.learn.episode import Episode
from brillig.learn.observation import observe, space

Agents = dict[str, Any]


def env(slug: str | Game, seats: int | None = None, **settings: Any) -> Any:
    """A game for agents who are asked one after another. The settings are those of `Turns`."""
    return wrappers.OrderEnforcingWrapper(Turns(slug, seats, **settings))


def parallel_env(slug: str | Game, seats: int | None = None, **settings: Any) -> AtOnce:
    """A game for agents who are all asked at every step. The settings are those of `AtOnce`."""
    return AtOnce(slug, seats, **settings)


class Seats:
    """What both kinds of environment have: a game, a table, and a space for each agent."""

    def __init__(
        self,
        slug: str | Game,
        seats: int | None = None,
        *,
        options: Mapping[str, object] | None = None,  # of the game
        rewards: str | None = None,  # by "ranks" or by "scores"; ranks, if there are any
        illegal: str = "raise",  # or "random": play something allowed instead of an action outside the mask
        gear: str = "compiled",
        render_mode: str | None = None,  # "ansi": the table in letters, as a spectator sees it
    ) -> None:
        game = find(slug)
        with usual_errors():
            self.episode = Episode(game, seats, options, rewards=rewards, illegal=illegal, gear=gear)
        self.game, self.render_mode = game, render_mode
        self.metadata = {
            "name": f"brillig_{game.slug.replace('-', '_')}", "render_modes": ["ansi"],
            "is_parallelizable": isinstance(self, AtOnce),
        }  # fmt: skip
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.codes) for agent in self.possible_agents}
        self.dice: Any = None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        return self.episode.table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def begin(self, seed: int | None) -> None:
        """With a seed the game of that seed; without one the next of a row that the last seed began."""
        if seed is not None or self.dice is None:
            self.dice, _ = seeding.np_random(seed)
        self.episode.begin(int(self.dice.integers(1 << 63)) if seed is None else seed)
        self.agents = list(self.possible_agents)

    def seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def paid(self) -> Agents:
        return dict(zip(self.possible_agents, self.episode.rewards(), strict=True))


class Turns(Seats, pettingzoo.AECEnv):  # type: ignore[misc]
    """One decision after another."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent sees; its mask is empty while another is to decide."""
        seat, table = self.seat(agent), self.episode.table
        return observe(table, seat, table.shortlist(seat) if seat == self.episode.seat else [])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        with usual_errors():
            refused = self.episode.act(action)
        self._cumulative_rewards[agent] = 0.0
        self.infos = {name: {} for name in self.agents}
        if refused:
            self.infos[agent]["refused"] = refused
        if self.episode.over:
            self.rewards = self.paid()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._clear_rewards()
            self.agent_selection = self.possible_agents[self.episode.seat]
        self._accumulate_rewards()


class AtOnce(Seats, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """A step for all who are to decide. The action of an agent whose mask is empty is not looked at.

    While a clock runs the choices arrive in an order that chance draws, within a second; one that the table does not
    allow any more when it arrives is lost, and `refused` in the agent's info says why. An agent that would rather do
    nothing in this step leaves its action out.
    """

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Agents, dict[str, dict[str, Any]]]:
        self.begin(seed)
        return self.views(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[Agents, Agents, Agents, Agents, dict[str, dict[str, Any]]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        with usual_errors():
            refused = self.episode.act_at_once({self.seat(agent): code for agent, code in actions.items()})
        agents, over = self.agents, self.episode.over
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for seat, why in refused.items():
            infos[self.possible_agents[seat]]["refused"] = why
        self.agents = [] if over else agents
        return self.views(), self.paid(), dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def views(self) -> Agents:
        table = self.episode.table
        return {
            agent: observe(table, self.seat(agent), table.shortlist(self.seat(agent))) for agent in self.possible_agents
        }
