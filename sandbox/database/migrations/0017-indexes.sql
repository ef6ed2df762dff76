-- Indexes that folders from before the first release have in an older form, or not at all.
CREATE INDEX IF NOT EXISTS messages_at ON messages (created_at);

DROP INDEX IF EXISTS leads_of_agent;
-- With the address, so that a search for a part of one stays inside the index.
CREATE INDEX leads_of_agent ON leads (agent_id, captured_at DESC, id DESC, email);

DROP INDEX IF EXISTS cod_confirmations_of_agent;
-- With what the metrics add up.
CREATE INDEX cod_confirmations_of_agent
ON cod_confirmations (agent_id, created_at DESC, number DESC, status, currency, amount);
