"""A closed loop of many players, compiled: what a client costs here is little more than what the system takes for its bytes.

The machine is to be busy with the server. In Python a client took a seventh of what the server takes for a move; this takes over
sockets that are open already, plays on them until all matches are over or the time is up, and counts.
"""

from __future__ import annotations

import ctypes
import platform
import select
from typing import Any, NamedTuple

import numpy as np
from numba import njit

ROOM = 1 << 18  # bytes that are read at once, at most
LEFT = 1 << 16  # of them, what may be left of a message that has not come whole
AT_ONCE = 256  # sockets with something to read
# Microseconds after which it is looked again. A network card gathers what comes for about as long. Players elsewhere do not wake on
# the server's own cores; here, one who woke for every message would take a core in the midst of its work thousands of times a second.
GATHER = 300
# How long an epoll_event is, and where it says whose.
EVENT, ITS_DATA = (12, 4) if platform.machine() in ("x86_64", "AMD64") else (16, 8)
MOST_MOVES = 1 << 20
TICK = 20  # milliseconds after which the time is looked at, whatever comes
MONOTONIC = 1

# Of a player: bytes left over, the view that was answered, does it wait for an answer, is its match over?
SIZE, PLY, WAITS, OVER = range(4)
MOVES, REFUSED, COUNTED, BEFORE, SITTING = range(5)  # of all: see Played; and how many play
VIEW, ACK = ord("v"), ord("a")  # the first letters of the messages that matter; no other type begins with them
PLY_AT = len('{"type":"view","ply":')
TYPE_AT = len('{"type":"')


def _text(words: str) -> Any:
    return np.frombuffer(words.encode(), np.uint8)


CHOICES, GOES_ON, OK = _text('"choices":[{"code":'), _text('"result":null}'), _text('"ok":true')
ID, ITS_PLY, ITS_CODE, END = map(_text, ('{"type":"choose","id":"', '","ply":', ',"code":', "}"))

_libc = ctypes.CDLL(None)
_recv, _send, _epoll_wait, _clock_gettime = _libc.recv, _libc.send, _libc.epoll_wait, _libc.clock_gettime
_usleep = _libc.usleep
_recv.argtypes = _send.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
_recv.restype = _send.restype = ctypes.c_ssize_t
_epoll_wait.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
_clock_gettime.argtypes = [ctypes.c_int, ctypes.c_void_p]
_usleep.argtypes = [ctypes.c_uint]


@njit
def _now(clock: Any) -> float:
    _clock_gettime(MONOTONIC, clock.ctypes)
    return clock[0] + 1e-9 * clock[1]


@njit
def _number(data: Any, at: int) -> int:
    found = 0
    while 48 <= data[at] < 58:
        found = 10 * found + np.int64(data[at]) - 48
        at += 1
    return found


@njit
def _stands(words: Any, data: Any, at: int) -> bool:
    for k in range(len(words)):
        if data[at + k] != words[k]:
            return False
    return True


@njit
def _find(words: Any, data: Any, first: int, end: int) -> int:
    """Where it is said; -1 if it is not."""
    for at in range(first, end - len(words) + 1):
        if data[at] == words[0] and data[at + 1] == words[1] and _stands(words, data, at):
            return at
    return -1


@njit
def _say(out: Any, at: int, words: Any) -> int:
    for k in range(len(words)):
        out[at + k] = words[k]
    return at + len(words)


@njit
def _count(out: Any, at: int, number: int) -> int:
    """A number in digits."""
    digits, more = 1, number
    while more >= 10:
        digits, more = digits + 1, more // 10
    for k in range(digits):
        out[at + digits - 1 - k] = 48 + number % 10
        number //= 10
    return at + digits


@njit
def _move(fd: int, ply: int, code: int, out: Any) -> None:
    """A choice in a masked frame; the mask is zero, which leaves the message as it is."""
    at = _count(out, _say(out, 6, ID), ply)
    at = _count(out, _say(out, at, ITS_PLY), ply)
    at = _say(out, _count(out, _say(out, at, ITS_CODE), code), END)
    out[0], out[1] = 0x81, 0x80 | (at - 6)
    out[2:6] = 0
    _send(fd, out.ctypes, at, 0)


@njit
def _heard(k: int, data: Any, at: int, end: int, now: float, fds: Any, players: Any, counts: Any, since: Any, took: Any, out: Any) -> None:  # fmt: skip
    """A message for player k."""
    what, me = data[at + TYPE_AT], players[k]
    if what == ACK:
        if _find(OK, data, at, end) < 0:
            counts[REFUSED] += 1
        elif me[WAITS]:
            me[WAITS] = 0
            if counts[MOVES] < MOST_MOVES:
                took[counts[MOVES]] = now - since[k]
                counts[MOVES] += 1
    elif what == VIEW:
        if not _stands(GOES_ON, data, end - len(GOES_ON)):
            if not me[OVER]:
                me[OVER] = 1
                counts[SITTING] -= 1
            return
        ply, choice = _number(data, at + PLY_AT), _find(CHOICES, data, at, end)
        if choice >= 0 and not me[WAITS] and ply > me[PLY]:
            me[PLY], me[WAITS] = ply, 1
            since[k] = now
            _move(fds[k], ply, _number(data, choice + len(CHOICES)), out)


