"""The pages of lessons, and what their script asks: steps without the answers, and an answer to every choice."""

from __future__ import annotations

import pytest

from brillig import catalogue
from brillig.positions.lessons import lessons
from brillig.web.pages import learn

GAMES = pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)


def try_code(app, game, number, code):
    return app.post(f"/learn/{game.slug}/steps/{number}", json={"code": code})


@GAMES
def test_every_step_can_be_taken(app, game):
    steps = lessons(game)
    page = app.get(f"/learn/{game.slug}")
    assert page.status_code == 200
    assert f'data-steps="{len(steps)}"' in page.text
    for number, step in enumerate(steps, 1):
        sheet = app.get(f"/learn/{game.slug}/steps/{number}").json()
        assert (sheet["title"], sheet["text"], sheet["seat"]) == (step.title, step.text, step.seat)
        assert sheet["asks"] == bool(step.wanted)
        offers = (sheet["scene"]["choices"] or []) + sheet["scene"].get("offers", [])
        assert bool(offers) == bool(step.wanted)
        codes = step.table.codes(step.seat) if step.wanted else []
        for code in (
            {*step.wanted[:4], *codes[:: max(1, len(codes) // 6)]} if step.wanted else ()
        ):  # of a map's hundreds a few
            told = try_code(app, game, number, code).json()
            right, said = step.answer(code)
            assert (told["right"], told["said"]) == (right, said)
            assert ("scene" in told) == right
        if step.wanted:
            assert not try_code(app, game, number, step.wanted[0]).json()["scene"]["waiting"]


@GAMES
def test_nobody_is_told_what_is_right(app, game):
    """Everything that is sent for a step stays the same when another choice is the right one."""
    for step in lessons(game):
        if step.wanted and (others := sorted(set(step.table.codes(step.seat)) - set(step.wanted))):
            other = learn.LessonStep(
                step.title, step.text, step.table, step.seat, others[:1], {}, "Other words.", "More words.", "", step.point
            )  # fmt: skip
            assert learn.sheet(step) == learn.sheet(other)


def test_what_is_not_allowed_is_refused_with_its_reason(app):
    game = catalogue.load("othellino")
    told = try_code(app, game, 1, 0).json()
    assert told == {"right": False, "said": lessons(game)[0].table.refusal(0, 0)}


@pytest.mark.parametrize("body", [{"code": -1}, {"code": "c2"}, {"code": 1, "seat": 2}, {}, [1], {"code": 10**9}])
def test_nonsense_is_refused(app, body):
    answer = app.post("/learn/othellino/steps/1", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["sentence"]


def test_a_step_that_only_shows_has_nothing_to_choose(app):
    game = catalogue.load("gold-mine")
    answer = try_code(app, game, 1, 0)
    assert answer.status_code == 409
    assert answer.json()["error"]["sentence"] == "There is nothing to choose in this step."


@pytest.mark.parametrize("step", [0, 99])
def test_there_is_no_such_step(app, step):
    answer = app.get(f"/learn/othellino/steps/{step}")
    assert answer.status_code == 404
    assert answer.json()["error"]["sentence"] == f"There are steps 1 to {len(lessons(catalogue.load('othellino')))}."


def test_there_is_no_such_game(app):
    assert app.get("/learn/chess").status_code == 404
    assert app.get("/learn/chess/steps/1").status_code == 404


def test_a_game_without_lessons_says_so(app, toys):
    page = app.get("/learn/slip")
    assert page.status_code == 404
    assert "There are no lessons for" in page.text
    assert 'href="/learn/slip"' not in app.get("/rules/slip").text


def test_lessons_that_are_not_possible_do_not_break_the_page(app, monkeypatch):
    def broken(game):
        raise learn.BadGame("step 1 is not possible")

    monkeypatch.setattr(learn, "lessons", broken)
    page = app.get("/learn/othellino")
    assert page.status_code == 503
    assert "cannot be shown: read its rules" in page.text


def test_they_are_found_in_the_lobby_and_in_the_rules(app):
    for path in ("/", "/rules/othellino"):
        assert 'href="/learn/othellino"' in app.get(path).text


def test_the_first_game_is_against_an_easy_bot(app):
    went = app.post("/learn/othellino", data={})
    assert went.status_code == 303
    table = app.get(f"/api{went.headers['location']}").json()
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert table["mine"] == 0
