import { cleanText } from '../knowledge/clean-text';
import { measureText } from '../knowledge/measure-text';
import { splitPassages } from '../knowledge/split-passages';
import { DocumentError } from './document-error';
import type { DocumentFormat } from './document-format';
import { readCsv } from './readers/read-csv';
import { readDocx } from './readers/read-docx';
import { readImage } from './readers/read-image';
import { readJson } from './readers/read-json';
import { readPdf } from './readers/read-pdf';
import { readPptx } from './readers/read-pptx';
import { readHtml, readMarkdown, readTxt } from './readers/read-text';
import { readXls, readXlsx } from './readers/read-workbook';

export interface ReadDocument {
	/** What is searched, in the order of the document. */
	passages: string[];
	wordCount: number;
}

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

const MOST_TEXT_BYTES = 20 * 1024 * 1024;
/** Makes text of a document, cut into passages. @throws DocumentError when it cannot be read or holds no text */
export async function readDocument(path: string, format: DocumentFormat): Promise<ReadDocument> {
	const text = cleanText(await READERS[format](path)).trim();
	const { sizeBytes, wordCount } = measureText(text);
	if (wordCount === 0) throw new DocumentError('holds no text that could be read');
	if (sizeBytes > MOST_TEXT_BYTES) {
		throw new DocumentError(`holds more than ${MOST_TEXT_BYTES / 1024 / 1024} MB of text`);
	}
	return { passages: splitPassages(text), wordCount };
}
