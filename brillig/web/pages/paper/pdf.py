"""PDF: the page to print, opened by a Chromium that nobody sees, and printed to a file.

The page and its scripts come from a little server that exists only as long as that takes: browsers do not load modules
from files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

from brillig.core import BrilligError
from brillig.paper.contents import Contents
from brillig.web.pages.page import templates
from brillig.web.pages.paper.document import PrintWishes, document

WEB = Path(__file__).parents[2]
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
    "microsoft-edge",
)  # fmt: skip
ELSEWHERE = (  # where systems keep it that do not put it on the path
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
ARGS = (
    "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--no-pdf-header-footer",
    "--disable-dev-shm-usage",  # there is little of it in many containers
)  # fmt: skip
SECONDS = 120


def chromium() -> str:
    """Where Chromium is, or what to do without."""
    named = os.environ.get("BRILLIG_CHROMIUM")
    for found in (shutil.which(named),) if named else (*map(shutil.which, NAMES), *ELSEWHERE):
        if found and Path(found).exists():
            return found
    missing = f"BRILLIG_CHROMIUM names {named[:80]}, which is not there" if named else "There is no Chromium here"
    raise BrilligError(
        f"{missing}: install Chromium or Chrome (or name it in BRILLIG_CHROMIUM), or run `brillig` and print the page "
        "/print/GAME from any browser."
    )


def make_pdf(contents: Contents, wishes: PrintWishes, out: Path) -> None:
    """Write the file, all of it or nothing."""
    page = templates().get_template("print.html").render(path="", here="", nickname="", **document(contents, wishes))
    browser = chromium()
    with tempfile.TemporaryDirectory(prefix="brillig-print-") as folder, _served(page) as url:
        made = Path(folder) / "made.pdf"
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        sandbox = ("--no-sandbox",) if root else ()  # it does not start for root otherwise
        profile = f"--user-data-dir={Path(folder) / 'profile'}"
        try:
            subprocess.run(
                [browser, *ARGS, *sandbox, profile, f"--print-to-pdf={made}", url],
                capture_output=True, timeout=SECONDS, check=True,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError) as why:
            raise BrilligError(
                f"Chromium ({browser}) could not print the page: {type(why).__name__}. Try again, or run `brillig` and "
                f"print the page /print/{quote(contents.games[0].slug)} from any browser."
            ) from why
        if not made.exists():
            raise BrilligError(f"Chromium ({browser}) printed nothing: name another one in BRILLIG_CHROMIUM.")
        try:
            shutil.copyfile(made, out)
        except OSError as why:
            raise BrilligError(f"{out} cannot be written: {why.strerror or why}. Choose another --out.") from why


@contextmanager
def _served(page: str) -> Iterator[str]:
    """The page and what it is made of, on this machine only."""
    body = page.encode()

    class Handler(SimpleHTTPRequestHandler):
        def guess_type(self, path: str | os.PathLike[str]) -> str:
            """Some systems have ideas of their own about scripts."""
            return "text/javascript" if str(path).endswith(".js") else super().guess_type(path)

        def do_GET(self) -> None:
            if self.path.startswith("/static/"):
                super().do_GET()
                return
            if self.path != "/":
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(WEB)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
