"""The skill curve and the stakes: a game of luck is told from a game of skill."""

import json
from html import escape

import pytest

from brillig.lab.report.skill_page import skill_report
from brillig.lab.skill import SkillStep, Stake, on_curve, on_stakes, skill_curve, stakes, summary


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
    assert run("simulate", "othellino", "--skill", "--sweep", "size=6,8").code != 0


def test_the_curve_and_the_stakes_are_in_a_report(run, tmp_path):
    out = tmp_path / "skill"
    given = ("simulate", "othellino", "--skill", "--bots", "random,easy", "--games", "4")
    ran = run(*given, "--out", out)
    assert ran.code == 0, ran.err
    assert f"The report is {out / 'report.html'}" in " ".join(ran.out.split())
    page, told = (out / "report.html").read_text(encoding="utf-8"), json.loads((out / "summary.json").read_bytes())
    for said in ("What each takes from the one below", "The skill curve", "Do decisions matter?", "When they matter"):
        assert f"<h3>{said}</h3>" in page
    for sentence in told["verdicts"]:
        assert escape(sentence) in page
    assert "--skill --bots random,easy --seats 2 --games 4" in told["command"]
    assert f"<code>{told['command']}</code>" in page
    again = run(*given, "--out", out)
    assert again.code != 0
    assert "is not an empty folder" in again.err


def test_the_report_says_the_same_as_the_sentences(coin):
    """What is drawn for each third of a game is what is said of it."""
    games = [[Stake(0.1, 0.1), Stake(0.3, 0.1), Stake(0.05, 0.9)], [Stake(0.5, 0.2), Stake(0.25, 0.95)]]
    page = skill_report(summary(coin, [step(0.8), step(0.7, better="normal", worse="easy")], games, 2, 0))
    assert "30%, 0.0% and 15% of a win in the three thirds" in page
    assert "First third: 30%; Last third: 15%" in page
    assert "random: 0; easy: 241; normal: 388" in page  # Elo, step upon step
