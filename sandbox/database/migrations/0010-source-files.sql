-- Uploaded files that are still to be read; a row goes with its file once that is done.
CREATE TABLE IF NOT EXISTS source_files (
	source_id INTEGER PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
	-- Name in the folder of files.
	storage_name TEXT NOT NULL UNIQUE,
	format TEXT NOT NULL
) STRICT;
