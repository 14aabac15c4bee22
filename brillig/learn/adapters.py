"""What the adapters for Gymnasium and PettingZoo share: the usual exceptions, and a game by its name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from brillig import catalogue
from brillig.core import BadOption, BadSeats, Game, IllegalChoice, UnknownGame

INSTALL = "{package} is not installed, which {what} needs: pip install 'brillig[{extra}]'."


def missing(package: str, what: str, extra: str) -> ImportError:
    return ImportError(INSTALL.format(package=package, what=what, extra=extra), name=package)


def find(slug: str | Game) -> Game:
    """A game by its name; Gymnasium's exception if there is none."""
    from gymnasium.error import NameNotFound

    try:
        return slug if isinstance(slug, Game) else catalogue.load(slug)
    except UnknownGame as why:
        raise NameNotFound(str(why)) from why


@contextmanager
def usual_errors() -> Iterator[None]:
    """Our refusals as the exceptions that learners know."""
    from gymnasium.error import InvalidAction

    try:
        yield
    except IllegalChoice as why:
        raise InvalidAction(str(why)) from why
    except (BadOption, BadSeats) as why:
        raise ValueError(str(why)) from why
