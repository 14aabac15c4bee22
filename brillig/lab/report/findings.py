"""Findings: what the figures mean, in words, with warnings to a designer; and all of it as plain data.

What is reported is the same for the same plan.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence

from brillig.core import Game
from brillig.lab.report.sweep import effects
from brillig.lab.simulation.choice_kinds import THE_REST, nameless
from brillig.lab.simulation.folder import signature
from brillig.lab.simulation.plan import SEATS, Plan
from brillig.lab.simulation.tally import Tally
from brillig.lab.statistics.figures import (
    Figures,
    between,
    chance_of_being_fair,
    exactly,
    figures,
    many,
    number,
    percent,
    rounded,
    share,
)

# A share of wins this far from a fair one is noticed: hardly, slightly, clearly. Beyond: strongly.
TINY, SLIGHT, CLEAR = 0.02, 0.05, 0.10
UNSURE = 0.05  # an interval wider than this to either side says little
SURELY_UNFAIR = 0.001  # chance of being fair, below which it is not
OFTEN_TIED = 0.15
OFTEN_FORCED = 0.30
DECIDED_EARLY = 0.5  # of a game
LEADER_HOLDS = 0.8  # the leader at half-time wins so often
ONE_IN_TWENTY = 0.05  # of the games drag on: they take twice as long as the middle one
HARDLY_MADE = 0.01  # of the times it is on offer
GOES_WITH_WINNING = 0.3  # a correlation
NO_POINTS = 0.25  # of the seats end without any
FEW = 400  # games: an interval of a share is then about 5 points to either side
MOST_ALIKE = 3  # variants with the same trouble that are all named
AT_ONCE = "Seats choose at once when the game begins, so there is no first player."
ALIKE = "The seats are alike"
MOST_WARNINGS = 24
MOST_COMPARED = 6  # variants whose seats get a sentence each at the top
ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


# ---- words for seats and variants ------------------------------------------------------------------------------------


def order(place: int) -> str:
    return ORDER[place] if place < len(ORDER) else f"{place + 1}th"


def whose(f: Figures) -> str:
    """'Games with 4 players'"""
    return f"Games with {f['label']}" if f["label"] else f"Games with {many(f['seats'], 'player')}"


# ---- verdicts ------------------------------------------------------------------------------------------------------


def on_seats(f: Figures) -> str:
    """The verdict on first-player advantage; empty in a game that is played for points."""
    if f["for_points"]:
        return ""
    if len(set(f["bots"])) > 1:
        return "The seats are played by different bots, so their shares compare the bots, not the seats."
    if f["opener"] == "nobody":
        return f"{AT_ONCE} {_among_seats(f)}"
    verdict = first_player(f["wins_by_order"], f["games"] - f["unfinished"])
    return f"{verdict} {_among_seats(f, True)}".strip() if f["opener"] == "varies" else verdict


def first_player(shares: list[Figures], games: int) -> str:
    """Is it good or bad to go first?"""
    first, fair = shares[0], 1 / len(shares)
    edge = first["share"] - fair
    plain = f"Who goes first wins {exactly(first['share'])} of the games ({between(first)})"
    if first["low"] <= fair <= first["high"]:
        room = max(fair - first["low"], first["high"] - fair)
        if room > UNSURE:
            verdict = f"{plain}. These are too few games to tell whether that is an advantage."
        elif room > TINY:
            verdict = f"{plain}: no advantage can be seen, and it could be {100 * room:.0f} points at most."
        else:
            verdict = (
                f"Going first is neither good nor bad: it wins {exactly(first['share'])} of the games, "
                f"and {exactly(fair)} would be fair."
            )
    else:
        kind = "advantage" if edge > 0 else "disadvantage"
        verdict = f"{plain}, where {exactly(fair)} would be fair: {_size(abs(edge))} first-player {kind}."
    best = max(range(len(shares)), key=lambda k: shares[k]["share"])
    worst = min(range(len(shares)), key=lambda k: shares[k]["share"])
    for place, edge_there in ((best, "best"), (worst, "worst")):
        off = shares[place]["share"] - fair
        if place and len(shares) > 2 and abs(off) > max(TINY, abs(edge)) and not _holds(shares[place], fair):
            verdict += f" It is {edge_there} to go {order(place)}: {exactly(shares[place]['share'])}."
    return verdict


def on_all_seats(variants: Sequence[Figures]) -> list[str]:
    """The verdicts on the seats of several variants; what is the same for all is said once."""
    said = [on_seats(f) for f in variants]
    if all(ALIKE in sentence for sentence in said):
        return [f"{AT_ONCE} {ALIKE} in every variant."]
    return [f"{f['label'][0].upper()}{f['label'][1:]}: {sentence}" for f, sentence in zip(variants, said, strict=True)]


def _among_seats(f: Figures, only_if_unfair: bool = False) -> str:
    games, shares = f["games"] - f["unfinished"], f["wins"]
    fair = 1 / len(shares)
    if (
        chance_of_being_fair(shares, games * f["worth"]) < SURELY_UNFAIR
        and max(abs(w["share"] - fair) for w in shares) > TINY / 2
    ):
        best = max(range(len(shares)), key=lambda k: shares[k]["share"])
        wins = f"seat {best + 1} wins {exactly(shares[best]['share'])} ({between(shares[best])})"
        return f"But the seats are not alike: {wins}, where {exactly(fair)} would be fair."
    if only_if_unfair:
        return ""
    if max(w["high"] - w["low"] for w in shares) / 2 > UNSURE:
        return "These are too few games to tell whether the seats are alike."
    return f"{ALIKE}: each wins about {percent(fair)} of the games."


def _holds(f: Figures, fair: float) -> bool:
    return bool(f["low"] <= fair <= f["high"])


def _size(edge: float) -> str:
    return "a tiny" if edge < TINY else "a slight" if edge < SLIGHT else "a clear" if edge < CLEAR else "a strong"


def on_length(f: Figures) -> str:
    low, _, middle, _, high = f["length"]["quantiles"]
    together = ", all seats together" if f["seats"] > 1 else ""
    if low == high:
        return f"Nearly every game takes {many(middle, 'choice')}{together}."
    return (
        f"A game takes {number(f['length']['mean'])} choices{together}; "
        f"nine in ten take {number(low)} to {number(high)}."
    )


def on_points(f: Figures) -> str:
    low, *_, high = f["score"]["quantiles"]
    who = "game" if f["seats"] == 1 else "seat"
    return f"A {who} ends with {number(f['score']['mean'])} points; nine in ten have {number(low)} to {number(high)}."


def on_different(f: Figures) -> str:
    """How many of the games of bots were different ones, where chance does not see to that."""
    if f["opening"] is None or f["different"] is None:
        return ""
    begun = (
        f"Hardly anything is left to chance in this game, so each began with {many(f['opening'], 'random choice')}; "
    )
    if f["different"] >= f["games"]:
        return begun + "no two games were the same."
    return (
        begun + f"{f['different']:,} of {f['games']:,} games were different, "
        f"and all intervals count them as {number(f['games'] * f['worth'])}."
    )


def on_ties(f: Figures) -> str:
    return (
        "No game ended in a tie."
        if f["tied"]["share"] == 0
        else f"{percent(f['tied']['share'])} of the games end in a tie for the first place."
    )


def on_choices(f: Figures) -> str:
    text = f"A decision has {number(f['branching']['mean'])} choices on average"
    forced = f["forced"]["share"]
    return text + (f", but {percent(forced)} of the decisions have only one." if forced else ", and never only one.")


def on_drama(f: Figures) -> str:
    drama = f.get("drama")
    if f["for_points"]:
        return ""
    if not drama:
        return "Points say nothing before the end of a game, so it cannot be said who leads."
    changes, half = drama["changes"]["mean"], drama["decided"]["quantiles"][2]
    return (
        f"The lead changes hands {many(changes, 'time')} a game. In half of the games, the winner leads for good "
        f"before {percent(half)} of the choices are made."
    )


def on_leader(f: Figures) -> str:
    """How much a lead is worth at half-time."""
    half = f["drama"]["leader_wins"][4]
    return f"Who leads alone at half-time wins {percent(half['share'])} of the games."


def on_kinds(f: Figures) -> str:
    """The kind of choice that goes together with winning the most."""
    telling = strongest(f)
    if not telling:
        return ""
    r = telling["correlation"]["r"]
    aim = "the points" if f["for_points"] else "winning"
    if abs(r) < 0.05:
        return f"No kind of choice goes together with {aim}."
    how = "strongly" if abs(r) >= GOES_WITH_WINNING else "a little" if abs(r) < 0.15 else "clearly"
    side = "with" if r > 0 else "against"
    goes = f"taking it when it is on offer goes {how} {side} {aim} (r = {r:+.2f})"
    return f"Of all kinds of choices, “{telling['name']}” tells most: {goes}."


def strongest(f: Figures) -> Figures | None:
    known = [k for k in f["kinds"] if k["correlation"]]
    return max(known, key=lambda k: abs(k["correlation"]["r"]), default=None)


def verdicts(f: Figures) -> list[str]:
    """A variant in a few sentences."""
    found = [
        on_seats(f),
        "" if f["for_points"] else on_ties(f),
        on_length(f),
        on_points(f),
        on_drama(f),
        on_choices(f),
    ]
    return [sentence for sentence in [*found, on_kinds(f), on_different(f)] if sentence]


# ---- warnings ------------------------------------------------------------------------------------------------------


def warnings(f: Figures) -> dict[str, str]:
    """What a designer should look at: a sentence for each sort of trouble."""
    found, who, telling = {}, whose(f), (f["games"] - f["unfinished"]) * f["worth"]
    these = who[0].lower() + who[1:]
    if f["unfinished"]:
        found["unfinished"] = (
            f"{f['unfinished']:,} of the {these} did not end within the declared bound; they are left out."
        )
    if f["games"] < FEW:
        were = "was" if f["games"] == 1 else "were"
        found["few"] = f"Only {many(f['games'], 'game')} {were} played: take all figures as rough."
    elif f["games"] * f["worth"] < FEW:
        found["few"] = f"Only {f['different']:,} of the {these} were different: take all figures as rough."
    if not f["for_points"]:
        found |= _about_winning(f, who, these)
    forced = f["forced"]["share"]
    if f["forced"]["low"] > OFTEN_FORCED:
        found["dead"] = f"In {these}, {percent(forced)} of the decisions are dead: there is only one choice."
    _, _, middle, _, long = f["length"]["quantiles"]
    if middle and share(f["dragging"] * telling, telling)["low"] > ONE_IN_TWENTY:
        found["long"] = (
            f"{who} can drag on: one in twenty takes {number(long)} choices or more, the middle one {number(middle)}."
        )
    none = sum(part for low, high, part in f["score"]["bins"] if low <= 0 < high and high - low == 1)
    if share(none * telling, telling)["low"] > NO_POINTS and f["score"]["most"] > 1 and f["score"]["least"] >= 0:
        found["no points"] = f"In {these}, {percent(none)} of the seats end without a point."
    for kind in f["kinds"]:
        if not _mirrored(f, kind) and (sentence := _about_kind(f, kind, these)):
            found[f"kind {kind['name']}"] = sentence
    return found


def gathered(variants: Sequence[Figures]) -> list[str]:
    """The warnings of all variants; what is wrong in many of them is said once."""
    found: dict[str, list[str]] = {}
    for f in variants:
        for sort, sentence in warnings(f).items():
            found.setdefault(sort, []).append(sentence)
    said = []
    for sentences in found.values():
        different = list(dict.fromkeys(sentences))  # what does not name its variant is the same in all
        if len(different) <= MOST_ALIKE:
            said += different
        else:
            said += [f"{sentences[0]} So or similar in {len(sentences) - 1} other variants."]
    return said


def _about_winning(f: Figures, who: str, these: str) -> dict[str, str]:
    found = {}
    if f["tied"]["low"] > OFTEN_TIED:
        found["ties"] = f"{who} end in a tie {percent(f['tied']['share'])} of the time."
    if len(set(f["bots"])) == 1 and f["opener"] != "nobody":
        first, fair = f["wins_by_order"][0], 1 / f["seats"]
        if first["low"] > fair + SLIGHT or first["high"] < fair - SLIGHT:
            wins = "wins" if first["share"] > fair else "wins only"
            found["first"] = (
                f"In {these}, who goes first {wins} {percent(first['share'])}; {percent(fair)} would be fair."
            )
    drama = f["drama"]
    if drama:
        half, leader = drama["decided"]["quantiles"][2], drama["leader_wins"][4]
        games = (f["games"] - f["unfinished"]) * f["worth"]
        if half < DECIDED_EARLY and share(drama["decided_by_half"] * games, games)["low"] > 0.5:
            found["early"] = (
                f"{who} are decided early: in half of them the winner leads for good "
                f"after {percent(half)} of the choices."
            )
        if leader["low"] > LEADER_HOLDS:
            found["leader"] = (
                f"A lead is hard to lose in {these}: who leads at half-time wins {percent(leader['share'])}."
            )
    return found


def _mirrored(f: Figures, kind: Figures) -> bool:
    """Of two kinds, one is what the other is not: what is said of the first need not be said again."""
    if len(f["kinds"]) != 2 or kind is f["kinds"][0]:
        return False
    one, two = (k["correlation"] for k in f["kinds"])
    return bool(one and two and abs(one["r"] + two["r"]) < 1e-3)


def _about_kind(f: Figures, kind: Figures, these: str) -> str:
    name = f"“{kind['name']}”"
    if kind["on_offer"] == 0:
        if kind["name"] == THE_REST or nameless(kind["name"]):
            return ""  # codes that have no name may be there only to be refused, or for other seats and options
        return f"The choice {name} never came up in {these}."
    made = share(kind["made"], kind["on_offer"], f["worth"])
    if made["high"] < HARDLY_MADE and set(f["bots"]) != {"random"}:
        return f"{name} is hardly ever chosen in {these}: {percent(kind['taken'])} of the times it is on offer."
    found = kind["correlation"] or {"r": 0.0, "low": 0.0, "high": 0.0}
    r = found["r"]
    if not f["for_points"] and (found["low"] > GOES_WITH_WINNING or found["high"] < -GOES_WITH_WINNING):
        often = "often" if r > 0 else "rarely"
        return (
            f"In {these}, those win who choose {name} more {often} than the others when they can (r = {r:+.2f}): "
            "is it a real choice?"
        )
    return ""


# ---- everything that is reported -----------------------------------------------------------------------------------


def summarise(plan: Plan, game: Game, tallies: list[Tally]) -> Figures:
    """The figures of every variant, what the options change, verdicts and warnings."""
    variants = [figures(plan, game, v, t) for v, t in zip(plan.variants, tallies, strict=True)]
    changes = effects(plan, variants, tallies) if plan.sweep else []
    said = verdicts(variants[0]) if len(variants) == 1 else [effect["words"] for effect in changes]
    if 1 < len(variants) <= MOST_COMPARED and not variants[0]["for_points"]:
        said += on_all_seats(variants)
    if len(variants) > 1:
        said += [f"{whose(f)}: {told}" for f in variants if (told := on_different(f)) and f["different"] < f["games"]]
    if plan.random:
        said.append("Every choice was made at random: the figures describe the rules, not good play.")
    found = gathered(variants)
    if len(found) > MOST_WARNINGS:
        found = [*found[:MOST_WARNINGS], f"And {len(found) - MOST_WARNINGS} more of this kind."]
    if len(variants) > 1:
        for f in variants:
            f["verdicts"] = [f"{whose(f)}: {sentence}" for sentence in verdicts(f)]
    return {
        "signature": signature(plan),
        "brillig": plan.version,
        "game": plan.slug,
        "title": game.title,
        "rules": plan.rules,
        "seed": plan.seed,
        "games": plan.games,
        "gpu": plan.gpu,
        "sweep": plan.sweep,
        "command": command(plan),
        "verdicts": said,
        "warnings": found,
        "effects": rounded(changes),
        "kept": [],  # replays, if there are any: see kept_games.py
        "variants": rounded(variants),
    }


def command(plan: Plan) -> str:
    """What to type to get the same numbers."""
    first = plan.variants[0]
    words = ["brillig", "simulate", plan.where or plan.slug, "--games", str(plan.games), "--seed", str(plan.seed)]
    if SEATS not in plan.sweep:
        words += ["--seats", str(first.seats)]
    alike = len(set(first.bots)) == 1
    words += ["--bots", first.bots[0] if alike else ",".join(first.bots)]
    for name, value in first.options.items():
        if name not in plan.sweep:
            words += ["--option", f"{name}={value}"]
    for name, values in plan.sweep.items():
        words += ["--sweep", f"{name}={','.join(map(str, values))}"]
    return shlex.join([*words, *["--gpu"] * plan.gpu])


def as_json(summary: Figures) -> str:
    return json.dumps(summary, indent=1, ensure_ascii=False)
