-- The same table as in migrations/sqlite, in the words of PostgreSQL.
CREATE TABLE notes (
    kind     TEXT COLLATE "C" NOT NULL,
    owner    BYTEA NOT NULL,
    id       TEXT COLLATE "C" NOT NULL,
    at       BIGINT NOT NULL,
    body     BYTEA NOT NULL,
    crc      BIGINT NOT NULL,
    PRIMARY KEY (kind, owner, id)
);
