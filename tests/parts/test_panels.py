"""What every game shows of its seats."""

from brillig.core import Screen
from brillig.parts.panels import seat_panel


def test_a_seat_goes_by_its_name_and_colour():
    panel = seat_panel(Screen(), 1, True, cards_left=3)
    assert (panel.id, panel.title, panel.colour, panel.turn) == ("seat-2-panel", "Seat 2", "green", True)
    assert panel.counters == {"cards left": 3}


def test_a_game_may_have_colours_of_its_own_or_none():
    assert seat_panel(Screen(), 0, False, "pink").colour == "pink"
    assert seat_panel(Screen(), 0, False, "").colour == ""


def test_a_lamp_shines_or_is_off():
    panel = seat_panel(Screen(), 0, False)
    panel.lamp("leads", 1)
    panel.lamp("stunned", 2, "red")
    panel.lamp("ready", 0, "amber")
    assert panel.lamps == {"leads": "on", "stunned": "red", "ready": "off"}
