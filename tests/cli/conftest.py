"""Running commands as a person does, and a toy that can be broken on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import Ran, ran
from tests.toys import changed


@pytest.fixture
def brillig(capsys, monkeypatch):
    """brillig("play", "othellino", typed=["1", "quit"]) in this process, through the real `main`."""

    def run(*args: str | Path, typed: list[str] | None = None, columns: int = 100) -> Ran:
        return ran(capsys, monkeypatch, args, typed or [], columns)

    return run


@pytest.fixture
def toy(tmp_path):
    """toy(old, new): a folder with the toy Heap; what is replaced breaks it."""
    return lambda *change: changed("heap", tmp_path, *([change] if change else []))
