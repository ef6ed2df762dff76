-- Imagined visitors: whether they come, and what they have done so far.
CREATE TABLE simulated_visitors (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	-- Null until somebody uses the switch: the setting of the start decides.
	enabled INTEGER,
	visits INTEGER NOT NULL DEFAULT 0,
	questions INTEGER NOT NULL DEFAULT 0,
	leads INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO simulated_visitors (id) VALUES (1);
