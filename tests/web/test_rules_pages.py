"""The pages of rules: the positions that they show, and nothing harmful from games of strangers."""

import os
import re

import pytest

from brillig import catalogue
from brillig.core import BadGame
from brillig.positions import diagrams
from brillig.web.pages.rules import rendered

GAMES = catalogue.games()
SLUGS = [game.slug for game in GAMES]


@pytest.mark.parametrize("game", GAMES, ids=SLUGS)
def test_rules_have_diagrams_that_can_be_drawn(game, caplog):
    blocks = re.findall(r"^```position\n(.*?)^```$", (game.folder / "rules.md").read_text(), re.MULTILINE | re.DOTALL)
    rules = rendered(game)
    assert rules.body.count("<figure") == len(blocks)
    assert not caplog.records
    for block in blocks:
        shown = diagrams.diagram(game, block)
        assert shown.screen.zones
        assert shown.caption.endswith(".")
    assert {"goal", "set-up"} <= {heading.id for heading in rules.headings}


@pytest.mark.parametrize("slug", ["othellino", "gold-mine", "backgammon", "bandersnatch"])
def test_positions_are_what_their_captions_say(slug, snapshot_of):
    """A rule, a screen or chance that changes would leave captions behind that are not true.

    WRITE_POSITIONS=1 writes the files anew: then read them.
    """
    game = catalogue.load(slug)
    text = (game.folder / "rules.md").read_text()
    shown = []
    diagrams.replaced(game, text, lambda d: shown.append(f"{d.text}\n{d.caption}\n") or "")
    assert 2 <= len(shown) <= 4
    snapshot_of(slug, "\n".join(shown))


@pytest.fixture
def snapshot_of(request):
    def same(name, text):
        file = request.path.parent / "positions" / f"{name}.txt"
        if os.environ.get("WRITE_POSITIONS"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        assert text == file.read_text()

    return same


def test_rules_of_strangers_are_harmless(tmp_path, monkeypatch):
    """A game from elsewhere may write what it likes into its rules: no tag and no link of its own comes through."""
    game = catalogue.load("othellino")
    (tmp_path / "rules.md").write_text(
        "# T\n<script>alert(1)</script>\n\n## A <img src=x onerror=alert(1)>\n[x](javascript:alert(1)) <b>bold</b>\n\n"
        "```position\nplay: nowhere\n```\n\n```\n</script><script>\n```\n"
    )
    monkeypatch.setattr(type(game), "folder", property(lambda self: tmp_path))
    rules = rendered.__wrapped__(game)
    page = rules.lead + rules.body
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page
    assert 'href="javascript' not in page
    assert "<figure" not in page  # the position cannot be played, and is left out


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("colour: red", "a line begins with one of"),
        ("play: z9", "no choices 'z9'"),
        ("golden: game-1", "game-1 after 24"),
        ("golden: game-99 after 1", "cannot be read"),
        ("random: 5000", "the game is over before 5000 random choices"),
        ("seats: 7", "Othellino is for 2 player"),
        ("show: nothing", "there is no zone or panel nothing"),
        ("mark: nothing", "there is no nothing to mark"),
        ("options: size", "an option is name=value"),
        ("view: seat x", "cannot be read"),
    ],
)
def test_positions_that_make_no_sense(lines, sentence):
    with pytest.raises(BadGame, match=re.escape(sentence)):
        diagrams.diagram(catalogue.load("othellino"), lines)


def test_a_position_from_a_golden_game():
    game = catalogue.load("othellino")
    shown = diagrams.diagram(game, "golden: game-1 after 12\nview: seat 1")
    assert shown.screen.zones[0].id == "board"
    assert shown.screen.prompt == ""


def test_positions_are_told_by_label_code_or_seat():
    game = catalogue.load("othellino")
    by_label = diagrams.diagram(game, "options: first mover=seat 1\nplay: c2")
    by_code = diagrams.diagram(game, f"options: first mover=seat 1\nplay: {8 + 2}")
    assert by_label.text == by_code.text
