"""A session: people at one terminal playing a match, with the commands they can type."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from time import monotonic_ns, sleep

from rich.console import Console
from rich.table import Table
from rich.text import Text

from brillig.cli.console import clean, numbered, print_table
from brillig.cli.table.answers import are_numbered, understand
from brillig.cli.table.result import print_result
from brillig.cli.table.saving import Keeping
from brillig.cli.table.seating import YOU, chosen
from brillig.core import SPECTATOR, BrilligError, Choice, IllegalChoice, RuleFault
from brillig.core.faults import way_to
from brillig.match import Match, Stopwatch
from brillig.match.narrator import story, told
from brillig.match.replay import parse_lines
from brillig.parts.words import seat_name

MOST_NEWS = 16  # sentences above a table; `log` has all
AROUND = 5  # lines for the frame, what is asked and what is typed
HELP = {
    "3": "make choice number 3",
    "c4": "make the choice with this label; its beginning is enough",
    "undo": "take your last choice back, if nothing has come of it",
    "table": "draw the table again",
    "log": "all that has happened",
    "rules": "the rules of the game",
    "save FILE": "save the match",
    "quit": "stop",
}
COMMANDS = ("help", "undo", "table", "log", "rules", "save", "quit")


class Left(Exception):
    """Somebody has had enough, or there is no more input."""

    def __init__(self, code: int) -> None:
        self.code = code


class Sitting:
    def __init__(self, match: Match, kinds: list[str], out: Console, keeping: Keeping, note: str = "") -> None:
        self.match, self.kinds, self.out, self.keeping = match, kinds, out, keeping
        self.note = note  # in the corner of every table
        self.people = [seat for seat, kind in enumerate(kinds) if kind == YOU]
        self.private = match.game.hidden and len(self.people) > 1
        self.looking = self.people[0] if self.people else SPECTATOR  # who has the screen
        # Sentences that have not been shown yet, for each who looks. The spectator stands for all when it is over.
        self.news: dict[int, list[str]] = {viewer: [] for viewer in (SPECTATOR, *self.people)}
        self.warned = False  # that to quit is to lose the match
        self.watch = Stopwatch(match.now)

    def run(self) -> int:
        """Play until the end, or until somebody leaves. Returns the exit code."""
        self.watch.resume(_reading())
        code = 0
        try:
            while not self.match.finished:
                self._go_on()
            self._print_end()
        except Left as why:
            code = why.code
        except RuleFault as why:  # on a bot's turn, or before anybody could choose
            secret = f"There match.secret is bytes.fromhex('{self.match.secret.hex()}')."
            self._print_where(f"{why.begun(self.match.again())}\n{secret}")
            code = 1
        finally:
            if self.keeping.asked and not self.keeping.saved:
                self._print_where(self.keeping.save())
        return code

    # ---- the match -------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return self.watch.at(_reading())

    def _go_on(self) -> None:
        """One decision, or a wait for what happens by itself."""
        with way_to(self.match):
            self._next()

    def _next(self) -> None:
        self._catch_up()
        waiting = self.match.table.waiting()
        if waiting:
            seat = waiting[0]
            code = self._ask(seat) if seat in self.people else self._bot(seat)
            if code is not None:
                self._choose(seat, code)
        elif (alarm := self.match.alarm()) is not None:
            sleep(max(0, alarm - self._now()) / 1000)

    def _bot(self, seat: int) -> int:
        """What a bot chooses; whoever waits for it is told."""
        with (
            self.out.status(f"{seat_name(seat)} ({self.kinds[seat]}) thinks") if self.out.is_terminal else nullcontext()
        ):
            return chosen(self.match, seat, self.kinds[seat])

    def _catch_up(self) -> None:
        """Let everything happen that was due by now, one thing at a time, so that each can be told."""
        while (alarm := self.match.alarm()) is not None and alarm <= self._now():
            self._step(lambda alarm=alarm: self.match.advance(alarm))  # type: ignore[misc]

    def _choose(self, seat: int, code: int) -> None:
        self._catch_up()  # somebody may have thought for long
        try:
            self._step(lambda: self.match.choose(seat, code, self._now()))
        except IllegalChoice as why:
            self._say(why.reason)
        except RuleFault as why:  # it is as before: another choice may do
            if seat not in self.people:
                raise
            self._print_where(why.sentence if self.private else str(why))  # what others chose may be their secret

    def _step(self, act: Callable[[], object]) -> None:
        """Let something happen, and note what everybody is told about it."""
        before = self.match.table.copy()
        act()
        for viewer, news in self.news.items():
            entry = self.match.log.entries[-1]
            words = told(before.hidden(viewer), entry, self.match.table.hidden(viewer), viewer)
            news += map(clean, words)

    def _undo(self, seat: int) -> bool:
        """Take this person's last choice back; on an open table, the last choice of whoever sits there too."""
        whose = [seat] if self.match.game.hidden else [seat, *self.people]
        able = [other for other in whose if not self.match.can_undo(other, self._now())]
        if not able:
            self._say(self.match.can_undo(seat, self._now()))
            return False
        self.match.undo(able[0], self._now())
        for news in self.news.values():
            news.append(f"{seat_name(able[0])} takes the last choice back.")
        return True

    # ---- one decision ----------------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> int | None:
        """The code that this person chooses; None when a choice was taken back instead."""
        if self.private and seat != self.looking and not self._pass_on(seat):
            return None
        self.looking = seat
        self._print_table(seat)
        choices = self.match.table.choices(seat)
        while True:
            typed = self._read(f"{seat_name(seat)}> " if len(self.people) > 1 else "> ", choices)
            command, _, rest = typed.partition(" ")
            if command.lower() == "undo" and not rest:
                if self._undo(seat):
                    return None
            elif command.lower() in COMMANDS and (not rest or command.lower() == "save"):
                self._obey(command.lower(), rest.strip(), seat)
            elif typed:
                self.warned = False
                meant = understand(typed, self.match.table, seat, choices)
                if isinstance(meant, Choice):
                    return meant.code
                self._say(meant)

    def _pass_on(self, seat: int) -> bool:
        """Clear the screen and wait until the next person sits there. No: the one before took a choice back."""
        self.out.clear()
        before = self.looking
        can = not self.match.can_undo(before, self._now())
        more = f" ({seat_name(before)} may still type undo.)" if can else ""
        self.out.print(Text(f"Pass the screen to {seat_name(seat)}; press Enter.{more}", "bold"))
        while (typed := self._read("", []).lower()) == "quit":
            self._quit()
        if can and typed == "undo":
            return not self._undo(before)
        self.out.clear()
        return True

    def _read(self, prompt: str, choices: list[Choice]) -> str:
        _complete([*(choice.label for choice in choices), *COMMANDS])
        try:
            typed = input(prompt).strip()
        except KeyboardInterrupt:
            self.out.print()
            return "quit"
        except EOFError:
            self.out.print()
            self._say("The input ended before the match did." + " Nothing was saved." * (not self.keeping.asked))
            raise Left(0 if self.keeping.asked else 1) from None
        if not sys.stdin.isatty():
            self._say(typed)  # a terminal has shown it already
        return typed

    # ---- commands --------------------------------------------------------------------------------------------------

    def _obey(self, command: str, rest: str, seat: int) -> None:
        match command:
            case "help":
                self._print_help()
            case "table":
                self._print_table(seat)
            case "log":
                self._print_log(seat)
            case "rules":
                self._print_rules()
            case "save":
                self._save(rest)
            case "quit":
                self._quit()

    def _save(self, name: str) -> None:
        try:
            self._print_where(self.keeping.save(name))
        except BrilligError as why:
            self._say(str(why))

    def _quit(self) -> None:
        if self.keeping.saved:
            self._print_where(self.keeping.where())
        elif not self.keeping.asked and not self.warned and self.match.ply:
            self.warned = True
            self._say("The match is not saved: type save FILE to go on with it later, or quit again to leave it.")
            return
        raise Left(0)

    # ---- what is shown ---------------------------------------------------------------------------------------------

    def _print_table(self, seat: int) -> None:
        table = self.match.table
        self.out.print()
        self._print_news(seat)
        choices = table.choices(seat)
        offer = numbered(choices, are_numbered(choices))
        below = len(self.out.render_lines(offer)) + AROUND
        tight = self.out.height < len(table.text(seat).splitlines()) + below
        print_table(self.out, table, seat, f"{clean(self.match.game.title)}: {seat_name(seat)}", self.note, tight)
        self._say(table.screen(seat).prompt, "bold")
        self.out.print(offer)

    def _print_news(self, viewer: int) -> None:
        news = self.news[viewer]
        if len(news) > MOST_NEWS:
            news = ["... (type log for all of it)", *news[-MOST_NEWS:]]
        for sentence in news:
            self._say(f"· {sentence}")
        self.news[viewer] = []
        self.news[SPECTATOR] = []

    def _print_end(self) -> None:
        viewer = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.out.print()
        if self.people:
            self._print_news(viewer)
        print_table(self.out, self.match.table, viewer, f"{clean(self.match.game.title)}: the end", self.note)
        end = self.match.result()
        print_result(self.out, self.kinds, end.scores, end.ranks, self.match.table.screen(viewer).headline)

    def _print_help(self) -> None:
        grid = Table.grid(padding=(0, 3, 0, 0))
        for word, what in HELP.items():
            grid.add_row(Text(word, "bold cyan"), what)
        self.out.print(grid)

    def _print_log(self, seat: int) -> None:
        for moment in story(parse_lines(self.match.lines(private=True)), seat, game=self.match.game):
            self.out.print(Text.assemble((f"{moment.ply:>3}  ", "dim"), (clean(moment.head), "bold")))
            for sentence in moment.sentences:
                self._say(f"     {clean(sentence)}")

    def _print_rules(self) -> None:
        from rich.markdown import Markdown

        from brillig.positions.diagrams import replaced

        game = self.match.game
        try:
            text = (game.folder / "rules.md").read_text(encoding="utf-8")
        except (OSError, ValueError):
            self._say(f"{game.title} has no rules.md to show.")
            return
        lines = replaced(game, text, lambda shown: f"```\n{shown.text}\n```\n\n*{shown.caption}*").splitlines()
        self.out.print(Markdown("\n".join(clean(line, 2000) for line in lines)))

    def _print_where(self, lines: str) -> None:
        """Where the match is kept, unwrapped, so that the command can be copied."""
        for line in lines.splitlines():
            self.out.print(Text(line), soft_wrap=True)

    def _say(self, sentence: str, style: str = "") -> None:
        self.out.print(Text(clean(sentence, 500), style))


def _reading() -> int:
    return monotonic_ns() // 1_000_000


def _complete(words: list[str]) -> None:
    """Let Tab finish one of these words, where the terminal can do that."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer_delims("")
    readline.set_completer(lambda begun, k: ([w for w in words if w.lower().startswith(begun.lower())] + [None])[k])
    readline.parse_and_bind("tab: complete")
