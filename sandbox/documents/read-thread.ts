import { DocumentError, type DocumentFormat, type ReadDocument, readTaskSchema } from './document-format';
import { handleDocumentTasks } from './handle-document-tasks';
import { cleanText, measureText, splitPassages } from './plain-text';
import { readImage } from './read-image';
import { readDocx, readPdf, readPptx } from './read-office';
import { readCsv, readXls, readXlsx } from './read-table';
import { readHtml, readJson, readMarkdown, readTxt } from './read-text';

/** Each reader loads its library with the first file of its kind. */
const READERS: Record<DocumentFormat, (path: string) => Promise<string>> = {
	pdf: readPdf,
	docx: readDocx,
	pptx: readPptx,
	csv: readCsv,
	xls: readXls,
	xlsx: readXlsx,
	txt: readTxt,
	md: readMarkdown,
	html: readHtml,
	json: readJson,
	png: readImage,
	jpeg: readImage,
	webp: readImage,
	gif: readImage,
};

const MAX_TEXT_BYTES = 20 * 1024 * 1024;

/**
 * Extracts the text of a document, cut into passages.
 *
 * @throws DocumentError if it cannot be read or contains no text
 */
async function readDocument(path: string, format: DocumentFormat): Promise<ReadDocument> {
	const text = cleanText(await READERS[format](path)).trim();
	const { sizeBytes, wordCount } = measureText(text);
	if (wordCount === 0) throw new DocumentError('contains no readable text');
	if (sizeBytes > MAX_TEXT_BYTES) {
		throw new DocumentError(`contains more than ${MAX_TEXT_BYTES / 1024 / 1024} MB of text`);
	}
	return { passages: splitPassages(text), wordCount };
}

/** The thread that reads one document and ends. If a file breaks a library, it breaks only this thread. */
handleDocumentTasks(async (task) => {
	const { path, format } = readTaskSchema.parse(task);
	return { answer: 'text', ...(await readDocument(path, format)) };
});
