-- Several servers over one database: who is there, and whose each table is. Nothing here outlives the servers, so it is
-- not in backups. Times are milliseconds since 1970 by the database's clock.
CREATE SEQUENCE runs;
CREATE SEQUENCE fences;

CREATE TABLE nodes (
    name     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    run      BIGINT NOT NULL UNIQUE,
    address  TEXT NOT NULL,
    rules    TEXT[] COLLATE "C" NOT NULL,
    until    BIGINT NOT NULL,
    spent    BYTEA NOT NULL DEFAULT ''
);

CREATE TABLE owners (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tables (id),
    fence    BIGINT NOT NULL,
    run      BIGINT NOT NULL,
    rules    TEXT COLLATE "C" NOT NULL DEFAULT '',
    shown    BYTEA NOT NULL DEFAULT ''
);

CREATE INDEX owners_by_run ON owners (run);
