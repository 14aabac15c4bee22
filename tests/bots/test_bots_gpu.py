"""The search on a GPU: what it finds, and what happens with a GPU and without."""

from __future__ import annotations

import os
import re

import msgspec
import pytest

import brillig
from brillig import bots
from brillig.bots import thinker
from brillig.bots.gpu import search
from brillig.bots.gpu.search import LOOKING_AHEAD, MANY_LANES, GpuSearch, Way
from brillig.bots.levels.duels import duel
from brillig.bots.levels.ladders import on_gpu
from brillig.bots.search import Settings
from brillig.bots.thinker import Thinker
from brillig.core import BadOption, BrilligError, IllegalChoice, NotCompiled
from brillig.core.cuda import has_gpu

GPU = pytest.mark.skipif(has_gpu(), reason="there is a GPU here")


# ---- what it finds -------------------------------------------------------------------------------------------------


def plain(table, seat, **settings):
    search = GpuSearch(table.game, Settings(seconds=600, **settings), gear="plain")
    return {e.code: e for e in search.think(table, seat, 1).estimates}


@pytest.mark.parametrize("heap", [5, 6, 7, 9])
def test_it_finds_a_forced_win(nim, heap):
    seen = plain(nim.new(options={"heap": heap}), 0, iterations=2500)
    assert max(seen.values(), key=lambda e: e.visits).code == heap % 4 - 1
    assert seen[heap % 4 - 1].mean > 0.8


def test_seats_that_choose_at_once_mix_and_leave_out_what_is_bad(fists):
    for seat in (0, 1):
        seen = plain(fists.new(), seat, iterations=2500)
        shares = [seen[code].visits / 2500 for code in range(4)]
        assert all(0.15 < share < 0.6 for share in shares[:3]), shares
        assert shares[3] < 0.1


def test_what_is_hidden_is_guessed_and_a_clue_is_used(cup):
    table = cup.new(seed=1, options={"clue": "yes"})
    for code, e in plain(table, 0, iterations=1200).items():
        assert (0.1 < e.mean < 0.5) if code // 3 == table.plain.half else e.mean == 0


def test_points_are_what_counts_alone(dig):
    seen = plain(dig.new(), 0, iterations=600)
    assert max(seen.values(), key=lambda e: e.visits).code == 1


# Othello 8x8, 22 squares before the end. The solver says that 31 wins; 3 and 5 look good too, and lose.
HARD = (
    44, 43, 26, 19, 34, 37, 18, 45, 50, 51, 12, 29, 20, 57, 59, 42, 33, 41, 53, 13, 40, 25, 16, 4, 17, 61, 21, 30, 22, 11,
    10, 2, 39, 52, 38, 47, 58, 60,
)  # fmt: skip


@pytest.mark.parametrize("sharp", [2, 0])
def test_the_best_answer_counts_where_means_alone_hesitate(sharp):
    game = brillig.load("othellino")
    table = game.new(options={"size": 8}, gear="compiled")
    for code in HARD:
        table.play(table.waiting()[0], code)
    settings = Settings(iterations=250_000, seconds=600, cap=0, explore=300)
    search = GpuSearch(game, settings, gear="compiled", way=Way(16, 100, sharp=sharp), slots=1 << 20)
    thought = search.think(table, table.waiting()[0], 5)
    share = next(e.visits for e in thought.estimates if e.code == 31) / thought.iterations
    assert share > 0.9 if sharp else share < 0.85


def test_answers_count_only_where_they_are_always_the_same(nim):
    judged = Settings(cap=0, value=True)
    assert GpuSearch(brillig.load("othellino"), judged, gear="compiled").way == LOOKING_AHEAD
    for game, settings in (
        (brillig.load("othellino"), Settings(cap=4, value=True)), (brillig.load("backgammon"), judged), (nim, judged)
    ):  # fmt: skip
        assert GpuSearch(game, settings, gear="plain").way == MANY_LANES
        assert GpuSearch(game, settings, gear="plain", way=LOOKING_AHEAD).way.ahead == 0


def test_time_is_kept():
    game = brillig.load("othellino")
    search = GpuSearch(game, Settings(iterations=1 << 40, seconds=0.2), gear="compiled")
    table = game.new(seed=1).settle()
    thought = search.think(table, table.waiting()[0], 1)
    assert 0 < thought.iterations < 1 << 40
    assert thought.seconds < 60  # all of them would take days


def test_nobody_thinks_out_of_turn(nim):
    with pytest.raises(IllegalChoice, match="not your turn"):
        plain(nim.new(), 1, iterations=5)


@pytest.mark.soak
@pytest.mark.parametrize("slug", ["othellino", "gold-mine"])
def test_it_beats_easy(slug):
    game = brillig.load(slug)
    ours = Thinker(game, msgspec.structs.replace(bots.make("expert", game).settings, deepen=0))
    ours.search = GpuSearch(
        game, Settings(iterations=8000, seconds=600, cap=0, explore=300), gear="compiled", way=Way(32)
    )
    *_, tally = duel(game, ours, bots.make("easy", game), 12, seed=1)
    assert tally.mean > 0.7


# ---- with a GPU, and without --------------------------------------------------------------------------------------


