"""The pages, as a browser without scripts gets them: every one in full, every mistake answered with a sentence."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser

import pytest

from brillig import catalogue
from brillig.paper.contents import box_id
from brillig.web.host import addresses
from brillig.web.pages.game_list import Filters
from tests import few

GAMES = catalogue.games()
SLUGS = [game.slug for game in GAMES]


# ---- every page ----------------------------------------------------------------------------------------------------


class Look(HTMLParser):
    """What a page has in it that matters here."""

    def __init__(self, text):
        super().__init__()
        self.links, self.faults, self.ids, self.inline = [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        for name in ("href", "src", "action"):
            if name in given:
                self.links.append(given[name])
        if "id" in given:
            self.ids.append(given["id"])
        self.faults += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given and given.get("type") != "application/json"):
            self.faults.append(f"inline {tag}")
        if tag == "img" and "alt" not in given:
            self.faults.append("img without alt")


PAGES = ["/", "/name", "/replays", *(f"/{kind}/{slug}" for slug in SLUGS for kind in ("rules", "new"))]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_stands_alone(app, path):
    """Nothing from elsewhere, nothing that the content policy forbids, one title, one main part, no id twice."""
    answer = app.get(path)
    assert answer.status_code == 200
    look = Look(answer.text)
    assert not look.faults
    assert all(link.startswith(("/", "#")) and not link.startswith("//") for link in look.links)
    assert len(look.ids) == len(set(look.ids))
    assert answer.text.count("<main") == answer.text.count("<h1") == answer.text.count("<title>") == 1
    assert '<html lang="en">' in answer.text


def test_what_pages_link_to_is_there(app):
    seen, todo = set(), ["/"]
    while todo:
        path = todo.pop()
        seen.add(path)
        answer = app.get(path)
        assert answer.status_code == 200, path
        if "text/html" in answer.headers["content-type"]:
            links = {link.partition("#")[0].partition("?")[0] for link in Look(answer.text).links}
            todo += [link for link in links if link and link not in seen and not link.startswith(("/play/", "/join/"))]
            todo = [link for link in todo if link not in ("/static/css/table.css",)]
    assert {f"/rules/{slug}" for slug in SLUGS} <= seen


def test_static_files_are_asked_about_each_time(app):
    answer = app.get("/static/css/base.css")
    assert answer.headers["cache-control"] == "no-cache"
    again = app.get("/static/css/base.css", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


# ---- the lobby -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/?level=hard&search=gold", "/box/jabberwocky"])
def test_a_page_that_was_made_before_asks_the_disk_for_nothing(app, monkeypatch, path):
    """It is made while everybody at the tables waits."""
    first, asked, stat = app.get(path).text, [], os.stat
    monkeypatch.setattr(os, "stat", lambda *args, **more: asked.append(args) or stat(*args, **more))
    assert app.get(path).text == first
    assert not asked


def offered(answer):
    return [slug for slug, hidden in re.findall(r'data-game="([\w-]+)"[^>]*"( hidden)?>', answer.text) if not hidden]


def test_the_lobby_offers_every_game(app):
    assert offered(app.get("/")) == SLUGS


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("players=1", lambda g: g.seats[0] == 1),
        ("players=4", lambda g: g.seats[0] <= 4 <= g.seats[1]),
        ("minutes=15", lambda g: g.minutes <= 15),
        ("solo=1", lambda g: g.seats[0] == 1),
        ("box=Jabberwocky", lambda g: g.box == "Jabberwocky"),
        ("search=othellino", lambda g: g.slug == "othellino"),
        ("search=CUBES&players=2", lambda g: "cubes" in g.summary and g.seats[0] <= 2),
        ("search=there+is+no+such+game", lambda g: False),
        ("players=many&minutes=-1", lambda g: True),
    ],
)
def test_filters(app, query, fits):
    answer = app.get(f"/?{query}")
    assert offered(answer) == [game.slug for game in GAMES if fits(game)]
    assert ('id="nothing" hidden' in answer.text) == bool(offered(answer))


def test_filters_by_what_a_game_is(toy):
    together, alone = toy(together=True), toy(real_time=True)
    assert Filters(together=True).keep(together)
    assert not Filters(together=True).keep(alone)
    assert Filters(real_time=True).keep(alone)


@pytest.fixture
def toy():
    class Toy:
        title, box, summary, seats, minutes, tags = "Toy", "Box", "A toy.", (2, 2), 5, ()

        def __init__(self, together=False, real_time=False):
            self.together, self.real_time = together, real_time

    return Toy


@pytest.mark.parametrize("slug", few.slugs())
def test_play_now_is_one_click(app, slug):
    answer = app.post(f"/play/{slug}")
    assert answer.status_code == 303
    table = answer.headers["location"]
    assert "brillig=" in answer.headers["set-cookie"]
    assert f'data-table="{table.removeprefix("/tables/")}"' in app.get(table).text
    sheet = app.get(f"/api{table}").json()
    assert sheet["status"] == "playing"
    assert sheet["mine"] == 0
    assert table in app.get("/").text
    assert "Go on playing" in app.get("/").text


def test_a_name(app):
    assert app.post("/name", data={"nickname": "  Ann\u202e ", "back": "/replays"}).headers["location"] == "/replays"
    assert "You are Ann:" in app.get("/").text
    app.post("/name", data={"nickname": "Bea"})
    assert "You are Bea:" in app.get("/").text
    bad = app.post("/name", data={"nickname": "\u200b"})
    assert bad.status_code == 409
    assert "A nickname is 1 to 24 visible letters." in bad.text
    for evil in ("//evil.example", "https://evil.example", "/\\evil.example", "/a\nb"):
        assert app.post("/name", data={"nickname": "Bea", "back": evil}).headers["location"] == "/"


def test_a_name_is_never_markup(app):
    app.post("/name", data={"nickname": "<b>Ann</b>&"})
    assert "&lt;b&gt;Ann&lt;/b&gt;&amp;" in app.get("/").text
    assert "<b>Ann" not in app.get("/").text


# ---- making a table, and joining it ---------------------------------------------------------------------------------


def lay(app, slug="othellino", **fields):
    usual = {"seats": "2", "seat:1": "me", "seat:2": "open", "nickname": "Ann"}
    return app.post(f"/new/{slug}", data={**usual, **fields})


def links(app, answer):
    """What stands in the waiting room of the table that was laid."""
    assert answer.status_code == 303
    text = app.get(answer.headers["location"]).text
    return [link.replace("&amp;", "&") for link in re.findall(r'readonly value="([^"]+)"', text)]


def test_a_table_with_bots_goes_straight_to_play(app):
    answer = lay(app, **{"seat:2": "bot:random", "option:size": "8", "clock": "5+3"})
    assert answer.status_code == 303
    sheet = app.get(f"/api{answer.headers['location']}").json()
    assert sheet["options"]["size"] == 8
    assert sheet["clock"] == {"kind": "match", "seconds": 300, "increment": 3}
    assert sheet["seats"][0]["name"] == "Ann"


def test_friends_join_by_one_link(app, visit):
    answer = lay(app, "gold-mine", seats="3", **{"seat:3": "open"})
    room = app.get(answer.headers["location"]).text
    assert room.count('class="qr"') == 1
    assert room.count("Fill with a bot") == 2
    (link,) = links(app, answer)
    where, secret = link.removeprefix("http://testserver").split("#")
    friend, other = visit(), visit("Cid")
    assert secret not in friend.get(answer.headers["location"]).text  # who only looks is not given it
    assert friend.get(f"{answer.headers['location']}/waiting").text.strip() == ""
    door = friend.get(where)
    assert "You are invited to Gold Mine" in door.text
    assert secret not in door.text
    sat = friend.post(where, data={"invite": secret, "nickname": "Bob"})
    assert sat.status_code == 303
    assert friend.get(f"/api{sat.headers['location']}").json()["mine"] == 1
    assert friend.get(where).headers["location"] == sat.headers["location"]  # the door knows who sits already
    assert "Seat 2: Bob" in app.get(f"{answer.headers['location']}/waiting").text
    assert secret in friend.get(sat.headers["location"]).text  # and may invite others
    other.post(where, data={"invite": secret})
    late = visit("Dan").post(where, data={"invite": secret})
    assert late.status_code == 409
    assert "All seats are taken." in late.text


def test_a_bot_for_a_free_seat_from_the_waiting_room(app, visit):
    where = lay(app).headers["location"]
    assert visit("Eve").post(f"{where}/bots", data={"seat": "1", "bot": "easy"}).status_code == 403
    assert app.post(f"{where}/bots", data={"seat": "x", "bot": "easy"}).status_code == 422
    assert app.post(f"{where}/bots", data={"seat": "1", "bot": "random"}).headers["location"] == where
    assert app.get(f"/api{where}").json()["status"] == "playing"
    assert "Fill with a bot" not in app.get(where).text


def test_play_now_against_the_bots_one_likes(app):
    assert '<option value="hard" selected>' in app.get("/?level=hard").text
    for level, name in (("hard", "Hard bot"), ("", "Easy bot"), ("godlike", "Easy bot")):
        where = app.post("/play/othellino", data={"level": level}).headers["location"]
        assert app.get(f"/api{where}").json()["seats"][1]["name"] == name


def test_a_wrong_invitation(app, visit):
    (link,) = links(app, lay(app))
    where = link.removeprefix("http://testserver").split("#")[0]
    wrong = visit("Bob").post(where, data={"invite": "x" * 22})
    assert wrong.status_code == 403
    assert "This invitation is not for this table." in wrong.text
    none = visit("Bob").post(where, data={})
    assert "This table is by invitation" in none.text


def test_anybody_may_sit_at_a_listed_table(app, visit):
    answer = lay(app, listed="yes")
    where = links(app, answer)[0].removeprefix("http://testserver").split("#")[0]
    table = where.replace("/join/", "/tables/")
    friend = visit("Bob")
    assert f'action="{where}"' in friend.get("/").text
    assert "There is a free seat." in friend.get(table).text
    assert friend.post(where).headers["location"] == table
    watcher = visit("Cid")
    assert f'href="{table}"' in watcher.get("/").text.partition("To watch")[2]
    assert watcher.get(table).status_code == 200
    full = watcher.get(where)
    assert full.status_code == 409
    assert "All seats are taken." in full.text
    assert f'href="{table}"' in full.text  # to watch


def test_a_rematch_brings_the_same_people_together(app, visit):
    """Gold Mine between two people and a bot, played to its end by running at once."""
    answer = lay(app, "gold-mine", seats="3", **{"seat:3": "bot:random", "option:reshuffle": "yes"})
    where, secret = links(app, answer)[0].removeprefix("http://testserver").split("#")
    friend = visit("Bob")
    table = friend.post(where, data={"invite": secret}).headers["location"]
    assert app.post(f"{table}/rematch").status_code == 409  # it is not over yet
    id = table.removeprefix("/tables/")
    people = {client: client.websocket_connect(f"/ws/{id}") for client in (app, friend)}
    with people[app] as ann, people[friend] as bob:
        with ThreadPoolExecutor(2) as both:
            list(both.map(run, (ann, bob), timeout=30))
        first = app.post(f"{table}/rematch").headers["location"]
        called = next(m for m in iter(bob.receive_json, None) if m["type"] == "chat")
        assert "rematch" in called["lines"][0]["text"]
    assert first != table
    assert friend.post(f"{table}/rematch").headers["location"] == first
    sheet = friend.get(f"/api{first}").json()
    assert sheet["status"] == "playing"
    assert [seat["name"] for seat in sheet["seats"]] == ["Ann", "Bob", "Random bot"]
    assert sheet["options"]["reshuffle"] == "yes"
    assert visit("Cid").post(f"{table}/rematch").status_code == 403


def run(socket):
    """Run whenever asked, until it is over."""
    for number in range(1000):
        message = socket.receive_json()
        if message["type"] == "view":
            if message["result"]:
                return
            if message["scene"]["choices"]:
                socket.send_json({"type": "choose", "id": str(number), "ply": message["ply"], "code": 1})


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seats": "3"}, "Othellino is for 2 players."),
        ({"seats": "two"}, "Othellino is for 2 players."),
        ({"seat:2": "somebody"}, "Choose somebody for every seat."),
        ({"option:size": "7"}, "size cannot be &#39;7&#39;"),
        ({"nickname": "\u200b\u200b"}, "A nickname is 1 to 24 visible letters."),
    ],
)
def test_a_table_that_cannot_be_laid(app, fields, sentence):
    answer = lay(app, **fields)
    assert answer.status_code == 409
    assert sentence in answer.text
    assert '<option value="open" selected' in answer.text or "seat:2" in fields  # what was chosen is still chosen


def test_too_much_in_a_form(app):
    assert lay(app, junk="x" * 20_000).status_code == 413


def test_another_site_may_not_lay_tables(app):
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert app.post("/play/othellino", headers=headers).status_code == 403


# ---- dead ends ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/tables/nosuchtable", 404, "There is no such table."),
        ("/join/nosuchtable", 404, "There is no such table."),
        ("/replays/nosuchmatch", 404, "There is no such match."),
        ("/replays/file-0123", 404, "This replay file is not open any more"),
        ("/rules/nosuchgame", 404, "There is no such game."),
        ("/new/..%2f..%2fetc", 404, "There is nothing here."),
        ("/nowhere", 404, "There is nothing here."),
        ("/play/othellino", 404, "There is nothing here."),
    ],
)
def test_dead_links_say_what_to_do(app, path, status, sentence):
    answer = app.get(path)
    assert answer.status_code == status
    assert sentence in answer.text
    assert 'href="/"' in answer.text


def test_programs_get_answers_of_their_own(app):
    for path in ("/api/nowhere", "/api/games/nosuchgame/picture", "/api/replays/nosuchmatch/frames"):
        answer = app.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]["sentence"]


def test_a_match_that_is_not_over_has_no_replay(app):
    table = app.post("/play/othellino").headers["location"]
    answer = app.get(table.replace("/tables/", "/replays/"))
    assert answer.status_code == 409
    assert "The match is not over yet." in answer.text
    assert f'href="{table}"' in answer.text


def test_a_slip_of_ours_is_a_sentence_too(app, monkeypatch, caplog):
    monkeypatch.setattr("brillig.web.pages.rules.rendered", lambda game: 1 / 0)
    answer = app.get("/rules/othellino")
    assert answer.status_code == 503
    assert "Something went wrong" in answer.text
    assert "a page failed" in caplog.text


# ---- pictures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_picture(app, slug):
    answer = app.get(f"/api/games/{slug}/picture")
    picture = answer.json()
    assert picture["screen"]["zones"]
    assert not picture["screen"].get("prompt")
    assert picture["box"] == box_id(catalogue.load(slug).box)
    again = app.get(f"/api/games/{slug}/picture", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert not again.content


# ---- addresses ------------------------------------------------------------------------------------------------------


def test_friends_are_not_sent_to_localhost(monkeypatch):
    monkeypatch.setattr(addresses, "lan", lambda: "192.168.1.7")
    invitable = addresses.invitable
    assert invitable("http://localhost:8000", "0.0.0.0", "") == "http://192.168.1.7:8000"
    assert invitable("http://127.0.0.1:8000", "0.0.0.0", "") == "http://192.168.1.7:8000"
    assert invitable("http://localhost:8000", "127.0.0.1", "") == "http://localhost:8000"
    assert invitable("http://10.0.0.2:8000", "0.0.0.0", "") == "http://10.0.0.2:8000"
    assert invitable("http://localhost:8000", "0.0.0.0", "https://games.example.org/") == "https://games.example.org"
    monkeypatch.setattr(addresses, "lan", lambda: None)
    assert invitable("http://localhost:8000", "0.0.0.0", "") == "http://localhost:8000"


def test_qr_codes():
    svg = addresses.qr_svg("http://192.168.1.7:8000/join/abc#secret")
    assert svg.startswith("<svg")
    assert "style=" not in svg
    assert "secret" not in svg
    letters = addresses.qr_letters("http://192.168.1.7:8000/").splitlines()
    assert len(letters) < 20
    assert len({len(line) for line in letters}) == 1
    assert set("".join(letters)) <= set("█▀▄ ")


def test_ready_made_options_fill_the_form(app):
    plain = app.get("/new/jack-rabbits").text
    assert 'href="/new/jack-rabbits?preset=First%20game"' in plain
    assert "<option selected>full</option>" in plain
    ready = app.get("/new/jack-rabbits?preset=First%20game").text
    assert "<option selected>intro</option>" in ready
    assert "<option selected>full</option>" in app.get("/new/jack-rabbits?preset=none").text


def test_what_is_large_and_no_secret_is_compressed(app):
    invited = lay(app).headers["location"]
    assert links(app, lay(app))
    packed = {path: app.get(path).headers.get("content-encoding", "") for path in ("/", "/rules/gold-mine", invited)}
    assert packed == {"/": "gzip", "/rules/gold-mine": "gzip", invited: ""}
    assert int(app.get("/").headers["content-length"]) < 15_000
