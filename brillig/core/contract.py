"""What a game module defines, by name, and what is wrong with one that breaks the contract, in a sentence.

All of it is found when the game is loaded. What shows only when it is played is for `check` (brillig/testing).
"""

from __future__ import annotations

import types
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from brillig.core.errors import BadGame, close, near
from brillig.core.gears import HELPS, RULES
from brillig.core.record import Record
from brillig.core.rule import foreign, is_rule, reach

if TYPE_CHECKING:
    from brillig.core.game import Game

NEEDED = ("State", "setup", "waiting", "refuse", "play", "score", "label", "touch", "screen")
# Every function that a game may have and how many arguments it takes; rules first.
FUNCTIONS = {
    "setup": 1, "waiting": 2, "refuse": 3, "choices": 3, "shortlist": 3, "play": 3, "score": 2, "rank": 2, "hide": 2, "guess": 2,
    "census": 2, "due": 1, "tick": 1, "value": 2, "prefer": 3, "alike": 2, "forget": 3,
    "label": 3, "touch": 3, "also": 3, "begins": 3, "aim": 3, "swing": 2, "screen": 2, "tell": 3, "candidates": 2, "missed": 3,
    "shuns": 3, "leeway": 3, "retrace": 2, "rewind": 1, "stuck": 1, "feat": 1, "sound": 1, "allowed": 2, "as_played": 2,
}  # fmt: skip
MUST_BE_RULES = (*RULES, *HELPS, "forget")
# What is of no use without the other, and what to say then.
PAIRS = {
    ("hide", "guess"): "a game that hides things must also say how to guess them; write `guess`, or leave `hide` out",
    ("due", "tick"): "`due` says when the table acts by itself, and `tick` what it does then; write `tick`, or leave `due` out",
    ("tick", "due"): "`tick` is what the table does by itself, and `due` says when; write `due`, or leave `tick` out",
    ("leeway", "retrace"): "a loose bot must find back to where its turn began; write `retrace`, or leave `leeway` out",
    ("missed", "candidates"): "`missed` is for tries that do not fit; write `candidates`, which lists what may be tried",
}  # fmt: skip
MOST_SEATS = 16
MOST_CODES = 32_000  # codes travel in 16-bit lists
MOST_KINDS = 40
NEARLY = 0.8  # a letter more, or less, or two changed


def check_arguments(slug: str, given: Collection[str], known: Collection[str], optional: Collection[str]) -> None:
    """Is every argument of `Game(...)` one that there is, and every one there that is needed?"""
    listed = f"Game(...) takes {', '.join(known)}."
    for name in given:
        if name not in known:
            raise BadGame(f"{slug}: Game(...) has no argument {name!r}.{near(name, known)} {listed}")
    if missing := [name for name in known if name not in given and name not in optional]:
        raise BadGame(f"{slug}: Game(...) needs {' and '.join(missing)} too. {listed}")


def check_module(slug: str, here: Mapping[str, Any]) -> None:
    """Does a module define what a game needs, under the right names?"""
    wrong = dict(misspelt(here))
    for name in NEEDED:
        if name not in here:
            meant = f" Did you mean {wrong[name]}?" if name in wrong else ""
            raise BadGame(
                f"{slug}: the module {here['__name__']} does not define {name}.{meant} See docs/add_a_game.md."
            )
    for name, written in wrong.items():
        raise BadGame(f"{slug}: nothing calls {written}. Did you mean {name}? If not, give it another name.")
    if not (isinstance(here["State"], type) and issubclass(here["State"], Record)):
        raise BadGame(f"{slug}: State must be a class derived from Record.")
    for name in MUST_BE_RULES:
        if name in here and not is_rule(here[name]):
            raise BadGame(f"{slug}: {name} is a rule; put @rule above it.")
    for (name, other), why in PAIRS.items():
        if name in here and other not in here:
            raise BadGame(f"{slug}: {why}.")
    for f in reach([here[name] for name in MUST_BE_RULES if name in here], {}):
        if found := foreign(f):
            raise BadGame(
                f"{slug}: the rule {f.__name__} uses {found}; "
                "rules use whole numbers, ifs, loops, fields and other rules."
            )


def misspelt(here: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Names of the contract that a module lacks, each with a function that nothing calls and whose name is nearly that.

    A helper with such a name is called by somebody, or has other arguments.
    """
    package = here["__package__"] or here["__name__"]
    own = {
        name: f
        for name, f in here.items()
        if isinstance(f, types.FunctionType) and f.__module__.startswith(package)
    }  # fmt: skip
    called = {name for f in own.values() for name in _names(f.__code__)}
    for written, f in own.items():
        if written not in FUNCTIONS and written not in called:
            free = [n for n, arguments in FUNCTIONS.items() if n not in here and arguments == f.__code__.co_argcount]
            if meant := close(written, free, NEARLY):
                yield meant[0], written


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _names(inner)


def check_numbers(game: Game) -> None:
    """Do the numbers that a game declares go together?"""
    slug, codes = game.slug, game.codes
    if not 1 <= game.seats[0] <= game.seats[1] <= MOST_SEATS:
        raise BadGame(f"{slug}: seats must be from 1 to {MOST_SEATS}, the fewest first, not {game.seats}.")
    if not 1 <= codes <= MOST_CODES:
        raise BadGame(f"{slug}: codes must be from 1 to {MOST_CODES}, not {codes}.")
    if wrong := [code for code in game.asides if not 0 <= code < codes]:
        raise BadGame(f"{slug}: there is no code {wrong[0]} to be an aside.")
    if game.rolls and (min(game.rolls) < 0 or max(game.rolls) == 0):
        raise BadGame(f"{slug}: rolls say how often each counts, which is 0 or more, and not 0 for all.")
    if game.seeing and not game.candidates:
        raise BadGame(
            f"{slug}: seeing=True wants a function `candidates` that lists what a person may try; "
            "write it, or leave seeing out."
        )
    if game.candidates and not game.seeing:
        raise BadGame(f"{slug}: `candidates` is for games of seeing; say seeing=True, or leave it out.")
    if game.kinds is not None:
        check_kinds(slug, codes, game.kinds)


def check_kinds(slug: str, codes: int, kinds: Any) -> None:
    if not isinstance(kinds, dict) or not 1 <= len(kinds) <= MOST_KINDS:
        raise BadGame(f"{slug}: KINDS gives 1 to {MOST_KINDS} names, each with a range of codes.")
    named: dict[int, str] = {}
    for name, its in kinds.items():
        for code in its:
            if not isinstance(code, int) or not 0 <= code < codes:
                raise BadGame(f"{slug}: KINDS has {code!r} under {name!r}; codes are 0 to {codes - 1} (codes={codes}).")
            if code in named:
                raise BadGame(f"{slug}: KINDS has code {code} under {named[code]!r} and under {name!r}; name it once.")
            named[code] = name
