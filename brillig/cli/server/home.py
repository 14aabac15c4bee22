"""brillig, without a command: a server for this house, and a browser at its lobby."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path

import platformdirs
from rich.text import Text

from brillig.cli.console import clean, console
from brillig.core import BrilligError

PORT = 8000
EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"
TRIES = 20  # ports that are tried when one is in use
PATIENCE = 15.0  # seconds until we give up waiting for our own server
ADDRESS = "address.txt"  # in the data folder: where the server that uses it can be found


def home(port: int, local: bool, browse: bool) -> None:
    """Make the data folder, find a port, say where the server is, open a browser, and serve until Ctrl-C."""
    # Only this command and `serve` need the server's packages; the others should not wait for them.
    from brillig.web import logs
    from brillig.web.config import Config
    from brillig.web.host import addresses
    from brillig.web.server import process

    folder = data_folder()
    if known := running(folder):
        console().print(Text(f"Brillig is running already: {known}"))
        if browse:
            webbrowser.open(known)
        return
    host = HERE if local else EVERYWHERE
    found = addresses.free_port(host, port, TRIES)
    if found is None:
        raise BrilligError(f"Ports {port} to {port + TRIES - 1} cannot be used; choose another one with --port.")
    config = Config(host=host, port=found, database=f"sqlite:///{folder / 'brillig.db'}", log="human").checked()
    logs.configure(config.log, logging.WARNING)  # whoever plays wants no log
    url = f"http://localhost:{found}/"
    lan = None if local else addresses.lan()
    greet(url, f"http://{lan}:{found}/" if lan else "", f"Port {port} is in use." if found != port else "", folder)
    threading.Thread(target=_when_open, args=(url, found, folder, browse), daemon=True).start()
    try:
        process.serve(config)
    finally:
        (folder / ADDRESS).unlink(missing_ok=True)
    console().print(Text("Closed. Every match is kept and goes on next time."))
    process.leave()


def greet(url: str, lan: str, note: str, folder: Path) -> None:
    from brillig.web.host.addresses import qr_letters

    out = console()
    out.print(Text("Brillig", "bold"), Text("is open.", ""))
    if note:
        out.print(Text(note, "yellow"))
    out.print(Text.assemble("  on this machine   ", (url, "bold cyan")), soft_wrap=True)
    if lan:
        out.print(Text.assemble("  in this network   ", (lan, "bold cyan")), soft_wrap=True)
        if out.is_terminal:
            out.print(Text(qr_letters(lan), "default"), soft_wrap=True)
            out.print(Text("Phones in the same network: point the camera at the code.", "dim"))
    out.print(Text(f"Matches are kept in {clean(folder)}. Ctrl-C closes it.", "dim"), soft_wrap=True)


def running(folder: Path) -> str | None:
    """The address of a server that uses this folder now; None if there is none."""
    try:
        url = (folder / ADDRESS).read_text(encoding="ascii").strip()
        if not url.startswith("http://localhost:"):
            return None
        with urllib.request.urlopen(f"{url}healthz", timeout=2) as answer:
            return url if answer.read(10) == b"ok\n" else None
    except (OSError, ValueError):
        return None


def _when_open(url: str, port: int, folder: Path, browse: bool) -> None:
    """When the server answers, note where it is and show it."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection((HERE, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
            continue
        with suppress(OSError):
            (folder / ADDRESS).write_text(url, encoding="ascii")
        if browse:
            webbrowser.open(url)
        return


def data_folder() -> Path:
    """Where tables and matches are kept: BRILLIG_DATA, or the folder that the system has for such things."""
    given = os.environ.get("BRILLIG_DATA")
    folder = Path(given).expanduser() if given else platformdirs.user_data_path("brillig", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise BrilligError(
            f"The data folder {clean(folder)} cannot be made: {why.strerror or why}; set BRILLIG_DATA to another one."
        ) from why
    return folder.absolute()
