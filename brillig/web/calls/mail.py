"""Mail: a letter by the server that the operator has named. Everything here waits, so it is done in a thread."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from brillig.core import BadOption

PATIENCE = 15.0  # seconds
LONGEST = 254
_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


class MailFailed(Exception):
    """It was not taken."""


def plausible(address: str) -> bool:
    """Does it look like an address that a letter can go to?"""
    return len(address) <= LONGEST and address.isprintable() and bool(_ADDRESS.fullmatch(address))


class MailServer:
    """smtp://user:password@host:587 (with STARTTLS where it is offered), or smtps://host:465."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise BadOption("A mail server is like smtp://user:password@mail.example.org:587.")
        if not plausible(sender):
            raise BadOption("Say with --mail-from from which address letters come, like games@example.org.")
        self.tls = parts.scheme == "smtps"
        self.host, self.port = parts.hostname, parts.port or (465 if self.tls else 587)
        self.user, self.password = unquote(parts.username or ""), unquote(parts.password or "")
        self.sender = sender

    def send(self, to: str, subject: str, text: str) -> None:
        """MailFailed, with the server's own words, if it is refused."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, subject
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        try:
            with self._connect() as server:
                if self.user:
                    server.login(self.user, self.password)
                server.send_message(letter)
        except (OSError, smtplib.SMTPException) as why:
            raise MailFailed(str(why)) from why

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.tls:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=context)
        server = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=context)
        return server
