/** Limits of the service (specification, part 8). Sizes in bytes, the rate in requests per minute and key. */
export const LIMITS = {
	requestsPerMinute: 60,
	activeKeys: 20,
	pageSize: 100,
	searchPassages: 10,
	searchPassagesDefault: 5,
	/** "1 MB" read as 1,048,576 bytes; see docs/api-notes.md. */
	textSnippetBytes: 1024 * 1024,
	/** "10 MB" read as 10,485,760 bytes; see docs/api-notes.md. */
	fileBytes: 10 * 1024 * 1024,
	emailRecipients: 10,
	pagesPerRetrain: 100,
} as const;
