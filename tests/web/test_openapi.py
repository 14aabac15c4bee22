"""The description of the API is true: schemathesis asks for everything in every way and finds nothing else."""

from __future__ import annotations

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from brillig.web.config import Config
from brillig.web.http import openapi
from brillig.web.http.api import Api
from brillig.web.pages import routes
from brillig.web.refusals import CODES
from brillig.web.server.app import create_app
from tests.web.conftest import QUICK
from tests.web.memory_store import MemoryStore

app = create_app(Config(**QUICK), MemoryStore(), pages=routes)
schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=SchemathesisConfig())


# (No schema can say which lines are a replay: test_replay_pages.py tries that one.)
@schema.exclude(path="/api/replays").parametrize()
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
def test_every_operation(case):
    """With all checks: only answers that are described, wrong data refused, right data accepted, nothing fails."""
    case.call_and_validate()


def test_every_operation_is_described_and_served():
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
