-- What an agent knows: sources, the pages read for them, and the passages that are searched.
CREATE TABLE sources (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL REFERENCES agents (id),
	type TEXT NOT NULL CHECK (type IN ('url', 'text', 'file')),
	name TEXT NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'indexed', 'failed')),
	-- Text of a snippet; null for the others.
	content TEXT,
	size_bytes INTEGER NOT NULL DEFAULT 0,
	word_count INTEGER NOT NULL DEFAULT 0,
	error_message TEXT,
	created_at TEXT NOT NULL
) STRICT;
CREATE INDEX sources_of_agent ON sources (agent_id, id);

CREATE TABLE pages (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	source_id INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
	url TEXT NOT NULL,
	title TEXT NOT NULL,
	size_bytes INTEGER NOT NULL,
	word_count INTEGER NOT NULL,
	read_at TEXT NOT NULL,
	UNIQUE (source_id, url)
) STRICT;

CREATE TABLE passages (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL,
	source_id INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
	-- Null for what was not read from a page.
	page_id INTEGER REFERENCES pages (id) ON DELETE CASCADE,
	title TEXT NOT NULL,
	url TEXT,
	content TEXT NOT NULL
) STRICT;
CREATE INDEX passages_of_source ON passages (source_id);
CREATE INDEX passages_of_page ON passages (page_id);

CREATE VIRTUAL TABLE passages_index USING fts5 (
	title, content, content = 'passages', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER passages_inserted AFTER INSERT ON passages BEGIN
	INSERT INTO passages_index (rowid, title, content) VALUES (new.id, new.title, new.content);
END;
CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
	INSERT INTO passages_index (passages_index, rowid, title, content)
	VALUES ('delete', old.id, old.title, old.content);
END;
