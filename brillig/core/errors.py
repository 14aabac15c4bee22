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
    """A rule broke down: it divided by zero, or looked beyond the end of a row. Nothing has changed."""

    def __init__(self, sentence: str, rule: str, steps: tuple[tuple[int, int], ...] = ()) -> None:
        """`rule`: its name, empty if it is not known. `steps`: the seats and codes that lead there from the set-up."""
        super().__init__(sentence)
        self.rule, self.steps = rule, steps


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
