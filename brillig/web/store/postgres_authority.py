"""The connections to a PostgreSQL database, and who may write to it.

Only one server may, or several that share it and own tables by leases. A connection of its own, the keeper, holds a lock
as long as the server lives, alone or with those that share; every worker of the pool holds another one, shared. A server
that will not share must get both for itself, so it never comes in while anything of another could still write. If PostgreSQL
is restarted, the keeper takes its lock again before anything else is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from brillig.web.store import Conflict, StoreError, Unwritable, rows
from brillig.web.store.from_url import without_password
from brillig.web.store.migrations import Migration, due

WORKERS_MOST = 10  # connections that work at the same time
ANSWER_SECONDS = 15  # after which we stop waiting for an answer; PostgreSQL itself stops trying a little earlier
CLOSE_SECONDS = 3  # for each connection to be closed in good order; nothing is written on it any more
CLAIM_SECONDS = 2  # how long a newcomer waits for a server that has just been killed to be noticed
MIGRATION_SECONDS = 24 * 60 * 60
AUTHORITY = int.from_bytes(b"brillig\0", "big")  # the lock of the keeper
WORKERS = AUTHORITY + 1  # and of the workers
MIGRATING = AUTHORITY + 2  # of whoever changes the schema
SETTINGS = {
    "application_name": "brillig",
    "search_path": "brillig",  # the tables lie in a schema of their own
    "synchronous_commit": "on",  # whatever the server's default: what is acknowledged is on the disk
    "statement_timeout": "10s",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "20",  # so that the locks of a machine that lost its power are soon free
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "jit": "off",
}


class Authority:
    def __init__(self, url: str, *, read_only: bool, shared: bool, migrations: list[Migration]) -> None:
        try:
            import asyncpg
        except ImportError as why:
            raise StoreError("PostgreSQL needs one more package: pip install 'brillig[postgres]'.") from why
        self.pg: Any = asyncpg
        self.url, self._dsn = without_password(url), url
        self.read_only, self.shared = read_only, shared
        self._lock = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
        self.schema = 0
        self._migrations = migrations
        self._pool: Any = None
        self._keeper: Any = None
        self._claiming = asyncio.Lock()
        self._using = asyncio.Lock()  # the keeper, who can do one thing at a time
        # What the database or the way to it can raise; of these, what only means that a connection has gone.
        pg = self.pg
        self._faults = (pg.PostgresError, pg.InterfaceError, pg.InternalClientError, OSError, TimeoutError)
        self._gone = (pg.PostgresConnectionError, pg.InterfaceError, pg.OperatorInterventionError, OSError)

    # ---- opening and closing ---------------------------------------------------------------------------------------

    async def open(self) -> None:
        try:
            with self.sentences():
                self._keeper = await self.connect()
                if not self.read_only:
                    await self._claim()
                if self.shared:
                    await self._keeper.execute("SELECT pg_advisory_lock($1)", MIGRATING)
                await self._migrate()
                if self.shared:
                    await self._keeper.execute("SELECT pg_advisory_unlock($1)", MIGRATING)
                self._pool = await self.pg.create_pool(
                    self._dsn,
                    min_size=0,
                    max_size=WORKERS_MOST,
                    init=None if self.read_only else self._enlist,
                    reset=_nothing,  # it would drop the lock, and cost a round trip
                    **self._how(),
                )
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        pool, keeper = self._pool, self._keeper
        self._pool = self._keeper = None
        try:
            if pool is not None:
                await asyncio.wait_for(pool.close(), CLOSE_SECONDS)
            if keeper is not None:  # last: its lock goes when nothing can be written any more
                await keeper.close(timeout=CLOSE_SECONDS)
        except self._faults:
            for connection in filter(None, (pool, keeper)):
                connection.terminate()

    def _how(self) -> dict[str, Any]:
        settings = SETTINGS | ({"default_transaction_read_only": "on"} if self.read_only else {})
        return {"server_settings": settings, "timeout": ANSWER_SECONDS, "command_timeout": ANSWER_SECONDS}

    async def connect(self) -> Any:
        """A connection outside the pool."""
        try:
            return await self.pg.connect(self._dsn, **self._how())
        except (ValueError, self.pg.ClientConfigurationError):  # what they say may hold a part of the password
            raise StoreError(
                "The URL of the PostgreSQL database cannot be read. Special signs in a password are written in their "
                "percent form, such as %40 for @."
            ) from None

    async def _migrate(self) -> None:
        keeper = self._keeper
        there = await keeper.fetchval("SELECT to_regclass('brillig.migrations') IS NOT NULL")
        self.schema = await keeper.fetchval("SELECT coalesce(max(number), 0) FROM migrations") if there else 0
        wanted = due(self._migrations, self.schema, self.url)
        if self.read_only:
            if not self.schema:
                raise StoreError(f"There is no database of Brillig's at {self.url}.")
            if wanted:
                raise StoreError(
                    f"{self.url} has schema {self.schema}, and this program works with schema {wanted[-1].number}: "
                    f"start the server once to bring it up to date."
                )
            return
        if not await keeper.fetchval("SELECT to_regnamespace('brillig') IS NOT NULL"):
            await keeper.execute("CREATE SCHEMA brillig")
        if not there:
            await keeper.execute(
                "CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, "
                "at TIMESTAMPTZ NOT NULL DEFAULT now())"
            )
        for number, name, sql in wanted:
            try:
                async with keeper.transaction():
                    await keeper.execute("SET LOCAL statement_timeout = 0")
                    await keeper.execute(sql, timeout=MIGRATION_SECONDS)
                    await keeper.execute("INSERT INTO migrations (number, name) VALUES ($1, $2)", number, name)
            except self.pg.PostgresError as why:
                raise StoreError(
                    f"Migration {number} ({name}) of {self.url} failed and changed nothing: {why}."
                ) from why
            self.schema = number

    # ---- who may write ---------------------------------------------------------------------------------------------

    async def _claim(self) -> None:
        """Become the one server of this database, or one of several."""
        keeper = self._keeper
        for _ in range(10 * CLAIM_SECONDS):
            if await keeper.fetchval(f"SELECT {self._lock}($1)", AUTHORITY):
                if self.shared or await keeper.fetchval("SELECT pg_try_advisory_lock($1)", WORKERS):
                    if not self.shared:
                        await keeper.execute("SELECT pg_advisory_unlock($1)", WORKERS)
                    return
                await keeper.execute("SELECT pg_advisory_unlock($1)", AUTHORITY)
            await asyncio.sleep(0.1)
        how = (
            "that was started without --node" if self.shared else "(several can share it: give each a name with --node)"
        )
        raise StoreError(f"{self.url} is in use by another server {how}.")

    async def _enlist(self, worker: Any) -> None:
        if not await worker.fetchval("SELECT pg_try_advisory_lock_shared($1)", WORKERS):
            raise StoreError(f"{self.url} is being taken over by another server.")

    async def hold(self) -> None:
        """We are still the one server, or StoreError."""
        if self._keeper is not None and not self._keeper.is_closed():
            return
        async with self._claiming:
            if self._keeper is None:
                raise StoreError("The store is closed.")
            if not self._keeper.is_closed():
                return
            keeper = await self.connect()
            try:
                if not await keeper.fetchval(f"SELECT {self._lock}($1)", AUTHORITY):
                    raise StoreError(f"Another server has taken {self.url} over; this one has to be stopped.")
            except BaseException:
                keeper.terminate()
                raise
            self._keeper = keeper

    # ---- the two ways in -------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def writing(self, id: str = "") -> AsyncIterator[Any]:
        """A connection to write with. `id`: the table that is named if it turns out to be damaged."""
        if self.read_only:
            raise StoreError(f"{self.url} is open for reading only.")
        with self.sentences(id):
            await self.hold()
            async with self._pool.acquire(timeout=ANSWER_SECONDS) as connection:
                try:
                    yield connection
                except BaseException:
                    if not connection.is_closed() and connection.is_in_transaction():
                        connection.terminate()  # not even the end of it was answered: nobody shall get it as it is
                    raise

    async def aside(self, query: str, *values: Any) -> list[Any]:
        """The rows of a statement that does not wait for a free connection."""
        with self.sentences():
            await self.hold()
            async with self._using:
                keeper = self._keeper
                try:
                    found: list[Any] = await keeper.fetch(query, *values)
                except (
                    asyncio.CancelledError
                ):  # nobody waits any longer, so the line may be dead: the next takes a new one
                    keeper.terminate()
                    raise
                return found

    async def read(self, id: str, query: str, *values: Any) -> list[Any]:
        """The rows of a query; asked again if it only met a connection that had gone."""
        with self.sentences(id):
            try:
                return await self._fetch(query, *values)
            except self._gone:
                return await self._fetch(query, *values)

    async def _fetch(self, query: str, *values: Any) -> list[Any]:
        if self._pool is None:
            raise StoreError("The store is closed.")
        async with self._pool.acquire(timeout=ANSWER_SECONDS) as connection:
            found: list[Any] = await connection.fetch(query, *values)
            return found

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Any]:
        """A connection of its own that sees everything as of one moment, however long it looks."""
        connection = await self.connect()
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                yield connection
        finally:
            await connection.close(timeout=ANSWER_SECONDS)

    @contextmanager
    def sentences(self, id: str = "") -> Iterator[None]:
        """What PostgreSQL says, put as a sentence."""
        try:
            yield
        except self.pg.UniqueViolationError as why:
            raise Conflict(f"Somebody else has written to table {rows.shown(id)} first.") from why
        except self.pg.ReadOnlySQLTransactionError as why:
            raise Unwritable(f"{self.url} can only be read at present ({why}). Nothing was written.") from why
        except self.pg.DiskFullError as why:
            raise Unwritable(f"The disk that holds {self.url} is full ({why}). Nothing was written.") from why
        except self._faults as why:
            if id and str(getattr(why, "sqlstate", "")).startswith("XX00"):
                raise rows.damaged(id, str(why)) from why
            raise StoreError(f"{self.url} does not answer as it should: {why or type(why).__name__}.") from why


async def _nothing(connection: Any) -> None:
    pass
