import { UPLOAD_TYPES } from '../../api/upload-types';

/** What a file really is, however it is named. */
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

const TEXT_FORMATS: Readonly<Record<string, DocumentFormat>> = {
	csv: 'csv',
	txt: 'txt',
	md: 'md',
	markdown: 'md',
	html: 'html',
	htm: 'html',
	json: 'json',
};

/** In lower case, without the dot; empty where there is none. */
export function extensionOf(filename: string): string {
	return /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}

export function isAcceptedExtension(extension: string): boolean {
	return Object.hasOwn(UPLOAD_TYPES, extension);
}

/** Which kind of text it is can only be told by the name: a list of words is valid CSV, Markdown and plain text. */
export function textFormat(extension: string): DocumentFormat | undefined {
	return TEXT_FORMATS[extension];
}
