-- Whether a key may send mail over MCP without its user being asked; set by the key's owner in the dashboard.
ALTER TABLE api_keys ADD COLUMN mcp_sends_unasked INTEGER NOT NULL DEFAULT 0;
