-- Every row ends with a checksum of its other columns (see rows.py). No row of one table lies among those of another
-- kind, and the rows of one match lie together: a bad page hurts few matches.

CREATE TABLE sessions (
    id       BLOB NOT NULL PRIMARY KEY,
    nickname TEXT NOT NULL,
    created  INTEGER NOT NULL,
    crc      INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE tables (
    id       TEXT NOT NULL PRIMARY KEY,
    version  INTEGER NOT NULL,
    status   TEXT NOT NULL,
    listed   INTEGER NOT NULL,
    created  INTEGER NOT NULL,
    changed  INTEGER NOT NULL,
    body     BLOB NOT NULL,
    secret   BLOB NOT NULL,
    crc      INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX tables_by_status ON tables (status, listed, changed);

CREATE TABLE lines (
    id       TEXT NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL,
    line     BLOB NOT NULL,
    crc      INTEGER NOT NULL,
    PRIMARY KEY (id, n)
) WITHOUT ROWID;

CREATE TABLE receipts (
    id       TEXT NOT NULL REFERENCES tables (id),
    sender   BLOB NOT NULL,
    command  TEXT NOT NULL,
    answer   BLOB NOT NULL,
    crc      INTEGER NOT NULL,
    PRIMARY KEY (id, sender, command)
) WITHOUT ROWID;

CREATE TABLE talk (
    id       TEXT NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    name     TEXT NOT NULL,
    text     TEXT NOT NULL,
    crc      INTEGER NOT NULL,
    PRIMARY KEY (id, n)
) WITHOUT ROWID;

-- Tables that were lost or torn when the file was damaged (see salvage.py). The empty id stands for those nobody can
-- name any more.
CREATE TABLE damage (
    id       TEXT NOT NULL PRIMARY KEY,
    sentence TEXT NOT NULL,
    crc      INTEGER NOT NULL
) WITHOUT ROWID;
