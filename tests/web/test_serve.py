"""brillig serve, as a process of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from brillig.cli.server.serve import without_password
from brillig.web.config import Config
from brillig.web.host.host import Host
from brillig.web.server import process

ROOT = Path(__file__).parents[2]


def start(*args: str, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "brillig", "serve", *args], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@contextmanager
def served(tmp_path: Path, *args: str, **env: str):
    """A server on a port of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = start("--port", str(port), "--database", f"sqlite:///{tmp_path}/b.db", *args, BRILLIG_LIMITS="0", **env)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                if httpx.get(f"{url}/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                assert process.poll() is None, process.stderr.read()
                time.sleep(0.1)
        yield process, url, port
    finally:
        process.kill()
        process.wait()


def test_a_match_survives_a_kill_and_a_clean_end(tmp_path):
    with served(tmp_path) as (process, url, _):
        http = httpx.Client(base_url=url)
        http.post("/api/session", json={"nickname": "Ann"})
        table = http.post("/api/tables", json={"game": "othellino", "seats": ["me", "bot:random"],
                                               "options": {"first_mover": "seat 1"}}).json()  # fmt: skip
        headers = {"Cookie": f"brillig={http.cookies['brillig']}"}
        with connect(f"{url.replace('http', 'ws')}/ws/{table['id']}", additional_headers=headers) as tab:
            view = next(m for m in map(json.loads, tab) if m["type"] == "view")
            choice = view["scene"]["choices"][0]
            tab.send(json.dumps({"type": "choose", "id": "1", "ply": 0, "code": choice["code"]}))
            ack = next(m for m in map(json.loads, tab) if m["type"] == "ack")
            assert ack["ok"]
            process.send_signal(signal.SIGKILL)
    with served(tmp_path, "--log", "human") as (process, url, _):
        with connect(f"{url.replace('http', 'ws')}/ws/{table['id']}", additional_headers=headers) as tab:
            view = next(m for m in map(json.loads, tab) if m["type"] == "view")
            assert choice["label"] in view["told"][0]["text"]
            tab.send(json.dumps({"type": "choose", "id": "1", "ply": 0, "code": choice["code"]}))
            assert next(m for m in map(json.loads, tab) if m["type"] == "ack") == ack
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            messages = []
            with suppress(ConnectionClosed):
                while True:
                    messages.append(json.loads(tab.recv(timeout=5)))
            assert messages[-1]["type"] == "bye"
            assert tab.close_code == 1012
            assert tab.close_reason
        assert process.wait(timeout=5) == 0
        assert time.monotonic() - began < 5


SLOW_NUMBA = """
import pathlib, sys, time
if "serve" not in sys.argv:
    sys.exit(0)  # whoever compiles for the server is done
pathlib.Path(__file__).with_name("began").touch()
time.sleep(40)
"""


def test_it_ends_at_once_while_a_thread_is_busy(tmp_path):
    """A machine where to load compiled rules takes half a minute, as it does where much else runs."""
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text(SLOW_NUMBA)
    with served(tmp_path, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}") as (process, url, _):
        http = httpx.Client(base_url=url)
        http.post("/api/tables", json={"game": "othellino", "seats": ["bot:random", "bot:random"]})
        while not (tmp_path / "numba" / "began").exists():
            time.sleep(0.1)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=35) == 0
        assert time.monotonic() - began < 15


def test_a_signal_during_the_start_is_not_lost(tmp_path, monkeypatch):
    opening, before = Host.open, {name: signal.getsignal(name) for name in (signal.SIGTERM, signal.SIGINT)}

    async def interrupted(host, address=""):
        os.kill(os.getpid(), signal.SIGTERM)
        await opening(host, address)

    monkeypatch.setattr(Host, "open", interrupted)
    late = threading.Timer(20, os.kill, (os.getpid(), signal.SIGTERM))
    late.start()
    try:
        process.serve(Config(port=0, database=f"sqlite:///{tmp_path}/b.db", compile=False).checked())
        assert late.is_alive()  # nobody had to say it again
    finally:
        late.cancel()
        for name, handler in before.items():
            signal.signal(name, handler)


def test_what_is_printed_and_logged(tmp_path):
    with served(tmp_path, "--public-url", "https://games.example.org") as (process, url, port):
        http = httpx.Client(base_url=url)
        answer = http.post("/api/session", json={"nickname": "Ann"})
        cookie = answer.headers["set-cookie"].split("=", 1)[1].split(";")[0]
        http.cookies.clear()  # a Secure cookie is not sent over http
        http.headers["Cookie"] = f"brillig={cookie}"
        table = http.post("/api/tables", json={"game": "othellino", "seats": ["me", "open"]}).json()
        httpx.post(f"{url}/api/tables/{table['id']}/join", json={"invite": table["invite"], "nonce": "ab" * 16})
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=5)
        assert process.returncode == 0
        logged = [json.loads(line) for line in err.splitlines()]
        assert ["port", str(port)] in [line.split() for line in out.splitlines()]
        assert "https://games.example.org" in out
        assert {line["event"] for line in logged} >= {"serving", "table laid", "closed"}
        for secret in (cookie, table["invite"], "abab"):
            assert secret not in out + err


def test_a_port_in_use(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start("--port", str(port), "--database", f"sqlite:///{tmp_path}/b.db")
        _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert err.splitlines()[-1] == f"Port {port} of 127.0.0.1 cannot be used: Address already in use."
    assert not (tmp_path / "b.db").exists()


def test_a_database_in_use(tmp_path):
    with served(tmp_path):
        process = start("--port", "0", "--database", f"sqlite:///{tmp_path}/b.db")
        _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "Traceback" not in err
    assert "in use" in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("--public-url", "games.example.org"), "public URL"),
        (("--log", "loud"), "json or human"),
        (("--database", "mysql://x"), "mysql"),
        (("--database", "sqlite:////nosuchfolder/b.db"), "nosuchfolder"),
    ],
)
def test_bad_options(args, word):
    process = start("--port", "0", *args)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "Traceback" not in err
    assert word in err.splitlines()[-1]


def test_passwords_are_not_shown():
    assert without_password("postgresql://ann:secret@db/brillig") == "postgresql://ann:***@db/brillig"
    assert without_password("postgresql://ann@db/brillig") == "postgresql://ann@db/brillig"
    assert without_password("sqlite:///b.db") == "sqlite:///b.db"
