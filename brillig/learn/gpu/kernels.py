"""The kernels of environments that live on an NVIDIA GPU.

Two launches make a step. In the first a thread is an environment: it plays, deals, hides and lists the choices (the
rules of vector_kernels.py). In the second a thread is a column: neighbours write neighbouring numbers of the same row,
so that what a network is shown, and the masks, go to memory in whole lines.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from brillig.core import Game
from brillig.core import kernels as engine
from brillig.core.cuda import tables
from brillig.core.gears import stand_ins
from brillig.core.kernels import shortlist
from brillig.core.rule import Translator, rule
from brillig.learn import vector_kernels
from brillig.learn.encoding import kernels as encoding_kernels
from brillig.learn.vector_kernels import blind, copy

WORD_BITS = 32  # choices that are kept in one word of a set
LANES = 32  # of a warp
ILLEGAL, ENDED, TICK, WRONG, WHERE = 0, 1, 2, 3, 4  # counters: illegal actions, games, steps; of the last check
COUNTERS = 5
LOW32 = 0xFFFFFFFF

# Filled in for each game: numba's types, its cuda, and the rules that the kernels call.
cuda: Any = None
float32: Any = None
log: Any = None
CODES = WORDS = SEATS = HIDES = 0
CODE: Any = None
WORD: Any = None
deal: Any = None
advance: Any = None
list_choices: Any = None
allowed: Any = None
first_choice: Any = None
element: Any = None
mixed: Any = None

# ---- rules ---------------------------------------------------------------------------------------------------------


@rule
def list_choices_rule(s: Any, seat: int, out: Any, words: Any, bits: Any, i: int) -> None:
    """The choices of a seat as a set: words of bits, those of neighbours side by side."""
    for k in range(len(words)):
        words[k] = 0
    if seat >= 0:
        for k in range(shortlist(s, seat, out)):
            code = int(out[k])
            words[code >> 5] |= 1 << (code & 31)
    for k in range(len(words)):
        bits[k, i] = words[k]


@rule
def allowed_rule(bits: Any, i: int, code: int, codes: int) -> bool:
    return 0 <= code < codes and (bits[code >> 5, i] >> (code & 31)) & 1 == 1


@rule
def first_choice_rule(bits: Any, i: int) -> int:
    """The first of the choices; -1 if there is none."""
    for k in range(len(bits)):
        if bits[k, i] != 0:
            code = k * WORD_BITS
            word = bits[k, i]
            while word & 1 == 0:
                word >>= 1
                code += 1
            return code
    return -1


@rule
def show_rule(view: Any, raw: Any, shown: Any, seat: int) -> None:
    copy(raw, shown)
    blind(view, seat)


@rule
def mixed_rule(number: int) -> int:
    """32 bits that look like chance (Ellis's lowbias32)."""
    number = (number ^ (number >> 16)) * 0x7FEB352D & LOW32
    number = (number ^ (number >> 15)) * 0x846CA68B & LOW32
    return number ^ (number >> 16)


# ---- kernels of a game ---------------------------------------------------------------------------------------------


def open_a_thread(
    x: Any, raw: Any, y: Any, shown: Any, places: Any, blank: Any, courses: Any, bits: Any, seats: Any,
) -> None:  # fmt: skip
    """Deal the game `places[i].deal`."""
    i = cuda.grid(1)
    if i < places.shape[0]:
        out = cuda.local.array(CODES, CODE)
        words = cuda.local.array(WORDS, WORD)
        place = places[i]
        deal(x[i], raw[i], blank, place, out, courses[0])
        seats[i] = place.seat
        list_choices(x[i], place.seat, out, words, bits, i)
        if HIDES == 1:
            show(y[i], raw[i], shown[i], place.seat)


def step_a_thread(
    x: Any, raw: Any, y: Any, shown: Any, places: Any, blank: Any, courses: Any, bits: Any, seats: Any,
    actions: Any, fresh: int, rewards: Any, returns: Any, over: Any, cut: Any, paid: Any, final: Any, ended: Any,
    counters: Any,
) -> None:  # fmt: skip
    """Carry an action out; something allowed in place of what is not."""
    i = cuda.grid(1)
    if i == 0:
        counters[TICK] += 1
    if i < places.shape[0]:
        place = places[i]
        if fresh == 1:
            place.over = 0
            place.cut = 0
            rewards[i] = 0.0
            over[i] = False
            cut[i] = False
        if fresh == 1 or place.seat != courses[0].paid:
            code = actions[i]
            if not allowed(bits, i, code, CODES):
                cuda.atomic.add(counters, ILLEGAL, 1)
                code = first_choice(bits, i)
            if code >= 0:
                out = cuda.local.array(CODES, CODE)
                words = cuda.local.array(WORDS, WORD)
                ranks = cuda.local.array(SEATS, CODE)
                s = x[i]
                rewards[i] += advance(
                    s, raw[i], place, blank, courses[0], out, code, ranks, returns[i], final[i], ended[i]
                )
                if place.over == 1 and not over[i] and not cut[i]:
                    cuda.atomic.add(counters, ENDED, 1)
                over[i] = place.over == 1 and place.cut == 0
                cut[i] = place.cut == 1
                paid[i] = place.paid
                seats[i] = place.seat
                list_choices(s, place.seat, out, words, bits, i)
                if HIDES == 1:
                    show(y[i], raw[i], shown[i], place.seat)


show: Any = None


# ---- kernels that know nothing of games ----------------------------------------------------------------------------


def show_a_column(
    seen1: Any, seen2: Any, seen4: Any, seen8: Any, viewers: Any, at_table: int, plan: Any, numbers: int, rows: Any,
    bits: Any, codes: int, mask: Any, strides: int,
) -> None:  # fmt: skip
    """A thread keeps to its column and goes down the rows, `strides` at a time. First the numbers, then the mask."""
    at = cuda.grid(1)
    column = at % (numbers + codes)
    start = at // (numbers + codes)
    if start < strides:
        if column < numbers:
            place, width, step = int(plan[0, column]), int(plan[1, column]), int(plan[2, column])
            turn, form, arg = int(plan[3, column]), int(plan[4, column]), int(plan[5, column])
            low, high, shift = int(plan[6, column]), int(plan[7, column]), int(plan[8, column])
            for i in range(start, rows.shape[0], strides):
                value = element(
                    seen1[i], seen2[i], seen4[i], seen8[i], int(viewers[i]), at_table,
                    place, width, step, turn, form, arg, low, high, shift,
                )  # fmt: skip
                rows[i, column] = float32(value)
        else:
            code = column - numbers
            for i in range(start, mask.shape[0], strides):
                mask[i, code] = (bits[code >> 5, i] >> (code & 31)) & 1 == 1


def sample_a_warp(logits: Any, bits: Any, actions: Any, seed: int, counters: Any) -> None:
    """An action for every environment, by the odds that a network gives to what is allowed: the largest of the logits
    with Gumbel noise. A warp is an environment, a lane every 32nd choice."""
    lane = cuda.grid(1) % LANES
    i = cuda.grid(1) // LANES
    if i < actions.shape[0]:
        here = mixed((mixed((seed + counters[TICK]) & LOW32) + i) & LOW32)
        best = float32(-1.0e38)
        choice = CHOICES
        for k in range(bits.shape[0]):
            code = k * WORD_BITS + lane
            if (bits[k, i] >> lane) & 1 == 1:
                drawn = float32((mixed((here + code * 0x9E3779B9) & LOW32) >> 8) + 0.5) * float32(2.0**-24)
                value = float32(logits[i, code]) - log(-log(drawn))
                if value > best or choice == CHOICES:
                    best = value
                    choice = code
        hop = LANES // 2
        while hop > 0:
            other = cuda.shfl_down_sync(LOW32, best, hop)
            its = cuda.shfl_down_sync(LOW32, choice, hop)
            if its != CHOICES and (choice == CHOICES or other > best or (other == best and its < choice)):
                best = other
                choice = its
            hop //= 2
        if lane == 0:
            actions[i] = choice if choice != CHOICES else 0


CHOICES = 1 << 30  # more than any code


def take_a_thread(given: Any, actions: Any) -> None:
    """Actions of whatever whole-number type as ours."""
    i = cuda.grid(1)
    if i < actions.shape[0]:
        actions[i] = given[i]


def check_a_thread(actions: Any, bits: Any, codes: int, seats: Any, mine: int, counters: Any) -> None:
    """Count what is not allowed and find where the first is. `mine`: leave out the environments of this seat."""
    i = cuda.grid(1)
    if i < actions.shape[0] and seats[i] != mine and not allowed(bits, i, actions[i], codes):
        cuda.atomic.add(counters, WRONG, 1)
        cuda.atomic.min(counters, WHERE, i)


# ---- as Python that numba's cuda can compile -----------------------------------------------------------------------


def kernels_of(game: Game, driver: Any, far: Callable[[Any], Any]) -> list[Any]:
    """open_a_thread and step_a_thread for a game."""
    from numba import types as number

    swaps = stand_ins(game, engine, vector_kernels)
    make = Translator(driver.jit(device=True), swaps, tables(far))
    known = {
        **constants(driver), "CODES": game.codes, "WORDS": words_of(game), "SEATS": game.seats[1],
        "HIDES": int(game.hidden), "CODE": number.int16, "WORD": number.int64,
        "deal": make(vector_kernels.deal), "advance": make(vector_kernels.advance), "show": make(show_rule),
        "list_choices": make(list_choices_rule), "allowed": make(allowed_rule),
        "first_choice": make(first_choice_rule),
    }  # fmt: skip
    name = game.slug.replace("-", "_")
    return [types.FunctionType(f.__code__, known, f"{name}_{f.__name__}") for f in (open_a_thread, step_a_thread)]


def common_kernels(driver: Any) -> dict[str, Any]:
    """The kernels that know nothing of games, by name."""
    import math

    from numba import types as number

    make = Translator(driver.jit(device=True), {})
    known = {
        **constants(driver), "float32": number.float32, "log": math.log, "element": make(encoding_kernels.element),
        "mixed": make(mixed_rule), "allowed": make(allowed_rule),
    }  # fmt: skip
    used = (show_a_column, sample_a_warp, take_a_thread, check_a_thread)
    return {f.__name__: types.FunctionType(f.__code__, known, f.__name__) for f in used}


def constants(driver: Any) -> dict[str, Any]:
    names = ("ILLEGAL", "ENDED", "TICK", "WRONG", "WHERE", "WORD_BITS", "LANES", "LOW32", "CHOICES")
    return {"cuda": driver, "range": range, **{name: globals()[name] for name in names}}


def words_of(game: Game) -> int:
    """How many words the set of a game's choices takes."""
    return -(-game.codes // WORD_BITS)
