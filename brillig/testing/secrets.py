"""Point 4: nobody sees what they may not know, and what a seat guesses could be so."""

from __future__ import annotations

from brillig.core import SPECTATOR, BadGame, Game, Table
from brillig.positions.walk import Walk
from brillig.testing.history import BACK, contradiction
from brillig.testing.plan import CheckPlan, everyone, fail, positions
from brillig.testing.winding import KNOWN

FEWER = 2  # one in so many positions that are looked at is wound back, which takes longer


def keeps_secrets(game: Game, plan: CheckPlan) -> str:
    views = 0
    for line in positions(game, plan, _keeps_a_secret) if game.hidden else positions(game, plan):
        table = line.table
        for seat in everyone(table):
            hidden = table.hidden(seat)
            _same_tensor(line, seat, plan.seed)
            if bytes(hidden.hidden(seat)) != bytes(hidden):
                fail(f"hiding twice from seat {seat} is not the same as hiding once", line)
            _is_sound(line, table, "the table")
            for deal in range(3):
                guess = table.guess(seat, seed=plan.seed, deal=deal)
                _is_sound(line, guess, f"a guess of seat {seat}")
                if bytes(guess.hidden(seat)) != bytes(hidden):
                    fail(
                        f"a guess of seat {seat} contradicts what it knows: hide(guess(hide(s))) differs from hide(s)",
                        line,
                    )
                if guess.census() != table.census():
                    fail(f"a guess of seat {seat} has other pieces than the table", line)
            if game.screen(table.plain, seat) != game.screen(hidden.plain, seat):
                fail(f"the screen of seat {seat} shows what that seat may not know", line)
            if seat >= 0:
                _same_choices(line, hidden, seat)
            views += 1
    if not game.hidden:
        return f"{views:,} views; nothing is hidden"
    return f"{views:,} views, three guesses each; {_fits_history(game, plan):,} choices taken back in guesses"


def _keeps_a_secret(table: Table) -> bool:
    """Is there anything that a player does not know? Random players soon tell all that they may tell."""
    return any(bytes(table.hidden(seat))[KNOWN:] != bytes(table)[KNOWN:] for seat in range(table.seats))


def _is_sound(line: Walk, table: Table, whose: str) -> None:
    if line.table.game.sound and (wrong := line.table.game.sound(table.plain)):
        fail(f"{whose} is not sound: {wrong}", line)


def _fits_history(game: Game, plan: CheckPlan) -> int:
    """How many choices were taken back in guesses, each allowed in the world that it was made in."""
    taken_back, them = 0, plan.lines(game)
    share = max(4, plan.positions // (FEWER * len(them)))
    for v, deal in them:
        past: list[Table] = []
        length = sum(1 for _ in plan.walk(game, v, deal))
        for k, line in enumerate(plan.walk(game, v, deal)):
            past = [*past[-BACK:], line.table.copy()]
            if k % max(1, length // share) == 0:
                for seat in {k % v.seats, (k + 1) % v.seats}:
                    guess = line.table.guess(seat, seed=plan.seed, deal=k)
                    why, steps = contradiction(game, past, line.chosen[-BACK:] if k else [], guess, seat)
                    if why:
                        fail(f"a guess of seat {seat} contradicts what it has seen: {why}", line)
                    taken_back += steps
    return taken_back


def _same_tensor(line: Walk, seat: int, seed: int) -> None:
    """What a network in this seat is shown must not tell the table from another that the seat cannot tell from it."""
    table, game = line.table, line.table.game
    if seat == SPECTATOR or any(game.options[name].default != value for name, value in line.variant.options.items()):
        return  # each setting has a tensor of its own, and a game may have many settings
    from brillig.learn.encoding import encode  # NumPy is only loaded where it is needed

    try:
        encoding = encode(game, table.seats)
    except BadGame as why:
        fail(str(why), line)
    if bytes(encoding.of(table, seat)) != bytes(encoding.of(table.guess(seat, seed=seed), seat)):
        fail(f"what a network in seat {seat} is shown depends on what that seat may not know", line)


def _same_choices(line: Walk, hidden: Table, seat: int) -> None:
    table, game = line.table, line.table.game
    if (seat in table.waiting()) != (seat in hidden.waiting()):
        fail(f"whether seat {seat} is to decide depends on what it may not know", line)
    codes = table.codes(seat)
    asides = table.asides(seat)
    if (codes, asides, table.shortlist(seat)) != (hidden.codes(seat), hidden.asides(seat), hidden.shortlist(seat)):
        fail(f"the choices of seat {seat} depend on what it may not know", line)
    for code in (*codes, *asides):
        for what in (game.label, game.touch):
            if what(table.plain, seat, code) != what(hidden.plain, seat, code):
                fail(f"the {what.__name__} of seat {seat}, code {code}, tells what it may not know", line)
