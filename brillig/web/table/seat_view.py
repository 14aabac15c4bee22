"""Seat view: what one seat has seen of a match, and the message that shows it the table.

Everything here is made from the hidden records of that seat, so it cannot tell more than the seat may know: not in
the screen, not in the sentences, and not in the numbers either. A step is counted only if this seat could see that
something happened.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import product
from math import prod
from typing import NamedTuple

from msgspec import Raw, Struct

from brillig.core import SPECTATOR, Aim, Game, Record, Table
from brillig.match import Entry, ResignEntry, StopEntry, TimeoutEntry, UndoEntry
from brillig.web import trouble
from brillig.web.protocol import MOST_TOLD, Clocks, Offer, OfferedChoice, Told, encoder

# Chance and the time stand at the head of every record. Neither is something to see.
_VISIBLE = Record.fields["now"].offset + Record.fields["now"].bytes
NULL = Raw(b"null")
Way = tuple[str, ...]  # what is touched, one after the other
NOW = -1  # in place of a code: what is asked for now
_TOLD_TO_ALL = (TimeoutEntry, ResignEntry, StopEntry)  # steps that everybody is told of, whatever there is to see


class EncodedView(Struct, tag_field="type", tag="view"):
    """protocol.View with its larger parts encoded already."""

    ply: int
    told: list[Told]
    scene: Raw
    people: Raw
    clocks: Clocks | None
    can_undo: bool
    result: Raw


class EncodedScene(Struct, omit_defaults=True):
    """protocol.Scene with its screen encoded already."""

    waiting: list[int]
    choices: list[OfferedChoice] | None
    screen: Raw
    offers: list[Offer] = []
    aim: Aim | None = None


def visible(seen: Table) -> bytearray:
    """What there is to see in a hidden record."""
    return seen.raw[_VISIBLE:]


class Sight(NamedTuple):
    """What a step has come to, for one seat or for all who may know the same."""

    seen: Table  # hidden
    waits: list[int]  # the seats that are to decide, as far as can be known
    changed: bool  # is there anything else to see now?
    words: list[str]  # on what has happened


class SeatView:
    """One seat's (or a spectator's) history of a match."""

    __slots__ = (
        "frame", "game", "listens", "opened", "ply", "previous", "scene", "seat", "seen", "shown", "text", "told",
        "trouble", "waits",
    )  # fmt: skip

    def __init__(self, game: Game, seat: int, seen: Table, waits: list[int], listens: bool = True) -> None:
        self.game, self.seat, self.listens = game, seat, listens
        self.seen = seen  # the table as this seat knows it
        self.waits = waits  # the seats that are to decide, as far as this seat knows
        self.ply = 0  # steps seen; it never goes back
        self.opened = 0  # the ply at which this seat's decision began: what answers an older view is stale
        self.told: deque[Told] = deque(maxlen=MOST_TOLD)
        self.scene: Raw | None = None  # the table in JSON, made when somebody looks
        self.frame: EncodedView | None = None  # what was last published
        self.shown = self.previous = 0  # the ply that was last published, and the one before
        self.text = b""  # the message for those who have seen `previous`
        self.trouble = ""  # what is wrong with the table, and shown in place of what is asked

    # ---- what happens ----------------------------------------------------------------------------------------------

    def witness(self, entry: Entry, sight: Sight) -> None:
        """A step has happened, and this is what this seat may see of it."""
        mine, changed, waits = getattr(entry, "seat", None) == self.seat, sight.changed, sight.waits
        if self.trouble:
            self.upset("")
        if changed or mine or isinstance(entry, _TOLD_TO_ALL):
            self.ply += 1
            self.scene = None
            if self.listens:
                for text in sight.words:
                    self.told.append(Told(self.ply, text))
        begins = self.seat in waits and self.seat not in self.waits
        if mine or begins or (changed and isinstance(entry, UndoEntry)):
            self.opened = self.ply
        self.seen, self.waits = sight.seen, waits

    def upset(self, trouble: str) -> None:
        """From here on this is wrong with the table; until something happens, or empty: nothing any more."""
        self.trouble, self.scene = trouble, None

    # ---- what is shown ---------------------------------------------------------------------------------------------

    def publish(self, people: Raw, clocks: Clocks | None, can_undo: bool, result: Raw) -> None:
        """What has happened is safe: from now on it is what everybody with these eyes is shown."""
        self.previous, self.shown = self.shown, self.ply
        self.frame = EncodedView(self.ply, [], self._scene(), people, clocks, can_undo, result)
        self.text = self.message(self.previous) or b""

    def draw(self) -> None:
        """Draw the table now if it can be drawn; if not, that comes out when it is published."""
        with suppress(Exception):
            self._scene()

    def put_away(self) -> None:
        """Everybody who looks has it. It is made again for those who come later: kept by every table, views would be most of
        a server's memory, and far from the processor."""
        if self.frame:
            self.text, self.scene, self.frame.scene = b"", None, NULL

    def newest(self, since: int) -> bytes | None:
        """The view for somebody who was last shown the ply `since`: the one that is made already, unless one was missed."""
        if self.frame is None:
            return None
        return self.text if self.text and since == self.previous else self.message(since)

    def message(self, since: int) -> bytes | None:
        """The view for somebody who has seen everything up to the ply `since`. None if it was put away and more has happened
        since then, which will be shown when it is safe."""
        frame = self.frame
        assert frame is not None
        if frame.scene is NULL:
            if self.ply != self.shown:
                return None
            frame.scene = self._scene()
        told: list[Told] = []
        for sentence in reversed(self.told):
            if sentence.ply <= since:
                break
            if sentence.ply <= self.shown:
                told.append(sentence)
        told.reverse()
        frame.told = told
        return encoder.encode(frame)

    def _scene(self) -> Raw:
        if self.scene is None:
            if self.trouble:
                screen = trouble.drawn(self.seen, self.seat, self.trouble)
                self.scene = Raw(encoder.encode(EncodedScene(self.waits, [], screen)))
            else:
                self.scene = scene(self.seen, self.seat, self.waits)
        return self.scene


