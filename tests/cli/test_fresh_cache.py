"""A machine on which nothing is compiled yet: whoever is called a level thinks from its first choice on, and never at random."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import tests.toys

LONG = partial(pytest.param, marks=pytest.mark.soak)
NIM = Path(tests.toys.__file__).parent / "nim"
SCRIPT = """
import sys
from brillig import bots
from brillig.cli import app

def at_random(*_):
    raise SystemExit("somebody chose at random")

def thinking(self, view, seat, seed, choose=bots.Thinker.choose):
    said.add(self.name)
    return choose(self, view, seat, seed)

said = set()
bots.Random.choose, bots.Thinker.choose = at_random, thinking
app(sys.argv[1:], standalone_mode=False)
print("thinking:", *sorted(said))
"""


@pytest.mark.parametrize(
    "command",
    [
        ("play", str(NIM), "--seats", "easy,normal"),
        LONG(("simulate", str(NIM), "--games", "2", "--bots", "easy,normal"), id="simulate"),
        LONG(("tournament", str(NIM), "--bots", "easy,normal", "--games", "2"), id="tournament"),
    ],
    ids=lambda command: command[0],
)
def test_a_level_thinks_before_anything_was_compiled(command, tmp_path):
    given = {**os.environ, "BRILLIG_CACHE": str(tmp_path), "NO_COLOR": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, *command], env=given, capture_output=True, text=True, timeout=300, cwd=tmp_path
    )
    assert ran.stdout.endswith("thinking: easy normal\n"), ran.stdout + ran.stderr
    assert any(tmp_path.iterdir())  # that is where it was compiled
