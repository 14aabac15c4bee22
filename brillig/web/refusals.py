"""Refusals: what the server says when it does not do what was asked. A code for programs, a sentence for people."""

from __future__ import annotations

from brillig.core import BrilligError

# code: (HTTP status, sentence). A refusal may say more than its sentence here, never less.
CODES: dict[str, tuple[int, str]] = {
    # what was sent
    "bad_json": (400, "This is not JSON."),
    "bad_message": (422, "The message is not understood."),
    "too_long": (413, "The message is longer than 16 KiB."),
    "not_text": (415, "Messages are text, not bytes."),
    "not_json": (415, "Send JSON, with the content type application/json."),
    "cross_site": (403, "This request comes from another site."),
    "other_host": (
        421,
        "This server does not go by that name: open it by its address, or have it started with --public-url or --name.",
    ),
    "old_client": (426, "This page is out of date: reload it."),
    "too_fast": (429, "That is too much at once: wait a moment and try again."),
    "abuse": (429, "Too many messages made no sense."),
    # where it was sent
    "no_page": (404, "There is nothing here."),
    "bad_method": (405, "That cannot be done here."),
    "no_session": (401, "Choose a nickname first."),
    "no_table": (404, "There is no such table."),
    "other_rules": (503, "This match was begun with other rules, and no server here knows them any more."),
    "damaged": (503, "The record of this match is damaged, and it cannot go on."),
    # sitting down
    "unknown_game": (404, "There is no such game."),
    "bad_table": (409, "Such a table cannot be laid."),
    "too_many_tables": (
        429,
        "Many tables were laid from here lately: play at those first, and lay new ones in a while.",
    ),
    "bad_name": (409, "A nickname is 1 to 24 visible letters."),
    "bots_name": (409, "That looks like the name of a bot: choose another nickname."),
    "full": (409, "All seats are taken."),
    "seat_taken": (409, "Somebody has taken that seat already."),
    "by_invitation": (403, "This table is by invitation: ask for a link."),
    "bad_invitation": (403, "This invitation is not for this table."),
    "used_invitation": (410, "This invitation has been used already."),
    "expired": (410, "This table has expired."),
    # the same person in another browser
    "bad_link": (404, "This link is not good any more: make a new one under My games in your other browser."),
    "used_link": (
        410,
        "This link has been used already: if that was not you, open My games in your other browser and sign the new device out.",
    ),
    "old_link": (410, "This link is too old: make a new one under My games in your other browser."),
    "signed_out": (401, "A device was signed out: this one connects again."),
    "last_device": (
        409,
        "This is your only browser: signed out, nobody could be you any more. Make a link to another first.",
    ),
    "many_devices": (409, "You are in many browsers already: sign one of them out under My games."),
    # playing
    "not_started": (409, "The match has not begun: a seat is still free."),
    "not_seated": (403, "You are watching: only those who sit at the table can do that."),
    "stale": (409, "The table has moved on since: look again."),
    "illegal": (409, "That is not allowed."),
    "away": (409, "A bot plays for you: come back first."),
    "resigned": (409, "You have resigned: your part in this match is over."),
    "no_draw": (409, "Bots do not agree to a draw: resign, or play on."),
    "no_calls": (409, "This browser cannot be called from here: its push service is not known."),
    "no_takeback": (409, "That cannot be taken back."),
    "not_ready": (409, "The race has not begun: it waits until everybody is ready."),
    "over": (409, "The game is over."),
    "not_over": (409, "The match is not over yet."),
    "no_hints": (409, "There are no hints where people play each other, or where finding the choice is the game."),
    "no_analysis": (409, "This match cannot be analysed."),
    "warming_up": (503, "The bots are still warming up: ask again in a moment."),
    "not_said": (409, "There is nothing to say in that."),
    # the server's own troubles
    "try_again": (503, "That could not be saved: try again."),
    "slow": (503, "You were too slow to read."),
    "crowded": (503, "Too many are here: try again later."),
    "closing": (503, "The server is closing: come back in a moment."),
    "mishap": (503, "Something went wrong at this table: try again."),
}


class Refused(BrilligError):
    """The answer to a request or a command that is not carried out. Nothing has changed."""

    def __init__(self, code: str, sentence: str = "") -> None:
        super().__init__(sentence or CODES[code][1])
        self.code = code

    @property
    def sentence(self) -> str:
        return str(self)

    @property
    def status(self) -> int:
        return CODES[self.code][0]
