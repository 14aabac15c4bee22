"""brillig bench: what it prints, and what it does without a peer. How fast things are is not for a test to say."""

import json
import shutil
from random import Random

import pytest
import typer
from typer.testing import CliRunner

import brillig
from brillig.bench import gpu_speed, speed
from brillig.bench.gpu_speed import BesidePgx, GpuSpeed
from brillig.bench.peers import PEERS, OpenSpiel
from brillig.bench.search_speed import SearchSpeed
from brillig.cli.lab import bench as module
from brillig.cli.new import scaffold
from brillig.core import BrilligError, Game, NotCompiled, UnknownGame

app = typer.Typer()
app.command()(module.bench)

pytestmark = pytest.mark.xdist_group("bench")

FIGURES = (
    "cold_seconds", "warm_seconds", "plain_mean_ms", "plain_max_ms", "games_per_second", "choices_per_second",
    "games_per_second_2_threads", "threads_ratio", "machine_ratio", "doubling_ratio", "simulated_seats",
    "simulated_per_second",
)  # fmt: skip


def run(*args: str):
    return CliRunner().invoke(app, args)


@pytest.fixture
def quick(monkeypatch):
    """First use is the slow part, and has a test of its own."""
    monkeypatch.setattr(speed, "first_use", lambda game, cache: 1.5)


@pytest.fixture(scope="module")
def measured():
    ran = run("othellino", "--json", "--seconds", "0.05")
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def test_json_has_every_figure(measured):
    assert set(measured) == {"brillig", "python", "numba", "machine", "cores", "seconds", "games"}
    (game,) = measured["games"]
    assert set(game) == {"slug", "title", "seats", "options", "peer", "search", *FIGURES}
    assert (game["slug"], game["seats"]) == ("othellino", 2)
    assert game["options"] == {"size": 6, "first_mover": "random"}
    for name in FIGURES:
        assert game[name] > 0, name
    assert game["plain_max_ms"] >= game["plain_mean_ms"]
    # A random game of Othellino takes about 32 choices, whatever the clock says.
    assert 25 < game["choices_per_second"] / game["games_per_second"] <= 36


def test_json_has_the_peer(measured):
    pytest.importorskip("pyspiel")
    peer = measured["games"][0]["peer"]
    assert (peer["name"], peer["game"], peer["options"]) == ("OpenSpiel", "othello", {"size": 8})
    assert peer["version"]
    assert peer["ratio"] > 0
    assert peer["games_per_second"] > 0
    assert measured["games"][0]["search"]["ratio"] > 0


def test_without_the_peer_one_line_says_how_to_get_it(quick, monkeypatch):
    monkeypatch.setattr(OpenSpiel, "version", lambda self: "")
    ran = run("othellino", "--seconds", "0.02")
    assert ran.exit_code == 0, ran.output
    assert ran.stderr.strip().splitlines()[-1] == (
        "The comparison with OpenSpiel needs `pip install brillig[openspiel]`."
    )
    assert "Othellino" in ran.stdout
    assert "2 threads" in ran.stdout
    assert "ours over theirs" not in ran.stdout


def test_a_game_without_a_peer_needs_none(quick, tmp_path):
    home = scaffold("stone_heap", tmp_path)
    ran = run(str(home), "--seconds", "0.02")
    assert ran.exit_code == 0, ran.output
    assert "Stone Heap" in ran.stdout
    assert "openspiel" not in ran.output


def test_the_table_fits_a_terminal(capsys):
    peer = speed.Beside("OpenSpiel", "2.0.2", "othello", {"size": 8}, 3_654.0, 184_495.0, 50.49)
    figures = (12.34, 1.234, 0.5, 12.3, 4e6, 8e7, 9e6, 1.9, 1.8, 2.0)
    search = SearchSpeed(30_000.0, 4_000.0, 7.5, "OpenSpiel", "2.0.2")
    module._print([speed.Speed("x", "The Longest Title Here", 2, {}, *figures, 4, 512_345.0, search, peer)])
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    for figure in (
        "12.3",
        "1.23",
        "4,000,000",
        "80,000,000",
        "1.90",
        "1.80",
        "184,495",
        "3,654",
        "50.5",
        "512,345",
        "7.5",
    ):
        assert figure in shown


