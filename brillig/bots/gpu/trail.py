"""What the lanes of a GPU's search hand on: to those who look ahead for them, and to those who add up."""

from __future__ import annotations

from brillig.bots.kernels import MOST_SEATS
from brillig.core.record import Part, i32, i64

PATH = 64  # choices from the root that get their share of a result
UNKNOWN, JUDGED = -1, -2  # instead of a worth: it stays as it was; what was won is what it is worth
NOBODY = -1  # instead of a mover: what was won is known


class Trail(Part):
    """What a lane leaves behind."""

    prizes = i64(MOST_SEATS)  # what was won
    path = i32(PATH)  # the places it came by, with the seat that chose: place * MOST_SEATS + seat
    worths = i32(PATH)  # what they are worth now
    length = i32()  # how many there are
    mover = i32()  # who is to move where it came to, if somebody looks ahead from there to find out the prizes
