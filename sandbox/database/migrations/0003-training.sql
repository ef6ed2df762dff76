-- Training runs with the pages each has to read, and the background jobs that drive everything.
CREATE TABLE training_runs (
	id TEXT PRIMARY KEY,
	agent_id TEXT NOT NULL REFERENCES agents (id),
	phase TEXT NOT NULL,
	started_at TEXT NOT NULL,
	-- Null while the run is active.
	finished_at TEXT,
	error TEXT
) STRICT;
-- At most one active run an agent (specification, part 3).
CREATE UNIQUE INDEX one_active_run ON training_runs (agent_id) WHERE finished_at IS NULL;
CREATE INDEX runs_of_agent ON training_runs (agent_id, started_at);

CREATE TABLE run_pages (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	run_id TEXT NOT NULL REFERENCES training_runs (id),
	source_id INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
	url TEXT NOT NULL,
	-- skipped: found not to be a page of its own (noindex, a redirect to a known page, no text).
	state TEXT NOT NULL CHECK (state IN ('waiting', 'read', 'failed', 'skipped')),
	reason TEXT,
	UNIQUE (run_id, source_id, url)
) STRICT;

CREATE TABLE jobs (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL,
	-- What it works on: the id of a source or a run.
	subject TEXT NOT NULL,
	created_at TEXT NOT NULL
) STRICT;
