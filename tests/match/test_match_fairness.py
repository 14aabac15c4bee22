import hashlib
import hmac

import pytest

from brillig import BadOption
from brillig.match import Match, fairness
from brillig.match.fairness import Chance

SECRET = bytes(range(32))
NONCES = [b"ann", b"bob"]


def test_a_secret_is_fresh_and_the_commitment_is_its_hash():
    assert len(fairness.new_secret()) == 32
    assert fairness.new_secret() != fairness.new_secret()
    assert fairness.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_key_is_what_the_documents_say():
    message = b"brillig deal\0" + (7).to_bytes(8, "big") + b"\2\3ann\3bob"
    assert Chance(SECRET, NONCES).key(7) == hmac.new(SECRET, message, "sha256").digest()[:16]


def test_every_part_of_the_key_counts():
    keys = {
        Chance(SECRET, NONCES).key(7),
        Chance(SECRET, NONCES).key(8),
        Chance(SECRET[::-1], NONCES).key(7),
        Chance(SECRET, [b"bob", b"ann"]).key(7),
        Chance(SECRET, [b"an", b"nbob"]).key(7),
        Chance(SECRET, [b"annbob", b""]).key(7),
        Chance(SECRET, [b"ann", b"bob", b""]).key(7),
    }
    assert len(keys) == 7
    assert all(len(key) == 16 for key in keys)


def test_picks_are_even_and_apart_from_the_dice():
    picks = [Chance(SECRET, NONCES).pick(ply, 3) for ply in range(3000)]
    assert set(picks) == {0, 1, 2}
    assert all(900 < picks.count(k) < 1100 for k in range(3))
    assert Chance(SECRET, NONCES).pick(5, 1) == 0
    big = Chance(SECRET, NONCES).pick(5, 1 << 256)
    assert Chance(SECRET, NONCES).key(5) != big.to_bytes(32, "big")[:16]


@pytest.mark.parametrize("nonce", [b"x" * 33, "ann", None])
def test_a_nonce_is_bounded(othellino, nonce):
    with pytest.raises(BadOption, match="at most 32 bytes"):
        Match.start(othellino, nonces=[b"", nonce])


@pytest.mark.parametrize("secret", [b"", b"x" * 31, "x" * 32])
def test_a_secret_has_its_length(othellino, secret):
    with pytest.raises(BadOption, match="32 bytes"):
        Match.start(othellino, secret=secret)


def test_the_secret_and_every_nonce_decide_the_deal(peep):
    def dealt(secret, nonces):
        return bytes(Match.start(peep, secret=secret, nonces=nonces).table)

    assert dealt(SECRET, NONCES) == dealt(SECRET, NONCES)
    assert len({dealt(bytes([k]) * 32, NONCES) for k in range(20)}) > 15
    assert len({dealt(SECRET, [b"ann", bytes([k])]) for k in range(20)}) > 15


def test_every_step_has_chance_of_its_own(peep, monkeypatch):
    """The first roll must not come from the numbers that dealt the cards, nor the next from those of the last."""
    asked = []
    key = Chance.key
    monkeypatch.setattr(Chance, "key", lambda chance, ply: asked.append(ply) or key(chance, ply))
    match = Match.start(peep, secret=SECRET)
    for at in range(3):
        match.choose(0, 6, at)
    assert asked == [0, 1, 2, 3]
    assert match.ply == 3


def test_an_undo_cannot_fish_for_other_dice(peep):
    rolled = []
    for detours in range(4):
        match = Match.start(peep, secret=SECRET)
        for _ in range(detours):
            match.choose(0, 0, 0)  # mark, and take it back
            match.undo(0, 0)
        match.choose(0, 6, 0)
        rolled.append((match.table.plain.die, match.ply))
    assert rolled == [rolled[0]] * 4
