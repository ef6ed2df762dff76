-- The inbox: conversations of every channel with their messages and notes, and what chat must remember.
CREATE TABLE conversations (
	-- An API conversation's sessionId; an email conversation's is 'email:' and this.
	id TEXT PRIMARY KEY,
	agent_id TEXT NOT NULL REFERENCES agents (id),
	channel TEXT NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('open', 'resolved')),
	visitor_name TEXT,
	visitor_email TEXT,
	city TEXT,
	region TEXT,
	country TEXT,
	country_code TEXT,
	-- The visitor's satisfaction, 1 to 5.
	rating INTEGER,
	message_count INTEGER NOT NULL DEFAULT 0,
	-- JSON. Network details, for the dashboard alone: no read of the customer API selects them.
	network TEXT,
	created_at TEXT NOT NULL,
	last_message_at TEXT
) STRICT;
CREATE INDEX conversations_of_agent ON conversations (agent_id, created_at DESC, id DESC);
CREATE INDEX conversations_of_channel ON conversations (agent_id, channel, created_at DESC, id DESC);
CREATE INDEX conversations_of_state ON conversations (agent_id, state, created_at DESC, id DESC);

-- The totals of lists, so that no list has to count.
CREATE TABLE conversation_counts (
	agent_id TEXT NOT NULL,
	channel TEXT NOT NULL,
	state TEXT NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (agent_id, channel, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER conversations_inserted AFTER INSERT ON conversations BEGIN
	INSERT INTO conversation_counts (agent_id, channel, state, count) VALUES (new.agent_id, new.channel, new.state, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER conversations_deleted AFTER DELETE ON conversations BEGIN
	UPDATE conversation_counts SET count = count - 1
	WHERE agent_id = old.agent_id AND channel = old.channel AND state = old.state;
END;
CREATE TRIGGER conversations_moved AFTER UPDATE OF state ON conversations WHEN new.state <> old.state BEGIN
	UPDATE conversation_counts SET count = count - 1
	WHERE agent_id = old.agent_id AND channel = old.channel AND state = old.state;
	INSERT INTO conversation_counts (agent_id, channel, state, count) VALUES (new.agent_id, new.channel, new.state, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TABLE messages (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
	role TEXT NOT NULL CHECK (role IN ('visitor', 'assistant', 'teammate', 'automation')),
	content TEXT NOT NULL,
	-- JSON array of {title, url}: what an answer rests on.
	sources TEXT NOT NULL DEFAULT '[]',
	-- Of a visitor's message: whether the agent could answer it; null: it was not asked to.
	answered INTEGER,
	created_at TEXT NOT NULL
) STRICT;
CREATE INDEX messages_of_conversation ON messages (conversation_id, id);
CREATE INDEX messages_at ON messages (created_at);

-- The team's private notes are kept apart from messages, so that no transcript can contain one.
CREATE TABLE notes (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
	author TEXT NOT NULL,
	content TEXT NOT NULL,
	created_at TEXT NOT NULL
) STRICT;
CREATE INDEX notes_of_conversation ON notes (conversation_id, id);

-- Chat answers by the caller's clientMessageId: a repeat gets the same answer.
CREATE TABLE chat_receipts (
	agent_id TEXT NOT NULL REFERENCES agents (id),
	client_message_id TEXT NOT NULL,
	conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
	message TEXT NOT NULL,
	-- JSON; null: none was given.
	location TEXT,
	-- JSON: the answer's body.
	reply TEXT NOT NULL,
	PRIMARY KEY (agent_id, client_message_id)
) STRICT;

CREATE TABLE unanswered_questions (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL REFERENCES agents (id),
	conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
	content TEXT NOT NULL,
	created_at TEXT NOT NULL
) STRICT;
CREATE INDEX unanswered_questions_of_agent ON unanswered_questions (agent_id, created_at);
