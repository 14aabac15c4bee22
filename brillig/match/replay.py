"""Replay files: a match as lines of JSON, one for the header and one for every entry.

A file may come from a stranger. It is read whole only if it is small, every line is short, every field has a type
and bounds, unknown fields are refused, nothing in it is executed and no path in it is opened. What is wrong is said
in one sentence that names the line.

A file that a table keeps for itself has the match's secret in line 2, so that an unfinished match can be resumed.
"""

from __future__ import annotations

import io
import os
import stat
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

import msgspec
from msgspec import Meta, Struct

from brillig import catalogue
from brillig.core import BadOption, BadReplay, BrilligError, Game
from brillig.match.fairness import commitment
from brillig.match.log import FORMAT, MOST_ENTRIES, EndEntry, Entry, Header, Hex64, Link, name_fault, seal

MOST_BYTES = 8 << 20
LINE_BYTES = 16 << 10


class Secret(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="secret"):
    """The secret of a match that may not be over yet. No link of the chain: it is not for the other seats."""

    secret: Hex64


class _Format(Struct):
    """As much of a first line as every version of the format has."""

    brillig: Annotated[int, Meta(ge=0, le=1 << 31)]


# What a decoder may say of a stranger's line.
_FAULTS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_format = msgspec.json.Decoder(_Format)
_header = msgspec.json.Decoder(Header)
_entry: msgspec.json.Decoder[Entry | Secret] = msgspec.json.Decoder(Entry | Secret)
T = TypeVar("T")


@dataclass
class Replay:
    """A file that has been read: well-formed, bounded, its chain unbroken. Nothing is said about its choices yet."""

    header: Header
    entries: list[Entry] = field(default_factory=list)
    secret: bytes | None = None  # known when the match is over, or to the one who keeps it
    first: int = 2  # the line of the first entry
    note: str = ""  # what a reader should be told about the file

    @property
    def finished(self) -> bool:
        return bool(self.entries) and isinstance(self.entries[-1], EndEntry)


def read(path: str | os.PathLike[str]) -> Replay:
    """The replay in a file."""
    shown = _clean(os.fspath(path))
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise BadReplay(f"{shown} is not a file.")
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as why:
        raise BadReplay(f"{shown} cannot be read: {getattr(why, 'strerror', None) or why}.") from why
    return parse(data)


def parse(data: bytes) -> Replay:
    """The replay in the bytes of a file. Whole lines before a torn last one are a match that can go on."""
    if len(data) > MOST_BYTES:
        raise BadReplay(f"A replay has at most {MOST_BYTES >> 20} MiB; this one is longer.")
    replay: Replay | None = None
    for n, text in enumerate(io.BytesIO(data), 1):
        if len(text) > LINE_BYTES:
            _wrong(n, f"it is longer than {LINE_BYTES} bytes")
        if not text.endswith(b"\n") and not _whole(text):
            if replay is None:
                _wrong(n, "it is cut short, and there is nothing before it")
            replay.note = f"Line {n} is cut short; the match goes on from line {n - 1}."
            break
        if replay is None:
            replay = Replay(_first(text))
        else:
            _add(replay, n, text)
    if replay is None:
        raise BadReplay("The replay is empty.")
    if not replay.finished and not replay.note:
        replay.note = "The match is not finished."
    return replay


def parse_lines(lines: Iterable[str | bytes]) -> Replay:
    """The replay in lines that come from elsewhere, such as a database."""
    whole = (text.encode("utf-8", "replace") if isinstance(text, str) else bytes(text) for text in lines)
    return parse(b"".join(text.rstrip(b"\r\n") + b"\n" for text in whole))


def write(path: str | os.PathLike[str], lines: Iterable[bytes]) -> None:
    """All lines or none: the file is there in full, or what was there before still is."""
    path = Path(path)
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name[:100]}.", delete=False) as new:
            try:
                new.writelines(text + b"\n" for text in lines)
                new.flush()
                os.fsync(new.fileno())
                os.replace(new.name, path)
            except BaseException:
                os.unlink(new.name)
                raise
    except (OSError, ValueError) as why:
        raise BadOption(f"{path} cannot be written: {getattr(why, 'strerror', None) or why}.") from why


