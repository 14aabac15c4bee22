"""Logs: lines for machines (JSON) or for people, on standard error. Never a cookie, an invitation or a secret."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

log = logging.getLogger("brillig.web")
MOST_EVENTS = 1000  # that are told apart
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **_extra(record),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class Human(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        more = "".join(f"  {name}={value}" for name, value in _extra(record).items())
        trace = "\n" + self.formatException(record.exc_info) if record.exc_info else ""
        return f"{at} {record.levelname.lower():7} {record.getMessage()}{more}{trace}"


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    """What a call gave in `extra`."""
    return {name: str(value)[:500] for name, value in vars(record).items() if name not in _STANDARD}


class Calm(logging.Filter):
    """The same event is logged so many times a minute at most: nobody can fill a disk by provoking a line."""

    def __init__(self, most: int = 60, seconds: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.most, self.seconds, self.clock = most, seconds, clock
        self.began, self.seen = clock(), Counter[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        now = self.clock()
        if now - self.began > self.seconds:
            self.began, self.seen = now, Counter()
        event = f"{record.name}: {str(record.msg)[:80]}"
        if len(self.seen) < MOST_EVENTS or event in self.seen:
            self.seen[event] += 1
        if self.seen[event] == self.most:
            record.msg = f"{record.msg} (and no more of these for a minute)"
        return 0 < self.seen[event] <= self.most


class AtTheEnd(logging.Filter):
    """When a server ends, whoever is still waiting for something is cut off and comes again: that is no mishap."""

    def filter(self, record: logging.LogRecord) -> bool:
        if str(record.msg).startswith("Cancel %s running task"):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg = "%s requests were cut off, because the server ends"
        return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def configure(style: str, level: int = logging.INFO) -> None:
    """Everything that is logged goes through one handler. Of the libraries only what went wrong is said."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(AtTheEnd())
    handler.addFilter(Calm())
    handler.setFormatter(Human() if style == "human" else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(level)
