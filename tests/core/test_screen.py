import msgspec

from brillig.core import Screen, Spot, lasting


def test_what_lasts_is_encoded_once_and_as_ever():
    def board(make):
        shown = Screen("Place a cube.")
        zone = shown.grid("board", 1, 2)
        zone.spots = [make(Spot("a1", 0, 0, "a1")), Spot("b1", 0, 1, "b1", mark="last")]
        return shown

    assert board(lasting).to_json() == board(lambda spot: spot).to_json()
    assert msgspec.json.decode(board(lasting).to_json(), type=Screen) == board(lasting)
