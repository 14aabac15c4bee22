"""docs/hosting.md: its commands, in its order, on other ports."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.faults.process import HOST, ROOT, ask, free_port

PAGE = (ROOT / "docs" / "hosting.md").read_text()
BLOCKS = re.findall(r"^ *```sh\n(.*?)^ *```$", PAGE, re.M | re.S)
COMMANDS = [[line.strip() for line in block.splitlines()] for block in BLOCKS]


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


class Shell:
    """Runs what a reader would type, with other ports."""

    def __init__(self, folder: Path, ports: dict[str, int], database: str = "") -> None:
        self.folder, self.ports, self.database = folder, ports, database
        self.running: list[subprocess.Popen[bytes]] = []

    def here(self, line: str) -> str:
        for known, port in self.ports.items():
            line = line.replace(known, str(port))
        line = line.replace("postgresql://localhost/games", self.database).replace("localhost", HOST)
        return re.sub(r"^brillig ", f"{sys.executable} -m brillig ", line)

    def start(self, line: str) -> None:
        with (self.folder / "log").open("ab") as log:
            self.running.append(
                subprocess.Popen(
                    ["bash", "-c", f"exec {self.here(line)}"],
                    cwd=self.folder,
                    stdout=log,
                    stderr=log,
                    env={**os.environ, "PYTHONPATH": str(ROOT)},
                )
            )

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

    def stop(self) -> None:
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait(30)
        self.running.clear()


def test_the_page_has_these_commands_and_no_others():
    assert [len(block) for block in COMMANDS] == [1, 1, 1, 3, 1, 1]


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
def test_three_nodes(tmp_path, cluster):
    if not shutil.which("haproxy") and not Path("/usr/sbin/haproxy").exists():
        pytest.skip("HAProxy is not installed (Debian: apt-get install haproxy).")
    name = cluster.lend()  # createdb
    shell = Shell(tmp_path, {port: free_port() for port in ("8001", "8002", "8003", "8080")}, cluster.url(name))
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    proxy = tmp_path / "deploy" / "haproxy.cfg"
    proxy.write_text(shell.here(proxy.read_text()))

    async def go() -> None:
        for line in COMMANDS[3]:
            shell.start(line)
        for port in ("8001", "8002", "8003"):
            await shell.ready(port)
        shell.start(COMMANDS[4][0])
        await shell.ready("8080")
        ann = await ask(shell.ports["8080"], "POST", "/api/session", {"nickname": "Ann"})
        form = {"game": "othellino", "seats": ["me", "open"], "listed": True}
        table = (await ask(shell.ports["8080"], "POST", "/api/tables", form, ann.cookie)).body
        for port in ("8001", "8002", "8003"):
            lobby = (await ask(shell.ports[port], "GET", "/api/tables", cookie=ann.cookie)).body
            assert [t["id"] for t in lobby["mine"]] == [table["id"]]
            assert (await ask(shell.ports[port], "GET", f"/tables/{table['id']}", cookie=ann.cookie)).status == 200
        await asyncio.sleep(1)  # all have heard of each other
        told = subprocess.run(["bash", "-c", shell.here(COMMANDS[5][0])], capture_output=True, text=True, check=True)
        assert 'brillig_node_info{node="red"} 1' in told.stdout
        assert "brillig_nodes 3" in told.stdout
        bob = await ask(shell.ports["8080"], "POST", "/api/session", {"nickname": "Bob"})
        body = {"invite": table["invite"]}
        for port in ("8002", "8003"):  # at whatever node: the second time the seat is kept
            seat = await ask(shell.ports[port], "POST", f"/api/tables/{table['id']}/join", body, bob.cookie)
            assert (seat.status, seat.body["seat"]) == (200, 1)
        for port in ("8001", "8002", "8003"):  # a proxy that does not hash: a socket at any node
            assert await greeted(shell.ports[port], table["id"], ann.cookie)

        await behind_nginx(shell, tmp_path, table["id"], ann.cookie)

    try:
        asyncio.run(go())
    finally:
        shell.stop()
        cluster.take_back(name)


NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1; events {{ worker_connections 256; }}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; include {file};
fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s; }}
"""


async def greeted(port: int, table: str, cookie: str) -> bool:
    """A socket there opens the table."""
    url = f"ws://{HOST}:{port}/ws/{table}"
    async with connect(url, additional_headers={"Cookie": cookie}, open_timeout=20, proxy=None) as socket:
        return bool(json.loads(await socket.recv())["table"] == table)


async def behind_nginx(shell: Shell, folder: Path, table: str, cookie: str) -> None:
    """The other proxy, where it is installed: pages and sockets come through, also when a node is gone."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
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
            shell.running[0].terminate()  # one of the nodes, perhaps the one that owns it
            shell.running[0].wait(30)
