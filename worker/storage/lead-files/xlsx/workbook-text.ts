import { openPromise } from 'yauzl';

/** The XML of all parts of a workbook, one after the other. @param file on this machine */
export async function* workbookText(file: string): AsyncGenerator<Buffer> {
	const archive = await openPromise(file, { autoClose: false });
	try {
		for await (const entry of archive.eachEntry())
			for await (const part of await archive.openReadStreamPromise(entry)) yield Buffer.from(part as Uint8Array);
	} finally {
		archive.close();
	}
}
