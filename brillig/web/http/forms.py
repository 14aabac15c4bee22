"""Forms: what goes over HTTP. /openapi.json is made from these."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from brillig.core import Game, Screen
from brillig.core.contract import MOST_SEATS
from brillig.core.record import Option as GameOption
from brillig.match import Clock
from brillig.match.fairness import NONCE_BYTES
from brillig.match.log import Hex64, Number, Word
from brillig.web.sanitise import NAME_LENGTH

# $ alone would let a line's end pass.
Wish = Annotated[
    str,
    Meta(
        pattern=r"^(me|open|bot:[a-z0-9-]{1,32})$(?!\n)", max_length=40,
        description="me, open, or a bot such as bot:random",
    ),
]  # fmt: skip
Nonce = Annotated[
    str,
    Meta(
        pattern=r"^([0-9a-f]{2}){0,32}$(?!\n)", max_length=2 * NONCE_BYTES,
        description="random bytes of the client's own, in hex: they make the deal together with the server's secret",
    ),
]  # fmt: skip
Nickname = Annotated[
    str, Meta(min_length=1, max_length=NAME_LENGTH, description="cleaned of signs that cannot be seen")
]
Invite = Annotated[str, Meta(max_length=64, description="from the fragment of the invitation's URL")]
BotName = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$(?!\n)", max_length=32, description="such as easy")]
Slug = Annotated[str, Meta(min_length=1, max_length=64, description="as in /api/games")]
Moment = Annotated[int, Meta(ge=0, description="milliseconds since 1970")]
Options = Annotated[dict[Word, Word | Number | float], Meta(max_length=32)]  # 8.0 is a whole number in JSON


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What the server answers."""


class NicknameForm(Form, frozen=True):
    """Who you are."""

    nickname: Nickname


class TableForm(Form, frozen=True):
    """A table to be laid."""

    game: Slug
    seats: Annotated[list[Wish], Meta(min_length=1, max_length=MOST_SEATS, description="who sits in each seat")]
    options: Options = {}
    clock: Clock = Clock()
    listed: Annotated[bool, Meta(description="may anybody in the lobby sit down?")] = False
    nonce: Nonce | None = None


class JoinForm(Form, frozen=True):
    """Sit down."""

    invite: Invite | None = None
    nonce: Nonce | None = None


class BotForm(Form, frozen=True):
    """A bot for a free seat."""

    # (1.0 is a whole number in JSON.)
    seat: Annotated[float, Meta(ge=0, lt=MOST_SEATS, multiple_of=1, description="0 for Seat 1")]
    bot: BotName


class Who(Sheet, frozen=True):
    """Who you are."""

    nickname: str


class Invitation(Sheet, frozen=True):
    """Good for this seat, once."""

    seat: int
    secret: str


class NewTable(Sheet, frozen=True):
    """The table was laid."""

    id: str
    invite: Annotated[str | None, Meta(description="good for every open seat; null if none is open")]
    invites: Annotated[list[Invitation], Meta(description="one for each open seat, to keep it for somebody")]
    seat: Annotated[int | None, Meta(description="yours, 0 for Seat 1")]
    commitment: Hex64


class Seated(Sheet, frozen=True):
    """You sit."""

    id: str
    seat: int


class SeatSheet(Sheet, frozen=True):
    """One seat of a table."""

    kind: Annotated[str, Meta(description="person, bot, or open")]
    name: str
    here: bool
    away: bool


class TableSheet(Sheet, frozen=True):
    """A table as anybody may know it."""

    id: str
    game: str
    title: str
    options: dict[str, str | int]
    clock: Clock
    status: Annotated[str, Meta(description="open, playing, or over")]
    listed: bool
    created: Moment
    changed: Moment
    commitment: Hex64
    seats: list[SeatSheet]
    mine: Annotated[int | None, Meta(description="your seat; null if you have none")]


class LobbySheet(Sheet, frozen=True):
    """Tables to sit down at, to watch, and your own."""

    open: list[TableSheet]
    playing: list[TableSheet]
    mine: list[TableSheet]


class OptionSheet(Sheet, frozen=True):
    """An option of a game."""

    name: str
    values: list[str | int]
    default: str | int
    help: str


class GameSheet(Sheet, frozen=True):
    """A game of the catalogue."""

    slug: str
    title: str
    box: str
    summary: str
    seats: Annotated[list[int], Meta(description="the fewest and the most")]
    minutes: int
    complexity: int
    tags: list[str]
    options: list[OptionSheet] = field(default_factory=list)


