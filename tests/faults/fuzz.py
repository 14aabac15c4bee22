"""A mutation fuzzer of frames: python -m tests.faults.fuzz 200000 [SEED]

Two people and one who watches play one match after the other, and between their moves send what no client should: their
own messages with bytes or fields changed, other people's messages, and junk. The play must go on as if nothing had
happened.
"""

from __future__ import annotations

import gc
import json
import logging
import random
import sys
from typing import Any

import msgspec

from brillig import catalogue
from brillig.match.log import ChoiceEntry, UndoEntry
from brillig.web.logs import log
from brillig.web.protocol import Ack, Bye, Hello, View, messages
from brillig.web.table.live_match import LiveMatch
from tests.faults.network import SPECTATOR, Line, World

GAMES = ("othellino", "gold-mine", "backgammon")
BURST = 12  # frames before anybody looks what came of them
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**31 + 1, 2**63, -(2**63), 10**400, 1.5, 1e308, "", "\x00", "é\u202e💣",
    "x" * 65, "y" * 5000, "choose", "view", "__proto__", [], {}, [[]], {"type": "choose"}, [1] * 50, "../etc/passwd",
    "1", "0" * 99,
)  # fmt: skip
FIELDS = ("type", "id", "ply", "code", "text", "since", "n", "seat", "session", "secret", "at", "", "é")
JUNK = (
    "", " ", "{", "}", "[]", "null", "0", '"choose"', "{}" * 9, "[" * 3000, '{"a":' * 2000, "\ufeff{}", "\x00" * 20,
    '{"type":"choose","id":"\\ud800","ply":0,"code":0}', '{"type":"ping","n":1e400}', '{"type":"ping","n":NaN}',
    "a" * 17000, "é" * 9000, '{"type":"say","id":"x","text":"' + "z" * 16350 + '"}', '{"type":"ping"}\n{"type":"ping"}',
)  # fmt: skip


class Seat:
    """A person at the table who also sends what nobody should."""

    def __init__(self, number: int, cookie: str) -> None:
        self.number, self.cookie = number, cookie
        self.line: Line
        self.view: View | None = None
        self.sent: dict[str, list[dict[str, Any]]] = {}  # by id, messages that may count
        self.kept: dict[str, Ack] = {}


