import { readFile } from 'node:fs/promises';
import { DocumentError } from '../document-error';

const MOST_PAGES = 2000;

export async function readPdf(path: string): Promise<string> {
	const { extractText } = await import('unpdf');
	const document = await open(new Uint8Array(await readFile(path)));
	if (document.numPages > MOST_PAGES) throw new DocumentError(`has more than ${MOST_PAGES} pages`);
	const { text } = await extractText(document, { mergePages: false });
	return text.join('\n\n');
}

async function open(content: Uint8Array) {
	const { getDocumentProxy } = await import('unpdf');
	try {
		// A font or an image is of no use here, and a program inside a document is never run.
		return await getDocumentProxy(content, { isEvalSupported: false, useSystemFonts: false, verbosity: 0 });
	} catch (error) {
		const isLocked = error instanceof Error && error.name === 'PasswordException';
		throw new DocumentError(isLocked ? 'is protected by a password' : 'is damaged: it is not a valid PDF');
	}
}
