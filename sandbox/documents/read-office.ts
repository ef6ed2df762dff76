import { readFile } from 'node:fs/promises';
import { XMLParser } from 'fast-xml-parser';
import { readArchive } from './archive';
import { DocumentError } from './document-format';
import { htmlToText } from './read-text';

export async function readDocx(path: string): Promise<string> {
	await readArchive(path);
	const { default: mammoth } = await import('mammoth');
	const { value } = await mammoth.convertToHtml(
		{ path },
		// An image has no text here. Without this line it would become a long word.
		{ convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
	);
	return htmlToText(value);
}

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;
const NOTES = /^ppt\/notesSlides\/notesSlide(\d+)\.xml$/;

/** In a slide the text of a paragraph (a:p) is in runs and fields (a:t), with line breaks (a:br) between. */
const parser = new XMLParser({
	preserveOrder: true,
	removeNSPrefix: true,
	ignoreAttributes: true,
	parseTagValue: false,
	trimValues: false,
});

/**
 * The slides in order, with tables and then the speaker's notes. The maintained libraries for this need a newer Node.
 */
export async function readPptx(path: string): Promise<string> {
	const parts = await readArchive(path, (name) => SLIDE.test(name) || NOTES.test(name));
	return [SLIDE, NOTES].flatMap((kind) => inOrder(parts, kind).map(textOfSlide)).join('\n\n');
}

function inOrder(parts: Map<string, Buffer>, kind: RegExp): Buffer[] {
	return [...parts]
		.flatMap(([name, content]) => {
			const number = kind.exec(name)?.[1];
			return number === undefined ? [] : [{ number: Number(number), content }];
		})
		.sort((one, other) => one.number - other.number)
		.map(({ content }) => content);
}

function textOfSlide(content: Buffer): string {
	const root: unknown = parser.parse(content);
	return paragraphsIn(root).filter(Boolean).join('\n');
}

/** With `preserveOrder` a node is an object of its name and its children, and a list is its children in order. */
function paragraphsIn(node: unknown): string[] {
	return childrenOf(node).flatMap(([name, children]) =>
		name === 'p' ? [textIn(children).trim()] : paragraphsIn(children),
	);
}

function textIn(node: unknown): string {
	return childrenOf(node)
		.map(([name, children]) => {
			if (name === '#text') return typeof children === 'string' ? children : '';
			if (name === 'br') return '\n';
			// Only line ends of the file are between the tags of a run.
			return name === 't' ? textIn(children) : textIn(childrenWithoutText(children));
		})
		.join('');
}

function childrenWithoutText(node: unknown): unknown[] {
	return Array.isArray(node) ? node.filter((child: object) => !('#text' in child)) : [];
}

function childrenOf(node: unknown): Array<[name: string, children: unknown]> {
	if (!Array.isArray(node)) return [];
	return node.flatMap((child: object) => Object.entries(child));
}

const MAX_PAGES = 2000;

export async function readPdf(path: string): Promise<string> {
	const { extractText } = await import('unpdf');
	const document = await openPdf(new Uint8Array(await readFile(path)));
	if (document.numPages > MAX_PAGES) throw new DocumentError(`has more than ${MAX_PAGES} pages`);
	const { text } = await extractText(document, { mergePages: false });
	return text.join('\n\n');
}

async function openPdf(content: Uint8Array) {
	const { getDocumentProxy } = await import('unpdf');
	try {
		// Fonts and images are not needed. The library has no means to run a program inside a document.
		return await getDocumentProxy(content, { useSystemFonts: false, verbosity: 0 });
	} catch (error) {
		const isLocked = error instanceof Error && error.name === 'PasswordException';
		throw new DocumentError(isLocked ? 'is protected by a password' : 'is damaged: it is not a valid PDF');
	}
}
