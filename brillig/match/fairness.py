"""Fairness: chance that anyone can check afterwards.

The table draws a secret and publishes its hash, the commitment, before anything is dealt. Then every seat adds a
nonce of its own, so that nobody, the table included, chose the deal. Before the set-up and before every step the
generator is started afresh from the secret, the nonces and the ply, so no run of dice tells the next. The secret is
shown when the match ends.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from brillig.core import BadOption
from brillig.core.chance import THE_TABLE, halves, rekey, sow

SECRET_BYTES = 32
NONCE_BYTES = 32  # the most a seat may add; none at all is allowed
SET_UP = 0  # the ply of the set-up; the first step has ply 1

_DEAL, _PICK = b"brillig deal\0", b"brillig pick\0"  # the two uses of the secret can never meet
_BLOCK, _PADS = 64, (0x36, 0x5C)  # of HMAC with SHA-256 (RFC 2104); a secret is shorter than a block


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def check_secret(secret: bytes) -> bytes:
    if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES:
        raise BadOption(f"The secret of a match is {SECRET_BYTES} bytes.")
    return secret


def check_nonce(nonce: bytes) -> bytes:
    if not isinstance(nonce, bytes) or len(nonce) > NONCE_BYTES:
        raise BadOption(f"A nonce is at most {NONCE_BYTES} bytes.")
    return nonce


def commitment(secret: bytes) -> str:
    """What is published at the start: it binds the table to the secret without showing it."""
    return hashlib.sha256(secret).hexdigest()


class Chance:
    """What a match draws from its secret and its nonces."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes], simulated: tuple[int, int] | None = None) -> None:
        self.simulated = simulated  # seed and number of a game of a simulation: its one stream of chance is no secret
        block = secret.ljust(_BLOCK, b"\0")
        self._inner, self._outer = (hashlib.sha256(bytes(byte ^ pad for byte in block)) for pad in _PADS)
        # Every part has a fixed length or says its length, so that no two inputs read the same.
        self._added = bytes([len(nonces)]) + b"".join(bytes([len(nonce)]) + nonce for nonce in nonces)

    def begin(self, rng: Any, ply: int) -> None:
        """Make a generator ready for a step: afresh, or going on where the last step of a simulated game left off."""
        if self.simulated is None:
            rekey(rng, self.key(ply))
        elif ply == SET_UP:
            seed, number = self.simulated
            sow(rng, *halves(seed), number, THE_TABLE)

    def key(self, ply: int) -> bytes:
        """The 16 bytes from which the dice and cards of this ply come."""
        return self._derive(_DEAL, ply)[:16]

    def pick(self, ply: int, n: int) -> int:
        """A number from 0 to n - 1: which choice the clock makes for a seat whose time is up."""
        return int.from_bytes(self._derive(_PICK, ply), "big") % n

    def _derive(self, use: bytes, ply: int) -> bytes:
        # HMAC, begun when the match was. hmac.digest would do, but it lets other threads run meanwhile, and getting Python's lock
        # back takes a while; a copy of an object of hmac's takes twice as long as this.
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(use + ply.to_bytes(8, "big") + self._added)
        outer.update(inner.digest())
        return outer.digest()
