"""Which Python files a click and a simulation pass through: both are done, and every function that is called is noted.

    python tests/docs/walks.py click
    python tests/docs/walks.py simulation

prints a file a line, and how many there are. Rules of games (`games` and `parts`) are left out. It needs nothing of the
code but the app and the command line, so that older commits can be counted with it, too: run it with PYTHONPATH there.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import httpx

import brillig

ROOT = Path(brillig.__file__).parent
APPS = ("brillig.web.server.app", "brillig.web.app")  # now and before
CONFIGS = ("brillig.web.config",)
PATIENCE = 30.0  # seconds
QUIET = 0.3  # seconds until all that follows has happened


class Walk:
    """While it goes on, every Python file of brillig in which a function is called, on whatever thread."""

    def __init__(self) -> None:
        self.on = False
        self.called: set[str] = set()

    def listen(self) -> None:
        """To every thread that begins from now on. (Everything is slow from now on, compiling most of all.)"""
        threading.setprofile(self.note)
        sys.setprofile(self.note)

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        if self.on and event == "call":
            self.called.add(frame.f_code.co_filename)

    def __enter__(self) -> None:
        self.on = True

    def __exit__(self, *_: object) -> None:
        self.on = False

    @property
    def passed(self) -> list[str]:
        files = (path.relative_to(ROOT).as_posix() for path in map(Path, self.called) if path.is_relative_to(ROOT))
        return sorted(file for file in files if not file.startswith(("games/", "parts/")))


def module(names: tuple[str, ...]) -> Any:
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"There is none of {', '.join(names)} here.")


async def click(walk: Walk) -> None:
    """A choice in Othellino, until the one who made it sees the bot's answer."""
    with tempfile.TemporaryDirectory() as folder:
        # Nothing is compiled, a bot answers at once, and what waits until people are served is not waited for.
        config = {"database": f"sqlite:///{folder}/a.db", "compile": False, "bot_floor": 0.0, "bot_spread": 0.0}
        kind = module(CONFIGS).Config
        if "later_seconds" in kind.__struct_fields__:
            config["later_seconds"] = 1e6
        app = module(APPS).create_app(kind(**config), lifespan=False)
        host = app.state._state.get("host") or app.state.house
        await host.open()
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as web:
            await web.post("/api/session", json={"nickname": "Ann"})
            id = (await web.post("/api/tables", json={"game": "othellino", "seats": ["me", "bot:random"]})).json()["id"]
            cookie = "; ".join(f"{name}={value}" for name, value in web.cookies.items()).encode()
        said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        headers = [(b"host", b"localhost"), (b"cookie", cookie)]
        scope = {
            "type": "websocket", "path": f"/ws/{id}", "query_string": b"", "root_path": "", "scheme": "ws",
            "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80), "extensions": {},
        }  # fmt: skip
        task = asyncio.create_task(app(scope, said.get, heard.put))

        async def view(fits: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
            while True:
                message = json.loads((await asyncio.wait_for(heard.get(), PATIENCE)).get("text", "{}"))
                if message.get("type") == "view" and fits(message):
                    return dict(message)

        await said.put({"type": "websocket.connect"})
        first = await view(lambda v: v["scene"]["choices"])
        await asyncio.sleep(QUIET)
        with walk:
            choice = {"type": "choose", "id": "1", "ply": first["ply"], "code": first["scene"]["choices"][0]["code"]}
            await said.put({"type": "websocket.receive", "text": json.dumps(choice)})
            await view(lambda v: v["ply"] >= first["ply"] + 2)
            await asyncio.sleep(QUIET)
        await said.put({"type": "websocket.disconnect", "code": 1000})
        await task
        await host.close()


def simulation(walk: Walk) -> None:
    """Random games of Gold Mine with a report, for the second time, so that nothing is compiled."""
    from brillig.cli import main

    with tempfile.TemporaryDirectory() as folder:
        for out in ("first", "second"):
            if out == "second":
                walk.listen()
                walk.on = True
            try:
                main(["simulate", "gold-mine", "--games", "2000", "--out", f"{folder}/{out}"])
            except SystemExit as end:
                if end.code:
                    raise
        walk.on = False


if __name__ == "__main__":
    walk = Walk()
    if sys.argv[1] == "click":
        walk.listen()
        asyncio.run(click(walk))
    else:
        simulation(walk)
    sys.setprofile(None)
    print(*walk.passed, sep="\n")
    print(f"{sys.argv[1]}: {len(walk.passed)} files")
