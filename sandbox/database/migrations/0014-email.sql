-- What email adds to conversations of the inbox: participants, message headers, the outgoing queue.
CREATE TABLE email_threads (
	conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
	-- Null once its mailbox is deleted: history is kept without the sender's address.
	mailbox_id TEXT REFERENCES mailboxes (id) ON DELETE SET NULL,
	subject TEXT NOT NULL,
	-- JSON arrays: the approved participants.
	recipients_to TEXT NOT NULL,
	recipients_cc TEXT NOT NULL,
	ai_paused INTEGER NOT NULL DEFAULT 0,
	-- Counts the changes.
	revision INTEGER NOT NULL DEFAULT 1,
	updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX email_threads_of_mailbox ON email_threads (mailbox_id);

CREATE TABLE email_messages (
	id TEXT PRIMARY KEY,
	-- Its text, in the conversation's transcript.
	message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
	conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
	direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
	subject TEXT NOT NULL,
	recipients_to TEXT NOT NULL,
	recipients_cc TEXT NOT NULL,
	-- The Message-ID header, with its angle brackets; the same at every attempt.
	header_id TEXT NOT NULL,
	-- Why a person has to look at it; null: nobody has to.
	review_reason TEXT,
	ai_status TEXT,
	created_at TEXT NOT NULL
) STRICT;
CREATE INDEX email_messages_of_conversation ON email_messages (conversation_id, message_id);
CREATE INDEX email_messages_by_header ON email_messages (header_id);

CREATE TABLE email_deliveries (
	id TEXT PRIMARY KEY,
	email_message_id TEXT NOT NULL REFERENCES email_messages (id) ON DELETE CASCADE,
	conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
	mailbox_id TEXT REFERENCES mailboxes (id) ON DELETE SET NULL,
	attempts INTEGER NOT NULL DEFAULT 0,
	-- Which server the last attempt went to: only the sandbox's own can be looked at afterwards.
	via TEXT CHECK (via IN ('sandbox', 'smtp')),
	created_at TEXT NOT NULL
) STRICT;
CREATE INDEX email_deliveries_of_conversation ON email_deliveries (conversation_id, created_at);
CREATE INDEX email_deliveries_of_mailbox ON email_deliveries (mailbox_id);
CREATE INDEX email_deliveries_by_time ON email_deliveries (created_at);

CREATE TABLE email_recipients (
	delivery_id TEXT NOT NULL REFERENCES email_deliveries (id) ON DELETE CASCADE,
	address TEXT NOT NULL,
	-- attempting: an attempt began and its end is not noted yet.
	state TEXT NOT NULL CHECK (state IN (
		'waiting', 'attempting', 'deferred', 'delivered', 'sent', 'bounced', 'uncertain', 'cancelled'
	)),
	reason TEXT,
	occurred_at TEXT,
	PRIMARY KEY (delivery_id, address)
) STRICT;

-- What was answered to an idempotency key, and to what.
CREATE TABLE email_receipts (
	agent_id TEXT NOT NULL REFERENCES agents (id),
	operation TEXT NOT NULL,
	key TEXT NOT NULL,
	-- SHA-256 of the request's content and recipients.
	digest TEXT NOT NULL,
	-- JSON: the answer's body.
	reply TEXT NOT NULL,
	PRIMARY KEY (agent_id, operation, key)
) STRICT;
