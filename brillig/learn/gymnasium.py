"""Every game as a Gymnasium environment: one agent, alone or against bots.

    env = brillig.learn.gymnasium.env("bandersnatch")                                # a game for one
    env = brillig.learn.gymnasium.env("gold-mine", seats=4, bots=["easy"] * 3)       # against bots
    envs = brillig.learn.gymnasium.vector_env("gold-mine", 1024, seats=4)            # many games in one step

What the agent sees is described in observation.py and encoding/. `gymnasium.make("brillig/gold-mine-v0")` works
after `register()`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brillig.learn.adapters import missing

try:
    import gymnasium
except ImportError as why:
    raise missing("gymnasium", "brillig.learn.gymnasium", "learn") from why

from brillig import catalogue
from brillig.bots import Bot
from brillig.core import BadSeats, BrilligError, Game
from brillig.core.faults import way_to
from brillig.lab.simulation.watch import player, seed_of
from brillig.learn.adapters import find, usual_errors
from brillig.learn.encoding import encode
from brillig.learn.episode import Episode, one_of
from brillig.learn.observation import observation_space, observe
from brillig.learn.settings import OBSERVATIONS
from brillig.learn.vector import Games as Games
from brillig.learn.vector import vector_env as vector_env

Step = tuple[dict[str, Any], float, bool, bool, dict[str, Any]]


def env(slug: str | Game, seats: int | None = None, **settings: Any) -> Alone:
    """A game for one agent. The settings are those of `Alone`."""
    return Alone(slug, seats, **settings)


def register() -> list[str]:
    """Make every game of the catalogue known to `gymnasium.make`; the ids."""
    ids = []
    for slug in catalogue.slugs():
        ids.append(f"brillig/{slug}-v0")
        if ids[-1] not in gymnasium.registry:
            gymnasium.register(ids[-1], f"{__name__}:Alone", kwargs={"slug": slug}, order_enforce=True)
    return ids


class Alone(gymnasium.Env[dict[str, Any], Any]):
    """One agent in one seat; bots in the others."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        slug: str | Game,
        seats: int | None = None,
        *,
        bots: str | Bot | Sequence[str | Bot] = "random",  # one for all the other seats, or one for each of them
        seat: int = 0,  # the agent's
        options: Mapping[str, object] | None = None,  # of the game
        rewards: str | None = None,  # by "ranks" or by "scores"; ranks, if there are any
        illegal: str = "raise",  # or "random": play something allowed instead of an action outside the mask
        observations: str = "record",  # or "tensor": numbers for a network (see encoding/)
        gear: str = "compiled",
        render_mode: str | None = None,  # "ansi": the table in letters, as the agent sees it
    ) -> None:
        self.game, self.render_mode, self.my_seat = find(slug), render_mode, seat
        with usual_errors():
            count = self.game.check_seats(seats)
            if not 0 <= seat < count:
                raise BadSeats(f"There is no seat {seat} for the agent; seats are 0 to {count - 1}.")
            self.players = opponents(self.game, count, seat, bots)
            self.episode = Episode(
                self.game, seats, options, rewards=rewards, illegal=illegal, gear=gear, players=self.players
            )
            tensor = one_of("observations", observations, OBSERVATIONS) == "tensor"
            self.encoding = encode(self.game, seats, options) if tensor else None
        self.observation_space = observation_space(self.game, self.encoding.columns if self.encoding else 0)
        self.action_space = gymnasium.spaces.Discrete(self.game.codes)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """With a seed the game of that seed; without one the next of a row that the last seed began."""
        super().reset(seed=seed)
        self.episode.begin(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        self.others()
        while self.episode.over:  # before the agent was asked at all: that is no game for it
            self.episode.begin(int(self.np_random.integers(1 << 63)))
            self.others()
        return self.view(), {}

    def step(self, action: Any) -> Step:
        if not hasattr(self.episode, "table") or self.episode.over:
            raise gymnasium.error.ResetNeeded("There is no game on: call reset() first.")
        with usual_errors():
            refused = self.episode.act(action)
        self.others()
        reward = self.episode.rewards()[self.my_seat]
        return self.view(), reward, self.episode.over, False, {"refused": refused} if refused else {}

    def others(self) -> None:
        """Let the bots play until the agent is to decide, or the game is over."""
        it = self.episode
        while not it.over and it.seat != self.my_seat:
            view, bot = it.table.hidden(it.seat), self.players[it.seat]
            with way_to(it.table):
                code = bot.choose(view, it.seat, seed_of(it.seed, it.ply, it.seat))
            it.act(code)

    def view(self) -> dict[str, Any]:
        table, mine = self.episode.table, self.episode.seat == self.my_seat
        seen = observe(table, self.my_seat, table.shortlist(self.my_seat) if mine else [])
        return {**seen, "observation": self.encoding.of(table, self.my_seat)} if self.encoding else seen

    def render(self) -> str | None:
        return self.episode.table.text(self.my_seat) if self.render_mode == "ansi" else None


def opponents(game: Game, seats: int, mine: int, bots: str | Bot | Sequence[str | Bot]) -> list[Any]:
    """Who plays in each seat; nobody in the agent's own."""
    given = list(bots) if isinstance(bots, list | tuple) else [bots] * (seats - 1)
    if len(given) != seats - 1:
        raise BadSeats(f"{seats} seats need {seats - 1} bots beside the agent, not {len(given)}.")
    try:
        players = [player(bot, game) if isinstance(bot, str) else bot for bot in given]
    except BrilligError as why:
        raise ValueError(str(why)) from why
    return [*players[:mine], None, *players[mine:]]
