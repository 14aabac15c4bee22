from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from brillig.web.socket.frames import FrameStream


def frame(opcode, data, fin=True):
    return Frame(opcode, data, fin).serialize(mask=True)


messages = st.one_of(
    st.builds(lambda text: [(frame(Opcode.TEXT, text.encode()), text)], st.text(max_size=200)),
    st.builds(lambda data: [(frame(Opcode.BINARY, data), None)], st.binary(max_size=70_000)),
    st.builds(lambda data: [(frame(Opcode.PING, data), None)], st.binary(max_size=125)),
    st.builds(
        lambda text, pings: [
            (frame(Opcode.TEXT, text, False), None),
            *[(frame(Opcode.PING, b"still there?"), None)] * pings,
            (frame(Opcode.CONT, text), None),
        ],
        st.binary(max_size=20),
        st.integers(0, 2),
    ),
)


@given(st.lists(messages, max_size=6))
def test_whole_messages_are_read_and_the_rest_is_followed(parts):
    """Frames come one by one: every short text is read, and after everything else the line knows where it is."""
    line = FrameStream()
    for whole in parts:
        for data, text in whole:
            assert line.between == (data is whole[0][0])
            got = line.text(data)
            assert got == (text if text is not None and len(text.encode()) < 126 else None)
            if got is None:
                line.follow(data)
        assert line.between


@given(st.lists(messages, min_size=1, max_size=4), st.data())
def test_a_stream_in_any_pieces_is_followed(parts, data):
    """What is not one whole message is never taken for one, however the stream is cut."""
    frames = [raw for whole in parts for raw, _ in whole]
    stream = b"".join(frames)
    ends = {0}
    for whole in parts:
        ends.add(max(ends) + sum(len(raw) for raw, _ in whole))
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(stream) - 1)), max_size=12)))
    line, at = FrameStream(), 0
    for cut in [*cuts, len(stream)]:
        assert line.between == (at in ends)
        piece = stream[at:cut]
        if line.text(piece) is not None:
            assert at in ends
            assert cut in ends
        else:
            line.follow(piece)
        at = cut
    assert line.between


def test_letters_that_are_none_are_left_to_the_machine():
    line = FrameStream()
    assert line.text(frame(Opcode.TEXT, b"\xff\xfe")) is None
    assert line.between
    assert line.text(b"\x81\x02hi") is None  # without a mask
    assert line.text(b"") is None
