-- Small things that are kept for somebody: matches they played, links and devices of theirs, where to call them. `owner`
-- is the id of a session, or empty for the server itself.
CREATE TABLE notes (
    kind     TEXT NOT NULL,
    owner    BLOB NOT NULL,
    id       TEXT NOT NULL,
    at       INTEGER NOT NULL,
    body     BLOB NOT NULL,
    crc      INTEGER NOT NULL,
    PRIMARY KEY (kind, owner, id)
) WITHOUT ROWID;
