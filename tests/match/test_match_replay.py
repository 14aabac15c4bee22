import hashlib
import json
import os
import stat

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig import BadOption, BadReplay
from brillig.match import ChoiceEntry, Clock, Match, log, replay, verify

SECRET = b"s" * 32
DEEP = b"[" * 8000 + b"]" * 8000


@pytest.fixture(scope="module")
def match(othellino, play_on):
    """A finished match with a few undos, on a small board."""
    return play_on(Match.start(othellino, names=["Ann", "Bób"], secret=SECRET, nonces=[b"a", b"b"]), seed=1, undo=0.1)


@pytest.fixture(scope="module")
def short(peep):
    """A finished match of a few lines."""
    match = Match.start(peep, secret=SECRET)
    for at, (seat, code) in enumerate([(0, 7), (1, 0), (1, 7), (0, 7), (1, 7), (0, 9), (1, 10)]):
        match.choose(seat, code, at)
        if code == 0:
            match.undo(seat, at)
    assert match.finished
    return match


def file_of(match, private=True):
    return b"".join(line + b"\n" for line in match.lines(private))


def why_not(data):
    with pytest.raises(BadReplay) as why:
        replay.parse(data)
    said = str(why.value)
    assert "\n" not in said
    assert said.endswith(".")
    assert said.isprintable()
    assert len(said) < 400
    return said


def chained(header, entries):
    """Lines whose hashes fit, whatever they say."""
    links, last = [], b""
    for link in (header, *entries):
        if "options" in link and isinstance(link["options"], dict):
            link = {**link, "options": dict(sorted(link["options"].items()))}
        bare = json.dumps({k: v for k, v in link.items() if k != "hash"}, separators=(",", ":"), ensure_ascii=False)
        last = hashlib.sha256(last + bare.encode()).digest()
        links.append(json.dumps({**link, "hash": last.hex()}, ensure_ascii=False).encode() + b"\n")
    return b"".join(links)


def parts(match):
    header, *entries = [json.loads(line) for line in match.lines()]
    return header, entries


# ---- round trip ----------------------------------------------------------------------------------------------------


def test_what_is_written_is_read(match, tmp_path):
    path = tmp_path / "match.jsonl"
    match.save(path)
    record = replay.read(path)
    assert record.header == match.header
    assert record.entries == match.log.entries
    assert record.secret == SECRET
    assert record.finished
    assert record.note == ""
    assert json.loads(path.read_text("utf-8").splitlines()[0])["brillig"] == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_chain_is_what_the_documents_say(match):
    assert chained(*parts(match)) == b"".join(
        json.dumps(json.loads(line), ensure_ascii=False).encode() + b"\n" for line in match.lines()
    )


def test_a_file_is_replaced_whole_or_not_at_all(match, tmp_path, monkeypatch):
    path = tmp_path / "match.jsonl"
    path.write_text("what was there before")

    def full(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadOption, match=r"cannot be written: No space left on device\."):
        match.save(path)
    assert path.read_text() == "what was there before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written(match, tmp_path):
    with pytest.raises(BadOption, match="cannot be written"):
        match.save(tmp_path / "no" / "such" / "folder.jsonl")


def test_a_place_that_cannot_be_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "missing", tmp_path / "pipe", "/dev/zero", "nul\0byte"):
        with pytest.raises(BadReplay, match=r"cannot be read|is not a file"):
            replay.read(path)


def test_windows_line_ends_are_harmless(match):
    assert replay.parse(file_of(match).replace(b"\n", b"\r\n")).entries == match.log.entries


def test_only_the_end_of_the_last_line_is_missing(match):
    record = replay.parse(file_of(match)[:-1])
    assert record.finished
    assert record.note == ""


# ---- damage --------------------------------------------------------------------------------------------------------


def test_cut_anywhere_it_is_a_prefix_or_a_sentence(short, peep):
    data = file_of(short)
    header_end = data.index(b"\n")
    whole = short.log.entries
    tried = set()
    for size in range(len(data)):
        cut = data[:size]
        if size < header_end:
            assert why_not(cut) in ("The replay is empty.", "Line 1: it is cut short, and there is nothing before it.")
            continue
        record = replay.parse(cut)
        count = len(record.entries)
        assert record.entries == whole[:count]
        assert count in (max(0, cut.count(b"\n") - 2), max(0, cut.count(b"\n") - 1))
        if not record.finished:
            assert record.note == "The match is not finished." or record.note.endswith(
                f"is cut short; the match goes on from line {cut.count(bytes([10]))}."
            )
        if (count, record.finished, record.secret) in tried:
            continue
        tried.add((count, record.finished, record.secret))
        assert verify(cut.splitlines()[: count + record.first - 1], game=peep).honest == record.finished
        if record.secret is None:
            with pytest.raises(BadReplay, match="secret is not in the file"):
                Match.follow(record, game=peep)
        else:
            resumed = Match.follow(record, game=peep)
            assert resumed.log.entries[:count] == whole[:count]
            assert resumed.finished == (count >= len(whole) - 1)


