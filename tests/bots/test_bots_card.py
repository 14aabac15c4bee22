"""The search on a graphics card, without one: the same rules compiled for the CPU, interpreted, and simulated.

Run as a program with numba's simulator, this file thinks on a card that is not there and prints what came of it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from math import log
from pathlib import Path
from random import Random

import pytest

import brillig
from brillig import bots
from brillig.bots import card, card_cuda, thinking
from brillig.bots.card import LOOKING_AHEAD, MANY_LANES, CardSearch, Way
from brillig.bots.card_ahead import DEEPEST, NOTHING, Step, conclude
from brillig.bots.card_kernels import Lane, dealt, logarithm, quotient
from brillig.bots.card_loop import Records
from brillig.bots.card_loop import plain as interpreted
from brillig.bots.card_table import KNOWN, NOWHERE, ROOT, USED, WORDS, found, mixed, settled
from brillig.bots.kernels import Plan
from brillig.bots.levels import on_card
from brillig.bots.matches import duel
from brillig.bots.search import Settings
from brillig.bots.thinking import Thinker
from brillig.core import BadOption, BrilligError, IllegalChoice, NotCompiled
from brillig.core.cuda import has_card
from brillig.core.record import Part

# A board (where the best answer counts), dice, seats that choose at once and blind, points, a clock.
SIMULATED = {
    "othellino": Settings(iterations=90, seconds=600, cap=0),
    "backgammon": Settings(iterations=60, seconds=600, cap=2),
    "gold-mine": Settings(iterations=90, seconds=600, margin=100),
    "bandersnatch": Settings(iterations=90, seconds=600),
    "speed": Settings(iterations=60, seconds=600, cap=4),
}
COMPILED = ("othellino", "gold-mine")  # it takes a while for each
SIZES = {"way": Way(16, 100, sharp=5, ahead=2), "slots": 1 << 9, "lanes": 32}
CARD = pytest.mark.skipif(has_card(), reason="there is a card here")


def begun(game, seed):
    """A table at which somebody is asked."""
    return game.new(seed=seed).settle()


def estimates(search, table, seed=7):
    return [list(e) for e in search.think(table, table.waiting()[0], seed).estimates]


# ---- the same bits -------------------------------------------------------------------------------------------------


def test_simulated_interpreted_and_compiled_are_the_same():
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", __file__], capture_output=True, text=True, timeout=300,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(Path(brillig.__file__).parents[1])},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    simulated = json.loads(ran.stdout)
    assert set(simulated) == set(SIMULATED)
    for slug, settings in SIMULATED.items():
        game = brillig.load(slug)
        for gear in ("plain", "compiled") if slug in COMPILED else ("plain",):
            answer = estimates(CardSearch(game, settings, gear=gear, **SIZES), begun(game, 3))
            assert answer == simulated[slug]
            assert sum(visits for _, visits, _ in answer) == settings.iterations


@pytest.mark.parametrize("slug", [*SIMULATED])
def test_the_order_of_the_lanes_does_not_matter(slug, monkeypatch):
    game, gear = brillig.load(slug), "compiled" if slug in COMPILED else "plain"
    cap, way = SIMULATED[slug].cap, Way(100, 100, sharp=5, ahead=3)
    settings = Settings(iterations=3000 if gear == "compiled" else 200, seconds=600, cap=cap)
    forwards = estimates(CardSearch(game, settings, gear=gear, way=way), begun(game, 5))

    lanes = card.Loop.lanes

    def backwards(self, first, count, begin, end):
        for k in reversed(range(begin, end)):
            lanes(self, first, count, k, k + 1)

    monkeypatch.setattr(card.Loop, "lanes", backwards)
    monkeypatch.setattr("brillig.bots.card_loop.SHARERS", 7)
    assert estimates(CardSearch(game, settings, gear=gear, way=way), begun(game, 5)) == forwards


def test_the_same_seed_gives_the_same_thought_and_another_one_another():
    game = brillig.load("othellino")
    search = CardSearch(game, Settings(iterations=2000, seconds=600), gear="compiled", way=Way(64))
    first = estimates(search, begun(game, 6))
    assert sum(visits for _, visits, _ in first) == 2000
    assert estimates(search, begun(game, 6)) == first
    assert estimates(search, begun(game, 6), seed=8) != first


def test_it_does_not_see_what_its_seat_may_not():
    game = brillig.load("gold-mine")
    table = game.new(3, seed=9, gear="compiled")
    table.play(0, table.codes(0)[0])
    search = CardSearch(game, Settings(iterations=500, seconds=600), gear="compiled", way=Way(64))
    truths = [table, *(table.guess(1, seed=k) for k in range(4))]
    thoughts = [search.think(truth, 1, 3).estimates for truth in truths]
    assert all(thought == thoughts[0] for thought in thoughts)


# ---- the table of keys ---------------------------------------------------------------------------------------------


def test_keys_of_small_trees_are_all_different():
    keys = {ROOT}
    stages = [ROOT]
    for _ in range(3):
        stages = [mixed(stage, seat, code) for stage in stages for seat in (0, 1, 15) for code in (0, 1, 2, 7, 31_999)]
        assert not keys.intersection(stages)
        keys.update(stages)
    assert len(keys) == 1 + 15 + 15**2 + 15**3
    assert 0 not in keys
    # And they are spread: of 4096 places a third stays empty when as many keys are strewn about.
    assert 0.55 < len({key & 4095 for key in list(keys)[:3600]}) / 3600 < 0.75


def test_places_are_found_again_until_the_table_is_half_full():
    table, known = [0] * (WORDS * 64), [0] * (2 * KNOWN)
    keys = [mixed(ROOT, 0, code) for code in range(40)]
    places = []
    for key in keys:
        assert found(table, key) == NOWHERE
        places.append(settled(table, known, key))
        known[USED] = known[KNOWN + USED]  # a round
    assert len(set(places[:32])) == 32
    assert NOWHERE not in places[:32]
    assert places[32:] == [NOWHERE] * 8
    assert [found(table, key) for key in keys] == places
    assert [settled(table, known, key) for key in keys[:32]] == places[:32]


def test_a_full_table_does_no_harm():
    game = brillig.load("othellino")
    table = begun(game, 2)
    search = CardSearch(game, Settings(iterations=4000, seconds=600, cap=0), gear="compiled", way=Way(16), slots=128)
    thought = search.think(table, 0 if table.waiting() == [0] else 1, 1)
    assert sum(e.visits for e in thought.estimates) == 4000
    assert {e.code for e in thought.estimates} == set(table.codes(table.waiting()[0]))
    assert 64 <= search.desk.known[USED] <= 104  # it stops at half, but for what one round adds


def test_the_logarithm_is_nearly_one():
    assert [logarithm(n) for n in (0, 1)] == [0, 0]
    for n in (2, 3, 10, 4095, 4096, 123_456_789, 1 << 40):
        assert logarithm(n) / 4096 == pytest.approx(log(n), abs=0.07)


# ---- how lanes share choices ---------------------------------------------------------------------------------------


def one_after_the_other(visits, means, reach, many):
    """How many of so many lanes take each choice, if each takes the highest bound and then counts."""
    taken = [0] * len(visits)
    for _ in range(many):
        bounds = [m + reach / (v + t) ** 0.5 for v, m, t in zip(visits, means, taken, strict=True)]
        taken[bounds.index(max(bounds))] += 1
    return taken


@pytest.mark.parametrize("many", [2, 7, 100, 5000])
@pytest.mark.parametrize("means", [(500, 480, 300, 495), (-20, -35, -36, -900), (400, 400, 400, 400)])
def test_lanes_are_dealt_out_as_if_they_came_one_after_the_other(means, many):
    visits, reach = (9000, 700, 40, 260), 600 << 16
    means = [mean << 16 for mean in means]
    bounds = [m + int(reach / v**0.5) for v, m in zip(visits, means, strict=True)]
    best = bounds.index(max(bounds))
    taken, places = [0] * 4, [set() for _ in means]
    for rank in range(many):
        lane = Lane(bytearray(Lane.nbytes))
        lane.rank, lane.many = rank, many
        for k in range(4):
            lane.visits[k], lane.means[k] = visits[k], means[k]
        way = dealt(lane, 4, best, max(bounds), reach)
        taken[way] += 1
        places[way].add((lane.rank, lane.many))
    for k in range(4):  # behind each choice they have numbers again, and know how many they are
        assert places[k] == {(rank, taken[k]) for rank in range(taken[k])}
    expected = one_after_the_other(visits, means, reach, many)
    assert all(abs(a - b) <= 2 + many // 10 for a, b in zip(taken, expected, strict=True)), (taken, expected)


def test_many_visits_do_not_overflow():
    assert quotient(-7, 2) == -7 << 15
    assert quotient((1 << 57) + 1, 1 << 40) == 1 << 33


# ---- looking ahead -------------------------------------------------------------------------------------------------


def minimax(table, plies):
    """What a position is worth to the first seat after so many choices more."""
    if table.over:
        ranks = table.ranks()
        return 1000 if ranks[0] < ranks[1] else 0 if ranks[1] < ranks[0] else 500
    if plies == 0:
        return table.game.value(table.plain, 0)
    seat = table.waiting()[0]
    found = []
    for code in table.codes(seat):
        after = table.copy()
        after.play(seat, code)
        found.append(minimax(after, plies - 1))
    return max(found) if seat == 0 else min(found)


def positions():
    """From all stages of some games, most from the last, where seats pass and games end."""
    dice, found = Random(4), []
    for seed in range(4):
        table, ply = brillig.load("othellino").new(seed=seed, gear="plain"), 0
        while not table.over:
            if ply % 7 == seed or ply > 24:
                found.append(table.copy())
            table.play(table.waiting()[0], dice.choice(table.codes(table.waiting()[0])))
            ply += 1
    return found


@pytest.mark.parametrize(("plies", "sharers"), [(1, 1), (1, 64), (2, 3), (3, 1), (3, 50)])
def test_looking_ahead_finds_what_the_best_play_leads_to(plies, sharers):
    game, tables = brillig.load("othellino"), positions()
    leaves, x, steps = Records(game.state, len(tables)), Records(game.state, DEEPEST + 1), Records(Step, DEEPEST + 1)
    movers, findings = [table.waiting()[0] for table in tables], [NOTHING] * (len(tables) * game.codes)
    outs, prizes = [[0] * game.codes for _ in range(DEEPEST + 1)], {}
    plan = Plan(bytearray(Plan.nbytes))
    plan.ahead = plies
    for k, table in enumerate(tables):
        Records.bytes_of[leaves[k]][:] = bytes(table)
    interpreted(game)["look_on"](leaves, movers, findings, [plan], x, steps, outs, sharers, len(tables))
    for k, table in enumerate(tables):
        conclude(movers, findings, prizes, k)
        assert prizes[0, k] == minimax(table, plies)
        assert prizes[1, k] == 1000 - prizes[0, k]
    assert set(findings) == {NOTHING}  # ready for the next round


# ---- what it finds -------------------------------------------------------------------------------------------------


def plain(table, seat, **settings):
    search = CardSearch(table.game, Settings(seconds=600, **settings), gear="plain")
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


# Othello 8x8, 22 squares before the end. The solver says that 31 wins; 3 and 5 look as good and lose.
HARD = (
    44, 43, 26, 19, 34, 37, 18, 45, 50, 51, 12, 29, 20, 57, 59, 42, 33, 41, 53, 13, 40, 25, 16, 4, 17, 61, 21, 30, 22, 11,
    10, 2, 39, 52, 38, 47, 58, 60,
)  # fmt: skip


@pytest.mark.parametrize("sharp", [2, 0])
def test_the_best_answer_counts_where_means_alone_mislead(sharp):
    game = brillig.load("othellino")
    table = game.new(options={"size": 8}, gear="compiled")
    for code in HARD:
        table.play(table.waiting()[0], code)
    settings = Settings(iterations=250_000, seconds=600, cap=0, explore=300)
    search = CardSearch(game, settings, gear="compiled", way=Way(16, 100, sharp=sharp), slots=1 << 20)
    thought = search.think(table, table.waiting()[0], 5)
    share = next(e.visits for e in thought.estimates if e.code == 31) / thought.iterations
    assert share > 0.6 if sharp else share < 0.45


def test_answers_count_only_where_they_are_always_the_same(nim):
    judged = Settings(cap=0, value=True)
    assert CardSearch(brillig.load("othellino"), judged, gear="compiled").way == LOOKING_AHEAD
    for game, settings in (
        (brillig.load("othellino"), Settings(cap=4, value=True)), (brillig.load("backgammon"), judged), (nim, judged)
    ):  # fmt: skip
        assert CardSearch(game, settings, gear="plain").way == MANY_LANES
        assert CardSearch(game, settings, gear="plain", way=LOOKING_AHEAD).way.ahead == 0


def test_time_is_kept():
    game = brillig.load("othellino")
    search = CardSearch(game, Settings(iterations=1 << 40, seconds=0.2), gear="compiled")
    search.think(begun(game, 1), begun(game, 1).waiting()[0], 1, iterations=10)
    thought = search.think(begun(game, 1), begun(game, 1).waiting()[0], 1)
    assert thought.iterations > 4096
    assert thought.seconds < 0.4


def test_nobody_thinks_out_of_turn(nim):
    with pytest.raises(IllegalChoice, match="not your turn"):
        plain(nim.new(), 1, iterations=5)


@pytest.mark.parametrize("slug", ["othellino", "gold-mine"])
def test_it_beats_easy(slug):
    game = brillig.load(slug)
    ours = Thinker(game, bots.make("expert", game).settings)
    ours.search = CardSearch(
        game, Settings(iterations=2000, seconds=600, cap=0, explore=300), gear="compiled", way=Way(32)
    )
    *_, tally = duel(game, ours, bots.make("easy", game), 20, seed=1)
    assert tally.mean > 0.7


# ---- with a card, and without --------------------------------------------------------------------------------------


@CARD
def test_without_a_card_a_sentence_says_so():
    from brillig.lab.plan import make_plan
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


def test_with_a_card_it_is_offered(monkeypatch):
    assert "gpu" in bots.KINDS
    assert bots.for_now("hard", brillig.load("othellino")) == "hard"
    monkeypatch.setattr(bots, "card_known", lambda: True)
    assert "gpu" in bots.offered()
    monkeypatch.setattr(card, "need_card", lambda who: None)
    bot = bots.make("gpu", brillig.load("othellino"))
    assert bot.name == "gpu"
    assert bot.settings.card
    assert bot.settings.solve
    assert bot.search.gear == "cuda"
    assert on_card(brillig.load("speed")).settings.seconds < 0.5
    with pytest.raises(BadOption, match=r"no bot 'gpo'.*Did you mean gpu"):
        bots.make("gpo", brillig.load("othellino"))


def test_until_the_card_is_ready_the_expert_plays(monkeypatch):
    game, asked = brillig.load("othellino"), []
    monkeypatch.setattr(bots, "card_known", lambda: True)
    monkeypatch.setattr(card, "_asked", set())
    monkeypatch.setattr(card, "_ready", set())
    monkeypatch.setattr(card, "warm", asked.append)
    assert [bots.for_now("gpu", game) for _ in range(3)] == ["expert"] * 3
    assert asked == [game]
    card._ready.add(game)
    assert bots.for_now("gpu", game) == "gpu"
    monkeypatch.setattr(card, "broken", {game})
    assert bots.for_now("gpu", game) == "expert"


def test_a_server_offers_it_where_there_is_a_card(monkeypatch):
    from brillig.match import Clock
    from brillig.web.pages.making import sitters
    from brillig.web.seating import lay

    game = brillig.load("othellino")
    monkeypatch.setattr(bots, "card_known", lambda: False)
    assert "bot:gpu" not in sitters(game)
    with pytest.raises(NotCompiled, match=r"^The bot gpu needs an NVIDIA GPU, and this server has none\.$"):
        lay(game, {}, ["bot:gpu", "bot:easy"], Clock.off(), None, "", os.urandom)
    monkeypatch.setattr(bots, "card_known", lambda: True)
    monkeypatch.setattr(card, "need_card", lambda who: None)
    offered = list(sitters(game))
    assert offered[offered.index("bot:expert") + 1] == "bot:gpu"
    assert sitters(game)["bot:gpu"] == "Bot, on the graphics card"
    seating, _ = lay(game, {}, ["bot:gpu", "bot:easy"], Clock.off(), None, "", os.urandom)
    assert seating.chairs[0].bot == "gpu"


def test_when_the_card_fails_the_expert_plays_on(monkeypatch, caplog):
    game = brillig.load("othellino")
    monkeypatch.setattr(card, "need_card", lambda who: None)
    monkeypatch.setattr(card, "broken", set())

    def fails(*args, **sizes):
        raise RuntimeError("an illegal memory access")

    monkeypatch.setattr(card, "card_of", fails)
    monkeypatch.setattr(card, "spare", lambda game: Settings(iterations=50))
    bot, table = bots.make("gpu", game), begun(game, 1)
    for seed in range(2):
        assert bot.choose(table, table.waiting()[0], seed) in table.codes(table.waiting()[0])
    assert caplog.text.count("the graphics card failed") == 1  # it is not asked again
    assert card.broken == {game}


def test_its_strength_is_measured(monkeypatch, capsys):
    from brillig.lab import card_strength as program

    monkeypatch.setattr(
        thinking, "card_search", lambda game, settings: CardSearch(game, settings, gear="compiled", way=Way(64))
    )
    program.card_strength(games=4, seconds=0.005, threads=1, workers=2, minutes=1.0, seed=1)
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r"Othello 8x8, gpu against expert, 0.005 s a move: [\d.]+% \(±[\d.]+%\) of 4 games", lines[1])
    assert re.match(r"  gpu: [\d,]+ iterations and \d+ ms a move, [\d,]+ a second", lines[2])
    assert re.match(r"  expert: [\d,]+ iterations", lines[3])
    monkeypatch.setattr(program, "broken", {brillig.load("othellino")})
    with pytest.raises(BrilligError, match="The card has failed"):
        program.card_strength(games=2, seconds=0.005, threads=1, workers=1, minutes=1.0, seed=1)


# ---- as a program: numba's simulator -------------------------------------------------------------------------------


def simulate():
    import numpy as np
    from numba.cuda.np import numpy_support
    from numba.cuda.simulator import kernelapi
    from numba.cuda.simulator.cudadrv import devicearray

    inside = devicearray.FakeWithinKernelCUDAArray
    item, store, attribute = inside.__getitem__, inside.__setitem__, inside.__getattr__

    def number(value):
        return value.item() if isinstance(value, np.integer) else value

    def put(self, at, value):
        store(
            self, at, np.frombuffer(Records.bytes_of[value], self._ary.dtype)[0] if isinstance(value, Part) else value
        )

    def copy(self, at, record):
        self.bytes_of[self.parts[at]][:] = (
            Records.bytes_of[record] if isinstance(record, Part) else record._item._ary.tobytes()
        )

    inside.__getitem__ = lambda self, at: number(item(self, at))
    inside.__setitem__ = put
    Records.__setitem__ = copy  # of those in a kernel's own memory, with Python's numbers: NumPy's overflow
    inside.__getattr__ = lambda self, name: number(attribute(self, name))
    card_cuda.THREADS = 1  # the simulator's threads would get into each other's way
    answers = {}
    for slug, settings in SIMULATED.items():
        game = brillig.load(slug)

        def local(self, shape, kind, game=game):
            parts = {part.dtype(): part for part in (game.state, Lane, Step)}
            part = parts.get(numpy_support.as_dtype(kind))
            if part:
                return Records(part, shape)
            return [0] * shape if isinstance(shape, int) else [[0] * shape[1] for _ in range(shape[0])]

        kernelapi.FakeCUDALocal.array = local
        answers[slug] = estimates(CardSearch(game, settings, **SIZES), begun(game, 3))
    print(json.dumps(answers))


if __name__ == "__main__":
    simulate()
