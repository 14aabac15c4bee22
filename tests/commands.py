"""Commands in this process, as a person types them."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from brillig.cli import main


@dataclass
class Ran:
    code: int
    out: str
    err: str


def ran(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, args: Iterable[object],
    typed: Iterable[str] = (), columns: int = 200,
) -> Ran:  # fmt: skip
    """What came of a command, through the real `main`, when these lines were typed."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    capsys.readouterr()
    with pytest.raises(SystemExit) as stop:
        main([str(arg) for arg in args])
    out, err = capsys.readouterr()
    return Ran(stop.value.code or 0, out, err)