def test_every_edit_of_one_byte_is_caught_or_harmless(short, peep):
    """Every place, several other bytes, no matter where."""
    data = file_of(short)
    for place in range(len(data)):
        old = data[place]
        for new in {old ^ 1, old ^ 0x20, old ^ 0x80, 0x0A, 0x20, 0x22, 0x30, 0x00} - {old}:
            edited = data[:place] + bytes([new]) + data[place + 1 :]
            try:
                record = replay.parse(edited)
            except BadReplay:
                continue
            if record.finished:
                assert record.header == short.header
                assert record.entries == short.log.entries
            else:  # the last line no longer is one, and that is said
                assert record.note
                assert record.entries == short.log.entries[: len(record.entries)]
            assert record.secret in (SECRET, None)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_mangling_gives_a_replay_or_a_sentence(match, data):
    mangled = bytearray(file_of(match)[:3000])
    for _ in range(data.draw(st.integers(1, 6))):
        a = data.draw(st.integers(0, len(mangled)))
        b = min(len(mangled), a + data.draw(st.integers(0, 60)))
        mangled[a:b] = data.draw(st.one_of(st.binary(max_size=40), st.just(bytes(mangled[a:b]) * 2)))
    try:
        replay.parse(bytes(mangled))
    except BadReplay:
        why_not(bytes(mangled))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_a_sentence(junk):
    why_not(junk)


def test_an_edited_line_is_named(match):
    lines = match.lines()
    for n in (0, 1, 5, len(lines) - 1):
        edited = lines[:]
        old = json.loads(lines[n])
        edited[n] = json.dumps({**old, **({"at": old["at"] + 1} if "at" in old else {})}).encode()
        if n == 0:
            edited[n] = lines[n].replace(b"Ann", b"Eve")
        elif "at" not in old:
            edited[n] = json.dumps({**old, "scores": [99, 99]}).encode()
        assert why_not(b"\n".join(edited) + b"\n").startswith(f"Line {n + 1}: its hash does not fit")


def test_a_line_missing_doubled_or_swapped_is_named(match):
    lines = match.lines()
    for edited, n in [
        (lines[:3] + lines[4:], 4),
        (lines[:4] + lines[3:], 5),
        ([*lines[:3], lines[4], lines[3], *lines[5:]], 4),
        (lines[1:], None),
    ]:
        said = why_not(b"\n".join(edited) + b"\n")
        assert said.startswith(f"Line {n}: its hash does not fit" if n else "This is no replay of Brillig")


# ---- strangers -----------------------------------------------------------------------------------------------------


def test_a_huge_file_is_not_read(tmp_path):
    path = tmp_path / "huge.jsonl"
    with open(path, "wb") as file:
        file.truncate(1 << 40)  # a terabyte of nothing
    with pytest.raises(BadReplay, match="at most 8 MiB"):
        replay.read(path)


def test_huge_in_other_ways(match):
    header = match.log.top + b"\n"
    assert "longer than 16384 bytes" in why_not(header + b" " * 20_000 + b"{}\n")
    assert "longer than 16384 bytes" in why_not(b"[" * (8 << 20))
    assert why_not(b"\n" * (8 << 20)).startswith("This is no replay")
    assert why_not(header + b"\n" * (7 << 20)).startswith("Line 2: ")


def test_nested_too_deep(match):
    assert why_not(b'{"x":' + DEEP[:8000] + b"\n").startswith("This is no replay of Brillig")
    assert why_not(b'{"brillig":1,"x":' + DEEP + b"}\n").startswith("This is no replay of Brillig")
    assert why_not(match.log.top + b"\n" + DEEP[:12_000]).startswith("Line 2: ")


def test_too_many_entries(match, monkeypatch):
    monkeypatch.setattr(replay, "MOST_ENTRIES", 5)
    assert why_not(file_of(match)) == "Line 8: a match has at most 5 entries."


