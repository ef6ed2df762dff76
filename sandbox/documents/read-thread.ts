import { DocumentError, type DocumentFormat, type ReadDocument, readTaskSchema } from './document-format';
import { handleDocumentTasks } from './handle-tasks';
import { cleanText, measureText, splitPassages } from './plain-text';
import { readImage } from './read-image';
import { readDocx, readPdf, readPptx } from './read-office';
import { readCsv, readXls, readXlsx } from './read-table';
import { readHtml, readJson, readMarkdown, readTxt } from './read-text';

/** Each loads its library only when a file of its kind comes. */
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

/** Makes text of a document, cut into passages. @throws DocumentError when it cannot be read or holds no text */
async function readDocument(path: string, format: DocumentFormat): Promise<ReadDocument> {
	const text = cleanText(await READERS[format](path)).trim();
	const { sizeBytes, wordCount } = measureText(text);
	if (wordCount === 0) throw new DocumentError('holds no text that could be read');
	if (sizeBytes > MAX_TEXT_BYTES) {
		throw new DocumentError(`holds more than ${MAX_TEXT_BYTES / 1024 / 1024} MB of text`);
	}
	return { passages: splitPassages(text), wordCount };
}

/** The thread that reads one document and ends. If a file breaks a library, it breaks only this thread. */
handleDocumentTasks(async (task) => {
	const { path, format } = readTaskSchema.parse(task);
	return { answer: 'text', ...(await readDocument(path, format)) };
});
