"""The description of the API is true: schemathesis asks for everything in every way and finds nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from brillig.web.config import Config
from brillig.web.http import openapi
from brillig.web.http.api import Api
from brillig.web.pages import routes
from brillig.web.refusals import CODES
from brillig.web.server.app import create_app
from tests.web.conftest import QUICK
from tests.web.memory_store import MemoryStore

PLUGIN = ("-p", "schemathesis.pytest.plugin")


def test_every_operation():
    file = Path(__file__).with_name("every_operation.py")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *PLUGIN, "--no-header", str(file)],
        capture_output=True, text=True, timeout=300, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed
    assert int(passed[1]) == len(openapi.OPERATIONS) - 2  # but replays, and the description itself


def test_every_operation_is_described_and_served():
    app = create_app(Config(**QUICK), MemoryStore(), pages=routes)
    described = json.loads(openapi.describe())
    listed = {(m.upper(), path) for path, item in described["paths"].items() for m in item if m != "parameters"}
    assert all(hasattr(Api, op.name) for op in openapi.OPERATIONS if not op.of_page)
    served = {(method, route.path) for route in app.routes for method in getattr(route, "methods", None) or ()}
    for_programs = {(method, path) for method, path in served if path.startswith("/api/") and method != "HEAD"}
    assert for_programs <= listed
    assert listed <= served


def test_refusals_are_sentences_with_a_status():
    for code, (status, sentence) in CODES.items():
        assert code == code.lower()
        assert 400 <= status < 600
        assert sentence[0].isupper()
        assert sentence.endswith(".")


@pytest.mark.anyio
async def test_the_catalogue_is_the_one_of_the_command_line(place):
    from brillig import catalogue
    from brillig.cli.games import describe

    answer = (await place.browser().get("/api/games")).json()
    assert answer == [describe(catalogue.load(game["slug"])) for game in answer]
    assert {game["slug"] for game in answer} == set(catalogue.slugs())
