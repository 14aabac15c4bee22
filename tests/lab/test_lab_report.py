"""The report: whole, valid, and without anything from outside."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from brillig.lab.report import plots
from brillig.lab.report.findings import summarise
from brillig.lab.report.page import report
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.simulate import Threads, start

from .conftest import GAMES, load

VOID = {"meta", "br", "img", "link", "input"}


class Strict(HTMLParser):
    """Every tag is closed, in order; all text and attributes are kept."""

    def __init__(self, page):
        super().__init__()
        self.open, self.seen, self.words, self.links = [], [], [], []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.links += [(k, v) for k, v in attrs if k in ("src", "href", "srcset", "action", "data", "style")]
        assert all(not k.startswith("on") for k, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)
        assert "svg" in self.open

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def page_of(game, **plan):
    run = start(make_plan(game, **plan))
    run.go(Threads(run.lab, 2, False))
    summary = summarise(run.plan, game, run.tallies)
    return report(summary), summary


@pytest.mark.parametrize(
    ("name", "plan"),
    [
        *((name, {"seats": seats}) for name, seats in GAMES.items()),
        ("gold-mine", {"sweep": {"seats": [2, 3], "reshuffle": ["no", "yes"]}}),
    ],
)
def test_a_report_is_valid_and_stands_alone(name, plan):
    page, summary = page_of(load(name), games=300, **plan)
    parsed = Strict(page)
    assert parsed.links == []
    assert not {"script", "link", "img", "iframe"} & set(parsed.seen)
    assert not re.search(r"https?://|url\(|@import|<script", page)
    assert {"html", "head", "body", "main", "h1", "svg", "table", "footer"} <= set(parsed.seen)
    assert page.startswith("<!doctype html>")
    assert parsed.seen.count("h1") == 1
    text = " ".join(parsed.words)
    for sentence in (*summary["verdicts"], *summary["warnings"]):
        assert sentence in text
    assert summary["signature"] in text
    assert summary["rules"] in text
    assert f"--seed {summary['seed']}" in text
    assert "prefers-color-scheme: dark" in page
    assert "nan" not in text.lower().split()


def test_every_plot_is_sound_and_says_what_it_shows(gold_mine):
    page, _ = page_of(gold_mine, seats=4, games=500)
    plots = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(plots) >= 8
    for plot in plots:
        root = ET.fromstring(plot)
        assert root.get("role") == "img"
        assert len(root.get("aria-label")) > 20
        _, _, width, height = map(float, root.get("viewBox").split())
        for part in root.iter():
            for key in ("x", "x1", "x2", "cx", "y", "y1", "y2", "cy", "width", "height"):
                if part.get(key) is not None:
                    value = float(part.get(key))
                    assert -1 <= value <= max(width, height) + 1, (key, value, plot)


def test_words_of_a_game_cannot_break_out(coin):
    page, _ = page_of(coin, games=300)
    assert "turn it &lt;over&gt;" in page
    assert "<over>" not in page
    assert "Coin &amp; Co" in page


def test_the_same_plan_gives_the_same_page(gold_mine):
    one, two = (page_of(gold_mine, seats=3, games=400)[0] for _ in range(2))
    assert one == two


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 0.03), (-3, 17), (0, 1e6), (5, 5), (0.431, 0.449), (-0.2, 0.2)])
def test_ticks_are_round_and_cover(low, high):
    ticks = plots.ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 2 <= len(ticks) <= 8
    steps = {round(b - a, 9) for a, b in pairwise(ticks)}
    assert len(steps) == 1
