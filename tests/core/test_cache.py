"""The cache of compiled rules: used, never stale, and missed politely. In processes of its own, as users have it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.toys import TOYS

RUN = """
import sys, brillig
from brillig.core.compiled import shared
game = brillig.load(sys.argv[1])
scores = game.playouts(1).scores
kept = shared.rule_table(game).write, shared.kernels_of(sys.modules["brillig.core.kernels"])["playouts"]
print(int(scores[0, 0]), *(sum(each.run.stats.cache_hits.values()) for each in kept))
"""


@pytest.fixture
def toy(tmp_path):
    return shutil.copytree(TOYS / "count", tmp_path / "count", ignore=shutil.ignore_patterns("__pycache__"))


def run(toy: Path, cache: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", RUN, f"{toy}{os.sep}"],
        env={**os.environ, "BRILLIG_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_second_process_compiles_nothing_and_a_change_anywhere_compiles_again(toy, tmp_path):
    cache = tmp_path / "cache"
    assert run(toy, cache).stdout.split() == ["15", "0", "0"]
    assert run(toy, cache).stdout.split() == ["15", "1", "1"]
    # A constant in another file than the rules, which Numba alone would not notice.
    (toy / "worth.py").write_text("WORTH = (7, 0)\n")
    assert run(toy, cache).stdout.split() == ["21", "0", "1"]
    # Lines that are shifted, a comment and a label.
    text = (toy / "game.py").read_text()
    (toy / "game.py").write_text("# A comment.\n\n" + text.replace('return "go"', 'return "go on"'))
    assert run(toy, cache).stdout.split() == ["21", "1", "1"]
    (toy / "game.py").write_text(text.replace("s.turns += 1", "s.turns += 2"))
    assert run(toy, cache).stdout.split() == ["28", "0", "1"]


def test_a_damaged_cache_is_compiled_again_and_it_may_vanish(toy, tmp_path):
    cache = tmp_path / "cache"
    run(toy, cache)
    for file in cache.rglob("*.nb?"):
        file.write_bytes(b"")
    assert run(toy, cache).stdout.split()[:1] == ["15"]
    shutil.rmtree(cache)
    assert run(toy, cache).stdout.split() == ["15", "0", "0"]


def test_a_cache_that_cannot_be_written_is_said_once_and_play_goes_on(toy, tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, where a folder should be")
    done = run(toy, blocked)
    assert done.stdout.split() == ["15", "0", "0"]
    assert done.stderr.count("Compiled rules cannot be kept") == 1
    assert "set BRILLIG_CACHE to a folder that can be written" in done.stderr
    assert "Traceback" not in done.stderr
