-- Cash-on-delivery confirmations: an order's buyer is asked whether it shall come.
CREATE TABLE cod_confirmations (
	-- In the order of creation; the id that callers see is text.
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	id TEXT NOT NULL UNIQUE,
	agent_id TEXT NOT NULL REFERENCES agents (id),
	conversation_id TEXT,
	order_number TEXT NOT NULL,
	customer_name TEXT NOT NULL,
	customer_phone TEXT NOT NULL,
	-- In hundredths of the currency.
	amount INTEGER NOT NULL,
	currency TEXT NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'cancelled', 'no_response')),
	created_at TEXT NOT NULL,
	-- When the buyer answered, or the time to answer ran out.
	settled_at TEXT
) STRICT;
-- With what the metrics add up.
CREATE INDEX cod_confirmations_of_agent
ON cod_confirmations (agent_id, created_at DESC, number DESC, status, currency, amount);
