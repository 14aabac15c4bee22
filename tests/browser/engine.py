"""The browser that tests drive: Chromium, and if it is there the one without windows, which costs a third."""

from brillig.web.pages.paper.pdf import chromium as found

__all__ = ["ARGS", "found"]

ARGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
