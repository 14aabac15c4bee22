"""Offers: in games of seeing, all that a person might try, fit or not, told without a word on what fits.

A list of every card, turn and place would be long, and it has a shape: one of these cards, one of these turns, one of
these places. So it is told as families. Each has a set of ids for every touch, and a number with every id; the code of a
choice is the family's own number and those of the ids that are touched, added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from math import prod

from brillig.web.protocol import Offer

Way = tuple[str, ...]


def families(ways: Iterable[tuple[int, Way]], label: Callable[[int], str]) -> list[Offer]:
    """Choices with what is touched to make them, as few families. Those without touches are buttons, with a label."""
    found: list[Offer] = []
    for length, same in groupby(sorted(ways, key=lambda pair: len(pair[1])), key=lambda pair: len(pair[1])):
        if length == 0:
            found += [Offer(code, label(code), []) for code, _ in same]
        else:
            found += _fold({way: code for code, way in same})
    return found


def _fold(codes: dict[Way, int]) -> list[Offer]:
    """Ways of one length: a single family if it has this shape, else one or more for every first touch."""
    first = next(iter(codes))
    kinds = [dict.fromkeys(ids) for ids in zip(*codes, strict=True)]
    if prod(map(len, kinds)) == len(codes):
        base = codes[first]
        more = [{id: codes[*first[:k], id, *first[k + 1 :]] - base for id in kind} for k, kind in enumerate(kinds)]
        if all(code == base + sum(m[id] for m, id in zip(more, way, strict=True)) for way, code in codes.items()):
            return [Offer(base, "", more)]
    if len(first) == 1:
        return [Offer(code, "", [{way[0]: 0}]) for way, code in codes.items()]
    found = []
    for id in kinds[0]:
        rest = _fold({way[1:]: code for way, code in codes.items() if way[0] == id})
        found += [Offer(offer.code, "", [{id: 0}, *offer.touch]) for offer in rest]
    return found