@pytest.mark.parametrize(
    "line",
    [
        b"", b" ", b"null", b"[]", b"{}", b"7", b'"choice"', b"NaN", b"Infinity", b"{", b"\xff\xfe", b"\x00",
        b'{"kind":"choice"}', b'{"kind":"bomb","at":1}', b'{"kind":7}', b'{"at":1,"seat":0,"code":1}',
        b'{"kind":"choice","at":NaN,"seat":0,"code":1,"hash":""}',
        b'{"kind":"choice","at":1e400,"seat":0,"code":1,"hash":""}',
        b'{"kind":"choice","at":1.5,"seat":0,"code":1,"hash":""}',
        b'{"kind":"choice","at":"1","seat":0,"code":1,"hash":""}',
        b'{"kind":"choice","at":true,"seat":0,"code":1,"hash":""}',
        b'{"kind":"choice","at":-1,"seat":0,"code":1}',
        b'{"kind":"choice","at":' + b"9" * 5000 + b',"seat":0,"code":1}',
        b'{"kind":"choice","at":1,"seat":16,"code":1}',
        b'{"kind":"choice","at":1,"seat":0,"code":32000}',
        b'{"kind":"choice","at":1,"seat":0,"code":1,"note":"hi"}',
        b'{"kind":"choice","at":1,"seat":0,"code":1,"hash":"xyz"}',
        b'{"kind":"choice","at":1,"seat":0,"code":1}',
        b'{"kind":"choice","at":1,"seat":0,"code":1,"hash":"' + b"0" * 64 + b'\\n"}',
        b'{"kind":"choice","at":1,"seat":0,"code":' + DEEP[:6000] + b"}",
        b'{"kind":"choice","at":1,"seat":0,"code":1,"x":' + b'{"a":' * 1500 + b"1" + b"}" * 1500 + b"}",
        b'{"kind":"end","scores":[],"ranks":[],"digest":"","secret":""}',
        b'{"kind":"secret","secret":"../../etc/passwd"}',
        b'{"kind":"secret","secret":"' + b"0" * 64 + b'"}',
        b'{"kind":"choice","\x1b[2Jboo":1}',
        b'{"kind":"\\u001b[2Jboo"}',
        b'{"kind":"\\ud800"}',
        DEEP[:16000],
    ],
)  # fmt: skip
def test_a_bad_line_is_named(match, line):
    said = why_not(match.log.top + b"\n" + line + b"\n")
    assert said.startswith("Line 2: ")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"brillig": 2}, "format 2"),
        ({"brillig": "1"}, "no replay of Brillig"),
        ({"brillig": 10**30}, "no replay of Brillig"),
        ({"game": "../../evil"}, "$.game"),
        ({"game": "/tmp/evil"}, "$.game"),
        ({"game": ".evil"}, "$.game"),
        ({"game": "x" * 65}, "$.game"),
        ({"game": ""}, "$.game"),
        ({"game": "othellino\n"}, "$.game"),
        ({"rules": -1}, "$.rules"),
        ({"rules": "1"}, "$.rules"),
        ({"options": []}, "$.options"),
        ({"options": {"size": None}}, "$.options"),
        ({"options": {"size": [1]}}, "$.options"),
        ({"options": {"size": 1.5}}, "$.options"),
        ({"options": {"size": "x" * 65}}, "$.options"),
        ({"options": {str(k): k for k in range(65)}}, "$.options"),
        ({"seats": []}, "$.seats"),
        ({"seats": ["x"] * 17}, "$.seats"),
        ({"seats": ["Ann", ""]}, "$.seats"),
        ({"seats": ["Ann", "x" * 41]}, "$.seats"),
        ({"seats": ["Ann", "\x1b[2J"]}, "printable"),
        ({"seats": ["Ann", " "]}, "printable"),
        ({"seats": ["Ann"]}, "1 seats but 2 nonces"),
        ({"commitment": "00"}, "$.commitment"),
        ({"nonces": ["zz", ""]}, "$.nonces"),
        ({"nonces": ["0", ""]}, "$.nonces"),
        ({"nonces": ["00" * 33, ""]}, "$.nonces"),
        ({"clock": "off"}, "$.clock"),
        ({"clock": {"kind": "sundial"}}, "$.clock"),
        ({"clock": {"kind": "move", "seconds": 0, "increment": 0}}, "a clock is off, or"),
        ({"clock": {"kind": "move", "seconds": 10**9, "increment": 0}}, "$.clock"),
        ({"clock": {"kind": "off", "seconds": 0, "increment": 0, "path": "/"}}, "$.clock"),
        ({"import": "os"}, "unknown field `import`"),
    ],
)
def test_a_bad_header_is_explained(match, change, said):
    header, _ = parts(match)
    assert said in why_not(chained({**header, **change}, []))


