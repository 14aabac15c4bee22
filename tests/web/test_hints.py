"""Hints: who may have them, and what they say."""

from __future__ import annotations

import pytest

from brillig import catalogue
from brillig.bots.analysis import Analysis, WeighedChoice
from brillig.web.table import hints
from tests.web.test_commands import two

pytestmark = pytest.mark.anyio


async def alone(place, game="othellino", *bots):
    (ann,) = await place.people("Ann")
    tab = await ann.open((await ann.lay(game, "me", *(bots or ("bot:random",))))["id"])
    await tab.ready(lambda view: tab.hello.seat in view.scene.waiting)
    return tab


@pytest.mark.parametrize("game", ["othellino", "gold-mine", "bandersnatch"])
async def test_whoever_plays_against_bots_gets_the_best_choices(place, monkeypatch, game):
    monkeypatch.setattr(hints, "ITERATIONS", 200)
    (ann,) = await place.people("Ann")
    seats = ["me"] if game == "bandersnatch" else ["me", "bot:random"]
    tab = await ann.open((await ann.lay(game, *seats))["id"])
    view = await tab.ready(lambda view: tab.hello.seat in view.scene.waiting)
    assert tab.hello.hints
    ack = await tab.ask(type="hint", ply=view.ply)
    assert ack.ok
    assert 1 <= len(ack.advice) <= hints.MOST
    assert {a.code for a in ack.advice} <= {choice.code for choice in view.scene.choices}
    assert all(a.worth for a in ack.advice)
    assert (await tab.choose(ack.advice[0].code)).ok


async def test_people_who_play_each_other_get_none(place):
    _, _, mover, other = await two(place)
    assert not mover.hello.hints
    for tab in (mover, other):
        ack = await tab.ask(type="hint", ply=tab.view.ply)
        assert (ack.ok, ack.error.code) == (False, "no_hints")


async def test_nobody_gets_a_hint_for_another_moment(place):
    tab = await alone(place)
    assert (await tab.ask(type="hint", ply=tab.view.ply + 5)).error.code == "stale"
    watcher = await place.browser().open(tab.hello.table)
    assert not watcher.hello.hints
    assert (await watcher.ask(type="hint", ply=0)).error.code == "not_seated"


def test_what_a_choice_promises_in_words():
    def words(mean, seats=2, margin=None, points=False):
        return hints.worth(
            WeighedChoice(1, "x", mean, 9, margin), Analysis(0, [], margin is not None, points, 9), seats
        )

    assert words(0.634) == "wins about 63%"
    assert words(0.634, seats=4) == "beats about 63% of the others"
    assert words(12.3, points=True) == "promises about 12 points"
    assert words(1.0, margin=4) == "wins by 4"
    assert words(0.0, margin=-2) == "loses by 2"
    assert words(0.5, margin=0) == "leads to a draw"


def why(*means, exact=False, points=False, game="othellino"):
    """What is said for the first of these choices."""
    view = catalogue.load(game).new(2, 1, {"first mover": "seat 1"} if game == "othellino" else {}, gear="plain")
    codes = view.choices(0)
    options = [
        WeighedChoice(codes[k].code, codes[k].label, mean, 0 if exact else 9, 4 if exact else None)
        for k, mean in enumerate(means)
    ]
    return hints.reasons(view, 0, Analysis(0, options, exact, points, 9))


def test_why_a_choice_is_the_best():
    assert why(0.7, 0.5) == [
        "it brings you 2 points at once",
        "it is clearly better than b3, which wins about 50%",
        "that is fairly sure",
    ]
    assert why(0.7, 0.69, 0.3)[1:] == ["it avoids e4, which wins about 30%", "b3 is about as good"]
    assert why(0.7, 0.69)[1:] == ["b3 is about as good"]
    assert why(1.0, 0.0, exact=True)[-1] == "that is certain"
    assert why(0.7)[1:] == ["there is nothing else to do"]


def test_what_hangs_on_chance_is_not_promised():
    table = catalogue.load("gold-mine").new(3, 3, gear="plain")
    assert hints.gained(table.hidden(0), 0, table.codes(0)[0]) == 0
