-- The account: its plan, and the message credits it used.
CREATE TABLE account (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	plan TEXT NOT NULL,
	-- Message credits a month in place of the plan's; null: the plan's.
	message_credits INTEGER
) STRICT;
INSERT INTO account (id, plan) VALUES (1, 'pro');

CREATE TABLE credit_use (
	-- Calendar month in UTC, YYYY-MM.
	month TEXT PRIMARY KEY,
	used INTEGER NOT NULL
) STRICT;
