import { z } from 'zod';
import { UPLOAD_TYPES } from '../../api/upload-types';

/** A document could not be read. The message is for the owner of the source and continues after "The file". */
export class DocumentError extends Error {
	override name = 'DocumentError';
}

/** The type of a file by its content, whatever its name. */
export const DOCUMENT_FORMATS = [
	'pdf',
	'docx',
	'pptx',
	'csv',
	'xls',
	'xlsx',
	'txt',
	'md',
	'html',
	'json',
	'png',
	'jpeg',
	'webp',
	'gif',
] as const;

export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

const TEXT_FORMATS: ReadonlyMap<string, DocumentFormat> = new Map(
	Object.entries({
		csv: 'csv',
		txt: 'txt',
		md: 'md',
		markdown: 'md',
		html: 'html',
		htm: 'html',
		json: 'json',
	}),
);

/** The extension in lower case, without the dot. Empty if there is none. */
export function extensionOf(filename: string): string {
	return /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}

export function isAcceptedExtension(extension: string): boolean {
	return Object.hasOwn(UPLOAD_TYPES, extension);
}

/** Only the name tells the kind of text: a list of words is valid CSV, Markdown and plain text. */
export function textFormat(extension: string): DocumentFormat | undefined {
	return TEXT_FORMATS.get(extension);
}

/** Tasks for the threads that identify and read a file. */
export const identifyTaskSchema = z.object({ path: z.string(), filename: z.string() });
export const readTaskSchema = z.object({ path: z.string(), format: z.enum(DOCUMENT_FORMATS) });

const readDocumentSchema = z.object({
	/** The searchable text, in the order of the document. */
	passages: z.array(z.string()),
	wordCount: z.number(),
});

/** The one response of the thread. */
export const readerResponseSchema = z.discriminatedUnion('answer', [
	z.object({ answer: z.literal('format'), format: z.enum(DOCUMENT_FORMATS) }),
	readDocumentSchema.extend({ answer: z.literal('text') }),
	/** The message is for the owner of the source. */
	z.object({ answer: z.literal('refused'), message: z.string() }),
]);

export type IdentifyTask = z.infer<typeof identifyTaskSchema>;
export type ReadTask = z.infer<typeof readTaskSchema>;
export type ReadDocument = z.infer<typeof readDocumentSchema>;
export type ReaderResponse = z.infer<typeof readerResponseSchema>;
