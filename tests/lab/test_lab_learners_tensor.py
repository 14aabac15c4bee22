"""What a network is shown: for every game, the same in every gear, and nothing that a seat may not know."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import brillig
from brillig import catalogue
from brillig.core import BadGame, Game
from brillig.core.cuda import has_gpu
from brillig.learn.encoding import EVEN, encode
from brillig.learn.gymnasium import vector_env
from brillig.positions.walk import variants, walk
from tests import few

SIMULATED = {"bandersnatch": 1, "gold-mine": 3}
STEPS = {"bandersnatch": 4, "gold-mine": 20}  # the simulator is very slow; a game of Gold Mine ends within so many


def positions(game, most=40):
    """Tables of random games, with few seats and many, with these options and those."""
    found = variants(game)
    for v in found[:: max(1, len(found) // 4)]:
        for k, line in enumerate(walk(game, v, 5, 0, "compiled")):
            if k >= most:
                break
            if k % 3 == 0:
                yield v, line.table


@pytest.mark.parametrize("slug", few.slugs())
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_tensor(slug):
    game = brillig.load(slug)
    looks = 0
    for v, table in positions(game, 12):
        encoding = encode(game, v.seats, v.options)
        for seat in range(table.seats):
            mine = encoding.of(table, seat)
            for deal in range(2):
                other = table.guess(seat, seed=3, deal=deal)
                assert (encoding.of(other, seat) == mine).all()
            looks += 1
        assert np.isfinite(mine).all()
    assert looks > 0


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_every_column_is_described(slug):
    game = brillig.load(slug)
    encoding = encode(game)
    at = 0
    for block in encoding.blocks:
        assert block.first == at, block
        assert block.how
        assert block.meaning
        at += block.columns
    assert at == encoding.columns == encoding.plan.shape[1]
    assert encoding.columns % EVEN == 0
    assert encode(slug) is encoding
    assert str(encoding).splitlines()[0].startswith(game.title)
    assert "rng" not in {block.name for block in encoding.blocks}


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_numbers_are_small_and_columns_live(slug):
    """In random games every number is from -1 to 1 or little more, and no field is dead."""
    game = brillig.load(slug)
    encoding = encode(game)
    envs = vector_env(game, 4, bots="none", observations="tensor")
    seen, _ = envs.reset(seed=1)
    dice, rows = np.random.default_rng(1), []
    for _ in range(40):
        rows.append(seen["observation"].copy())
        seen, *_ = envs.step(np.array([dice.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]))
    rows = np.concatenate(rows)
    assert rows.dtype == np.float32
    assert np.abs(rows).max() <= 4
    live = (rows != 0).any(axis=0)
    assert live.mean() > 0.02, "most of the row never says anything"
    assert encoding.columns == rows.shape[1]


def test_othello_as_planes():
    game = brillig.load("othellino")
    encoding = encode(game, options={"size": 8})
    assert (encoding.planes, encoding.grid) == (2, (8, 8))
    table = game.new(seed=1, options={"size": 8})
    for _ in range(6):
        mover = table.waiting()[0]
        for seat in (0, 1):
            planes, rest = encoding.split(encoding.of(table, seat))
            for k in range(2):  # mine first
                cubes = int(table.plain.cubes[(seat + k) % 2])
                assert planes[k].ravel().tolist() == [cubes >> square & 1 for square in range(64)]
            blocks = {block.name: block for block in encoding.blocks}
            first = blocks["mover"].first - 128
            assert rest[first : first + 2].tolist() == [float(mover == seat), float(mover != seat)]
        table.play(mover, table.codes(mover)[-1])


def test_seats_are_turned():
    game = brillig.load("gold-mine")
    encoding = encode(game, 4)
    table = game.new(4, seed=2)
    for seat, much in enumerate((5, 6, 7, 8)):
        table.plain.bank[seat] = much
    (bank,) = (block for block in encoding.blocks if block.name == "bank")
    scale = 5 / encoding.of(table, 0)[bank.first]
    for seat in range(4):
        row = encoding.of(table, seat)[bank.first : bank.first + 4] * scale
        assert row.tolist() == [[5, 6, 7, 8][(seat + k) % 4] for k in range(4)]


def test_a_field_for_two_things_says_which():
    """Two dice are not one for each seat."""
    encoding = encode("backgammon")
    shapes = {block.name: block.shape for block in encoding.blocks}
    assert shapes["cubes"] == (2, 26)
    assert shapes["roll"] == (2, 6)
    game = brillig.load("backgammon")
    table = game.new(seed=3)
    (roll,) = (block for block in encoding.blocks if block.name == "roll")
    rows = [encoding.of(table, seat)[roll.first : roll.first + 12].tolist() for seat in (0, 1)]
    assert rows[0] == rows[1]
    assert rows[0].index(1.0) == table.plain.roll[0] - 1


def test_what_the_survey_never_saw_does_no_harm():
    game = brillig.load("gold-mine")
    encoding, table = encode(game, 2), game.new(2, seed=1)
    table.plain.seen[0] = 100  # more than can be: counts as the most
    (seen,) = (block for block in encoding.blocks if block.name == "seen")
    assert encoding.of(table, 0)[seen.first : seen.first + 4].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize("words", ["bitz", "bits 8", "kind kind", "8x8x8", "count 0x3"])
def test_a_word_that_means_nothing(words, monkeypatch):
    game = brillig.load("othellino")
    monkeypatch.setattr(game.state.fields["cubes"], "shows", words)
    with pytest.raises(BadGame, match=r"othellino: cubes shows .*; write one of count, kind"):
        again(game)


@pytest.mark.parametrize(
    ("field", "words", "sentence"),
    [
        ("cubes", "bits 6x6", "has 46 bits, more than a grid of 6x6"),
        ("cubes", "count 3x3", "a grid of 3x3 has 9 cells"),
    ],
)
def test_a_grid_that_does_not_fit(field, words, sentence, monkeypatch):
    game = brillig.load("othellino")
    monkeypatch.setattr(game.state.fields[field], "shows", words)
    with pytest.raises(BadGame, match=sentence):
        again(game)


def again(game: Game):
    from brillig.learn.encoding import Encoding

    return Encoding(game)


# ---- the same on the CPU and on a GPU -----------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "seats"), [("othellino", 2), ("gold-mine", 4)])
def test_vectors_show_what_a_table_shows(slug, seats):
    envs = vector_env(slug, 3, seats, bots="none", observations="tensor", gear="compiled", threads=2)
    seen, infos = envs.reset(seed=2)
    for _ in range(45):
        for i in range(3):
            table = envs.game.restore(envs.raw[i].tobytes())
            assert (envs.encoding.of(table, int(infos["seat"][i])) == seen["observation"][i]).all()
        assert seen in envs.observation_space
        seen, _, over, _, infos = envs.step(seen["action_mask"].argmax(1))
        for i in np.flatnonzero(over):
            assert infos["final_obs"][i]["observation"].shape == (envs.encoding.columns,)
    envs.close()


def test_a_policy_plays_the_other_seats():
    asked = []

    def last_choice(seen, seats):
        asked.append(seats)
        return np.array([np.flatnonzero(mask)[-1] if mask.any() else 0 for mask in seen["action_mask"]])

    envs = vector_env("gold-mine", 6, 3, seat=1, bots=last_choice, observations="tensor", gear="plain")
    _, infos = envs.reset(seed=4)
    paid = 0
    for _ in range(20):
        assert (infos["seat"] == 1).all()
        _, rewards, over, _, infos = envs.step(np.zeros(6, int))
        paid += np.abs(rewards[over]).sum()
        assert (rewards[~over] == 0).all()
    assert paid > 0
    assert {0, 2} <= set(np.concatenate(asked).tolist())


def test_nothing_new_is_made_where_nothing_is_kept():
    envs = vector_env("gold-mine", 4, 2, bots="none", observations="tensor", copy=False, final_obs=False, gear="plain")
    seen, _ = envs.reset(seed=1)
    later, _, _, _, infos = envs.step(seen["action_mask"].argmax(1))
    assert np.shares_memory(seen["observation"], later["observation"])
    assert "final_obs" not in infos


def test_the_gpu_simulated_gives_the_same_bits():
    """Numba's simulator runs the GPU's kernels on the CPU."""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", __file__], capture_output=True, text=True, timeout=300,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(Path(brillig.__file__).parents[1])},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == dict.fromkeys(SIMULATED, "same")


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_without_a_gpu_there_is_a_sentence():
    from brillig.core import BrilligError

    with pytest.raises(BrilligError, match="A learner's environment on the GPU needs"):
        vector_env("othellino", 4, device="cuda")
    with pytest.raises(ValueError, match="device cannot be 'tpu'"):
        vector_env("othellino", 4, device="tpu")


def simulate(slug, seats):
    from brillig.learn.gpu import GpuGames

    there = GpuGames(slug, 3, seats, bots="none", arrays="bare", final_obs=True)
    envs = vector_env(slug, 3, seats, bots="none", observations="tensor", gear="plain")
    seen, infos = envs.reset(seed=3)
    there.reset(3)
    dice, ended = np.random.default_rng(0), 0
    for _ in range(STEPS[slug]):
        assert (there.observation.numpy() == seen["observation"]).all()
        assert (there.mask.numpy() == (seen["action_mask"] == 1)).all()
        assert (there.seat.numpy() == infos["seat"]).all()
        assert (there.raw.copy_to_host() == envs.raw).all()
        actions = np.array([dice.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, rewards, over, _, infos = envs.step(actions)
        there.step(there.driver.to_device(actions))
        assert (there.reward.numpy() == rewards.astype(np.float32)).all()
        assert (there.over.numpy() == over).all()
        ended += over.sum()
        for i in np.flatnonzero(over):
            assert (there.final.numpy()[i] == infos["final_obs"][i]["observation"]).all()
    assert there.games_over == ended
    wrong = there.driver.to_device(np.full(3, 1 << 40))
    there.step(wrong)
    assert there.illegal_actions == 3
    return "same"


if __name__ == "__main__":
    print(json.dumps({slug: simulate(slug, seats) for slug, seats in SIMULATED.items()}))
