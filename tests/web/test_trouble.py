"""A game that breaks down at a table: whoever looks is told in a sentence, the match is kept, and nothing is tried for ever."""

from __future__ import annotations

import asyncio

import pytest

from brillig.web.table import commands
from tests.web.conftest import serving
from tests.web.test_commands import two

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("toys")]

BAD, GOOD, THEN = 2, 0, 5
NOT_SHOWN = "Crack: the rule {} breaks down here, so this table cannot be shown. The match is kept."
STANDS = "Crack: the rule {} breaks down here, so the match does not go on by itself. It is kept."
REFUSED = "Crack: the rule {} breaks down there, so that cannot be done. The match is as it was before."


def prompt(view):
    return view.scene.screen.prompt


async def played(place, word, turns=THEN):
    """Two people at a table, after so many turns."""
    table, tabs, *_ = await two(place, "crack", options={"where": word})
    for k in range(turns):
        await tabs[k % 2].until_ply(k)
        assert (await tabs[k % 2].choose(BAD)).ok
    return table, tabs


@pytest.mark.parametrize("word", ["choices", "label", "touch", "screen"])
async def test_who_looks_at_a_table_that_cannot_be_shown_is_told(place, word):
    table, (ann, bob) = await played(place, word)
    assert prompt(await bob.until_ply(THEN)) == NOT_SHOWN.format(word)
    anew = await place.browsers[1].open(table["id"])
    assert prompt(await anew.ready()) == NOT_SHOWN.format(word)
    assert prompt(await ann.until_ply(THEN)) == (NOT_SHOWN.format(word) if word == "screen" else "")
    assert len(place.store.logs[table["id"]]) == 1 + THEN
    assert (await bob.choose(GOOD)).ok  # the rules allow it, though nobody can say so
    for tab in (ann, bob, anew):
        assert "breaks down" not in prompt(await tab.until_ply(THEN + 1))


@pytest.mark.parametrize("word", ["tell", "guess"])
async def test_a_table_is_shown_without_what_breaks_down_beside_it(place, word):
    _, tabs = await played(place, word)
    for tab in tabs:
        view = await tab.until_ply(THEN)
        assert "breaks down" not in prompt(view)
    assert (await tabs[1].choose(GOOD)).ok


@pytest.mark.parametrize(
    ("word", "turns", "rule"), [("hide", 4, "hide"), ("waiting", 4, "waiting"), ("row", 5, "play")]
)
async def test_a_refusal_tells_the_rule_and_nothing_that_is_hidden(place, caplog, word, turns, rule):
    table, tabs = await played(place, word, turns)
    mover = tabs[turns % 2]
    await mover.until_ply(turns)
    assert (await mover.choose(BAD)).error.sentence == REFUSED.format(rule)
    assert len(place.store.logs[table["id"]]) == 1 + turns
    told = next(each for each in caplog.records if each.getMessage() == "a rule broke down")
    assert (told.table, told.lines, told.seat, told.code) == (table["id"], 1 + turns, turns % 2, BAD)
    assert "game.py, line" in told.why
    assert place.host.rooms[table["id"]].document.secret.hex() not in caplog.text


async def against_a_bot(place, word, bot="random"):
    (ann,) = await place.people("Ann")
    table = await ann.lay("crack", "me", f"bot:{bot}", options={"where": word})
    tab = await ann.open(table["id"])
    for k in range(0, THEN, 2):
        await tab.until_ply(k)
        assert (await tab.choose(GOOD)).ok
    return table, tab, ann


@pytest.mark.parametrize("word", ["refuse", "choices", "anyway"])
async def test_who_looks_when_a_bot_cannot_go_on_is_told(place, monkeypatch, word):
    stood = []
    before = commands.stand_still

    async def stand_still(room, why):
        stood.append(why)
        await before(room, why)

    monkeypatch.setattr(commands, "stand_still", stand_still)
    table, tab, ann = await against_a_bot(place, word)
    sentence = STANDS.format("play" if word == "anyway" else word)
    assert prompt(await tab.ready(lambda view: "breaks down" in prompt(view))) == sentence
    anew = await ann.open(table["id"])
    assert prompt(await anew.ready()) == sentence
    await asyncio.sleep(0.3)
    assert len(stood) == 1  # nobody tries again and again
    assert len(place.store.logs[table["id"]]) == 1 + THEN
    assert (await anew.choose(GOOD)).error.sentence == "It is not your turn."
    assert (await anew.ask(type="resign")).ok  # it is still a match


async def test_a_bot_that_breaks_down_half_way_leaves_the_log_as_it_was(place, monkeypatch):
    """The choice was made, and then nobody could be shown it."""
    (ann,) = await place.people("Ann")
    table = await ann.lay("crack", "bot:random", "me", options={"where": "hide"})
    tab = await ann.open(table["id"])
    for k in (1, 3):
        await tab.until_ply(k)
        assert (await tab.choose(GOOD)).ok
    assert prompt(await tab.ready(lambda view: "breaks down" in prompt(view))) == STANDS.format("hide")
    assert len(place.store.logs[table["id"]]) == 5
    anew = await ann.open(table["id"])
    assert prompt(await anew.ready()) == STANDS.format("hide")


async def test_other_tables_play_on(place):
    _, tab, _ = await against_a_bot(place, "anyway")
    await tab.ready(lambda view: "breaks down" in prompt(view))
    _, (cid, dot), *_ = await two(place, "crack")
    assert (await cid.choose(GOOD)).ok
    await dot.until_ply(1)
    assert (await dot.choose(GOOD)).ok


async def test_a_table_that_cannot_be_laid_out_is_refused(place):
    (ann,) = await place.people("Ann")
    answer = await ann.post("/api/tables", game="crack", seats=["me", "bot:random"], options={"where": "setup"})
    assert answer.status_code == 409
    assert "Crack: the rule setup breaks down when the table is laid out, so there is no match." in answer.text


async def test_in_the_compiled_gear_it_is_the_same():
    async with serving(compile=True) as place:
        table, (_, bob) = await played(place, "choices")
        assert prompt(await bob.until_ply(THEN)) == NOT_SHOWN.format("choices")
        assert (await bob.choose(GOOD)).ok
        assert len(place.store.logs[table["id"]]) == 2 + THEN
