"""A server in a process of its own, that can be killed and started again; and just enough HTTP to sit down at it."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
PATIENCE = 60.0  # seconds for a start on a machine that is busy


class Answer(NamedTuple):
    status: int
    cookie: str
    body: Any


async def ask(port: int, method: str, path: str, body: Any = None, cookie: str = "", source: str = HOST) -> Answer:
    """One request on a connection of its own. OSError or EOFError if the server is not there, or goes away."""
    data = b"" if body is None else json.dumps(body).encode()
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
    try:
        head = [
            f"{method} {path} HTTP/1.1", f"Host: {HOST}:{port}", "Connection: close", "Content-Type: application/json",
            f"Content-Length: {len(data)}", *([f"Cookie: {cookie}"] if cookie else []), "", "",
        ]  # fmt: skip
        writer.write("\r\n".join(head).encode() + data)
        top, _, text = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    if not text:
        raise EOFError("The server went away.")
    given = [line[12:].split(b";")[0] for line in top.split(b"\r\n") if line.lower().startswith(b"set-cookie: ")]
    try:
        found = json.loads(text) if b"application/json" in top else text
    except ValueError as why:
        raise EOFError("The server went away in the middle of a word.") from why
    return Answer(int(top[9:12]), given[0].decode() if given else cookie, found)


def free_port() -> int:
    with socket.socket() as free:
        free.bind((HOST, 0))
        return int(free.getsockname()[1])


class Process:
    """`brillig serve` with a database file, on one port through all its lives."""

    def __init__(
        self, folder: Path, limits: str = "0", options: tuple[str, ...] = (), files: int = 0, database: str = ""
    ) -> None:
        """`limits`: what the rate limits are multiplied by. `files`: the soft limit of open files, if not the usual.
        `database`: if not a file in the folder."""
        self.folder, self.port = folder, free_port()
        self.limits, self.options, self.files = limits, options, files
        self.database = database or f"sqlite:///{folder / 'brillig.db'}"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.starts: list[float] = []  # seconds from each start until it served

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    async def start(self) -> None:
        began = time.perf_counter()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-X", "faulthandler", "-m", "brillig", "serve", "--port", str(self.port), "--database", self.database,
                    *self.options,
                ],
                cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), "BRILLIG_LIMITS": self.limits}, stdout=log,
                stderr=log, preexec_fn=self._few_files if self.files else None,
            )  # fmt: skip
        while True:
            try:
                if (await ask(self.port, "GET", "/readyz")).status == 200:
                    break
            except (OSError, EOFError):
                pass
            late = time.perf_counter() - began > PATIENCE
            if late or self.process.poll() is not None:
                raise RuntimeError(f"The server does not start: {self.log.read_text()[-2000:]}")
            await asyncio.sleep(0.02)
        self.starts.append(time.perf_counter() - began)

    def _few_files(self) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

    def kill(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """A clean end: its exit status."""
        assert self.process
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGABRT)  # its last words say what every thread was at
        return self.process.wait()

    def complaints(self) -> list[str]:
        """What the server logged that it should never have to."""
        return [
            line
            for line in self.log.read_text(errors="replace").splitlines()
            if '"level":"error"' in line or "mishap" in line or "Traceback" in line
        ]
