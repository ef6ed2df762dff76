import { dirname, join } from 'node:path';
import { DocumentError } from './document-format';

/** More pixels than any photo; a small file can claim far more. */
const MAX_PIXELS = 50_000_000;
/** The recognizer reads letters of about 30 pixels best: it gets small pictures enlarged and large ones reduced. */
const WIDTH = { least: 1600, most: 4000 };
/** The accurate model for the recognizer that is used; it comes with its package and is never downloaded. */
const LANGUAGE_DATA = join(dirname(require.resolve('@tesseract.js-data/eng')), '4.0.0_best_int');

/** The words in a picture. Of an animation it reads only the first frame. */
export async function readImage(path: string): Promise<string> {
	const { createWorker, OEM } = await import('tesseract.js');
	const picture = await prepare(path);
	const worker = await createWorker('eng', OEM.LSTM_ONLY, {
		langPath: LANGUAGE_DATA,
		gzip: true,
		cacheMethod: 'none',
		errorHandler: () => undefined,
	});
	try {
		const { data } = await worker.recognize(picture);
		return data.text;
	} finally {
		await worker.terminate();
	}
}

/** Prepares a picture for the recognizer: upright, dark on white, of a readable size and in a known format. */
async function prepare(path: string): Promise<Buffer> {
	const { default: sharp } = await import('sharp');
	try {
		const image = sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1 });
		const { width } = await image.metadata();
		return await image
			.rotate()
			.flatten({ background: '#ffffff' })
			.resize({ width: Math.min(Math.max(width, WIDTH.least), WIDTH.most), kernel: 'cubic' })
			.grayscale()
			.normalise()
			.png({ compressionLevel: 1 })
			.toBuffer();
	} catch (error) {
		const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
		throw new DocumentError(
			isTooLarge ? `has more than ${MAX_PIXELS / 1e6} million pixels` : 'is damaged: it is not a valid image',
		);
	}
}
