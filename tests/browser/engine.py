"""The browser that tests drive: Chromium, and if it is there the one without windows, which costs a third."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
ARGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip


def found() -> str | None:
    return os.environ.get("BRILLIG_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
