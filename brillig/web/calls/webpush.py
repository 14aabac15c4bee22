"""Web Push: a message to somebody's browser, by way of the push service that the browser has named.

The service must not read it, so it is encrypted for the browser (RFC 8291); and it must know who sends it, so the request is
signed with a key of the server's own (RFC 8292, "VAPID"). Both need the package cryptography.
"""

from __future__ import annotations

import base64
import hmac
import json
import os
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

try:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    AVAILABLE = True
except ImportError:
    AVAILABLE = False

OFF = "This server cannot call browsers: whoever runs it must install brillig[push]."
RECORD = 4096  # bytes, of which there is one
KEPT = 86_400  # seconds for which a service keeps a message for a browser that is off
GOOD = 12 * 3600  # seconds for which a signature is good
PATIENCE = 10.0  # seconds
GONE = (404, 410)


class PushFailed(Exception):
    """It was not delivered. `gone`: and never will be."""

    def __init__(self, why: str, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


class PushAddress(Struct, frozen=True):
    """Where a browser can be reached."""

    endpoint: str
    p256dh: str  # its public key
    auth: str  # a secret that it shares with us


class PushKeys:
    """The server's own key. `secret`: 32 bytes, drawn once and kept."""

    def __init__(self, secret: bytes) -> None:
        self._private = ec.derive_private_key(int.from_bytes(secret) % (_ORDER - 1) + 1, ec.SECP256R1())
        self.public = encode(_point(self._private.public_key()))

    def signed(self, endpoint: str, sender: str, now: int) -> str:
        """The header that says who sends this. `sender`: where somebody who runs the push service finds us."""
        url = urlsplit(endpoint)
        claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": now + GOOD, "sub": sender}
        body = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._private.sign(body.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={body}.{encode(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


def encrypt(text: bytes, address: PushAddress, salt: bytes = b"", private: Any = None) -> bytes:
    """The text as only that browser reads it. `salt` and `private` are drawn, but for tests."""
    salt, private = salt or os.urandom(16), private or ec.generate_private_key(ec.SECP256R1())
    theirs, ours = decode(address.p256dh), _point(private.public_key())
    shared: bytes = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    key = _expand(_mac(decode(address.auth), shared), b"WebPush: info\0" + theirs + ours, 32)
    pseudo = _mac(salt, key)
    cipher = AESGCM(_expand(pseudo, b"Content-Encoding: aes128gcm\0", 16))
    sealed: bytes = cipher.encrypt(_expand(pseudo, b"Content-Encoding: nonce\0", 12), text + b"\2", None)
    return salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours + sealed


def check(address: PushAddress) -> bool:
    """Could something be sent there?"""
    try:
        encrypt(b"", address)
    except ValueError:
        return False
    return len(decode(address.auth)) == 16


def deliver(text: bytes, address: PushAddress, keys: PushKeys, sender: str, now: int) -> None:
    """Send it. PushFailed if the service does not take it."""
    headers = {
        "content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": str(KEPT), "urgency": "normal",
        "authorization": keys.signed(address.endpoint, sender, now),
    }  # fmt: skip
    request = urllib.request.Request(address.endpoint, encrypt(text, address), headers, method="POST")
    try:
        with _OPENER.open(request, timeout=PATIENCE):
            pass
    except urllib.error.HTTPError as why:
        raise PushFailed(f"the push service answers {why.code}", why.code in GONE) from why
    except OSError as why:
        raise PushFailed(f"the push service cannot be reached: {why}") from why


class _StayThere(urllib.request.HTTPRedirectHandler):
    """Nobody sends us elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_StayThere, urllib.request.ProxyHandler({}))


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(public: Any) -> bytes:
    found: bytes = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")


def _expand(key: bytes, info: bytes, size: int) -> bytes:
    return _mac(key, info + b"\1")[:size]
