"""The client's types are those of the server's structs."""

from brillig.web.socket import client_types


def test_types_are_up_to_date():
    made = client_types.FILE.read_text(encoding="utf-8")
    assert made == client_types.render(), "run: python -m brillig.web.socket.client_types"
