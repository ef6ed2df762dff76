-- Business mailboxes that send, and whose mail is forwarded to the service.
CREATE TABLE mailboxes (
	id TEXT PRIMARY KEY,
	agent_id TEXT NOT NULL REFERENCES agents (id),
	address TEXT NOT NULL UNIQUE COLLATE NOCASE,
	name TEXT NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'disconnected')),
	is_default INTEGER NOT NULL,
	ai_enabled INTEGER NOT NULL,
	instructions TEXT NOT NULL,
	signature TEXT NOT NULL,
	-- JSON array of tool names.
	tool_allowlist TEXT NOT NULL,
	-- Whether bounces go to a domain of the mailbox's own.
	mail_from INTEGER NOT NULL,
	-- Stands in test mails; one that comes back proves that forwarding works.
	forwarding_token TEXT NOT NULL,
	-- When it first became active; reconnecting goes back there.
	activated_at TEXT,
	receiving_verified_at TEXT,
	last_received_at TEXT,
	test_sent_at TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX mailboxes_of_agent ON mailboxes (agent_id, created_at);
-- At most one default sender an agent.
CREATE UNIQUE INDEX one_default_mailbox ON mailboxes (agent_id) WHERE is_default = 1;
