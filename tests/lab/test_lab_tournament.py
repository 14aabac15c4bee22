"""brillig tournament: fair seats, honest intervals, and it stops when it is clear."""

import json
import random

import pytest

from brillig.lab.statistics.figures import exactly
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


def rounds_that_repeat(dice, different=17):
    """Between equals: some rounds, each as good for either, of which some come much more often than others."""
    shares = [dice.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(different)]
    while True:
        k = min(int(dice.expovariate(0.25)), different - 1)
        yield shares[k], k


def verdicts_on_equals(told):
    """On 400 pairs of equals who play 100 rounds at most; `told`: whether a round is known again."""
    dice, found = random.Random(5), []
    for _ in range(400):
        d, rounds = Duel(2), rounds_that_repeat(dice)
        while d.rounds < 100 and not d.verdict():
            share, fingerprint = next(rounds)
            d.add(share, fingerprint if told else None)
        found.append(d.verdict())
    return found


def test_rounds_that_repeat_do_not_make_a_winner_of_equals():
    wrong = [sum(v in (FIRST, SECOND) for v in verdicts_on_equals(told)) / 400 for told in (False, True)]
    assert wrong[0] > 0.5  # as many as there are if every round counts as a new one
    assert wrong[1] < 0.05


def test_the_same_round_again_and_again_settles_nothing():
    d = Duel(2)
    for _ in range(500):
        d.add(1.0, fingerprint=7)
    assert d.count_as == pytest.approx(1)
    assert d.different == 1
    assert d.verdict() == OPEN
    assert d.interval()[0] < 0.5


def test_rounds_that_differ_count_in_full():
    plain, told = Duel(2), Duel(2)
    for k in range(50):
        plain.add(k % 3 / 2)
        told.add(k % 3 / 2, fingerprint=k)
    assert told.count_as == plain.count_as == 50
    assert told.interval() == plain.interval()


@pytest.mark.parametrize("chance", [0.6, pytest.param(0.75, marks=pytest.mark.soak), 0.9])
def test_estimates_are_corrected_for_stopping_early(chance):
    dice = random.Random(9)
    duels = [duel(dice, chance, 100) for _ in range(100)]
    plain = sum(d.share for d in duels) / len(duels) - chance
    corrected = sum(d.estimate() for d in duels) / len(duels) - chance
    assert plain > 0.015
    assert abs(corrected) < 0.6 * plain
    assert sum(low <= chance <= high for low, high in (d.interval(d.estimate()) for d in duels)) > 80


def test_the_games_to_go_are_about_right():
    dice, told, took = random.Random(6), [], []
    for _ in range(100):
        d = Duel(2)
        while d.rounds < 5000 and not d.verdict():
            d.add(((dice.random() < 0.6) + (dice.random() < 0.6)) / 2)
            if d.rounds == 20 and (still := d.still()):
                told.append(still)
        if d.rounds > 20:
            took.append(d.rounds - 20)
    assert len(told) == len(took) > 50
    assert 0.5 < sum(told) / sum(took) < 2
    assert Duel(2).still() is None


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
    pair = result["pairs"][0]
    assert pair["share"] > pair["taken"]  # random's: what is due to stopping just then is taken off
    assert result["verdicts"][0] == (
        f"greedy is better than random: it took {exactly(1 - pair['taken'])} of the points of {pair['games']} games; in the "
        f"long run it would take about {exactly(1 - pair['share'])} ({exactly(1 - pair['high'])} to {exactly(1 - pair['low'])})."
    )


def test_games_that_were_not_played_change_nothing_that_is_said(othellino):
    told = []
    for games in (60, 1000):
        event = Tournament(othellino, ["random", "greedy"], games=games, seed=1)
        assert event.go(threads=2)
        assert event.settled
        told.append(event.standings())
    assert told[0] == told[1]


def test_more_games_are_not_asked_for_where_they_would_be_the_same_ones(othellino):
    event = Tournament(othellino, ["random", "greedy"], games=200)
    for k in range(100):
        event.duels[0, 1].add(0.5, fingerprint=k % 3)
    said = event.standings()["verdicts"][0]
    assert said == (
        "Not settled yet between random and greedy: 200 games were 3 rounds over and over (50.0% for random), and more of them "
        "would tell nothing new. Try other levels, --option or --seats."
    )


def test_bots_that_never_vary_play_different_games(othellino):
    """Greedy always chooses alike: random openings make its games differ, the same ones from both sides."""
    event = Tournament(othellino, ["greedy", "random"], games=2, seed=1)
    assert event.opening == 6
    found = {event.round((0, 0), deal) for deal in range(40)}
    assert {r.share for r in found} == {0.5}  # it plays itself: what one side wins, the other loses
    assert len(found) > 30
    event.opening = 0
    assert len({event.round((0, 0), deal) for deal in range(10)}) == 2  # only who begins is drawn by lot


def test_how_many_games_differed_is_said(othellino, gold_mine):
    event = Tournament(othellino, ["random", "greedy"], games=20, seed=1)
    event.go()
    result = event.standings()
    assert result["opening"] == 6
    assert result["pairs"][0]["different"] == result["pairs"][0]["games"]
    assert result["verdicts"][-1].endswith("began with 6 random choices, and no round came twice.")
    event.duels[0, 1].different -= 3
    games = result["pairs"][0]["games"]
    assert f"{games - 6} of {games} games were in different rounds" in event.standings()["verdicts"][-1]
    assert Tournament(gold_mine, ["random", "greedy"]).standings()["opening"] is None


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
    assert "Is it settled?" in ran.out
    assert "greedy is better than random" in ran.out
    result = json.loads(
        run("tournament", "othellino", "--bots", "random,greedy", "--games", 8, "--json", "--quiet").out
    )
    assert {"rating", "low", "high", "games", "share", "bot"} == set(result["bots"][0])
    assert not result["settled"]
    assert result["verdicts"][0] == "Not settled yet between random and greedy; play more --games."
    assert result["pairs"][0]["games_to_go"] is None
    assert {"brillig", "rules", "seed"} <= set(result)


def test_a_tournament_goes_on_where_it_stopped(run, tmp_path):
    given = ["tournament", "othellino", "--bots", "random,greedy", "--seed", 3, "--quiet"]
    short = json.loads(run(*given, "--games", 8, "--out", tmp_path / "a", "--json").out)
    on = json.loads(run(*given, "--games", 40, "--out", tmp_path / "a", "--resume", "--json").out)
    whole = json.loads(run(*given, "--games", 40, "--json").out)
    assert short["pairs"][0]["games"] == 8
    assert on == whole
    assert json.loads((tmp_path / "a" / "standings.json").read_bytes()) == whole
    again = run(*given, "--out", tmp_path / "a")
    assert "go on with it by --resume" in again.err
    other = run("tournament", "othellino", "--bots", "random,easy", "--out", tmp_path / "a", "--resume")
    assert other.code == 2
    assert "was begun with other bots" in other.err
    assert "no checkpoint.json" in run(*given, "--out", tmp_path / "b", "--resume").err
    (tmp_path / "a" / "checkpoint.json").write_text("{}")
    assert "cannot be read as that of a tournament" in run(*given, "--out", tmp_path / "a", "--resume").err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["othellino", "--bots", "random,greedy", "--resume"], "--resume --out DIR"),
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
