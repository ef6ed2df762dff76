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

/** File types an upload may have (specification, part 4), by extension, with their media types. */
export const UPLOAD_TYPES = {
	pdf: ['application/pdf'],
	docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	csv: ['text/csv'],
	xls: ['application/vnd.ms-excel'],
	xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	txt: ['text/plain'],
	md: ['text/markdown'],
	markdown: ['text/markdown'],
	html: ['text/html'],
	htm: ['text/html'],
	json: ['application/json'],
	png: ['image/png'],
	jpg: ['image/jpeg'],
	jpeg: ['image/jpeg'],
	webp: ['image/webp'],
	gif: ['image/gif'],
} as const;
