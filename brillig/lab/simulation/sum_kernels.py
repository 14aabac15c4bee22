"""The inner loops of adding up and of spelling out, compiled. They know nothing of any game's rules.

(Numba keeps them beside this file and compiles them again when it changes, so they must call nothing in other files.)
"""

from __future__ import annotations

from typing import Any

from numba import njit

# Rows of `facts`: numbers of which the spread is wanted, a column a game. Scores follow, a row a seat.
LENGTH, BRANCHING, FORCED, CHANGES, DECIDED, BEHIND, MARGIN, SCORE = range(8)
NONE = -1  # a game without a winner has no DECIDED and no BEHIND
NO_NUMBER = -(1 << 62)  # an empty cell of a table
COMMA, MINUS, ZERO, NEW_LINE = 44, 45, 48, 10


@njit(nogil=True, cache=True)
def add_outcomes(lengths: Any, scores: Any, ranks: Any, facts: Any, wins: Any, ties: Any) -> int:
    """Who won with how many points, of the games that ended; how many those are.

    `wins[seat, k]`: first together with k others; `ties[k]`: games with k + 1 winners.
    """
    over, seats = 0, scores.shape[1]
    for game in range(len(lengths)):
        if lengths[game] < 0:
            continue
        winners = 0
        best, second = -(1 << 40), -(1 << 40)
        for seat in range(seats):
            winners += 1 if ranks[game, seat] == 1 else 0
            points = scores[game, seat]
            facts[SCORE + seat, over] = points
            if points > best:
                best, second = points, best
            elif points > second:
                second = points
        facts[LENGTH, over] = lengths[game]
        facts[MARGIN, over] = best - second if seats > 1 else 0
        if winners > 0:
            ties[winners - 1] += 1
            for seat in range(seats):
                if ranks[game, seat] == 1:
                    wins[seat, winners - 1] += 1
        over += 1
    return over


@njit(nogil=True, cache=True)
def add_games(games: Any, ranks: Any, facts: Any, sums: Any, openers: Any, order: Any, leader: Any) -> None:
    """What else was seen of each game that ended.

    `sums`: choices, choices offered, forced ones, and those after which somebody led alone. `openers[seat]`: games
    that this seat opened; `order[place, k]`: won by who decides at that place, together with k others. `leader[tenth]`:
    games in which nobody led alone then, in which the leader did not win, and in which it did.
    """
    over, seats = 0, ranks.shape[1]
    for game in range(len(games)):
        seen = games[game]
        if seen.length < 0:
            continue
        length = max(1, seen.length)
        facts[BRANCHING, over] = seen.offered * 100 // length  # a game's mean, in hundredths
        facts[FORCED, over] = seen.forced * 1000 // length  # in thousandths
        facts[CHANGES, over] = seen.changes
        facts[DECIDED, over] = seen.decided * 1000 // length if seen.winner >= 0 else NONE  # in thousandths
        facts[BEHIND, over] = seen.behind if seen.winner >= 0 else NONE
        over += 1
        sums[0] += seen.length
        sums[1] += seen.offered
        sums[2] += seen.forced
        sums[3] += seen.led
        for tenth in range(len(leader)):
            who = seen.leader[tenth]
            leader[tenth, 0 if who < 0 else 2 if ranks[game, who] == 1 else 1] += 1
        if seen.opener >= 0:
            openers[seen.opener] += 1
            winners = 0
            for seat in range(seats):
                winners += 1 if ranks[game, seat] == 1 else 0
            for place in range(seats):
                if ranks[game, (seen.opener + place) % seats] == 1:
                    order[place, winners - 1] += 1


@njit(nogil=True, cache=True)
def add_kinds(
    games: Any, ranks: Any, made: Any, offered: Any, whole: int, rates: Any, total: Any, sums: Any, seats_at: Any,
    won: Any,
) -> None:  # fmt: skip
    """Kinds of choices beside winning, each seat beside the others at its table who could choose that kind.

    `whole`: a win, and a choice that is made whenever it can be. `rates`: scratch space, a number a seat.
    `total[kind, 0]`: how often it was made; `total[kind, 1]`: on offer. `sums[place, kind]`, for each place in the order
    of play (the seat itself, if nobody decides first): seats that had it on offer; what they won beyond the mean of those
    seats, and its square; how much more often than their mean they took it, its square, and the product of the two.
    `seats_at[kind, n]`: seats that took it so many tenths of the times, and `won[kind, n]` what they won.
    """
    seats, kinds, most = ranks.shape[1], made.shape[2], seats_at.shape[1] - 1
    for game in range(len(games)):
        if games[game].length < 0:
            continue
        opener, winners = max(0, games[game].opener), 0
        for seat in range(seats):
            winners += 1 if ranks[game, seat] == 1 else 0
        prize = whole // max(1, winners)
        for kind in range(kinds):
            able, often, prizes = 0, 0, 0
            for seat in range(seats):
                total[kind, 0] += made[game, seat, kind]
                total[kind, 1] += offered[game, seat, kind]
                if offered[game, seat, kind] == 0:
                    continue
                rates[seat] = made[game, seat, kind] * whole // offered[game, seat, kind]
                got = prize if ranks[game, seat] == 1 else 0
                able, often, prizes = able + 1, often + rates[seat], prizes + got
                tenth = (rates[seat] * most + whole // 2) // whole
                seats_at[kind, tenth] += 1
                won[kind, tenth] += got
            if able < 2:
                continue
            for seat in range(seats):
                if offered[game, seat, kind] > 0:
                    row = sums[(seat - opener) % seats, kind]
                    more = rates[seat] - often // able
                    beyond = (prize if ranks[game, seat] == 1 else 0) - prizes // able
                    row[0] += 1
                    row[1] += beyond
                    row[2] += beyond * beyond
                    row[3] += more
                    row[4] += more * more
                    row[5] += more * beyond


@njit(nogil=True, cache=True)
def bounds(numbers: Any) -> tuple[int, int]:
    """The least and the most."""
    low, high = numbers[0], numbers[0]
    for k in range(len(numbers)):
        low, high = min(low, numbers[k]), max(high, numbers[k])
    return low, high


@njit(nogil=True, cache=True)
def count(numbers: Any, low: int, counts: Any) -> None:
    """How often each number came up."""
    for k in range(len(numbers)):
        counts[numbers[k] - low] += 1


@njit(nogil=True, cache=True)
def spell(table: Any, prefix: Any, text: Any) -> int:
    """Write a table of whole numbers as lines of text with commas, each after the prefix; how many bytes that took.

    `text` must have room for the prefix and 21 bytes a number in every line.
    """
    end = 0
    for row in range(table.shape[0]):
        for k in range(len(prefix)):
            text[end] = prefix[k]
            end += 1
        for column in range(table.shape[1]):
            if column > 0:
                text[end] = COMMA
                end += 1
            number = table[row, column]
            if number == NO_NUMBER:
                continue
            if number < 0:
                text[end] = MINUS
                end += 1
                number = -number
            digits, rest = 1, number // 10
            while rest > 0:
                digits += 1
                rest //= 10
            for k in range(digits):
                text[end + digits - 1 - k] = ZERO + number % 10
                number //= 10
            end += digits
        text[end] = NEW_LINE
        end += 1
    return end
