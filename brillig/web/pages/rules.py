"""Rules: every game's rules.md as a page, with its positions drawn by the renderer of the table."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from html import escape
from itertools import pairwise

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig.core import BadGame, BrilligError, Game
from brillig.paper.contents import box_id
from brillig.paper.quick import quick_reference
from brillig.positions import diagrams
from brillig.web.logs import log
from brillig.web.pages.page import COMPRESSED, PageFrame

MOST_BYTES = 256 << 10  # of a rules.md

# What is wider than a phone can be scrolled, by keyboard too.
SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="A wide table">'


class Heading(Struct, frozen=True):
    id: str
    title: str


class Rules(Struct, frozen=True):
    """A rules.md, ready to be put into a page."""

    lead: Markup  # what stands before the first heading
    body: Markup
    headings: list[Heading]


class RulesPages:
    def __init__(self, frame: PageFrame) -> None:
        self.frame = frame

    def routes(self) -> list[Route]:
        return [
            Route("/rules/{slug}", self.frame.page(self.show), middleware=COMPRESSED),
            Route("/rules/{slug}/panel", self.frame.page(self.panel)),
        ]

    async def show(self, request: Request) -> Response:
        game = self.frame.game(request.path_params["slug"])
        rules = await asyncio.to_thread(rendered, game)
        return await self.frame.show(request, "rules.html", game=game, rules=rules)

    async def panel(self, request: Request) -> Response:
        """The rules alone, for the side of a table."""
        game = self.frame.game(request.path_params["slug"])
        rules = await asyncio.to_thread(rendered, game)
        return await self.frame.show(request, "rules_panel.html", game=game, rules=rules)


@cache
def rendered(game: Game) -> Rules:
    """The rules of a game as HTML. Whatever stands in the file, no tag of its own gets into the page."""
    try:
        with open(game.folder / "rules.md", "rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        text = f"{game.summary}\n\n## Rules\nThis game has brought no rules.md."
    page = _reader()
    tokens = page.parse(re.sub(r"\A\s*# .*\n", "", text))
    headings = _name_headings(tokens)
    _name_columns(tokens)
    first = next((k for k, token in enumerate(tokens) if token.type == "heading_open"), len(tokens))
    lead, body = (page.renderer.render(part, page.options, {"game": game}) for part in (tokens[:first], tokens[first:]))
    return Rules(Markup(lead), Markup(body), headings)


def in_brief(game: Game) -> Markup:
    """Its quick reference as HTML; where there is none, a sentence says so."""
    try:
        text = quick_reference(game)
    except BadGame as why:
        text = str(why)
    page = _reader()
    tokens = page.parse(text)
    _name_columns(tokens)
    return Markup(page.renderer.render(tokens, page.options, {"game": game}))


def _reader() -> MarkdownIt:
    page = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    page.add_render_rule("fence", _fence)
    page.add_render_rule("table_open", lambda *_: f"{SCROLL}<table>")
    page.add_render_rule("table_close", lambda *_: "</table></div>")
    return page


def _name_headings(tokens: list[Token]) -> list[Heading]:
    """Give every section an id to go to."""
    found: list[Heading] = []
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            title = inside.content.strip()
            id = "-".join(re.findall(r"\w+", title.lower())) or f"part-{len(found) + 1}"
            if any(id == heading.id for heading in found):
                id = f"{id}-{len(found) + 1}"
            opening.attrSet("id", id)
            found.append(Heading(id, title))
    return found


def _name_columns(tokens: list[Token]) -> None:
    """Say what heads a column; an empty corner heads nothing."""
    for k, token in enumerate(tokens):
        if token.type == "th_open":
            if tokens[k + 1].content.strip():
                token.attrSet("scope", "col")
            else:
                token.tag = tokens[k + 2].tag = "td"


def _fence(renderer: RendererHTML, tokens: list[Token], k: int, options: object, env: dict[str, Game]) -> str:
    token = tokens[k]
    if token.info.strip() != diagrams.FENCE:
        return f"<pre><code>{escape(token.content)}</code></pre>\n"
    game = env["game"]
    try:
        return figure(game, diagrams.diagram(game, token.content))
    except BrilligError as why:  # a slip in the rules' text must not hide the rules
        log.warning("a position in the rules cannot be drawn", extra={"game": game.slug, "why": str(why)})
        return ""


def figure(game: Game, shown: diagrams.Diagram) -> str:
    """A position: drawn in letters at first, and as a picture when the page's script has run."""
    # In a script of data, only "<" could end it early.
    data = msgspec.json.encode(shown.screen).decode().replace("<", "\\u003c")
    panels = " data-panels" if shown.screen.panels else ""
    caption = f"<figcaption>{escape(shown.caption)}</figcaption>" if shown.caption else ""
    return (
        f'<figure class="position" data-box="{box_id(game.box)}"><div class="felt picture" data-picture{panels}>'
        f'<pre>{escape(shown.text)}</pre><script type="application/json">{data}</script></div>{caption}</figure>\n'
    )
