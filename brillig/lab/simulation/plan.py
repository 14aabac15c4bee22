"""What a simulation is to do: a game, who plays it, with what options, how often, and from what seed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

import brillig
from brillig import bots, catalogue
from brillig.core import BadOption, BadSeats, Game
from brillig.core.game import check_seed
from brillig.core.gears import HELPS, RULES
from brillig.core.record import plain_word
from brillig.core.rule import fingerprint
from brillig.positions.openings import opening

RANDOM = "random"
SEATS = "seats"  # a sweep may also go over how many play; no option can have this name
MOST_GAMES = 10**12
MOST_VARIANTS = 64


class PlannedVariant(msgspec.Struct, frozen=True):
    """One way to play the game."""

    seats: int
    options: dict[str, int | str]  # all of them, as people write them
    bots: list[str]  # a name for each seat
    opening: int | None = (
        None  # random choices before the bots begin; None: chance makes games differ (positions/openings.py)
    )


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides the numbers. Two runs of the same plan give the same."""

    slug: str
    where: str  # the folder of a game that is in no catalogue; else empty
    rules: str  # the fingerprint of the rules
    minds: str  # the fingerprint of the bots; empty if all choose at random
    version: str  # of brillig
    games: int  # of each variant
    seed: int
    sweep: dict[str, list[int | str]]  # what varies
    variants: list[PlannedVariant]
    gpu: bool = False

    @property
    def total(self) -> int:
        return self.games * len(self.variants)

    @property
    def game(self) -> Game:
        return catalogue.load(self.where or self.slug)

    @property
    def random(self) -> bool:
        """Do all seats choose at random?"""
        return all(bot == RANDOM for variant in self.variants for bot in variant.bots)

    def label(self, variant: PlannedVariant) -> str:
        """What sets this variant apart: 'size 8, 4 players'; empty if nothing varies."""
        return ", ".join(
            players(variant.seats) if name == SEATS else f"{name.replace('_', ' ')} {variant.options[name]}"
            for name in self.sweep
        )


def players(seats: int | str) -> str:
    return f"{seats} player{'s' * (seats != 1)}"


def make_plan(
    game: Game,
    *,
    seats: int | None = None,
    bots: Sequence[str] = (RANDOM,),
    games: int = 1000,
    options: Mapping[str, object] | None = None,
    sweep: Mapping[str, Sequence[object]] | None = None,
    seed: int = 0,
    gpu: bool = False,
) -> Plan:
    """A plan, checked: whatever is wrong with it is said in one sentence."""
    if not isinstance(games, int) or isinstance(games, bool) or not 1 <= games <= MOST_GAMES:
        raise BadOption(f"The number of games must be from 1 to {MOST_GAMES:,}, not {str(games)[:40]}.")
    names = tuple(name.strip().lower() for name in bots)
    varied = _sweep(game, seats, options or {}, sweep or {})
    variants = []
    for values in itertools.product(*varied.values()):
        chosen = dict(zip(varied, values, strict=True))
        count = game.check_seats(chosen.pop(SEATS, seats))  # type: ignore[arg-type]
        state = game.state(game.blank(count, {**(options or {}), **chosen}))
        decoded, seating = game.decode(state), seated(game, names, count)
        first = None if set(seating) == {RANDOM} else opening(game, count, decoded)
        variants.append(PlannedVariant(count, decoded, seating, first))
    plan = Plan(
        slug=game.slug, where=where_of(game), rules=rules_of(game), minds=minds_of(game, names),
        version=brillig.__version__, games=games,
        seed=check_seed(seed), sweep=varied, variants=variants, gpu=gpu,
    )  # fmt: skip
    if gpu and not plan.random:
        raise BadOption("Only random games are played on a GPU; leave out --bots or --gpu.")
    return plan


def seated(game: Game, names: Sequence[str], seats: int) -> list[str]:
    """A bot for each seat: one name is enough for all."""
    for name in set(names) - {RANDOM}:
        bots.make(name, game)  # it knows the names, and says so
    if len(names) == 1:
        return list(names) * seats
    if len(names) != seats:
        raise BadSeats(
            f"There are {len(names)} bots for {seats} seat{'s' * (seats != 1)}; "
            f"name one for each seat of {game.title}, or one for all."
        )
    return list(names)


@cache
def rules_of(game: Game) -> str:
    """A fingerprint of the rules: other rules, another one."""
    rules = [f for name in RULES if (f := getattr(game, name)) is not None]
    return fingerprint(rules, {}, game.state.dtype(), game.version)[:12]


@cache
def minds_of(game: Game, names: tuple[str, ...]) -> str:
    """A fingerprint of how bots think: other settings, or other hints from the game, another one."""
    if set(names) == {RANDOM}:
        return ""
    minds = sorted({name: repr(getattr(bots.make(name, game), "settings", "")) for name in names}.items())
    return fingerprint([f for name in HELPS if (f := getattr(game, name)) is not None], {}, minds)[:12]


def where_of(game: Game) -> str:
    ours = game.slug in catalogue.slugs() and catalogue.load(game.slug) is game
    return "" if ours else str(game.folder.resolve())


def _sweep(
    game: Game, seats: int | None, options: Mapping[str, object], sweep: Mapping[str, Sequence[object]]
) -> dict[str, list[int | str]]:
    """What varies, by the options' own names, with the values as the game writes them."""
    known = {plain_word(name): name for name in game.options}
    fixed = {plain_word(name) for name in options}
    varied: dict[str, list[int | str]] = {}
    for given, values in sweep.items():
        word = plain_word(given)
        name = SEATS if word == SEATS else known.get(word, given)
        if word in fixed or (word == SEATS and seats is not None) or name in varied:
            raise BadOption(f"{name} is given twice; it is either fixed or swept.")
        if not values:
            raise BadOption(f"The sweep of {name} has no values.")
        if word == SEATS:
            found: list[int | str] = [game.check_seats(_number(value)) for value in values]
        else:
            found = [game.decode(game.state(game.blank(None, {given: value})))[name] for value in values]
        if len(set(found)) < len(found):
            raise BadOption(f"The sweep of {name} has the same value twice.")
        varied[name] = found
    count = 1
    for swept in varied.values():
        count *= len(swept)
    if count > MOST_VARIANTS:
        raise BadOption(f"This sweep has {count} combinations; {MOST_VARIANTS} are the most.")
    return varied


def _number(value: object) -> int:
    try:
        return int(str(value))
    except ValueError:
        raise BadSeats(f"A number of seats is a whole number, not {str(value)[:40]!r}.") from None