class Fuzzer:
    def __init__(self, seed: int) -> None:
        self.seed, self.dice, self.world = seed, random.Random(seed), World(seed)
        self.frames = self.moves = self.matches = self.closed = self.count = 0
        self.seats: list[Seat] = []
        self.complaints: list[str] = []
        self.sizes: list[int] = []  # kilobytes of this process, at every tenth
        self.handler = _Complaints(self.complaints)

    def run(self, frames: int) -> dict[str, Any]:
        log.addHandler(self.handler)
        try:
            while self.frames < frames:
                self._match(frames)
        except Exception as why:
            raise AssertionError(f"seed {self.seed}, frame {self.frames}: {why!r}") from why
        finally:
            log.removeHandler(self.handler)
            self.world.close()
        assert not self.complaints, f"seed {self.seed}: {self.complaints[:3]}"
        return {
            "seed": self.seed, "frames": self.frames, "moves": self.moves, "matches": self.matches,
            "sockets_closed": self.closed, "kilobytes": self.sizes,
        }  # fmt: skip

    # ---- one match -------------------------------------------------------------------------------------------------

    def _match(self, frames: int) -> None:
        store = self.world.store
        for kept in (store.sessions, store.documents, store.logs, store.receipts, store.talk):
            kept.clear()  # the store is ours: only what the server keeps may count as its memory
        self.world.host.rooms.clear()
        self.world.host.identities.known.clear()
        self.game = GAMES[self.matches % len(GAMES)]
        self.table, cookies = self.world.table(self.game, ["Ann", "Bob"])
        self.secret = store.documents[self.table].secret
        self.seats = [Seat(n, cookie) for n, cookie in enumerate(cookies)] + [Seat(SPECTATOR, "")]
        for seat in self.seats:
            seat.line = self.world.line(seat.cookie, self.table)
            self._read(seat)
        for _ in range(150):
            if self.frames >= frames or any(seat.view and seat.view.result for seat in self.seats):
                break
            self._burst(frames)
            self._move()
        self._examine()
        for seat in self.seats:
            seat.line.hang_up()
        self.world.settle()
        self.matches += 1

    def _burst(self, frames: int) -> None:
        for _ in range(BURST):
            seat = self.dice.choice(self.seats)
            self._reopen(seat)
            self._frame(seat)
            self.frames += 1
            if self.frames % max(1, frames // 10) == 0:
                self.sizes.append(_size())
        self.world.settle()
        for seat in self.seats:
            self._read(seat)

    def _reopen(self, seat: Seat) -> None:
        """Whoever sends too much nonsense is cut off, and comes back."""
        if seat.line.closed:
            self._read(seat)
            self.closed += 1
            seat.line = self.world.line(seat.cookie, self.table)

    def _move(self) -> None:
        """Whoever is to choose does so, in spite of everything."""
        for seat in self.seats:
            self._reopen(seat)
            seat.line.give(text='{"type":"sync"}')
            self.world.settle()
            self._read(seat)
            view = seat.view
            if seat.number >= 0 and view and view.scene.choices and not view.result:
                message = self._choice(seat)
                self._text(seat, json.dumps(message))
                self.world.settle()
                self._read(seat)
                assert message["id"] in seat.kept, f"{message} was not acknowledged"

    def _choice(self, seat: Seat) -> dict[str, Any]:
        view = seat.view
        options = (view.scene.choices if view else None) or []
        code = self.dice.choice(options).code if options else self.dice.randrange(70)
        return {"type": "choose", "id": self._id(), "ply": view.ply if view else 0, "code": code}

    def _id(self) -> str:
        """A new one, which no slip of a letter in an older one can be."""
        self.count += 1
        return f"f{self.count}.{self.count * 7919 % 9973}"

    # ---- frames ----------------------------------------------------------------------------------------------------

    def _frame(self, seat: Seat) -> None:
        dice, kind = self.dice, self.dice.random()
        if kind < 0.05:
            seat.line.give(bytes=dice.randbytes(dice.randrange(60)))
        elif kind < 0.15:
            self._text(seat, dice.choice(JUNK))
        elif kind < 0.2:
            self._text(seat, dice.randbytes(dice.randrange(200)).decode("latin-1"))
        elif kind < 0.5:
            self._text(seat, self._scratched(json.dumps(self._valid(seat))))
        else:
            self._text(seat, json.dumps(self._twisted(self._valid(seat))))

    def _valid(self, seat: Seat) -> dict[str, Any]:
        dice = self.dice
        kind = dice.randrange(9)
        if kind < 3:
            return self._choice(seat)
        if kind == 3:
            return {"type": "undo", "id": self._id(), "ply": seat.view.ply if seat.view else 0}
        if kind == 4:
            return {"type": "say", "id": self._id(), "text": "hello"}
        if kind == 5:
            return {"type": "sync", "since": dice.randrange(9)}
        if kind == 6:
            return {"type": dice.choice(["ping", "pong"]), "n": dice.randrange(99)}
        if kind == 7:  # somebody's old message, perhaps somebody else's
            old = [message for other in self.seats for sent in other.sent.values() for message in sent]
            return dict(dice.choice(old)) if old else {"type": "sync"}
        return {"type": "return", "id": self._id()}

    def _scratched(self, text: str) -> str:
        """A few characters changed, lost, doubled or moved."""
        dice, letters = self.dice, list(text)
        for _ in range(dice.choice((1, 1, 2, 5))):
            k = dice.randrange(len(letters) + 1)
            match dice.randrange(5):
                case 0:
                    letters[k : k + 1] = [chr(dice.randrange(128))]
                case 1:
                    del letters[k : k + dice.choice((1, 1, 9))]
                case 2:
                    letters[k:k] = letters[: dice.randrange(20)]
                case 3:
                    letters[k : k + 1] = [chr(ord(c) ^ 1 << dice.randrange(7)) for c in letters[k : k + 1]]
                case 4:
                    letters[k:k] = dice.choice(("0", "-", '"', "\\", ",", "}", "{", "é", "\u0000", "1e9", "\\u0041"))
        return "".join(letters)

    def _twisted(self, message: dict[str, Any]) -> dict[str, Any]:
        """Fields added, taken away, or with something odd in them; sometimes nothing at all is wrong."""
        dice = self.dice
        for _ in range(dice.choice((0, 1, 1, 1, 2))):
            field = dice.choice((*message, dice.choice(FIELDS)))
            match dice.randrange(4):
                case 0:
                    message.pop(field, None)
                case 1:
                    message[field] = dice.choice(ODD)
                case 2:
                    message[field] = dice.randrange(-2, 120)
                case 3 if "id" in message and self.seats[0].kept:
                    message["id"] = dice.choice(list(dice.choice(self.seats[:2]).kept) or ["f1"])
        return message

    def _text(self, seat: Seat, text: str) -> None:
        try:  # might it be understood?
            message = json.loads(text)
            if isinstance(message, dict) and isinstance(message.get("id"), str):
                seat.sent.setdefault(message["id"], []).append(message)
        except (ValueError, RecursionError):
            pass
        seat.line.give(text=text)

    # ---- what comes back -------------------------------------------------------------------------------------------

    def _read(self, seat: Seat) -> None:
        for raw in seat.line.out:
            message = messages.decode(raw)  # what the server sends is always in order
            over = isinstance(message, View) and message.result
            assert over or self.secret.hex() not in raw, "the secret was told"
            for other in self.seats:
                assert not other.cookie or other.cookie[8:] not in raw, "a cookie was told"
            match message:
                case Hello():
                    assert message.seat == (None if seat.number < 0 else seat.number)
                case View():
                    seat.view = message
                case Bye(error=error):
                    assert error.code in ("abuse", "slow"), error
                case Ack(id=id, ok=True, ply=int()):  # a choice, or one taken back
                    known = seat.kept.setdefault(id, message)
                    assert known == message, f"{id} was answered otherwise: {known}, {message}"
                case Ack(ok=False):
                    assert message.error, "refused without a reason"
                    assert message.error.code not in ("mishap", "try_again", "damaged"), message
        seat.line.out.clear()

    def _examine(self) -> None:
        """The log holds what was acknowledged, and every deed in it once."""
        lines = self.world.store.logs[self.table]
        game = catalogue.load(self.game)
        playing = LiveMatch.load(lines, self.secret, game)
        deeds = [e for e in playing.match.log.entries if isinstance(e, ChoiceEntry | UndoEntry)]
        for seat in self.seats[:2]:
            mine = [(e.code if isinstance(e, ChoiceEntry) else None) for e in deeds if e.seat == seat.number]
            acks = sorted(seat.kept.values(), key=lambda ack: ack.ply or 0)
            assert len({a.ply for a in acks}) == len(acks), "two commands were acknowledged as one step"
            assert len(mine) == len(acks), f"{len(mine)} deeds in the log, {len(acks)} acknowledged"
            for code, ack in zip(mine, acks, strict=True):
                asked = [m.get("code") for m in seat.sent[str(ack.id)]]
                assert code in asked, f"{ack} stands for {code}, which was not asked for"
            self.moves += len(mine)
        assert not self.seats[2].kept, "somebody who watches has moved"


class _Complaints(logging.Handler):
    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(f"{record.getMessage()} {logging.Formatter().formatException(record.exc_info)}"
                          if record.exc_info else record.getMessage())  # fmt: skip


def _size() -> int:
    """Kilobytes of this process, after the rubbish is gone."""
    gc.collect()
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4


def run(frames: int, seed: int) -> dict[str, Any]:
    return Fuzzer(seed).run(frames)


if __name__ == "__main__":
    found = run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32))
    print(msgspec.json.format(msgspec.json.encode(found)).decode())
