"""Families of choices tell exactly the choices they were made from."""

from __future__ import annotations

import random
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from brillig.web.table.seat_view import families


def told(offers):
    """The choices of some families, as the client reads them."""
    found = []
    for offer in offers:
        for way in product(*offer.touch):
            found.append((offer.code + sum(numbers[id] for numbers, id in zip(offer.touch, way, strict=True)), way))
    return sorted(found)


def test_cards_turns_and_places_are_one_family():
    ways = [
        (24 * place + 4 * card + turn, (f"c{card}", f"t{turn}", f"p{place}"))
        for place in (3, 7, 9)
        for card in (0, 5)
        for turn in range(4)
    ]
    offers = families(ways, str)
    assert len(offers) == 1
    assert told(offers) == sorted(ways)


def test_buttons_have_labels():
    offers = families([(5, ("a",)), (9, ())], lambda code: f"choice {code}")
    assert [(offer.code, offer.label, len(offer.touch)) for offer in offers] == [(9, "choice 9", 0), (5, "", 1)]


@given(st.sets(st.lists(st.sampled_from("abcd"), max_size=3).map(tuple), max_size=40), st.integers(0, 99))
def test_any_choices_come_back(ways, seed):
    codes = random.Random(seed).sample(range(10_000), len(ways))
    options = list(zip(codes, sorted(ways), strict=True))
    assert told(families(options, str)) == sorted(options)
