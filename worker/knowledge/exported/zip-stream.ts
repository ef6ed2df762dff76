import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FolderFile } from './folder-files';

/** The same in each attempt, so that a repeat writes the same bytes. */
const WRITTEN_AT = new Date('2000-01-01T00:00:00Z');

/** The files as a ZIP archive, packed as fast as its reader takes it. @param signal ends it */
export function zipStream(files: AsyncIterable<FolderFile>, signal: AbortSignal): Readable {
	const zip = new ZipFile();
	const packed = new PassThrough();
	zip.outputStream.pipe(packed);
	zip.on('error', (error: Error) => packed.destroy(error));
	const add = async () => {
		for await (const { path, content } of files) {
			const file = Readable.from(content, { objectMode: false });
			const ended = once(file, 'end', { signal });
			zip.addReadStream(file, path, { mtime: WRITTEN_AT, forceDosTimestamp: true });
			await ended;
		}
		zip.end();
	};
	add().catch((error: unknown) => {
		packed.destroy(error instanceof Error ? error : new Error(String(error)));
	});
	return packed;
}
