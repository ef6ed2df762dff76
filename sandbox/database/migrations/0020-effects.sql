-- What came of writes that cost something when they are doubled, each written in the effect's own transaction. It only
-- grows: also what is deleted afterwards has happened. Tests count here; nothing of the service reads it.
CREATE TABLE effects (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	-- ISO 8601 UTC with milliseconds.
	at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
	kind TEXT NOT NULL CHECK (kind IN (
		'training-run', 'source', 'email-conversation', 'email-reply', 'email-key', 'replies-resumed', 'mail'
	)),
	-- Null for mail that arrived: it has no agent any more.
	agent_id TEXT,
	-- The id of what was made or changed.
	subject TEXT NOT NULL,
	-- By what two effects of one intention are known: type and name of a source; operation, key and digest of a request.
	intention TEXT NOT NULL
) STRICT;
CREATE INDEX effects_of_agent ON effects (agent_id, kind);

CREATE TRIGGER training_run_effect AFTER INSERT ON training_runs BEGIN
	INSERT INTO effects (kind, agent_id, subject, intention) VALUES ('training-run', new.agent_id, new.id, '');
END;
CREATE TRIGGER source_effect AFTER INSERT ON sources BEGIN
	INSERT INTO effects (kind, agent_id, subject, intention)
	VALUES ('source', new.agent_id, CAST(new.id AS TEXT), new.type || ' ' || new.name);
END;
CREATE TRIGGER email_conversation_effect AFTER INSERT ON email_threads BEGIN
	INSERT INTO effects (kind, agent_id, subject, intention)
	SELECT 'email-conversation', agent_id, id, new.subject FROM conversations WHERE id = new.conversation_id;
END;
CREATE TRIGGER email_reply_effect AFTER INSERT ON email_deliveries BEGIN
	INSERT INTO effects (kind, agent_id, subject, intention)
	SELECT 'email-reply', agent_id, new.id, new.conversation_id FROM conversations WHERE id = new.conversation_id;
END;
CREATE TRIGGER email_key_effect AFTER INSERT ON email_receipts BEGIN
	INSERT INTO effects (kind, agent_id, subject, intention)
	VALUES ('email-key', new.agent_id, new.key, new.operation || ' ' || new.digest);
END;
CREATE TRIGGER replies_resumed_effect AFTER UPDATE OF ai_paused ON email_threads
WHEN old.ai_paused = 1 AND new.ai_paused = 0 BEGIN
	INSERT INTO effects (kind, agent_id, subject, intention)
	SELECT 'replies-resumed', agent_id, id, '' FROM conversations WHERE id = new.conversation_id;
END;
CREATE TRIGGER mail_effect AFTER INSERT ON received_mail BEGIN
	INSERT INTO effects (kind, subject, intention) VALUES ('mail', new.header_id, new.rcpt_to);
END;
