"""Replays: every step through anybody's eyes, whether all was fair, and what is no replay."""

import re
import time

import pytest

from brillig import catalogue


def finished(app, slug, seats=None):
    """A match that bots have played to its end."""
    game = catalogue.load(slug)
    seats = ["bot:random"] * (seats or game.seats[0])
    id = app.post("/api/tables", json={"game": slug, "seats": seats}).json()["id"]
    until = time.monotonic() + 60
    while app.get(f"/api/tables/{id}").json()["status"] != "over":
        assert time.monotonic() < until
        time.sleep(0.05)
    return id


def test_a_replay_shows_every_step_to_every_seat(app):
    id = finished(app, "gold-mine", 3)
    page = app.get(f"/replays/{id}")
    assert page.status_code == 200
    steps = int(re.search(r'data-steps="(\d+)"', page.text)[1])
    found = []
    while len(found) <= steps:
        found += app.get(f"/api/replays/{id}/frames?first={len(found)}").json()["frames"]
    assert [frame["step"] for frame in found] == list(range(steps + 1))
    assert found[0]["head"] == "The table is set up"
    assert all(frame["screen"]["zones"] for frame in found)
    # Whoever looks through the eyes of Seat 2 does not learn what others chose.
    seen = app.get(f"/api/replays/{id}/frames?seat=1&count=40").json()["frames"]
    secret = [frame["head"] for frame in seen if "chooses in secret" in frame["head"]]
    assert secret
    assert all(frame["head"].endswith(("Stay", "Run", "secret", "set up")) for frame in seen)
    places = re.findall(r"<td>(\d)</td><th", page.text)
    assert places == sorted(places)
    assert places[0] == "1"


def test_fairness_can_be_checked(app):
    id = finished(app, "othellino")
    verdict = app.get(f"/api/replays/{id}/fairness").json()
    assert verdict["honest"]
    commitment = app.get(f"/api/tables/{id}").json()["commitment"]
    assert commitment in app.get(f"/replays/{id}").text
    assert not app.get(f"/api/replays/{id}/fairness?commitment={'0' * 64}").json()["honest"]


def test_a_downloaded_replay_can_be_opened_again(app):
    id = finished(app, "bandersnatch")
    file = app.get(f"/api/replays/{id}/file")
    assert "attachment" in file.headers["content-disposition"]
    opened = app.post("/api/replays", content=file.content)
    assert opened.status_code == 201
    page = app.get(f"/replays/{opened.json()['id']}")
    assert "Bandersnatch" in page.text
    # Changed by one letter, it is none.
    forged = app.post("/api/replays", content=file.content.replace(b'"code":', b'"code":1', 1))
    assert forged.status_code == 422
    assert "Line" in forged.json()["error"]["sentence"]


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 422), (b"hello", 422), (b"\xff\xfe\n" * 10, 422), (b"x" * (3 << 20), 413), (b"{}\n" * 6000, 413)],
)
def test_what_is_no_replay(app, content, status):
    answer = app.post("/api/replays", content=content)
    assert answer.status_code == status
    assert answer.json()["error"]["sentence"]


@pytest.mark.parametrize(
    "query", ["seat=2", "seat=-2", "first=-1", "first=9999", "count=0", "count=1000", "seat=x", "first=١"]
)
def test_frames_that_are_not_there(app, query):
    id = finished(app, "othellino")
    assert app.get(f"/api/replays/{id}/frames?{query}").status_code == 422
