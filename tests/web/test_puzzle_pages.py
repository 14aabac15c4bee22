"""The book of puzzles in the browser: tiles and ticks, a puzzle to play, one of the day, and a link that tells no answer."""

import re
from contextlib import contextmanager
from datetime import date

import pytest
from starlette.testclient import TestClient

from brillig.parts.puzzles.book import numbered, of_the_day
from brillig.web.config import Config
from brillig.web.pages import routes
from brillig.web.pages.puzzles.today import day_of
from brillig.web.server.app import create_app
from tests.web.memory_store import MemoryStore
from tests.web.test_pages import Look

MIDNIGHT = 1_794_787_200_000  # 16 November 2026, UTC
WAYS, TURNS = 40, 4  # how choices are numbered: a card, a black square, a rotation


def codes_of(number):
    """The stored answer as choices."""
    puzzle = numbered(number)
    return [
        WAYS * puzzle.cards.index(laid.card) + TURNS * puzzle.squares.index(laid.at) + laid.rotation
        for laid in puzzle.answer
    ]


def solve(client, where, codes):
    """Play these choices at a table; what was answered to each."""
    answers = []
    with client.websocket_connect(f"/ws/{where.removeprefix('/tables/')}") as socket:
        messages = iter(socket.receive_json, None)
        ply = next(m for m in messages if m["type"] == "view")["ply"]
        socket.send_json({"type": "ready", "id": "ready"})
        assert next(m for m in messages if m["type"] == "ack")["ok"]
        for n, code in enumerate(codes):
            socket.send_json({"type": "choose", "id": f"c{n}", "ply": ply, "code": code})
            answers.append(next(m for m in messages if m["type"] == "ack"))
            ply = answers[-1].get("ply") or ply
    return answers


def test_the_book_has_sixty_tiles(app):
    page = app.get("/puzzles").text
    assert [int(n) for n in re.findall(r'<span class="number">(\d+)</span>', page)] == [*range(1, 61)]
    assert page.count('<span class="wild">') == 16
    assert "✓" not in page


@pytest.mark.parametrize("path", ["/puzzles", "/puzzles/1", "/puzzles/60"])
def test_pages_stand_alone(app, path):
    answer = app.get(path)
    assert answer.status_code == 200
    look = Look(answer.text)
    assert not look.faults
    assert len(look.ids) == len(set(look.ids))
    assert answer.text.count("<main") == answer.text.count("<h1") == 1


@pytest.mark.parametrize("number", ["0", "61", "x", "99999999", "1.5", "%F0%9F%8E%B2"])
def test_a_puzzle_that_does_not_exist_is_a_sentence(app, number):
    for answer in (app.get(f"/puzzles/{number}"), app.post(f"/puzzles/{number}")):
        assert answer.status_code == 404
        assert "they are numbered 1 to 60" in answer.text


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_changes_at_midnight():
    now = [MIDNIGHT]
    config = Config(compile=False, limits=0, hosts="testserver")
    with TestClient(
        create_app(config, MemoryStore(), wall=lambda: now[0], pages=routes), follow_redirects=False
    ) as client:
        first = of_the_day(date(2026, 11, 16))
        assert day_of(MIDNIGHT) == date(2026, 11, 16)
        assert client.get("/puzzles/today").headers["location"] == f"/puzzles/{first.number}"
        assert f'href="/puzzles/{first.number}"' in client.get("/").text
        assert "The puzzle of the day." in client.get(f"/puzzles/{first.number}").text
        now[0] -= 1
        assert client.get("/puzzles/today").headers["location"] != f"/puzzles/{first.number}"


def test_a_solved_puzzle_has_a_tick_and_can_be_shared_without_its_answer(app, visit):
    ann, bob = visit("Ann"), visit("Bob")
    where = ann.post("/puzzles/22").headers["location"]
    id = where.removeprefix("/tables/")
    assert ann.post(f"/puzzles/share/{id}").status_code == 409  # it is not over yet
    answers = solve(ann, where, codes_of(22))
    assert all(answer["ok"] for answer in answers)
    assert "You have solved 1 of 60." in ann.get("/puzzles").text
    assert ann.get("/puzzles").text.count("✓") == 1
    assert "You have solved it" in ann.get("/puzzles/22").text
    assert "Puzzle 22 solved" in ann.get("/me").text
    assert "✓" not in bob.get("/puzzles").text

    assert bob.post(f"/puzzles/share/{id}").status_code == 403
    link = ann.post(f"/puzzles/share/{id}").headers["location"]
    assert ann.post(f"/puzzles/share/{id}").headers["location"] == link
    shown = bob.get(link).text
    assert "Ann" in shown
    assert "with 5 actions and no hints. Can you?" in shown
    assert id not in shown + link  # the table's replay would show how
    for laid in numbered(22).answer:
        assert str(laid) not in shown
    assert '"turned"' not in shown  # every card lies beside the outline as it is printed
    assert "lies-" not in shown


def test_what_is_not_solved_is_not_shared(app, visit):
    ann = visit("Ann")
    where = ann.post("/puzzles/7").headers["location"]
    give_up = 370
    solve(ann, where, [give_up])
    answer = ann.post(f"/puzzles/share/{where.removeprefix('/tables/')}")
    assert answer.status_code == 409
    assert "Only a solved puzzle can be shared" in answer.text
    assert "Puzzle 7 not solved" in ann.get("/me").text
    assert "✓" not in ann.get("/puzzles").text


@pytest.mark.parametrize("token", ["x", "0" * 20, "0" * 21, "..%2f..", "é" * 20])
def test_a_link_under_which_nothing_is_shared(app, token):
    answer = app.get(f"/puzzles/solved/{token}")
    assert answer.status_code == 404