def test_the_gpus_table_fits_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(gpu_speed, "gpu", lambda: "NVIDIA H200")
    pgx = BesidePgx("2.6.0", "othello", ", size 8", 65_536, 76_000_000.0, 1_234_567.0, 61.6)
    module._print_gpu([GpuSpeed("x", "The Longest Title Here", 2, 123_456.0, 76_543_210.0, 620.0, True, pgx)])
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    for figure in ("123,456", "76,543,210", "620", "all", "1,234,567", "61.6", "65,536 at a time"):
        assert figure in shown


def test_on_a_gpu_whole_games_are_timed_and_compared(monkeypatch):
    """With the CPU as the GPU: the figures are there, and a wrong game is seen."""
    plain = Game.playouts
    monkeypatch.setattr(Game, "playouts", lambda self, *a, device="cpu", **named: plain(self, *a, **named))
    for name, few in (("COMPARED", 50), ("PORTIONS", (64, 128)), ("PGX", {})):
        monkeypatch.setattr(gpu_speed, name, few)
    found = gpu_speed.measure(brillig.load("gold-mine"), 0.01, lambda what: None)
    assert found.same
    assert found.gpu_per_second > 0
    assert found.ratio == found.gpu_per_second / found.core_per_second
    wrong = lambda self, *a, device="cpu", **named: plain(self, *a, seed=int(device == "cuda"), **named)  # noqa: E731
    monkeypatch.setattr(Game, "playouts", wrong)
    assert not gpu_speed.measure(brillig.load("gold-mine"), 0.01, lambda what: None).same


def test_without_a_gpu_one_sentence_says_so():
    ran = run("othellino", "--gpu")
    if ran.exit_code:
        assert isinstance(ran.exception, NotCompiled)
        assert "GPU" in str(ran.exception)


def test_first_use_takes_a_process_and_fills_the_cache(tmp_path):
    home = scaffold("stone_heap", tmp_path)
    cache = tmp_path / "cache"
    cache.mkdir()
    game = brillig.load(str(home))
    assert speed.first_use(game, str(cache)) > 0
    assert list(cache.glob("stone-heap-*/**/*.nbi"))


def test_a_game_that_breaks_in_a_process_of_its_own_is_one_sentence(tmp_path):
    home = scaffold("stone_heap", tmp_path)
    game = brillig.load(str(home))
    shutil.rmtree(home)
    with pytest.raises(BrilligError, match=r"Stone Heap cannot be played in a process of its own: .*game\.py"):
        speed.first_use(game, str(tmp_path))


def test_unknown_games_and_bad_times_are_refused():
    assert isinstance(run("othelino").exception, UnknownGame)
    assert run("othellino", "--seconds", "0").exit_code == 2


@pytest.mark.parametrize("each", [0.001, 0.5, 3.0])
def test_enough_games_to_fill_the_time(each):
    assert speed.enough(lambda n: n * each, 1.0) == max(1, round(1 / each))


@pytest.mark.parametrize("slug", PEERS)
def test_the_peer_plays_from_every_start(slug):
    pytest.importorskip("pyspiel")
    for seed in (1, 2, 3):
        assert PEERS[slug].seconds(3, seed) > 0


def test_othello_is_the_same_game_there():
    """Twenty random games side by side: the same squares to choose from all the way, and the same winner."""
    pyspiel = pytest.importorskip("pyspiel")
    peer, dice = PEERS["othellino"], Random(7)
    for _ in range(20):
        table = brillig.load("othellino").new(options={**peer.options, "first_mover": "seat 1"})
        theirs = pyspiel.load_game(peer.game).new_initial_state()
        while waiting := table.waiting():
            if theirs.current_player() != waiting[0]:  # there a pass is a choice
                (only,) = theirs.legal_actions()
                theirs.apply_action(only)
            assert table.codes(waiting[0]) == theirs.legal_actions()
            code = dice.choice(theirs.legal_actions())
            table.play(waiting[0], code)
            theirs.apply_action(code)
        mine, other = table.scores()
        assert theirs.is_terminal()
        assert theirs.returns()[0] == (mine > other) - (mine < other)
