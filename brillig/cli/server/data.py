"""brillig backup, restore, doctor: looking after the database of a server. They work while it runs."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from brillig import catalogue
from brillig.cli.console import clean, console, examples
from brillig.core import BadReplay, BrilligError, UnknownGame
from brillig.match import Match
from brillig.match.fairness import commitment
from brillig.match.replay import parse_lines
from brillig.web.store import DATABASE, SCHEMA, Damage, Kept, Store, StoreError, connect
from brillig.web.store import Progress as Report

DAMAGED = 1
MOST_NAMED = 1000  # damaged tables that are listed; the rest are counted
STATUSES = ("open", "playing", "over")

Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="BRILLIG_DATABASE",
        help="sqlite:///file.db, or postgresql://user:password@host/database.",
    ),
]
BACKUP_EXAMPLES = examples(
    "brillig backup monday.db",
    "brillig backup monday.db --database postgresql://brillig@localhost/brillig",
)
RESTORE_EXAMPLES = examples(
    "brillig restore monday.db --database sqlite:///new.db",
    "brillig restore monday.db --database postgresql://brillig@localhost/brillig  # moving to PostgreSQL",
)
DOCTOR_EXAMPLES = examples("brillig doctor", "brillig doctor --database sqlite:///monday.db  # is the backup good?")


# ---- backup and restore --------------------------------------------------------------------------------------------


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup: one new file.")],
    database: Database = DATABASE,
) -> None:
    """Copy everything into one file, as it is at this moment, while the server goes on.

    The file is an SQLite database, whatever the server's own is, so that backups move between the two. It holds the
    secrets of matches under way: keep it as safe as the database.
    """
    asyncio.run(_backup(file, connect(database, read_only=True)))
    size = file.stat().st_size / 1e6
    console().print(Text(f"The backup is in {clean(file)} ({size:.1f} MB)."), soft_wrap=True)


async def _backup(file: Path, store: Store) -> None:
    await store.open()
    try:
        with _progress("Copying") as report:
            await store.backup(file, report)
    finally:
        await store.close()


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="Where to: a database that is new or empty.")
    ],
) -> None:
    """Bring a backup back into a database that is new or empty. Nothing is overwritten.

    Exit code 1: the backup was damaged, and what is whole in it was restored.
    """
    from brillig.web.store.restore import restore as bring_back

    with _progress("Restoring") as report:
        heard = asyncio.run(bring_back(file, database, report))
    out = console()
    for sentence in heard:
        out.print(Text(clean(sentence, 500), "yellow"), soft_wrap=True)
    out.print(Text(f"{clean(file)} is restored."), soft_wrap=True)
    if heard:
        raise typer.Exit(DAMAGED)


@contextmanager
def _progress(what: str) -> Iterator[Report]:
    with Progress(
        TextColumn(what),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


# ---- doctor --------------------------------------------------------------------------------------------------------


@dataclass
class Findings:
    """What the doctor found."""

    tables: Counter[str] = field(default_factory=Counter)  # by status
    lines: int = 0
    replayed: int = 0
    unknown: Counter[str] = field(default_factory=Counter)  # matches of rules that are not here, by game
    faults: list[str] = field(default_factory=list)  # of the database as a whole
    damaged: list[Damage] = field(default_factory=list)
    unnamed: int = 0  # more of them

    def note(self, damage: Damage) -> None:
        if len(self.damaged) < MOST_NAMED:
            self.damaged.append(damage)
        else:
            self.unnamed += 1

    @property
    def well(self) -> bool:
        return not self.faults and not self.damaged


def doctor(database: Database = DATABASE) -> None:
    """Check the database: its structure, the hash chain of every log, and every match by playing it again.

    Nothing is changed. Exit code 1: something is damaged, and its name is printed.
    """
    store = connect(database, read_only=True)
    findings = asyncio.run(examine(store))
    _print(console(), store, findings)
    if not findings.well:
        raise typer.Exit(DAMAGED)


async def examine(store: Store) -> Findings:
    """Everything that can be known to be wrong."""
    findings = Findings()
    await store.open()
    try:
        if store.schema != SCHEMA:
            raise StoreError(
                f"{store.url} has schema {store.schema}, and this program works with schema {SCHEMA}: start the server "
                f"once to bring it up to date."
            )
        with console(stderr=True).status("Checking the database") as status:
            findings.faults = await store.check()
            async for kept in store.everything():
                if isinstance(kept, Damage):
                    findings.note(kept)
                    continue
                _match(kept, findings)
                status.update(f"Checking matches: {findings.tables.total()}")
    finally:
        await store.close()
    return findings


def _match(kept: Kept, findings: Findings) -> None:
    table, lines = kept.table, kept.lines
    findings.tables[table.status] += 1
    findings.lines += len(lines)
    try:
        finished = bool(lines) and _replay(kept, findings)
        if wrong := _status(table.status, bool(lines), finished):
            findings.note(Damage(table.id, wrong))
    except BrilligError as why:
        findings.note(Damage(table.id, str(why)))


def _replay(kept: Kept, findings: Findings) -> bool:
    """Play a match again; whether it is finished. BadReplay if it cannot have gone like this."""
    record = parse_lines(kept.lines)
    header, secret = record.header, kept.table.secret
    if commitment(secret) != header.commitment:
        raise BadReplay("The secret of the match is not the one that line 1 commits to.")
    try:
        game = catalogue.load(header.game)
    except UnknownGame:
        game = None
    if game is None or game.version != header.rules:  # the chain holds; more cannot be said without those rules
        findings.unknown[f"{header.game}, version {header.rules}"] += 1
        return record.finished
    match = Match.follow(record, secret=secret, game=game)
    findings.replayed += 1
    if match.finished and not record.finished:
        raise BadReplay("The end of the match is missing: it follows from the lines before.")
    return record.finished


def _status(status: str, begun: bool, finished: bool) -> str:
    """What is wrong with a table's status, given its log; nothing when they agree."""
    if status not in STATUSES:
        return f"Its status is {clean(status, 40)!r}."
    if status == "open" and begun:
        return "Its status is open, but the match has begun."
    if status == "playing" and not begun:
        return "Its status is playing, but its log is empty."
    if status == "playing" and finished:
        return "Its status is playing, but the match is over."
    if status == "over" and begun and not finished:
        return "Its status is over, but the match is not finished."
    return ""


