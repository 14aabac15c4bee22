"""Leases in PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brillig.web.store import rows
from brillig.web.store.leases import LEASE, Lost, NodeCard, Owned, Sign
from brillig.web.store.postgres_authority import Authority

NOW = "(extract(epoch FROM now()) * 1000)::bigint"


class PostgresLeases:
    def __init__(self, authority: Authority, now: str = NOW) -> None:
        """`now`: an expression for the time, for tests."""
        self._authority = authority
        alive = f"until > {now}"
        lives = f"EXISTS (SELECT 1 FROM nodes WHERE nodes.run = $1 AND {alive})"
        orphan = f"NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.run = owners.run AND {alive})"
        self._join = f"""
            INSERT INTO nodes (name, run, address, rules, until)
            VALUES ($1, nextval('runs'), $2, $3, {now} + {LEASE})
            ON CONFLICT (name) DO UPDATE SET run = nextval('runs'), address = $2, rules = $3, until = {now} + {LEASE},
                spent = ''
            WHERE nodes.until <= {now} RETURNING run"""
        # Nothing needs those that are gone. (By itself, and passing over what others look at: nodes that come all at once
        # and each remove the other's row before they put in their own would wait for each other for ever.)
        self._tidy = f"""
            DELETE FROM nodes WHERE run IN (SELECT run FROM nodes WHERE until <= {now} FOR UPDATE SKIP LOCKED)"""
        self._renew = f"""
            WITH mine AS (
                UPDATE nodes SET until = {now} + {LEASE}, spent = $2 WHERE run = $1 AND {alive} RETURNING name
            )
            SELECT mine.name, '', ''::bytea FROM mine
            UNION ALL SELECT nodes.name, address, spent FROM nodes, mine WHERE nodes.name <> mine.name AND {alive}"""
        self._leave = """
            WITH gone AS (DELETE FROM nodes WHERE run = $1) UPDATE owners SET run = 0 WHERE run = $1"""
        self._claim = f"""
            INSERT INTO owners (id, fence, run)
            SELECT id, nextval('fences'), $1 FROM tables WHERE id = $2 AND {lives}
            ON CONFLICT (id) DO UPDATE SET fence = nextval('fences'), run = $1
            WHERE (owners.run = $1 OR {orphan}) AND (owners.rules = '' OR owners.rules = ANY ($3))
            RETURNING fence"""
        self._owner = f"""
            SELECT name, address, owners.rules FROM owners LEFT JOIN nodes ON {alive} AND
                (nodes.run = owners.run OR ({orphan} AND owners.rules = ANY (nodes.rules)))
            WHERE id = $1 ORDER BY name LIMIT 1"""
        self._adopt = f"""
            UPDATE owners SET fence = nextval('fences'), run = $1 WHERE id IN (
                SELECT id FROM owners WHERE {orphan} AND (rules = '' OR rules = ANY ($2)) AND {lives}
                LIMIT least($3, 20 + (SELECT count(*) FROM owners WHERE {orphan})
                    / (SELECT greatest(1, count(*)) FROM nodes WHERE {alive}))
                FOR UPDATE SKIP LOCKED
            ) RETURNING id"""

    async def _fetch(self, query: str, *values: Any, id: str = "") -> list[Any]:
        async with self._authority.writing(id) as connection:
            found: list[Any] = await connection.fetch(query, *values)
            return found

    async def join(self, card: NodeCard) -> int:
        found = await self._fetch(self._join, card.name, card.address, list(card.rules))
        if found:
            await self._fetch(self._tidy)
        return int(found[0][0]) if found else 0

    async def renew(self, run: int, spent: bytes = b"") -> list[Sign] | None:
        # On a connection of its own: a sign of life must not queue up behind the work of those who live.
        found = await self._authority.aside(self._renew, run, spent)
        return [Sign(*row) for row in found[1:]] if found else None

    async def leave(self, run: int) -> None:
        await self._fetch(self._leave, run)

    async def claim(self, run: int, id: str, rules: Sequence[str] = ()) -> Owned:
        if found := await self._fetch(self._claim, run, id, list(rules), id=id):
            return Owned(found[0][0])
        owner = await self._authority.read(id, self._owner, id)
        return Owned(0, owner[0][0] or "", owner[0][1] or "", owner[0][2]) if owner else Owned(0)

    async def adopt(self, run: int, rules: Sequence[str], most: int) -> list[str]:
        return [row[0] for row in await self._fetch(self._adopt, run, list(rules), most)]

    async def release(self, run: int, ids: Sequence[str]) -> None:
        await self._fetch("DELETE FROM owners WHERE run = $1 AND id = ANY ($2)", run, list(ids))

    async def pass_over(self, run: int, id: str, rules: str) -> bool:
        await self._fetch("UPDATE owners SET run = 0, rules = $3 WHERE run = $1 AND id = $2", run, id, rules)
        return True

    async def show(self, run: int, shown: Mapping[str, tuple[str, bytes]]) -> None:
        values = [list(column) for column in zip(*((id, *more) for id, more in shown.items()), strict=True)]
        await self._fetch(_SHOW, run, *values)

    async def shown(self, run: int) -> dict[str, bytes]:
        found = await self._authority.read("", "SELECT id, shown FROM owners WHERE run <> $1 AND shown <> ''", run)
        return {row[0]: row[1] for row in found}


_SHOW = """
    UPDATE owners SET rules = new.rules, shown = new.shown
    FROM unnest($2::text[], $3::text[], $4::bytea[]) AS new (id, rules, shown)
    WHERE owners.id = new.id AND owners.run = $1"""

# What every write to a table begins with where there are leases. Whoever takes the table over waits until this is
# committed, and then sees it; or has been quicker, and then nothing is found here.
FENCE = "SELECT 1 FROM owners WHERE id = $1 AND fence = $2 FOR SHARE"


async def pass_fence(connection: Any, id: str, fence: int) -> None:
    """In a transaction: the table is ours until its end, or Lost is raised."""
    if not await connection.fetch(FENCE, id, fence):
        raise Lost(rows.taken_over(id))
