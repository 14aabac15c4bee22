"""Every attack we know of against a server as it comes: python -m tests.attack.attack [CASE ...] [--seconds S] [--json]

Bounded, and only against servers that it starts itself on 127.0.0.1. The attacker has one address, honest players another.
A case holds if the honest players' p99 is at most three times that before, an easy bot answers them in 3 seconds, no
line of theirs breaks, and all is well by itself afterwards; or, where nobody is to be disturbed, if no lie is believed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable

from tests.attack import floods, lies, more
from tests.attack.stage import Feeling, Outcome

CASES: dict[str, tuple[str, Callable[..., Awaitable[Outcome]]]] = {
    "1": ("8 MB of tiny frames on a socket", floods.frames),
    "2": ("1,100 half-open connections", floods.slow_headers),
    "2b": ("readers that do not read", floods.slow_readers),
    "2c": ("requests in tiny pieces", floods.tiny_pieces),
    "3": ("115 tables of experts", floods.thinking),
    "4": ("2,000 tables with clocks", floods.clocks),
    "5": ("the database file changes", lies.database),
    "6": ("a flood of listed tables", lies.lobby),
    "7": ("false origins and hosts", lies.headers),
    "8": ("ids used again", lies.ids),
    "9a": ("names that deceive", lies.names),
    "9b": ("what closed sockets leave", lies.leftovers),
    "9c": ("first page, backup, description", lies.small_things),
    "10": ("kill -9 and serve again", lies.starts),
    "11": ("requests as fast as it goes", floods.requests),
    "12": ("sockets as fast as it goes", floods.sockets),
    "13": ("scripts in names and talk", more.scripts),
    "14": ("sizes of secret deals", more.sizes),
    "14b": ("how long bots take", more.answers),
    "15": ("kill -9 while clocks run", more.clocks_and_faults),
    "16": ("little memory, much talk", more.little_memory),
    "17": ("50,000 tables", more.many_tables),
    "18": ("replays and paths of strangers", more.replays),
}


def row(number: str, title: str, outcome: Outcome) -> str:
    spent = outcome.spent
    cost = f"{spent.connections} conn., {spent.bytes / 1e6:.1f} MB, {spent.seconds:.0f} s"
    back = f"{outcome.back:.0f} s" if outcome.back is not None else "no" if outcome.before else ""
    felt = (told(outcome.before), told(outcome.during))
    return f"| {number} | {title} | {cost} | {felt[0]} | {felt[1]} | {back} | {'yes' if outcome.held else 'NO'} | {outcome.note} |"


def told(feeling: Feeling | None) -> str:
    if feeling is None:
        return ""
    ack, bot, page = feeling.ack, feeling.bot, feeling.page
    broken = f", {feeling.broken} broken" if feeling.broken else ""
    return f"{ack.n} acks {1000 * ack.p50:.0f}/{1000 * ack.p99:.0f} ms, bot {bot.p50:.1f}/{bot.p99:.1f} s, page {page.p50:.2f}/{page.p99:.2f} s{broken}"


async def main(wanted: list[str], seconds: float, as_json: bool) -> int:
    rows, found = [], {}
    for number, (title, case) in CASES.items():
        if wanted and number not in wanted:
            continue
        print(f"{number}: {title} ...", file=sys.stderr, flush=True)
        try:
            outcome = await (case(seconds) if case.__module__ == floods.__name__ else case())
        except Exception as why:  # one that cannot be tried does not hide the others
            outcome = Outcome(False, f"could not be tried: {type(why).__name__}: {str(why)[:200]}")
        rows.append(row(number, title, outcome))
        print(rows[-1], file=sys.stderr, flush=True)
        found[number] = outcome.held
    if as_json:
        print(json.dumps(found))
    else:
        print("| case | attack | spent | felt before (p50/p99) | felt during | back | held | what was seen |")
        print("|---|---|---|---|---|---|---|---|")
        print("\n".join(rows))
    return 0 if all(found.values()) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("case", nargs="*", help="the numbers of some cases; all if none is given")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long honest players are watched")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.case, given.seconds, given.json)))
