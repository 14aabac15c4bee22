"""Every game as a Gymnasium environment, one at a time and many at once."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import brillig
from brillig import catalogue
from brillig.learn import gymnasium as ours
from brillig.learn.observation import describe

FAST = {"gear": "plain"}


def any_of(mask, dice):
    return int(dice.choice(np.flatnonzero(mask)))


# ---- one agent -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_their_check_passes(slug):
    """The check chooses without looking at the mask."""
    (name,) = [each for each in ours.register() if each == f"brillig/{slug}-v0"]
    env = gymnasium.make(name, illegal="random", render_mode="ansi", disable_env_checker=True, **FAST)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_every_field_is_there(slug):
    game = brillig.load(slug)
    env = ours.env(slug, **FAST)
    seen, _ = env.reset(seed=1)
    for field in describe(game):
        assert field.meaning != field.name.rpartition(".")[2].replace("_", " "), f"say what {field.name} means"
        assert field.meaning
        at = seen["observation"]
        for name in field.name.split("."):
            at = at[name]
        assert (at.dtype, at.shape) == (field.dtype, field.shape)
    names = [field.name for field in describe(game)]
    assert "rng" not in names
    assert {"now", "seats"} < set(names)


def test_fields_are_described():
    fields = {field.name: field for field in describe(brillig.load("gold-mine"))}
    assert fields["bank"].meaning == "nuggets carried out"
    assert (fields["bank"].dtype, fields["bank"].shape) == (np.int16, (8,))
    assert (fields["reshuffle"].low, fields["reshuffle"].high) == (0, 1)
    assert "Shuffle all 54" in fields["reshuffle"].meaning
    race = {field.name for field in describe(brillig.load("speed-round"))}
    assert "board.count" in race


@pytest.mark.parametrize(
    ("slug", "seats", "bots"), [("gold-mine", 4, ["random", "greedy", "easy"]), ("bandersnatch", 1, [])]
)
def test_whole_games_against_bots(slug, seats, bots):
    env = ours.env(slug, seats, bots=bots, seat=seats - 1, rewards="scores")
    told = []
    for _ in range(2):
        seen, _ = env.reset(seed=4)
        dice, over, story = np.random.default_rng(0), False, []
        while not over:
            assert seen in env.observation_space
            action = any_of(seen["action_mask"], dice)
            seen, reward, over, cut, _ = env.step(action)
            story.append((action, reward))
            assert not cut
        assert reward == env.episode.table.scores()[seats - 1]
        assert not seen["action_mask"].any()
        told.append(story)
    assert told[0] == told[1]
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(0)


def test_real_time_against_bots():
    env = ours.env("speed-round", 3, bots="random", **FAST)
    seen, _ = env.reset(seed=2)
    dice, over = np.random.default_rng(0), False
    while not over:
        seen, reward, over, _, _ = env.step(any_of(seen["action_mask"], dice))
    assert -1 <= reward <= 1


def test_a_bot_of_ones_own():
    class Stays:
        name = "stays"

        def choose(self, view, seat, seed):
            return 0

    env = ours.env("gold-mine", 2, bots=Stays(), **FAST)
    env.reset(seed=1)
    _, reward, over, _, _ = env.step(1)
    assert (reward, over) == (0, False)
    assert env.episode.table.plain.inside[1] == 1


def test_the_next_game_is_another():
    env = ours.env("bandersnatch", **FAST)
    first, second, again, after = (
        env.reset(seed=seed)[0]["observation"]["card"].tolist() for seed in (9, None, 9, None)
    )
    assert (first, second) == (again, after)
    assert first != second


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"slug": "nothing"}, gymnasium.error.NameNotFound, "There is no game 'nothing'"),
        ({"slug": "gold-mine", "seats": 1}, ValueError, "2 to 8 players"),
        ({"slug": "gold-mine", "bots": ["random", "random"]}, ValueError, "need 1 bots beside the agent, not 2"),
        ({"slug": "gold-mine", "bots": "clever"}, ValueError, "There is no bot 'clever'"),
        ({"slug": "gold-mine", "seat": 2}, ValueError, "seats are 0 to 1"),
    ],
)
def test_bad_settings(settings, error, words):
    with pytest.raises(error, match=words):
        ours.env(**settings)


def test_an_action_outside_the_mask():
    env = ours.env("othellino", **FAST)
    env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match=r"no such square .* action_mask allows"):
        env.step(63)
    replaced = ours.env("othellino", illegal="random", **FAST)
    replaced.reset(seed=1)
    *_, info = replaced.step(63)
    assert info == {"refused": "There is no such square on this board."}


# ---- many games at once --------------------------------------------------------------------------------------------


def steps(envs, seed, count):
    """So many random steps; what each gave."""
    seen, infos = envs.reset(seed=seed)
    dice = np.random.default_rng(seed)
    for _ in range(count):
        actions = np.array([any_of(mask, dice) for mask in seen["action_mask"]])
        before = infos["seat"]
        seen, *rest, infos = envs.step(actions)
        yield before, actions, seen, *rest, infos


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_every_game_in_a_vector(slug):
    """Each deal of the seed is played by itself too, and must be the same, byte for byte."""
    game, n = brillig.load(slug), 2
    envs = ours.vector_env(slug, n, bots="none", rewards="scores", gear="plain")
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    tables = [game.new(seed=6, deal=i, timed=True) for i in range(n)]
    for seats, actions, seen, rewards, over, cut, infos in steps(envs, 6, 25):
        assert seen in envs.observation_space
        assert not cut.any()
        for i, table in enumerate(tables):
            table.plain.now = max(table.plain.now, 0)
            if game.due is None:
                table.play(int(seats[i]), int(actions[i]))
                assert over[i] == table.over
                if not over[i]:
                    assert bytes(table) == envs.raw[i].tobytes()
                else:
                    assert infos["final_info"]["returns"][i].tolist() == table.scores()
                    assert rewards[i] == table.scores()[seats[i]]
                    assert infos["final_obs"][i] in envs.single_observation_space
                    tables[i] = game.new(seed=6, deal=int(envs.places["deal"][i]), timed=True)
            seat = int(infos["seat"][i])
            hidden = game.restore(envs.raw[i].tobytes()).hidden(seat).plain
            assert seen["observation"]["seats"][i].tolist() == [hidden.seats]
            assert np.flatnonzero(seen["action_mask"][i]).tolist() == sorted(
                game.restore(envs.raw[i].tobytes()).shortlist(seat)
            )


@pytest.mark.parametrize("bots", ["none", "random"])
@pytest.mark.parametrize(("slug", "seats"), [("gold-mine", 3)])
def test_compiled_plain_and_threads_agree(slug, seats, bots):
    plain, compiled = (ours.vector_env(slug, 5, seats, bots=bots, gear=gear) for gear in ("plain", "compiled"))
    threads = ours.vector_env(slug, 5, seats, bots=bots, threads=2)
    ended = 0
    for one, two, three in zip(steps(plain, 3, 60), steps(compiled, 3, 60), steps(threads, 3, 60), strict=True):
        assert plain.raw.tobytes() == compiled.raw.tobytes() == threads.raw.tobytes()
        for k in (1, 3, 4):
            assert one[k].tolist() == two[k].tolist() == three[k].tolist()
        ended += one[4].sum()
        for name, column in one[2]["observation"].items():
            assert column.tolist() == two[2]["observation"][name].tolist()
    assert ended > 0
    threads.close()


def test_random_players_are_those_of_the_playouts():
    """What random agents earn among random players is what random games give."""
    game, n = brillig.load("gold-mine"), 512
    envs = ours.vector_env("gold-mine", n, 2, rewards="scores")
    paid = [x for *_, rewards, over, _, _ in steps(envs, 1, 60) for x in rewards[over]]
    scores = game.playouts(20_000, 5, 2).scores[:, 0]
    assert np.mean(paid) == pytest.approx(scores.mean(), abs=4 * scores.std() / len(paid) ** 0.5)


def test_nothing_is_used_twice():
    """A learner keeps what it was given."""
    envs = ours.vector_env("gold-mine", 4, 2)
    seen, _ = envs.reset(seed=1)
    kept = seen["observation"]["row"].copy(), seen["action_mask"].copy()
    for *_, later, _, _, _, _ in steps(envs, 1, 10):
        assert not np.shares_memory(seen["observation"]["row"], later["observation"]["row"])
    assert (seen["observation"]["row"] == kept[0]).all()
    assert (seen["action_mask"] == kept[1]).all()


def test_bad_actions_and_settings():
    envs = ours.vector_env("othellino", 3)
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        envs.step(np.zeros(3, int))
    seen, _ = envs.reset(seed=1)
    good = seen["action_mask"].argmax(1)
    before = envs.raw.copy()
    for bad in (0, -1, 1000):
        with pytest.raises(
            gymnasium.error.InvalidAction, match=rf"Environment 1 does not allow {bad}; its action_mask"
        ):
            envs.step(np.array([good[0], bad, good[2]]))
    for shape in (good[:2], good.astype(float), 5):
        with pytest.raises(gymnasium.error.InvalidAction, match="array of 3 whole numbers"):
            envs.step(shape)
    assert (envs.raw == before).all()
    with pytest.raises(ValueError, match="'random' or 'none'"):
        ours.vector_env("othellino", 3, bots="easy")
    with pytest.raises(ValueError, match="at least one"):
        ours.vector_env("othellino", 0)
    with pytest.raises(gymnasium.error.NameNotFound, match="no game"):
        ours.vector_env("chess", 3)
