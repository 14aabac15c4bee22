"""Every game as a PettingZoo environment: their own suites, and that it is the game it says it is."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import brillig
from brillig import catalogue
from brillig.learn import pettingzoo
from tests import few

FAST = {"gear": "plain"}  # the suites make few steps: not worth compiling for


@pytest.fixture(autouse=True)
def _quiet():
    """The suites would rather see boxes than dictionaries of them, and say so each time."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("slug", few.slugs())
def test_their_suites_pass(slug):
    api_test(pettingzoo.env(slug, **FAST), num_cycles=20)
    seed_test(lambda: pettingzoo.env(slug, **FAST), num_cycles=10)
    parallel_api_test(pettingzoo.parallel_env(slug, **FAST), num_cycles=20)
    # This one chooses without looking at the mask.
    parallel_seed_test(lambda: pettingzoo.parallel_env(slug, illegal="random", **FAST), num_cycles=10)


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_most_seats(slug):
    most = brillig.load(slug).seats[1]
    api_test(pettingzoo.env(slug, seats=most, **FAST), num_cycles=5)


def finish(env, seed):
    """A whole game at random: the actions, and what each agent was paid."""
    env.reset(seed=seed)
    dice, story, paid = np.random.default_rng(seed), [], {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        paid[agent] = paid.get(agent, 0) + reward
        action = None if over else int(dice.choice(np.flatnonzero(observation["action_mask"])))
        if not over:
            story.append((agent, action))
        env.step(action)
    return story, paid


@pytest.mark.parametrize(
    ("slug", "seats"), [("gold-mine", 4), ("othellino", 2), ("backgammon", 2), ("bandersnatch", 1)]
)
def test_a_seed_is_the_game_of_that_seed(slug, seats):
    env = pettingzoo.env(slug, seats=seats, rewards="scores")
    story, paid = finish(env, 11)
    table = brillig.load(slug).new(seats, 11)
    for agent, code in story:
        table.play(int(agent[-1]), code)
    assert table.over
    assert len(paid) == seats
    assert [paid[f"seat_{seat}"] for seat in range(seats)] == table.scores()


def test_a_real_time_game_is_exact_too():
    one, two = (finish(pettingzoo.env("speed-round", seats=3, **FAST), 5) for _ in range(2))
    assert one == two
    assert sum(one[1].values()) == pytest.approx(0)


def test_rewards_by_ranks():
    env = pettingzoo.env("gold-mine", seats=4, **FAST)
    _, paid = finish(env, 3)
    ranks = env.unwrapped.episode.table.ranks()
    assert sum(paid.values()) == pytest.approx(0)
    best = max(paid, key=paid.get)
    assert ranks[int(best[-1])] == 1
    assert all(-1 <= x <= 1 for x in paid.values())


def test_the_observation_is_the_hidden_record():
    env = pettingzoo.env("gold-mine", seats=3, **FAST)
    env.reset(seed=1)
    env.step(1)  # seat 0 runs: the others may know that it chose, not what
    seen = env.observe("seat_1")
    assert seen["observation"]["chosen"].tolist()[:3] == [3, 0, 0]
    assert env.observe("seat_0")["observation"]["chosen"].tolist()[:3] == [2, 0, 0]
    assert "rng" not in seen["observation"]
    assert env.observe("seat_0")["action_mask"].sum() == 0  # not its turn
    assert seen["action_mask"].tolist() == [1, 1]
    hidden = env.unwrapped.episode.table.hidden(1).plain
    assert seen["observation"]["deck"].tolist() == list(hidden.deck)


def test_all_at_once_is_the_same_game():
    """Gold Mine by rounds: whoever is inside chooses, and the table is that of the choices one by one."""
    env = pettingzoo.parallel_env("gold-mine", seats=4, **FAST)
    seen, _ = env.reset(seed=8)
    table, dice = brillig.load("gold-mine").new(4, 8), np.random.default_rng(0)
    while env.agents:
        actions = {agent: int(dice.integers(2)) for agent in env.agents}
        for seat in table.waiting():
            assert seen[f"seat_{seat}"]["action_mask"].any()
            table.play(seat, actions[f"seat_{seat}"])
        seen, paid, over, _, _ = env.step(actions)
        assert bytes(table) == bytes(env.episode.table)
    assert table.over
    assert all(over.values())
    assert sum(paid.values()) == pytest.approx(0)


def test_in_real_time_somebody_is_late():
    """Who wants the same as another gets it only if chance has him first; nobody has to choose."""
    env = pettingzoo.parallel_env("speed-round", seats=6, options={"decks": "picked"}, **FAST)
    seen, _ = env.reset(seed=2)
    first = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents}
    seen, *_, infos = env.step(first)
    assert sum("refused" in info for info in infos.values()) == 5
    for _ in range(5):
        seen, *_ = env.step(
            {a: int(np.flatnonzero(seen[a]["action_mask"])[0]) for a in env.agents if seen[a]["action_mask"].any()}
        )
    before = env.episode.table.plain.now
    env.step({})
    assert env.episode.table.plain.now > before


# ---- bad input -----------------------------------------------------------------------------------------------------


def test_an_action_outside_the_mask():
    env = pettingzoo.env("othellino", **FAST)
    env.reset(seed=1)
    before = bytes(env.unwrapped.episode.table)
    for action in (0, 64, 1000, -1, None, "a1"):
        with pytest.raises(gymnasium.error.InvalidAction, match="action_mask allows"):
            env.step(action)
    assert bytes(env.unwrapped.episode.table) == before


def test_a_missing_action():
    env = pettingzoo.parallel_env("gold-mine", **FAST)
    env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match="Seat 1 is to decide"):
        env.step({"seat_0": 1})


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"slug": "gold-mien"}, gymnasium.error.NameNotFound, "Did you mean gold-mine"),
        ({"slug": "gold-mine", "seats": 9}, ValueError, "2 to 8 players"),
        ({"slug": "gold-mine", "options": {"size": 8}}, ValueError, "no option 'size'"),
        ({"slug": "gold-mine", "rewards": "gold"}, ValueError, "'ranks' or 'scores'"),
        ({"slug": "gold-mine", "illegal": "ignore"}, ValueError, "'raise' or 'random'"),
        ({"slug": "bandersnatch", "rewards": "ranks"}, ValueError, "no ranks in a game for one"),
    ],
)
def test_bad_settings(settings, error, words):
    for make in (pettingzoo.env, pettingzoo.parallel_env):
        with pytest.raises(error, match=words):
            make(**settings)


WITHOUT = """
import importlib, sys
for package, module in (
    ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("gymnasium", "vector"), ("pyspiel", "openspiel"),
    ("pyspiel", "same_rules"),
):
    sys.modules[package] = None
    try:
        importlib.import_module(f"brillig.{'bench' if module == 'same_rules' else 'learn'}.{module}")
    except ImportError as why:
        print(why)
"""


def test_an_extra_that_is_not_installed():
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    said = ran.stdout.splitlines()
    extras = ["learn", "learn", "learn", "openspiel", "openspiel"]
    assert [line.partition("pip install ")[2] for line in said] == [f"'brillig[{extra}]'." for extra in extras]
    assert said[0].startswith("pettingzoo is not installed, which brillig.learn.pettingzoo needs")
