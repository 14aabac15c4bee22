"""A server in a process of its own, with every page, quick bots and no limits. Run as a program it serves.

python -m tests.browser.house PORT DATABASE
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


class House:
    """A server that can be stopped and started again where it was."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.database = folder / "tables.db"
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.house", str(self.port), str(self.database)],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while not self.ready():
            assert self.process.poll() is None, "the server has ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.05)

    def ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)


def end_with(parent: int) -> None:
    """Whoever started this may be ended before it can say so."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main(port: int, database: str) -> None:
    import asyncio

    from brillig.web import logs
    from brillig.web.config import Config
    from brillig.web.pages import routes
    from brillig.web.server import process
    from brillig.web.server.app import create_app

    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    logs.configure("human", 30)
    config = Config(
        port=port,
        database=f"sqlite:///{database}",
        limits=0,
        stand_still=False,
        bot_floor=0,
        bot_spread=0,
        compile=False,
        analysis_seconds=2,
    )
    with process.bind(config.host, config.port) as listener:
        app = create_app(config, pages=routes, lifespan=False)
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: None)
        asyncio.run(process.run(process.build(app), [listener], process.Started(0, 0)))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
