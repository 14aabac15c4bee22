-- Several servers over one database: who is there, and whose each table is. Nothing here outlives the servers. `until` is
-- in milliseconds of a clock that all processes of this machine share.
CREATE TABLE nodes (
    run      INTEGER PRIMARY KEY AUTOINCREMENT,
    name     TEXT NOT NULL UNIQUE,
    address  TEXT NOT NULL,
    until    INTEGER NOT NULL,
    spent    BLOB NOT NULL DEFAULT x''
);

CREATE TABLE owners (
    fence    INTEGER PRIMARY KEY AUTOINCREMENT,
    id       TEXT NOT NULL UNIQUE REFERENCES tables (id),
    run      INTEGER NOT NULL,
    shown    BLOB NOT NULL DEFAULT x''
);

CREATE INDEX owners_by_run ON owners (run);
