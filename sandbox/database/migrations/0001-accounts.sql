-- Who may do what: agents, API keys.
CREATE TABLE agents (
	id TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	website TEXT NOT NULL,
	-- When its first training ended; null: it knows nothing yet.
	trained_at TEXT,
	-- Pause after each page of a training run, in seconds of the sandbox's clock.
	page_seconds REAL NOT NULL,
	created_at TEXT NOT NULL
) STRICT;

CREATE TABLE api_keys (
	id TEXT PRIMARY KEY,
	name TEXT NOT NULL,
	-- SHA-256 of the value, in hex; the value itself is kept nowhere.
	digest TEXT NOT NULL UNIQUE,
	-- JSON array.
	scopes TEXT NOT NULL,
	-- JSON array; null: every agent.
	agent_ids TEXT,
	created_at TEXT NOT NULL,
	expires_at TEXT,
	revoked_at TEXT
) STRICT;
