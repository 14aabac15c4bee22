"""The small parts: limits, wording, cookies, figures, logs."""

from __future__ import annotations

import json
import logging
from types import SimpleNamespace

import pytest

import brillig
from brillig.core import BadOption
from brillig.match import Match
from brillig.web import identity
from brillig.web.config import Config
from brillig.web.limits import MOST_BUCKETS, RATES, Bucket, Limits, Rate
from brillig.web.logs import Human, JsonLines
from brillig.web.metrics import Metrics
from brillig.web.pages.strip_comments import lean
from brillig.web.refusals import Refused
from brillig.web.sanitise import clean, nickname
from brillig.web.table.bot_players import BotPlayers, seed_of
from brillig.web.table.live_match import LiveMatch
from brillig.web.table.seat_view import NULL


def test_a_bucket_fills_by_itself():
    bucket = Bucket(Rate(2, 3), 0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(499)
    assert bucket.take(500)
    assert not bucket.take(500)
    assert [bucket.take(1_000_000) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(0)  # a clock that goes back gives nothing


def test_limits_are_counted_apart_and_do_not_grow():
    limits = Limits(lambda: 0)
    most = RATES["talk of a session"].at_once
    assert [limits.allow("talk of a session", "a") for _ in range(most + 1)] == [True] * most + [False]
    assert limits.allow("talk of a session", "b")
    for k in range(MOST_BUCKETS + 10):
        limits.allow("talk of a session", k)
    assert len(limits.buckets) == MOST_BUCKETS
    assert all(Limits(lambda: 0, factor=0).allow("talk of a session", 1) for _ in range(1000))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann   B. ", "Ann B."),
        ("a\tb\nc\rd", "a b c d"),
        ("\u202eabc\u2066d\u200be\ufefff", "abcdef"),
        ("e\u0301", "\u00e9"),
        ("x" * 100, "x" * 24),
        ("日本語", "日本語"),
        ("\ud800", ""),
    ],
)
def test_words_are_cleaned(given, shown):
    assert clean(given, 24) == shown


@pytest.mark.parametrize("given", ["", "   ", "\u200b", "\u0301", "\x00\x1b"])
def test_names_that_are_none(given):
    with pytest.raises(Refused):
        nickname(given)


def test_cookies():
    value = identity.token(lambda n: bytes(n))
    header = identity.set_cookie(value, secure=True)
    assert header.startswith(f"brillig={value};")
    assert {"HttpOnly", "SameSite=Lax", "Secure"} <= set(header.split("; "))
    for cookie in (f"brillig={value}", f"a=b; brillig={value}", f"brillig={value}; c=d"):
        assert identity.cookie({"cookie": cookie})
    for cookie in ("", "brillig=", "brillig=short", f"xbrillig={value}", f"brillig={value}x"):
        assert not identity.cookie({"cookie": cookie})


def test_figures():
    metrics = Metrics()
    metrics.moves = 3
    metrics.refused["stale"] += 2
    for seconds in (0.0001, 0.003, 99):
        metrics.commits.observe(seconds)
    lines = metrics.render(sockets=4, rooms=2, matches=1).splitlines()
    assert "brillig_moves_total 3" in lines
    assert "brillig_sockets 4" in lines
    assert 'brillig_refusals_total{code="stale"} 2' in lines
    assert 'brillig_commit_seconds_bucket{le="0.0005"} 1' in lines
    assert 'brillig_commit_seconds_bucket{le="0.005"} 2' in lines
    assert 'brillig_commit_seconds_bucket{le="+Inf"} 3' in lines
    assert "brillig_commit_seconds_count 3" in lines
    named = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    assert all(line.startswith("#") or any(line.startswith(name) for name in named) for line in lines)


def test_logs_are_one_line_each():
    record = logging.makeLogRecord({"msg": "something\nhappened", "levelname": "INFO", "table": "a\nb"})
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line)["table"] == "a\nb"
    assert "something" in Human().format(record)


def test_bots_have_seeds_of_their_own():
    secret = bytes(32)
    seeds = {seed_of(secret, ply, seat) for ply in range(20) for seat in range(4)}
    assert len(seeds) == 80
    assert seed_of(secret, 3, 1) == seed_of(secret, 3, 1)
    assert all(0 <= seed < 1 << 64 for seed in seeds)


def test_a_bot_at_a_table_has_one_form_for_a_match():
    """Times for the same chance differ by a factor that belongs to the match and the seat."""
    game = brillig.load("speed")
    view = game.new(2, seed=1, gear="plain").settle()

    class AtATable(SimpleNamespace):  # to which players may refer without keeping it
        pass

    def times(secret, seat):
        room = AtATable(document=SimpleNamespace(secret=bytes([secret] * 32)))
        players = BotPlayers(room)
        bot = SimpleNamespace(reaction=100_000, glance=0, form=30)
        return [players._reaction(bot, view, seat, seed) for seed in (0, 500_000, 999_999)]

    ratios = [a / b for a, b in zip(times(1, 0), times(2, 0), strict=True)]
    assert ratios == pytest.approx([ratios[0]] * 3, rel=1e-3)
    assert abs(ratios[0] - 1) > 0.01
    assert times(1, 0) == times(1, 0) != times(1, 1)


@pytest.mark.parametrize(
    "more", [{"port": 70_000}, {"public_url": "ftp://x"}, {"public_url": "https://x/y"}, {"log": "x"}]
)
def test_configurations_that_make_no_sense(more):
    with pytest.raises(BadOption):
        Config(**more).checked()


def test_scripts_lose_their_comments_and_nothing_else(tmp_path):
    script = tmp_path / "a.js"
    script.write_text(
        "/** What it is. */\n"
        "const a = /** @type {number} */ (b); // why\n"
        "  // a line of its own\n"
        'const url = "http://here", say = "no; // comment";\n'
        'const t = `x, // "kept"`;\n'
    )
    kept = 'const a = (b);\nconst url = "http://here", say = "no; // comment";\nconst t = `x, // "kept"`;\n'
    assert lean(script, 0).decode() == kept


def test_a_view_that_was_put_away_is_made_again_but_nothing_that_is_not_safe():
    live = LiveMatch(Match.start(brillig.load("othellino"), 2))
    seat = live.match.waits[0]
    view = live.views[seat]
    view.publish(NULL, None, False, NULL)
    shown = view.message(0)
    view.put_away()
    assert not view.text
    assert view.message(0) == shown
    view.put_away()
    live.choose(seat, live.match.table.codes(seat)[0], at=1)  # and the store has not got it yet
    assert view.message(0) is None
    view.publish(NULL, None, False, NULL)
    assert view.message(0) not in (None, shown)