def _print(out: Console, store: Store, findings: Findings) -> None:
    out.print(Text(f"{clean(store.url)}, schema {store.schema}", "bold"), soft_wrap=True)
    counts = Table(box=None, padding=(0, 3, 0, 0), show_header=False)
    for status in sorted(findings.tables, key=lambda s: (s not in STATUSES, s)):
        counts.add_row(f"tables {clean(status, 40)}", f"{findings.tables[status]:,}")
    counts.add_row("lines of logs", f"{findings.lines:,}")
    counts.add_row("matches played again", f"{findings.replayed:,}")
    for game, count in sorted(findings.unknown.items()):
        counts.add_row(f"not played again, the rules are not here ({clean(game)})", f"{count:,}")
    out.print(counts)
    for fault in findings.faults:
        out.print(Text(clean(fault, 500), "red"), soft_wrap=True)
    if findings.damaged:
        named = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
        named.add_column("damaged table", no_wrap=True)
        named.add_column("what is wrong", ratio=1)
        for damage in findings.damaged:
            named.add_row(Text(clean(damage.id, 64) or "(unknown)", "bold red"), Text(clean(damage.sentence, 500)))
        out.print(named)
    if findings.unnamed:
        out.print(Text(f"And {findings.unnamed:,} more.", "red"))
    if findings.well:
        out.print(Text("All is well.", "bold green"))
    else:
        out.print(Text("The rest is whole. `brillig restore` brings a backup back.", "bold red"))
