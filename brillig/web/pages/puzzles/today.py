"""Which day it is, for everybody: the server's, in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime


def day_of(at: int) -> date:
    """The day of a moment in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC).date()
