"""The referee: one match, from its set-up to its result.

    match = Match.start(brillig.load("othellino"), names=["Ann", "Bob"])
    match.choose(seat, code, at=1200)

A match is its log. The position is derived from it and can be derived again: the referee does nothing that does not
follow from the header, the secret, and the choices and undos with their times. Legality is Table.play's business
alone. There is no I/O here but `save` and `load`: a server keeps `log.since(n)` wherever it likes.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from brillig.core import BadGame, BadOption, BadReplay, BadSeats, BrilligError, Game, IllegalChoice, RuleFault, Table
from brillig.core.faults import way_to
from brillig.match import again, ending, fairness, replay, undo
from brillig.match.clock import Clock, Deadline, Running
from brillig.match.log import (
    FORMAT,
    LATEST,
    ChoiceEntry,
    EndEntry,
    Entry,
    Header,
    Log,
    ResignEntry,
    StopEntry,
    TickEntry,
    TimeoutEntry,
    UndoEntry,
    name_fault,
    words,
)
from brillig.match.replay import Replay

MOST_IN_A_RUN = 64  # choices one after the other, that can be taken back one before the other
MOST_UNDOS = 1_000  # in one match, so that nobody can fill the log
EVERYBODY = -1


class Match:
    """A match under way or over."""

    def __init__(self, game: Game, header: Header, secret: bytes, gear: str | None = None) -> None:
        """The match at its set-up. Begin with `start`, or `load` one."""
        self.game, self.secret, self.log = game, secret, Log(header)
        self.nonces = [bytes.fromhex(nonce) for nonce in header.nonces]
        self.clocks = Running(header.clock, len(header.seats))
        self.finished = False
        self.now = 0  # match time of the last entry
        self.ply = fairness.SET_UP  # steps that stand: choices not taken back, and acts of the table
        self.note = ""  # what a reader should know about the file this came from
        # The latest choices that can perhaps be taken back, of all seats.
        self._run: deque[undo.Taken] = deque(maxlen=MOST_IN_A_RUN)
        self._shut = (EVERYBODY, undo.NOTHING)  # why nothing before the run can: for which seat, and the reason
        self._made = [0] * len(header.seats)  # choices of each seat that stand
        self._undone = 0
        self.resigned: list[int] = []  # seats, in the order in which they did
        self._timeless = game.due is None and header.clock.kind == "off"
        self.waits: list[int] = []  # the seats that are to decide
        self.table = Table(game, game.blank(len(header.seats), header.options), game.gear(gear))
        self.chance = fairness.Chance(secret, self.nonces, header.simulated)
        self.chance.begin(self.table.plain.rng, fairness.SET_UP)
        with way_to(self):
            self.table.lay_out()
            outcome = self._outcome()
        self._next(*outcome, chose=-1)

    @classmethod
    def start(
        cls,
        game: Game,
        seats: int | None = None,
        names: Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        clock: Clock | None = None,
        secret: bytes | None = None,
        nonces: Sequence[bytes] | None = None,
        gear: str | None = None,
        simulated: tuple[int, int] | None = None,  # the seed and the number of a game to repeat
    ) -> Match:
        """A new match. Publish fairness.commitment(secret) before you ask the seats for their nonces."""
        seats = game.check_seats(len(names) if seats is None and names is not None else seats)
        names = [f"Seat {k + 1}" for k in range(seats)] if names is None else list(names)
        nonces = [b""] * seats if nonces is None else list(nonces)
        if len(names) != seats or len(nonces) != seats:
            raise BadSeats(f"{seats} seats need as many names and nonces, not {len(names)} and {len(nonces)}.")
        for fault in filter(None, map(name_fault, names)):
            raise BadSeats(fault)
        secret = fairness.check_secret(fairness.new_secret() if secret is None else secret)
        header = Header(
            brillig=FORMAT, game=game.slug, rules=game.version,
            options=game.decode(game.state(game.blank(seats, options))),
            seats=names,
            commitment=fairness.commitment(secret),
            nonces=[fairness.check_nonce(nonce).hex() for nonce in nonces],
            clock=(clock or Clock.off()).checked(),
            simulated=simulated,
        )  # fmt: skip
        return cls(game, header, secret, gear)

    def __repr__(self) -> str:
        return f"<Match {self.game.slug} ply={self.ply}{' over' if self.finished else ''}>"

    # ---- what is going on ------------------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        return self.log.header

    @property
    def names(self) -> list[str]:
        return self.header.seats

    def again(self) -> str:
        """How to come to this point again, for whoever has the secret."""
        return again.way(self)

    def result(self) -> EndEntry:
        """Scores, ranks, the digest of the last position and the secret, once the match is over."""
        last = self.log.entries[-1] if self.log.entries else None
        if not isinstance(last, EndEntry):
            raise BrilligError("The match is not over yet.")
        return last

    def alarm(self) -> int | None:
        """When the table or a clock acts next if nobody chooses before; None: never."""
        coming = self._coming()
        return coming.at if coming else None

    # ---- what seats do ---------------------------------------------------------------------------------------------

    def choose(self, seat: int, code: int, at: int) -> Entry:
        """A seat chooses. Refused, it raises IllegalChoice and changes nothing.

        What was to happen by itself until then happens first, whatever becomes of the choice.
        """
        at = self._moment(at)
        self.advance(at)
        return self._decide(ChoiceEntry(at, seat, code))

    def can_undo(self, seat: int, at: int | None = None, through: Collection[int] = ()) -> str:
        """Why this seat cannot take its last choice back (at that time); empty when it can.

        `through`: seats that take back what they have chosen since, so that it does not stand in the way.
        """
        self.table.check_seat(seat)
        at = self.now if at is None else self._moment(at)
        if self.finished:
            return undo.OVER
        if not self._made[seat]:
            return undo.NOTHING
        after = self.table
        for taken in reversed(self._run):
            if taken.seat != seat and taken.seat not in through:
                return undo.OTHERS
            reason = self._standing(taken, after, at)
            if reason or taken.seat == seat:
                return reason
            if self.game.hidden:
                after = self.game.restore(taken.before, gear=self.table.gear.name)
        whose, reason = self._shut
        return reason if whose in (EVERYBODY, seat) else undo.OTHERS

    def _standing(self, taken: undo.Taken, after: Table, at: int) -> str:
        """Why a choice stands, whatever came after it is taken back; empty when it need not."""
        if self._undone >= MOST_UNDOS or self.log.full:
            return undo.OFTEN
        # Taken back, the choice was never made, and all the time since then was this seat's.
        deadline = taken.clocks.deadline()
        if deadline and deadline.at <= at:
            return undo.LATE
        if taken.reason is None and not self.game.hidden:
            taken.reason = ""
        if taken.reason is None:
            before = self.game.restore(taken.before, gear=self.table.gear.name)
            taken.reason = undo.revealed(before, after, taken.seat, taken.code)
        return taken.reason

    @property
    def last_choice(self) -> undo.Taken | None:
        """The choice that would be taken back first."""
        return self._run[-1] if self._run else None

    def undo(self, seat: int, at: int) -> Entry:
        """A seat takes its last choice back: every byte is as it was before. Refused, it raises IllegalChoice."""
        at = self._moment(at)
        self.advance(at)
        reason = self.can_undo(seat, at)
        if reason:
            raise IllegalChoice(reason)
        taken = self._run.pop()
        self.table.raw[:] = taken.before
        self.clocks = taken.clocks
        self.ply -= 1
        self._made[seat] -= 1
        self._undone += 1
        self.waits = self.table.waiting()
        self.now = at
        return self.log.append(UndoEntry(at, seat))

    # ---- ending before the rules do (see ending.py) ----------------------------------------------------------------

    def resign(self, seat: int, at: int) -> Entry:
        """A seat resigns. Unless that is the end, somebody must choose for it from now on."""
        self.table.check_seat(seat)
        at = self._last_moment(at)
        if seat in self.resigned:
            raise IllegalChoice(ending.RESIGNED_ALREADY)
        self.resigned.append(seat)
        return self._put_down(ResignEntry(at, seat), over=len(self.names) - len(self.resigned) <= 1)

    def stop(self, how: ending.How, at: int) -> Entry:
        """All agree to play no further."""
        return self._put_down(StopEntry(self._last_moment(at), how), over=True)

    def _last_moment(self, at: int) -> int:
        self.advance(at)
        if self.finished or self.log.full:
            raise IllegalChoice(undo.OVER)
        return self._moment(at)

    def _put_down(self, entry: ResignEntry | StopEntry, over: bool) -> Entry:
        self._shut_door(EVERYBODY, undo.RESIGNED)
        self.now, linked = entry.at, self.log.append(entry)
        if over:
            self._next([], self._end([1] * len(self.names)), chose=-1)
        return linked

    def _end(self, ranks: list[int]) -> EndEntry:
        digest = hashlib.sha256(bytes(self.table)).hexdigest()
        return EndEntry(self.table.scores(), ending.placed(ranks, self.resigned), digest, self.secret.hex())

    # ---- what happens by itself ------------------------------------------------------------------------------------

    def advance(self, at: int) -> list[Entry]:
        """Everything that happens by itself until then: acts of the table, and choices for seats whose time is up."""
        known, at = len(self.log), self._moment(at)
        while not self._timeless and self.advance_once(at):
            pass
        return self.log.entries[known:]

    def advance_once(self, at: int) -> bool:
        """The first thing that happens by itself until then, if anything does: for telling step by step."""
        at, coming = self._moment(at), self._coming()
        if coming is None or coming.at > at:
            return False
        self._happen(coming)
        return True

    def _coming(self) -> Deadline | None:
        """What happens next by itself (seat -1: the table acts). The table comes before a clock of the same time."""
        if self._timeless or self.finished:
            return None
        due, clock = self.table.due(), self.clocks.deadline()
        table = Deadline(max(due, self.now), EVERYBODY) if due >= 0 else None
        return min(filter(None, (table, clock)), default=None)

    def _happen(self, coming: Deadline) -> None:
        at, seat = coming
        if seat != EVERYBODY:
            self._decide(TimeoutEntry(at, seat, self._drawn(seat, at)))
            return
        before = self._step()
        try:
            self.table.tick()
            outcome = self._outcome()
        except BaseException as why:  # every byte is as it was before
            self.table.raw[:] = before
            again.tell(self, why)
            raise
        self._shut_door(EVERYBODY, undo.TABLE)
        self._note(TickEntry(at))
        self._next(*outcome, chose=-1)

    def _drawn(self, seat: int, at: int) -> int:
        """The choice of a seat whose time is up: any legal one, drawn so that it can be checked."""
        table = self.table.copy()
        table.plain.now = at
        codes = table.codes(seat)
        if not codes:
            raise BadGame(f"{self.game.title}: seat {seat + 1} is to decide and has no choice.")
        return codes[self.chance.pick(self.ply + 1, len(codes))]

    # ---- one step --------------------------------------------------------------------------------------------------

    def _decide(self, entry: ChoiceEntry | TimeoutEntry) -> Entry:
        table, seat, code, at = self.table, entry.seat, entry.code, entry.at
        others = self.waits != [seat] and any(other != seat for other in self.waits)
        running = self.game.due is not None and table.due() >= 0
        before, rng = self._step(), table.plain.rng
        try:
            fresh = rng.tolist()
            table.plain.now = at
            table.play(seat, code)
            outcome = self._outcome()
        except BaseException as why:  # every byte is as it was before
            self.table.raw[:] = before
            again.tell(self, why)
            raise
        if isinstance(entry, TimeoutEntry):
            self._shut_door(seat, undo.CLOCK)
        elif running:
            self._shut_door(seat, undo.RUNNING)
        elif others:
            self._shut_door(seat, undo.LOCKED)
        elif rng.tolist() != fresh:
            self._shut_door(seat, undo.CHANCE)
        else:
            if not self._run and self._shut[0] not in (EVERYBODY, seat):
                self._shut_door(EVERYBODY, undo.OTHERS)
            self._run.append(undo.Taken(seat, code, before, self.clocks.copy()))
        self._made[seat] += 1
        linked = self._note(entry)
        self._next(*outcome, chose=seat)
        return linked

    def _step(self) -> bytes:
        """Begin a step, with chance of its own; how every byte was before, should anything go wrong."""
        if self.log.full:
            raise BadGame(f"This match of {self.game.title} does not end: its log is full.")
        before = bytes(self.table.raw)
        self.chance.begin(self.table.plain.rng, self.ply + 1)
        return before

    def _note(self, entry: ChoiceEntry | TimeoutEntry | TickEntry) -> Entry:
        self.now = entry.at
        self.ply += 1
        return self.log.append(entry)

    def _outcome(self) -> tuple[list[int], EndEntry | None]:
        """All that the rules say about a step once it is done: who is to decide, or the end."""
        table = self.table
        waits = table.waiting()
        if waits or table.due() >= 0:
            return waits, None
        return waits, self._end(table.ranks())

    def _next(self, waits: list[int], end: EndEntry | None, chose: int) -> None:
        """After the set-up and every step: whose clock runs now, or the end."""
        self.waits = waits
        self.clocks.turn(waits, self.now, chose)
        if end:
            self.finished = True
            self.log.append(end)

    def _shut_door(self, seat: int, reason: str) -> None:
        """Nothing up to here can be taken back any more."""
        self._run.clear()
        self._shut = (seat, reason)

    def _moment(self, at: int) -> int:
        if type(at) is not int or not 0 <= at <= LATEST:
            raise BadOption(f"A time is whole milliseconds since the start, from 0 to {LATEST}, not {str(at)[:20]}.")
        return max(at, self.now)  # time never goes back

    # ---- files -----------------------------------------------------------------------------------------------------

    def lines(self, private: bool = False) -> list[bytes]:
        """The match as lines of JSON. Private lines hold the secret from the start, so that it can be resumed."""
        kept = [replay.secret_line(self.secret)] if private else []
        return [self.log.top, *kept, *self.log.since(0)]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match to a file from which it can be resumed. Whoever reads it before the end can cheat."""
        replay.write(path, self.lines(private=True))

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, game: Game | None = None, gear: str | None = None) -> Match:
        """The match in a file, finished or not."""
        return cls.follow(replay.read(path), game=game, gear=gear)

    @classmethod
    def from_lines(
        cls,
        lines: Iterable[str | bytes],
        *,
        secret: bytes | None = None,
        game: Game | None = None,
        gear: str | None = None,
    ) -> Match:
        """The match in these lines. `secret`: for an unfinished match whose lines do not hold it."""
        return cls.follow(replay.parse_lines(lines), secret=secret, game=game, gear=gear)

    @classmethod
    def follow(
        cls, record: Replay, *, secret: bytes | None = None, game: Game | None = None, gear: str | None = None
    ) -> Match:
        """The match at the end of a record, every step of it carried out and checked."""
        match = cls.opening(record, secret=secret, game=game, gear=gear)
        for _ in match.steps(record):
            pass
        if match.finished and not record.finished:
            match.note = "The end was missing from the file; it follows from the lines before."
        return match

    @classmethod
    def opening(
        cls, record: Replay, *, secret: bytes | None = None, game: Game | None = None, gear: str | None = None
    ) -> Match:
        """The match of a record at its set-up."""
        header, secret = record.header, record.secret or secret
        if secret is None:
            raise BadReplay("The match is not finished and its secret is not in the file, so it cannot be dealt again.")
        if fairness.commitment(secret) != header.commitment:
            raise BadReplay("This is not the secret that line 1 commits to.")
        match = cls(replay.game_of(header, game), header, secret, gear)
        match.note = record.note
        return match

    def steps(self, record: Replay) -> Iterator[Entry]:
        """Carry out the entries of a record one by one, from the set-up, yielding each when it has happened."""
        for k, entry in enumerate(record.entries):
            try:
                self._repeat(k, entry)
            except BrilligError as why:
                told = why.sentence if isinstance(why, RuleFault) else why
                raise BadReplay(f"Line {record.first + k}, {words(entry)}: {told}") from why
            yield entry

    def _repeat(self, k: int, entry: Entry) -> None:
        """Let entry k happen; the record is wrong if something else comes of it."""
        if len(self.log) == k:
            match entry:
                case ChoiceEntry(at=at, seat=seat, code=code):
                    self.choose(seat, code, at)
                case UndoEntry(at=at, seat=seat):
                    self.undo(seat, at)
                case ResignEntry(at=at, seat=seat):
                    self.resign(seat, at)
                case StopEntry(at=at, how=how):
                    self.stop(how, at)
                case TickEntry(at=at) | TimeoutEntry(at=at):
                    coming = self._coming()
                    if coming is None or coming.at > at:
                        raise BadReplay("no deadline has come by then.")
                    self._happen(coming)
                case EndEntry():
                    raise BadReplay("the match is not over.")
        if self.log.entries[k] != entry:
            raise BadReplay(f"by the secret and the rules, this line must say: {words(self.log.entries[k])}.")
