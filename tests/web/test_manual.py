"""docs/protocol.md says what the structs say."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from brillig.web import protocol
from brillig.web.config import Config
from brillig.web.socket import manual
from brillig.web.socket.connection import MOST_BAD, MOST_LETTERS

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()


def test_the_tables_are_up_to_date():
    made = PAGE.partition(manual.BEGIN)[2].partition(manual.END)[0].strip()
    assert made == manual.render(), "run: python -m brillig.web.socket.manual docs/protocol.md"


def test_every_message_is_there():
    for struct in (*get_args(protocol.Command), *get_args(protocol.Message)):
        assert f"### `{struct.__struct_config__.tag}`" in PAGE
        assert struct.__doc__


def test_the_numbers_in_the_text_are_true():
    config = Config()
    assert f"at most {protocol.MESSAGE_BYTES >> 10} KiB" in PAGE
    assert f"`?v={protocol.PROTOCOL}".replace("`?", "?") in PAGE
    assert f"up to {MOST_LETTERS} answers" in PAGE
    assert f"({MOST_BAD} messages" in PAGE
    assert f"takes nothing for {config.slow_seconds:.0f} seconds" in PAGE
    assert f"every {config.ping_seconds:.0f} seconds" in PAGE
    assert f"At most {config.lag_most} ms are forgiven for one choice,\nand {config.lag_quota:,} ms" in PAGE
