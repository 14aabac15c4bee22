"""docs/hosting.md: its commands, in its order, on other ports."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.faults.process import HOST, ROOT, ask, free_port
from tests.postgres import Cluster, programs

PAGE = (ROOT / "docs" / "hosting.md").read_text()
BLOCKS = re.findall(r"^ *```sh\n(.*?)^ *```$", PAGE, re.M | re.S)
PLACES = f"{os.environ['PATH']}:/usr/sbin:{ROOT}/.venv/nginx/usr/sbin"  # where `make test` has put what was missing
COMMANDS = [[line.strip() for line in block.splitlines()] for block in BLOCKS]


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


class Shell:
    """Runs what a reader would type, with other ports. All that it starts ends with it."""

    def __init__(self, folder: Path, ports: dict[str, int]) -> None:
        self.folder, self.ports = folder, ports
        self.programs = folder / "bin"  # what a reader has installed
        self.programs.mkdir()
        self.provide("brillig", f'echo $$ > "{folder}/$3"; exec {sys.executable} -m brillig "$@"')
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PATH": f"{self.programs}:{os.environ['PATH']}:/usr/sbin",
        }
        self.running: list[subprocess.Popen[bytes]] = []

    def provide(self, name: str, script: str) -> None:
        file = self.programs / name
        file.write_text(f"#!/bin/bash\n{script}\n")
        file.chmod(0o755)

    def here(self, line: str) -> str:
        for known, port in self.ports.items():
            line = line.replace(known, str(port))
        return line

    def start(self, *lines: str) -> None:
        """All in one shell, which stays until the last of what it has started ends."""
        script = self.here("\n".join(("set -e", *lines, "wait")))
        with (self.folder / "log").open("ab") as log:
            self.running.append(
                subprocess.Popen(
                    ["bash", "-c", script], cwd=self.folder, stdout=log, stderr=log, env=self.environment,
                    start_new_session=True,
                )
            )  # fmt: skip

    async def ready(self, known: str) -> None:
        for _ in range(600):
            if listens(self.ports[known]):
                try:
                    if (await ask(self.ports[known], "GET", "/readyz")).status == 200:
                        return
                except (OSError, EOFError):
                    pass
            await asyncio.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    def end(self, known: str) -> None:
        """Stop the server that was started with this port."""
        os.kill(int((self.folder / str(self.ports[known])).read_text()), signal.SIGTERM)

    def stop(self) -> None:
        for shell in self.running:
            with suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGTERM)
        for shell in self.running:
            shell.wait(30)
        self.running.clear()


class AsOnDebian(Cluster):
    """A cluster whose doors are those that Debian's pg_createcluster makes."""

    def __init__(self, programs: Path) -> None:
        super().__init__(programs, "postgres")
        local = "peer" if os.getuid() == 0 else "trust"  # who is not root cannot become postgres
        doors = ["local all postgres", local], ["local all all", local]
        doors += ["host all all 127.0.0.1/32", "scram-sha-256"], ["host all all ::1/128", "scram-sha-256"]
        (self.folder / "data" / "pg_hba.conf").write_text("".join(f"{who} {how}\n" for who, how in doors))
        assert self.process
        self.process.send_signal(signal.SIGHUP)


def test_the_page_has_these_commands_and_no_others():
    assert [len(block) for block in COMMANDS] == [1, 1, 3, 3, 3, 1, 1]
    install, venv, path = COMMANDS[2]
    assert {"postgresql", "haproxy", "python3-venv", "openssl", "curl"} == set(install.split()[3:])
    assert venv.endswith("pip install -e '.[postgres]'")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["optional-dependencies"]["postgres"]
    assert "brillig" in project["scripts"]
    assert path == 'export PATH="$PWD/.venv/bin:$PATH"'


@pytest.mark.parametrize("block", [0, 1])
def test_one_machine(tmp_path, block):
    shell = Shell(tmp_path, {"8000": free_port()})

    async def go() -> None:
        shell.start(COMMANDS[block][0])
        await shell.ready("8000")
        assert b"Othellino" in (await ask(shell.ports["8000"], "GET", "/")).body

    try:
        asyncio.run(go())
    finally:
        shell.stop()


