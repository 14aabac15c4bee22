"""The folder of a simulation: a line a game, a checkpoint, and at the end the rest.

    games.csv        a line a game, added to while the simulation runs
    checkpoint.json  the plan, what was added up, and how much of games.csv belongs to it
    games.parquet    the same games for other programs, written at the end
    summary.json     the figures
    report.html      the figures for people

The checkpoint is replaced as a whole and only after its games are on disk; what games.csv has beyond that is cut off
when the simulation goes on. So it can be stopped at any moment, also by pulling the plug.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

import brillig
from brillig.core import BrilligError
from brillig.core.rule import fingerprint, module_code
from brillig.lab.simulation.plan import SEATS, Plan
from brillig.lab.simulation.tally import Tally

CHECKPOINT, LINES, PARQUET, SUMMARY, REPORT = (
    "checkpoint.json", "games.csv", "games.parquet", "summary.json", "report.html",
)  # fmt: skip
FORMAT = 1
ADDERS = ("tally", "watch", "choice_kinds", "kernels", "sum_kernels", "portion")
ROWS = 1 << 17  # of the Parquet file that are written at once
A_NUMBER = 4  # bytes that a number takes in games.csv, roughly


class BadFolder(BrilligError):
    """A folder that cannot be written to, or whose checkpoint is of no use here."""


class Folder:
    """Where a simulation is kept. Made by `fresh` or `again`."""

    def __init__(self, path: Path, plan: Plan, columns: Sequence[str]) -> None:
        self.path, self.plan = path, plan
        self.head = f"# {signature(plan)}\n{','.join(columns)}\n".encode()
        self.done = 0  # games, of all variants together in order
        self.tallies = [Tally({}, {}, {}) for _ in plan.variants]
        self.size = len(self.head)  # bytes of games.csv that the checkpoint vouches for
        self._lines: BinaryIO | None = None

    # ---- opening ---------------------------------------------------------------------------------------------------

    @classmethod
    def fresh(cls, path: Path, plan: Plan, columns: Sequence[str]) -> Folder:
        """A new folder, or one that is empty. Nothing is written yet."""
        refuse(path, plan, columns)
        return cls(path, plan, columns)

    @classmethod
    def again(cls, path: Path, plan: Plan, columns: Sequence[str]) -> Folder:
        """A folder with a checkpoint of this plan. Nothing is written yet."""
        saved = read(path)
        folder = cls(path, plan, columns)
        folder.done, folder.size = saved.done, saved.size
        folder.tallies = [Tally.from_json(t) for t in saved.tallies]
        with sentences(path):
            if not (path / LINES).exists() or (path / LINES).stat().st_size < folder.size:
                raise BadFolder(f"{path / LINES} is shorter than its checkpoint says; start anew in another folder.")
        return folder

    def open(self) -> None:
        """Make or take the folder."""
        with sentences(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            self._lines = (self.path / LINES).open("ab")
            _lock(self._lines, self.path)
            if self._lines.tell() == 0:
                self._lines.write(self.head)
                self._lines.flush()
            self._lines.truncate(self.size)
        self.save()

    # ---- writing ---------------------------------------------------------------------------------------------------

    def add(self, variant: int, games: int, tally: Tally, lines: bytes) -> None:
        """Some games more. They count only once they are saved."""
        assert self._lines
        with sentences(self.path):
            self._lines.write(lines)
        self.size += len(lines)
        self.done += games
        self.tallies[variant] = self.tallies[variant] + tally

    def save(self) -> None:
        """Write the checkpoint."""
        assert self._lines
        saved = Saved(FORMAT, self.plan, self.done, self.size, [t.to_json() for t in self.tallies], adder())
        with sentences(self.path):
            self._lines.flush()
            os.fsync(self._lines.fileno())
            write(self.path / CHECKPOINT, json.dumps(msgspec.to_builtins(saved)).encode())

    def finish(self, summary: bytes, report: bytes) -> bool:
        """Write what is made at the end; False: without the Parquet file, because pyarrow is not there."""
        with sentences(self.path):
            write(self.path / SUMMARY, summary)
            write(self.path / REPORT, report)
            return to_parquet(self.path, self.plan)

    def close(self) -> None:
        if self._lines:
            self._lines.close()


def refuse_used(path: Path) -> None:
    """Raise unless it is an empty folder, or none yet."""
    with sentences(path):
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise BadFolder(
                f"{path} already holds something: go on with it by --resume, or choose another folder."
                if (path / CHECKPOINT).exists()
                else f"{path} is not an empty folder; nothing was written."
            )


def refuse(path: Path, plan: Plan, columns: Sequence[str]) -> None:
    """Raise if a new simulation cannot be kept there. Nothing is written."""
    refuse_used(path)
    with sentences(path):
        here = next(p for p in (path.absolute(), *path.absolute().parents) if p.exists())
        need, free = plan.total * A_NUMBER * len(columns), shutil.disk_usage(here).free
        if need > free:
            raise BadFolder(
                f"{plan.total:,} games need about {_bytes(need)} on disk, and there are {_bytes(free)} for {path}; "
                "play fewer, or leave out --out."
            )
        if not os.access(here, os.W_OK):
            raise BadFolder(f"{path} cannot be written: {here} does not allow it.")


class Saved(msgspec.Struct):
    """What a checkpoint holds."""

    format: int
    plan: Plan
    done: int
    size: int
    tallies: list[Any]
    made_by: str = ""  # a fingerprint of what adds games up, which may change while the version does not


def read(path: Path) -> Saved:
    """The checkpoint in a folder."""
    try:
        data = json.loads((path / CHECKPOINT).read_bytes())  # (whole numbers of any size, which msgspec does not read)
    except FileNotFoundError:
        raise BadFolder(f"There is no simulation in {path} to go on with: it has no {CHECKPOINT}.") from None
    except (OSError, ValueError, RecursionError) as why:
        raise BadFolder(f"The checkpoint in {path} cannot be read ({why}); start anew in another folder.") from why
    plan = data.get("plan") if isinstance(data, dict) else None
    version = plan.get("version") if isinstance(plan, dict) else None
    if isinstance(version, str) and version != brillig.__version__:
        raise BadFolder(
            f"The checkpoint in {path} is of brillig {version[:20]} and this is {brillig.__version__}; "
            "go on with that version, or start anew in another folder."
        )
    if plan is not None and data.get("made_by") != adder():
        raise BadFolder(
            f"The checkpoint in {path} was made by a brillig that adds games up otherwise than this one; go on with that one, "
            "or start anew in another folder."
        )
    try:
        saved = msgspec.convert(data, Saved)
        tallies = [Tally.from_json(t) for t in saved.tallies]
        if (
            saved.format != FORMAT
            or not 0 <= saved.done <= saved.plan.total
            or not len(tallies) == len(saved.plan.variants) > 0
        ):
            raise ValueError("it does not fit together")
    except (msgspec.ValidationError, ValueError, KeyError, TypeError, AttributeError) as why:
        raise BadFolder(f"The checkpoint in {path} is damaged ({why}); start anew in another folder.") from why
    return saved


@cache
def adder() -> str:
    """A fingerprint of what adds games up."""
    return fingerprint([], {}, *(module_code(f"brillig.lab.simulation.{name}") for name in ADDERS))[:12]


def signature(plan: Plan) -> str:
    """What every output says about where it comes from."""
    return f"brillig {plan.version}, {plan.slug}, rules {plan.rules}, seed {plan.seed}"


def write(path: Path, content: bytes) -> None:
    """All of it or nothing: a reader never sees half a file."""
    with _new(path).open("wb") as new:
        new.write(content)
        new.flush()
        os.fsync(new.fileno())
    os.replace(_new(path), path)


def _new(path: Path) -> Path:
    """Where a file is written before it takes its place. What a crash leaves there is written over the next time."""
    return path.with_name(path.name + ".new")


def to_parquet(path: Path, plan: Plan) -> bool:
    """games.csv once more as Parquet, a little at a time; False if pyarrow is not installed."""
    try:
        arrow: Any = importlib.import_module("pyarrow")
        csv: Any = importlib.import_module("pyarrow.csv")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        return False
    with (path / LINES).open("rb") as lines:
        lines.readline()
        names = lines.readline().decode().rstrip("\n").split(",")
    words = {name for name, values in plan.sweep.items() if name != SEATS and any(isinstance(v, str) for v in values)}
    kinds = {name: arrow.string() if name in words else arrow.int64() for name in names}
    about = {"brillig": plan.version, "game": plan.slug, "rules": plan.rules, "seed": str(plan.seed)}
    schema = arrow.schema(list(kinds.items())).with_metadata(about)
    new = _new(path / PARQUET)
    reader = csv.open_csv(
        path / LINES,
        read_options=csv.ReadOptions(skip_rows=1, use_threads=False),
        convert_options=csv.ConvertOptions(column_types=kinds),
    )
    with reader, parquet.ParquetWriter(new, schema, compression="zstd") as writer:
        rows: list[Any] = []
        for batch in reader:
            rows.append(batch)
            if sum(b.num_rows for b in rows) >= ROWS:
                writer.write_table(arrow.Table.from_batches(rows).cast(schema))
                rows = []
        writer.write_table(arrow.Table.from_batches(rows, reader.schema).cast(schema))
    os.replace(new, path / PARQUET)
    return True


def _lock(file: BinaryIO, path: Path) -> None:
    """One simulation a folder."""
    try:
        import fcntl
    except ImportError:  # not on this platform
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadFolder(f"Another simulation is writing to {path}.") from None


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """What the disk refuses, in a sentence."""
    try:
        yield
    except OSError as why:
        raise BadFolder(f"{path} cannot be written: {why.strerror or why}.") from why


def _bytes(n: float) -> str:
    units = ["bytes", "KB", "MB", "GB", "TB", "PB"]
    while n >= 1000 and len(units) > 1:
        n, units = n / 1000, units[1:]
    return f"{n:.3g} {units[0]}"
