"""Where a match is kept while it is played in the terminal. Nothing is written without being asked."""

from __future__ import annotations

import shlex
from pathlib import Path

from brillig import catalogue
from brillig.cli.console import clean
from brillig.core import BadOption
from brillig.match import Match


class Keeping:
    def __init__(self, match: Match, loaded: Path | None, asked: Path | None) -> None:
        """`loaded`: the file it came from; `asked`: the file to save it in when the sitting ends."""
        self.match = match
        self.asked = asked is not None
        self.path = asked or loaded
        self._ours = [file.absolute() for file in (loaded, asked) if file]
        self._entries = len(match.log) if loaded and self.path == loaded else -1  # how many of them are in the file
        if asked and asked.exists() and asked.absolute() not in self._ours[:-1]:
            raise BadOption(f"{clean(asked)} exists already; choose another name for --save.")

    @property
    def saved(self) -> bool:
        """Is everything that happened in the file?"""
        return self._entries == len(self.match.log)

    def save(self, name: str = "") -> str:
        """Save under a new name or again under the last one; says where, and how to go on from there."""
        path = Path(name).expanduser() if name else self.path
        if path is None:
            raise BadOption("Say where to save it: save FILE.")
        if path.absolute() not in self._ours and path.exists():
            raise BadOption(f"{clean(path)} exists already; choose another name.")
        self.match.save(path)
        self.path, self._entries = path, len(self.match.log)
        self._ours.append(path.absolute())
        return self.where()

    def where(self) -> str:
        """Two lines: where it is, and what to type next."""
        if self.match.finished:
            return f"The match is in {clean(self.path)}. To check that it was honest:\n  {self._command('verify')}"
        return f"The match is in {clean(self.path)}. To go on with it:\n  {self._command('play')}"

    def _command(self, name: str) -> str:
        file = clean(shlex.quote(str(self.path)))
        # A game that lies in a folder of its own must be named again.
        folder = "" if self.match.game.slug in catalogue.slugs() else clean(shlex.quote(str(self.match.game.folder)))
        if name == "play":
            return " ".join(filter(None, ["brillig play", folder, "--load", file]))
        return " ".join(["brillig verify", file, *(["--game", folder] if folder else [])])