@njit
def _read(k: int, data: Any, end: int, now: float, fds: Any, players: Any, counts: Any, since: Any, took: Any, out: Any) -> int:  # fmt: skip
    """All messages that have come whole; where the rest begins. (None at these tables is longer than LEFT.)"""
    at = 0
    while end - at >= 2:
        size, head = np.int64(data[at + 1]), 2
        if size == 126:
            if end - at < 4:
                break
            size, head = np.int64(data[at + 2]) << 8 | np.int64(data[at + 3]), 4
        if end - at < head + size:
            break
        kind = data[at] & 15
        if kind == 1:
            _heard(k, data, at + head, at + head + size, now, fds, players, counts, since, took, out)
        elif kind == 9:
            out[0], out[1] = 0x8A, 0x80
            out[2:6] = 0
            _send(fds[k], out.ctypes, 6, 0)
        at += head + size
    return at


@njit
def _play(epoll: int, fds: Any, whose: Any, codes: Any, players: Any, counts: Any, since: Any, took: Any, left: Any, seconds: float, ramp: float, last: float, times: Any) -> None:  # fmt: skip
    """`times`: when it began, when `ramp` was over, and when the first match was; the others have `last` seconds more."""
    data, out, events = np.empty(ROOM, np.uint8), np.empty(128, np.uint8), np.empty(AT_ONCE * EVENT, np.uint8)
    clock = np.zeros(2, np.int64)
    sitting = counts[SITTING]
    began = now = _now(clock)
    times[0], until = began, began + seconds
    for k in range(len(fds)):
        if codes[k] >= 0:
            players[k, WAITS], since[k] = 1, now
            _move(fds[k], players[k, PLY], codes[k], out)
    while now < until and counts[SITTING] > 0:
        _usleep(GATHER)
        ready = _epoll_wait(epoll, events.ctypes, AT_ONCE, TICK)
        now = _now(clock)
        for e in range(ready):
            at = EVENT * e + ITS_DATA
            fd = np.int64(events[at]) | np.int64(events[at + 1]) << 8 | np.int64(events[at + 2]) << 16
            k = whose[fd]
            size = players[k, SIZE]
            got = _recv(fd, data.ctypes.data + size, ROOM - size, 0)
            if got <= 0:
                continue
            data[:size] = left[k, :size]
            end = size + got
            rest = _read(k, data, end, now, fds, players, counts, since, took, out)
            players[k, SIZE] = end - rest
            left[k, : end - rest] = data[rest:end]
        if times[1] == 0 and now - began >= ramp:
            times[1], counts[BEFORE] = now, counts[MOVES]
        if times[2] == 0 and counts[SITTING] < sitting:
            times[2], counts[COUNTED], until = now, counts[MOVES], now + last
    if times[2] == 0:
        times[2], counts[COUNTED] = now, counts[MOVES]


class Played(NamedTuple):
    """What came of it."""

    began: float
    since: float  # when the ramp was over, and how many moves had been made by then
    before: int
    ended: float  # when the first match was over, or the time was up
    latencies: list[float]  # of the moves that were answered until then
    all: int  # moves, with those of the matches that were over later
    refused: int


def play(fds: list[int], first: list[tuple[int, int]], seconds: float, ramp: float, last: float) -> Played:
    """Play on sockets that nobody else reads from now on. `first`: the ply and the choice with which each begins; -1: none."""
    players = np.zeros((len(fds), 4), np.int64)
    players[:, PLY], codes = [ply for ply, _ in first], np.array([code for _, code in first], np.int64)
    whose = np.zeros(max(fds) + 1, np.int64)
    whose[fds] = range(len(fds))
    counts, times, took = np.zeros(5, np.int64), np.zeros(3), np.zeros(MOST_MOVES)
    counts[SITTING] = len(fds)
    with select.epoll() as epoll:
        for fd in fds:
            epoll.register(fd, select.EPOLLIN)
        _play(
            epoll.fileno(), np.array(fds, np.int64), whose, codes, players, counts, np.zeros(len(fds)), took,
            np.zeros((len(fds), LEFT), np.uint8), seconds, ramp, last, times,
        )  # fmt: skip
    counted = int(counts[COUNTED])
    since, before = (times[1], int(counts[BEFORE])) if 0 < times[1] < times[2] else (times[0], 0)
    return Played(times[0], since, before, times[2], took[:counted].tolist(), int(counts[MOVES]), int(counts[REFUSED]))
