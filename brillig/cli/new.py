"""brillig new: a game's folder to start from."""

from __future__ import annotations

import keyword
import os
import re
import shutil
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brillig import catalogue
from brillig.cli.console import clean, console, examples
from brillig.core import BrilligError
from brillig.testing import golden

SCAFFOLD = Path(__file__).parent / "scaffold"
SUFFIX = ".txt"  # so that tools leave the templates alone: they are not code yet
LONGEST = 30
EXAMPLES = examples(
    "brillig new snail-race  # makes ./snail_race",
    "brillig new snail-race --folder games  # makes games/snail_race",
)


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called: letters, digits and hyphens.")],
    folder: Annotated[Path, typer.Option(help="Where to put the game's folder.")] = Path(),
) -> None:
    """Start a game of your own.

    Makes a folder with a small complete game that passes every check. It is
    there to be changed; what to change first is printed when it is made.
    """
    package = package_name(name)
    slug = package.replace("_", "-")
    if slug in catalogue.slugs():
        raise BrilligError(f"There is a game {slug} in the catalogue already; choose another name.")
    home = scaffold(package, folder)
    _say_what_next(package, home)


def package_name(name: str) -> str:
    """'Snail Race', 'snail-race' and 'snail_race' as a folder's name: snail_race."""
    word = re.sub(r"[ _-]+", "_", name.strip().lower())
    if not re.fullmatch(r"[a-z][a-z0-9_]*[a-z0-9]", word) or len(word) > LONGEST or keyword.iskeyword(word):
        raise BrilligError(
            f"A game's name is 2 to {LONGEST} letters and digits, with a letter first and - or _ between words, "
            f"and no word of Python; {clean(name, 40)!r} is not."
        )
    return word


def scaffold(package: str, folder: Path) -> Path:
    """Write the game's folder, all of it or nothing."""
    home = folder / package
    if folder.exists() and not folder.is_dir():
        raise BrilligError(f"{clean(folder)} is not a folder; choose another --folder.")
    if os.path.lexists(home):
        raise BrilligError(f"{clean(home)} exists already; choose another name or another --folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        home.mkdir()
    except OSError as why:
        raise _cannot_write(home, why) from why
    try:
        for template in sorted(SCAFFOLD.glob(f"*{SUFFIX}")):
            text = fill(template.read_text(encoding="utf-8"), package)
            (home / fill(template.name.removesuffix(SUFFIX), package)).write_text(text, encoding="utf-8")
        (home / "__init__.py").touch()
        golden.write(catalogue.load(str(home.resolve())))
    except BaseException as why:
        shutil.rmtree(home, ignore_errors=True)
        if isinstance(why, OSError):
            raise _cannot_write(home, why) from why
        raise
    return home


def fill(template: str, package: str) -> str:
    """A template with the game's name and title in it."""
    title = package.replace("_", " ").title()
    return template.replace("NAME", package).replace("TITLE", title)


def _cannot_write(home: Path, why: OSError) -> BrilligError:
    return BrilligError(f"{clean(home)} cannot be written: {why.strerror or why}.")


def _say_what_next(package: str, home: Path) -> None:
    out = console()
    path = str(home) if os.sep in str(home) else os.path.join(".", home)  # without a separator it would be a slug
    steps = (
        ("Play it", f"brillig play {path}"),
        ("Check it", f"brillig check {path} --quick"),
        ("Say what it is", "rules.md: the rules in your own words. Everything else follows from them."),
        ("Say what there is", "game.py, State: a field for everything that can change on the table."),
        ("Say what happens", "game.py, setup to census: a few lines each. Check after every change."),
        ("Say how it looks", "game.py, label to tell: the choices in words, the table, the story."),
        ("Say what it is made of", f"game.py, COMPONENTS: then `brillig print {path}` makes sheets to cut out."),
        ("Pin it down", f"test_{package}.py: the examples of your rules, one test each; run them with pytest."),
        ("Keep it", f"brillig check {path} --write-golden  when a change of rules or screen is meant."),
    )
    out.print(Text.assemble(("Made ", "bold"), (clean(path), "bold cyan"), ": a small game that passes every check.\n"))
    for number, (what, how) in enumerate(steps, 1):
        out.print(Text.assemble((f"{number}. {what}: ", "bold"), clean(how)), soft_wrap=True)
    out.print(
        Text.assemble(
            "\nTo see it in `brillig games`, set BRILLIG_GAMES to the folder it lies in (",
            (clean(home.resolve().parent), "cyan"),
            "),\nor ship it in a package with an entry point in the group brillig.games: see docs/add_a_game.md.",
        ),
        soft_wrap=True,
    )