def scene(seen: Table, seat: int, waits: list[int]) -> Raw:
    """The table in JSON, and what may be touched, from what a seat knows."""
    game, plain = seen.game, seen.plain
    choices: list[OfferedChoice] | None = []
    offers: list[Offer] = []
    aim: Aim | None = None
    if game.seeing:
        choices = None
        if seat in waits and game.candidates:
            tries = [(code, game.touch(plain, seat, code)) for code in game.candidates(plain, seat)]
            offers = families(tries, lambda code: game.label(plain, seat, code))
    elif seat in waits:
        aim = game.aim(plain, seat, NOW) if game.aim else None
        # A point is not offered as a list of numbers: whoever wants one is told where it may be.
        choices = [] if aim else offers_of(seen, seat, seen.codes(seat, asked=True))
    if game.asides and choices is not None and waits and seat != SPECTATOR:
        choices += offers_of(seen, seat, seen.asides(seat))
    screen = Raw(game.screen(plain, seat).to_json())
    return Raw(encoder.encode(EncodedScene(waits, choices, screen, offers, aim)))


def offers_of(seen: Table, seat: int, codes: list[int]) -> list[OfferedChoice]:
    """Choices as they are shown."""
    game, plain = seen.game, seen.plain
    if game.begins or game.also:
        return [each for code in codes for each in offered(seen, seat, code)]
    label, touch = game.label, game.touch
    return [OfferedChoice(code, label(plain, seat, code), touch(plain, seat, code)) for code in codes]


def offered(seen: Table, seat: int, code: int) -> list[OfferedChoice]:
    """A choice as it is shown. One that only begins something is shown with what completes it, from what the seat knows."""
    game, plain = seen.game, seen.plain
    label, way = game.label(plain, seat, code), game.touch(plain, seat, code)
    other = game.also(plain, seat, code) if game.also else ()
    if not (game.begins and game.begins(plain, seat, code)):
        return [OfferedChoice(code, label, way, other)]
    if game.aim and (aim := game.aim(plain, seat, code)):
        return [OfferedChoice(code, label, way, other, aim=aim)]
    after = seen.copy()
    after.play(seat, code)
    return [
        OfferedChoice(
            code, game.label(after.plain, seat, last), (*way, *more), (*other, *more) if other else (), (last,)
        )
        for last in after.codes(seat)
        for more in [game.touch(after.plain, seat, last)]
    ]


# ---- in games of seeing --------------------------------------------------------------------------------------------
# There all that a person might try is told, fit or not, without a word on what fits. A list of every card, turn and place
# would be long, and it has a shape: one of these cards, one of these turns, one of these places. So it is told as
# families. Each has a set of ids for every touch, and a number with every id; the code of a choice is the family's own
# number and those of the ids that are touched, added up.


def families(ways: Iterable[tuple[int, Way]], label: Callable[[int], str]) -> list[Offer]:
    """Choices with what is touched to make them, as few families. Those without touches are buttons, with a label."""
    found: list[Offer] = []
    longer: dict[int, dict[Way, int]] = {}
    for code, way in ways:
        if way:
            longer.setdefault(len(way), {})[way] = code
        else:
            found.append(Offer(code, label(code), []))
    for length in sorted(longer):
        found += _fold(longer[length])
    return found


def _fold(codes: dict[Way, int]) -> list[Offer]:
    """Ways of one length: a single family if it has this shape, else one or more for every first touch."""
    first = next(iter(codes))
    kinds = [dict.fromkeys(ids) for ids in zip(*codes, strict=True)]
    if prod(map(len, kinds)) == len(codes):
        base = codes[first]
        more = [{id: codes[*first[:k], id, *first[k + 1 :]] - base for id in kind} for k, kind in enumerate(kinds)]
        sums = [base]
        for numbers in more:
            sums = [so_far + number for so_far in sums for number in numbers.values()]
        if list(map(codes.get, product(*kinds))) == sums:
            return [Offer(base, "", more)]
    if len(first) == 1:
        return [Offer(code, "", [{way[0]: 0}]) for way, code in codes.items()]
    found = []
    for id in kinds[0]:
        rest = _fold({way[1:]: code for way, code in codes.items() if way[0] == id})
        found += [Offer(offer.code, "", [{id: 0}, *offer.touch]) for offer in rest]
    return found


MOST_KNOWN = 5_000  # tables
NOBODY: dict[int, list[int]] = {}


class WhoseTurn:
    """Whose turn it is in running matches, as each of those who play may know it, also while their table is put away."""

    def __init__(self) -> None:
        self.known: dict[str, dict[int, list[int]]] = {}  # by table and seat: who is to decide; the latest come last

    def note(self, table: str, waits: dict[int, list[int]]) -> dict[int, list[int]]:
        """Something has happened at a table, or it was loaded: what was known before. `waits`: by seat, who is to decide as far
        as it knows."""
        before = self.known.pop(table, NOBODY)
        self.known[table] = waits
        if len(self.known) > MOST_KNOWN:
            del self.known[next(iter(self.known))]
        return before

    def at(self, table: str, seat: int) -> list[int]:
        """The seats that are to decide; none if nobody can say."""
        return self.known.get(table, {}).get(seat, [])
