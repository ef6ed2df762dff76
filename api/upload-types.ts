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

const BY_EXTENSION: Readonly<Record<string, readonly string[]>> = UPLOAD_TYPES;

/** Whether the service takes files of this name. */
export function isUploadable(filename: string): boolean {
	return Object.hasOwn(BY_EXTENSION, extensionOf(filename));
}

/** The media type a file of this name is sent with. */
export function mediaTypeOf(filename: string): string {
	const extension = extensionOf(filename);
	return (
		(Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension]?.[0] : undefined) ?? 'application/octet-stream'
	);
}

function extensionOf(filename: string): string {
	return /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}
