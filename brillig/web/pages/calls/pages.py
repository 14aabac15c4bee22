"""How somebody wants to be called: their browsers, by a script; an e-mail address, by a form and a letter."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from brillig.web.calls import webpush
from brillig.web.calls.mail import plausible
from brillig.web.calls.webpush import PushAddress
from brillig.web.calls.wishes import MailWish, trusted
from brillig.web.http.api import endpoint, read
from brillig.web.http.forms import CallForm, CallsSheet
from brillig.web.http.replies import reply
from brillig.web.pages.page import TEMPLATES, PageFrame, form, see
from brillig.web.refusals import Refused
from brillig.web.store import Session

WORKER = TEMPLATES.parent / "static" / "pages" / "call_worker.js"


class CallPages:
    def __init__(self, frame: PageFrame) -> None:
        self.frame, self.host = frame, frame.host

    def routes(self) -> list[Route]:
        page, host = self.frame.page, self.host
        return [
            Route("/call_worker.js", self.worker),  # it may only look after what lies beside it
            Route("/api/calls", endpoint(host, self.look_or_add), methods=["GET", "POST"]),
            Route("/api/calls/forget", endpoint(host, self.forget), methods=["POST"]),
            Route("/me/mail", page(self.ask_mail), methods=["POST"]),
            Route("/me/mail/stop", page(self.stop_mail), methods=["POST"]),
            Route("/me/mail/{link}", page(self.letter), methods=["GET"]),
            Route("/me/mail/{link}", page(self.answer), methods=["POST"]),
        ]

    async def worker(self, request: Request) -> Response:
        return FileResponse(WORKER, headers={"cache-control": "no-cache"}, media_type="text/javascript")

    # ---- browsers --------------------------------------------------------------------------------------------------

    async def look_or_add(self, request: Request) -> Response:
        if request.method == "POST":
            await self._add(await read(request, CallForm), await self._myself(request))
        return self._sheet()

    def _sheet(self) -> Response:
        calls = self.host.calls
        return reply(CallsSheet(calls.keys.public if calls.keys else "", calls.why_no_push))

    async def _add(self, given: CallForm, session: Session) -> None:
        address = PushAddress(given.endpoint, given.p256dh, given.auth)
        if self.host.calls.why_no_push:
            raise Refused("no_calls", self.host.calls.why_no_push)
        if not trusted(given.endpoint, self.host.config.push_services) or not webpush.check(address):
            raise Refused("no_calls")
        self.host.limits.check("join of a session", session.id)
        await self.host.calls.wishes.add(session, address)

    async def forget(self, request: Request) -> Response:
        given, session = await read(request, CallForm), await self._myself(request)
        await self.host.calls.wishes.forget(session.id, given.endpoint)
        return self._sheet()

    # ---- letters ---------------------------------------------------------------------------------------------------

    async def ask_mail(self, request: Request) -> Response:
        """One letter goes out, with a link; the others only once somebody has followed it."""
        session, calls = await self._myself(request), self.host.calls
        address = (await form(request)).get("address", "").strip()
        if calls.mail is None:
            raise Refused("no_calls", "This server sends no letters.")
        if not plausible(address):
            raise Refused("bad_message", "That does not look like an e-mail address.")
        self.frame.limit("letter", request, session)
        wish = await calls.wishes.ask_mail(session, address)
        text = f"{session.nickname} wants to be told here when it is their turn. If that is you, say yes on this page:"
        if not await calls.write(wish, "Letters from Brillig?", text, f"/me/mail/{wish.link}"):
            await calls.wishes.stop_mail(session.id)
            raise Refused("no_calls", "The letter could not be sent: check the address, or try again later.")
        return see("/me#calls")

    async def stop_mail(self, request: Request) -> Response:
        await self.host.calls.wishes.stop_mail((await self._myself(request)).id)
        return see("/me#calls")

    async def letter(self, request: Request) -> Response:
        """Where a letter's link leads. Programs that look into letters follow it too, so it only asks."""
        link = request.path_params["link"]
        _, wish = await self._wish(link)
        return await self.frame.show(
            request, "letter.html", address=wish.address, wanted=wish.wanted, link=link, done=""
        )

    async def answer(self, request: Request) -> Response:
        link = request.path_params["link"]
        session, wish = await self._wish(link)
        wants = (await form(request)).get("answer") == "yes"
        if wants:
            await self.host.calls.wishes.want_mail(session, wish)
        else:
            await self.host.calls.wishes.stop_mail(session)
        done = "A letter comes when it is your turn." if wants else "No more letters come."
        return await self.frame.show(request, "letter.html", address=wish.address, wanted=wants, link=link, done=done)

    async def _wish(self, link: str) -> tuple[bytes, MailWish]:
        found = await self.host.calls.wishes.mail_of(link[:64])
        if found is None:
            raise Refused("no_page", "This link is of no use any more: no letters go to that address.")
        return found

    async def _myself(self, request: Request) -> Session:
        session = await self.frame.session(request)
        if session is None:
            raise Refused("no_session")
        return session
