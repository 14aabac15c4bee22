"""Could a guess have come about? Real games are wound back from a guessed world, choice by choice.

A seat has seen what the others chose. A world that it guesses now must be one in which they could choose that: who did
not follow suit holds no card of it. So the last choice is taken back in the guessed world, and there it must have been
allowed; then the one before, and so on.

How a choice is taken back is read off the real game (`winding`). Several worlds may come of it, and one that fits is
enough. Where none does, because none was found or because chance followed the choice and may have brought something else
than in the real game, other worlds are asked in which the seat would have seen the same (`witnesses`).

Of a choice that was made in secret the seat has seen that it was made. What is guessed to have been chosen must then have
been one of the choices: a card that lies face down was in that hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from brillig.core import Game, Table
from brillig.core.faults import THE_TABLE, Step
from brillig.testing.winding import EXACT, KNOWN, WAYS, changed, same_view, wound_back
from brillig.testing.witnesses import no_past

BACK = 8  # choices that are taken back
NO_WAY = "that does not lead to such a world"


def contradiction(game: Game, past: list[Table], chosen: list[Step], guess: Table, seat: int) -> tuple[str, int]:
    """Why a guess of a seat cannot have come about, empty if it can; and how many choices could be taken back.

    `past`: the real table after each of the choices, and before the first of them.
    """
    taken_back, certain = 0, True  # certain: all that was wound back so far is as it must have been
    for k in range(len(chosen) - 1, -1, -1):
        before, after, (actor, code, *_) = past[k], past[k + 1], chosen[k]
        if actor == THE_TABLE or before.due() >= 0:
            return "", taken_back  # time had a part in it: what it brought cannot be told from what was there
        chance = list(before.plain.rng) != list(after.plain.rng)
        worlds = list(wound_back(before, after, guess, seat, EXACT if chance else WAYS))
        unseen = actor == seat or same_view(before, after, seat)
        fitting = (w for w in worlds if unseen or not w.refusal(actor, code) or otherwise(w, actor, after, seat))
        world = next(fitting, None)
        if world is None and not (worlds and not chance):
            # Nothing is certain where nothing was found or chance may have brought something else, so witnesses are
            # asked; not further back, where the world itself is one of several that fit.
            doubtful = taken_back > 0 or (chance and not worlds)
            if doubtful or not no_past(before, after, actor, code, guess, seat):
                return "", taken_back
        if world is None:
            what = f"seat {actor} chose {game.label(before.hidden(actor).plain, actor, code)!r} before"
            wrong = f"could not have in that world: {worlds[0].refusal(actor, code)}" if worlds else NO_WAY
            return f"{what}, and {wrong}", taken_back
        if chance:
            return "", taken_back  # what it brought cannot be told from what was there
        certain = certain and nothing_lost(before, after, seat)
        exact = leads_to(world, actor, code, guess)
        if certain and not exact and not unseen and looks_like(world, actor, code, after, seat):
            return f"seat {actor} has chosen something in secret, and could not have chosen what is guessed", taken_back
        guess, certain = world, certain and exact
        taken_back += 1
    return "", taken_back


def otherwise(world: Table, actor: int, after: Table, seat: int) -> bool:
    """Might the actor have chosen something else there, and the seat have seen the same? (It was a secret choice.)"""
    for code in world.codes(actor):
        then = world.copy()
        then.play(actor, code)
        if same_view(then, after, seat):
            return True
    return False


def leads_to(world: Table, actor: int, code: int, guess: Table) -> bool:
    """Does that choice, or another of the actor, lead to the guess?"""
    return any(bytes(then)[KNOWN:] == bytes(guess)[KNOWN:] for then in worlds_after(world, actor, code))


def worlds_after(world: Table, actor: int, code: int) -> Iterator[Table]:
    """What comes of that choice, if it is one, and of the others."""
    for each in (code, *world.codes(actor)):
        if not world.refusal(actor, each):
            then = world.copy()
            then.play(actor, each)
            yield then


def looks_like(world: Table, actor: int, code: int, after: Table, seat: int) -> bool:
    """Would the seat have seen the same there?"""
    return not world.refusal(actor, code) and same_view(next(worlds_after(world, actor, code)), after, seat)


def nothing_lost(before: Table, after: Table, seat: int) -> bool:
    """Did the seat know what was where the choice has written? Then that was wound back without a doubt."""
    known = before.hidden(seat)
    return all(before.raw[span] == known.raw[span] for span in changed(before, after))
