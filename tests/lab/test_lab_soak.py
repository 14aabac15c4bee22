"""Long runs: time grows with the games, memory does not."""

import re
import subprocess
import sys

import pytest

MEASURE = """
import resource, sys, time
from pathlib import Path
import brillig
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.simulate import Threads, start

game, games = brillig.load("gold-mine"), int(sys.argv[1])
out = Path(sys.argv[2]) if len(sys.argv) > 2 else None
run = start(make_plan(game, seats=4, games=games), out)
began, used = time.perf_counter(), time.process_time()
run.go(Threads(run.lab, 2, out is not None))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(time.perf_counter() - began, time.process_time() - used, memory)
"""


def measured(*args):
    ran = subprocess.run([sys.executable, "-c", MEASURE, *map(str, args)], capture_output=True, text=True, check=True)
    return [float(x) for x in re.findall(r"[\d.]+", ran.stdout)]


@pytest.mark.soak
@pytest.mark.parametrize("files", [False, True])
def test_ten_million_games(tmp_path, files):
    out = [[tmp_path / str(n)] if files else [] for n in range(2)]
    _, small_cpu, small_memory = measured(1_000_000, *out[0])
    wall, cpu, memory = measured(10_000_000, *out[1])
    print(f"{10_000_000 / wall:,.0f} games a second, {memory:.0f} MB")
    assert cpu / small_cpu == pytest.approx(10, rel=0.35)
    assert memory < small_memory + 60
    assert 10_000_000 / wall > (100_000 if files else 200_000)
