"""What a choice is worth: every choice of a position with an estimate, and the choices of a match that cost most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from brillig.bots.endgame.solver import Solver, solvable
from brillig.bots.levels.ladders import ladder
from brillig.bots.search import Search, Settings
from brillig.bots.thinker import Thinker
from brillig.core import Game, Table
from brillig.match import ChoiceEntry, EndEntry, Match, Replay, TimeoutEntry, UndoEntry

ITERATIONS = 20_000
SECONDS = 2.0
SOLVE = 300_000  # positions to look at for each choice where the end is near
LEAST = 40  # a choice gets one visit in so many times the number of choices, however bad it looks


class WeighedChoice(NamedTuple):
    """A choice and what it promises the seat that makes it."""

    code: int
    label: str
    mean: float  # the share of the others that it will beat, or its points in a game that is played for points
    visits: int  # how often the search went there; 0 when the ending is known exactly
    margin: int | None = None  # points ahead at the end, when that is known exactly


class Analysis(NamedTuple):
    """A position as one seat knows it."""

    seat: int
    options: list[WeighedChoice]  # the best first
    exact: bool
    for_points: bool
    iterations: int

    def option(self, code: int) -> WeighedChoice:
        return next(o for o in self.options if o.code == code)

    def cost(self, code: int) -> float:
        """How much worse a choice is than the best."""
        return max(0.0, self.options[0].mean - self.option(code).mean)


class Decision(NamedTuple):
    """A choice that was made in a match."""

    ply: int
    seat: int
    code: int
    label: str
    analysis: Analysis
    view: Table | None = None  # what its seat knew
    # Between two, nothing hidden, and nothing drawn until the next decision: what followed says what it was worth.
    certain: bool = False

    @property
    def cost(self) -> float:
        return self.analysis.cost(self.code)


def settings_for(game: Game, iterations: int = ITERATIONS, seconds: float = SECONDS) -> Settings:
    """The expert's way of thinking, for so long, on one thread."""
    expert = ladder(game).settings("expert")
    return msgspec.structs.replace(expert, iterations=iterations, seconds=seconds, threads=1, solve=SOLVE)


def analyse(view: Table, seat: int, seed: int = 0, settings: Settings | None = None) -> Analysis:
    """All choices of a seat, from what it may know."""
    game, view = view.game, view.hidden(seat)
    settings = settings or settings_for(game)
    codes = view.shortlist(seat)
    points = game.for_points(view.seats)
    options = endings(view, seat, codes, settings)
    if options:
        options.sort(key=lambda o: (-o.mean, -(o.margin or 0), o.code))
        return Analysis(seat, options, True, points, 0)
    floor = settings.iterations // (LEAST * len(codes)) if codes else 0
    settings = msgspec.structs.replace(settings, floor=floor)
    thought = Thinker(game, settings).whole_turns(view, seat) or Search(game, settings).think(view, seat, seed)
    options = [WeighedChoice(e.code, game.label(view.plain, seat, e.code), e.mean, e.visits) for e in thought.estimates]
    # Rarely visited choices may look good by chance: what was visited most is the best, then by their means.
    options[1:] = sorted(options[1:], key=lambda o: (-o.mean, o.code))
    return Analysis(seat, options, False, points, thought.iterations)


def endings(view: Table, seat: int, codes: list[int], settings: Settings) -> list[WeighedChoice]:
    """Every choice with its exact result, if the end is near enough; else none."""
    game = view.game
    if not settings.solve or not solvable(game):
        return []
    solver = Solver(game, settings.solve)
    if not solver.near(view):
        return []
    found = []
    for code in codes:
        after = view.copy()
        after.play(seat, code)
        if after.over:
            ranks, scores = after.ranks(), after.scores()
            winner = -1 if ranks[0] == ranks[1] else ranks.index(1)
            margin = scores[0] - scores[1]
        else:
            ending = solver.solve(after)
            if ending is None:
                return []
            winner, margin = ending.winner, ending.margin
        share = 0.5 if winner < 0 else float(winner == seat)
        found.append(
            WeighedChoice(code, game.label(view.plain, seat, code), share, 0, margin if seat == 0 else -margin)
        )
    return found


def _judged(before: Table, entry: ChoiceEntry) -> bool:
    """Was there something to decide, and is it a choice that the bots think about?"""
    short = before.shortlist(entry.seat)
    return len(short) > 1 and entry.code in short


class Question(NamedTuple):
    """A choice that stood in a match, and what its seat knew when it was made."""

    number: int
    ply: int
    step: int  # lines of the log up to it and with it, without the header
    seat: int
    code: int
    view: Table  # hidden
    certain: bool = False  # see Decision

    def weighed(self, settings: Settings) -> Decision:
        label = self.view.game.label(self.view.plain, self.seat, self.code)
        found = analyse(self.view, self.seat, self.number, settings)
        return Decision(self.ply, self.seat, self.code, label, found, self.view, self.certain)


def questions(record: Replay, game: Game | None = None) -> list[Question]:
    """The choices of a match that stood, where there was something to choose. The clock's are not anybody's."""
    match = Match.opening(record, game=game)
    before = match.table.copy()
    made: list[Question | None] = []
    drawn: list[bool] = []  # by each of those, and by what the table did before the next
    for step, entry in enumerate(match.steps(record), 1):
        if isinstance(entry, UndoEntry):
            made.pop()
            drawn.pop()
        elif isinstance(entry, ChoiceEntry) and _judged(before, entry):
            before.plain.now = entry.at
            made.append(Question(len(made), match.ply, step, entry.seat, entry.code, before.hidden(entry.seat)))
        elif isinstance(entry, ChoiceEntry | TimeoutEntry):
            made.append(None)
        if isinstance(entry, ChoiceEntry | TimeoutEntry):
            drawn.append(_drew(match, before))
        elif drawn and not isinstance(entry, UndoEntry | EndEntry):
            drawn[-1] = True
        before = match.table.copy()
    open_to_both = len(match.names) == 2 and not match.game.hidden and not match.game.for_points(2)
    asked = [question for question in made if question]
    ends = [*(question.number for question in asked[1:]), len(made)]
    return [
        question._replace(certain=open_to_both and not any(drawn[question.number : end]))
        for question, end in zip(asked, ends, strict=True)
    ]


def _drew(match: Match, before: Table) -> bool:
    """Has the last step drawn from the table's chance?"""
    fresh = list(before.plain.rng)
    match.chance.begin(fresh, match.ply)
    return list(match.table.plain.rng) != fresh


def decisions(record: Replay, game: Game | None = None, settings: Settings | None = None) -> Iterator[Decision]:
    """The choices of a match that stood, each analysed from what its seat knew then."""
    for question in questions(record, game):
        yield question.weighed(settings or settings_for(question.view.game))


def worth(analysis: Analysis, option: WeighedChoice, value: float | None = None) -> str:
    """'62%', '14.3', or the points ahead where the end is known: '+4'. `value`: what it came to, if that is known better."""
    if option.margin is not None:
        return f"{option.margin:+d}"
    value = option.mean if value is None else value
    return f"{value:.1f}" if analysis.for_points else f"{100 * value:.0f}%"