def test_a_card_off_the_outline_or_taken_is_one_sentence_and_nothing_is_lost(app, visit):
    ann = visit("Ann")
    where = ann.post("/puzzles/7").headers["location"]
    first, *rest = codes_of(7)
    off = first // WAYS * WAYS + TURNS * 9
    answers = solve(ann, where, [off, first, first, 10_000, *rest])
    said = [answer["ok"] or answer["error"]["sentence"] for answer in answers]
    assert said[0] == "Centres go on empty black squares."
    assert said[1] is True
    assert said[2] == "That card is not free."
    assert isinstance(said[3], str)
    assert said[4:] == [True, True]


def answered(socket):
    return next(m for m in iter(socket.receive_json, None) if m["type"] == "ack")


def choose(socket, code, ply=0):
    """`ply`: what has been seen; in a group one may act on what one saw a moment ago."""
    socket.send_json({"type": "choose", "id": f"c{code}", "ply": ply, "code": code})


def laid_after(socket, ply):
    """The cards that lie on the outline after so many choices."""
    view = next(m for m in iter(socket.receive_json, None) if m["type"] == "view" and m["ply"] == ply)
    spots = [spot["id"] for zone in view["scene"]["screen"]["zones"] for spot in zone.get("spots", [])]
    return {id.removeprefix("card-lies-") for id in spots if id.startswith("card-lies-")}


@contextmanager
def together(visit, **options):
    """Two people at one puzzle, both ready."""
    ann, bob = visit("Ann"), visit("Bob")
    order = {"game": "patterns-puzzles", "seats": ["me", "open"], "options": {"puzzle": 7, **options}}
    table = ann.post("/api/tables", json=order).json()
    assert bob.post(f"/api/tables/{table['id']}/join", json={"invite": table["invite"]}).status_code == 200
    with ann.websocket_connect(f"/ws/{table['id']}") as one, bob.websocket_connect(f"/ws/{table['id']}") as two:
        for socket in (one, two):
            socket.send_json({"type": "ready", "id": "ready"})
        assert all(answered(socket)["ok"] for socket in (one, two))
        yield one, two


def refused_of_two(one, two, *codes):
    """Two choose at the same moment, and one of them is told why not."""
    for socket, code in zip((one, two), codes, strict=True):
        choose(socket, code)
    answers = [answered(socket) for socket in (one, two)]
    assert sorted(answer["ok"] for answer in answers) == [False, True]
    return next(answer for answer in answers if not answer["ok"])["error"]["sentence"]


def test_two_on_one_board_who_grab_the_same_card(app, visit):
    ann, bob = visit("Ann"), visit("Bob")
    where = ann.post("/puzzles/7", data={"with": "friend"}).headers["location"]
    link = re.search(r"http://testserver(/join/[\w/]+#[\w-]+)", ann.get(where).text)[1]
    path, secret = link.split("#")
    assert bob.post(path, data={"invite": secret}).status_code == 303
    id, (first, *rest) = where.removeprefix("/tables/"), codes_of(7)
    with ann.websocket_connect(f"/ws/{id}") as one, bob.websocket_connect(f"/ws/{id}") as two:
        for socket in (one, two):
            socket.send_json({"type": "ready", "id": "r"})
            assert answered(socket)["ok"]
        choose(one, first)
        assert answered(one)["ok"]
        choose(two, first)
        assert answered(two)["error"]["sentence"] == "That card is not free."
        choose(two, rest[0])
        assert answered(two)["ok"]
        assert len(laid_after(one, 2)) == 2


def test_two_who_grab_the_same_card_at_the_same_moment(app, visit):
    """Whoever comes second is told so; what was laid first stays, and the game goes on."""
    first, second, third = codes_of(7)
    with together(visit) as (one, two):
        assert refused_of_two(one, two, first, first) == "That card is not free."
        choose(one, second, ply=1)
        choose(two, third, ply=1)
        assert answered(one)["ok"]
        assert answered(two)["ok"]
        assert laid_after(one, 3) == {"C2", "M2", "R6"}


def test_two_who_want_the_same_black_square_at_the_same_moment(app, visit):
    first, second = codes_of(7)[:2]
    there = second // WAYS * WAYS + first % WAYS  # another card on the same square
    with together(visit) as (one, two):
        assert refused_of_two(one, two, first, there) == "Centres go on empty black squares."
        assert len(laid_after(one, 1)) == 1


def test_a_card_of_somebody_else_stays_where_it_is(app, visit):
    codes = dict(zip(("C2", "M2", "R6"), sorted(codes_of(7)), strict=True))
    lift = 360
    with together(visit, cards="dealt") as (one, two):  # C2 and R6 for the one, M2 for the other
        choose(two, codes["C2"])
        assert answered(two)["error"]["sentence"] == "That card is not yours to move."
        choose(one, codes["C2"])
        assert answered(one)["ok"]
        choose(two, lift)
        assert answered(two)["error"]["sentence"] == "That card is not yours to move."
        choose(two, codes["M2"])
        assert answered(two)["ok"]
        assert laid_after(one, 2) == {"C2", "M2"}


@pytest.mark.parametrize("puzzle", [0, 61, -1, "x", "6 stars", 1.5])
def test_no_table_is_laid_for_a_puzzle_that_does_not_exist(app, visit, puzzle):
    ann = visit("Ann")
    order = {"game": "patterns-puzzles", "seats": ["me"], "options": {"puzzle": puzzle}}
    answer = ann.post("/api/tables", json=order)
    assert answer.status_code == 409
    assert answer.json()["error"]["sentence"].startswith(
        f"puzzle cannot be {str(puzzle)!r}; it can be 1, 2, ..., 5 stars."
    )
    assert ann.get("/api/tables").json()["mine"] == []