def secret_line(secret: bytes) -> bytes:
    return msgspec.json.encode(Secret(secret.hex()))


# ---- line by line --------------------------------------------------------------------------------------------------


def _first(text: bytes) -> Header:
    try:
        found = _format.decode(text).brillig
    except _FAULTS:
        raise BadReplay('This is no replay of Brillig: line 1 is not {"brillig": ...}.') from None
    if found != FORMAT:
        _wrong(1, f"it is of format {found}, and this program reads format {FORMAT}")
    header = _decoded(_header, 1, text)
    _check_link(header, "", 1)
    for name in header.seats:
        if name_fault(name):
            _wrong(1, name_fault(name))
    if len(header.nonces) != len(header.seats):
        _wrong(1, f"there are {len(header.seats)} seats but {len(header.nonces)} nonces")
    try:
        header.clock.checked()
    except BrilligError as why:
        _wrong(1, str(why))
    return header


def _add(replay: Replay, n: int, text: bytes) -> None:
    entry = _decoded(_entry, n, text)
    if isinstance(entry, Secret):
        if n != 2:
            _wrong(n, "a secret stands in line 2 or at the end")
        replay.secret, replay.first = _secret(replay.header, entry.secret, n), 3
        return
    previous = replay.entries[-1] if replay.entries else None
    _check_link(entry, previous.hash if previous else replay.header.hash, n)
    if isinstance(previous, EndEntry):
        _wrong(n, "the match is over in the line before")
    if len(replay.entries) >= MOST_ENTRIES + isinstance(entry, EndEntry):
        _wrong(n, f"a match has at most {MOST_ENTRIES} entries")
    seats = len(replay.header.seats)
    if isinstance(entry, EndEntry):
        if len(entry.scores) != seats or len(entry.ranks) != seats:
            _wrong(n, f"scores and ranks are not for {seats} seats")
        replay.secret = _secret(replay.header, entry.secret, n)
    else:
        if getattr(entry, "seat", 0) >= seats:
            _wrong(n, f"there are only {seats} seats")
        if previous and entry.at < previous.at:
            _wrong(n, "time goes back")
    replay.entries.append(entry)


def _decoded(decoder: msgspec.json.Decoder[T], n: int, text: bytes) -> T:
    try:
        return decoder.decode(text)
    except _FAULTS as why:
        _wrong(n, _clean(str(why)))


def _check_link(link: Link, previous: str, n: int) -> None:
    if link.hash != seal(link, previous).hash:
        _wrong(n, "its hash does not fit, so this line was changed or the one before it is missing")


def _secret(header: Header, secret: str, n: int) -> bytes:
    if commitment(bytes.fromhex(secret)) != header.commitment:
        _wrong(n, "this is not the secret that line 1 commits to")
    return bytes.fromhex(secret)


def _whole(text: bytes) -> bool:
    """Is this a line that lacks only its end?"""
    try:
        msgspec.json.decode(text)
    except RecursionError:
        return True  # whole or not, it is none of ours
    except _FAULTS:
        return False
    return True


def _wrong(n: int, what: str) -> NoReturn:
    raise BadReplay(f"Line {n}: {what[:1].lower()}{what[1:].rstrip('.')}.")


def _clean(text: str) -> str:
    """Words that may come from a stranger, without signs that could rewrite a screen, and not too many."""
    shown = "".join(c if c.isprintable() else "?" for c in text[:200])
    return shown + ("..." if len(text) > 200 else "")


def game_of(header: Header, game: Game | None = None) -> Game:
    """The game of a match, by the rules that it was played by; BadReplay if that is not to be had."""
    try:
        game = game or catalogue.load(header.game)
        if game.slug != header.game:
            raise BadReplay(f"this is a match of {header.game}, not of {game.slug}.")
        if game.version != header.rules:
            raise BadReplay(
                f"the match was played by version {header.rules} of the rules of {game.title}; "
                f"this program has version {game.version}."
            )
        blank = game.blank(len(header.seats), header.options)
        if game.decode(game.state(blank)) != header.options:
            raise BadReplay(f"the options of {game.title} are not all there, or not spelt as the game spells them.")
    except BrilligError as why:
        raise BadReplay(f"Line 1: {why}") from why
    return game
