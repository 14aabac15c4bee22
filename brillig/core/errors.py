"""What can go wrong, in sentences a person can act on."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class BrilligError(Exception):
    """Bad input. The message is one sentence that says what is wrong and what is allowed."""


class IllegalChoice(BrilligError):
    """A choice the rules refuse. Nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownGame(BrilligError):
    """No game of that name is in the catalogue."""


class BadOption(BrilligError):
    """An option or a value that the game does not have."""


class BadSeats(BrilligError):
    """A number of seats, or a seat, that the game does not have."""


class BadGame(BrilligError):
    """A game module that breaks the contract of docs/add_a_game.md."""


class RuleFault(BrilligError):
    """A rule broke down: it divided by zero, or looked beyond the end of a row. Nothing has changed.

    Whoever raises it knows the rule. Whoever plays the game knows how it came there, and adds that (see `begun`).
    """

    def __init__(
        self, sentence: str, rule: str = "", steps: tuple[tuple[int, ...], ...] = (), frames: str = ""
    ) -> None:
        """`rule`: its name, empty if it is not known. `steps`: the seats and codes that were tried and lead there.

        `frames`: the lines of the game's own files that it went through, as Python shows them.
        """
        super().__init__(sentence)
        self.sentence, self.rule, self.steps, self.frames = sentence, rule, steps, frames
        self.again = ""  # how to see it again: the seed, and what was chosen

    def __str__(self) -> str:
        return f"{self.sentence} To see it again: {self.again}." if self.again else self.sentence

    def begun(self, again: str) -> RuleFault:
        """The same with the way from the start of the game, unless somebody nearer to it knew that already."""
        self.again = self.again or again
        return self


class BadReplay(BrilligError):
    """A replay file that is not whole, not ours, or not honest."""


class NotCompiled(BrilligError):
    """The gear that was asked for is not available on this machine."""


def near(word: str, words: Iterable[str]) -> str:
    """' Did you mean a or b?', or nothing when no word is close."""
    found = close(word, words)
    return f" Did you mean {' or '.join(found)}?" if found else ""


def close(word: str, words: Iterable[str], how: float = 0.6) -> list[str]:
    """The words that look most like this one, the closest first."""
    return difflib.get_close_matches(word.lower(), list(words), n=3, cutoff=how)
