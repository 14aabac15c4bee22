"""`brillig` alone: a data folder, a server, an address, and a table within three seconds on a machine that is new to it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from brillig.cli.server import home

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


class Home:
    """A `brillig` that runs."""

    def __init__(self, folder: Path, *args: str, **more: str) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "BRILLIG_DATA": str(folder), "PYTHONUNBUFFERED": "1", **more}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "brillig", "--no-open", "--local", *args],
            cwd=folder.parent, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self.said: list[str] = []

    def hear(self, word: str) -> str:
        """The line in which it says that."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line)
            if word in line:
                return line
        raise AssertionError(self.said)

    def address(self) -> str:
        return self.hear("http://localhost").split()[-1]

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@pytest.fixture
def brillig(tmp_path):
    running = []

    def start(*args, **more):
        running.append(Home(tmp_path / "data", *args, **more))
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def answers(url):
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", int(url.strip("/").rpartition(":")[2])), timeout=1).close()
            return True
        except OSError:
            time.sleep(0.05)
    return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def held_compiler(process):
    """The process that compiles rules, held as soon as it begins."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for child in psutil.Process(process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if "brillig.web.host.warming" in child.cmdline():
                    child.suspend()
                    return child
        time.sleep(0.02)
    raise AssertionError("nothing is being compiled")


def test_the_first_table_ever_is_playable_before_anything_is_compiled(brillig, person, tmp_path):
    """Nothing is compiled yet on this machine: the plain gear serves, and compiling goes on behind it."""
    started = brillig("--port", str(free_port()), BRILLIG_CACHE=str(tmp_path / "cache"))
    url = started.address()
    assert answers(url)
    ann = person(url=url.rstrip("/"))
    ann.sit("othellino", "bot:easy", options={"first mover": "seat 1"})  # the bot waits until it can think
    compiler = held_compiler(started.process)
    assert ann.my_turn()
    before = ann.ply
    ann.page.click("[data-live] >> nth=0")
    ann.page.wait_for_function("p => +document.getElementById('table').dataset.ply > p", arg=before)
    assert not list((tmp_path / "cache").rglob("*.nbi"))
    compiler.resume()
    ann.page.goto("about:blank")


def test_what_it_says_and_where_it_keeps_things(brillig, tmp_path):
    port = free_port()
    first = brillig("--port", str(port))
    url = first.address()
    assert url == f"http://localhost:{port}/"
    assert str(tmp_path / "data") in first.hear("Ctrl-C")
    assert answers(url)
    until = time.monotonic() + PATIENCE
    while home.running(tmp_path / "data") != url:
        assert time.monotonic() < until
        time.sleep(0.05)
    # Called again, it leads to the one that is running.
    second = brillig("--port", str(port))
    assert url in second.hear("running already")
    assert second.process.wait(PATIENCE) == 0
    assert first.end() == 0
    assert "every match is kept" in first.hear("Closed").lower()
    assert (tmp_path / "data" / "brillig.db").exists()
    assert home.running(tmp_path / "data") is None


def test_a_port_in_use_is_not_the_end(brillig):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        one = brillig("--port", str(port))
        assert f"Port {port} is in use" in one.hear("in use")
        url = one.address()
        assert int(url.strip("/").rpartition(":")[2]) > port
        assert answers(url)
        assert one.end() == 0


def test_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.delenv("BRILLIG_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert home.data_folder() == tmp_path / "share" / "brillig"
    monkeypatch.setenv("BRILLIG_DATA", str(tmp_path / "mine"))
    assert home.data_folder() == tmp_path / "mine"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BRILLIG_DATA", str(tmp_path / "file" / "below"))
    with pytest.raises(home.BrilligError, match="cannot be made"):
        home.data_folder()


def test_no_port_is_free(tmp_path, monkeypatch):
    monkeypatch.setenv("BRILLIG_DATA", str(tmp_path))
    monkeypatch.setattr("brillig.web.host.addresses.free_port", lambda *_: None)
    with pytest.raises(home.BrilligError, match="Ports 8000 to 8019 cannot be used"):
        home.home(8000, True, False)


def test_phones_find_it_by_a_code(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("rich.console.Console.is_terminal", property(lambda self: True))
    home.greet("http://localhost:8000/", "http://192.168.1.7:8000/", "", tmp_path)
    shown = capsys.readouterr().out
    assert "http://192.168.1.7:8000/" in shown
    assert "▀" in shown
