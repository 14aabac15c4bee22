"""brillig print: what it is asked for, and one sentence where that cannot be."""

import pytest

from brillig.web.pages.paper import pdf


def test_a_list_needs_no_chromium(brillig, monkeypatch):
    monkeypatch.setenv("BRILLIG_CHROMIUM", "/nowhere/chromium")
    assert brillig("print", "gold-mine", "--list").out == "54 cards, 63 by 88 mm\n80 cubes, counters of 15 by 15 mm\n"
    assert brillig("print", "jacks", "--list").out.splitlines()[-1] == "1 die, not printed"


def test_a_box_by_any_name(brillig):
    for name in ("Green Box of Games", "green-box-of-games"):
        assert brillig("print", name, "--list").out.splitlines()[-1] == "2 dice, not printed"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["jabberwoky"], "There is no game or box 'jabberwoky'. Did you mean jabberwocky?"),
        (["othellino", "--paper", "a3"], "There is no paper 'a3'; there are a4 and letter."),
        (["othellino", "--backs", "left"], "Paper is turned over its long or its short edge"),
        (["othellino", "--ink", "gold"], "There is no ink 'gold'; there are colour and black."),
        (["othellino", "--out", "/nowhere/at/all.pdf"], "name a file in a folder that exists"),
        (["./nowhere"], "There is no game"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(brillig, args, said):
    shown = brillig("print", *args)
    assert shown.code == 2
    assert said in " ".join(shown.err.split())
    assert "Traceback" not in shown.err


def test_without_chromium_it_says_what_to_do(brillig, monkeypatch, tmp_path):
    monkeypatch.delenv("BRILLIG_CHROMIUM", raising=False)
    monkeypatch.setattr(pdf, "NAMES", ())
    monkeypatch.setattr(pdf, "ELSEWHERE", ())
    shown = brillig("print", "othellino", "--out", str(tmp_path / "x.pdf"))
    assert shown.code == 2
    assert "There is no Chromium here: install Chromium or Chrome" in shown.err
    assert "/print/GAME from any browser" in " ".join(shown.err.split())
    assert not list(tmp_path.iterdir())


def test_a_chromium_that_fails_leaves_nothing_behind(brillig, monkeypatch, tmp_path):
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setenv("BRILLIG_CHROMIUM", str(broken))
    shown = brillig("print", "othellino", "--out", str(tmp_path / "x.pdf"))
    assert shown.code == 2
    assert "could not print the page" in shown.err
    assert not (tmp_path / "x.pdf").exists()
