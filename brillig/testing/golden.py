"""Golden playthroughs: whole games in plain text, kept beside a game: a change of rules or screen is a diff."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

from brillig.core import BrilligError, Game, Table
from brillig.core.faults import THE_TABLE, Step, way_to
from brillig.positions.drive import carry_out
from brillig.positions.walk import Variant, variants, walk

EVERY = 12  # choices between two drawings of the table
MOST_FILES = 4
MOST_CHOICES = 200  # of a game; a longer one is told so far
MOST_BYTES = 1 << 20


def files(game: Game) -> list[Path]:
    return sorted((game.folder / "golden").glob("*.txt"))


def write(game: Game) -> list[Path]:
    """Write playthroughs of a few variants, as different from each other as they come."""
    folder = game.folder / "golden"
    folder.mkdir(exist_ok=True)
    for old in files(game):
        old.unlink()
    them = variants(game)
    count = min(MOST_FILES, max(2, len(them)))
    for k in range(count):
        variant = them[k * (len(them) - 1) // (count - 1)]
        chosen = []
        for line in walk(game, variant, k, 0, "plain"):
            chosen = line.chosen
            if len(chosen) == MOST_CHOICES:
                break
        (folder / f"game-{k + 1}.txt").write_text(tell(game, variant, k, chosen), encoding="utf-8")
    return files(game)


def compare(game: Game, file: Path) -> str:
    """Play the file's choices again; empty, or where the two part."""
    if file.stat().st_size > MOST_BYTES:
        return f"larger than {MOST_BYTES} bytes"
    old = file.read_text(encoding="utf-8")
    try:
        lines = old.splitlines()
        head = json.loads(lines[0])
        variant, seed = Variant(head["seats"], head["options"]), head["seed"]
        chosen = [tuple(step) for step in head["chosen"]]
        new = tell(game, variant, seed, chosen)
    except (ValueError, KeyError, IndexError, TypeError) as why:
        return f"cannot be read: {why}"
    except BrilligError as why:
        return f"cannot be played again: {why}"
    for number, (a, b) in enumerate(zip(lines, new.splitlines(), strict=False), 1):
        if a != b:
            return f"line {number}: was {a!r}, is {b!r}"
    return "" if old == new else next(iter(difflib.unified_diff(lines, new.splitlines(), lineterm="")), "other length")


def tell(game: Game, variant: Variant, seed: int, chosen: list[Step]) -> str:
    """The playthrough as text: its first line is all that is needed to play it again."""
    head = {"seats": variant.seats, "options": variant.options, "seed": seed, "chosen": chosen}
    lines = [json.dumps(head), "", f"{game.title}: {variant}", ""]
    table = game.new(variant.seats, seed, variant.options, gear="plain", timed=True)
    lines += _drawing(table)
    for ply, step in enumerate(chosen, 1):
        before, made = table.view(-1), _words(table, step)
        carry_out(table, step)
        lines.append(f"{ply}. {made}")
        if game.tell:
            with way_to(table):
                lines += [f"   {sentence}" for sentence in game.tell(before, table.view(-1), -1)]
        if ply % EVERY == 0 and ply < len(chosen):
            lines += _drawing(table)
    lines += [*_drawing(table), f"scores {table.scores()}  ranks {table.ranks()}  over {table.over}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _words(table: Table, step: Step) -> str:
    """'seat 2 of 5: c4': who, of how many choices, which."""
    seat, code = step[:2]
    if seat == THE_TABLE:
        return "the table"
    offered = {c.code: c.label for c in table.choices(seat)}
    return f"seat {seat + 1} of {len(offered)}: {offered.get(code, '?')}"


def _drawing(table: Table) -> list[str]:
    return ["", *(f"    {line}" for line in table.text().splitlines()), ""]
