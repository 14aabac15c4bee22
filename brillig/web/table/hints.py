"""Hints: what a good player would do, for somebody who plays against bots alone. Thought of off the event loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brillig.bots.analysis import Analysis, WeighedChoice, analyse, settings_for
from brillig.core import SPECTATOR, Table
from brillig.web.logs import log
from brillig.web.protocol import Ack, Advice, Hint, ack, text
from brillig.web.refusals import Refused
from brillig.web.table.surroundings import Viewer
from brillig.web.table.thinking import PLAYED, Claim

if TYPE_CHECKING:
    from brillig.web.table.room import Room

ITERATIONS, SECONDS = 10_000, 1.5
MOST = 3  # choices in one hint
GUESSES = 6  # at what is hidden, to see what a choice brings at once
SURE, BAD = 0.08, 0.15  # shares of a win by which the best choice is clearly better, and another clearly bad


def allowed(room: Room) -> bool:
    """Nobody else may be at a disadvantage; and where finding the choice is the game, there is nothing to ask."""
    return len(room.seating.people) == 1 and not room.game.seeing


async def give(room: Room, socket: Viewer, asked: Hint) -> None:
    """Answer with the choices that look best, or with why not."""
    try:
        room.host.limits.check("hint of a session", socket.key)
        view, seat = position(room, socket, asked)
        claim = Claim(PLAYED, socket.address, room.id)
        found = await room.host.thinking.think(claim, lambda share: advise(view, seat, share))
        socket.letter(text(Ack(asked.id, True, advice=found)))
    except Refused as why:
        room.host.metrics.refused[why.code] += 1
        socket.letter(ack(asked.id, why.code, why.sentence))
    except Exception:  # a slip in a game's rules: the match goes on without the hint
        log.exception("no hint", extra={"table": room.id})
        socket.letter(ack(asked.id, "mishap", Refused("mishap").sentence))


def position(room: Room, socket: Viewer, asked: Hint) -> tuple[Table, int]:
    """What the seat that asks knows, if it may ask now."""
    seat, live = socket.seat, room.live
    if seat == SPECTATOR or socket.session is None:
        raise Refused("not_seated")
    if live is None:
        raise Refused("not_started")
    if live.match.finished:
        raise Refused("over")
    if not allowed(room):
        raise Refused("no_hints")
    view = live.views[seat]
    if seat not in view.waits or not view.opened <= asked.ply <= view.ply:
        raise Refused("stale")
    if not room.warm:
        raise Refused("warming_up")
    return view.seen.copy(), seat


def advise(view: Table, seat: int, share: float = 1.0) -> list[Advice]:
    found = analyse(view, seat, settings=settings_for(view.game, ITERATIONS, SECONDS * share))
    best, *others = found.options
    why = [worth(best, found, view.seats), *reasons(view, seat, found)]
    rest = [Advice(option.code, worth(option, found, view.seats)) for option in others[: MOST - 1]]
    return [Advice(best.code, "; ".join(why), completed(view, seat, best.code, share)), *rest]


def completed(view: Table, seat: int, code: int, share: float) -> tuple[int, ...]:
    """What completes a choice that only begins something: thought of in turn, from what the seat knows."""
    begins, table, more = view.game.begins, view.copy(), []
    settings = settings_for(view.game, ITERATIONS // 2, SECONDS / 2 * share)
    while begins and begins(table.plain, seat, code):
        table.play(seat, code)
        code = analyse(table, seat, settings=settings).options[0].code
        more.append(code)
    return tuple(more)


def worth(option: WeighedChoice, found: Analysis, seats: int) -> str:
    """What a choice promises, in words."""
    if option.margin is not None:
        by = f" by {abs(option.margin)}" if option.margin else ""
        return f"wins{by}" if option.mean > 0.5 else f"loses{by}" if option.mean < 0.5 else "leads to a draw"
    if found.for_points:
        return f"promises about {option.mean:.0f} points"
    return f"wins about {option.mean:.0%}" if seats == 2 else f"beats about {option.mean:.0%} of the others"


def reasons(view: Table, seat: int, found: Analysis) -> list[str]:
    """Why the best choice is the best, as far as the search can tell: what it wins at once, what it avoids, how sure it is."""
    best, *others = found.options
    said = []
    if gain := gained(view, seat, best.code):
        said.append(f"it brings you {gain} point{'s' * (gain != 1)} at once")
    if not others:
        return [*said, "there is nothing else to do"]
    second = max(others, key=lambda option: option.mean)
    worst = min(others, key=lambda option: option.mean)
    span = max(1.0, abs(best.mean)) if found.for_points else 1.0
    ahead, above = (best.mean - second.mean) / span, (best.mean - worst.mean) / span
    if ahead >= SURE:
        said.append(f"it is clearly better than {second.label}, which {worth(second, found, view.seats)}")
    elif above >= BAD:
        said.append(f"it avoids {worst.label}, which {worth(worst, found, view.seats)}")
    if found.exact:
        return [*said, "that is certain"]
    return [*said, "that is fairly sure"] if ahead >= SURE else [*said, f"{second.label} is about as good"]


def gained(view: Table, seat: int, code: int) -> int:
    """Points that a choice brings at once, whatever the seat does not know; 0 if that depends on it, or on chance."""
    before, found = view.scores()[seat], set()
    for deal in range(GUESSES):
        table = view.guess(seat, seed=1, deal=deal)
        table.play(seat, code)
        found.add(table.scores()[seat] - before)
    return max(0, found.pop()) if len(found) == 1 else 0
