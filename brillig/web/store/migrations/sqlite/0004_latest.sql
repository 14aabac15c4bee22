-- The newest lines and answers of all tables, one behind the other as they come, until they move to where they belong (see
-- sqlite_latest.py). A row has a line, or an answer, or both; whoever puts it here has looked whether there is such a table.
CREATE TABLE latest (
    at       INTEGER PRIMARY KEY,
    id       TEXT NOT NULL,
    n        INTEGER,
    line     BLOB,
    crc      INTEGER,
    sender   BLOB,
    command  TEXT,
    answer   BLOB,
    sum      INTEGER
);

CREATE INDEX latest_by_id ON latest (id, n);
