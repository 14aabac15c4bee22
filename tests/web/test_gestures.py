"""What a person does at once, a soldier and a point, is done at once or not at all."""

from __future__ import annotations

import pytest

from brillig.games.grenade_salad.ground import AT, END, MOVE, PLACE, STRIKE
from brillig.web.table import hints
from brillig.web.table.seat_view import offered
from tests.web.test_commands import two
from tests.web.test_hints import alone

pytestmark = pytest.mark.anyio


def first(view, low, high):
    return next(choice for choice in view.scene.choices if low <= choice.code < high)


async def begun(place):
    table, _, mover, other = await two(place, "grenade-salad")
    return table, mover, other, first(mover.view, MOVE, STRIKE)


def spot(aim):
    """Any point that may be pointed at."""
    k = next(k for k, runs in enumerate(aim.columns) if runs)
    return aim.left + k, aim.columns[k][0]


async def test_a_soldier_and_a_point_are_one_command(place):
    table, mover, other, choice = await begun(place)
    x, y = spot(choice.aim)
    ack = await mover.ask(type="choose", ply=0, code=choice.code, then=[choice.aim.across + x, choice.aim.down + y])
    assert ack.ok
    assert len(place.store.logs[table["id"]]) == 4  # the header and three choices
    view = await other.until_ply(1)
    moved = next(p for z in view.scene.screen.zones for p in z.pieces if p.id == choice.touch[0])
    assert moved.at == (x, y)


@pytest.mark.parametrize(
    ("then", "why"),
    [
        ([AT + 0, AT + 0], "You can move at most one tile's width."),
        ([AT - 1, AT + 0], "You can move at most one tile's width."),
        ([AT + 500], "There is no choice"),
        ([END], "First finish what you have begun."),
    ],
)
async def test_a_point_that_is_not_allowed_changes_nothing(place, then, why):
    table, mover, _, choice = await begun(place)
    room = place.host.rooms[table["id"]]
    before = bytes(room.live.match.table)
    ack = await mover.ask(type="choose", ply=0, code=choice.code, then=then)
    assert ack.error.code == "illegal"
    assert ack.error.sentence.startswith(why)
    assert bytes(room.live.match.table) == before
    assert len(place.store.logs[table["id"]]) == 1


async def test_a_second_coordinate_that_is_not_allowed_takes_the_first_back(place):
    table, mover, _, choice = await begun(place)
    x, _ = spot(choice.aim)
    ack = await mover.ask(type="choose", ply=0, code=choice.code, then=[AT + x, AT + 241])
    assert not ack.ok
    assert len(place.store.logs[table["id"]]) == 1


async def test_nothing_follows_a_choice_that_is_whole(place):
    table, mover, _, _ = await begun(place)
    ack = await mover.ask(type="choose", ply=0, code=END, then=[END])
    assert ack.error.sentence == "That choice is whole: choose one thing at a time."
    assert len(place.store.logs[table["id"]]) == 1


async def test_out_of_turn(place):
    _, _, other, choice = await begun(place)
    ack = await other.ask(type="choose", ply=0, code=choice.code, then=[AT, AT])
    assert ack.error.sentence == "It is not your turn."


async def test_one_by_one_works_too_and_the_point_is_asked_for(place):
    _, mover, _, choice = await begun(place)
    assert (await mover.choose(choice.code)).ok
    view = await mover.until_ply(1)
    assert view.scene.choices == []
    assert view.scene.aim == choice.aim
    x, y = spot(choice.aim)
    assert (await mover.ask(type="choose", ply=1, code=AT + x, then=[AT + y])).ok


async def test_what_was_made_at_once_is_taken_back_at_once(place, monkeypatch):
    monkeypatch.setattr("brillig.match.undo.revealed", lambda *_: "")
    table, mover, _, choice = await begun(place)
    assert (await mover.choose(choice.code)).ok
    x, _ = spot(choice.aim)
    view = await mover.until_ply(1)
    assert (await mover.ask(type="choose", ply=view.ply, code=AT + x)).ok
    view = await mover.until_ply(2)
    ack = await mover.ask(type="undo", ply=view.ply)
    assert ack.ok
    assert place.host.rooms[table["id"]].live.match.table.plain.step == 0


def test_targets_are_offered_with_who_attacks():
    from brillig import catalogue
    from brillig.games.grenade_salad.test_grenade_salad import HAMMERS, RED, laid

    catalogue.load("grenade-salad")
    table = laid(hands={RED: (HAMMERS,)}, red=[(100, 100)], green=[(106, 100), (100, 106)])
    found = offered(table.hidden(RED), RED, STRIKE)
    assert [(each.code, each.touch, each.label) for each in found] == [
        (STRIKE, ("card-hammers", "soldier-R1", "soldier-G1"), "R1 strikes G1"),
        (STRIKE, ("card-hammers", "soldier-R1", "soldier-G2"), "R1 strikes G2"),
    ]
    assert len({each.then for each in found}) == 2


async def test_a_hint_says_where(place, monkeypatch):
    monkeypatch.setattr(hints, "ITERATIONS", 60)
    tab = await alone(place, "grenade-salad")
    view = tab.view
    if not any(choice.code <= PLACE for choice in view.scene.choices):
        return  # asked for a mine
    ack = await tab.ask(type="hint", ply=view.ply)
    best = ack.advice[0]
    offers = [choice for choice in view.scene.choices if choice.code == best.code]
    assert len(best.then) == (2 if offers[0].aim else 1 if offers[0].then else 0)