class Picture(Sheet, frozen=True):
    """A table to look at: about the middle of a game."""

    game: str
    box: Annotated[str, Meta(description="as data-box")]
    screen: Screen


class ToldStep(Sheet, frozen=True):
    """One step of a replay, as somebody saw it."""

    step: Annotated[int, Meta(description="0 is the set-up")]
    head: Annotated[str, Meta(description="what was done, by whom")]
    told: list[str]
    screen: Screen


class PastFrame(Sheet, frozen=True):
    """The table as it was after a step."""

    ply: int
    screen: Screen


class PastFrames(Sheet, frozen=True):
    """Some of the past of a match, as your seat saw it."""

    frames: list[PastFrame]


class Frames(Sheet, frozen=True):
    """Some steps of a replay."""

    frames: list[ToldStep]


class Opened(Sheet, frozen=True):
    """A replay file is open for a while, under this name."""

    id: str


class Noted(Sheet, frozen=True):
    """You know how this match ended."""

    id: str


class Move(Sheet, frozen=True):
    """A line of the list of moves."""

    step: int
    head: Annotated[str, Meta(description="what was done, by whom")]


class Moves(Sheet, frozen=True):
    """What was done in some steps of a replay, without the tables."""

    moves: list[Move]


class Fairness(Sheet, frozen=True):
    """Was it dealt as it was promised?"""

    honest: bool
    sentences: list[str]


class CallForm(Form, frozen=True):
    """Where a browser can be called, as its push service says."""

    endpoint: Annotated[str, Meta(max_length=1024, description="of a push service that this server knows")]
    p256dh: Annotated[str, Meta(max_length=128, description="the browser's public key, in base64url")]
    auth: Annotated[str, Meta(max_length=64, description="a secret that the browser has drawn, in base64url")]


class CallsSheet(Sheet, frozen=True):
    """How browsers can be called here."""

    key: Annotated[str, Meta(description="the server's public key; empty if it cannot call")]
    why: Annotated[str, Meta(description="why not; empty if it can")]


class WeighedSheet(Sheet, frozen=True):
    """A choice and what it promised."""

    label: str
    worth: Annotated[str, Meta(description="62%, 14.3 points, or points ahead where the end is known: +4")]
    touch: Annotated[list[str], Meta(description="what is touched on the screen to choose it, in order")]


class DecisionSheet(Sheet, frozen=True):
    """A choice that somebody made, judged by what they could know."""

    step: int
    seat: int
    chosen: WeighedSheet
    better: Annotated[WeighedSheet | None, Meta(description="null if there was nothing better")]
    mean: Annotated[float, Meta(description="the share of the others that it promised to beat, or points")]
    cost: float
    lost: Annotated[str, Meta(description="what it gave away, in words")]
    exact: Annotated[bool, Meta(description="is that certain?")]


class SeatTally(Sheet, frozen=True):
    """The choices of one seat."""

    seat: int
    made: int
    best: Annotated[int, Meta(description="how many of them were the best")]
    lost: str


class StandingCurve(Sheet, frozen=True):
    """How a seat stood."""

    seat: int
    points: Annotated[list[tuple[int, float]], Meta(description="steps, and the share of the others or points")]


class MatchAnalysis(Sheet, frozen=True):
    """What the choices of a match were worth."""

    for_points: bool
    decisions: list[DecisionSheet]
    turns: Annotated[list[int], Meta(description="which of the decisions cost most")]
    tallies: list[SeatTally]
    curves: list[StandingCurve]


class AnalysisSheet(Sheet, frozen=True):
    """How far an analysis is."""

    state: Annotated[str, Meta(description="none, waiting, working or done")]
    done: Annotated[int, Meta(description="choices that were weighed already")]
    of: int
    before: Annotated[int, Meta(description="matches that come first")]
    found: MatchAnalysis | None


def game_sheet(game: Game) -> GameSheet:
    return GameSheet(
        game.slug, game.title, game.box, game.summary, list(game.seats), game.minutes, game.complexity,
        list(game.tags), [_option_sheet(name, option) for name, option in game.options.items()],
    )  # fmt: skip


def _option_sheet(name: str, option: GameOption) -> OptionSheet:
    return OptionSheet(name, list(option.values), option.default, option.help)
