import { readArchive } from '../archive';
import { htmlToText } from '../html-text';

export async function readDocx(path: string): Promise<string> {
	await readArchive(path);
	const { default: mammoth } = await import('mammoth');
	const { value } = await mammoth.convertToHtml(
		{ path },
		// An image says nothing here; without this it is carried along as a long word.
		{ convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
	);
	return htmlToText(value);
}
