"""The eleven points of the conformance suite. Each returns a few words on what it looked at, or raises Failed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from brillig.core import SPECTATOR, BadGame, BrilligError, Game, IllegalChoice, Table
from brillig.core.screen.looks import check_faces
from brillig.paper import contents
from brillig.paper.quick import HEADING, has_quick_reference, quick_faults
from brillig.paper.sheets import PAPERS, sheets
from brillig.positions import diagrams
from brillig.positions.drive import carry_out
from brillig.positions.lessons import has_lessons, lessons, minutes
from brillig.positions.walk import Walk, variants
from brillig.testing import golden
from brillig.testing.absurd import never_absurd
from brillig.testing.gestures import begun_wrongly
from brillig.testing.lesson_coverage import untaught
from brillig.testing.plan import CheckPlan, Failed, everyone, fail, positions
from brillig.testing.secrets import keeps_secrets

LONGEST_LABEL = 80
ALL_QUESTIONS = 20  # every position is compared by its bytes, every twentieth by all that a table answers


# ---- 1 -------------------------------------------------------------------------------------------------------------


def ends(game: Game, plan: CheckPlan) -> str:
    plan.finish(game, variants(game)[0], 0, "plain")  # a slip shows best in Python's own words
    total, longest = 0, 0
    for v in variants(game):
        played = plan.played(game, v)
        endless = (played.lengths < 0).nonzero()[0]
        if len(endless):
            bound = game.bound(v.seats, v.options)
            last = plan.finish(game, v, int(endless[0]))
            stuck = len(last.chosen) <= bound and last.table.waiting()
            none = f"a waiting seat has no choice (is codes={game.codes} too small?)"
            what = none if stuck else f"not over after the declared bound of {bound} choices"
            fail(f"game {endless[0]}: {what}", last)
        total += plan.games
        longest = max(longest, int(played.lengths.max()))
    return f"{total:,} random games of {len(variants(game))} variants, the longest {longest} choices"


# ---- 2 -------------------------------------------------------------------------------------------------------------


def same_everywhere(game: Game, plan: CheckPlan) -> str:
    moves = 0
    for v, deal in plan.lines(game):
        other = game.new(v.seats, plan.seed, v.options, deal=deal, gear="plain", timed=True)
        line = None
        for line in plan.walk(game, v, deal, "compiled"):
            if line.chosen:
                carry_out(other, line.chosen[-1])
            if bytes(line.table) != bytes(other):
                fail(f"the plain and the compiled gear differ in {_difference(line.table, other)}", line)
            ply = len(line.chosen)
            if ply < ALL_QUESTIONS or ply % ALL_QUESTIONS == 0 or line.table.over:
                _compare(line, other)
            moves += 1
        assert line is not None
        table = game.new(v.seats, plan.seed, v.options, deal=deal, gear="compiled", timed=True)
        for step in line.chosen:
            carry_out(table, step)
        if bytes(table) != bytes(line.table):
            fail("the same seed and choices gave another position", line)
    return f"{moves:,} positions, byte for byte in both gears"


def _difference(a: Table, b: Table) -> str:
    fields = a.game.state.fields.items()
    spans = {name: slice(f.offset, f.offset + f.bytes) for name, f in fields}
    return ", ".join(name for name, span in spans.items() if a.raw[span] != b.raw[span]) or "padding"


def _compare(line: Walk, other: Table) -> None:
    table = line.table
    back = table.game.restore(bytes(table), gear="plain")
    asked: dict[str, Callable[[Table], Any]] = {
        "waiting": lambda t: t.waiting(),
        "choices": lambda t: [t.codes(seat) for seat in range(t.seats)],
        "shortlist": lambda t: [t.shortlist(seat) for seat in range(t.seats)],
        "asides": lambda t: [t.asides(seat) for seat in range(t.seats)],
        "scores": lambda t: t.scores(),
        "ranks": lambda t: t.ranks(),
        "census": lambda t: t.census(),
        "hide": lambda t: [bytes(t.hidden(seat)) for seat in everyone(t)],
        "guess": lambda t: [bytes(t.guess(seat, seed=3)) for seat in everyone(t)],
        "due": lambda t: t.due(),
    }
    for name, ask in asked.items():
        compiled, plain, restored = ask(table), ask(other), ask(back)
        if compiled != plain:
            fail(f"{name}: {plain} in the plain gear, {compiled} in the compiled one", line)
        if restored != plain:
            fail(f"{name}: {plain} at the table, {restored} at a table restored from its bytes", line)


# ---- 3 -------------------------------------------------------------------------------------------------------------

NONSENSE: tuple[Any, ...] = (-1, -(2**40), 2**40, 2**70, True, None, "0", 1.5, [])


def refuses(game: Game, plan: CheckPlan) -> str:
    tried = 0
    dice = random.Random(plan.seed)
    kinds = {code for its in game.kinds.values() for code in its} if game.kinds else range(game.codes)
    for line in positions(game, plan):
        table = line.table
        before = bytes(table)
        for seat in range(table.seats):
            asides = table.asides(seat)
            allowed = {*table.codes(seat), *asides}
            if wrong := sorted(allowed.difference(kinds)):
                fail(f"seat {seat} may choose {wrong[0]}, which is of no kind; name it in KINDS", line)
            codes = range(game.codes) if game.codes <= 300 else dice.sample(range(game.codes), 300)
            for code in codes:
                reason = table.refusal(seat, code)
                if bool(reason) == (code in allowed):
                    fail(f"`choices` and `refuse` disagree on seat {seat}, code {code} ({reason or 'allowed'})", line)
                if reason and (not reason.endswith((".", "!", "?")) or "(reason" in reason):
                    fail(f"seat {seat}, code {code} is refused without a sentence in REFUSALS: {reason!r}", line)
                tried += 1
            for code in (
                *NONSENSE,
                game.codes,
                *dice.sample(sorted(set(codes) - allowed), min(3, len(set(codes) - allowed))),
            ):
                try:
                    table.play(seat, code)
                except IllegalChoice:
                    pass
                else:
                    fail(f"seat {seat} could play {code!r}", line)
            for code in asides:
                after = table.copy()
                after.play(seat, code)
                if after.waiting() != table.waiting():
                    fail(f"code {code} of seat {seat} is an aside, and yet it changes who is to decide", line)
        for seat in (SPECTATOR, table.seats, 10**6):
            try:
                table.play(seat, 0)
            except BrilligError:
                pass
            else:
                fail(f"seat {seat}, which does not exist, could play", line)
        if bytes(table) != before:
            fail("a refused choice changed the position", line)
    return f"{tried:,} codes tried, refused ones with a reason and no effect"


# ---- 5 -------------------------------------------------------------------------------------------------------------


def keeps_its_pieces(game: Game, plan: CheckPlan) -> str:
    if game.pieces == 0:
        return "no pieces to count"
    seen = 0
    for v, deal in plan.lines(game):
        first: list[int] | None = None
        for line in plan.walk(game, v, deal):
            now = line.table.census()
            if first is None:
                first = now
                if not any(first):
                    fail("the census finds no pieces at all", line)
            if now != first:
                k = next(k for k, (a, b) in enumerate(zip(first, now, strict=True)) if a != b)
                fail(f"piece {k}: {first[k]} at the start, {now[k]} now", line)
            seen += 1
    return f"{game.pieces} kinds of piece, {seen:,} positions"


# ---- 6 -------------------------------------------------------------------------------------------------------------


def shows_itself(game: Game, plan: CheckPlan) -> str:
    ways_seen, shown = 0, [line.table.copy() for line in positions(game, plan)]
    for line in positions(game, plan):
        table = line.table
        for seat in everyone(table):
            screen = table.screen(seat)
            check_faces(screen)
            ids = screen.ids()
            if len(set(ids)) < len(ids):
                fail(f"seat {seat}: two things on the screen are called {max(ids, key=ids.count)!r}", line)
            json.dumps(screen.to_dict())
            if not table.text(seat).strip():
                fail(f"seat {seat}: the table drawn in text is empty", line)
            if seat >= 0:
                ways_seen += _touchable(line, seat, set(ids))
            if seat >= 0 and seat in table.waiting():
                if not screen.prompt:
                    fail(f"seat {seat} is to decide and the screen has no prompt", line)
                if wrong := begun_wrongly(line.table, seat):
                    fail(f"seat {seat}, {wrong}", line)
    invisible = _invisible(game, shown)
    if invisible:
        raise Failed(f"public, but not on the screen: {', '.join(invisible)} (show it, or name it in Game(unseen=...))")
    return f"{ways_seen:,} choices labelled and touchable"


def _touchable(line: Walk, seat: int, ids: set[str]) -> int:
    game, view = line.table.game, line.table.view(seat)
    labels: dict[str, int] = {}
    ways: dict[tuple[str, ...], int] = {}
    for code in (*line.table.codes(seat), *line.table.asides(seat)):
        label = game.label(view, seat, code)
        way = tuple(game.touch(view, seat, code))
        if not label.strip() or len(label) > LONGEST_LABEL:
            fail(f"seat {seat}, code {code}: a label of 1 to {LONGEST_LABEL} letters is needed, not {label!r}", line)
        if label in labels:
            fail(f"seat {seat}: codes {labels[label]} and {code} have the same label {label!r}", line)
        if missing := [t for t in way if t not in ids]:
            fail(f"seat {seat}, code {code} is made by touching {missing[0]!r}, which is not on the screen", line)
        if way and way in ways:
            fail(f"seat {seat}: codes {ways[way]} and {code} are made by the same touches {way}", line)
        labels[label] = ways[way] = code
        other = tuple(game.also(view, seat, code)) if game.also else ()
        if missing := [t for t in other if t not in ids]:
            fail(f"seat {seat}, code {code} can also be made by touching {missing[0]!r}, which is not there", line)
        if other and other in ways:
            fail(f"seat {seat}: codes {ways[other]} and {code} are made by the same touches {other}", line)
        if other:
            ways[other] = code
    for way, code in ways.items():
        for longer in ways:
            if way and len(longer) > len(way) and longer[: len(way)] == way:
                fail(f"seat {seat}: touching {way} makes code {code}, so {longer} can never be finished", line)
    return len(labels)


def _invisible(game: Game, tables: list[Table]) -> list[str]:
    """Fields that can take another position's value without anyone's screen changing."""
    found = []
    dice = random.Random(5)
    alike: dict[str, list[Table]] = {}  # only positions of the same variant can lend each other a value
    for table in tables:
        alike.setdefault(f"{table.seats} {table.options}", []).append(table)
    variants_met = list(alike.values())
    for name, f in game.state.fields.items():
        if name in ("rng", "now", "seats", *game.options, *game.unseen):
            continue
        span = slice(f.offset, f.offset + f.bytes)
        tried = changed = 0
        for _ in range(300):
            same = dice.choice(variants_met)
            a, b = dice.choice(same), dice.choice(same)
            for seat in everyone(a):
                mine, theirs = a.hidden(seat), b.hidden(seat)
                if mine.raw[span] == theirs.raw[span]:
                    continue
                before = game.screen(mine.plain, seat)
                mine.raw[span] = theirs.raw[span]
                tried += 1
                try:
                    changed += game.screen(mine.plain, seat) != before
                except Exception:
                    changed += 1  # it was read, and did not fit with the rest: it matters to the screen
            if changed:
                break
        if tried and not changed:
            found.append(name)
    return found


# ---- 7 -------------------------------------------------------------------------------------------------------------


def ranks_rightly(game: Game, plan: CheckPlan) -> str:
    games = 0
    for v in variants(game):
        played = plan.played(game, v)
        for g in range(min(200, plan.games)):
            scores, ranks = played.scores[g].tolist(), played.ranks[g].tolist()
            again = f"game.playouts(1, seed={plan.seed}, seats={v.seats}, options={v.options}, first={g})"
            if sorted(ranks) != sorted(1 + sum(other < mine for other in ranks) for mine in ranks):
                raise Failed(f"ranks {ranks} are not places that ties share ({v})", again)
            for a in range(v.seats):
                for b in range(v.seats):
                    if scores[a] > scores[b] and ranks[a] > ranks[b]:
                        raise Failed(
                            f"seat {a} has more points than seat {b} and a worse place: {scores}, {ranks}", again
                        )
            games += 1
        line = plan.finish(game, v, 0)
        if not line.table.over:
            fail("nobody is to decide, but the game is not over", line)
        if any(not line.table.refusal(seat, code) for seat in range(v.seats) for code in range(min(game.codes, 300))):
            fail("a choice is still allowed after the end", line)
    return f"{games:,} results"


# ---- 8 -------------------------------------------------------------------------------------------------------------


def golden_unchanged(game: Game, plan: CheckPlan) -> str:
    files = golden.files(game)
    if not files:
        raise Failed("there are no golden playthroughs", f"brillig check {_named(game)} --write-golden")
    for file in files:
        difference = golden.compare(game, file)
        if difference:
            raise Failed(
                f"golden/{file.name}, {difference}", f"brillig check {_named(game)} --write-golden, if it is meant"
            )
    return f"{len(files)} playthroughs unchanged"


# ---- 9 -------------------------------------------------------------------------------------------------------------


def teaches_itself(game: Game, plan: CheckPlan) -> str:
    if wrong := diagrams.faults(game):
        raise Failed(" ".join(wrong), str(game.folder / "rules.md"))
    if not has_lessons(game):
        return "there are no lessons: write lessons.md, see docs/add_a_game.md"
    try:
        missing = untaught(game)
    except BadGame as why:
        missing = [str(why)]
    if missing:
        raise Failed(" ".join(missing), f"brillig learn {_named(game)}")
    return f"{len(lessons(game))} steps, {minutes(lessons(game)):.1f} minutes"


# ---- 10 ------------------------------------------------------------------------------------------------------------


def can_be_printed(game: Game, plan: CheckPlan) -> str:
    try:
        things = contents.of_game(game).things
        pages = {paper.title: len(sheets(things, paper, "none")) for paper in PAPERS.values()}
    except BrilligError as why:
        raise Failed(str(why), f"brillig print {_named(game)} --list") from why
    laid = ", ".join(f"{n} sheet{'s' * (n != 1)} of {paper}" for paper, n in pages.items())
    if not has_quick_reference(game):
        return f"{laid}; there is no quick reference: write ## {HEADING} into rules.md, see docs/add_a_game.md"
    if faults := quick_faults(game):
        raise Failed(" ".join(faults), str(game.folder / "rules.md"))
    return laid


def _named(game: Game) -> str:
    """How to name it on the command line: a game from a folder by its path."""
    return str(game.folder) if game.module.startswith("brillig_games.") else game.slug


Prove = Callable[[Game, CheckPlan], str]
POINTS: dict[str, Prove] = {
    "every game ends within its bound": ends,
    "the same bits every time and in every gear": same_everywhere,
    "what is not allowed is refused and changes nothing": refuses,
    "nobody sees or guesses what they may not know": keeps_secrets,
    "no piece appears or vanishes": keeps_its_pieces,
    "every choice can be read and touched": shows_itself,
    "places follow points": ranks_rightly,
    "the golden playthroughs are unchanged": golden_unchanged,
    "the lessons teach what there is to decide": teaches_itself,
    "the rules in brief are brief, and the pieces fit on paper": can_be_printed,
    "no level of the bots chooses what is worse in every guess": never_absurd,
}
