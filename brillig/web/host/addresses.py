"""Addresses: where browsers find this server, on this machine and from others in the same network."""

from __future__ import annotations

import socket

import segno

from brillig.web.config import EVERYWHERE

HERE = ("localhost", "127.0.0.1", "[::1]")  # names that mean another machine everywhere else
_ANYWHERE = ("192.0.2.1", 9)  # an address that nobody has: asking for the way there sends nothing


def lan() -> str | None:
    """This machine's address in its network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found


def free_port(host: str, wanted: int, tries: int = 20) -> int | None:
    """The wanted port, or the next one that nobody uses; None if all of them are in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(wanted, min(wanted + tries, 65536)):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except PermissionError:
                return None
            except OSError:
                continue
            return port
    return None


def invitable(asked: str, host: str, public_url: str) -> str:
    """The origin to write into an invitation, given the one that the host's browser asked for.

    A friend's phone cannot reach `localhost`, so if this server listens to the network its address there is used.
    """
    if public_url:
        return public_url.rstrip("/")
    scheme, _, place = asked.partition("://")
    name, colon, port = place.rpartition(":") if place.rpartition(":")[2].isdigit() else (place, "", "")
    if name in HERE and host in EVERYWHERE and (address := lan()):
        return f"{scheme}://{address}{colon}{port}"
    return asked


def qr_svg(text: str) -> str:
    """A QR code as SVG to stand in a page. It is black on white in every theme: cameras want it so."""
    return str(
        segno.make_qr(text, error="m").svg_inline(border=2, omitsize=True, light="#fff", svgclass="qr", lineclass=None)
    )


def qr_letters(text: str) -> str:
    """A QR code in half blocks, for a terminal."""
    rows = [list(row) for row in segno.make_qr(text, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    # Light modules are drawn: most terminals are dark, and a camera reads either way round.
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(blocks[a, b] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
