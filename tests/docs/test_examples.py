"""The examples for learners run, in their short form; those that need PyTorch where it is installed."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import brillig

ROOT = Path(brillig.__file__).parents[1]
EXAMPLES = ROOT / "docs" / "examples"


def run(name, *args, cwd):
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *args], capture_output=True, text=True, timeout=600, cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def needs(package):
    return pytest.mark.skipif(not importlib.util.find_spec(package), reason=f"{package} is not installed")


@needs("pyspiel")
def test_openspiels_algorithms(tmp_path):
    told = run("openspiel_algorithms.py", "--rounds", "60", "--games", "2", "--simulations", "12", cwd=tmp_path)
    first, last = map(float, re.search(r"exploitability: ([\d.]+) after one round, ([\d.]+) after 60", told).groups())
    assert 0.1 < first < 2
    assert last < 0.1
    assert re.search(r"othellino: the search won [\d.]+ of 2", told)


@needs("torch")
@pytest.mark.parametrize("name", ["ppo_othellino", "ppo_gold_mine"])
def test_ppo_against_itself(name, tmp_path):
    told = run(
        f"{name}.py", "--device", "cpu", "--envs", "16", "--steps", "12", "--lessons", "2", "--looks", "1",
        "--minibatches", "2", "--tries", "16", "--keep", "kept", cwd=tmp_path,
    )  # fmt: skip
    assert len(re.findall(r"beats random \d+", told)) == 2
    assert sorted(file.name for file in (tmp_path / "kept").iterdir()) == ["0.pt", "2.pt"]


@needs("sb3_contrib")
def test_maskable_ppo(tmp_path):
    told = run("maskable_ppo.py", "--moves", "1024", "--games", "4", "--gear", "plain", cwd=tmp_path)
    assert re.search(r"[+-][\d.]+ on average over 4 games", told)
