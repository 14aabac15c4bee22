"""Game list: the games as the lobby shows them, and the filters."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from brillig import catalogue
from brillig.bots import LEVELS
from brillig.core import Game
from brillig.web.logs import log

MINUTES = (15, 30, 60)


class Filters(Struct, frozen=True):
    """What somebody looks for."""

    search: str = ""
    players: int = 0  # 0: any number
    minutes: int = 0  # 0: any length
    box: str = ""
    solo: bool = False
    together: bool = False
    real_time: bool = False
    level: str = LEVELS[0]  # of the bots, when somebody plays now

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Filters:
        solo, together, real_time = (bool(query.get(name)) for name in ("solo", "together", "real_time"))
        return cls(
            query.get("search", "").strip()[:60], _number(query.get("players")), _number(query.get("minutes")),
            query.get("box", "")[:60], solo, together, real_time,
            query["level"] if query.get("level") in LEVELS else LEVELS[0],
        )  # fmt: skip

    def keep(self, game: Game) -> bool:
        fewest, most = game.seats
        words = " ".join((game.title, game.box, game.summary, *game.tags)).casefold()
        return (
            all(word in words for word in self.search.casefold().split())
            and (not self.players or fewest <= self.players <= most)
            and (not self.minutes or game.minutes <= self.minutes)
            and (not self.box or game.box == self.box)
            and (not self.solo or fewest == 1)
            and (not self.together or game.together)
            and (not self.real_time or game.real_time)
        )


def games() -> list[Game]:
    """Every game that can be loaded: somebody's broken game does not close the lobby."""
    found = []
    for slug in catalogue.slugs():
        try:
            found.append(catalogue.load(slug))
        except Exception as why:  # other people's code runs here
            log.warning("a game cannot be loaded", extra={"game": slug, "why": str(why)})
    return sorted(found, key=lambda game: game.title)


def players(game: Game) -> str:
    fewest, most = game.seats
    if most == 1:
        return "1 player"
    return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"


def marks(game: Game) -> list[str]:
    """What a filter can ask for, in words for the card."""
    found = ["solo"] if game.seats[0] == 1 else []
    found += ["together"] if game.together else []
    return found + (["real time"] if game.real_time else [])


def _number(given: str | None) -> int:
    return int(given) if given and given.isascii() and given.isdigit() and len(given) < 4 else 0
