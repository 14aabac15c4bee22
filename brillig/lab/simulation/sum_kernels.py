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
def add_kinds(games: Any, ranks: Any, made: Any, whole: int, total: Any, y: Any, x: Any, times: Any, won: Any) -> None:
    """Kinds of choices beside winning, each seat beside the others at its table.

    `whole`: a win. `total[kind]`: how often it was made. Sums for each place in the order of play (the seat itself, if
    nobody decides first): `y[place]`: games, what was won beyond a fair share, and its square; `x[place, kind]`: how
    much more often than the table's mean, times the seats, that kind was chosen, its square, and its product with what
    was won. `times[kind, n]`: seats that chose it n times, and `won[kind, n]` what they won.
    """
    seats, kinds, most = ranks.shape[1], made.shape[2], times.shape[1] - 1
    for game in range(len(games)):
        if games[game].length < 0:
            continue
        opener, winners = max(0, games[game].opener), 0
        for seat in range(seats):
            winners += 1 if ranks[game, seat] == 1 else 0
        prize = whole // max(1, winners)
        for seat in range(seats):
            place = (seat - opener) % seats
            beyond = (prize if ranks[game, seat] == 1 else 0) - whole // seats
            y[place, 0] += 1
            y[place, 1] += beyond
            y[place, 2] += beyond * beyond
        for kind in range(kinds):
            here = 0
            for seat in range(seats):
                here += made[game, seat, kind]
            total[kind] += here
            for seat in range(seats):
                place, n = (seat - opener) % seats, made[game, seat, kind]
                more, got = n * seats - here, prize if ranks[game, seat] == 1 else 0
                x[place, kind, 0] += more
                x[place, kind, 1] += more * more
                x[place, kind, 2] += more * (got - whole // seats)
                times[kind, min(n, most)] += 1
                won[kind, min(n, most)] += got


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
