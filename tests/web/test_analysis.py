"""Analysis in the browser: what is found about a match, who may ask, and what cannot be weighed."""

from __future__ import annotations

import time

import pytest

from brillig import catalogue
from brillig.match import EndEntry
from brillig.web.http.forms import DecisionSheet, WeighedSheet
from brillig.web.pages.analysis import analyst, findings
from tests.web.test_replay_pages import finished


@pytest.fixture(autouse=True)
def briefly(monkeypatch):
    monkeypatch.setattr(analyst, "ITERATIONS", 60)


def analysed(app, id):
    sheet = app.post(f"/api/replays/{id}/analysis").json()
    until = time.monotonic() + 100
    while sheet["state"] != "done":
        assert sheet["state"] in ("waiting", "working"), sheet
        assert sheet["done"] <= sheet["of"]
        assert time.monotonic() < until
        time.sleep(0.1)
        sheet = app.get(f"/api/replays/{id}/analysis").json()
    return sheet["found"]


def test_every_choice_of_a_match_is_weighed_and_kept(app):
    id = finished(app, "othellino")
    assert app.get(f"/api/replays/{id}/analysis").json()["state"] == "none"
    found = analysed(app, id)
    made = found["decisions"]
    assert made
    assert [d["step"] for d in made] == sorted({d["step"] for d in made})
    assert all((d["better"] is None) == (d["cost"] == 0) for d in made)
    assert [t["made"] for t in found["tallies"]] == [sum(d["seat"] == seat for d in made) for seat in (0, 1)]
    mine, other = (curve["points"] for curve in found["curves"])
    assert all(a[0] == b[0] and a[1] + b[1] == pytest.approx(1, abs=1e-3) for a, b in zip(mine, other, strict=True))
    # What was chosen can be touched on the board that the page shows for it.
    first = made[0]
    frame = app.get(f"/api/replays/{id}/frames?seat={first['seat']}&first={first['step'] - 1}&count=1").json()[
        "frames"
    ][0]
    spots = {spot["id"] for zone in frame["screen"]["zones"] for spot in zone.get("spots", [])}
    assert set(first["chosen"]["touch"]) <= spots
    # A server that starts again finds what this one has kept.
    kept = app.portal.call(app.app.state.host.store.note, analyst.KIND, b"", id)
    assert kept is not None


def test_the_page_is_linked_from_the_replay_and_asks_for_nothing_by_itself(app):
    id = finished(app, "gold-mine", 2)
    assert f'href="/replays/{id}/analysis"' in app.get(f"/replays/{id}").text
    assert "Gold Mine: analysis" in app.get(f"/replays/{id}/analysis").text
    assert app.get(f"/api/replays/{id}/analysis").json()["state"] == "none"


def test_a_running_match_and_a_stranger_file_are_not_analysed(app):
    app.post("/api/session", json={"nickname": "Ann"})
    id = app.post("/api/tables", json={"game": "othellino", "seats": ["me", "bot:random"]}).json()["id"]
    assert app.post(f"/api/replays/{id}/analysis").json()["error"]["code"] == "not_over"
    assert app.get(f"/replays/{id}/analysis").status_code == 409
    assert app.post("/api/replays/file-0/analysis").json()["error"]["code"] == "no_table"


def test_a_race_is_not_weighed(app):
    game = catalogue.load("speed")
    tape = type("Raced", (), {"game": game})
    with pytest.raises(analyst.Refused, match="won by eye and hand"):
        app.portal.call(analyst.Analyst(app.app.state.host).start, "x", tape, "")


def test_what_cannot_be_analysed_is_said_once_and_can_be_asked_again(app, monkeypatch):
    id = finished(app, "othellino")
    monkeypatch.setattr(analyst, "questions", lambda *_: 1 / 0)
    app.post(f"/api/replays/{id}/analysis")
    until = time.monotonic() + 10
    while (answer := app.get(f"/api/replays/{id}/analysis")).status_code == 200:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert answer.json()["error"] == {"code": "no_analysis", "sentence": "This match could not be analysed."}
    assert app.get(f"/api/replays/{id}/analysis").json()["state"] == "none"


def choice(step, seat, mean, cost):
    option = WeighedSheet("x", "", [])
    return DecisionSheet(step, seat, option, option if cost else None, mean, cost, "", False)


def test_the_dearest_choices_are_turning_points_in_order():
    made = [choice(k, k % 2, 0.5, cost) for k, cost in enumerate([0.3, 0.01, 0.0, 0.06, 0.2, 0.049], 1)]
    found = findings.gather(catalogue.load("othellino"), 2, made, None, 6)
    assert found.turns == [0, 3, 4]
    assert [(tally.seat, tally.made, tally.best) for tally in found.tallies] == [(0, 3, 0), (1, 3, 1)]


def test_where_things_are_hidden_each_seat_stands_as_it_could_know():
    end = EndEntry(scores=[5, 3, 3], ranks=[1, 2, 2], digest="0" * 64, secret="0" * 64)
    made = [choice(1, 0, 0.4, 0), choice(2, 1, 0.7, 0), choice(3, 0, 0.6, 0)]
    found = findings.curves(catalogue.load("gold-mine"), 3, made, end, 4)
    assert [(curve.seat, curve.points) for curve in found] == [
        (0, [(1, 0.4), (3, 0.6), (4, 1.0)]), (1, [(2, 0.7), (4, 0.25)]),
    ]  # fmt: skip


def test_in_a_game_for_points_the_curve_ends_with_the_points():
    end = EndEntry(scores=[31], ranks=[1], digest="0" * 64, secret="0" * 64)
    found = findings.curves(catalogue.load("bandersnatch"), 1, [choice(1, 0, 20.0, 2.0)], end, 2)
    assert [(curve.seat, curve.points) for curve in found] == [(0, [(1, 20.0), (2, 31.0)])]
