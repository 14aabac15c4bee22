"""The PostgreSQL server that tests of nodes share."""

from tests.postgres import cluster  # noqa: F401
