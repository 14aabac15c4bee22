-- The same tables as in migrations/sqlite, in the words of PostgreSQL.

CREATE TABLE sessions (
    id       BYTEA NOT NULL PRIMARY KEY,
    nickname TEXT NOT NULL,
    created  BIGINT NOT NULL,
    crc      BIGINT NOT NULL
);

CREATE TABLE tables (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    version  BIGINT NOT NULL,
    status   TEXT COLLATE "C" NOT NULL,
    listed   SMALLINT NOT NULL,
    created  BIGINT NOT NULL,
    changed  BIGINT NOT NULL,
    body     BYTEA NOT NULL,
    secret   BYTEA NOT NULL,
    crc      BIGINT NOT NULL
);

CREATE INDEX tables_by_status ON tables (status, listed, changed);

CREATE TABLE lines (
    id       TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    n        BIGINT NOT NULL,
    line     BYTEA NOT NULL,
    crc      BIGINT NOT NULL,
    PRIMARY KEY (id, n)
);

CREATE TABLE receipts (
    id       TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    sender   BYTEA NOT NULL,
    command  TEXT COLLATE "C" NOT NULL,
    answer   BYTEA NOT NULL,
    crc      BIGINT NOT NULL,
    PRIMARY KEY (id, sender, command)
);

CREATE TABLE talk (
    id       TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    n        BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    name     TEXT NOT NULL,
    text     TEXT NOT NULL,
    crc      BIGINT NOT NULL,
    PRIMARY KEY (id, n)
);

CREATE TABLE damage (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    sentence TEXT NOT NULL,
    crc      BIGINT NOT NULL
);
