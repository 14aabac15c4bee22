"""The skill curve and the stakes: a game of luck is told from a game of skill."""

import json

import pytest

from brillig.lab.skill import SkillStep, Stake, on_curve, on_stakes, skill_curve, stakes


def step(share, games=200, better="easy", worse="random"):
    return SkillStep(better, worse, games, share, share - 0.05, share + 0.05)


@pytest.mark.parametrize(
    ("shares", "says"),
    [
        ((0.5, 0.5), "Better play hardly pays"),
        ((0.6, 0.6), "Better play pays a little"),
        ((0.8, 0.75), "Better play pays clearly"),
        ((1.0, 0.9), "Better play decides"),
    ],
)
def test_the_verdict_on_the_curve(shares, says):
    said = on_curve([step(share) for share in shares])
    assert said[0].startswith(says)
    assert ("It cannot be seen" in said[-1]) == (shares[0] == 0.5)


def test_the_verdict_on_what_is_at_stake():
    games = [[Stake(0.0, 0.1), Stake(0.3, 0.9)], [Stake(0.01, 0.2), Stake(0.29, 0.95)]]
    said = " ".join(on_stakes(games, False))
    assert "costs 15% of a win on average" in said
    assert "In 50% of the decisions less than 2.0% of a win is at stake." in said
    assert "in the last third of a game" in said
    assert on_stakes([[]], False) == ["Nobody had anything to decide."]


def test_a_coin_is_luck_and_othellino_is_not(coin, othellino):
    by_luck = skill_curve(coin, ["random", "greedy"], 200, None, None, 0)
    by_skill = skill_curve(othellino, ["random", "easy"], 20, None, None, 0)
    assert by_luck[0].low <= 0.5 <= by_luck[0].high
    assert by_skill[0].low > 0.6
    idle = [s.cost for game in stakes(coin, "random", 6, None, None, 0, look=400) for s in game]
    held = [s.cost for game in stakes(othellino, "random", 2, None, None, 0, look=400) for s in game]
    assert sum(idle) / len(idle) < 0.05 < sum(held) / len(held)


def test_simulate_says_whether_it_matters_how_one_plays(run):
    ran = run("simulate", "othellino", "--skill", "--bots", "random,easy", "--games", "4", "--json")
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert [s["better"] for s in told["steps"]] == ["easy"]
    assert told["stakes"]
    refused = run("simulate", "othellino", "--skill", "--out", "x")
    assert refused.code != 0
