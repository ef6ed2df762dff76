-- What tests and people look at: every request that arrived, and the faults that were asked for.
CREATE TABLE requests (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	at TEXT NOT NULL,
	key_id TEXT,
	method TEXT NOT NULL,
	-- Below /api/v1, without the query.
	path TEXT NOT NULL,
	-- Null when the answer was lost or never given.
	status INTEGER,
	fault TEXT
) STRICT;
CREATE INDEX requests_at ON requests (at);

CREATE TABLE faults (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	method TEXT NOT NULL,
	path TEXT NOT NULL,
	remaining INTEGER NOT NULL,
	-- JSON.
	fault TEXT NOT NULL
) STRICT;
