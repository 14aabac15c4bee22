"""The process that keeps workers at work: they are killed, put to sleep, cannot start; it is told to end at any moment.

The foreman is real, and so are its processes; a worker only says that it is there and waits.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from brillig.core import BrilligError
from brillig.web.config import Config
from brillig.web.server import workers
from tests.faults.process import ROOT

SCRIPT = """
import os, signal, sys, time
from pathlib import Path
from brillig.core import BrilligError
from brillig.web.server.workers import _Foreman

folder, mishap = Path(sys.argv[1]), sys.argv[2]

def work(name):
    if (folder / "away").exists():
        raise BrilligError("The database does not answer.")
    (folder / f"pid of {name}").write_text(str(os.getpid()))
    (folder / name).touch()
    signal.pause()

if mishap:  # just when a worker is made, which takes a moment to come to itself
    foreman = os.getpid()
    def born():
        (folder / "born").write_text(str(os.getpid()))
        time.sleep(0.3)
    os.register_at_fork(after_in_child=born, after_in_parent=lambda: os.kill(foreman, getattr(signal, mishap)))
_Foreman(work, ["w.1", "w.2"], folder).stay()
"""


class Gang:
    """A foreman and two workers."""

    def __init__(self, folder: Path, mishap: str = "") -> None:
        self.folder, self.said = folder, folder / "said"
        with self.said.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SCRIPT, str(folder), mishap],
                cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=out, stderr=out,
            )  # fmt: skip

    def pid(self, name: str) -> int:
        file = self.folder / f"pid of {name}"
        return int(file.read_text() or "0") if file.exists() else 0

    def works(self) -> bool:
        return all((self.folder / name).exists() for name in ("w.1", "w.2"))

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(10)


def until(holds: Callable[[], object], seconds: float = 20) -> None:
    late = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < late, "it does not happen"
        time.sleep(0.02)


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def gang(tmp_path):
    gang = Gang(tmp_path)
    yield gang
    gang.process.kill()
    gang.process.wait()


def test_a_worker_that_cannot_come_back_is_tried_again_while_another_works(gang, tmp_path):
    until(gang.works)
    (tmp_path / "away").touch()
    first, other = gang.pid("w.1"), gang.pid("w.2")
    os.kill(first, signal.SIGKILL)
    time.sleep(2)  # 0, 0.5 and 1.5 s later it is tried
    assert gang.process.poll() is None
    assert lives(other)
    assert not (tmp_path / "w.1").exists()
    (tmp_path / "away").unlink()
    until(gang.works)
    assert gang.pid("w.1") not in (0, first)
    assert gang.end() == 0
    said = gang.said.read_text()
    assert said.count("a worker has died and is started again") == 1
    assert said.count("a worker cannot start, and is tried again until it can") == 1
    assert "Traceback" not in said


def test_where_no_worker_is_left_that_works_the_server_ends(gang, tmp_path):
    until(gang.works)
    (tmp_path / "away").touch()
    for name in ("w.1", "w.2"):
        os.kill(gang.pid(name), signal.SIGKILL)
    assert gang.process.wait(10) != 0
    assert "A worker could not start, so none of them works." in gang.said.read_text()


def test_a_worker_that_cannot_start_in_the_first_place_ends_everything(tmp_path):
    (tmp_path / "away").touch()
    gang = Gang(tmp_path)
    assert gang.process.wait(20) != 0
    assert "Worker w.1: The database does not answer." in gang.said.read_text()


def test_a_worker_that_is_put_to_sleep_is_replaced(gang):
    """It may hold a lock for which the others wait, and nobody else can take that from it."""
    until(gang.works)
    first = gang.pid("w.1")
    os.kill(first, signal.SIGSTOP)
    time.sleep(0.3)
    os.kill(first, signal.SIGCONT)  # a short nap is nothing
    time.sleep(1.2)
    assert lives(first)
    os.kill(first, signal.SIGSTOP)
    until(lambda: gang.pid("w.1") not in (0, first) and gang.works(), 5)
    os.kill(gang.pid("w.2"), signal.SIGSTOP)
    assert gang.end() == 0  # one that sleeps is no hindrance


@pytest.mark.parametrize("mishap", ["SIGTERM", "SIGKILL"])
def test_a_foreman_that_ends_just_when_a_worker_is_made_leaves_nobody_behind(tmp_path, mishap):
    gang = Gang(tmp_path, mishap)
    assert gang.process.wait(10) == (0 if mishap == "SIGTERM" else -signal.SIGKILL)
    until((tmp_path / "born").exists)
    until(lambda: not lives(int((tmp_path / "born").read_text() or "1")), 5)


def test_a_name_that_is_too_long_for_workers_is_refused_at_once():
    config = Config(node="x" * 30, database="postgresql://127.0.0.1:1/none", port=0).checked()
    with pytest.raises(BrilligError, match="With 10 workers, the name of a node has at most 29 letters"):
        workers.serve(config, 10)
