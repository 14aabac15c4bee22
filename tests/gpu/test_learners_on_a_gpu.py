"""On an NVIDIA GPU, where there is one: environments there are those of the CPU, bit for bit, in every game."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from brillig import catalogue
from brillig.core import IllegalChoice
from brillig.core.cuda import has_gpu
from brillig.learn.gpu import GpuGames, SideBySide
from brillig.learn.vector import vector_env

pytestmark = pytest.mark.skipif(not has_gpu(), reason="there is no NVIDIA GPU here")

COUNT = 96  # games side by side: three warps, one of them partly idle at the end of a block of 64
STEPS = 150

torch_too = pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="PyTorch is not installed")


def any_of(mask, dice):
    """One of the choices that are open in each game."""
    upto = np.cumsum(mask, axis=1)
    return (upto <= (dice.random(len(mask)) * upto[:, -1]).astype(int)[:, None]).sum(axis=1)


def same(there, envs, seen, rewards, over, infos):
    assert (there.raw.copy_to_host() == envs.raw).all()
    assert (there.observation.numpy().view(np.uint32) == seen["observation"].view(np.uint32)).all()
    assert (there.mask.numpy() == (seen["action_mask"] == 1)).all()
    assert (there.seat.numpy() == infos["seat"]).all()
    if rewards is not None:
        assert (there.reward.numpy() == rewards.astype(np.float32)).all()
        assert (there.over.numpy() == over).all()
        for i in np.flatnonzero(over):
            assert (there.returns.numpy()[i] == infos["final_info"]["returns"][i].astype(np.float32)).all()
            assert (there.final.numpy()[i] == infos["final_obs"][i]["observation"]).all()


@pytest.mark.parametrize("bots", ["none", "random"])
@pytest.mark.parametrize("slug", catalogue.slugs())
def test_games_are_those_of_the_cpu(slug, bots):
    game = catalogue.load(slug)
    least, most = game.seats
    for seats in sorted({least, (least + most) // 2}):
        there = GpuGames(game, COUNT, seats, bots=bots, arrays="bare", final_obs=True)
        envs = vector_env(game, COUNT, seats, bots=bots, observations="tensor")
        seen, infos = envs.reset(seed=11)
        there.reset(11)
        same(there, envs, seen, None, None, infos)
        dice, ended = np.random.default_rng(1), 0
        for _ in range(STEPS):
            actions = any_of(seen["action_mask"], dice)
            seen, rewards, over, _, infos = envs.step(actions)
            there.step(there.driver.to_device(actions))
            same(there, envs, seen, rewards, over, infos)
            ended += over.sum()
        assert there.illegal_actions == 0
        if slug in ("othellino", "gold-mine", "bandersnatch"):
            assert ended > 0


@torch_too
def test_halves_are_the_same_numbers_rounded():
    import torch

    there = GpuGames("gold-mine", 64, 4, bots="none", floats="float16")
    full = GpuGames("gold-mine", 64, 4, bots="none")
    there.reset(2)
    full.reset(2)
    for _ in range(40):
        actions = full.sample(torch.zeros(64, 2, device="cuda")).clone()
        full.step(actions)
        there.step(actions)
    assert torch.equal(there.observation, full.observation.half())


@torch_too
def test_a_step_can_be_captured_in_a_graph():
    import torch

    count = 512
    graphed, plain = (GpuGames("othellino", count, bots="none") for _ in range(2))
    graphed.reset(3)
    plain.reset(3)
    even = torch.zeros(count, 65, device="cuda")

    def step(games):
        games.sample(even)
        games.step()

    for games in (graphed, plain):
        step(games)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(3):
            step(graphed)
    for _ in range(30):
        graph.replay()
    for _ in range(90):
        step(plain)
    torch.cuda.synchronize()
    assert torch.equal(graphed.observation, plain.observation)
    assert (graphed.raw.copy_to_host() == plain.raw.copy_to_host()).all()
    assert graphed.illegal_actions == plain.illegal_actions == 0


@torch_too
def test_samples_are_allowed_and_go_by_the_odds():
    import torch

    count = 50_000
    games = GpuGames("othellino", count, bots="none", options={"first_mover": "seat 1"})
    games.reset(1)
    codes = torch.nonzero(games.mask[0]).flatten().tolist()
    assert len(codes) == 4
    logits = torch.zeros(count, 65, device="cuda")
    odds = torch.tensor([0.1, 0.2, 0.3, 0.4])
    logits[:, codes] = odds.log().cuda()
    drawn = games.sample(logits)
    seen = torch.bincount(drawn, minlength=65)[codes].cpu() / count
    assert torch.allclose(seen, odds, atol=0.01)
    first = drawn.clone()
    games.step()
    games.sample(torch.zeros_like(logits))
    assert games.mask.gather(1, games.actions[:, None]).all()
    assert not torch.equal(first, games.actions)


@pytest.mark.parametrize("library", ["torch", "jax", "cupy"])
def test_other_libraries_see_the_same_memory(library):
    pytest.importorskip(library)
    games = GpuGames("othellino", 32, bots="none", arrays=library)
    games.reset(4)
    if library == "torch":
        import torch

        from brillig.learn.gpu.array_sharing import OnGpu

        again = torch.from_dlpack(OnGpu(games.own["rows"]))
        assert again.data_ptr() == games.observation.data_ptr()
        actions = games.mask.float().argmax(1)
    elif library == "cupy":
        import cupy

        assert games.observation.data.ptr == games.own["rows"].__cuda_array_interface__["data"][0]
        actions = cupy.argmax(games.mask, axis=1)
    else:
        import jax

        actions = jax.numpy.argmax(games.mask, axis=1)
    games.step(actions)
    plain = vector_env("othellino", 32, bots="none", observations="tensor")
    seen, _ = plain.reset(seed=4)
    seen, *_ = plain.step(seen["action_mask"].argmax(1))
    assert (games.own["rows"].copy_to_host() == seen["observation"]).all()
    if library != "jax":
        assert float(games.observation.sum()) == seen["observation"].sum()


def first_allowed(mask):
    return mask.argmax(1) if isinstance(mask, np.ndarray) else mask.float().argmax(1)


@torch_too
@pytest.mark.parametrize(("slug", "seats"), [("othellino", 2), ("gold-mine", 4)])
def test_a_policy_answers_as_on_the_cpu(slug, seats):
    import torch

    there = GpuGames(slug, COUNT, seats, seat=1, bots=lambda seen, mask, seat: first_allowed(mask))
    envs = vector_env(
        slug, COUNT, seats, seat=1, observations="tensor", bots=lambda seen, seat: first_allowed(seen["action_mask"])
    )
    seen, infos = envs.reset(seed=6)
    there.reset(6)
    dice = np.random.default_rng(1)
    for _ in range(60):
        assert (infos["seat"] == 1).all()
        assert (there.raw.copy_to_host() == envs.raw).all()
        assert (there.observation.cpu().numpy() == seen["observation"]).all()
        actions = any_of(seen["action_mask"], dice)
        seen, rewards, over, _, infos = envs.step(actions)
        there.step(torch.as_tensor(actions, device="cuda"))
        assert (there.reward.cpu().numpy() == rewards).all()
        assert (there.over.cpu().numpy() == over).all()


@torch_too
def test_bare_records_are_views():
    games = GpuGames("gold-mine", 8, 4, bots="none", observations="record")
    envs = vector_env("gold-mine", 8, 4, bots="none")
    games.reset(5)
    seen, _ = envs.reset(seed=5)
    for _ in range(20):
        for name, column in seen["observation"].items():
            assert (games.observation[name].cpu().numpy() == column).all(), name
        actions = seen["action_mask"].argmax(1)
        seen, *_ = envs.step(actions)
        games.step(games.mask.float().argmax(1))


@torch_too
def test_several_kinds_of_game_side_by_side():
    import torch

    both = SideBySide(GpuGames("othellino", 64, bots="none"), GpuGames("gold-mine", 32, 3, bots="none"))
    both.reset(1)
    for _ in range(30):
        both.step([games.mask.float().argmax(1) for games in both.games])
    alone = GpuGames("gold-mine", 32, 3, bots="none")
    alone.reset(1)
    for _ in range(30):
        alone.step(alone.mask.float().argmax(1))
    assert torch.equal(alone.observation, both.games[1].observation)
    with pytest.raises(ValueError, match="2 kinds of game need 2 arrays of actions, not 1"):
        both.step([both.games[0].actions])


@torch_too
def test_gymnasiums_vector_interface():
    import torch

    envs = vector_env("gold-mine", 128, 4, device="cuda")
    plain = vector_env("gold-mine", 128, 4, observations="tensor")
    seen, infos = envs.reset(seed=8)
    other, _ = plain.reset(seed=8)
    for _ in range(40):
        assert (seen["observation"].cpu().numpy() == other["observation"]).all()
        actions = other["action_mask"].argmax(1)
        other, theirs, ended, *_ = plain.step(actions)
        seen, rewards, over, cut, infos = envs.step(torch.as_tensor(actions, device="cuda"))
        assert (rewards.cpu().numpy() == theirs.astype(np.float32)).all()
        assert (over.cpu().numpy() == ended).all()
        assert not cut.any()
        assert infos["final_info"]["returns"].shape == (128, 4)


@torch_too
def test_bad_input_is_refused_in_a_sentence_and_changes_nothing():
    import gymnasium
    import torch

    games = GpuGames("othellino", 16, bots="none", illegal="raise")
    with pytest.raises(ValueError, match="call reset"):
        games.step(games.actions)
    games.reset(1)
    before = games.raw.copy_to_host()
    good = games.mask.float().argmax(1)
    for bad, words in (
        (good.cpu(), r"must lie on the GPU \(device 'cuda'\)"),
        (good.float(), "16 whole numbers, not float32"),
        (good[:4], r"16 whole numbers, not int64 \(4,\)"),
        ([1] * 16, "must lie on the GPU"),
    ):
        with pytest.raises(ValueError, match=words):
            games.step(bad)
    for wrong in (64, -1, 1 << 40):
        actions = good.clone()
        actions[5] = wrong
        with pytest.raises(IllegalChoice, match=rf"Game 5 does not allow {wrong}; its mask allows"):
            games.step(actions)
    assert (games.raw.copy_to_host() == before).all()
    lenient = GpuGames("othellino", 16, bots="none")
    lenient.reset(1)
    actions = good.clone()
    actions[5], actions[6] = 64, 1 << 40
    lenient.step(actions)
    games.step(good)
    assert lenient.illegal_actions == 2
    assert torch.equal(lenient.observation, games.observation)  # the first of the choices was good
    with pytest.raises(ValueError, match=r"need [\d,]+ MiB of the GPU's memory, .* would fit"):
        GpuGames("speed-round", 100_000_000)
    envs = vector_env("othellino", 4, device="cuda")
    with pytest.raises(gymnasium.error.InvalidAction, match="call reset"):
        envs.step(good[:4])
    with pytest.raises(ValueError, match="'torch', 'jax', 'cupy', 'bare'"):
        GpuGames("othellino", 4, arrays="numpy")
