"""brillig tournament: fair seats, honest intervals, and it stops when it is clear."""

import json
import random

import pytest

from brillig.lab.statistics.ratings import rate
from brillig.lab.statistics.sequential_test import EVEN, FIRST, OPEN, SECOND, Duel
from brillig.lab.tournament import Tournament, seatings, taken

from .conftest import load

# ---- seats ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_both_sit_everywhere_equally_often(seats):
    found = seatings(seats, False)
    assert len(set(found)) == len(found)
    for seat in range(seats):
        assert sum(s[seat] for s in found) * 2 == len(found)
    assert sum(map(sum, found)) * 2 == seats * len(found)


def test_alone_they_play_the_same_deal():
    assert seatings(1, True) == [(0,), (1,)]
    assert seatings(3, True) == [(0, 0, 0), (1, 1, 1)]


def test_what_is_taken_of_a_game():
    assert taken([1, 2], (0, 1)) == 1
    assert taken([1, 2], (1, 0)) == 0
    assert taken([1, 1], (0, 1)) == 0.5
    assert taken([1, 2, 3, 4], (0, 1, 0, 1)) == 3 / 4


# ---- when is it settled? -------------------------------------------------------------------------------------------


def duel(dice, chance, most, wrong=0.05):
    """Rounds of two games with independent results, until it is settled."""
    d = Duel(2)
    while d.rounds < most and not d.verdict(wrong):
        d.add(((dice.random() < chance) + (dice.random() < chance)) / 2)
    return d


@pytest.mark.parametrize(("chance", "right"), [(0.75, FIRST), (0.25, SECOND), (0.98, FIRST)])
def test_a_clear_duel_is_settled_soon_and_rightly(chance, right):
    dice = random.Random(1)
    duels = [duel(dice, chance, 2000) for _ in range(200)]
    assert {d.verdict() for d in duels} == {right}
    assert sum(d.rounds for d in duels) / len(duels) < 40


def test_equal_bots_are_seldom_told_apart():
    dice = random.Random(2)
    verdicts = [duel(dice, 0.5, 5000).verdict() for _ in range(300)]
    assert OPEN not in verdicts
    assert verdicts.count(EVEN) > 0.9 * len(verdicts)  # wrong once in twenty on either side


def test_a_small_edge_is_seldom_called_the_wrong_way():
    dice = random.Random(3)
    verdicts = [duel(dice, 0.56, 5000).verdict() for _ in range(200)]
    assert verdicts.count(SECOND) == 0
    assert verdicts.count(FIRST) > 0.85 * len(verdicts)


def test_nothing_is_said_after_few_rounds():
    d = Duel(2)
    for _ in range(4):
        d.add(1.0)
        assert d.verdict() == OPEN
    low, high = d.interval()
    assert low < 0.95
    assert high == 1


# ---- ratings -------------------------------------------------------------------------------------------------------


def test_ratings_find_true_strengths_and_intervals_hold_them():
    true = [200.0, 50.0, -50.0, -200.0]
    dice, inside, total = random.Random(4), 0, 0
    for _ in range(60):
        duels = {}
        for a in range(4):
            for b in range(a + 1, 4):
                p = 1 / (1 + 10 ** ((true[b] - true[a]) / 400))
                duels[a, b] = Duel(1)
                for _ in range(100):
                    duels[a, b].add(float(dice.random() < p))
        for found, t in zip(rate(4, duels), true, strict=True):
            inside += found.low <= t <= found.high
            total += 1
            assert abs(found.rating - t) < 120
    assert inside > 0.9 * total


def test_who_never_lost_has_a_rating_and_a_wide_interval():
    duels = {(0, 1): Duel(2)}
    for _ in range(10):
        duels[0, 1].add(1.0)
    best, worst = rate(2, duels)
    assert 200 < best.rating < 800
    assert best.rating == pytest.approx(-worst.rating)
    assert best.high - best.low > 300


# ---- tournaments ---------------------------------------------------------------------------------------------------


def test_a_clear_order_stops_early(othellino):
    event = Tournament(othellino, ["random", "greedy"], games=1000, seed=1)
    assert event.go(threads=2)
    result = event.standings()
    assert result["settled"]
    assert [bot["bot"] for bot in result["bots"]] == ["greedy", "random"]
    assert result["pairs"][0]["games"] < 60
    assert result["pairs"][0]["verdict"] == SECOND
    assert result["verdicts"][0].startswith("greedy is better than random: it takes ")


def test_threads_do_not_matter(othellino):
    results = []
    for threads in (1, 4):
        event = Tournament(othellino, ["random", "greedy"], games=100, seed=1)
        event.go(threads)
        results.append(event.standings())
    assert results[0] == results[1]


@pytest.mark.parametrize(("name", "seats"), [("gold-mine", 3), ("bandersnatch", None), ("buzzer", 3)])
def test_any_number_of_seats(name, seats):
    event = Tournament(load(name), ["random", "greedy"], games=12, seats=seats)
    event.go()
    (pair,) = event.standings()["pairs"]
    assert pair["games"] == 12
    assert 0 <= pair["share"] <= 1


def test_a_round_from_all_sides_is_fair(gold_mine, monkeypatch):
    """The same bot on both sides takes exactly half of every round."""
    from brillig.lab import tournament

    always = tournament.player("random", gold_mine)
    monkeypatch.setattr(tournament, "player", lambda name, game: always)
    event = Tournament(gold_mine, ["random", "greedy"], games=40, seats=2)
    event.go()
    assert event.duels[0, 1].share == 0.5
    assert event.duels[0, 1].squares == pytest.approx(event.duels[0, 1].rounds / 4)


def test_the_command(run):
    ran = run("tournament", "othellino", "--bots", "random,greedy", "--games", 40)
    assert ran.code == 0
    assert "Row against column" in ran.out
    assert "greedy is better than random" in ran.out
    result = json.loads(
        run("tournament", "othellino", "--bots", "random,greedy", "--games", 8, "--json", "--quiet").out
    )
    assert {"rating", "low", "high", "games", "share", "bot"} == set(result["bots"][0])
    assert not result["settled"]
    assert result["verdicts"] == ["Not settled yet between random and greedy: play more --games."]
    assert {"brillig", "rules", "seed"} <= set(result)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["othellino", "--bots", "random"], "A tournament is for 2 to 24 different bots"),
        (["othellino", "--bots", "random,random"], "A tournament is for 2 to 24 different bots"),
        (["othellino", "--bots", "random,gredy"], "There is no bot 'gredy'"),
        (["othellino", "--bots", "random,greedy", "--seats", 3], "Othellino is for 2 players, not 3."),
        (["othellino", "--bots", "random,greedy", "--option", "size=7"], "size cannot be '7'"),
        (["othellino", "--bots", "random,greedy", "--seed", "-3"], "A seed is a whole number"),
        (["otello", "--bots", "random,greedy"], "There is no game 'otello'"),
    ],
)
def test_bad_input_is_one_sentence(run, args, says):
    ran = run("tournament", *args)
    assert ran.code == 2
    assert says in ran.err
    assert len(ran.err.strip().splitlines()) == 1
