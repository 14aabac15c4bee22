"""The description of the API is true, whatever is asked for: python -m pytest -p schemathesis.pytest.plugin tests/web/every_operation.py

What to ask for takes schemathesis seconds to make up when a file is collected, in every worker that does. So this is not
collected with the others; test_openapi.py runs it.
"""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from brillig.web.config import Config
from brillig.web.pages import routes
from brillig.web.server.app import create_app
from tests.web.conftest import QUICK
from tests.web.memory_store import MemoryStore

app = create_app(Config(**QUICK), MemoryStore(), pages=routes)
schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=SchemathesisConfig())


# (No schema can say which lines are a replay: test_replay_pages.py tries that one.)
@schema.exclude(path="/api/replays").parametrize()
@settings(max_examples=10, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
def test_every_operation(case):
    """With all checks: only answers that are described, wrong data refused, right data accepted, nothing fails."""
    case.call_and_validate()
