-- Curated questions with their answers.
CREATE TABLE qa_pairs (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL REFERENCES agents (id),
	kind TEXT NOT NULL CHECK (kind IN ('qa', 'media')),
	question TEXT NOT NULL,
	answer TEXT NOT NULL,
	enabled INTEGER NOT NULL DEFAULT 1,
	-- JSON array of {type, url}: images and video of a media pair.
	attachments TEXT NOT NULL DEFAULT '[]',
	created_at TEXT NOT NULL,
	updated_at TEXT
) STRICT;
CREATE INDEX qa_pairs_of_agent ON qa_pairs (agent_id, id);

-- Questions as indexing last saw them; no foreign key, because a deleted pair leaves here only with the next indexing.
CREATE TABLE qa_indexed (
	pair_id INTEGER PRIMARY KEY,
	agent_id TEXT NOT NULL,
	question TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE qa_index USING fts5 (
	question, content = 'qa_indexed', content_rowid = 'pair_id', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER qa_indexed_inserted AFTER INSERT ON qa_indexed BEGIN
	INSERT INTO qa_index (rowid, question) VALUES (new.pair_id, new.question);
END;
CREATE TRIGGER qa_indexed_deleted AFTER DELETE ON qa_indexed BEGIN
	INSERT INTO qa_index (qa_index, rowid, question) VALUES ('delete', old.pair_id, old.question);
END;

-- Pairs that were changed since indexing last saw them.
CREATE TABLE qa_changed (
	pair_id INTEGER PRIMARY KEY,
	agent_id TEXT NOT NULL
) STRICT;
