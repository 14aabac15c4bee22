"""What is in the box of Jack Rabbits."""

from __future__ import annotations

from brillig.core import Face, Screen
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.cut_out import CIRCLES, LAND
from brillig.games.jack_rabbits.land import roads
from brillig.games.jack_rabbits.record import State
from brillig.games.jack_rabbits.show import names
from brillig.games.jack_rabbits.show.screen import draw_land
from brillig.parts.components import CARD, COUNTER, Component, GameBox, PrintedBoard


def sample_land() -> Screen:
    s = State(bytearray(State.nbytes))
    s.seats, s.step, s.tile, s.spot, s.end, s.level = 0, r.DEPART, r.NONE, r.NONE, r.NONE, r.FULL
    roads.lay_sample(s, 15, 4)
    t = Screen()
    draw_land(t, s, [])
    return t


BOX = GameBox(
    "Lenino's Jack Rabbits",
    "A land of hexagonal houses, drawn by its designer for a pack of ordinary playing cards: every card is money, the royals "
    "are what is bought with it, and each suit has a craft of its own. The pictures of the tiles are ours; the roads on them "
    "are the designer's.",
    (
        Component("cards", tuple(names.card_face(k) for k in range(r.CARDS)), *CARD, backs=(names.BACK,)),
        Component("rabbits", tuple(names.rabbit(seat) for seat in range(r.SEATS)), *COUNTER, solid=True),
        Component(
            "carrots", tuple(names.carrot(seat) for seat in range(r.SEATS) for _ in range(3)), *COUNTER, solid=True
        ),
        Component(
            "dice", tuple(Face("die", "6", "die", {"colour": "white", "number": 6}) for _ in range(2)), solid=True
        ),
        CIRCLES,
        *LAND,
        PrintedBoard("the sample land", sample_land(), 180.0, 110.0),
    ),
)