@GPU
def test_without_a_gpu_a_sentence_says_so():
    from brillig.lab.simulation.plan import make_plan
    from brillig.lab.tournament import Tournament

    game = brillig.load("othellino")
    sentence = r"^The bot gpu needs .*(there is none here|numba-cuda)"
    with pytest.raises(NotCompiled, match=sentence):
        bots.make("gpu", game)
    with pytest.raises(NotCompiled, match=sentence):
        Tournament(game, ["gpu", "easy"])
    with pytest.raises(NotCompiled, match=sentence):
        make_plan(game, bots=["gpu"])
    assert "gpu" not in bots.offered()
    assert bots.for_now("gpu", game) == "expert"


def test_with_a_gpu_it_is_offered(monkeypatch):
    assert "gpu" in bots.KINDS
    assert bots.for_now("hard", brillig.load("othellino")) == "hard"
    monkeypatch.setattr(bots, "gpu_known", lambda: True)
    assert "gpu" in bots.offered()
    monkeypatch.setattr(search, "need_gpu", lambda who: None)
    bot = bots.make("gpu", brillig.load("othellino"))
    assert bot.name == "gpu"
    assert bot.settings.gpu
    assert bot.settings.solve
    assert bot.search.gear == "cuda"
    assert on_gpu(brillig.load("speed")).settings.seconds < 0.5
    with pytest.raises(BadOption, match=r"no bot 'gpo'.*Did you mean gpu"):
        bots.make("gpo", brillig.load("othellino"))


def test_until_the_gpu_is_ready_the_expert_plays(monkeypatch):
    game, asked = brillig.load("othellino"), []
    monkeypatch.setattr(bots, "gpu_known", lambda: True)
    monkeypatch.setattr(search, "_asked", set())
    monkeypatch.setattr(search, "_ready", set())
    monkeypatch.setattr(search, "warm", asked.append)
    assert [bots.for_now("gpu", game) for _ in range(3)] == ["expert"] * 3
    assert asked == [game]
    search._ready.add(game)
    assert bots.for_now("gpu", game) == "gpu"
    monkeypatch.setattr(search, "broken", {game})
    assert bots.for_now("gpu", game) == "expert"


def test_a_server_offers_it_where_there_is_a_gpu(monkeypatch):
    from brillig.match import Clock
    from brillig.web.pages.new_table import sitters
    from brillig.web.store import Session
    from brillig.web.table.seating import lay

    game = brillig.load("othellino")
    monkeypatch.setattr(bots, "gpu_known", lambda: False)
    assert "bot:gpu" not in sitters(game)
    with pytest.raises(NotCompiled, match=r"^The bot gpu needs an NVIDIA GPU, and this server has none\.$"):
        lay(game, {}, ["bot:gpu", "bot:easy"], Clock.off(), Session(b"x" * 32, "Ann", 0), "", os.urandom, b"s" * 32)
    monkeypatch.setattr(bots, "gpu_known", lambda: True)
    monkeypatch.setattr(search, "need_gpu", lambda who: None)
    offered = list(sitters(game))
    assert offered[offered.index("bot:expert") + 1] == "bot:gpu"
    assert sitters(game)["bot:gpu"] == "Bot, on the GPU"
    seating, _ = lay(
        game, {}, ["bot:gpu", "bot:easy"], Clock.off(), Session(b"x" * 32, "Ann", 0), "", os.urandom, b"s" * 32
    )
    assert seating.chairs[0].bot == "gpu"


def test_when_the_gpu_fails_the_expert_plays_on(monkeypatch, caplog):
    game = brillig.load("othellino")
    monkeypatch.setattr(search, "need_gpu", lambda who: None)
    monkeypatch.setattr(search, "broken", set())

    def fails(*args, **sizes):
        raise RuntimeError("an illegal memory access")

    monkeypatch.setattr(search, "gpu_of", fails)
    monkeypatch.setattr(search, "spare", lambda game: Settings(iterations=50))
    bot, table = bots.make("gpu", game), game.new(seed=1).settle()
    for seed in range(2):
        assert bot.choose(table, table.waiting()[0], seed) in table.codes(table.waiting()[0])
    assert caplog.text.count("the GPU failed") == 1  # it is not asked again
    assert search.broken == {game}


def test_its_strength_is_measured(monkeypatch, capsys):
    from brillig.bench import gpu_strength as program

    monkeypatch.setattr(
        thinker, "gpu_search", lambda game, settings: GpuSearch(game, settings, gear="compiled", way=Way(64))
    )
    program.gpu_strength(games=4, seconds=0.005, threads=1, workers=2, minutes=1.0, seed=1)
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r"Othello 8x8, gpu against expert, 0.005 s a move: [\d.]+% \(±[\d.]+%\) of 4 games", lines[1])
    assert re.match(r"  gpu: [\d,]+ iterations and \d+ ms a move, [\d,]+ a second", lines[2])
    assert re.match(r"  expert: [\d,]+ iterations", lines[3])
    monkeypatch.setattr(program, "broken", {brillig.load("othellino")})
    with pytest.raises(BrilligError, match="The GPU has failed"):
        program.gpu_strength(games=2, seconds=0.005, threads=1, workers=1, minutes=1.0, seed=1)