@pytest.mark.xdist_group("postgres")
def test_three_nodes(tmp_path):
    found = programs()
    for there, name in ((found, "postgresql"), (shutil.which("haproxy", path=PLACES), "haproxy")):
        if not there:
            pytest.skip(f"{name} is not installed (Debian: apt-get install {name}).")
    assert found
    cluster = AsOnDebian(found)
    shell = Shell(tmp_path, {port: free_port() for port in ("8001", "8002", "8003", "8080")})
    shell.environment |= {
        "PGHOST": str(cluster.folder),
        "PGPORT": str(cluster.port),
    }  # not the one that is on the machine
    if os.getuid():
        shell.provide("su", 'PGUSER=postgres exec bash -c "$3"')
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    proxy = tmp_path / "deploy" / "haproxy.cfg"
    proxy.write_text(shell.here(proxy.read_text()))

    async def go() -> None:
        shell.start(COMMANDS[2][2], *(line for block in COMMANDS[3:6] for line in block))
        for port in ("8001", "8002", "8003", "8080"):
            await shell.ready(port)
        ann = await ask(shell.ports["8080"], "POST", "/api/session", {"nickname": "Ann"})
        form = {"game": "othellino", "seats": ["me", "open"], "listed": True}
        table = (await ask(shell.ports["8080"], "POST", "/api/tables", form, ann.cookie)).body
        for port in ("8001", "8002", "8003"):
            lobby = (await ask(shell.ports[port], "GET", "/api/tables", cookie=ann.cookie)).body
            assert [t["id"] for t in lobby["mine"]] == [table["id"]]
            assert (await ask(shell.ports[port], "GET", f"/tables/{table['id']}", cookie=ann.cookie)).status == 200
        await asyncio.sleep(1)  # all have heard of each other
        told = subprocess.run(["bash", "-c", shell.here(COMMANDS[6][0])], capture_output=True, text=True, check=True)
        assert 'brillig_node_info{node="red"} 1' in told.stdout
        assert "brillig_nodes 3" in told.stdout
        bob = await ask(shell.ports["8080"], "POST", "/api/session", {"nickname": "Bob"})
        body = {"invite": table["invite"]}
        for port in ("8002", "8003"):  # at whatever node: the second time the seat is kept
            seat = await ask(shell.ports[port], "POST", f"/api/tables/{table['id']}/join", body, bob.cookie)
            assert (seat.status, seat.body["seat"]) == (200, 1)
        for port in ("8001", "8002", "8003"):  # a proxy that does not hash: a socket at any node
            assert await greeted(shell.ports[port], table["id"], ann.cookie)

        await each_has_limits_of_its_own(shell.ports["8080"])
        await behind_nginx(shell, tmp_path, table["id"], ann.cookie)

    try:
        asyncio.run(go())
    finally:
        shell.stop()
        cluster.close()


async def each_has_limits_of_its_own(port: int) -> None:
    """Nodes know visitors behind the proxy apart."""

    async def sessions(source: str, many: int) -> Counter[int]:
        form = {"nickname": "Eve"}
        return Counter([(await ask(port, "POST", "/api/session", form, source=source)).status for _ in range(many)])

    assert (await sessions("127.0.0.1", 75))[429]
    await asyncio.sleep(1)  # all have heard of it
    assert await sessions("127.0.0.2", 15) == {200: 15}


NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1; events {{ worker_connections 256; }}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; include {file};
fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s; }}
"""


def test_nginx_is_tried():
    if not shutil.which("nginx", path=PLACES):
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light), so deploy/nginx.conf was not tried.")


async def greeted(port: int, table: str, cookie: str) -> bool:
    """A socket there opens the table."""
    url = f"ws://{HOST}:{port}/ws/{table}"
    async with connect(url, additional_headers={"Cookie": cookie}, open_timeout=20, proxy=None) as socket:
        return bool(json.loads(await socket.recv())["table"] == table)


async def behind_nginx(shell: Shell, folder: Path, table: str, cookie: str) -> None:
    """The other proxy, where it is installed: pages and sockets come through, also when a node is gone."""
    program = shutil.which("nginx", path=PLACES)
    if not program:  # test_nginx_is_tried says so
        return
    shell.ports["8080"] = free_port()
    ours, whole = folder / "deploy" / "nginx.conf", folder / "whole.conf"
    ours.write_text(shell.here(ours.read_text()))
    whole.write_text(NGINX.format(folder=folder, file=ours))
    shell.start(f"{program} -p {folder} -e {folder}/nginx.log -c {whole}")
    await shell.ready("8080")
    port = shell.ports["8080"]
    for attempt in range(2):
        page = await ask(port, "GET", f"/tables/{table}", cookie=cookie)
        assert page.status == 200, page
        assert await greeted(port, table, cookie)
        if attempt == 0:
            shell.end("8001")  # one of the nodes, perhaps the one that owns it
            await asyncio.sleep(1)