@pytest.mark.parametrize(
    "name", ["brillig", "game", "rules", "options", "seats", "commitment", "nonces", "clock", "hash"]
)
def test_every_field_of_a_header_is_needed(match, name):
    header = json.loads(match.log.top)
    del header[name]
    why_not(json.dumps(header).encode() + b"\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"options": {"size": 7, "first_mover": "random"}}, "size cannot be '7'; it can be 6, 8"),
        ({"options": {"colour": "red"}}, "has no option 'colour'"),
        ({"options": {"size": 6}}, "are not all there"),
        ({"options": {"size": "6", "first_mover": "random"}}, "not spelt as"),
        ({"seats": ["a"], "nonces": [""]}, "is for 2 players, not 1"),
        ({"game": "otellino"}, "Did you mean othellino"),
        ({"rules": 77}, "version 77 of the rules of Othellino; this program has version 1"),
    ],
)
def test_a_match_that_this_program_cannot_play(match, change, said):
    header, entries = parts(match)
    if "seats" in change:
        entries = [entries[-1] | {"scores": [0], "ranks": [1]}]
    data = chained({**header, **change}, entries)
    with pytest.raises(BadReplay, match="Line 1: ") as why:
        Match.follow(replay.parse(data))
    assert said in str(why.value)
    verdict = verify(data.splitlines())
    assert not verdict.honest
    assert said in verdict.sentences[0]


def test_a_game_given_by_hand_must_be_the_one(match, peep):
    with pytest.raises(BadReplay, match=r"Line 1: this is a match of othellino, not of peep\."):
        Match.follow(replay.parse(file_of(match)), game=peep)


def test_lines_out_of_place(short):
    header, entries = parts(short)
    end = entries[-1]
    assert "the match is over in the line before" in why_not(chained(header, [*entries, entries[0]]))
    assert "the match is over in the line before" in why_not(chained(header, [*entries, end]))
    assert "time goes back" in why_not(chained(header, [entries[3], entries[0]]))
    assert "only 2 seats" in why_not(chained(header, [{**entries[0], "seat": 2}]))
    assert "not for 2 seats" in why_not(chained(header, [{**end, "scores": [1, 2, 3]}]))
    assert "not the secret" in why_not(chained(header, [{**end, "secret": "00" * 32}]))
    secret = replay.secret_line(SECRET) + b"\n"
    lines = chained(header, entries[:2]).splitlines(keepends=True)
    assert "line 2 or at the end" in why_not(lines[0] + lines[1] + secret + lines[2])
    assert replay.parse(lines[0] + secret + lines[1]).entries


def test_lines_come_as_text_or_bytes(match):
    lines = match.lines()
    assert replay.parse_lines(line.decode() for line in lines).entries == match.log.entries
    assert replay.parse_lines(line + b"\n" for line in lines).entries == match.log.entries
    with pytest.raises(BadReplay):
        replay.parse_lines(["\ud800"])
    with pytest.raises(BadReplay, match="Line 3: "):  # a store does not tear lines, so this is damage
        replay.parse_lines([*lines[:2], lines[2][:-9]])


# ---- the log itself ------------------------------------------------------------------------------------------------


def test_every_link_depends_on_all_before(othellino):
    header = Match.start(othellino, secret=SECRET).header
    one, other = log.Log(header), log.Log(msgspec.structs.replace(header, seats=["Ann", "Bob"]))
    one.append(ChoiceEntry(1, 0, 3))
    other.append(ChoiceEntry(1, 0, 3))
    assert one.entries[0].hash != other.entries[0].hash
    first = one.hash
    one.append(ChoiceEntry(1, 0, 3))
    assert one.hash != first
    assert one.since(1) == [log.line(one.entries[1])]


def test_the_largest_match_fits_its_file(othellino):
    widest = log.seal(log.TimeoutEntry(log.LATEST, 15, 31_999))
    assert (len(log.line(widest)) + 1) * log.MOST_ENTRIES < replay.MOST_BYTES
    match = Match.start(othellino, names=["\U0001f600" * 40] * 2, nonces=[b"x" * 32] * 2, clock=Clock.per_match(9, 9))
    assert Match.from_lines(match.lines(), secret=match.secret).names == match.names
