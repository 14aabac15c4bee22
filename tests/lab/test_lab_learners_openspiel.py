"""Every game without a clock as an OpenSpiel game, and our Othello and Backgammon beside theirs."""

from collections import Counter
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import brillig
from brillig import catalogue
from brillig.bench.same_rules import backgammon, othello
from brillig.core import below
from brillig.learn import openspiel
from brillig.learn.openspiel import KEYS, expressible, name_of, unlock
from tests import few


def load(slug, **params):
    openspiel.register(slug)
    return pyspiel.load_game(name_of(brillig.load(slug)), params)


def wander(game, seed, moves=10_000):
    """A random game, or its beginning."""
    state, dice = game.new_initial_state(), Random(seed)
    while not state.is_terminal() and len(state.history()) < moves:
        state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("slug", few.slugs())
def test_their_simulation_passes(slug):
    if not expressible(brillig.load(slug)):
        with pytest.raises(pyspiel.SpielError, match="no clock"):
            openspiel.register(slug)
        return
    pyspiel.random_sim_test(load(slug), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("slug", ["gold-mine", "othellino"])
def test_their_simulation_with_keeping(slug):
    pyspiel.random_sim_test(load(slug), num_sims=2, serialize=True, verbose=False)


def test_all_are_registered():
    names = openspiel.register()
    assert names == [name_of(game) for game in catalogue.games() if expressible(game)]
    assert set(names) <= set(pyspiel.registered_names())
    assert {"brillig_gold_mine", "brillig_speed_round"} <= set(names)


def test_what_is_said_of_a_game():
    kind = pyspiel.GameType
    mine, othellino = load("gold-mine").get_type(), load("othellino").get_type()
    assert mine.information == kind.Information.IMPERFECT_INFORMATION
    assert othellino.information == kind.Information.PERFECT_INFORMATION
    assert mine.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
    assert mine.utility == kind.Utility.ZERO_SUM
    assert load("bandersnatch").get_type().utility == kind.Utility.GENERAL_SUM
    assert load("gold-mine", seats=4, rewards="scores").num_players() == 4


def test_a_game_without_chance_has_no_chance_nodes(monkeypatch):
    monkeypatch.setattr(openspiel, "draws", lambda game: False)
    setting = openspiel.Setting(brillig.load("othellino"), {"first_mover": "seat 1"})
    at = openspiel.Position(setting)
    assert at.seat == 0


@pytest.mark.parametrize("slug", ["gold-mine", "othellino", "backgammon", "bandersnatch"])
def test_moves_are_all_there_is(slug):
    game = load(slug)
    state = wander(game, 3, 40)
    again = game.new_initial_state()
    for move in state.history():
        again.apply_action(move)
    for other in (again, state.clone(), game.deserialize_state(state.serialize())):
        assert bytes(other.at.table) == bytes(state.at.table)
        assert other.current_player() == state.current_player()
        for seat in range(game.num_players()):
            assert other.information_state_string(seat) == state.information_state_string(seat)


def test_returns_are_those_of_the_table():
    for rewards in ("ranks", "scores"):
        state = wander(load("gold-mine", seats=3, rewards=rewards), 5)
        scores = state.at.table.scores()
        if rewards == "scores":
            assert state.returns() == scores
        else:
            assert sum(state.returns()) == pytest.approx(0)
            assert scores[int(np.argmax(state.returns()))] == max(scores)


def test_who_chooses_at_once_does_not_see_the_others():
    """Two worlds that differ in what seat 0 chose: seat 1 sees the same until the choices are shown."""
    start = wander(load("gold-mine"), 1, openspiel.AT_THE_START)
    worlds = [start.child(code) for code in (0, 1)]
    assert [world.current_player() for world in worlds] == [1, 1]
    for kind in ("information_state_string", "observation_string", "observation_tensor"):
        one, two = (getattr(world, kind)(1) for world in worlds)
        assert one == two
        one, two = (getattr(world, kind)(0) for world in worlds)
        assert one != two
    assert [world.child(0).is_chance_node() for world in worlds] == [True, True]  # a card is turned up


def test_information_states_remember():
    """Two ways to the same position are one observation and two information states."""
    game = load("othellino", first_mover="seat 1")
    first = wander(game, 1, openspiel.AT_THE_START)
    ways: dict[str, set[str]] = {}
    ends = [first]
    for _ in range(5):
        ends = [end.child(move) for end in ends for move in end.legal_actions()[:4]]
    for end in ends:
        ways.setdefault(end.observation_string(0), set()).add(end.information_state_string(0))
    assert max(len(states) for states in ways.values()) > 1


def test_dice_have_their_odds():
    """The first number after a chance node is spread evenly over the keys; the second is well mixed."""
    first, second = Counter(), Counter()
    for key in range(KEYS):
        rng = [1, 2, 3, 4]
        unlock(rng, key)
        first[below(rng, 36)] += 1
        second[below(rng, 36)] += 1
    assert max(abs(n - KEYS / 36) for n in first.values()) < 2
    assert len(second) == 36
    assert max(abs(n - KEYS / 36) for n in second.values()) < 5 * (KEYS / 36) ** 0.5


def test_the_tensor_names_its_fields():
    state = wander(load("gold-mine"), 2, 20)
    observer = openspiel.Observer(state.at.game, pyspiel.IIGObservationType(perfect_recall=False))
    observer.set_from(state, 0)
    assert observer.dict["bank"].tolist()[:2] == [float(x) for x in list(state.at.table.plain.bank)[:2]]
    cubes = wander(load("othellino"), 2, 12)
    observer = openspiel.Observer(cubes.at.game, pyspiel.IIGObservationType(perfect_recall=False))
    observer.set_from(cubes, 0)
    assert observer.dict["cubes"].reshape(2, 64).sum(1).tolist() == cubes.at.table.scores()


def test_their_search_can_play_it():
    game, dice = load("gold-mine"), np.random.RandomState(1)
    state = wander(game, 2, openspiel.AT_THE_START)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert bot.step(state) in state.legal_actions()


def test_bad_input():
    state = wander(load("othellino"), 1, openspiel.AT_THE_START)
    with pytest.raises(pyspiel.SpielError, match=r"no such square on this board\. Allowed are"):
        state.apply_action(63)
    with pytest.raises(pyspiel.SpielError, match="from 0 to"):
        load("othellino").new_initial_state().apply_action(KEYS)
    with pytest.raises(pyspiel.SpielError, match="There is no game 'nothing'"):
        openspiel.register("nothing")
    for params, words in (
        ({"seats": 9}, "2 to 8 players"), ({"reshuffle": "often"}, "reshuffle cannot be"), ({"rewards": "gold"}, "rewards cannot be"),
    ):  # fmt: skip
        with pytest.raises(pyspiel.SpielError, match=words):
            load("gold-mine", **params)
    with pytest.raises(pyspiel.SpielError, match="tempo = 'beats'"):
        load("speed-round", tempo="clock")


# ---- beside OpenSpiel's own ----------------------------------------------------------------------------------------


def test_othello_move_for_move():
    assert sum(othello(2000)) > 2000 * 55


def test_backgammon_turn_for_turn():
    assert sum(backgammon(12)) > 12 * 40


@pytest.mark.soak
def test_backgammon_turn_for_turn_at_length():
    assert sum(backgammon(2000)) > 2000 * 40
