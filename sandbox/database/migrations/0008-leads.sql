-- Captured leads.
CREATE TABLE leads (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL REFERENCES agents (id),
	conversation_id TEXT NOT NULL,
	name TEXT NOT NULL,
	email TEXT NOT NULL,
	phone TEXT,
	city TEXT NOT NULL,
	country TEXT NOT NULL,
	country_code TEXT NOT NULL,
	-- JSON object.
	fields TEXT NOT NULL,
	-- JSON. Network details, for the dashboard alone: no read of the customer API selects them.
	network TEXT,
	-- ISO 8601 UTC with milliseconds, so that text order is time order.
	captured_at TEXT NOT NULL
) STRICT;
-- With the address, so that a search for a part of one stays inside the index.
CREATE INDEX leads_of_agent ON leads (agent_id, captured_at DESC, id DESC, email);

-- Leads of each day: totals without counting, and pages far down the list without walking there.
CREATE TABLE lead_days (
	agent_id TEXT NOT NULL,
	-- YYYY-MM-DD in UTC.
	day TEXT NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (agent_id, day)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER leads_inserted AFTER INSERT ON leads BEGIN
	INSERT INTO lead_days (agent_id, day, count) VALUES (new.agent_id, substr(new.captured_at, 1, 10), 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER leads_deleted AFTER DELETE ON leads BEGIN
	UPDATE lead_days SET count = count - 1 WHERE agent_id = old.agent_id AND day = substr(old.captured_at, 1, 10);
END;
