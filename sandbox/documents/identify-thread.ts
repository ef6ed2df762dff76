import { readFile } from 'node:fs/promises';
import { archiveEntries } from './archive';
import { charsetOf } from './decode-text';
import {
	DocumentError,
	type DocumentFormat,
	extensionOf,
	identifyTaskSchema,
	isAcceptedExtension,
	textFormat,
} from './document-format';
import { handleDocumentTasks } from './handle-document-tasks';

/** The thread that identifies a file. It does not load the libraries that read documents. */
handleDocumentTasks(async (task) => {
	const { path, filename } = identifyTaskSchema.parse(task);
	return { answer: 'format', format: await identifyDocument(path, filename) };
});

const MAGIC: ReadonlyMap<string, DocumentFormat> = new Map(
	Object.entries({
		pdf: 'pdf',
		png: 'png',
		apng: 'png',
		jpg: 'jpeg',
		webp: 'webp',
		gif: 'gif',
	}),
);
/** The entry that shows that an archive is an office document of this kind. */
const MAIN_PARTS: ReadonlyArray<[part: RegExp, format: DocumentFormat]> = [
	[/^word\/document\d*\.xml$/, 'docx'],
	[/^xl\/workbook\.xml$/, 'xlsx'],
	[/^ppt\/presentation\.xml$/, 'pptx'],
];
const ARCHIVES = ['zip', 'docx', 'xlsx', 'pptx'];
/** Characters that no text contains: those below the space, except for tab, line and page ends. */
const CONTROL = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u;

/**
 * Identifies a file by its content. The name only distinguishes kinds of text.
 *
 * @throws DocumentError when it is of no accepted type
 */
async function identifyDocument(path: string, filename: string): Promise<DocumentFormat> {
	const extension = extensionOf(filename);
	if (!isAcceptedExtension(extension)) throw new DocumentError(`has a name that ends with ${ending(extension)}`);
	const { fileTypeFromFile } = await import('file-type');
	const detected = (await fileTypeFromFile(path))?.ext ?? '';
	const format = MAGIC.get(detected) ?? (await officeFormat(path, detected));
	if (format) return format;

	// Checked after the accepted types: a PDF may be plain text, and a text may begin with the two letters of a bitmap.
	const content = await readFile(path);
	if (content.length === 0) throw new DocumentError('is empty');
	if (isText(content)) {
		const kind = textFormat(extension);
		if (kind) return kind;
		throw new DocumentError(`is named .${extension}, but contains plain text`);
	}
	throw new DocumentError(detected === '' ? 'has no type that the sandbox recognizes' : `is of the type ${detected}`);
}

async function officeFormat(path: string, detected: string): Promise<DocumentFormat | undefined> {
	if (detected === 'cfb') return (await isWorkbook(await readFile(path))) ? 'xls' : undefined;
	if (!ARCHIVES.includes(detected)) return undefined;
	const entries = await archiveEntries(path);
	return MAIN_PARTS.find(([part]) => entries.some((entry) => part.test(entry)))?.[1];
}

/** Old Word, Excel and PowerPoint files and documents with a password share one container. */
async function isWorkbook(content: Buffer): Promise<boolean> {
	const { read } = await import('@e965/xlsx');
	try {
		return read(content, { bookSheets: true }).SheetNames.length > 0;
	} catch (error) {
		// It is a workbook; reading it reports the password.
		return error instanceof Error && /password|encrypt/i.test(error.message);
	}
}

function isText(content: Buffer): boolean {
	return !CONTROL.test(new TextDecoder(charsetOf(content)).decode(content));
}

function ending(extension: string): string {
	return extension === '' ? 'no known extension' : `.${extension}`;
}
