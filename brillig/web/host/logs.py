"""Logs: lines for machines (JSON) or for people, on standard error. Never a cookie, an invitation or a secret."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

log = logging.getLogger("brillig.web")
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


def configure(style: str, level: int = logging.INFO) -> None:
    """Everything that is logged goes through one handler. Of the libraries only what went wrong is said."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Human() if style == "human" else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(level)
