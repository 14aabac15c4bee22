"""The pages about boxes, the quick references and the sheets: all of them are there, and what is not is told in a sentence."""

from __future__ import annotations

import pytest

from brillig import catalogue
from brillig.paper.contents import box_id

GAMES = catalogue.games()
BOXES = sorted({game.box for game in GAMES})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_has_its_pages(app, game):
    brief = app.get(f"/quick/{game.slug}")
    assert brief.status_code == 200
    assert "has no quick reference" not in brief.text
    assert "<html" not in app.get(f"/quick/{game.slug}/panel").text
    printed = app.get(f"/print/{game.slug}")
    assert printed.status_code == 200
    assert f"{game.title} in brief".replace("'", "&#39;") in printed.text
    rules = app.get(f"/rules/{game.slug}").text
    for link in (f"/box/{box_id(game.box)}", f"/quick/{game.slug}", f"/print/{game.slug}"):
        assert f'href="{link}"' in rules


@pytest.mark.parametrize("box", BOXES)
def test_every_box_has_its_pages(app, box):
    page = app.get(f"/box/{box_id(box)}").text
    assert f'href="/print/box/{box_id(box)}"' in page
    for game in GAMES:
        assert (f'href="/rules/{game.slug}"' in page) == (game.box == box)
    assert app.get(f"/print/box/{box_id(box)}?paper=letter&backs=short&ink=black").status_code == 200
    assert f'href="/box/{box_id(box)}"' in app.get("/").text


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/quick/chess", 404, "There is no such game."),
        ("/print/chess", 404, "There is no such game."),
        ("/box/chess", 404, "There is no box &#39;chess&#39;. The boxes are"),
        ("/print/box/chess", 404, "There is no box &#39;chess&#39;. The boxes are"),
        ("/print/jacks?paper=a3", 409, "There is no paper &#39;a3&#39;; there are a4 and letter."),
        ("/print/jacks?backs=left", 409, "Paper is turned over its long or its short edge"),
        ("/print/jacks?ink=gold", 409, "There is no ink &#39;gold&#39;"),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(app, path, status, said):
    answer = app.get(path)
    assert answer.status_code == status
    assert said in answer.text


def test_a_box_of_somebody_else_has_its_page_without_a_history(app, monkeypatch):
    import brillig.paper.contents as contents

    monkeypatch.setattr(contents, "_known", dict)
    contents._things.cache_clear()
    page = app.get("/box/jacks")
    contents._things.cache_clear()
    assert page.status_code == 200
    assert "12 jacks" in page.text
    assert "Tikva" not in page.text
