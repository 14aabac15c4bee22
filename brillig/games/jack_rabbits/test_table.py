"""The table in words: prompts, labels, what is told, and the map."""

from brillig.core import SPECTATOR
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.game import GAME
from brillig.games.jack_rabbits.test_layouts import CARD, A, B, lay_out, offered, play, road, to


def told(table, *choices):
    before = table.copy().view(SPECTATOR)
    play(table, *choices)
    return GAME.tell(before, table.view(SPECTATOR), SPECTATOR)


def counters(table, name, seat=SPECTATOR):
    return next(panel for panel in table.screen(seat).panels if panel.title == name).counters


def zone(table, id, seat=A):
    return next(z for z in table.screen(seat).zones if z.id == id)


def test_the_land_is_a_map_with_regions_and_roads():
    land = zone(lay_out("10♥", "9♠", level="intro"), "land")
    assert land.map
    looks = [shape.look for shape in land.shapes]
    assert [looks.count(look) for look in ("green", "teal", "gold", "red", "violet")] == [1, 3, 3, 3, 3]
    assert [looks.count(look) for look in ("wood", "water", "rock", "sand")] == [4, 4, 4, 12]
    assert looks.count("road") + looks.count("tunnel") == 42 + 24 + 12 + 8 + 4
    assert sum(shape.text == "≈" for shape in land.shapes) == 12
    assert all(spot.at for spot in land.spots)


def test_a_road_lights_up_where_it_leads():
    table = lay_out("10♥", "9♠", level="intro")
    spots = {spot.id: spot for spot in zone(table, "land").spots}
    road_ne = spots[f"end-{road(table, 'Citadel NE') - r.ROAD}"]
    assert road_ne.lights == ["tile-15", "tile-23", "tile-8"]  # W3, M3 and Q♥
    assert road_ne.say == "Road Citadel NW: Q♥"
    assert not any(spot.id.startswith("end-") for spot in zone(table, "land", B).spots)


def test_prompts():
    table = lay_out("3♥ 2♣", "9♠", dice=(2, 3), level="intro")
    assert table.screen(A).prompt == "Price 5. Which road do you take, or do you stay?"
    assert table.screen(B).prompt == "Seat 1 is on the way."
    play(table, road(table, "Citadel NW"))
    asked = "You come to woods W2, price 5 in ♣ ♥ ♠. Keep to the track, or pay and cross to the other?"
    assert table.screen(A).prompt == asked
    play(table, r.TREK_PAY)
    assert table.screen(A).prompt == "Pay 5 in ♣ ♥ ♠ for the trek: as suggested, or card by card. Paid: 0."
    assert "Pay 2♣ + 3♥" in offered(table)


def test_the_suggestion_spares_royals_and_loses_little():
    table = lay_out("9♣ 4♣ 3♥ K♠ 2♠", "9♠", dice=(3, 4), level="intro")
    play(table, road(table, "Citadel NW"), r.TREK_PAY)
    assert "Pay 4♣ + 3♥" in offered(table)


def test_the_suggestion_knows_that_the_first_ace_is_the_capital_one():
    table = lay_out("A♣ A♥ 6♣ 9♣", "9♠", dice=(3, 4), level="intro", aces="capital")
    play(table, road(table, "Citadel NW"), r.TREK_PAY)
    assert "Pay 9♣" in offered(table)


def test_what_is_told():
    table = lay_out("10♥", "9♠", dice=(6, 6), level="intro", at="Q♥", others="K♥", step=r.DEPART)
    play(table, r.STAY)
    assert told(table, r.ACQUIRE) == []
    lines = told(table, r.SUGGESTED)
    assert lines[:2] == ["Seat 1 pays 10♥.", "Seat 1 takes Q♥ and lays a carrot."]
    table = lay_out("10♥", "9♠", dice=(6, 6), level="intro")
    assert told(table, road(table, "Citadel SE"))[0] == "Seat 1 is sent off the board!"


def test_the_win_is_called_out():
    table = lay_out("K♣ Q♦ J♥ red-joker", "9♠", at="K♣", level="intro")
    play(table, r.HORSE_JOKER)
    assert told(table, to("Citadel"))[-1] == "Seat 1 is home and wins the simple quest."
    assert table.screen(A).verdict.startswith("Seat 1 is back in the Citadel with K♣ Q♦ J♥.")


def test_panels_say_what_is_missing():
    table = lay_out("Q♥ J♥", "9♠", quest="tribal", level="intro", at="K♥")
    assert counters(table, "Seat 1")["needs"] == "K♥"
    assert counters(table, "Seat 2")["needs"] == "3 of 10 royals"
    table = lay_out("K♣ Q♦ J♥", "9♠", level="intro", at="K♥")
    assert counters(table, "Seat 1")["needs"] == "the Citadel"
    assert "needs" not in counters(table, "Seat 2")  # any royals do: how many are missing is enough
    assert counters(table, "Seat 2")["quest"] == "0 of 3"
    assert counters(table, "Table")["quest"] == "any three royals"


def test_an_offer_is_made_card_by_card_and_price():
    table = lay_out("3♥ 9♣", "4♦ 2♣", step=r.BE_LOCAL)
    assert [p.id for p in zone(table, "meet").pieces] == [f"meet-{B + 1}", "deed-1", "deed-2", "deed-3"]
    play(table, r.SELL_TO + B)
    assert (len(zone(table, "suits").pieces), len(zone(table, "ranks").pieces)) == (4 + 2, 13)
    play(table, CARD["10♥"])
    assert len(zone(table, "prices").pieces) == 20


def test_ready_made_options_can_be_played():
    assert GAME.presets["First game"] == {"level": "intro", "quest": "simple", "board": "sample"}
    for options in GAME.presets.values():
        assert GAME.new(4, 1, options).waiting()


def test_the_tile_in_hand_is_drawn_and_turned_by_touching_it():
    table = GAME.new(2, 3, {"board": "strict"})
    seat = table.waiting()[0]
    play(table, r.SHAPE)  # a hexagon
    land = zone(table, "land", seat)
    below = max(max(shape.points[1::2]) for shape in land.shapes if shape.points)
    assert sum(shape.look in ("teal", "gold", "red", "violet") for shape in land.shapes) == 1
    assert below <= land.rows
    while table.plain.step != r.BUILD_TURN:
        table.play(seat, table.codes(seat)[0])
    land = zone(table, "land", seat)
    ways = table.codes(seat)
    assert {spot.id for spot in land.spots if spot.id.startswith("turn-")} == {f"turn-{code - r.TURN}" for code in ways}
    assert sum(shape.look in ("teal", "gold", "red", "violet") for shape in land.shapes) == len(ways) > 1
    assert all(max(shape.points[::2]) <= land.cols for shape in land.shapes if shape.points)
    assert not [spot for spot in zone(table, "land", 1 - seat).spots if spot.id.startswith("turn-")]
