/** Input of lead-export, version 1. */
export interface LeadExportInput {
	version: 1;
	/** A connection of the worker's configuration. */
	connection: string;
	/** The agents whose leads are exported; left out: all that the key can see when the task begins. */
	agentIds?: string[];
	/** YYYY-MM-DD, UTC, inclusive; left out: from the first lead on. */
	startDate?: string;
	/** YYYY-MM-DD, UTC, inclusive; left out: up to the beginning of the task. */
	endDate?: string;
	/** Instead of days: the last so many, the day on which the task begins included. */
	lastDays?: number;
	/** Only leads whose address contains this text. */
	email?: string;
	format: 'csv' | 'ndjson' | 'xlsx';
	/** CSV begins with a byte order mark, by which Excel knows it as UTF-8. */
	bom: boolean;
	/** CSV: what a spreadsheet could take for a formula gets an apostrophe before it; telephone numbers and numbers do not. */
	escapeFormulas: boolean;
	/** A bucket of the worker's configuration that the file is put into; left out: it is kept at the gateway. */
	bucket?: string;
}

export interface LeadExportResult {
	version: 1;
	/** ISO 8601 UTC: what was captured later is left out. */
	asOf: string;
	/** Leads in the file. */
	rows: number;
	/** One for each agent, in the order in which they were read. */
	agents: AgentRows[];
	file: ExportFile;
	/** Where the file was put; null: it is kept at the gateway. */
	bucket: { name: string; key: string } | null;
	audit: ExportAudit;
}

export interface AgentRows {
	agentId: string;
	rows: number;
	/** The agent was deleted, or taken from the key, while its leads were read. Only where all agents are exported. */
	gone: boolean;
}

export interface ExportFile {
	name: string;
	contentType: string;
	bytes: number;
	/** Of the whole file, in hexadecimal. */
	sha256: string;
	/** Path at the gateway; null when the file was put into a bucket. */
	link: string | null;
	/** ISO 8601 UTC: after that it may be gone; null in a bucket, whose own rules hold. */
	expiresAt: string | null;
}

export interface ExportAudit {
	/** Pages that were read. */
	pages: number;
	/** How often the list had changed so much that a page did not follow on what was known, and was read again further up. */
	stepsBack: number;
	/** Leads that came more than once and are in the file once. */
	repeats: number;
	/** Cells that were cut because XLSX holds no more than 32,767 characters in one. */
	cutCells: number;
}
