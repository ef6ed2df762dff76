-- What the sandbox's own mail server received, and how it answers to certain addresses.
CREATE TABLE received_mail (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	header_id TEXT NOT NULL,
	-- The envelope: empty for a bounce.
	mail_from TEXT NOT NULL,
	-- JSON array.
	rcpt_to TEXT NOT NULL,
	subject TEXT NOT NULL,
	text TEXT NOT NULL,
	-- The message as it came, in base64.
	raw TEXT NOT NULL,
	received_at TEXT NOT NULL
) STRICT;
CREATE INDEX received_mail_by_header ON received_mail (header_id);

CREATE TABLE mail_rules (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	-- An address, or a domain as in @bounce.example.
	address TEXT NOT NULL COLLATE NOCASE,
	outcome TEXT NOT NULL CHECK (outcome IN ('bounced', 'deferred')),
	reason TEXT NOT NULL,
	-- How many more times; null: always.
	remaining INTEGER
) STRICT;
INSERT INTO mail_rules (address, outcome, reason) VALUES
	('@bounce.example', 'bounced', 'There is no such mailbox here.'),
	('@deferred.example', 'deferred', 'This mailbox is busy; try again later.');
