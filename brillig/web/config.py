"""Config: what whoever runs the server may decide."""

from __future__ import annotations

import os
import re
import resource
from ipaddress import ip_network
from urllib.parse import urlsplit

from msgspec import Struct

from brillig.core import BadOption
from brillig.web.store import DATABASE

FEW_FILES = 4096
LONGEST_NAME = 32  # of a node
EVERYWHERE = ("0.0.0.0", "::", "")  # hosts that mean every network this machine is in
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Config(Struct, frozen=True, kw_only=True):
    """Everything has a value that is good for a small server."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = DATABASE
    public_url: str = ""  # as browsers see the server, if something stands in between: https://games.example.org
    log: str = "json"  # or "human"
    limits: float = 1.0  # multiplies the rate limits; 0: none
    compile: bool = True  # compile rules in the background when a game is first used
    bot_floor: float = 0.6  # seconds that a bot takes at least, so that people can follow
    bot_spread: float = 0.8  # and up to so many more
    bot_threads: int = 2
    call_seconds: float = 30.0  # after which somebody is told that it is their turn, if they are not there
    call_hours: float = 1.0  # from which on a choice takes so long that they are; and where there is no clock
    smtp: str = ""  # smtp://user:password@mail.example.org:587, for those who want letters
    mail_from: str = ""  # the address from which they come
    push_services: str = (  # where browsers may have themselves called, with commas between
        "fcm.googleapis.com, push.services.mozilla.com, notify.windows.com, push.apple.com"
    )
    analysis_seconds: float = 60.0  # of thinking, at most, when somebody wants to know where a match turned
    stand_still: bool = True  # do tables at which at most one person plays stand still while nobody looks?
    idle_seconds: float = 60.0  # after which a table nobody looks at is put away
    slow_seconds: float = 30.0  # after which a client that does not read is cut off
    later_seconds: float = (
        0.5  # after a start, until what can wait is done: pages made ready, a large database looked through
    )
    sweep_seconds: float = 5.0  # between looks for such tables and clients
    table_days: float = 7.0  # after which nobody can sit down any more
    address_connections: int = 256  # that one address may hold: a dozen people in one house, with pages to spare
    ask_seconds: float = 15.0  # in which a request must have come whole
    answer_seconds: float = 60.0  # in which it must be answered, and the answer read
    proxies: str = ""  # addresses whose word on who is behind them is believed, with commas between
    hosts: str = ""  # names under which browsers may reach the server besides the usual ones, with commas between
    most_sockets: int = 20_000
    room_sockets: int = 200  # at one table
    ping_seconds: float = 5.0  # between measurements of the line, at tables with a clock
    lag_most: int = 500  # milliseconds that a choice may come late because of the line
    lag_quota: int = 5_000  # of such milliseconds that a seat has in a match

    node: str = ""  # the name of this server among several over one database; none: it is alone
    at: str = ""  # HOST:PORT under which the other nodes reach it, if not where it listens
    siblings: str = ""  # nodes that are processes of the same server, with commas between

    def checked(self) -> Config:
        if not 0 <= self.port <= 65535:
            raise BadOption(f"A port is a number from 0 to 65535, not {self.port}.")
        if self.public_url:
            url = urlsplit(self.public_url)
            if url.scheme not in ("http", "https") or not url.hostname or url.path.strip("/") or url.query:
                raise BadOption(f"The public URL is like https://games.example.org, not {self.public_url[:100]!r}.")
        for proxy in self.proxy_list:
            try:
                ip_network(proxy)
            except ValueError as why:
                raise BadOption(f"A proxy is given by its address, like 127.0.0.1, not {proxy[:60]!r}.") from why
        if self.node and not re.fullmatch(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{LONGEST_NAME - 1}}}", self.node):
            raise BadOption(
                f"The name of a node is 1 to {LONGEST_NAME} letters, digits, dots and dashes, not {self.node[:60]!r}."
            )
        if self.at and not re.fullmatch(r"[^\s#]+:[0-9]{1,5}", self.at):
            raise BadOption(f"Other nodes reach this one at HOST:PORT, like 10.0.0.7:8000, not {self.at[:60]!r}.")
        if self.node and not self.siblings and self.database.startswith("sqlite:"):
            raise BadOption("Nodes share a PostgreSQL database; with SQLite, several processes are --workers.")
        if self.log not in ("json", "human"):
            raise BadOption(f"Logs are json or human, not {self.log[:20]!r}.")
        return self

    @property
    def proxy_list(self) -> list[str]:
        """The proxies. Where only this machine can connect and there is a public URL, what stands between is here too."""
        named = [proxy.strip() for proxy in self.proxies.split(",") if proxy.strip()]
        return named or (["127.0.0.1", "::1"] if self.public_url and self.host in LOOPBACK else [])

    @property
    def inner_host(self) -> str:
        """The address on which one process of several listens to other nodes."""
        return self.at.rpartition(":")[0].strip("[]") or ("127.0.0.1" if self.host in EVERYWHERE else self.host)

    @property
    def secure(self) -> bool:
        """Do browsers come over https?"""
        return self.public_url.startswith("https:")

    @property
    def origin(self) -> str:
        """The origin that browsers name, when there is a public URL."""
        url = urlsplit(self.public_url)
        return f"{url.scheme}://{url.netloc}".lower() if url.scheme else ""

    def unsafe(self) -> list[str]:
        """What in this set-up is not safe on the internet or may not work, a sentence each with what to do about it."""
        found = []
        if self.host not in LOOPBACK and not self.secure:
            found.append(
                "Everybody in the network can connect, and nothing is encrypted. That is fine at home; on the internet, put a "
                "proxy with TLS in front and start with --public-url https://... (docs/security.md)."
            )
        if self.public_url and not self.secure:
            found.append("The public URL is not https, so anybody on the way can read cookies and take over seats.")
        if self.public_url and not self.proxy_list:
            found.append(
                "No proxy is named, so all who come through one seem to have its address and share its limits, and visitors "
                "can go around it: listen on 127.0.0.1, or name it with --proxy."
            )
        elif self.node and not self.proxy_list:
            found.append(
                "No proxy is named, so all who come through the one before this node seem to have its address and share its "
                "limits: name it with --proxy, like --proxy 127.0.0.1."
            )
        if self.node and self.host in EVERYWHERE and not self.at:
            found.append(
                "Other nodes look for this one at 127.0.0.1, which is right only if all are on this machine: else say where "
                "they reach it with --at HOST:PORT."
            )
        if not self.limits:
            found.append("The rate limits are lifted (--limits 0), so one visitor can keep the server busy alone.")
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            found.append(
                "The server runs as root: give it a user of its own, who may write to the database and nothing else."
            )
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if hard != resource.RLIM_INFINITY and hard < FEW_FILES:
            found.append(f"It may open {hard} files only, one for each visitor's connection: raise `ulimit -Hn`.")
        return found
